//! The functions of `f32`, by way of `f64`: those of one argument are correctly rounded.
//!
//! An `f64` holds every square and quotient of `f32`s, so there is nothing to scale and no need of double-doubles. Each
//! function is good to about `2^-52`, which decides how to round all but a few arguments. For those, coefficients are
//! chosen, or a sum keeps what it loses, or a table says the result. That none is left, the prover of this repository
//! finds out by comparing all `2^32` results with exact ones, with fused operations and without.

mod exponential;
mod hyperbolic;
mod inverse_trigonometric;
mod logarithm;
mod polynomials;
mod power;
mod roots;
mod trigonometric;

use crate::arithmetic::Arithmetic;

pub(super) use exponential::{exp, exp2, expm1, sigmoid};
pub(super) use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub(super) use inverse_trigonometric::{Atan2, acos, asin, atan};
pub(super) use logarithm::{log, log1p, log2, log10};
pub(super) use power::{LogOfSum, Pow};
pub(super) use roots::{cbrt, hypot, rsqrt};

/// `x` limited to `low ..= high`; NaN stays NaN.
#[inline(always)]
pub(super) fn clamp(x: f32, low: f32, high: f32) -> f32 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// The nearest float to `a + b`, for `|a| ≥ |b|`: their sum is rounded to odd, so that narrowing it rounds once.
#[inline(always)]
fn narrow_sum<A: Arithmetic>(a: f64, b: f64) -> f32 {
    let sum = a + b;
    let lost = (a - sum) + b;
    let bits = sum.to_bits();
    let is_above = (bits ^ lost.to_bits()) >> 63;
    A::narrow(f64::from_bits(bits.wrapping_sub(is_above) | 1))
}

/// A result, or what the table says of its argument.
#[inline(always)]
pub(super) fn except<const N: usize>(x: f32, result: f32, table: &[(u32, u32); N]) -> f32 {
    table.iter().fold(result, |result, &(argument, nearest)| {
        if x.to_bits() == argument { f32::from_bits(nearest) } else { result }
    })
}

/// The value of an odd function at `x`, given that at `|x|`.
#[inline(always)]
pub(super) fn odd(x: f32, y: f32) -> f32 {
    y.copysign(x)
}
