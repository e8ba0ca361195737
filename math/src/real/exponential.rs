//! `exp` and `expm1` of `f64`, and of double-doubles for the functions that are built on them.

use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{clamp, pow2, round, scale, select};
use crate::constants::{LN_2, LN_2_PIECES, LOG2_E, SIXTH};
use crate::double_double::Dd;
use crate::polynomials::{EXP, EXP_TAIL, polynomial};

/// Below this, `x` is the `f64` nearest to `expm1::<A>(x)`, `log1p::<A>(x)` and their like, within `2^-54`.
pub(super) const TINY: f64 = pow2(-54.0);

/// `2^k (1 + r + r²·…)`, where the rounding of `1 + r` is kept.
#[inline(always)]
pub(super) fn exp(x: f64) -> f64 {
    let (k, r) = reduce(clamp(x, -746.0, 710.0));
    scale(exp_reduced(r), k)
}

/// As [`exp`]; the part of `x` that is no integer is exact.
#[inline(always)]
pub(super) fn exp2<A: Arithmetic>(x: f64) -> f64 {
    let x = clamp(x, -1080.0, 1030.0);
    let k = round(x);
    scale(exp_reduced(LN_2.mul_fast::<A>(Dd::from(x - k)).normalize()), k)
}

/// `1/(1 + e^-|x|)`, or `e^-|x|` times that for a negative `x`, where the 1 soon makes no difference.
#[inline(always)]
pub(super) fn sigmoid<A: Arithmetic>(x: f64) -> f64 {
    let e = exp_wide::<A>(Dd::from(clamp(-x.abs(), -50.0, 0.0)));
    let y = Dd::select(x < 0.0, e, Dd::ONE).div_fast::<A>(Dd::ONE.add_fast(e));
    let y = select(x < -40.0, exp(x), y.value());
    select(x.is_nan(), x, y)
}

/// `e^x` of a double-double within `[-746, 710]`.
#[inline(always)]
pub(super) fn exp_of(x: Dd) -> f64 {
    let (k, r) = reduce_wide(x);
    scale(exp_reduced(r), k)
}

#[inline(always)]
pub(super) fn expm1<A: Arithmetic>(x: f64) -> f64 {
    let (k, y) = expm1_scaled::<A>(clamp(x, -64.0, 710.0));
    select(x.abs() < TINY, x, scale(y.value(), k))
}

/// `x` as `k·ln 2 + r` with `|r| ≤ ½·ln 2`, to about `2^-84`.
#[inline(always)]
fn reduce(x: f64) -> (f64, Dd) {
    let k = round(x * LOG2_E.hi);
    // Exact: 41 bits times 11, and close to `x`.
    let rest = x - k * LN_2_PIECES[0];
    // Where `rest` is the smaller one, it is below 2^-31, and what the sum loses is below 2^-84.
    (k, Dd::ordered_sum(rest, -(k * LN_2_PIECES[1])))
}

/// The same of a double-double, whose lower part need not be small beside `r`.
#[inline(always)]
fn reduce_wide(x: Dd) -> (f64, Dd) {
    let (k, r) = reduce(x.hi);
    (k, Dd::ordered_sum(r.hi, r.lo + x.lo))
}

/// `e^r` for `|r| ≤ ½·ln 2`.
#[inline(always)]
fn exp_reduced(r: Dd) -> f64 {
    let sum = Dd::ordered_sum(1.0, r.hi);
    let tail = (r.hi * r.hi) * (0.5 + r.hi * polynomial::<Plain, _>(r.hi, &EXP));
    sum.hi + (sum.lo + (r.lo + tail))
}

/// `e^r - 1` for `|r| ≤ ½·ln 2`, to `2^-59`.
#[inline(always)]
fn expm1_reduced<A: Arithmetic>(r: Dd) -> Dd {
    let u = Dd::square_of::<A>(r.hi);
    let tail = (r.hi * u.hi) * polynomial::<Plain, _>(r.hi, &EXP);
    let sum = Dd::ordered_sum(r.hi, 0.5 * u.hi);
    Dd::ordered_sum(sum.hi, sum.lo + ((0.5 * u.lo + r.lo + r.hi * r.lo) + tail))
}

/// `e^x - 1` as `2^k` times a double-double good to `2^-58`: what `expm1` and the hyperbolic functions start from.
#[inline(always)]
pub(super) fn expm1_scaled<A: Arithmetic>(x: f64) -> (f64, Dd) {
    let (k, r) = reduce(x);
    let p = expm1_reduced::<A>(r);
    // 1 - 2^-k; beyond 2^100 the 1 that is subtracted makes no difference.
    let inverse = select(k > 100.0, 0.0, pow2(-clamp(k, -100.0, 100.0)));
    let base = Dd::sum(1.0, -inverse);
    let sum = Dd::sum(base.hi, p.hi);
    (k, Dd::ordered_sum(sum.hi, sum.lo + (base.lo + p.lo)))
}

/// `e^x` of a double-double within `[-700, 0]`, to `2^-64`: the term in `r³` is a double-double too.
#[inline(always)]
pub(super) fn exp_wide<A: Arithmetic>(x: Dd) -> Dd {
    let (k, r) = reduce_wide(x);
    let u = Dd::square_of::<A>(r.hi);
    let cube = u.mul_fast::<A>(Dd::from(r.hi)).mul_fast::<A>(SIXTH);
    let tail = (u.hi * u.hi) * polynomial::<Plain, _>(r.hi, &EXP_TAIL);
    // e^r.lo is 1 + r.lo, by which the whole of e^r.hi is multiplied.
    let first = Dd::ordered_sum(1.0, r.hi);
    let second = Dd::ordered_sum(0.5 * u.hi, cube.hi);
    let sum = Dd::ordered_sum(first.hi, second.hi);
    let lo = (second.lo + (0.5 * u.lo + cube.lo)) + (tail + r.lo * (1.0 + (r.hi + 0.5 * u.hi)));
    Dd::ordered_sum(sum.hi, sum.lo + (first.lo + lo)).scale(pow2(k))
}
