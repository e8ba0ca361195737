//! `log`, `log1p`, `log2` and `log10` of `f32`.

use core::f64::consts::{LN_2, LOG2_E, LOG10_2, LOG10_E};

use super::polynomials::LOG;
use crate::arithmetic::Arithmetic;
use crate::bits::{self, select};
use crate::polynomials::polynomial;

#[inline(always)]
pub(in crate::real) fn log<A: Arithmetic>(x: f32) -> f32 {
    limits(x, A::narrow(log_wide::<A>(f64::from(x))))
}

#[inline(always)]
pub(in crate::real) fn log2<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split(f64::from(x));
    limits(x, A::narrow(A::mul_add(log_reduced::<A>(m - 1.0), LOG2_E, k)))
}

#[inline(always)]
pub(in crate::real) fn log10<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split(f64::from(x));
    limits(x, A::narrow(A::mul_add(k, LOG10_2, log_reduced::<A>(m - 1.0) * LOG10_E)))
}

#[inline(always)]
pub(in crate::real) fn log1p<A: Arithmetic>(x: f32) -> f32 {
    // The sum is 0 only for -1, and negative, infinite or NaN where the result is special too.
    let y = limits(1.0 + x, A::narrow(log1p_wide::<A>(f64::from(x))));
    if x == 0.0 { x } else { y }
}

/// A logarithm given what it is `inside` the positive finite numbers: -∞ at 0, NaN below, ∞ at ∞.
#[inline(always)]
fn limits(x: f32, inside: f32) -> f32 {
    let ordinary = x.to_bits().wrapping_sub(1) < f32::INFINITY.to_bits() - 1;
    let limit = if x > 0.0 { f32::INFINITY } else { f32::NAN };
    let limit = if x == 0.0 { f32::NEG_INFINITY } else { limit };
    if ordinary { inside } else { limit }
}

/// `ln x` for positive finite `x`.
#[inline(always)]
pub(super) fn log_wide<A: Arithmetic>(x: f64) -> f64 {
    let (k, m) = split(x);
    A::mul_add(k, LN_2, log_reduced::<A>(m - 1.0))
}

/// `ln(1 + v)` for finite `v > -1`.
#[inline(always)]
pub(super) fn log1p_wide<A: Arithmetic>(v: f64) -> f64 {
    let (k, m) = split(1.0 + v);
    // Where `1 + v` is not near 1, what it lost makes no difference.
    A::mul_add(k, LN_2, log_reduced::<A>(select(k == 0.0, v, m - 1.0)))
}

/// A positive normal number as `m · 2^k` with `m` in `[√½, √2)`: `k` and `m`.
#[inline(always)]
pub(super) fn split(x: f64) -> (f64, f64) {
    let b = bits::split(x);
    (b.k, b.m)
}

/// `ln(1 + f)` for `1 + f` in `[√½, √2)`.
#[inline(always)]
fn log_reduced<A: Arithmetic>(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let u = s * s;
    // 2s is f - s·f: all but the first term is small.
    A::mul_add(-s, A::mul_add(-u, polynomial::<A, _>(u, &LOG), f), f)
}

/// `k·ln 2 + 2·artanh(s)` for `s = (m - 1) / (m + 1)`.
#[inline(always)]
pub(super) fn log_of_quotient<A: Arithmetic>(k: f64, s: f64) -> f64 {
    let u = s * s;
    A::mul_add(k, LN_2, A::mul_add(s * u, polynomial::<A, _>(u, &LOG), s + s))
}
