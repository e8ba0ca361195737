//! `exp`, `exp2`, `expm1` and `sigmoid` of `f32`.

use core::f64::consts::{LN_2, LOG2_E};

use super::polynomials::EXP;
use super::{clamp, except};
use crate::arithmetic::Arithmetic;
use crate::bits::{SHIFTER, select};
use crate::polynomials::polynomial;

/// `ln 2` in two pieces: the first times an integer below `2^11` is exact.
pub(super) const LN_2_PIECES: [f64; 2] = [0.693_147_180_369_123_8, 1.908_214_929_270_587_7e-10];

#[inline(always)]
pub(in crate::real) fn exp<A: Arithmetic>(x: f32) -> f32 {
    A::narrow(exp_wide::<A>(f64::from(clamp(x, -110.0, 100.0))))
}

/// Arguments whose power is too close to the middle of two `f32`, and the nearer one, as bits.
const EXP2_EXCEPTIONS: [(u32, u32); 2] = [(0x3b42_9d37, 0x3f80_4385), (0xbcf3_a937, 0x3f7a_c6b1)];

#[inline(always)]
pub(in crate::real) fn exp2<A: Arithmetic>(argument: f32) -> f32 {
    let x = f64::from(clamp(argument, -160.0, 130.0));
    let shifted = x + SHIFTER;
    let p = expm1_reduced::<A>((x - (shifted - SHIFTER)) * LN_2);
    let power = power(shifted);
    except(argument, A::narrow(A::mul_add(power, p, power)), &EXP2_EXCEPTIONS)
}

#[inline(always)]
pub(in crate::real) fn expm1<A: Arithmetic>(x: f32) -> f32 {
    let y = A::narrow(expm1_wide::<A>(f64::from(clamp(x, -30.0, 100.0))));
    if x == 0.0 { x } else { y }
}

/// Below this an `f64` holds `½ + x/4` and not what follows, `x³/48`.
const SMALL: f32 = 1.0 / 32768.0;
const ULP_OF_HALF: f64 = 0.5 * f64::EPSILON;

#[inline(always)]
pub(in crate::real) fn sigmoid<A: Arithmetic>(x: f32) -> f32 {
    let e = exp_wide::<A>(f64::from(clamp(-x.abs(), -110.0, 0.0)));
    let y = if x < 0.0 { e } else { 1.0 } / (1.0 + e);
    // Near 0 it is a little closer to ½ than `½ + x/4`, which may be a tie.
    let closer = select(x.abs() < SMALL, ULP_OF_HALF.copysign(x.into()), 0.0);
    A::narrow(y - closer)
}

/// `e^x` for `|x| ≤ 300`.
#[inline(always)]
pub(super) fn exp_wide<A: Arithmetic>(x: f64) -> f64 {
    exp_by::<A, _>(x, &EXP)
}

/// The same by a polynomial of the caller's.
#[inline(always)]
pub(super) fn exp_by<A: Arithmetic, const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    let (shifted, r) = reduce::<A>(x);
    let power = power(shifted);
    A::mul_add(power, A::mul_add(r * r, polynomial::<A, _, _>(r, coefficients), r), power)
}

/// `e^x - 1` for `|x| ≤ 300`.
#[inline(always)]
pub(super) fn expm1_wide<A: Arithmetic>(x: f64) -> f64 {
    let (shifted, r) = reduce::<A>(x);
    let power = power(shifted);
    A::mul_add(power, expm1_reduced::<A>(r), power - 1.0)
}

/// `x` as `k·ln 2 + r` with `|r| ≤ ½·ln 2`; `k` comes with the shifter added.
#[inline(always)]
pub(super) fn reduce<A: Arithmetic>(x: f64) -> (f64, f64) {
    let shifted = A::mul_add(x, LOG2_E, SHIFTER);
    let k = shifted - SHIFTER;
    (shifted, A::mul_add(-k, LN_2_PIECES[1], A::mul_add(-k, LN_2_PIECES[0], x)))
}

/// `2^k` of an integer with the shifter added.
#[inline(always)]
pub(super) fn power(shifted: f64) -> f64 {
    f64::from_bits((shifted.to_bits() << 52).wrapping_add(1.0_f64.to_bits()))
}

/// `e^r - 1` for `|r| ≤ ½·ln 2`.
#[inline(always)]
fn expm1_reduced<A: Arithmetic>(r: f64) -> f64 {
    A::mul_add(r * r, polynomial::<A, _, _>(r, &EXP), r)
}
