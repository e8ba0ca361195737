//! Ops on integers and truth values: exact, then wrapped around to the dtype's width.

use num_bigint::BigInt;
use runtime::policy::{
    IntegerDivisionByZero, IntegerQuotientOverflow, NegativeIntegerPower, Policies, ShiftOutOfRange,
};
use runtime::{DType, Kind, Op};

use super::float::comparison;
use super::wanted::{Wanted, is, truth};

/// An integer of a dtype, from its bits.
pub fn value(dtype: DType, bits: u64) -> i128 {
    let width = dtype.bits();
    match dtype.kind() {
        Kind::Int if bits >> (width - 1) == 1 => i128::from(bits) - (1_i128 << width),
        _ => i128::from(bits),
    }
}

/// The bits of an integer of a dtype, wrapped around.
pub fn wrapped(dtype: DType, value: i128) -> u64 {
    let bits = value.rem_euclid(1 << dtype.bits());
    u64::try_from(bits).expect("at most 64 bits")
}

/// An op on two integers; `Some(None)` where a policy makes it an error.
pub fn binary(op: Op, dtype: DType, a: u64, b: u64, policies: Policies) -> Option<Option<Wanted>> {
    let (x, y) = (value(dtype, a), value(dtype, b));
    if let Some(wanted) = comparison(op, Some(x.cmp(&y))) {
        return Some(Some(wanted));
    }
    let exact = match op {
        Op::Add => x + y,
        Op::Subtract => x - y,
        Op::Multiply => {
            let product = BigInt::from(x) * BigInt::from(y);
            let modulus = BigInt::from(1) << dtype.bits();
            let rest: BigInt = ((product % &modulus) + &modulus) % &modulus;
            i128::try_from(rest).expect("less than the modulus")
        }
        Op::Maximum => x.max(y),
        Op::Minimum => x.min(y),
        Op::Fmax => x.max(y),
        Op::Fmin => x.min(y),
        Op::Gcd => common_divisor(x.abs(), y.abs()),
        Op::Lcm if x == 0 || y == 0 => 0,
        // The low bits are those of the true multiple.
        Op::Lcm => (x.abs() / common_divisor(x.abs(), y.abs())).wrapping_mul(y.abs()),
        Op::Divide | Op::FloorDivide | Op::Remainder | Op::TruncDivide | Op::Fmod if y == 0 => {
            match policies.integer_division_by_zero {
                IntegerDivisionByZero::Error => return Some(None),
                _ => 0,
            }
        }
        Op::Divide | Op::TruncDivide
            if y == -1
                && dtype.iinfo().is_some_and(|info| x == info.min)
                && policies.integer_quotient_overflow == IntegerQuotientOverflow::Error =>
        {
            return Some(None);
        }
        Op::FloorDivide => (x - modulo(x, y)) / y,
        Op::Remainder => modulo(x, y),
        Op::Divide | Op::TruncDivide => x / y,
        Op::Fmod => x % y,
        Op::Pow if y < 0 => match policies.negative_integer_power {
            NegativeIntegerPower::Error => return Some(None),
            _ => inverse_power(x, y),
        },
        Op::Pow => power(dtype, x, y),
        Op::BitwiseAnd => i128::from(a & b),
        Op::BitwiseOr => i128::from(a | b),
        Op::BitwiseXor => i128::from(a ^ b),
        Op::BitwiseLeftShift => shift(dtype, x, y, policies, true),
        Op::BitwiseRightShift => shift(dtype, x, y, policies, false),
        _ => return None,
    };
    Some(Some(is(wrapped(dtype, exact))))
}

/// What is left of x, with the sign of y.
fn modulo(x: i128, y: i128) -> i128 {
    let left = x % y;
    if left != 0 && (left < 0) != (y < 0) { left + y } else { left }
}

/// By halving and subtracting, of numbers that are not negative.
fn common_divisor(x: i128, y: i128) -> i128 {
    match (x, y) {
        (0, one) | (one, 0) => one,
        _ if x % 2 == 0 && y % 2 == 0 => 2 * common_divisor(x / 2, y / 2),
        _ if x % 2 == 0 => common_divisor(x / 2, y),
        _ if y % 2 == 0 => common_divisor(x, y / 2),
        _ => common_divisor((x - y).abs(), x.min(y)),
    }
}

fn inverse_power(x: i128, y: i128) -> i128 {
    match x {
        1 => 1,
        -1 => 1 - 2 * (y & 1),
        _ => 0,
    }
}

/// In as many bits as the dtype has, square by square from the exponent's top bit.
fn power(dtype: DType, x: i128, y: i128) -> i128 {
    let modulus = BigInt::from(1) << dtype.bits();
    let power = BigInt::from(x.rem_euclid(1 << dtype.bits())).modpow(&BigInt::from(y), &modulus);
    i128::try_from(power).expect("less than the modulus")
}

fn shift(dtype: DType, x: i128, count: i128, policies: Policies, up: bool) -> i128 {
    let width = i128::from(dtype.bits());
    let inside = (0..width).contains(&count);
    let count = match policies.shift_out_of_range {
        ShiftOutOfRange::Fill if !inside => {
            return if up || x >= 0 { 0 } else { -1 };
        }
        _ => count.rem_euclid(width),
    };
    if up { (x << 32 << count) >> 32 } else { x >> count }
}

/// An op on one integer.
pub fn unary(op: Op, dtype: DType, a: u64) -> Option<Wanted> {
    let x = value(dtype, a);
    let exact = match op {
        Op::Abs => x.abs(),
        Op::Negative => -x,
        Op::Positive | Op::Conj | Op::Real | Op::Ceil | Op::Floor | Op::Trunc | Op::Round => x,
        Op::Imag => 0,
        Op::Relu => x.max(0),
        Op::Sign => x.signum(),
        Op::Square => return binary(Op::Multiply, dtype, a, a, NONE).flatten(),
        Op::BitwiseInvert => -1 - x,
        Op::Isnan | Op::Isinf => return Some(truth(false)),
        Op::Isfinite => return Some(truth(true)),
        Op::Signbit => return Some(truth(x < 0)),
        _ => return None,
    };
    Some(is(wrapped(dtype, exact)))
}

/// A product asks for no policy.
const NONE: Policies = runtime::rulesets::DPCTL.policies();

/// An op on two truth values.
pub fn truths(op: Op, a: bool, b: bool) -> Option<Wanted> {
    if let Some(wanted) = comparison(op, Some(a.cmp(&b))) {
        return Some(wanted);
    }
    let value = match op {
        Op::Add | Op::Maximum | Op::Fmax | Op::LogicalOr | Op::BitwiseOr => a || b,
        Op::Multiply | Op::Minimum | Op::Fmin | Op::LogicalAnd | Op::BitwiseAnd => a && b,
        Op::LogicalXor | Op::BitwiseXor => a != b,
        _ => return None,
    };
    Some(truth(value))
}

/// An op on one truth value.
pub fn one_truth(op: Op, a: bool) -> Option<Wanted> {
    match op {
        Op::LogicalNot | Op::BitwiseInvert => Some(truth(!a)),
        Op::Abs
        | Op::Positive
        | Op::Sign
        | Op::Square
        | Op::Real
        | Op::Conj
        | Op::Ceil
        | Op::Floor
        | Op::Trunc
        | Op::Round => Some(truth(a)),
        Op::Isnan | Op::Isinf | Op::Signbit | Op::Imag => Some(truth(false)),
        Op::Isfinite => Some(truth(true)),
        _ => None,
    }
}
