//! Special cases of complex functions, by the tables of the Array API standard 2024.12, which are those of
//! C99's Annex G: something is infinite or NaN, and the imaginary part is not negative.

use runtime::Op;

use super::big::Big;
use super::elementary::{Value, int, nonzero, pi_times};
use super::format::Real;

use Value::{Any, AnyInfinity, AnyZero, Infinite, Nan, Number, Zero};

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Nan,
    Zero,
    Finite,
    Inf,
    NegInf,
}

fn class(x: &Real) -> Class {
    match x {
        Real::Nan => Class::Nan,
        Real::Infinite(true) => Class::NegInf,
        Real::Infinite(false) => Class::Inf,
        Real::Finite(x) if x.is_zero() => Class::Zero,
        Real::Finite(_) => Class::Finite,
    }
}

const INF: Value = Infinite(false);
const ZERO: Value = Zero(false);

/// A function where a part is not finite; of the odd and even ones both parts are not negative.
pub fn special(op: Op, x: &Real, y: &Real) -> (Value, Value) {
    let (re, im) = (class(x), class(y));
    match op {
        Op::Exp => exp(re, im, y),
        Op::Expm1 => expm1(re, im, y),
        Op::Exp2 => match y {
            Real::Finite(y) if Big::pow2(40).less(&Big::of(y)) => (Any, Any),
            Real::Finite(y) if !y.is_zero() => {
                let angle = Big::of(y).mul(&Big::int(2).ln()).exact();
                exp(re, im, &Real::Finite(angle))
            }
            _ => exp(re, im, y),
        },
        // Of these the standard says nothing.
        Op::Rsqrt | Op::Sigmoid => (Any, Any),
        Op::Log | Op::Log1p => log(re, im),
        Op::Log2 => scaled(log(re, im), 2),
        Op::Log10 => scaled(log(re, im), 10),
        Op::Sqrt => sqrt(re, im),
        Op::Sinh => sinh(re, im, y),
        Op::Cosh => cosh(re, im, y),
        Op::Tanh => tanh(re, im),
        Op::Asinh => asinh(re, im),
        Op::Acosh => acosh(re, im),
        Op::Acos => acos(re, im),
        Op::Atanh => atanh(re, im),
        _ => unreachable!("{op} is no function of a complex number"),
    }
}

/// The signs of a cosine and a sine: whether they are negative.
fn turned(y: &Real) -> (bool, bool) {
    let Real::Finite(y) = y else { return (false, false) };
    let y = Big::of(y);
    (y.cos().is_negative(), y.sin().is_negative())
}

/// An angle over the logarithm of a base.
fn scaled((re, im): (Value, Value), base: i32) -> (Value, Value) {
    let im = match im {
        Number(angle) => nonzero(Big::of(&angle).div(&Big::int(base).ln())),
        other => other,
    };
    (re, im)
}

fn exp(re: Class, im: Class, y: &Real) -> (Value, Value) {
    use Class as C;
    let (cos, sin) = turned(y);
    match (re, im) {
        (C::Inf, C::Zero) => (INF, ZERO),
        (C::NegInf, C::Zero | C::Finite) => (Zero(cos), Zero(sin)),
        (C::Inf, C::Finite) => (Infinite(cos), Infinite(sin)),
        (C::NegInf, _) => (AnyZero, AnyZero),
        (C::Inf, C::Inf) => (AnyInfinity, Nan),
        (C::Inf, _) => (AnyInfinity, Nan),
        (C::Nan, C::Zero) => (Nan, ZERO),
        _ => (Nan, Nan),
    }
}

fn expm1(re: Class, im: Class, y: &Real) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (C::NegInf, C::Zero | C::Finite) => (int(-1), Zero(turned(y).1)),
        (C::NegInf, _) => (int(-1), AnyZero),
        _ => exp(re, im, y),
    }
}

fn log(re: Class, im: Class) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (C::Zero | C::Finite, C::Inf) => (INF, pi_times(1, 2)),
        (C::NegInf, C::Zero | C::Finite) => (INF, pi_times(1, 1)),
        (C::Inf, C::Zero | C::Finite) => (INF, ZERO),
        (C::NegInf, C::Inf) => (INF, pi_times(3, 4)),
        (C::Inf, C::Inf) => (INF, pi_times(1, 4)),
        (C::Inf | C::NegInf, C::Nan) | (C::Nan, C::Inf) => (INF, Nan),
        _ => (Nan, Nan),
    }
}

fn sqrt(re: Class, im: Class) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (_, C::Inf) => (INF, INF),
        (C::NegInf, C::Nan) => (Nan, AnyInfinity),
        (C::NegInf, _) => (ZERO, INF),
        (C::Inf, C::Nan) => (INF, Nan),
        (C::Inf, _) => (INF, ZERO),
        _ => (Nan, Nan),
    }
}

fn sinh(re: Class, im: Class, y: &Real) -> (Value, Value) {
    use Class as C;
    let (cos, sin) = turned(y);
    match (re, im) {
        (C::Zero, _) => (AnyZero, Nan),
        (C::Inf, C::Zero) => (INF, ZERO),
        (C::Inf, C::Finite) => (Infinite(cos), Infinite(sin)),
        (C::Inf, _) => (AnyInfinity, Nan),
        (C::Nan, C::Zero) => (Nan, ZERO),
        _ => (Nan, Nan),
    }
}

fn cosh(re: Class, im: Class, y: &Real) -> (Value, Value) {
    use Class as C;
    let (cos, sin) = turned(y);
    match (re, im) {
        (C::Zero, _) => (Nan, AnyZero),
        (C::Inf, C::Zero) => (INF, ZERO),
        (C::Inf, C::Finite) => (Infinite(cos), Infinite(sin)),
        (C::Inf, C::Inf) => (AnyInfinity, Nan),
        (C::Inf, _) => (INF, Nan),
        (C::Nan, C::Zero) => (Nan, AnyZero),
        _ => (Nan, Nan),
    }
}

fn tanh(re: Class, im: Class) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (C::Zero, _) => (ZERO, Nan),
        // The standard has +0 where C has the sign of sin(2y).
        (C::Inf, C::Zero) => (int(1), ZERO),
        (C::Inf, _) => (int(1), AnyZero),
        (C::Nan, C::Zero) => (Nan, ZERO),
        _ => (Nan, Nan),
    }
}

fn asinh(re: Class, im: Class) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (C::Zero | C::Finite, C::Inf) => (INF, pi_times(1, 2)),
        (C::Inf, C::Zero | C::Finite) => (INF, ZERO),
        (C::Inf, C::Inf) => (INF, pi_times(1, 4)),
        (C::Inf, _) => (INF, Nan),
        (C::Nan, C::Zero) => (Nan, ZERO),
        (C::Nan, C::Inf) => (AnyInfinity, Nan),
        _ => (Nan, Nan),
    }
}

fn acosh(re: Class, im: Class) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (C::Zero, C::Nan) => (Nan, pi_times(1, 2)),
        _ => log(re, im),
    }
}

fn acos(re: Class, im: Class) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (C::Zero, C::Nan) => (pi_times(1, 2), Nan),
        (C::Inf | C::NegInf, C::Nan) => (Nan, AnyInfinity),
        (C::Nan, C::Inf) => (Nan, Infinite(true)),
        _ => {
            let (size, angle) = log(re, im);
            (angle, size.flipped(true))
        }
    }
}

fn atanh(re: Class, im: Class) -> (Value, Value) {
    use Class as C;
    match (re, im) {
        (C::Zero, C::Nan) => (ZERO, Nan),
        (C::Zero | C::Finite | C::Inf, C::Inf) | (C::Inf, C::Zero | C::Finite) => {
            (ZERO, pi_times(1, 2))
        }
        (C::Inf, _) => (ZERO, Nan),
        (C::Nan, C::Inf) => (AnyZero, pi_times(1, 2)),
        _ => (Nan, Nan),
    }
}
