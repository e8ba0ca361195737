//! Ops on floats that are rounded once, and those that only choose or look.

use runtime::Op;

use super::exact::Exact;
use super::format::{Format, Real};
use super::wanted::{Part, Wanted, is, one, truth};

use Real::{Finite, Infinite, Nan};

fn negative(x: &Real) -> bool {
    match x {
        Nan => false,
        Infinite(negative) => *negative,
        Finite(x) => x.negative,
    }
}

fn is_zero(x: &Real) -> bool {
    matches!(x, Finite(x) if x.is_zero())
}

fn rounded(format: Format, value: &Real) -> Wanted {
    one(Part::bits(format, super::wanted::rounded(format, value)))
}

/// The sum.
pub fn add(a: &Real, b: &Real) -> Real {
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(a), Infinite(b)) if a != b => Nan,
        (Infinite(a), _) => Infinite(*a),
        (_, Infinite(b)) => Infinite(*b),
        (Finite(a), Finite(b)) => Finite(a.add(b)),
    }
}

/// With the other sign.
pub fn neg(a: &Real) -> Real {
    match a {
        Nan => Nan,
        Infinite(a) => Infinite(!a),
        Finite(a) => Finite(a.neg()),
    }
}

/// The product.
pub fn multiply(a: &Real, b: &Real) -> Real {
    let sign = negative(a) != negative(b);
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(_), other) | (other, Infinite(_)) => {
            if is_zero(other) {
                Nan
            } else {
                Infinite(sign)
            }
        }
        (Finite(a), Finite(b)) => Finite(a.mul(b)),
    }
}

/// The quotient.
pub fn divide(a: &Real, b: &Real) -> Real {
    let sign = negative(a) != negative(b);
    let zero = Finite(Exact::dyadic(sign, 0_u8, 0));
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) => Nan,
        (Infinite(_), _) => Infinite(sign),
        (_, Infinite(_)) => zero,
        (Finite(a), Finite(b)) => match (a.is_zero(), b.is_zero()) {
            (true, true) => Nan,
            (false, true) => Infinite(sign),
            (true, false) => zero,
            (false, false) => Finite(a.div(b)),
        },
    }
}

/// The quotient rounded towards negative infinity. Of float64, from 2⁵³ on every value is an integer: there
/// it is the quotient.
fn floor_divide(format: Format, a: &Real, b: &Real) -> Real {
    match (a, b) {
        (Finite(a), Infinite(b)) if !a.is_zero() && a.negative != *b => {
            Finite(Exact::dyadic(true, 1_u8, 0))
        }
        _ => match divide(a, b) {
            Finite(quotient) => {
                let sign = quotient.negative;
                let most = Exact::dyadic(false, 1_u8, i64::from(format.precision));
                let beyond = quotient.clone().signed(false).compare(&most).is_gt();
                if format.width == 64 && beyond {
                    return Finite(quotient);
                }
                Finite(Exact::integer(&quotient.floor()).signed(sign))
            }
            other => other,
        },
    }
}

/// What the floor quotient leaves; a zero has the divisor's sign.
fn remainder(a: &Real, b: &Real) -> Real {
    match (a, b) {
        (Nan | Infinite(_), _) | (_, Nan) => Nan,
        (_, b) if is_zero(b) => Nan,
        (Finite(a), Infinite(b)) => match (a.is_zero(), a.negative == *b) {
            (true, _) => Finite(a.clone().signed(*b)),
            (false, true) => Finite(a.clone()),
            (false, false) => Infinite(*b),
        },
        (Finite(a), Finite(b)) => {
            let floor = Exact::integer(&a.div(b).floor());
            Finite(a.sub(&b.mul(&floor)).signed(b.negative))
        }
    }
}

/// What the quotient rounded towards zero leaves; a zero has the dividend's sign.
pub fn truncated_remainder(x: &Real, y: &Real) -> Real {
    match (x, y) {
        (Finite(_), Infinite(_)) => x.clone(),
        (Finite(a), Finite(b)) if !b.is_zero() => {
            let whole = Exact::integer(&a.div(b).trunc());
            Finite(a.sub(&b.mul(&whole)).signed(a.negative))
        }
        _ => Nan,
    }
}

/// Which of two is less; `None` beside a NaN.
pub fn compare(a: &Real, b: &Real) -> Option<std::cmp::Ordering> {
    let rank = |x: &Real| match x {
        Infinite(true) => -1,
        Infinite(false) => 1,
        _ => 0,
    };
    match (a, b) {
        (Nan, _) | (_, Nan) => None,
        (Finite(a), Finite(b)) => Some(a.compare(b)),
        _ => Some(rank(a).cmp(&rank(b))),
    }
}

/// An op on two floats that is no elementary function.
pub fn binary(op: Op, format: Format, a: u64, b: u64) -> Option<Wanted> {
    let (x, y) = (format.decode(a), format.decode(b));
    let exact = |value: Real| Some(rounded(format, &value));
    match op {
        Op::Add => exact(add(&x, &y)),
        Op::Subtract => exact(add(&x, &neg(&y))),
        Op::Multiply => exact(multiply(&x, &y)),
        Op::Divide => exact(divide(&x, &y)),
        Op::FloorDivide => exact(floor_divide(format, &x, &y)),
        Op::Remainder => exact(remainder(&x, &y)),
        Op::TruncDivide => {
            // Halves are divided in float32.
            let wide = format.through();
            let quotient = wide.decode(super::wanted::rounded(wide, &divide(&x, &y)));
            exact(to_integer(&quotient, Exact::trunc))
        }
        Op::Fmod => exact(truncated_remainder(&x, &y)),
        Op::Fmax | Op::Fmin => {
            let better = match op {
                Op::Fmax => std::cmp::Ordering::Greater,
                _ => std::cmp::Ordering::Less,
            };
            let right = format.is_nan(a) || compare(&y, &x) == Some(better);
            Some(one(Part::bits(format, if right { b } else { a })))
        }
        Op::Copysign => {
            let bits = (a & !format.sign()) | (b & format.sign());
            Some(one(Part::moved(format, bits)))
        }
        Op::Maximum => Some(extreme(format, (a, b), false)),
        Op::Minimum => Some(extreme(format, (a, b), true)),
        Op::Nextafter => Some(nextafter(format, a, b)),
        _ => None,
    }
}

/// Of two zeros, that of the sign that makes it the greater one, or the lesser.
fn extreme(format: Format, (a, b): (u64, u64), least: bool) -> Wanted {
    if format.is_nan(a) || format.is_nan(b) {
        return one(Part::moved(format, if format.is_nan(a) { a } else { b }));
    }
    let first = super::wanted::order(format, a) < super::wanted::order(format, b);
    is(if first == least { a } else { b })
}

/// By the order of bits.
fn nextafter(format: Format, a: u64, b: u64) -> Wanted {
    let (x, y) = (format.decode(a), format.decode(b));
    let Some(order) = compare(&x, &y) else { return one(Part::Nan) };
    if order.is_eq() {
        return is(b);
    }
    let up = order.is_lt();
    let bits = match (is_zero(&x), up == negative(&x)) {
        (true, _) => format.zero(!up) | 1,
        // Towards zero the magnitude falls.
        (false, true) => a - 1,
        (false, false) => a + 1,
    };
    is(bits)
}

/// A comparison.
pub fn comparison(op: Op, order: Option<std::cmp::Ordering>) -> Option<Wanted> {
    let says = |wanted: fn(std::cmp::Ordering) -> bool| Some(truth(order.is_some_and(wanted)));
    match op {
        Op::Equal => says(|order| order.is_eq()),
        Op::NotEqual => Some(truth(order.is_none_or(|order| order.is_ne()))),
        Op::Less => says(|order| order.is_lt()),
        Op::LessEqual => says(|order| order.is_le()),
        Op::Greater => says(|order| order.is_gt()),
        Op::GreaterEqual => says(|order| order.is_ge()),
        _ => None,
    }
}

/// A float rounded to an integer; a zero keeps its sign.
pub fn to_integer(x: &Real, how: fn(&Exact) -> num_bigint::BigInt) -> Real {
    match x {
        Finite(x) => Finite(Exact::integer(&how(x)).signed(x.negative)),
        Infinite(sign) => Infinite(*sign),
        Nan => Nan,
    }
}

fn ceil(x: &Exact) -> num_bigint::BigInt {
    -x.neg().floor()
}

fn sqrt(x: &Real) -> Real {
    match x {
        Finite(x) if x.is_zero() => Finite(x.clone()),
        Finite(x) if !x.negative => Finite(x.sqrt()),
        Infinite(false) => Infinite(false),
        _ => Nan,
    }
}

/// An op on one float that is no elementary function.
pub fn unary(op: Op, format: Format, a: u64) -> Option<Wanted> {
    let x = format.decode(a);
    let exact = |value: Real| Some(rounded(format, &value));
    let zero = Finite(Exact::dyadic(false, 0_u8, 0));
    let one_over = Finite(Exact::dyadic(false, 1_u8, 0));
    let wanted = match op {
        Op::Abs => return Some(one(Part::moved(format, a & !format.sign()))),
        Op::Negative => return Some(one(Part::moved(format, a ^ format.sign()))),
        Op::Positive | Op::Real | Op::Conj => return Some(one(Part::moved(format, a))),
        Op::Sign => match &x {
            Nan => return Some(one(Part::Nan)),
            x if is_zero(x) => is(0),
            x => rounded(format, &Finite(Exact::dyadic(negative(x), 1_u8, 0))),
        },
        Op::Relu if compare(&x, &zero).is_some_and(std::cmp::Ordering::is_lt) => is(0),
        Op::Relu => return Some(one(Part::bits(format, a))),
        Op::Square => return exact(multiply(&x, &x)),
        Op::Sqrt => return exact(sqrt(&x)),
        Op::Reciprocal => return exact(divide(&one_over, &x)),
        Op::Ceil => return exact(to_integer(&x, ceil)),
        Op::Floor => return exact(to_integer(&x, Exact::floor)),
        Op::Trunc => return exact(to_integer(&x, Exact::trunc)),
        Op::Round => return exact(to_integer(&x, Exact::round)),
        Op::Imag => is(0),
        Op::Isnan => truth(matches!(x, Nan)),
        Op::Isinf => truth(matches!(x, Infinite(_))),
        Op::Isfinite => truth(matches!(x, Finite(_))),
        Op::Signbit => truth(format.is_negative(a)),
        _ => return None,
    };
    Some(wanted)
}
