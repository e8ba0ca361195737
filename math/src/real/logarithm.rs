//! `log`, `log1p`, `log2` and `log10` of `f64`, and of double-doubles for the functions that are built on them.

use super::exponential::TINY;
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{pow2, select, split_each};
use crate::constants::{LN_2_PIECES, LOG2_E, LOG10_2_PIECES, LOG10_E, TWO_THIRDS};
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::polynomials::{LOG, LOG_TAIL, polynomial};

#[inline(always)]
pub(super) fn log<A: Arithmetic, T: Lanes>(x: T) -> T {
    log_value::<A, T>(parts(x)).each_with(x, limits)
}

#[inline(always)]
pub(super) fn log1p<A: Arithmetic, T: Lanes>(x: T) -> T {
    let y = log_value::<A, T>(parts_of_1_plus(Dd::from(x)));
    y.each_with(x, |y, x| select(x.abs() < TINY, x, limits(y, 1.0 + x)))
}

#[inline(always)]
pub(super) fn log2<A: Arithmetic, T: Lanes>(x: T) -> T {
    let p = parts(x);
    let l = log_reduced::<A, T>(p.f).mul_fast::<A>(LOG2_E.splat());
    let sum = Dd::sum(p.k, l.hi);
    (sum.hi + (sum.lo + l.lo)).each_with(x, limits)
}

#[inline(always)]
pub(super) fn log10<A: Arithmetic, T: Lanes>(x: T) -> T {
    let p = parts(x);
    let l = log_reduced::<A, T>(p.f).mul_fast::<A>(LOG10_E.splat());
    let sum = Dd::sum(p.k * LOG10_2_PIECES[0], l.hi);
    (sum.hi + (sum.lo + (p.k * LOG10_2_PIECES[1] + l.lo))).each_with(x, limits)
}

/// A logarithm of `x` given what it is `inside` the positive finite numbers: -∞ at 0, NaN below, ∞ at ∞.
#[inline(always)]
fn limits(inside: f64, x: f64) -> f64 {
    let y = select(x < f64::INFINITY, inside, x);
    let y = select(x == 0.0, f64::NEG_INFINITY, y);
    select(x < 0.0, f64::NAN, y)
}

/// The argument of a logarithm as `2^k (1 + f)`, with `1 + f` in `[√½, √2)`.
pub(super) struct Parts<T> {
    pub(super) k: T,
    pub(super) f: Dd<T>,
}

/// The parts of a positive `f64`, which may be subnormal.
#[inline(always)]
pub(super) fn parts<T: Lanes>(x: T) -> Parts<T> {
    let small = |x: f64| x < f64::MIN_POSITIVE;
    let b = split_each(x.each(|x| select(small(x), x * const { pow2(54.0) }, x)));
    Parts { k: b.k - x.each(|x| select(small(x), 54.0, 0.0)), f: Dd::from(b.m - 1.0) }
}

/// The parts of `1 + v`, which is positive.
#[inline(always)]
pub(super) fn parts_of_1_plus<T: Lanes>(v: Dd<T>) -> Parts<T> {
    let sum = Dd::sum(T::splat(1.0), v.hi);
    let b = split_each(sum.hi);
    // Where nothing is scaled `f` is `v` itself: no bit of a tiny one is lost in the 1.
    let scaled = Dd::ordered_sum(b.m - 1.0, (sum.lo + v.lo) * b.inverse);
    let f = Dd::select(b.k.is(|k| k == 0.0), v, scaled);
    Parts { k: b.k, f }
}

/// `ln` of the whole, to `2^-57`.
#[inline(always)]
pub(super) fn log_value<A: Arithmetic, T: Lanes>(p: Parts<T>) -> T {
    let l = log_reduced::<A, T>(p.f);
    let sum = Dd::sum(p.k * LN_2_PIECES[0], l.hi);
    sum.hi + (sum.lo + (p.k * LN_2_PIECES[1] + l.lo))
}

/// `ln` of the whole, to `2^-64` or so.
#[inline(always)]
pub(super) fn log_wide<A: Arithmetic, T: Lanes>(p: Parts<T>) -> Dd<T> {
    let l = log_reduced_wide::<A, T>(p.f);
    let sum = Dd::sum(p.k * LN_2_PIECES[0], l.hi);
    // Both pieces of k·ln 2: the first is exact, the second good to 2^-95.
    Dd::ordered_sum(sum.hi, sum.lo + (p.k * LN_2_PIECES[1] + l.lo))
}

/// `ln(1 + f)` to `2^-58`: only the leading `2s` of the series in `s = f / (2 + f)` is kept in two parts.
#[inline(always)]
fn log_reduced<A: Arithmetic, T: Lanes>(f: Dd<T>) -> Dd<T> {
    let s = quotient::<A, T>(f);
    let u = s.hi * s.hi;
    Dd::new(s.hi * 2.0, s.lo * 2.0 + s.hi * (u * polynomial::<Plain, _, _>(u, &LOG)))
}

/// `ln(1 + f)` as `2s + s³·⅔ + …` with `s = f / (2 + f)`, to `2^-65`.
///
/// `s² ≤ 0.0295`: the term in `s³` has to be a double-double, that in `s⁵` need not be.
#[inline(always)]
fn log_reduced_wide<A: Arithmetic, T: Lanes>(f: Dd<T>) -> Dd<T> {
    let s = quotient::<A, T>(f);
    let u = Dd::square_of::<A>(s.hi);
    let u = Dd::new(u.hi, u.lo + (s.hi * s.lo) * 2.0);
    let tail = u.hi * polynomial::<Plain, _, _>(u.hi, &LOG_TAIL);
    let c = Dd::ordered_sum(T::splat(TWO_THIRDS.hi), tail);
    let t = u.mul_fast::<A>(Dd::new(c.hi, c.lo + TWO_THIRDS.lo)).mul_fast::<A>(s);
    let sum = Dd::ordered_sum(s.hi * 2.0, t.hi);
    Dd::ordered_sum(sum.hi, sum.lo + (s.lo * 2.0 + t.lo))
}

/// `f / (2 + f)`, by one division.
#[inline(always)]
fn quotient<A: Arithmetic, T: Lanes>(f: Dd<T>) -> Dd<T> {
    let below = Dd::ordered_sum(T::splat(2.0), f.hi);
    let below = Dd::new(below.hi, below.lo + f.lo);
    let inverse = T::splat(1.0) / below.hi;
    let hi = f.hi * inverse;
    let back = Dd::product::<A>(hi, below.hi);
    let rest = ((f.hi - back.hi) - back.lo) + (f.lo - hi * below.lo);
    Dd::new(hi, rest * inverse)
}
