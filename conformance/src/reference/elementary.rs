//! Elementary functions of real numbers: special cases by the standard's tables, the rest to 160 bits.

use runtime::Op;

use super::big::Big;
use super::exact::Exact;
use super::format::{Format, Real};
use super::wanted::{Part, around, within};

/// A value or a special one.
pub enum Value {
    /// No number.
    Nan,
    /// ±infinity: whether it is negative.
    Infinite(bool),
    /// ±0: whether it is negative.
    Zero(bool),
    /// Any other.
    Number(Exact),
    /// Any other, and how far from it a result may be besides.
    Near(Exact, Exact),
    /// Zero of a sign that is not said.
    AnyZero,
    /// An infinity of a sign that is not said.
    AnyInfinity,
    /// Nothing is said.
    Any,
}

use Value::{Any, AnyInfinity, AnyZero, Infinite, Nan, Near, Number, Zero};

impl Value {
    /// With the other sign, if `flip`.
    pub fn flipped(self, flip: bool) -> Value {
        match self {
            Infinite(negative) => Infinite(negative != flip),
            Zero(negative) => Zero(negative != flip),
            Number(exact) => Number(if flip { exact.neg() } else { exact }),
            Near(exact, distance) => Near(if flip { exact.neg() } else { exact }, distance),
            other => other,
        }
    }

    /// As what a format may have of it.
    pub fn part(&self, format: Format, ulps: u64) -> Part {
        match self {
            Nan => Part::Nan,
            Infinite(negative) => Part::Is(format.infinite(*negative)),
            Zero(negative) => Part::Is(format.zero(*negative)),
            Number(exact) => within(format, exact, ulps),
            Near(exact, distance) => around(format, exact, distance),
            AnyZero => Part::any_zero(format),
            AnyInfinity => Part::Infinite,
            Any => Part::Any,
        }
    }
}

/// A number that is not 0.
pub fn number(big: &Big) -> Value {
    Number(big.exact())
}

/// A fraction of π.
pub fn pi_times(over: i32, under: i32) -> Value {
    number(&Big::pi().mul(&Big::int(over)).div(&Big::int(under)))
}

/// A small integer that is not 0.
pub fn int(value: i32) -> Value {
    Number(Big::int(value).exact())
}

/// Whether an op is one of these functions of one argument.
pub fn is_function(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Exp | Exp2
            | Expm1
            | Rsqrt
            | Cbrt
            | Sigmoid
            | Log
            | Log1p
            | Log2
            | Log10
            | Sin
            | Cos
            | Tan
            | Asin
            | Acos
            | Atan
            | Sinh
            | Cosh
            | Tanh
            | Asinh
            | Acosh
            | Atanh
    )
}

/// A function of one argument.
pub fn function(op: Op, x: &Real) -> Value {
    match x {
        Real::Nan => Nan,
        Real::Infinite(negative) => at_infinity(op, *negative),
        Real::Finite(x) if x.is_zero() => at_zero(op, x.negative),
        Real::Finite(x) => at(op, &Big::of(x)),
    }
}

fn at_infinity(op: Op, negative: bool) -> Value {
    use Op::*;
    match (op, negative) {
        (Exp | Exp2 | Sigmoid, true) | (Rsqrt, false) => Zero(false),
        (Exp | Exp2 | Log | Log1p | Log2 | Log10 | Acosh, false) | (Cosh, _) => Infinite(false),
        (Expm1 | Tanh, true) => int(-1),
        (Tanh | Sigmoid, false) => int(1),
        (Expm1 | Cbrt | Sinh | Asinh, _) => Infinite(negative),
        (Atan, true) => pi_times(-1, 2),
        (Atan, false) => pi_times(1, 2),
        _ => Nan,
    }
}

fn at_zero(op: Op, negative: bool) -> Value {
    use Op::*;
    match op {
        Exp | Exp2 | Cos | Cosh => int(1),
        Sigmoid => Number(Big::pow2(-1).exact()),
        Rsqrt => Infinite(negative),
        Log | Log2 | Log10 => Infinite(true),
        Acos => pi_times(1, 2),
        Acosh => Nan,
        _ => Zero(negative),
    }
}

fn at(op: Op, x: &Big) -> Value {
    use Op::*;
    let one = Big::int(1);
    let outside =
        |inside: bool, value: fn(&Big) -> Big| if inside { nonzero(value(x)) } else { Nan };
    let held = x.held();
    match op {
        Exp => nonzero(held.exp()),
        Exp2 => nonzero(held.mul(&Big::int(2).ln()).exp()),
        Expm1 => nonzero(held.expm1()),
        Rsqrt => outside(!x.is_negative(), |x| Big::int(1).div(&x.sqrt())),
        Cbrt => Number(x.abs().cbrt().exact().signed(x.is_negative())),
        Sigmoid => nonzero(one.div(&one.add(&held.neg().exp()))),
        Log => outside(!x.is_negative(), Big::ln),
        Log2 => outside(!x.is_negative(), Big::log2),
        Log10 => outside(!x.is_negative(), Big::log10),
        Log1p if x.add(&one).is_zero() => Infinite(true),
        Log1p => outside(!x.add(&one).is_negative(), Big::log1p),
        Sin => nonzero(x.sin()),
        Cos => nonzero(x.cos()),
        Tan => nonzero(x.tan()),
        Asin => outside(!one.less(&x.abs()), Big::asin),
        Acos => outside(!one.less(&x.abs()), Big::acos),
        Atan => nonzero(x.atan()),
        Sinh => nonzero(held.sinh()),
        Cosh => nonzero(held.cosh()),
        Tanh => nonzero(held.tanh()),
        Asinh => nonzero(x.asinh()),
        Acosh => outside(!x.less(&one), Big::acosh),
        Atanh if x.abs().sub(&one).is_zero() => Infinite(x.is_negative()),
        Atanh => outside(x.abs().less(&one), Big::atanh),
        _ => unreachable!("{op} is no function of one argument"),
    }
}

/// What is just 0 where no argument is, is +0: the logarithm of 1.
pub fn nonzero(value: Big) -> Value {
    if value.is_zero() { Zero(false) } else { number(&value) }
}

/// The angle of (x, y).
pub fn atan2(y: &Real, x: &Real) -> Value {
    let signed = |value: Value, negative: bool| match value {
        Number(exact) => Number(exact.signed(negative)),
        Zero(_) => Zero(negative),
        other => other,
    };
    match (y, x) {
        (Real::Nan, _) | (_, Real::Nan) => Nan,
        (Real::Infinite(negative), x) => {
            let angle = match x {
                Real::Infinite(true) => pi_times(3, 4),
                Real::Infinite(false) => pi_times(1, 4),
                _ => pi_times(1, 2),
            };
            signed(angle, *negative)
        }
        (Real::Finite(y), Real::Infinite(true)) => signed(pi_times(1, 1), y.negative),
        (Real::Finite(y), Real::Infinite(false)) => Zero(y.negative),
        (Real::Finite(y), Real::Finite(x)) if y.is_zero() => {
            signed(if x.negative { pi_times(1, 1) } else { Zero(false) }, y.negative)
        }
        (Real::Finite(y), Real::Finite(x)) => number(&Big::of(y).atan2(&Big::of(x))),
    }
}

/// √(x² + y²).
pub fn hypot(x: &Real, y: &Real) -> Value {
    match (x, y) {
        (Real::Infinite(_), _) | (_, Real::Infinite(_)) => Infinite(false),
        (Real::Nan, _) | (_, Real::Nan) => Nan,
        (Real::Finite(x), Real::Finite(y)) => nonzero(Big::of(x).hypot(&Big::of(y))),
    }
}

/// ln(eˣ + eʸ).
pub fn logaddexp(x: &Real, y: &Real) -> Value {
    match (x, y) {
        (Real::Nan, _) | (_, Real::Nan) => Nan,
        (Real::Infinite(false), _) | (_, Real::Infinite(false)) => Infinite(false),
        (Real::Infinite(true), Real::Infinite(true)) => Infinite(true),
        (Real::Infinite(true), Real::Finite(one)) | (Real::Finite(one), Real::Infinite(true)) => {
            if one.is_zero() {
                Zero(false)
            } else {
                Number(one.clone())
            }
        }
        (Real::Finite(x), Real::Finite(y)) => {
            let (x, y) = if x.compare(y).is_lt() { (y, x) } else { (x, y) };
            let apart = Big::of(&y.sub(x)).held();
            nonzero(Big::of(x).add(&apart.exp().log1p()))
        }
    }
}

/// x to the power y.
pub fn pow(x: &Real, y: &Real) -> Value {
    let one = Exact::dyadic(false, 1_u8, 0);
    let is_one = |x: &Real, negative: bool| matches!(x, Real::Finite(x) if x.compare(&one.clone().signed(negative)).is_eq());
    let odd = |y: &Exact| Exact::integer(&y.floor()).compare(y).is_eq() && y.floor().bit(0);
    match (x, y) {
        (_, Real::Finite(y)) if y.is_zero() => int(1),
        (x, _) if is_one(x, false) => int(1),
        (Real::Nan, _) | (_, Real::Nan) => Nan,
        (x, Real::Infinite(_)) if is_one(x, true) => int(1),
        (x, Real::Infinite(down)) => {
            let large = match x {
                Real::Finite(x) => x.clone().signed(false).compare(&one).is_gt(),
                _ => true,
            };
            if large == *down { Zero(false) } else { Infinite(false) }
        }
        (Real::Infinite(negative), Real::Finite(y)) => {
            let negative = *negative && odd(y);
            if y.negative { Zero(negative) } else { Infinite(negative) }
        }
        (Real::Finite(x), Real::Finite(y)) if x.is_zero() => {
            let negative = x.negative && odd(y);
            if y.negative { Infinite(negative) } else { Zero(negative) }
        }
        (Real::Finite(x), Real::Finite(y)) => {
            if x.negative && Exact::integer(&y.floor()).compare(y).is_ne() {
                return Nan;
            }
            let log = Big::of(&x.clone().signed(false)).ln();
            let power = Big::of(y).mul(&log).held().exp();
            Number(power.exact().signed(x.negative && odd(y)))
        }
    }
}
