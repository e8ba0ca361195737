//! `exp`, `exp2`, `expm1` and `sigmoid`.

use core::f32::consts::{LN_2, LOG2_E};

use super::{BFLOAT16, SHIFTER, clamp, except_of_float16, polynomial, power, select};
use crate::arithmetic::Arithmetic;

/// `ln 2` in two pieces.
pub(super) const LN_2_PIECES: [f32; 2] = [LN_2, -1.904_654_2e-9];

/// `(e^r - 1 - r) / r²` on ±½·ln 2, to 2^-26.5 of `e^r`.
const EXP: [f32; 5] = [0.5, 0.166_665_76, 0.041_666_552, 0.008_363_233, 0.001_392_625];
/// `(2^r - 1) / r` on ±½, to 2^-26.8 of `2^r`.
const EXP2: [f32; 6] =
    [LN_2, 0.240_226_5, 0.055_503_57, 0.009_618_082, 0.001_339_097_9, 0.000_154_532_62];

/// A number as `k·ln 2 + r` with `|r| ≤ ½·ln 2`; `k` comes with the shifter added.
#[inline(always)]
pub(super) fn reduce<A: Arithmetic>(x: f32) -> (f32, f32) {
    let shifted = A::mul_add_f32(x, LOG2_E, SHIFTER);
    let k = shifted - SHIFTER;
    let r = A::mul_add_f32(-k, LN_2_PIECES[0], x);
    (shifted, A::mul_add_f32(-k, LN_2_PIECES[1], r))
}

/// `e^r - 1` for `|r| ≤ ½·ln 2`.
#[inline(always)]
fn expm1_reduced<A: Arithmetic>(r: f32) -> f32 {
    A::mul_add_f32(r * r, polynomial::<A, _>(r, &EXP), r)
}

/// `2^k (1 + p)`, where `k` comes with the shifter added.
#[inline(always)]
fn scale<A: Arithmetic>(shifted: f32, p: f32) -> f32 {
    if A::HALF == Some(BFLOAT16) {
        // In two steps, since the power may be out of range.
        let half = A::mul_add_f32(shifted - SHIFTER, 0.5, SHIFTER);
        let (first, second) = (power(half), power(shifted - (half - SHIFTER)));
        return A::mul_add_f32(first, p, first) * second;
    }
    let power = power(shifted);
    A::mul_add_f32(power, p, power)
}

/// For bfloat16 the logarithms, to base 2, of what is rounded to 0 and to infinity; for float16 any that are far enough out.
#[inline(always)]
fn ends<A: Arithmetic>() -> (f32, f32) {
    if A::HALF == Some(BFLOAT16) { (-150.0, 129.0) } else { (-126.0, 127.0) }
}

/// Arguments of float16 whose power is too close to the middle of two, and a result on the right side, as bits.
const EXP_EXCEPTIONS: [(u32, u32); 2] = [(0x3bef_2000, 0x3f80_ef00), (0x3cb9_e000, 0x3f82_ef00)];

#[inline(always)]
pub(in crate::real) fn exp<A: Arithmetic>(x: f32) -> f32 {
    let (low, high) = ends::<A>();
    let (shifted, r) = reduce::<A>(clamp(x, low / LOG2_E, high / LOG2_E));
    except_of_float16::<A, _>(x, scale::<A>(shifted, expm1_reduced::<A>(r)), &EXP_EXCEPTIONS)
}

/// The same of `exp2`.
const EXP2_EXCEPTIONS: [(u32, u32); 1] = [(0x3a38_a000, 0x3f80_1100)];

#[inline(always)]
pub(in crate::real) fn exp2<A: Arithmetic>(argument: f32) -> f32 {
    let (low, high) = ends::<A>();
    let x = clamp(argument, low, high);
    let shifted = x + SHIFTER;
    let r = x - (shifted - SHIFTER);
    let result = scale::<A>(shifted, r * polynomial::<A, _>(r, &EXP2));
    except_of_float16::<A, _>(argument, result, &EXP2_EXCEPTIONS)
}

/// `e^x - 1` for `-20 ≤ x ≤ 89`: twice its half, whose power is in range.
#[inline(always)]
pub(super) fn expm1_inside<A: Arithmetic>(x: f32) -> f32 {
    let (shifted, r) = reduce::<A>(x);
    let power = power(shifted - 1.0);
    2.0 * A::mul_add_f32(power, expm1_reduced::<A>(r), power - 0.5)
}

/// The same of `expm1`.
const EXPM1_EXCEPTIONS: [(u32, u32); 1] = [(0x3a35_0000, 0x3a35_1100)];

#[inline(always)]
pub(in crate::real) fn expm1<A: Arithmetic>(x: f32) -> f32 {
    let result = expm1_inside::<A>(clamp(x, -20.0, 89.0)).copysign(x);
    except_of_float16::<A, _>(x, result, &EXPM1_EXCEPTIONS)
}

/// Below this a result is a little closer to ½ than `½ + x/4`, which may be a tie.
const SMALL: f32 = 1.0 / 64.0;

#[inline(always)]
pub(in crate::real) fn sigmoid<A: Arithmetic>(x: f32) -> f32 {
    let (low, _) = ends::<A>();
    let (shifted, r) = reduce::<A>(clamp(-x.abs(), low / LOG2_E, 0.0));
    let e = scale::<A>(shifted, expm1_reduced::<A>(r));
    let result = select(x < 0.0, e, 1.0) / (1.0 + e);
    result - select(x.abs() < SMALL, (0.5 * f32::EPSILON).copysign(x), 0.0)
}
