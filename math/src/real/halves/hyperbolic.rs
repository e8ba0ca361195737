//! `sinh`, `cosh`, `tanh` and their inverses.

use core::f32::consts::LN_2;

use super::exponential::{expm1_inside, reduce};
use super::logarithm::log1p_inside;
use super::{BFLOAT16, SHIFTER, clamp, except_of_float16, odd, polynomial, select};
use crate::arithmetic::Arithmetic;
use crate::bits::sqrt_f32;

/// `(sinh r / r - 1) / r²` in `r²`, for `|r| ≤ ½·ln 2`, to 2^-30.7.
const SINH: [f32; 3] = [0.166_666_67, 0.008_333_31, 0.000_198_910_8];
/// `(cosh r - 1) / r²` in `r²`, for `|r| ≤ ½·ln 2`, to 2^-31.4 of 1.
const COSH: [f32; 3] = [0.5, 0.041_666_463, 0.001_393_373_1];

/// What `sinh` and `cosh` of `k·ln 2 + r` are made of.
struct Parts {
    /// Of `r`.
    cosh: f32,
    sinh: f32,
    /// `¼ (2^k + 2^-k)`
    sum: f32,
    /// `¼ (2^k - 2^-k)`
    difference: f32,
}

#[inline(always)]
fn parts<A: Arithmetic>(x: f32) -> Parts {
    const QUARTER: u32 = 0.25_f32.to_bits();
    /// From here on the reciprocal makes no difference.
    const MOST: u32 = SHIFTER.to_bits() + 64;
    let (shifted, r) = reduce::<A>(clamp(x.abs(), 0.0, 89.5));
    let square = r * r;
    let sinh = A::mul_add_f32(r * square, polynomial::<A, _>(square, &SINH), r);
    let cosh = A::mul_add_f32(square, polynomial::<A, _>(square, &COSH), 1.0);
    let k = shifted.to_bits();
    let up = f32::from_bits(QUARTER.wrapping_add(k << 23));
    let down = f32::from_bits(QUARTER.wrapping_sub(k.min(MOST) << 23));
    Parts { cosh, sinh, sum: up + down, difference: up - down }
}

/// Magnitudes of float16 whose hyperbolic sine is too close to the middle of two, and one on the right side, as bits.
const SINH_EXCEPTIONS: [(u32, u32); 1] = [(0x40eb_0000, 0x4441_4f00)];

#[inline(always)]
pub(in crate::real) fn sinh<A: Arithmetic>(x: f32) -> f32 {
    let Parts { cosh, sinh, sum, difference } = parts::<A>(x);
    let result = 2.0 * A::mul_add_f32(difference, cosh, sum * sinh);
    odd(x, except_of_float16::<A, _>(x.abs(), result, &SINH_EXCEPTIONS))
}

/// The same of `cosh`.
const COSH_EXCEPTIONS: [(u32, u32); 1] = [(0x3d00_0000, 0x3f80_1100)];

#[inline(always)]
pub(in crate::real) fn cosh<A: Arithmetic>(x: f32) -> f32 {
    let Parts { cosh, sinh, sum, difference } = parts::<A>(x);
    let result = 2.0 * A::mul_add_f32(sum, cosh, difference * sinh);
    except_of_float16::<A, _>(x.abs(), result, &COSH_EXCEPTIONS)
}

/// `E / (E + 2)` with `E = e^(2|x|) - 1`.
#[inline(always)]
pub(in crate::real) fn tanh<A: Arithmetic>(x: f32) -> f32 {
    let e = expm1_inside::<A>(2.0 * clamp(x.abs(), 0.0, 10.0));
    odd(x, e / (e + 2.0))
}

/// Whether the square of a bfloat16 is infinite, or it is itself; a float16 is never so large.
#[inline(always)]
fn is_large<A: Arithmetic>(x: f32) -> bool {
    (A::HALF == Some(BFLOAT16)) & (x > 1e18)
}

/// `ln(1 + over)`, or where `x` is large `ln 2x`; infinity at infinity.
#[inline(always)]
fn log_beyond<A: Arithmetic>(x: f32, over: f32) -> f32 {
    let large = is_large::<A>(x);
    let result = log1p_inside::<A>(select(large, x, over)) + select(large, LN_2, 0.0);
    select(x < f32::INFINITY, result, x)
}

/// The same of `asinh`.
const ASINH_EXCEPTIONS: [(u32, u32); 3] =
    [(0x3e57_a000, 0x3e56_1100), (0x4163_e000, 0x4056_6f00), (0x4381_4000, 0x40c7_ef00)];

/// `ln(1 + x + x² / (1 + √(x² + 1)))`
#[inline(always)]
pub(in crate::real) fn asinh<A: Arithmetic>(x: f32) -> f32 {
    let size = x.abs();
    let square = size * size;
    let over = size + square / (1.0 + sqrt_f32(square + 1.0));
    let result = log_beyond::<A>(size, over);
    odd(x, except_of_float16::<A, _>(size, result, &ASINH_EXCEPTIONS))
}

/// The same of `acosh`, of arguments.
const ACOSH_EXCEPTIONS: [(u32, u32); 1] = [(0x3f9c_8000, 0x3f27_d100)];

/// `ln(1 + v)` with `v = (x - 1) + √((x - 1)(x + 1))`.
#[inline(always)]
pub(in crate::real) fn acosh<A: Arithmetic>(x: f32) -> f32 {
    let over = x - 1.0;
    let result = log_beyond::<A>(x, over + sqrt_f32(over * (x + 1.0)));
    select(x >= 1.0, except_of_float16::<A, _>(x, result, &ACOSH_EXCEPTIONS), f32::NAN)
}

/// `½ ln(1 + 2x / (1 - x))`
#[inline(always)]
pub(in crate::real) fn atanh<A: Arithmetic>(x: f32) -> f32 {
    let size = x.abs();
    let result = 0.5 * log1p_inside::<A>((size + size) / (1.0 - size));
    select(size <= 1.0, odd(x, select(size < 1.0, result, f32::INFINITY)), f32::NAN)
}
