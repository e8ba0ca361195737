//! `log`, `log1p`, `log2` and `log10`.

use core::f32::consts::{LOG2_E, LOG10_2, LOG10_E};

use super::exponential::LN_2_PIECES;
use super::{BFLOAT16, except_of_float16, polynomial, select};
use crate::arithmetic::Arithmetic;

/// `(ln(1 + f) - f + f²/2) / f³` for `1 + f` in [√½, √2), to 2^-22.9 of `ln(1 + f)`.
const LOG: [f32; 7] = [
    0.333_334_15,
    -0.250_007_03,
    0.199_842_23,
    -0.166_027_19,
    0.147_039,
    -0.140_308_92,
    0.090_487_845,
];

/// A positive number as `2^k · m` with `m` in [√½, √2); of others without meaning.
#[inline(always)]
pub(super) fn split<A: Arithmetic>(x: f32) -> (f32, f32) {
    if A::HALF == Some(BFLOAT16) {
        let small = x < f32::MIN_POSITIVE;
        let (k, m) = split_normal(x * select(small, 16_777_216.0, 1.0));
        return (k - select(small, 24.0, 0.0), m);
    }
    split_normal(x)
}

/// The same of a normal number.
#[inline(always)]
fn split_normal(x: f32) -> (f32, f32) {
    const SQRT_HALF: u32 = 0x3f35_04f3;
    const FRACTION: u32 = (1 << 23) - 1;
    let moved = x.to_bits().wrapping_add(1.0_f32.to_bits() - SQRT_HALF);
    // With the bits of 2^23 above it, the exponent is 2^23 more.
    let k = f32::from_bits((moved >> 23) | 8_388_608_f32.to_bits()) - (8_388_608.0 + 127.0);
    (k, f32::from_bits((moved & FRACTION) + SQRT_HALF))
}

/// `ln(1 + f) - f`.
#[inline(always)]
fn rest<A: Arithmetic>(f: f32) -> f32 {
    let square = f * f;
    A::mul_add_f32(f * square, polynomial::<A, _>(f, &LOG), -0.5 * square)
}

/// `k·ln 2 + ln(1 + f)`.
#[inline(always)]
fn of_parts<A: Arithmetic>(k: f32, f: f32) -> f32 {
    let low = A::mul_add_f32(k, LN_2_PIECES[1], rest::<A>(f));
    A::mul_add_f32(k, LN_2_PIECES[0], f + low)
}

/// The logarithm of `1 + x` for a finite `x ≥ 0`, or for `x > -1` where a half type has `x`.
#[inline(always)]
pub(super) fn log1p_inside<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split_normal(1.0 + x);
    of_parts::<A>(k, select(k == 0.0, x, m - 1.0))
}

/// A result of a positive number; what logarithms are of others.
#[inline(always)]
fn limits(x: f32, result: f32) -> f32 {
    let result = select(x < f32::INFINITY, result, x);
    select(x > 0.0, result, select(x == 0.0, f32::NEG_INFINITY, f32::NAN))
}

/// Arguments of float16 whose logarithm is too close to the middle of two, and a result on the right side, as bits.
const LOG_EXCEPTIONS: [(u32, u32); 2] = [(0x3baf_0000, 0xc0a7_6f00), (0x3eb1_6000, 0xbf87_af00)];

#[inline(always)]
pub(in crate::real) fn log<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split::<A>(x);
    limits(x, except_of_float16::<A, _>(x, of_parts::<A>(k, m - 1.0), &LOG_EXCEPTIONS))
}

#[inline(always)]
pub(in crate::real) fn log2<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split::<A>(x);
    let f = m - 1.0;
    limits(x, A::mul_add_f32(f + rest::<A>(f), LOG2_E, k))
}

/// The same of `log10`.
const LOG10_EXCEPTIONS: [(u32, u32); 4] = [
    (0x3e71_e000, 0xbf20_6f00),
    (0x4044_8000, 0x3ef9_6f00),
    (0x42fc_2000, 0x4006_6f00),
    (0x4633_a000, 0x4081_ef00),
];

#[inline(always)]
pub(in crate::real) fn log10<A: Arithmetic>(x: f32) -> f32 {
    let (k, m) = split::<A>(x);
    let f = m - 1.0;
    let result = A::mul_add_f32(f + rest::<A>(f), LOG10_E, k * LOG10_2);
    limits(x, except_of_float16::<A, _>(x, result, &LOG10_EXCEPTIONS))
}

/// The same of `log1p`.
const LOG1P_EXCEPTIONS: [(u32, u32); 2] = [(0x3bc0_6000, 0x3bbf_d100), (0xbbbf_a000, 0xbbc0_2f00)];

#[inline(always)]
pub(in crate::real) fn log1p<A: Arithmetic>(x: f32) -> f32 {
    let result = except_of_float16::<A, _>(x, log1p_inside::<A>(x), &LOG1P_EXCEPTIONS);
    select(x == 0.0, x, limits(1.0 + x, result))
}
