//! `log`, `log1p`, `log2` and `log10` of `f64`, and of double-doubles for the functions that are built on them.

use super::exponential::TINY;
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{pow2, select, split};
use crate::constants::{LN_2_PIECES, LOG2_E, LOG10_2_PIECES, LOG10_E, TWO_THIRDS};
use crate::double_double::Dd;
use crate::polynomials::{LOG, LOG_TAIL, polynomial};

#[inline(always)]
pub(super) fn log<A: Arithmetic>(x: f64) -> f64 {
    limits(x, log_value::<A>(parts(x)))
}

#[inline(always)]
pub(super) fn log1p<A: Arithmetic>(x: f64) -> f64 {
    let y = log_value::<A>(parts_of_1_plus(Dd::from(x)));
    select(x.abs() < TINY, x, limits(1.0 + x, y))
}

#[inline(always)]
pub(super) fn log2<A: Arithmetic>(x: f64) -> f64 {
    let p = parts(x);
    let l = log_reduced::<A>(p.f).mul_fast::<A>(LOG2_E);
    let sum = Dd::sum(p.k, l.hi);
    limits(x, sum.hi + (sum.lo + l.lo))
}

#[inline(always)]
pub(super) fn log10<A: Arithmetic>(x: f64) -> f64 {
    let p = parts(x);
    let l = log_reduced::<A>(p.f).mul_fast::<A>(LOG10_E);
    let sum = Dd::sum(p.k * LOG10_2_PIECES[0], l.hi);
    limits(x, sum.hi + (sum.lo + (p.k * LOG10_2_PIECES[1] + l.lo)))
}

/// A logarithm given what it is `inside` the positive finite numbers: -∞ at 0, NaN below, ∞ at ∞.
#[inline(always)]
pub(super) fn limits(x: f64, inside: f64) -> f64 {
    let y = select(x < f64::INFINITY, inside, x);
    let y = select(x == 0.0, f64::NEG_INFINITY, y);
    select(x < 0.0, f64::NAN, y)
}

/// The argument of a logarithm as `2^k (1 + f)`, with `1 + f` in `[√½, √2)`.
pub(super) struct Parts {
    pub(super) k: f64,
    pub(super) f: Dd,
}

/// The parts of a positive `f64`, which may be subnormal.
#[inline(always)]
pub(super) fn parts(x: f64) -> Parts {
    let small = x < f64::MIN_POSITIVE;
    let b = split(select(small, x * const { pow2(54.0) }, x));
    Parts { k: b.k - select(small, 54.0, 0.0), f: Dd::from(b.m - 1.0) }
}

/// The parts of `1 + v`, which is positive.
#[inline(always)]
pub(super) fn parts_of_1_plus(v: Dd) -> Parts {
    let sum = Dd::sum(1.0, v.hi);
    let b = split(sum.hi);
    // Where nothing is scaled `f` is `v` itself: no bit of a tiny one is lost in the 1.
    let f = Dd::select(b.k == 0.0, v, Dd::ordered_sum(b.m - 1.0, (sum.lo + v.lo) * b.inverse));
    Parts { k: b.k, f }
}

/// `ln` of the whole, to `2^-57`.
#[inline(always)]
pub(super) fn log_value<A: Arithmetic>(p: Parts) -> f64 {
    let l = log_reduced::<A>(p.f);
    let sum = Dd::sum(p.k * LN_2_PIECES[0], l.hi);
    sum.hi + (sum.lo + (p.k * LN_2_PIECES[1] + l.lo))
}

/// `ln` of the whole, to `2^-64` or so.
#[inline(always)]
pub(super) fn log_wide<A: Arithmetic>(p: Parts) -> Dd {
    let l = log_reduced_wide::<A>(p.f);
    let sum = Dd::sum(p.k * LN_2_PIECES[0], l.hi);
    // Both pieces of k·ln 2: the first is exact, the second good to 2^-95.
    Dd::ordered_sum(sum.hi, sum.lo + (p.k * LN_2_PIECES[1] + l.lo))
}

/// `ln(1 + f)` to `2^-58`: only the leading `2s` of the series in `s = f / (2 + f)` is kept in two parts.
#[inline(always)]
fn log_reduced<A: Arithmetic>(f: Dd) -> Dd {
    let s = quotient::<A>(f);
    let u = s.hi * s.hi;
    Dd::new(2.0 * s.hi, 2.0 * s.lo + s.hi * (u * polynomial::<Plain, _>(u, &LOG)))
}

/// `ln(1 + f)` as `2s + s³·⅔ + …` with `s = f / (2 + f)`, to `2^-65`.
///
/// `s² ≤ 0.0295`: the term in `s³` has to be a double-double, that in `s⁵` need not be.
#[inline(always)]
fn log_reduced_wide<A: Arithmetic>(f: Dd) -> Dd {
    let s = quotient::<A>(f);
    let u = Dd::square_of::<A>(s.hi);
    let u = Dd::new(u.hi, u.lo + 2.0 * (s.hi * s.lo));
    let c = Dd::ordered_sum(TWO_THIRDS.hi, u.hi * polynomial::<Plain, _>(u.hi, &LOG_TAIL));
    let t = u.mul_fast::<A>(Dd::new(c.hi, c.lo + TWO_THIRDS.lo)).mul_fast::<A>(s);
    let sum = Dd::ordered_sum(2.0 * s.hi, t.hi);
    Dd::ordered_sum(sum.hi, sum.lo + (2.0 * s.lo + t.lo))
}

/// `f / (2 + f)`, by one division.
#[inline(always)]
fn quotient<A: Arithmetic>(f: Dd) -> Dd {
    let below = Dd::ordered_sum(2.0, f.hi);
    let below = Dd::new(below.hi, below.lo + f.lo);
    let inverse = 1.0 / below.hi;
    let hi = f.hi * inverse;
    let back = Dd::product::<A>(hi, below.hi);
    let rest = ((f.hi - back.hi) - back.lo) + (f.lo - hi * below.lo);
    Dd::new(hi, rest * inverse)
}
