//! `log`, `log1p`, `log2` and `log10` of `f32`.

use core::f64::consts::{LOG2_E, LOG10_E};

use super::exponential::LN_2_PIECES;
use super::polynomials::{LOG, LOG_FOR_10};
use super::{narrow_sum, odd};
use crate::arithmetic::Arithmetic;
use crate::bits::{self, select};
use crate::constants::LOG10_2_PIECES;
use crate::polynomials::polynomial;

/// The second of [`LOG10_2_PIECES`], chosen together with [`LOG_FOR_10`].
const LOG10_2_LOW: f64 = 1.420_535_616_267_838e-13;

#[inline(always)]
pub(in crate::real) fn log<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split(f64::from(x));
    limits(x, log_of_parts::<A>(k, m - 1.0))
}

#[inline(always)]
pub(in crate::real) fn log2<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split(f64::from(x));
    limits(x, A::narrow(A::mul_add(log_reduced::<A>(m - 1.0), LOG2_E, k)))
}

#[inline(always)]
pub(in crate::real) fn log10<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split(f64::from(x));
    let l = log_reduced_by::<A, _>(m - 1.0, &LOG_FOR_10);
    let low = A::mul_add(l, LOG10_E, k * LOG10_2_LOW);
    limits(x, A::narrow(A::mul_add(k, LOG10_2_PIECES[0], low)))
}

#[inline(always)]
pub(in crate::real) fn log1p<A: Arithmetic>(x: f32) -> f32 {
    // The sum is 0 only for -1, and negative, infinite or NaN where the result is special too.
    let wide = f64::from(x);
    let (k, m) = split(1.0 + wide);
    limits(1.0 + x, odd(x, log_of_parts::<A>(k, select(k == 0.0, wide, m - 1.0))))
}

/// `k·ln 2 + ln(1 + f)`, where all that is not small is one number: an `f64` holds `f` and the first piece of `k·ln 2`.
#[inline(always)]
fn log_of_parts<A: Arithmetic>(k: f64, f: f64) -> f32 {
    let s = f / (2.0 + f);
    let u = s * s;
    let tail = -s * A::mul_add(-u, polynomial::<A, _, _>(u, &LOG), f);
    let whole = A::mul_add(k, LN_2_PIECES[0], f);
    narrow_sum::<A>(whole, A::mul_add(k, LN_2_PIECES[1], tail))
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
    A::mul_add(-s, A::mul_add(-u, polynomial::<A, _, _>(u, coefficients), f), f)
}

/// `k·ln 2 + 2·artanh(s)` for `s = (m - 1) / (m + 1)`.
#[inline(always)]
pub(super) fn log_of_quotient<A: Arithmetic>(k: f64, s: f64) -> f64 {
    let u = s * s;
    add_exponent::<A>(k, A::mul_add(s * u, polynomial::<A, _, _>(u, &LOG), s + s))
}
