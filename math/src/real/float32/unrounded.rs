//! Functions of `f32` before they are rounded, for those that are made of several: good to about `2^-48`.
//!
//! By plain arithmetic, so that the results are the same on every processor. Arguments are `f64`, finite, and none is
//! larger than an `f32`.

use super::exponential::{exp_wide, expm1_wide};
use super::inverse_trigonometric::{angle_by, reflect};
use super::logarithm::{log_by, log1p_wide};
use super::polynomials::{ATAN, LOG};
use super::trigonometric;
use crate::arithmetic::Plain;

/// Beyond this the power of any number that an `f32` holds is infinite or zero, whatever `f32` it is multiplied with.
const FAR: f64 = 250.0;

#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    exp_wide::<Plain>(x.clamp(-FAR, FAR))
}

/// `e^x - 1`; a zero keeps its sign.
#[inline(always)]
pub(crate) fn expm1(x: f64) -> f64 {
    let y = expm1_wide::<Plain>(x.clamp(-FAR, FAR));
    if x == 0.0 { x } else { y }
}

/// The logarithm of a positive normal number.
#[inline(always)]
pub(crate) fn log(x: f64) -> f64 {
    log_by::<Plain, _>(x, &LOG)
}

/// `log(1 + v)` for `v > -1`.
#[inline(always)]
pub(crate) fn log1p(v: f64) -> f64 {
    log1p_wide::<Plain, _>(v, &LOG)
}

/// Sine and cosine of an angle that an `f32` holds, or that is up to `2^22`.
#[inline(always)]
pub(crate) fn sin_cos(x: f64) -> (f64, f64) {
    trigonometric::sin_cos::<Plain>(x)
}

/// The angle of a point other than `(0, 0)`, between `-π` and `π`.
#[inline(always)]
pub(crate) fn angle(y: f64, x: f64) -> f64 {
    reflect(angle_by::<Plain, _>(y.abs(), x.abs(), &ATAN), y, x)
}
