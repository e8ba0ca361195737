//! Turns singles into elementary functions by way of doubles, whose plain arithmetic is off by 2^-30 or less before the last rounding.
//!
//! Doubles hold every square and quotient of singles, so there is nothing to scale, and no pair is needed.
#![expect(
    clippy::cast_possible_truncation,
    reason = "rounding the double is the last step of each function"
)]

use super::bits::{binary, clamp, low_bits, pick, poly, pow2, round};
use super::coefficients::{ATAN_SHORT, COS, EXP_SHORT, EXP_SHORTEST, LOG_SHORT, SIN, SIN_WIDE};
use super::{arc, hyper, power, trig};
use core::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2, LN_2, LOG2_E, LOG10_2, LOG10_E, PI};

/// `π` in pieces of 29, 29 and 53 bits: the first two are exact times quotients below `2^24`, and halves.
const PI_PARTS: [f64; 3] =
    [3.141_592_651_605_606, 1.984_187_154_857_597_3e-9, 4.503_483_548_312_435e-18];
/// Up to here the pieces of `π` give the rest of an angle.
const NEAR: f32 = 4_194_304.0;

/// `e^x` as `2^k` and `e^r - 1`, for `|x| ≤ 300`.
#[inline(always)]
fn exp_parts<const N: usize>(x: f64, coefficients: &[f64; N]) -> (f64, f64) {
    let k = round(x * LOG2_E);
    let r = x - k * LN_2;
    (pow2(k), r + (r * r) * (0.5 + r * poly(r, coefficients)))
}

/// `e^x`, to `2^-30`: enough where nothing but rounding follows.
#[inline(always)]
fn exp_last(x: f64) -> f64 {
    let (power, p) = exp_parts(clamp(x, -300.0, 300.0), &EXP_SHORTEST);
    power + power * p
}

/// `e^x`, to `2^-35`.
#[inline(always)]
fn exp_wide(x: f64) -> f64 {
    let (power, p) = exp_parts(clamp(x, -300.0, 300.0), &EXP_SHORT);
    power + power * p
}

#[inline(always)]
fn expm1_wide(x: f64) -> f64 {
    let (power, p) = exp_parts(x, &EXP_SHORT);
    power * p + (power - 1.0)
}

/// `ln(1 + f)` for `1 + f` in `[√½, √2)`.
#[inline(always)]
fn log_reduced(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let u = s * s;
    2.0 * s + (s * u) * poly(u, &LOG_SHORT)
}

/// `ln(1 + v)` for finite `v > -1`.
#[inline(always)]
fn log1p_wide(v: f64) -> f64 {
    let sum = 1.0 + v;
    let b = binary(sum);
    // What `1 + v` lost, which for `|v| < 1` is most of a small `v`.
    let f = pick(b.k == 0.0, v, (b.m - 1.0) + (v - (sum - 1.0)) * b.inverse);
    b.k * LN_2 + log_reduced(f)
}

/// What logarithms are outside the positive numbers, rounded.
#[inline(always)]
fn log_limits(x: f64, inside: f64) -> f32 {
    let y = pick(x < f64::INFINITY, inside, x);
    let y = pick(x == 0.0, f64::NEG_INFINITY, y);
    pick(x < 0.0, f64::NAN, y) as f32
}

/// An odd function's value from that of `|x|`.
#[inline(always)]
fn odd(x: f64, y: f64) -> f32 {
    y.copysign(x) as f32
}

#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    exp_last(f64::from(x)) as f32
}

#[inline(always)]
pub(super) fn expm1(x: f32) -> f32 {
    let y = expm1_wide(clamp(f64::from(x), -300.0, 300.0)) as f32;
    if x == 0.0 { x } else { y }
}

#[inline(always)]
pub(super) fn log(x: f32) -> f32 {
    let x = f64::from(x);
    let b = binary(x);
    log_limits(x, b.k * LN_2 + log_reduced(b.m - 1.0))
}

#[inline(always)]
pub(super) fn log2(x: f32) -> f32 {
    let x = f64::from(x);
    let b = binary(x);
    log_limits(x, b.k + log_reduced(b.m - 1.0) * LOG2_E)
}

#[inline(always)]
pub(super) fn log10(x: f32) -> f32 {
    let x = f64::from(x);
    let b = binary(x);
    log_limits(x, b.k * LOG10_2 + log_reduced(b.m - 1.0) * LOG10_E)
}

#[inline(always)]
pub(super) fn log1p(x: f32) -> f32 {
    let wide = f64::from(x);
    let y = log_limits(1.0 + wide, log1p_wide(wide));
    if x == 0.0 { x } else { y }
}

#[inline(always)]
pub(super) fn sinh(x: f32) -> f32 {
    let x = f64::from(x);
    let e = expm1_wide(clamp(x.abs(), 0.0, 300.0));
    odd(x, 0.5 * (e + e / (1.0 + e)))
}

#[inline(always)]
pub(super) fn cosh(x: f32) -> f32 {
    let e = exp_wide(f64::from(x).abs());
    (0.5 * (e + 1.0 / e)) as f32
}

#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    let x = f64::from(x);
    let e = expm1_wide(2.0 * clamp(x.abs(), 0.0, 22.0));
    odd(x, e / (e + 2.0))
}

#[inline(always)]
pub(super) fn asinh(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    let y = log1p_wide(size + size * size / (1.0 + (1.0 + size * size).sqrt()));
    odd(x, pick(size < f64::INFINITY, y, size))
}

#[inline(always)]
pub(super) fn acosh(x: f32) -> f32 {
    let x = f64::from(x);
    let t = x - 1.0;
    let y = pick(x < f64::INFINITY, log1p_wide(t + (t * (x + 1.0)).sqrt()), x);
    pick(x < 1.0, f64::NAN, y) as f32
}

#[inline(always)]
pub(super) fn atanh(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    let y = 0.5 * log1p_wide(2.0 * size / (1.0 - size));
    let y = pick(size < 1.0, y, pick(size == 1.0, f64::INFINITY, f64::NAN));
    odd(x, y)
}

/// The angle of the point `(x, y)` with finite `x, y ≥ 0`, not both 0.
#[inline(always)]
fn angle(y: f64, x: f64) -> f64 {
    let (high, middle) = (y > arc::OCTANTS.1 * x, y > arc::OCTANTS.0 * x);
    let over = pick(high, -x, pick(middle, y - x, y));
    let under = pick(high, y, pick(middle, y + x, x));
    let base = pick(high, FRAC_PI_2, pick(middle, 0.5 * FRAC_PI_2, 0.0));
    let t = over / under;
    let u = t * t;
    base + (t + (t * u) * poly(u, &ATAN_SHORT))
}

#[inline(always)]
pub(super) fn atan(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    odd(x, angle(pick(size > 1e100, 1e100, size), 1.0))
}

#[inline(always)]
pub(super) fn asin(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    odd(x, pick(size > 1.0, f64::NAN, angle(size, ((1.0 - size) * (1.0 + size)).sqrt())))
}

#[inline(always)]
pub(super) fn acos(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    let a = angle(((1.0 - size) * (1.0 + size)).sqrt(), size);
    pick(size > 1.0, f64::NAN, pick(x < 0.0, PI - a, a)) as f32
}

#[inline(always)]
pub(super) fn atan2(y: f32, x: f32) -> f32 {
    let (y, x) = (f64::from(y), f64::from(x));
    let (tall, wide) = (y.abs(), x.abs());
    let most = pick(tall > wide, tall, wide);
    // Two zeros or two infinities are as good as (0, 1) and (1, 1).
    let infinite = most == f64::INFINITY;
    let tall = pick(infinite, pick(tall == most, 1.0, 0.0), tall);
    let wide = pick(infinite, pick(wide == most, 1.0, 0.0), wide);
    let a = angle(tall, pick(most == 0.0, 1.0, wide));
    let r = pick(x.is_sign_negative(), PI - a, a).copysign(y);
    pick((x != x) | (y != y), f64::NAN, r) as f32
}

#[inline(always)]
pub(super) fn hypot(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x), f64::from(y));
    let r = (x * x + y * y).sqrt();
    pick((x.abs() == f64::INFINITY) | (y.abs() == f64::INFINITY), f64::INFINITY, r) as f32
}

/// `e^(y·ln|x|)`: the exponent is good to `2^-40` where the result is neither 0 nor infinite.
#[inline(always)]
pub(super) fn pow(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x), f64::from(y));
    let b = binary(x.abs());
    let l = b.k * LN_2 + log_reduced(b.m - 1.0);
    power::power_limits(x, y, exp_last(y * l)) as f32
}

/// `ln(e^a + e^b)` to `2^-34` of the larger term.
#[inline(always)]
pub(super) fn logaddexp_fast(a: f32, b: f32) -> f32 {
    let (a, b) = (f64::from(a), f64::from(b));
    let (high, low) = (pick(a > b, a, b), pick(a > b, b, a));
    let y = high + log1p_wide(exp_wide(low - high));
    let y = pick((low == f64::NEG_INFINITY) | (high == f64::INFINITY), high, y);
    pick((a != a) | (b != b), f64::NAN, y) as f32
}

/// Where the terms cancel so far that [`logaddexp_fast`] is no longer within an ulp.
#[inline(always)]
pub(super) fn logaddexp_is_hard(y: f32) -> bool {
    y.abs() < 0.015_625
}

/// As for doubles, which are good to `2^-58`; below `2^-30` by pairs.
#[cold]
#[inline(never)]
pub(super) fn logaddexp_hard(a: f32, b: f32) -> f32 {
    let (a, b) = (f64::from(a), f64::from(b));
    let y = hyper::logaddexp_fast(a, b);
    let y = if y.abs() < 9.313_225_746_154_785e-10 { hyper::logaddexp_hard(a, b) } else { y };
    y as f32
}

/// Whether an angle is too large for the fast functions here.
#[inline(always)]
pub(super) fn is_far(x: f32) -> bool {
    (x.abs() > NEAR) & (x.abs() < f32::INFINITY)
}

/// `x - k·π`, where `k` may be half an integer.
#[inline(always)]
fn rest(x: f64, k: f64) -> f64 {
    ((x - k * PI_PARTS[0]) - k * PI_PARTS[1]) - k * PI_PARTS[2]
}

/// `sin r` for `|r| ≤ π/2`, negative where `k` is odd.
#[inline(always)]
fn sin_wide(r: f64, k: f64) -> f64 {
    let u = r * r;
    let y = r + (r * u) * poly(u, &SIN_WIDE);
    f64::from_bits(y.to_bits() ^ (low_bits(k) << 63))
}

#[inline(always)]
pub(super) fn sin_near(x: f32) -> f32 {
    let wide = f64::from(x);
    let k = round(wide * FRAC_1_PI);
    let y = sin_wide(rest(wide, k), k) as f32;
    if x == 0.0 { x } else { y }
}

/// `cos x = sin(x + π/2)`.
#[inline(always)]
pub(super) fn cos_near(x: f32) -> f32 {
    let wide = f64::from(x);
    let k = round(wide * FRAC_1_PI + 0.5);
    sin_wide(rest(wide, k - 0.5), k) as f32
}

#[inline(always)]
pub(super) fn tan_near(x: f32) -> f32 {
    let wide = f64::from(x);
    let k = round(wide * FRAC_2_PI);
    let r = rest(wide, 0.5 * k);
    let u = r * r;
    let sin = r + (r * u) * (u * poly(u, &SIN) - 1.0 / 6.0);
    let cos = (1.0 - 0.5 * u) + (u * u) * poly(u, &COS);
    let even = low_bits(k) & 1 == 0;
    let y = (pick(even, sin, cos) / pick(even, cos, -sin)) as f32;
    if x == 0.0 { x } else { y }
}

#[cold]
#[inline(never)]
pub(super) fn sin_far(x: f32) -> f32 {
    trig::sin_far(f64::from(x)) as f32
}

#[cold]
#[inline(never)]
pub(super) fn cos_far(x: f32) -> f32 {
    trig::cos_far(f64::from(x)) as f32
}

#[cold]
#[inline(never)]
pub(super) fn tan_far(x: f32) -> f32 {
    trig::tan_far(f64::from(x)) as f32
}
