//! Functions of `f32` whose results are rounded to a half type next, in `f32` with fused operations.
//!
//! A register holds twice as many `f32` as `f64`, and a few terms are enough to decide how to round
//! all but a few arguments. For those a table says the result. That none is left, the prover of this repository finds out by
//! comparing the results of all halves with exact ones.
//!
//! Results that a bfloat16 has and a float16 has not, at the ends of the range of `f32`, are computed for it alone.

mod exponential;
mod hyperbolic;
mod inverse_trigonometric;
mod logarithm;
mod roots;
mod trigonometric;

use super::float32::{clamp, except, odd};
use crate::arithmetic::{Arithmetic, BFLOAT16, FLOAT16};

pub(super) use exponential::{exp, exp2, expm1, sigmoid};
pub(super) use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub(super) use inverse_trigonometric::{acos, asin, atan};
pub(super) use logarithm::{log, log1p, log2, log10};
pub(super) use roots::cbrt;
pub(super) use trigonometric::{cos, is_far, of_far, sin, tan};

/// `1.5 · 2^23`: adding it leaves an integer in the low bits of the significand.
const SHIFTER: f32 = 12_582_912.0;

/// `2^k` of an integer with the shifter added.
#[inline(always)]
fn power(shifted: f32) -> f32 {
    f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()))
}

/// One of two values, both already computed.
#[inline(always)]
fn select(condition: bool, yes: f32, no: f32) -> f32 {
    if condition { yes } else { no }
}

/// A polynomial, lowest power first.
#[inline(always)]
fn polynomial<A: Arithmetic, const N: usize>(x: f32, coefficients: &[f32; N]) -> f32 {
    let last = coefficients[N - 1];
    coefficients[..N - 1].iter().rev().fold(last, |sum, &c| A::mul_add_f32(sum, x, c))
}

/// A result, or for float16 what the table says of its argument.
#[inline(always)]
fn except_of_float16<A: Arithmetic, const N: usize>(
    x: f32,
    result: f32,
    table: &[(u32, u32); N],
) -> f32 {
    if A::HALF == Some(FLOAT16) { except(x, result, table) } else { result }
}
