//! `cbrt`, `rsqrt` and `hypot` of `f32`, and square roots of `f32` to the precision of `f64`.

use crate::arithmetic::Arithmetic;
use crate::bits::{self, pow2, round, select, sqrt, sqrt_f32};
use crate::real::roots::{cbrt_of_power, inverse_cbrt};

/// `1/√x` of `f32`, then a step of third order in `f64`.
#[inline(always)]
pub(in crate::real) fn rsqrt<A: Arithmetic>(x: f32) -> f32 {
    let start = 1.0 / sqrt_f32(x);
    let (root, wide) = (f64::from(start), f64::from(x));
    let y = A::narrow(root_refined::<A>(root, wide));
    if (x == 0.0) | (x == f32::INFINITY) { start } else { y }
}

/// `1/√x` given it to `2^-23`.
#[inline(always)]
fn root_refined<A: Arithmetic>(root: f64, x: f64) -> f64 {
    let rest = A::mul_add(-(x * root), root, 1.0);
    A::mul_add(root * rest, A::mul_add(rest, 0.375, 0.5), root)
}

/// The root of an `f32`, to `2^-52`: two short divisions are faster than a long root.
#[inline(always)]
pub(super) fn sqrt_of_narrow<A: Arithmetic>(x: f32) -> f64 {
    let root = sqrt_f32(x);
    let (y, wide) = (f64::from(root), f64::from(x));
    // A step of Newton's method, whose divisor is good to 2^-23.
    let inverse = f64::from(0.5 / root);
    let rest = A::mul_add(-y, y, wide);
    let step = rest * inverse;
    // What is left is the square of the step, and the error of the divisor.
    let rest = A::mul_add(-step, A::mul_add(2.0, y, step), rest);
    select(x > 0.0, A::mul_add(rest, inverse, step) + y, 0.0)
}

/// `m · (1/∛m)²`.
#[inline(always)]
pub(in crate::real) fn cbrt<A: Arithmetic>(x: f32) -> f32 {
    let b = bits::split(f64::from(x.abs()));
    let k = round(b.k * (1.0 / 3.0));
    let factor = cbrt_of_power(A::mul_add(-3.0, k, b.k)) * pow2(k);
    let inverse = inverse_cbrt::<A, f64>(b.m);
    let y = A::narrow((b.m * inverse) * inverse * factor).copysign(x);
    if (x == 0.0) | x.is_nan() | x.is_infinite() { x } else { y }
}

#[inline(always)]
pub(in crate::real) fn hypot<A: Arithmetic>(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x), f64::from(y));
    let r = sqrt(x * x + y * y);
    let infinite = (x.abs() == f64::INFINITY) | (y.abs() == f64::INFINITY);
    A::narrow(select(infinite, f64::INFINITY, r))
}
