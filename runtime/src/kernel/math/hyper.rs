//! Turns doubles into hyperbolic functions, their inverses, and `ln(e^a + e^b)`.

use super::bits::{clamp, pick, pow2, round, scale};
use super::dd::{Dd, square, two_sum};
use super::explog::{LN_2, Parts, exp, exp_pair, expm1_scaled, log_pair, log_value, parts_1p};
use super::fixed;

/// Below this, odd functions are their argument, to `2^-57`.
const SMALL: f64 = 3.725_290_298_461_914e-9;
/// From here on `e^-x` does not show beside `e^x`, nor 1.
const BIG_EXP: f64 = 40.0;
/// From here on `√(x² ± 1)` is `x` in a logarithm: the difference is below `2^-62`.
const BIG_LOG: f64 = 1_073_741_824.0;

/// `E = e^x - 1` for `x ≥ 0`, of meaning below 40, and `½ E`, which overflows later.
#[inline(always)]
fn growth(x: f64) -> (Dd, f64) {
    let (k, pair) = expm1_scaled(clamp(x, 0.0, 712.0));
    (pair.times(pow2(clamp(k, 0.0, 64.0))), scale(pair.value(), k - 1.0))
}

/// `½ (E + E / (1 + E))`: nothing cancels.
#[inline(always)]
pub(super) fn sinh(x: f64) -> f64 {
    let size = x.abs();
    let (e, half) = growth(size);
    let near = e.add(e.div(e.add(Dd::new(1.0)))).value() * 0.5;
    let y = pick(size > BIG_EXP, half, near);
    pick(size < SMALL, x, y.copysign(x))
}

/// `½ (e^|x| + 1 / e^|x|)`.
#[inline(always)]
pub(super) fn cosh(x: f64) -> f64 {
    let size = x.abs();
    let (e, half) = growth(size);
    let e = e.add(Dd::new(1.0));
    let near = e.add(Dd::new(1.0).div(e)).value() * 0.5;
    pick(size > BIG_EXP, half, near)
}

/// `E / (E + 2)` with `E = e^(2|x|) - 1`.
#[inline(always)]
pub(super) fn tanh(x: f64) -> f64 {
    let size = x.abs();
    let (e, _) = growth(2.0 * clamp(size, 0.0, 0.5 * BIG_EXP));
    let y = e.div(e.add(Dd::new(2.0))).value();
    pick(size < SMALL, x, y.copysign(x))
}

/// `ln(2x)` for large `x`, and `ln(1 + v)` for others.
#[inline(always)]
fn log_or_big(x: f64, v: Dd) -> f64 {
    let big = x > BIG_LOG;
    let Parts { k, f } = parts_1p(Dd::pick(big, two_sum(x, -1.0), v));
    let y = log_value(Parts { k: k + pick(big, 1.0, 0.0), f });
    pick(x < f64::INFINITY, y, x)
}

/// `ln(1 + x + x² / (1 + √(1 + x²)))` for `x ≥ 0`.
#[inline(always)]
pub(super) fn asinh(x: f64) -> f64 {
    let size = x.abs();
    let below = clamp(size, 0.0, BIG_LOG);
    let u = square(below);
    let one = Dd::new(1.0);
    let root = one.add(u).sqrt();
    let v = Dd::new(below).add(u.div(one.add(root)));
    pick(size < SMALL, x, log_or_big(size, v).copysign(x))
}

/// `ln(1 + t + √(t (x + 1)))` with `t = x - 1`.
#[inline(always)]
pub(super) fn acosh(x: f64) -> f64 {
    let inside = clamp(x, 1.0, BIG_LOG);
    let t = two_sum(inside, -1.0);
    let v = t.add(t.mul(two_sum(inside, 1.0)).sqrt());
    pick(x < 1.0, f64::NAN, log_or_big(x, v))
}

/// `½ ln(1 + 2x / (1 - x))` for `x ≥ 0`.
#[inline(always)]
pub(super) fn atanh(x: f64) -> f64 {
    let size = x.abs();
    // At 1 the logarithm has no parts; any number will do there.
    let inside = pick(size < 1.0, size, 0.5);
    let v = Dd::new(2.0 * inside).div(two_sum(1.0, -inside));
    let y = 0.5 * log_value(parts_1p(v));
    let y = pick(size < 1.0, y, pick(size == 1.0, f64::INFINITY, f64::NAN));
    pick(size < SMALL, x, y.copysign(x))
}

/// `ln(e^a + e^b)` to `2^-63` of the larger term: near a zero result that is not enough, see [`logaddexp_hard`].
#[inline(always)]
pub(super) fn logaddexp_fast(a: f64, b: f64) -> f64 {
    let (high, low) = (pick(a > b, a, b), pick(a > b, b, a));
    let d = two_sum(low, -high);
    // Beyond this the smaller term does not show; infinities, whose pairs are NaN, are also settled here.
    let apart = (d.hi <= -700.0) | (d.hi != d.hi);
    let e = exp_pair(Dd::pick(apart, Dd::new(-700.0), d));
    let l = log_pair(parts_1p(e));
    let sum = two_sum(high, l.hi);
    let y = sum.hi + (sum.lo + l.lo);
    let y = pick(apart | (high == f64::INFINITY), high, y);
    pick((a != a) | (b != b), a + b, y)
}

/// Where `ln(e^a + e^b)` is so close to 0 that the two terms cancel.
#[inline(always)]
pub(super) fn logaddexp_is_hard(y: f64) -> bool {
    y.abs() < 0.001_953_125
}

/// `ln(1 + (e^a - 1) + e^b)` in pairs all through, where `a` is the larger.
///
/// The error is `2^-99` of `|a|` (`b ≥ -700`): where the result is below `2^-36` of it, pairs do not suffice either.
#[cold]
#[inline(never)]
pub(super) fn logaddexp_hard(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    // Here `high` lies between -0.7 and 0.002, so that its series converges at once.
    let sum = taylor(Dd::new(high)).add(exp_long(low));
    if (high < 0.0) & (sum.hi.abs() < high * -1.455_191_522_836_685_2e-11) {
        return fixed::logaddexp(high, low);
    }
    if sum.hi.abs() < 1e-18 {
        return sum.value() - 0.5 * (sum.hi * sum.hi);
    }
    // |sum| ≤ 0.002: ln(1 + sum) by its artanh series.
    let s = sum.div(sum.add(Dd::new(2.0)));
    let u = s.mul(s);
    let mut series = Dd::new(0.0);
    for &c in ARTANH.iter().rev() {
        series = series.mul(u).add(c);
    }
    series.mul(s).value()
}

/// `e^x` for `x ≤ 1/16`, to `2^-99` of itself above `e^-700`.
fn exp_long(x: f64) -> Dd {
    if x < -700.0 {
        return Dd::new(exp(x));
    }
    let k = round(x * core::f64::consts::LOG2_E);
    let r = Dd::new(x).sub(LN_2.mul(Dd::new(k)));
    Dd::new(1.0).add(taylor(r)).times(pow2(k))
}

/// `e^x - 1` for `|x| ≤ ¾` by its series.
fn taylor(x: Dd) -> Dd {
    let mut sum = Dd::new(0.0);
    for &c in FACTORIALS.iter().rev() {
        sum = sum.mul(x).add(c);
    }
    sum.mul(x)
}

/// `1/1!`, `1/2!` and so on: `0.7^27 / 27!` is below `2^-105`.
const FACTORIALS: [Dd; 26] = {
    let mut table = [Dd::new(1.0); 26];
    let mut i = 1;
    while i < table.len() {
        table[i] = table[i - 1].div(Dd::new((i + 1) as f64));
        i += 1;
    }
    table
};

/// `2/1`, `2/3`, `2/5` and so on: `0.001^20` is below `2^-105` many times over.
const ARTANH: [Dd; 8] = {
    let mut table = [Dd::new(2.0); 8];
    let mut i = 1;
    while i < table.len() {
        table[i] = table[0].div(Dd::new((2 * i + 1) as f64));
        i += 1;
    }
    table
};
