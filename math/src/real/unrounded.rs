//! Functions of `f64` before they are rounded, for those that are made of several: good to about `2^-57`.

use super::exponential::{expm1_parts, expm1_reduced};
use super::logarithm::{Parts, log_value, log_wide, parts_of_1_plus};
use super::trigonometric;
use crate::arithmetic::Arithmetic;
use crate::bits::{low_bits, round};
use crate::constants::LN_2;
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::reduction;

pub(crate) use super::hypot::hypot;
pub(crate) use super::inverse_trigonometric::atan2;
pub(crate) use crate::reduction::NEAR;

/// `k` and `p` with `e^x = 2^k (1 + p)` and `|p| < ½`, for `|x|` up to 1000; `k` is 0 for small `x`.
#[inline(always)]
pub(crate) fn exp<A: Arithmetic, T: Lanes>(x: T) -> (T, Dd<T>) {
    expm1_parts::<A, T>(x)
}

/// The same of `2^x`.
#[inline(always)]
pub(crate) fn exp2<A: Arithmetic, T: Lanes>(x: T) -> (T, Dd<T>) {
    let k = x.each(round);
    let r = LN_2.splat().mul_fast::<A>(Dd::from(x - k)).normalize();
    (k, expm1_reduced::<A, T>(r))
}

/// Sine and cosine of an angle up to [`NEAR`] and a small one.
#[inline(always)]
pub(crate) fn sin_cos<A: Arithmetic, T: Lanes>(x: T, more: T) -> (Dd<T>, Dd<T>) {
    sin_cos_after::<A, T>(T::splat(0.0), x, more)
}

/// The same after some whole quarter turns.
#[inline(always)]
pub(crate) fn sin_cos_after<A: Arithmetic, T: Lanes>(quarters: T, x: T, more: T) -> (Dd<T>, Dd<T>) {
    let turn = reduction::near(x);
    let quarters = turn.quarters + quarters;
    let rest = Dd::new(turn.rest.hi, turn.rest.lo + more).normalize();
    let (sin, cos) = trigonometric::sin_cos::<A, T>(rest);
    let (sin, cos) = (sin.normalize(), cos.normalize());
    let odd = quarters.is(|quarters| low_bits(quarters) & 1 == 1);
    let signed = |part: T, quarters: T| {
        part.each_with(quarters, |part, quarters| {
            f64::from_bits(part.to_bits() ^ ((low_bits(quarters) & 2) << 62))
        })
    };
    let turned =
        |part: Dd<T>, quarters: T| Dd::new(signed(part.hi, quarters), signed(part.lo, quarters));
    let (first, second) = (Dd::select(odd, cos, sin), Dd::select(odd, sin, cos));
    (turned(first, quarters), turned(second, quarters + 1.0))
}

/// `log(1 + v)` for `v > -1`, rounded.
#[inline(always)]
pub(crate) fn log1p<A: Arithmetic, T: Lanes>(v: Dd<T>) -> T {
    log_value::<A, T>(parts_of_1_plus(v))
}

/// `log(2^k (1 + v))` for `v > -1`, to `2^-64`.
#[inline(always)]
pub(crate) fn log_of_power<A: Arithmetic, T: Lanes>(k: T, v: Dd<T>) -> Dd<T> {
    let parts = parts_of_1_plus(v);
    log_wide::<A, T>(Parts { k: parts.k + k, f: parts.f })
}
