//! What a policy other than the standard's makes of an op.

use num_bigint::BigInt;
use runtime::policy::{
    CumulativeAccumulator, CumulativeStart, Float16Ties, FloatExtremes, FloatRemainder, FloatToInt,
    FloorQuotient, HalfAccumulator, HalfRounding, IntegerComparison, IntegerConversion,
    IntegerDivisionByZero, IntegerMath, IntegerQuotientOverflow, NegativeIntegerPower, Policies,
    RoundHalves, ShiftOutOfRange, SignOfNan,
};
use runtime::{DType, Kind, Op};

use super::cast::is_half;
use super::exact::Exact;
use super::float::{
    add, compare, comparison, divide, multiply, neg, to_integer, truncated_remainder,
};
use super::format::{Format, Real, Ties};
use super::integer::{value, wrapped};
use super::ops::{self, unary_in};
use super::wanted::{Part, Wanted, is, one, rounded};
use super::{Bits, flush};

const INTEGERS: &[Kind] = &[Kind::Int, Kind::Uint];
const FLOATS: &[Kind] = &[Kind::Float];
const FLOATING: &[Kind] = &[Kind::Float, Kind::Complex];
const COMPARISONS: &[Op] =
    &[Op::Equal, Op::NotEqual, Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual];
const ORDERED: &[Op] = &[
    Op::Less,
    Op::LessEqual,
    Op::Greater,
    Op::GreaterEqual,
    Op::Maximum,
    Op::Minimum,
    Op::Fmax,
    Op::Fmin,
    Op::Clip,
];

/// Writes `affecting` from each policy with the kinds and the ops that it affects. A policy that is not listed does
/// not compile.
macro_rules! affecting {
    ($($policy:ident: $kinds:expr, $ops:expr;)*) => {
        /// The policies that affect an op of tensors that computes in a dtype; all others have their default, so
        /// that rulesets under which the op does the same compare equal.
        pub fn affecting(op: Op, compute: DType, policies: Policies) -> Policies {
            let affects =
                |kinds: &[Kind], ops: &[Op]| kinds.contains(&compute.kind()) && ops.contains(&op);
            // Only operands that become halves are rounded to one.
            let rounding = match is_half(compute) {
                true => policies.half_rounding,
                false => HalfRounding::Once,
            };
            let ties = match compute {
                DType::F16 => policies.float16_ties,
                _ => Float16Ties::Even,
            };
            let policies = Policies { half_rounding: rounding, float16_ties: ties, ..policies };
            Policies {
                $($policy: match affects($kinds, $ops) {
                    true => policies.$policy,
                    false => Policies::DEFAULT.$policy,
                },)*
            }
        }
    };
}

affecting! {
    integer_division_by_zero: INTEGERS, &[Op::Divide, Op::FloorDivide, Op::Remainder, Op::TruncDivide, Op::Fmod];
    integer_quotient_overflow: &[Kind::Int], &[Op::Divide, Op::TruncDivide];
    shift_out_of_range: INTEGERS, &[Op::BitwiseLeftShift, Op::BitwiseRightShift];
    negative_integer_power: INTEGERS, &[Op::Pow];
    integer_math: INTEGERS, &[Op::FloorDivide, Op::Remainder, Op::Pow];
    // A float operand may be converted to what any of them computes in.
    float_to_int: INTEGERS, &Op::ALL;
    half_rounding: &[Kind::Float, Kind::Complex], &Op::ALL;
    float16_ties: &[Kind::Float], &Op::ALL;
    // Of narrow dtypes, which have a test of their own.
    float_overflow: &[], &[];
    unsigned_float: &[], &[];
    integer_comparison: FLOATS, COMPARISONS;
    // An integer may be converted to what any of them computes in.
    integer_conversion: &[Kind::Int, Kind::Uint, Kind::Float], &Op::ALL;
    floor_quotient: FLOATS, &[Op::FloorDivide];
    float_remainder: FLOATS, &[Op::Remainder];
    float_extremes: FLOATS, &[Op::Maximum, Op::Minimum];
    complex_order: &[Kind::Complex], ORDERED;
    complex_extremes: &[Kind::Complex], &[Op::Maximum, Op::Minimum, Op::Fmax, Op::Fmin, Op::Clip];
    sign_of_nan: FLOATS, &[Op::Sign];
    subnormals: FLOATING, &Op::ALL;
    half_accumulator: FLOATING, &[Op::Sum, Op::Prod, Op::Mean];
    cumulative_accumulator: FLOATING, &[Op::CumulativeSum, Op::CumulativeProd];
    cumulative_start: FLOATING, &[Op::CumulativeSum, Op::CumulativeProd];
    round_halves: &[Kind::Float, Kind::Complex], &[Op::Round];
    scalar_out_of_range: &[], &[];
    scalar_comparison: &[], &[];
    clip_bounds: &[Kind::Int, Kind::Uint, Kind::Float, Kind::Complex], &[Op::Clip];
    clip_out_of_range: &[], &[];
    negative_scalar_power: &[], &[];
    where_out_of_range: &[], &[];
    python_ints: &[], &[];
    scalar_dtype: &[], &[];
    python_floats: &[], &[];
    median_of_even: &Kind::ALL, &[Op::Median];
    index_out_of_range: &Kind::ALL, &[Op::Take, Op::TakeAlongAxis];
    negative_index: &Kind::ALL, &[Op::Take, Op::TakeAlongAxis];
    empty_extreme: &[Kind::Bool, Kind::Int, Kind::Uint, Kind::Float], &[Op::Max, Op::Min];
    default_correction: &Kind::ALL, &[Op::Var, Op::Std];
    cumulative_axis: &Kind::ALL, &[Op::CumulativeSum, Op::CumulativeProd];
    extreme_axis: &Kind::ALL, &[Op::Argmax, Op::Argmin];
    wide_integers: &[], &[];
    full_dtype: &[], &[];
    array_strength: &[], &[];
    arange_dtype: &[], &[];
    linspace_integers: &[], &[];
    created_out_of_range: &[], &[];
}

/// Whether a reduction of 16-bit floats rounds every step to the dtype.
pub fn accumulates_in_own(op: Op, policies: Policies) -> bool {
    use HalfAccumulator::{Float32, Own, OwnButMean, OwnProd};
    match (op, policies.half_accumulator) {
        (Op::CumulativeSum | Op::CumulativeProd, _) => {
            policies.cumulative_accumulator == CumulativeAccumulator::Own
        }
        (Op::Sum, Own | OwnButMean) | (Op::Prod, Own | OwnButMean | OwnProd) => true,
        (Op::Mean, Own) => true,
        (_, Own | OwnButMean | OwnProd | Float32) => false,
    }
}

/// Whether the first result of a reduction that gives one after every element is its first element as it is.
pub fn keeps_first(op: Op, policies: Policies) -> bool {
    use CumulativeStart::{First, FirstFactor, Identity};
    match (op, policies.cumulative_start) {
        (Op::CumulativeSum, First) | (Op::CumulativeProd, First | FirstFactor) => true,
        (_, First | FirstFactor | Identity) => false,
    }
}

/// What an op on two operands gives; `None` where the policies leave it as it is.
pub fn binary(op: Op, compute: DType, a: Bits, b: Bits, policies: Policies) -> Option<Wanted> {
    match (compute.kind(), Format::under(compute, policies)) {
        (Kind::Int | Kind::Uint, _) => integers(op, compute, (a.0, b.0), policies),
        (Kind::Float, Some(format)) => floats(op, format, (a.0, b.0), policies),
        _ => None,
    }
}

/// What a comparison gives of the true values of a signed and an unsigned integer that promote to a float; `None`
/// where it compares what they are converted to.
pub fn unconverted(
    op: Op,
    compute: DType,
    (lhs, a): (DType, Bits),
    (rhs, b): (DType, Bits),
    policies: Policies,
) -> Option<Wanted> {
    let exact = policies.integer_comparison == IntegerComparison::Exact;
    let unlike = matches!(
        (lhs.kind(), rhs.kind(), compute.kind()),
        (Kind::Int, Kind::Uint, Kind::Float) | (Kind::Uint, Kind::Int, Kind::Float)
    );
    match exact && unlike {
        true => comparison(op, Some(value(lhs, a.0).cmp(&value(rhs, b.0)))),
        false => None,
    }
}

/// Whether a policy makes it an error to convert an element to what an op of elements computes in.
pub fn fails_to_convert(compute: DType, (from, bits): (DType, Bits), policies: Policies) -> bool {
    if policies.integer_conversion == IntegerConversion::Converted || from.iinfo().is_none() {
        return false;
    }
    let value = value(from, bits.0);
    match (compute.iinfo(), Format::of(compute), compute.kind()) {
        (Some(info), ..) => !(info.min..=info.max).contains(&value),
        (None, Some(format), Kind::Float) => value.unsigned_abs() > 1 << format.precision,
        (None, ..) => false,
    }
}

/// What an op on one operand gives, likewise.
pub fn unary(op: Op, compute: DType, a: Bits, policies: Policies) -> Option<Wanted> {
    if flush::flushes(op, compute, policies) {
        let (a, kept) = (flush::element(compute, a, policies), flush::kept(policies));
        let wanted = unary(op, compute, a, kept).unwrap_or_else(|| ops::unary(op, compute, a));
        return Some(flush::result(op, compute, wanted, policies));
    }
    let format = Format::under(compute, policies)?;
    let nan = compute.kind() == Kind::Float && format.is_nan(a.0);
    match op {
        Op::Sign if nan && policies.sign_of_nan == SignOfNan::Zero => return Some(is(0)),
        Op::Round if policies.round_halves == RoundHalves::Away => {}
        _ if format.ties == Ties::Away => return Some(unary_in(op, compute, Some(format), a)),
        _ => return None,
    }
    let part = |bits: u64| {
        let whole = to_integer(&format.decode(bits), away_from_zero);
        Part::bits(format, rounded(format, &whole))
    };
    match compute.kind() {
        Kind::Complex => Some((part(a.0), part(a.1))),
        _ => Some(one(part(a.0))),
    }
}

/// The magnitude rounded, halves up; its sign is the caller's.
fn away_from_zero(x: &Exact) -> BigInt {
    x.clone().signed(false).add(&Exact::dyadic(false, 1_u8, -1)).floor()
}

fn integers(op: Op, dtype: DType, (a, b): (u64, u64), policies: Policies) -> Option<Wanted> {
    let (x, y) = (value(dtype, a), value(dtype, b));
    let info = dtype.iinfo()?;
    let divides =
        matches!(op, Op::Divide | Op::FloorDivide | Op::Remainder | Op::TruncDivide | Op::Fmod);
    let by_zero = y == 0 && divides;
    let limit = policies.integer_division_by_zero == IntegerDivisionByZero::Limit;
    let dividend = policies.integer_division_by_zero == IntegerDivisionByZero::Dividend;
    let zero_of_overflow = policies.integer_quotient_overflow == IntegerQuotientOverflow::Zero;
    let in_float64 = match policies.integer_math {
        IntegerMath::Exact => false,
        IntegerMath::Float64 => true,
        IntegerMath::Float64Pow => op == Op::Pow,
    };
    let exact = match op {
        Op::Divide | Op::FloorDivide | Op::TruncDivide if by_zero && limit => match x.signum() {
            0 => 0,
            1 => info.max,
            _ => info.min,
        },
        Op::Divide | Op::TruncDivide if zero_of_overflow && x == info.min && y == -1 => 0,
        Op::Remainder if by_zero && limit && !in_float64 => 0,
        Op::Remainder | Op::Fmod if by_zero && dividend => x,
        Op::FloorDivide | Op::Remainder if by_zero && !limit => return None,
        Op::FloorDivide | Op::Remainder | Op::Pow if in_float64 => {
            return Some(one(through_float64(op, dtype, x, y, policies.float_to_int)));
        }
        Op::Pow if y < 0 && policies.negative_integer_power == NegativeIntegerPower::Zero => 0,
        Op::BitwiseLeftShift | Op::BitwiseRightShift
            if policies.shift_out_of_range == ShiftOutOfRange::Masked =>
        {
            let count = y.rem_euclid(i128::from(dtype.bits().max(32)));
            // The high bits of a sum of bits are cut off by the wrapping below.
            if op == Op::BitwiseLeftShift { (x << 32 << count) >> 32 } else { x >> count }
        }
        Op::BitwiseLeftShift | Op::BitwiseRightShift
            if policies.shift_out_of_range == ShiftOutOfRange::Clamp =>
        {
            let count = y.clamp(0, i128::from(dtype.bits()) - 1);
            if op == Op::BitwiseLeftShift { x << count } else { x >> count }
        }
        _ => return None,
    };
    Some(is(wrapped(dtype, exact)))
}

/// The quotient that the steps of CPython's `float_divmod` give, each rounded by `step`; to the nearest, the
/// last step takes the nearest integer, of two the one away from zero, and a zero has the divisor's sign.
fn stepped_floor_quotient(
    x: &Real,
    y: &Real,
    step: impl Fn(&Real) -> Real,
    to_nearest: bool,
) -> Real {
    let is_zero = |x: &Real| matches!(x, Real::Finite(x) if x.is_zero());
    let zero = Real::Finite(Exact::dyadic(false, 0_u8, 0));
    let one = Real::Finite(Exact::dyadic(false, 1_u8, 0));
    let quotient = divide(x, y);
    if is_zero(y) {
        return quotient;
    }
    let left = truncated_remainder(x, y);
    let mut steps = step(&divide(&step(&add(x, &neg(&left))), y));
    // The remainder has the dividend's sign.
    if !is_zero(&left) && compare(x, &zero) != compare(y, &zero) {
        steps = step(&add(&steps, &neg(&one)));
    }
    match (&steps, &quotient) {
        (Real::Finite(steps), Real::Finite(quotient)) if steps.is_zero() && !to_nearest => {
            Real::Finite(steps.clone().signed(quotient.negative))
        }
        (Real::Finite(steps), _) if steps.is_zero() => {
            let negative = compare(y, &zero).is_some_and(std::cmp::Ordering::is_lt);
            Real::Finite(steps.clone().signed(negative))
        }
        (Real::Finite(steps), _) if to_nearest => {
            let nearest = Exact::integer(&away_from_zero(steps));
            step(&Real::Finite(nearest.signed(steps.negative)))
        }
        (Real::Finite(steps), _) => {
            let floor = Exact::integer(&steps.floor());
            let above = steps.sub(&floor).compare(&Exact::dyadic(false, 1_u8, -1));
            let floor = Real::Finite(floor);
            step(&if above.is_gt() { add(&floor, &one) } else { floor })
        }
        _ => steps,
    }
}

/// By way of doubles. Where a power is no integer that a double tells from its neighbours, any is right.
#[expect(clippy::cast_precision_loss, reason = "the one rounding of an operand")]
fn through_float64(op: Op, dtype: DType, x: i128, y: i128, policy: FloatToInt) -> Part {
    let (a, b) = (x as f64, y as f64);
    let double = match op {
        Op::FloorDivide => (a / b).floor(),
        Op::Remainder => a - (a / b).floor() * b,
        _ => a.powf(b),
    };
    let limit = 2_f64.powi(i32::try_from(dtype.bits()).expect("few bits"));
    if op == Op::Pow && double.abs() > 2_f64.powi(53) && double.abs() <= limit {
        return Part::Any;
    }
    Part::Is(converted(dtype, double, policy))
}

/// A double as an integer: the nearest, or what the C cast of x86-64 gives.
#[expect(clippy::cast_possible_truncation, reason = "Rust's cast saturates in 128 bits")]
fn converted(dtype: DType, double: f64, policy: FloatToInt) -> u64 {
    let info = dtype.iinfo().expect("an integer dtype");
    let whole = double as i128;
    if policy == FloatToInt::Saturate {
        return wrapped(dtype, whole.clamp(info.min, info.max));
    }
    // The conversion that dtypes go through: narrow ones int32, uint32 int64, and uint64 int64 too, with
    // 2⁶³ taken off and put back where it is reached.
    let moved = if dtype == DType::U64 && double >= 2_f64.powi(63) { 1 << 63 } else { 0 };
    let narrow = dtype.bits() < 32 || dtype == DType::I32;
    let least = if narrow { i128::from(i32::MIN) } else { i128::from(i64::MIN) };
    let inside = !double.is_nan() && (least..=-1 - least).contains(&(whole - moved));
    wrapped(dtype, if inside { whole } else { least + moved })
}

fn floats(op: Op, format: Format, (a, b): (u64, u64), policies: Policies) -> Option<Wanted> {
    let (x, y) = (format.decode(a), format.decode(b));
    // Steps of halves are float32's.
    let step = |value: &Real| format.through().decode(rounded(format.through(), value));
    let own = |value: &Real| format.decode(rounded(format, value));
    let double = Format::of(DType::F64).expect("a float");
    let wide = |value: &Real| double.decode(rounded(double, value));
    let floor = || to_integer(&step(&divide(&x, &y)), Exact::floor);
    let result = match op {
        Op::FloorDivide => match (policies.floor_quotient, &x, &y) {
            (FloorQuotient::Rounded, ..) => floor(),
            (FloorQuotient::RoundedOwn, ..) => to_integer(&own(&divide(&x, &y)), Exact::floor),
            (FloorQuotient::RoundedFloat64, ..) => to_integer(&wide(&divide(&x, &y)), Exact::floor),
            (FloorQuotient::Divmod, x, y) => stepped_floor_quotient(x, y, step, false),
            (FloorQuotient::DivmodOwn, x, y) => stepped_floor_quotient(x, y, own, false),
            (FloorQuotient::DivmodNearest, x, y) => stepped_floor_quotient(x, y, own, true),
            (FloorQuotient::Exact, ..) => return None,
        },
        Op::Remainder => match policies.float_remainder {
            FloatRemainder::Floor => return None,
            FloatRemainder::Corrected => match truncated_remainder(&x, &y) {
                Real::Finite(left) if left.is_zero() => Real::Finite(left),
                _ => return None,
            },
            FloatRemainder::Truncate => truncated_remainder(&x, &y),
            FloatRemainder::Stepwise => add(&x, &neg(&step(&multiply(&step(&floor()), &y)))),
            FloatRemainder::StepwiseFloat64 => {
                let floor = to_integer(&wide(&divide(&x, &y)), Exact::floor);
                wide(&add(&x, &neg(&wide(&multiply(&floor, &y)))))
            }
        },
        Op::Maximum | Op::Minimum => {
            let nan = |bits| format.is_nan(bits);
            let order = compare(&x, &y);
            let equal = order.is_some_and(std::cmp::Ordering::is_eq);
            let left = order.is_some_and(|order| match op {
                Op::Maximum => order.is_gt(),
                _ => order.is_lt(),
            });
            let left = match policies.float_extremes {
                FloatExtremes::Ieee => return None,
                FloatExtremes::Nan => left || nan(a),
                FloatExtremes::Right => left,
                FloatExtremes::Left => left || equal || nan(a) || nan(b),
                FloatExtremes::Number => !nan(a) && (left || equal || nan(b)),
            };
            return Some(one(Part::moved(format, if left { a } else { b })));
        }
        _ => return None,
    };
    // A step of a half is rounded once more than the value.
    let result = step(&result);
    Some(one(Part::bits(format, rounded(format, &result))))
}
