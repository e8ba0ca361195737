//! Turns doubles into their exponentials and logarithms, and pairs into pairs for what is built on these.

use super::bits::{binary, clamp, pick, poly, pow2, round, scale};
use super::coefficients::{EXP, EXP_TAIL, LOG, LOG_TAIL};
use super::dd::{Dd, fast_two_sum, square, two_prod, two_sum};

/// `ln 2` to 41 bits, so that its product with any exponent is exact, and the rest of it.
const LN_2_SHORT: f64 = 0.693_147_180_559_663;
const LN_2_REST: f64 = 2.823_529_056_303_157_7e-13;
/// `ln 2`, `1 / ln 2`, `1 / ln 10`, `log10 2` (in the manner of `ln 2` above), `⅙` and `⅔` as pairs.
pub(super) const LN_2: Dd = Dd { hi: core::f64::consts::LN_2, lo: 2.319_046_813_846_299_6e-17 };
const LOG2_E: Dd = Dd { hi: core::f64::consts::LOG2_E, lo: 2.035_527_374_093_103_3e-17 };
const LOG10_E: Dd = Dd { hi: core::f64::consts::LOG10_E, lo: 1.098_319_650_216_765e-17 };
const LOG10_2_SHORT: f64 = 0.301_029_995_663_839_14;
const LOG10_2_REST: f64 = 1.420_502_322_726_61e-13;
pub(super) const SIXTH: Dd = Dd { hi: 1.0 / 6.0, lo: 9.251_858_538_542_97e-18 };
const TWO_THIRDS: Dd = Dd { hi: 2.0 / 3.0, lo: 3.700_743_415_417_188e-17 };
/// Below this, `x` is the nearest double to `expm1(x)`, `log1p(x)` and their like, within `2^-54`.
const TINY: f64 = 5.551_115_123_125_783e-17;

/// `e^x` to 0.56 ulp: `2^k (1 + r + r²·…)`, where the rounding of `1 + r` is kept.
#[inline(always)]
pub(super) fn exp(x: f64) -> f64 {
    let (k, r) = reduce(clamp(x, -746.0, 710.0));
    scale(one_plus(r), k)
}

/// `e^x` of a pair within `[-746, 710]`.
#[inline(always)]
pub(super) fn exp_of(x: Dd) -> f64 {
    let (k, r) = reduce_pair(x);
    scale(one_plus(r), k)
}

/// `e^r` for `|r| ≤ ½·ln 2`.
#[inline(always)]
fn one_plus(r: Dd) -> f64 {
    let sum = fast_two_sum(1.0, r.hi);
    let tail = (r.hi * r.hi) * (0.5 + r.hi * poly(r.hi, &EXP));
    sum.hi + (sum.lo + (r.lo + tail))
}

/// `x` as `k·ln 2 + r` with `|r| ≤ ½·ln 2`, to about `2^-84`.
#[inline(always)]
fn reduce(x: f64) -> (f64, Dd) {
    let k = round(x * LOG2_E.hi);
    // Exact: 41 bits times 11, and close to `x`.
    let rest = x - k * LN_2_SHORT;
    (k, two_sum(rest, -(k * LN_2_REST)))
}

/// The same of a pair, whose lower part need not be small beside `r`.
#[inline(always)]
fn reduce_pair(x: Dd) -> (f64, Dd) {
    let (k, r) = reduce(x.hi);
    (k, fast_two_sum(r.hi, r.lo + x.lo))
}

/// `e^r - 1` for `|r| ≤ ½·ln 2`, to `2^-59`.
#[inline(always)]
fn expm1_reduced(r: Dd) -> Dd {
    let u = square(r.hi);
    let tail = (r.hi * u.hi) * poly(r.hi, &EXP);
    let sum = fast_two_sum(r.hi, 0.5 * u.hi);
    fast_two_sum(sum.hi, sum.lo + ((0.5 * u.lo + r.lo + r.hi * r.lo) + tail))
}

/// `e^x` of a pair within `[-700, 0]`, to `2^-64`: the term in `r³` is a pair too.
#[inline(always)]
pub(super) fn exp_pair(x: Dd) -> Dd {
    let (k, r) = reduce_pair(x);
    let u = square(r.hi);
    let cube = u.mul(Dd::new(r.hi)).mul(SIXTH);
    let tail = (u.hi * u.hi) * poly(r.hi, &EXP_TAIL);
    // e^r.lo is 1 + r.lo: the whole of e^r is to be multiplied by it.
    let first = fast_two_sum(1.0, r.hi);
    let second = fast_two_sum(0.5 * u.hi, cube.hi);
    let sum = fast_two_sum(first.hi, second.hi);
    let lo = (second.lo + (0.5 * u.lo + cube.lo)) + (tail + r.lo * (1.0 + (r.hi + 0.5 * u.hi)));
    fast_two_sum(sum.hi, sum.lo + (first.lo + lo)).times(pow2(k))
}

/// `e^x - 1` as `2^k` times a pair good to `2^-58`: what `expm1` and its kin start from.
#[inline(always)]
pub(super) fn expm1_scaled(x: f64) -> (f64, Dd) {
    let (k, r) = reduce(x);
    let p = expm1_reduced(r);
    // 1 - 2^-k; beyond 2^100 the 1 that is taken away does not show.
    let inverse = pick(k > 100.0, 0.0, pow2(-clamp(k, -100.0, 100.0)));
    let base = two_sum(1.0, -inverse);
    let sum = two_sum(base.hi, p.hi);
    (k, fast_two_sum(sum.hi, sum.lo + (base.lo + p.lo)))
}

#[inline(always)]
pub(super) fn expm1(x: f64) -> f64 {
    let (k, pair) = expm1_scaled(clamp(x, -64.0, 710.0));
    pick(x.abs() < TINY, x, scale(pair.value(), k))
}

/// A logarithm's argument as `2^k (1 + f)`, with `1 + f` in `[√½, √2)`.
pub(super) struct Parts {
    pub(super) k: f64,
    pub(super) f: Dd,
}

/// The parts of a positive double, subnormal or not.
#[inline(always)]
pub(super) fn parts(x: f64) -> Parts {
    let small = x < f64::MIN_POSITIVE;
    let b = binary(pick(small, x * 18_014_398_509_481_984.0, x));
    Parts { k: b.k - pick(small, 54.0, 0.0), f: Dd::new(b.m - 1.0) }
}

/// The parts of `1 + v`, which is positive.
#[inline(always)]
pub(super) fn parts_1p(v: Dd) -> Parts {
    let sum = two_sum(1.0, v.hi);
    let b = binary(sum.hi);
    // Where nothing is scaled `f` is `v` itself: no bit of a tiny one is lost in the 1.
    let f = Dd::pick(b.k == 0.0, v, fast_two_sum(b.m - 1.0, (sum.lo + v.lo) * b.inverse));
    Parts { k: b.k, f }
}

/// `ln(1 + f)` as `2s + s³·⅔ + …` with `s = f / (2 + f)`, to `2^-65`.
///
/// `s² ≤ 0.0295`: the term in `s⁵` needs no pair, that in `s³` does.
#[inline(always)]
fn log_reduced(f: Dd) -> Dd {
    let s = quotient(f);
    let u = square(s.hi);
    let u = Dd { hi: u.hi, lo: u.lo + 2.0 * (s.hi * s.lo) };
    let c = fast_two_sum(TWO_THIRDS.hi, u.hi * poly(u.hi, &LOG_TAIL));
    let t = u.mul(Dd { hi: c.hi, lo: c.lo + TWO_THIRDS.lo }).mul(s);
    let sum = fast_two_sum(2.0 * s.hi, t.hi);
    fast_two_sum(sum.hi, sum.lo + (2.0 * s.lo + t.lo))
}

/// `f / (2 + f)`, by one division.
#[inline(always)]
fn quotient(f: Dd) -> Dd {
    let below = fast_two_sum(2.0, f.hi);
    let below = Dd { hi: below.hi, lo: below.lo + f.lo };
    let inverse = 1.0 / below.hi;
    let hi = f.hi * inverse;
    let back = two_prod(hi, below.hi);
    let rest = ((f.hi - back.hi) - back.lo) + (f.lo - hi * below.lo);
    Dd { hi, lo: rest * inverse }
}

/// `ln` of the whole, to `2^-64` or so.
#[inline(always)]
pub(super) fn log_pair(p: Parts) -> Dd {
    let l = log_reduced(p.f);
    let sum = two_sum(p.k * LN_2_SHORT, l.hi);
    // Both parts of k·ln 2: the first is exact, the second good to 2^-95.
    fast_two_sum(sum.hi, sum.lo + (p.k * LN_2_REST + l.lo))
}

/// What logarithms are outside the positive numbers: -∞ at 0, NaN below, ∞ at ∞.
#[inline(always)]
fn log_limits(x: f64, inside: f64) -> f64 {
    let y = pick(x < f64::INFINITY, inside, x);
    let y = pick(x == 0.0, f64::NEG_INFINITY, y);
    pick(x < 0.0, f64::NAN, y)
}

/// `ln(1 + f)` to `2^-58`: only the leading `2s` of the series is kept in two parts.
#[inline(always)]
fn log_short(f: Dd) -> Dd {
    let s = quotient(f);
    let u = s.hi * s.hi;
    Dd { hi: 2.0 * s.hi, lo: 2.0 * s.lo + s.hi * (u * poly(u, &LOG)) }
}

/// `ln` of the whole, to `2^-57`.
#[inline(always)]
pub(super) fn log_value(p: Parts) -> f64 {
    let l = log_short(p.f);
    let sum = two_sum(p.k * LN_2_SHORT, l.hi);
    sum.hi + (sum.lo + (p.k * LN_2_REST + l.lo))
}

#[inline(always)]
pub(super) fn log(x: f64) -> f64 {
    log_limits(x, log_value(parts(x)))
}

#[inline(always)]
pub(super) fn log1p(x: f64) -> f64 {
    let y = log_value(parts_1p(Dd::new(x)));
    pick(x.abs() < TINY, x, log_limits(1.0 + x, y))
}

#[inline(always)]
pub(super) fn log2(x: f64) -> f64 {
    let p = parts(x);
    let l = log_short(p.f).mul(LOG2_E);
    let sum = two_sum(p.k, l.hi);
    log_limits(x, sum.hi + (sum.lo + l.lo))
}

#[inline(always)]
pub(super) fn log10(x: f64) -> f64 {
    let p = parts(x);
    let l = log_short(p.f).mul(LOG10_E);
    let sum = two_sum(p.k * LOG10_2_SHORT, l.hi);
    log_limits(x, sum.hi + (sum.lo + (p.k * LOG10_2_REST + l.lo)))
}
