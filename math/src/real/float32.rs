//! The functions of `f32`, by way of `f64`: its plain arithmetic is off by `2^-30` or less before the last rounding.
//!
//! An `f64` holds every square and quotient of `f32`s, so there is nothing to scale and no need of double-doubles.
#![expect(
    clippy::cast_possible_truncation,
    reason = "rounding the f64 is the last step of each function"
)]

use core::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2, LN_2, LOG2_E, LOG10_2, LOG10_E, PI};

use super::inverse_trigonometric::OCTANTS;
use super::rare::{Angle, Cos, Logaddexp, Sin, Tan, Trigonometric};
use super::roots::CubeRoot;
use super::{logarithm, power, roots};
use crate::bits::{clamp, low_bits, pow2, round, select, split, sqrt};
use crate::polynomials::{
    ATAN_SHORT, COS, EXP_SHORT, EXP_SHORTEST, LOG_SHORT, SIN, SIN_WIDE, polynomial,
};
use crate::reduction::{NEAR_F32, rest_after_half_turns};

#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    exp_short(f64::from(x)) as f32
}

#[inline(always)]
pub(super) fn exp2(x: f32) -> f32 {
    let x = clamp(f64::from(x), -300.0, 300.0);
    let k = round(x);
    let r = (x - k) * LN_2;
    let power = pow2(k);
    (power + power * (r + (r * r) * (0.5 + r * polynomial(r, &EXP_SHORT)))) as f32
}

#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    let e = exp_wide(-f64::from(x).abs());
    (if x < 0.0 { e } else { 1.0 } / (1.0 + e)) as f32
}

#[inline(always)]
pub(super) fn rsqrt(x: f32) -> f32 {
    (1.0 / sqrt(f64::from(x))) as f32
}

#[inline(always)]
pub(super) fn cbrt(x: f32) -> f32 {
    let wide = f64::from(x);
    let CubeRoot { c, root, k } = roots::start(wide.abs());
    let y = (roots::halley(root, c) * pow2(k)).copysign(wide);
    select((wide == 0.0) | wide.is_nan() | wide.is_infinite(), wide, y) as f32
}

#[inline(always)]
pub(super) fn expm1(x: f32) -> f32 {
    let y = expm1_wide(clamp(f64::from(x), -300.0, 300.0)) as f32;
    if x == 0.0 { x } else { y }
}

/// `e^x` as `2^k` and `e^r - 1`, for `|x| ≤ 300`.
#[inline(always)]
fn exp_parts<const N: usize>(x: f64, coefficients: &[f64; N]) -> (f64, f64) {
    let k = round(x * LOG2_E);
    let r = x - k * LN_2;
    (pow2(k), r + (r * r) * (0.5 + r * polynomial(r, coefficients)))
}

/// `e^x`, to `2^-30`: enough where nothing but rounding follows.
#[inline(always)]
fn exp_short(x: f64) -> f64 {
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

#[inline(always)]
pub(super) fn log(x: f32) -> f32 {
    let x = f64::from(x);
    let b = split(x);
    logarithm::limits(x, b.k * LN_2 + log_reduced(b.m - 1.0)) as f32
}

#[inline(always)]
pub(super) fn log2(x: f32) -> f32 {
    let x = f64::from(x);
    let b = split(x);
    logarithm::limits(x, b.k + log_reduced(b.m - 1.0) * LOG2_E) as f32
}

#[inline(always)]
pub(super) fn log10(x: f32) -> f32 {
    let x = f64::from(x);
    let b = split(x);
    logarithm::limits(x, b.k * LOG10_2 + log_reduced(b.m - 1.0) * LOG10_E) as f32
}

#[inline(always)]
pub(super) fn log1p(x: f32) -> f32 {
    let wide = f64::from(x);
    let y = logarithm::limits(1.0 + wide, log1p_wide(wide)) as f32;
    if x == 0.0 { x } else { y }
}

/// `ln(1 + f)` for `1 + f` in `[√½, √2)`.
#[inline(always)]
fn log_reduced(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let u = s * s;
    2.0 * s + (s * u) * polynomial(u, &LOG_SHORT)
}

/// `ln(1 + v)` for finite `v > -1`.
#[inline(always)]
fn log1p_wide(v: f64) -> f64 {
    let sum = 1.0 + v;
    let b = split(sum);
    // With what `1 + v` lost, which for a small `v` is most of it.
    let f = select(b.k == 0.0, v, (b.m - 1.0) + (v - (sum - 1.0)) * b.inverse);
    b.k * LN_2 + log_reduced(f)
}

impl Trigonometric<f32> for Sin {
    #[inline(always)]
    fn near(x: f32) -> f32 {
        let wide = f64::from(x);
        let k = round(wide * FRAC_1_PI);
        let y = sin_wide(rest_after_half_turns(wide, k), k) as f32;
        if x == 0.0 { x } else { y }
    }

    #[cold]
    #[inline(never)]
    fn far(x: f32) -> f32 {
        Sin::far(f64::from(x)) as f32
    }
}

impl Trigonometric<f32> for Cos {
    /// `sin(x + π/2)`.
    #[inline(always)]
    fn near(x: f32) -> f32 {
        let wide = f64::from(x);
        let k = round(wide * FRAC_1_PI + 0.5);
        sin_wide(rest_after_half_turns(wide, k - 0.5), k) as f32
    }

    #[cold]
    #[inline(never)]
    fn far(x: f32) -> f32 {
        Cos::far(f64::from(x)) as f32
    }
}

impl Trigonometric<f32> for Tan {
    #[inline(always)]
    fn near(x: f32) -> f32 {
        let wide = f64::from(x);
        let k = round(wide * FRAC_2_PI);
        let r = rest_after_half_turns(wide, 0.5 * k);
        let u = r * r;
        let sin = r + (r * u) * (u * polynomial(u, &SIN) - 1.0 / 6.0);
        let cos = (1.0 - 0.5 * u) + (u * u) * polynomial(u, &COS);
        let even = low_bits(k) & 1 == 0;
        let y = (select(even, sin, cos) / select(even, cos, -sin)) as f32;
        if x == 0.0 { x } else { y }
    }

    #[cold]
    #[inline(never)]
    fn far(x: f32) -> f32 {
        Tan::far(f64::from(x)) as f32
    }
}

impl Angle for f32 {
    #[inline(always)]
    fn is_far(self) -> bool {
        (self.abs() > NEAR_F32) & (self.abs() < f32::INFINITY)
    }
}

/// `sin r` for `|r| ≤ π/2`, negated if `k` is odd.
#[inline(always)]
fn sin_wide(r: f64, k: f64) -> f64 {
    let u = r * r;
    let y = r + (r * u) * polynomial(u, &SIN_WIDE);
    f64::from_bits(y.to_bits() ^ (low_bits(k) << 63))
}

#[inline(always)]
pub(super) fn asin(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    odd(x, select(size > 1.0, f64::NAN, angle(size, sqrt((1.0 - size) * (1.0 + size)))))
}

#[inline(always)]
pub(super) fn acos(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    let a = angle(sqrt((1.0 - size) * (1.0 + size)), size);
    select(size > 1.0, f64::NAN, select(x < 0.0, PI - a, a)) as f32
}

#[inline(always)]
pub(super) fn atan(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    odd(x, angle(select(size > 1e100, 1e100, size), 1.0))
}

#[inline(always)]
pub(super) fn atan2(y: f32, x: f32) -> f32 {
    let (y, x) = (f64::from(y), f64::from(x));
    let (tall, wide) = (y.abs(), x.abs());
    let most = select(tall > wide, tall, wide);
    // The angle of (0, 0) is that of (1, 0), and that of (∞, ∞) is that of (1, 1).
    let infinite = most == f64::INFINITY;
    let tall = select(infinite, select(tall == most, 1.0, 0.0), tall);
    let wide = select(infinite, select(wide == most, 1.0, 0.0), wide);
    let a = angle(tall, select(most == 0.0, 1.0, wide));
    let r = select(x.is_sign_negative(), PI - a, a).copysign(y);
    select(x.is_nan() | y.is_nan(), f64::NAN, r) as f32
}

/// The angle of the point `(x, y)` with finite `x, y ≥ 0`, not both 0.
#[inline(always)]
fn angle(y: f64, x: f64) -> f64 {
    let (high, middle) = (y > OCTANTS.1 * x, y > OCTANTS.0 * x);
    let over = select(high, -x, select(middle, y - x, y));
    let under = select(high, y, select(middle, y + x, x));
    let base = select(high, FRAC_PI_2, select(middle, 0.5 * FRAC_PI_2, 0.0));
    let t = over / under;
    let u = t * t;
    base + (t + (t * u) * polynomial(u, &ATAN_SHORT))
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
    let y = log1p_wide(size + size * size / (1.0 + sqrt(1.0 + size * size)));
    odd(x, select(size < f64::INFINITY, y, size))
}

#[inline(always)]
pub(super) fn acosh(x: f32) -> f32 {
    let x = f64::from(x);
    let t = x - 1.0;
    let y = select(x < f64::INFINITY, log1p_wide(t + sqrt(t * (x + 1.0))), x);
    select(x < 1.0, f64::NAN, y) as f32
}

#[inline(always)]
pub(super) fn atanh(x: f32) -> f32 {
    let x = f64::from(x);
    let size = x.abs();
    let y = 0.5 * log1p_wide(2.0 * size / (1.0 - size));
    let y = select(size < 1.0, y, select(size == 1.0, f64::INFINITY, f64::NAN));
    odd(x, y)
}

/// The value of an odd function at `x`, given that at `|x|`.
#[inline(always)]
fn odd(x: f64, y: f64) -> f32 {
    y.copysign(x) as f32
}

/// `e^(y·ln|x|)`: the exponent is good to `2^-40` where the result is neither 0 nor infinite.
#[inline(always)]
pub(super) fn pow(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x), f64::from(y));
    let b = split(x.abs());
    let l = b.k * LN_2 + log_reduced(b.m - 1.0);
    power::limits(x, y, exp_short(y * l)) as f32
}

#[inline(always)]
pub(super) fn hypot(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x), f64::from(y));
    let r = sqrt(x * x + y * y);
    select((x.abs() == f64::INFINITY) | (y.abs() == f64::INFINITY), f64::INFINITY, r) as f32
}

impl Logaddexp for f32 {
    /// To `2^-34` of the larger term.
    #[inline(always)]
    fn fast(a: f32, b: f32) -> f32 {
        let (a, b) = (f64::from(a), f64::from(b));
        let (high, low) = (select(a > b, a, b), select(a > b, b, a));
        let y = high + log1p_wide(exp_wide(low - high));
        let y = select((low == f64::NEG_INFINITY) | (high == f64::INFINITY), high, y);
        select(a.is_nan() | b.is_nan(), f64::NAN, y) as f32
    }

    #[inline(always)]
    fn cancels(result: f32) -> bool {
        result.abs() < 0.015_625
    }

    /// As of `f64`, whose fast function is good to `2^-58`; below `2^-30` by its slow one.
    #[cold]
    #[inline(never)]
    fn slow(a: f32, b: f32) -> f32 {
        let (a, b) = (f64::from(a), f64::from(b));
        let y = <f64 as Logaddexp>::fast(a, b);
        let y = if y.abs() < pow2(-30.0) { <f64 as Logaddexp>::slow(a, b) } else { y };
        y as f32
    }
}
