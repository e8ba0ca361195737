//! `exp` and `expm1` of `f64`, and of double-doubles for the functions that are built on them.

use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{clamp, pow2, round, scale, select};
use crate::constants::{LN_2, LN_2_PIECES, LOG2_E, SIXTH};
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::polynomials::{EXP, EXP_TAIL, polynomial};

/// Below this, `x` is the `f64` nearest to `expm1::<A>(x)`, `log1p::<A>(x)` and their like, within `2^-54`.
pub(super) const TINY: f64 = pow2(-54.0);

/// `2^k (1 + r + r²·…)`, where the rounding of `1 + r` is kept.
#[inline(always)]
pub(super) fn exp<T: Lanes>(x: T) -> T {
    let (k, r) = reduce(x.each(|x| clamp(x, -746.0, 710.0)));
    exp_reduced(r).each_with(k, scale)
}

/// As [`exp`]; the part of `x` that is no integer is exact.
#[inline(always)]
pub(super) fn exp2<A: Arithmetic, T: Lanes>(x: T) -> T {
    let x = x.each(|x| clamp(x, -1080.0, 1030.0));
    let k = x.each(round);
    let r = LN_2.splat().mul_fast::<A>(Dd::from(x - k)).normalize();
    exp_reduced(r).each_with(k, scale)
}

/// `1/(1 + e^-|x|)`, or `e^-|x|` times that for a negative `x`.
#[inline(always)]
pub(super) fn sigmoid<A: Arithmetic, T: Lanes>(x: T) -> T {
    let (k, p) = expm1_parts::<A, T>(x.each(|x| clamp(-x.abs(), -750.0, 0.0)));
    let (one, power) = (T::splat(1.0), k.each(|k| pow2(clamp(k, -100.0, 0.0))));
    let under = Dd::ordered_sum(one, power).add_smaller(p.scale(power));
    let negative = x.is(|x| x < 0.0);
    let over = Dd::select(negative, Dd::from(one).add_smaller(p), Dd::from(one));
    // `e^-|x|` without its power of 2, which comes last: the result may be subnormal.
    over.div_fast::<A>(under).value().each_with(T::select(negative, k, T::splat(0.0)), scale)
}

/// `e^x` of a double-double within `[-746, 710]`.
#[inline(always)]
pub(super) fn exp_of<T: Lanes>(x: Dd<T>) -> T {
    let (k, r) = reduce_wide(x);
    exp_reduced(r).each_with(k, scale)
}

#[inline(always)]
pub(super) fn expm1<A: Arithmetic, T: Lanes>(x: T) -> T {
    let (k, p) = expm1_parts::<A, T>(x.each(|x| clamp(x, -64.0, 710.0)));
    // 1 - 2^-k; beyond 2^100 the 1 that is subtracted makes no difference.
    let inverse = k.each(|k| select(k > 100.0, 0.0, pow2(-clamp(k, -100.0, 100.0))));
    let base = Dd::sum(T::splat(1.0), -inverse);
    let sum = Dd::sum(base.hi, p.hi);
    let y = Dd::ordered_sum(sum.hi, sum.lo + (base.lo + p.lo)).value();
    T::select(x.is(|x| x.abs() < TINY), x, y.each_with(k, scale))
}

/// `x` as `k·ln 2 + r` with `|r| ≤ ½·ln 2`, to about `2^-84`.
#[inline(always)]
pub(super) fn reduce<T: Lanes>(x: T) -> (T, Dd<T>) {
    let k = (x * LOG2_E.hi).each(round);
    // Exact: 41 bits times 11, and close to `x`.
    let rest = x - k * LN_2_PIECES[0];
    // Where `rest` is the smaller one, it is below 2^-31, and what the sum loses is below 2^-84.
    (k, Dd::ordered_sum(rest, -(k * LN_2_PIECES[1])))
}

/// The same of a double-double, whose lower part need not be small beside `r`.
#[inline(always)]
fn reduce_wide<T: Lanes>(x: Dd<T>) -> (T, Dd<T>) {
    let (k, r) = reduce(x.hi);
    (k, Dd::ordered_sum(r.hi, r.lo + x.lo))
}

/// `e^r` for `|r| ≤ ½·ln 2`.
#[inline(always)]
fn exp_reduced<T: Lanes>(r: Dd<T>) -> T {
    let sum = Dd::ordered_sum(T::splat(1.0), r.hi);
    let tail = (r.hi * r.hi) * (r.hi * polynomial::<Plain, _, _>(r.hi, &EXP) + 0.5);
    sum.hi + (sum.lo + (r.lo + tail))
}

/// `e^r - 1` for `|r| ≤ ½·ln 2`, to `2^-59`.
#[inline(always)]
pub(super) fn expm1_reduced<A: Arithmetic, T: Lanes>(r: Dd<T>) -> Dd<T> {
    let u = Dd::square_of::<A>(r.hi);
    let tail = (r.hi * u.hi) * polynomial::<Plain, _, _>(r.hi, &EXP);
    let sum = Dd::ordered_sum(r.hi, u.hi * 0.5);
    Dd::ordered_sum(sum.hi, sum.lo + ((u.lo * 0.5 + r.lo + r.hi * r.lo) + tail))
}

/// `k` and `p` with `e^x = 2^k (1 + p)` and `|p| < ½`, where `p` is good to `2^-59`: what functions of `e^x - 1` start from.
#[inline(always)]
pub(super) fn expm1_parts<A: Arithmetic, T: Lanes>(x: T) -> (T, Dd<T>) {
    let (k, r) = reduce(x);
    (k, expm1_reduced::<A, T>(r))
}

/// `e^x` of a double-double within `[-700, 0]`, to `2^-64`: the term in `r³` is a double-double too.
#[inline(always)]
pub(super) fn exp_wide<A: Arithmetic, T: Lanes>(x: Dd<T>) -> Dd<T> {
    let (k, r) = reduce_wide(x);
    let u = Dd::square_of::<A>(r.hi);
    let cube = u.mul_fast::<A>(Dd::from(r.hi)).mul_fast::<A>(SIXTH.splat());
    let tail = (u.hi * u.hi) * polynomial::<Plain, _, _>(r.hi, &EXP_TAIL);
    // e^r.lo is 1 + r.lo, by which the whole of e^r.hi is multiplied.
    let first = Dd::ordered_sum(T::splat(1.0), r.hi);
    let second = Dd::ordered_sum(u.hi * 0.5, cube.hi);
    let sum = Dd::ordered_sum(first.hi, second.hi);
    let lo = (second.lo + (u.lo * 0.5 + cube.lo)) + (tail + r.lo * ((r.hi + u.hi * 0.5) + 1.0));
    Dd::ordered_sum(sum.hi, sum.lo + (first.lo + lo)).scale(k.each(pow2))
}
