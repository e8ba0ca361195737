//! Complex functions of numbers whose parts are `f32`, in `f64` alone: it holds their squares, and all that cancels but a
//! little.
//!
//! Each is for most numbers. The others, among them all that are not finite, it leaves to the function of `f64`.

use core::f64::consts::{LN_2, LOG2_E, LOG10_E};

use super::arithmetic::largest;
use super::{C128, arithmetic, exponential, hyperbolic, power};
use crate::bits::{pow2, sqrt as root};
use crate::constants;
use crate::double_double::Dd;
use crate::real::float32::unrounded;
use crate::reduction::NEAR_F32;

/// A difference that is a smaller part of its terms has lost too many bits.
const CANCELLED: f64 = pow2(-18.0);

/// Whether a number is on the real axis, or not finite.
fn is_special(z: C128) -> bool {
    !z.is_finite() || z.im == 0.0
}

pub(super) fn exp(z: C128) -> C128 {
    if is_special(z) {
        return exponential::exp(z);
    }
    let (sin, cos) = unrounded::sin_cos(z.im);
    let e = unrounded::exp(z.re);
    C128::new(e * cos, e * sin)
}

pub(super) fn exp2(z: C128) -> C128 {
    let angle = Dd::exact_product(z.im, constants::LN_2.hi);
    if is_special(z) || angle.hi.abs() > NEAR_F32.into() {
        return power::exp2(z);
    }
    let (sin, cos) = unrounded::sin_cos(angle.hi);
    let rest = angle.lo + z.im * constants::LN_2.lo;
    let e = unrounded::exp(z.re * LN_2);
    C128::new(e * (cos - rest * sin), e * (sin + rest * cos))
}

pub(super) fn expm1(z: C128) -> C128 {
    if is_special(z) {
        return exponential::expm1(z);
    }
    let (sin, cos) = unrounded::sin_cos(z.im);
    let e = unrounded::exp(z.re);
    let (re, most) = if cos > 0.5 {
        // cos(y) - 1, which is small where the sine is.
        let less = -(sin * sin) / (1.0 + cos);
        let more = unrounded::expm1(z.re);
        (more + (less + more * less), more.abs().max(-less))
    } else {
        (e * cos - 1.0, 1.0)
    };
    if re.abs() < CANCELLED * most {
        return exponential::expm1(z);
    }
    C128::new(re, e * sin)
}

/// `x² + y²`, which neither overflows nor underflows.
fn norm(z: C128) -> f64 {
    z.re * z.re + z.im * z.im
}

fn is_near_one(norm: f64) -> bool {
    norm > 0.5 && norm < 2.0
}

pub(super) fn log(z: C128) -> C128 {
    if !z.is_finite() || largest(z) == 0.0 {
        return exponential::log(z);
    }
    let norm = norm(z);
    let twice = if is_near_one(norm) {
        let (most, least) = (largest(z), z.re.abs().min(z.im.abs()));
        // The squares are exact, and so is what they leave if it is small.
        unrounded::log1p((most * most - 1.0) + least * least)
    } else {
        unrounded::log(norm)
    };
    C128::new(0.5 * twice, unrounded::angle(z.im, z.re))
}

pub(super) fn log2(z: C128) -> C128 {
    if largest(z) == 0.0 || !z.is_finite() {
        return exponential::log2(z);
    }
    let log = log(z);
    C128::new(log.re * LOG2_E, log.im * LOG2_E)
}

pub(super) fn log10(z: C128) -> C128 {
    if largest(z) == 0.0 || !z.is_finite() {
        return exponential::log10(z);
    }
    let log = log(z);
    C128::new(log.re * LOG10_E, log.im * LOG10_E)
}

pub(super) fn log1p(z: C128) -> C128 {
    if is_special(z) {
        return exponential::log1p(z);
    }
    let u = C128::new(1.0 + z.re, z.im);
    let norm_of_u = norm(u);
    let twice = if is_near_one(norm_of_u) {
        let squares = norm(z);
        let less = 2.0 * z.re + squares;
        if less.abs() < CANCELLED * squares {
            return exponential::log1p(z);
        }
        unrounded::log1p(less)
    } else {
        unrounded::log(norm_of_u)
    };
    C128::new(0.5 * twice, unrounded::angle(u.im, u.re))
}

fn sinh_cosh(x: f64) -> (f64, f64) {
    let e = unrounded::expm1(x.abs());
    let ratio = e / (e + 1.0);
    ((0.5 * (e + ratio)).copysign(x), 1.0 + 0.5 * (e * ratio))
}

pub(super) fn sinh(z: C128) -> C128 {
    if is_special(z) {
        return hyperbolic::sinh(z);
    }
    let ((sinh, cosh), (sin, cos)) = (sinh_cosh(z.re), unrounded::sin_cos(z.im));
    C128::new(sinh * cos, cosh * sin)
}

pub(super) fn cosh(z: C128) -> C128 {
    if is_special(z) {
        return hyperbolic::cosh(z);
    }
    let ((sinh, cosh), (sin, cos)) = (sinh_cosh(z.re), unrounded::sin_cos(z.im));
    C128::new(cosh * cos, sinh * sin)
}

pub(super) fn tanh(z: C128) -> C128 {
    if is_special(z) {
        return hyperbolic::tanh(z);
    }
    let ((sinh, cosh), (sin, cos)) = (sinh_cosh(z.re), unrounded::sin_cos(z.im));
    let below = sinh * sinh + cos * cos;
    C128::new(sinh * cosh / below, sin * cos / below)
}

pub(super) fn sign(z: C128) -> C128 {
    if !z.is_finite() || largest(z) == 0.0 {
        return arithmetic::sign(z);
    }
    let modulus = root(norm(z));
    C128::new(z.re / modulus, z.im / modulus)
}

pub(super) fn sqrt(z: C128) -> C128 {
    if !z.is_finite() || largest(z) == 0.0 {
        return arithmetic::sqrt(z);
    }
    let most = root(0.5 * (root(norm(z)) + z.re.abs()));
    let least = z.im / (most + most);
    if z.re >= 0.0 { C128::new(most, least) } else { C128::new(least.abs(), most.copysign(z.im)) }
}

pub(super) fn pow(z: C128, w: C128) -> C128 {
    if is_special(z) || !w.is_finite() || power::small_integer(w).is_some() {
        return power::pow(z, w);
    }
    let log = log(z);
    let [(a, b), (c, d)] = [(w.re * log.re, w.im * log.im), (w.re * log.im, w.im * log.re)];
    let (sin, cos) = unrounded::sin_cos((c + d).clamp(-1000.0, 1000.0));
    // The angle is good to 2^-38, and each part needs some bits more than an `f32` has.
    let is_far = a.abs() + b.abs() > 200.0 || c.abs() + d.abs() > 1000.0;
    if is_far || sin.abs().min(cos.abs()) < pow2(-10.0) {
        return power::pow(z, w);
    }
    let e = unrounded::exp(a - b);
    C128::new(e * cos, e * sin)
}
