//! `log`, `log1p`, `log2` and `log10` of `f32`.

use core::f64::consts::{LOG2_E, LOG10_E};

use super::exponential::LN_2_PIECES;
use super::polynomials::LOG;
use super::{except, odd};
use crate::arithmetic::Arithmetic;
use crate::bits::{self, select};
use crate::constants::LOG10_2_PIECES;
use crate::polynomials::polynomial;

/// Arguments whose logarithm is too close to the middle of two `f32`, and the nearer one, as bits: all there are.
const LOG_EXCEPTIONS: [(u32, u32); 5] = [
    (0x3c41_3d3a, 0xc08e_158f),
    (0x4117_8feb, 0x400f_e5e7),
    (0x4c5d_65a5, 0x418f_034b),
    (0x65d8_90d3, 0x4254_d1f9),
    (0x6f31_a8ec, 0x4284_5a89),
];

#[inline(always)]
pub(in crate::real) fn log<A: Arithmetic>(x: f32) -> f32 {
    limits(x, except(x, A::narrow(log_by::<A, _>(f64::from(x), &LOG)), &LOG_EXCEPTIONS))
}

#[inline(always)]
pub(in crate::real) fn log2<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split(f64::from(x));
    limits(x, A::narrow(A::mul_add(log_reduced::<A>(m - 1.0), LOG2_E, k)))
}

#[inline(always)]
pub(in crate::real) fn log10<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split(f64::from(x));
    let low = A::mul_add(log_reduced::<A>(m - 1.0), LOG10_E, k * LOG10_2_PIECES[1]);
    limits(x, A::narrow(A::mul_add(k, LOG10_2_PIECES[0], low)))
}

#[inline(always)]
pub(in crate::real) fn log1p<A: Arithmetic>(x: f32) -> f32 {
    // The sum is 0 only for -1, and negative, infinite or NaN where the result is special too.
    limits(1.0 + x, odd(x, A::narrow(log1p_wide::<A, _>(f64::from(x), &LOG))))
}

/// A logarithm given what it is `inside` the positive finite numbers: -∞ at 0, NaN below, ∞ at ∞.
#[inline(always)]
fn limits(x: f32, inside: f32) -> f32 {
    let ordinary = x.to_bits().wrapping_sub(1) < f32::INFINITY.to_bits() - 1;
    let limit = if x > 0.0 { f32::INFINITY } else { f32::NAN };
    let limit = if x == 0.0 { f32::NEG_INFINITY } else { limit };
    if ordinary { inside } else { limit }
}

/// `ln x` for positive finite `x`, by a polynomial of the caller's.
#[inline(always)]
pub(super) fn log_by<A: Arithmetic, const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    let (k, m) = split(x);
    add_exponent::<A>(k, log_reduced_by::<A, N>(m - 1.0, coefficients))
}

/// `ln(1 + v)` for finite `v > -1`.
#[inline(always)]
pub(super) fn log1p_wide<A: Arithmetic, const N: usize>(v: f64, coefficients: &[f64; N]) -> f64 {
    let (k, m) = split(1.0 + v);
    // Where `1 + v` is not near 1, what it lost makes no difference.
    add_exponent::<A>(k, log_reduced_by::<A, N>(select(k == 0.0, v, m - 1.0), coefficients))
}

/// `k·ln 2 + l`, where the first of two products is exact.
#[inline(always)]
pub(super) fn add_exponent<A: Arithmetic>(k: f64, l: f64) -> f64 {
    A::mul_add(k, LN_2_PIECES[0], A::mul_add(k, LN_2_PIECES[1], l))
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
    log_reduced_by::<A, _>(f, &LOG)
}

#[inline(always)]
fn log_reduced_by<A: Arithmetic, const N: usize>(f: f64, coefficients: &[f64; N]) -> f64 {
    let s = f / (2.0 + f);
    let u = s * s;
    // 2s is f - s·f: all but the first term is small.
    A::mul_add(-s, A::mul_add(-u, polynomial::<A, _>(u, coefficients), f), f)
}

/// `k·ln 2 + 2·artanh(s)` for `s = (m - 1) / (m + 1)`.
#[inline(always)]
pub(super) fn log_of_quotient<A: Arithmetic>(k: f64, s: f64) -> f64 {
    let u = s * s;
    add_exponent::<A>(k, A::mul_add(s * u, polynomial::<A, _>(u, &LOG), s + s))
}
