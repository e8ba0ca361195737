//! Square roots and inverse functions of finite complex numbers, by Kahan's formulas.

use std::cmp::Ordering;

use runtime::Op;

use super::big::Big;
use super::elementary::{Value, function, nonzero, number, pi_times};
use super::exact::Exact;
use super::format::Real;

use Value::Zero;

type Pair = (Value, Value);

/// The root of a number that is not real, in the right half plane.
pub fn root(x: &Big, y: &Big) -> (Big, Big) {
    let large = x.abs().add(&x.hypot(y)).half().sqrt();
    let small = y.abs().half().div(&large);
    let (re, im) = if x.is_negative() { (small, large) } else { (large, small) };
    (re, if y.is_negative() { im.neg() } else { im })
}

/// On the upper side of the real axis, where the inverse functions have cuts; those of the first quarter
/// are given no negative number.
pub fn inverse_on_axis(op: Op, x: &Real, exact: &Exact) -> Pair {
    let one = Exact::dyadic(false, 1_u8, 0);
    let positive = Real::Finite(exact.clone().signed(false));
    let size = exact.clone().signed(false).compare(&one);
    let angle = |negative: bool| if negative { pi_times(1, 1) } else { Zero(false) };
    match op {
        Op::Asinh => (function(op, x), Zero(false)),
        Op::Atanh if size == Ordering::Greater => {
            (nonzero(Big::int(1).div(&Big::of(exact)).atanh()), pi_times(1, 2))
        }
        Op::Atanh => (function(op, x), Zero(false)),
        Op::Acos if size == Ordering::Greater => {
            (angle(exact.negative), function(Op::Acosh, &positive).flipped(true))
        }
        Op::Acos => (function(op, x), Zero(true)),
        _ if size == Ordering::Less => (Zero(false), function(Op::Acos, x)),
        _ => (function(Op::Acosh, &positive), angle(exact.negative)),
    }
}

/// Off the real axis, by Kahan's formulas, none of whose sums cancel.
pub fn inverse(op: Op, x: &Exact, y: &Exact) -> Pair {
    let one = Big::int(1);
    let (re, im) = (Big::of(x), Big::of(y));
    if op == Op::Atanh {
        return atanh(x, y);
    }
    if op == Op::Asinh {
        // The arcsine of i times the conjugate, with its parts exchanged.
        if y.is_zero() {
            return inverse_on_axis(op, &Real::Finite(x.clone()), x);
        }
        if x.is_zero() {
            return asinh_on_imaginary(y);
        }
        let (below, above) = (root(&one.sub(&im), &re.neg()), root(&one.add(&im), &re));
        let cosine = below.0.mul(&above.0).sub(&below.1.mul(&above.1));
        let sine = below.0.mul(&above.1).sub(&below.1.mul(&above.0));
        return (number(&sine.asinh()), number(&im.atan2(&cosine)));
    }
    let (below, above) = match op {
        Op::Acos => (root(&one.sub(&re), &im.neg()), root(&one.add(&re), &im)),
        _ => (root(&re.sub(&one), &im), root(&re.add(&one), &im)),
    };
    if op == Op::Acos {
        let angle = below.0.atan2(&above.0).mul(&Big::int(2));
        let sine = above.0.mul(&below.1).sub(&above.1.mul(&below.0));
        return (number(&angle), number(&sine.asinh()));
    }
    let sine = below.0.mul(&above.0).add(&below.1.mul(&above.1));
    (number(&sine.asinh()), number(&below.1.atan2(&above.0).mul(&Big::int(2))))
}

/// On the imaginary axis above 0, to the right of the cut.
fn asinh_on_imaginary(y: &Exact) -> Pair {
    let one = Exact::dyadic(false, 1_u8, 0);
    let y_real = Real::Finite(y.clone());
    match y.compare(&one) {
        Ordering::Greater => (function(Op::Acosh, &y_real), pi_times(1, 2)),
        _ => (Zero(false), function(Op::Asin, &y_real)),
    }
}

fn atanh(x: &Exact, y: &Exact) -> Pair {
    let one = Exact::dyadic(false, 1_u8, 0);
    let (below, above, square) = (one.sub(x), one.add(x), y.mul(y));
    let under = below.mul(&below).add(&square);
    let over = x.mul(&Exact::dyadic(false, 1_u8, 2));
    let part = Big::of(&over).div(&Big::of(&under)).log1p().half().half();
    let across = Big::of(&below.mul(&above).sub(&square));
    let angle = Big::of(y).mul(&Big::int(2)).atan2(&across).half();
    (if x.is_zero() { Zero(false) } else { number(&part) }, number(&angle))
}
