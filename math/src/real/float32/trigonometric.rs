//! `sin`, `cos` and `tan` of `f32`: near angles for loops, far ones apart.

use core::f64::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2};

use super::except;
use super::polynomials::{SIN, SIN_WIDE, SIN_WIDE_FOR_SIN};
use crate::arithmetic::Arithmetic;
use crate::bits::{SHIFTER, pow2, select};
use crate::constants::TWO_OVER_PI;
use crate::polynomials::{COS, polynomial};
use crate::real::rare::{Angle, Cos, Sin, Tan, Trigonometric};
use crate::reduction::{NEAR_F32, rest_after_half_turns};

/// Sizes of far angles whose sine or cosine is too close to the middle of two `f32`, and the nearer one, as bits.
const FAR_SIN_EXCEPTIONS: [(u32, u32); 1] = [(0x55ca_fb2a, 0xbf7e_7a17)];
const FAR_COS_EXCEPTIONS: [(u32, u32); 3] =
    [(0x5f18_b878, 0x3f7f_14bb), (0x6115_cb11, 0x3f78_142f), (0x7908_cd73, 0x3f79_8bb5)];

impl Trigonometric<f32> for Sin {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f32) -> f32 {
        let y = A::narrow(sin_near::<A>(x.into()));
        if x == 0.0 { x } else { y }
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f32) -> f32 {
        let size = x.abs();
        let y = A::narrow(FarTurn::of(size).sin::<A>(0));
        let y = except(size, y, &FAR_SIN_EXCEPTIONS);
        if x < 0.0 { -y } else { y }
    }
}

impl Trigonometric<f32> for Cos {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f32) -> f32 {
        A::narrow(cos_near::<A>(x.into()))
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f32) -> f32 {
        let size = x.abs();
        except(size, A::narrow(FarTurn::of(size).sin::<A>(QUARTER)), &FAR_COS_EXCEPTIONS)
    }
}

impl Trigonometric<f32> for Tan {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f32) -> f32 {
        let wide = f64::from(x);
        let shifted = A::mul_add(wide, FRAC_2_PI, SHIFTER);
        let r = rest_after_half_turns::<A>(wide, 0.5 * (shifted - SHIFTER));
        let y = A::narrow(tan_wide::<A>(r, shifted.to_bits() & 1 == 0));
        if x == 0.0 { x } else { y }
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f32) -> f32 {
        A::narrow(FarTurn::of(x).tan::<A>())
    }
}

impl Angle for f32 {
    #[inline(always)]
    fn is_far(self) -> bool {
        (self.abs() > NEAR_F32) & (self.abs() < f32::INFINITY)
    }
}

/// The sine of an angle up to [`NEAR_F32`], but of zero.
#[inline(always)]
fn sin_near<A: Arithmetic>(x: f64) -> f64 {
    let shifted = A::mul_add(x, FRAC_1_PI, SHIFTER);
    let r = rest_after_half_turns::<A>(x, shifted - SHIFTER);
    sin_by::<A>(r, shifted, &SIN_WIDE_FOR_SIN)
}

/// The cosine of one: `sin(x + π/2)`.
#[inline(always)]
fn cos_near<A: Arithmetic>(x: f64) -> f64 {
    let shifted = A::mul_add(x, FRAC_1_PI, 0.5) + SHIFTER;
    let r = rest_after_half_turns::<A>(x, (shifted - SHIFTER) - 0.5);
    sin_wide::<A>(r, shifted)
}

/// `tan r` for `|r| ≤ π/4`, or of a quarter turn more.
#[inline(always)]
fn tan_wide<A: Arithmetic>(r: f64, even: bool) -> f64 {
    let u = r * r;
    let sin = A::mul_add(r * u, polynomial::<A, _, _>(u, &SIN), r);
    let cos = A::mul_add(u * u, polynomial::<A, _, _>(u, &COS), A::mul_add(-0.5, u, 1.0));
    select(even, sin, cos) / select(even, cos, -sin)
}

/// A quarter turn in a [`FarTurn`].
const QUARTER: u128 = 1 << 126;

/// `x · 2/π` modulo 4 of a far angle, in steps of `2^-126`: 24 bits times as many bits of `2/π` as count.
#[derive(Clone, Copy)]
struct FarTurn(u128);

impl FarTurn {
    fn of(x: f32) -> Self {
        let bits = x.abs().to_bits();
        let window = two_over_pi((bits >> 23).saturating_sub(149));
        let product = window.wrapping_mul(u128::from((bits & 0x7f_ffff) | 0x80_0000));
        Self(if x < 0.0 { product.wrapping_neg() } else { product })
    }

    /// The sine, or of `more` than the turn.
    fn sin<A: Arithmetic>(self, more: u128) -> f64 {
        let turn = self.0.wrapping_add(more);
        let half_turns = turn.wrapping_add(QUARTER) >> 127;
        let y = sin_wide::<A>(radians(turn.wrapping_sub(half_turns << 127)), 0.0);
        if half_turns == 1 { -y } else { y }
    }

    fn tan<A: Arithmetic>(self) -> f64 {
        let quarters = self.0.wrapping_add(QUARTER >> 1) >> 126;
        tan_wide::<A>(radians(self.0.wrapping_sub(quarters << 126)), quarters & 1 == 0)
    }
}

/// A part of a turn, either way, as an angle.
fn radians(turn: u128) -> f64 {
    turn.cast_signed() as f64 * (FRAC_PI_2 * pow2(-126.0))
}

/// `2^(e - 1) · 2/π` modulo 4 in steps of `2^-126`, for `e` up to 105.
fn two_over_pi(e: u32) -> u128 {
    // The first word has the bits after the point; two bits before it are the first that count.
    let (word, shift) = ((e + 61) / 64, (e + 61) % 64);
    let at = |i: u32| match (word + i).checked_sub(1) {
        Some(i) => u128::from(TWO_OVER_PI[i as usize]),
        None => 0,
    };
    let high = (at(0) << 64) | at(1);
    if shift == 0 { high } else { (high << shift) | (at(2) >> (64 - shift)) }
}

/// `sin r` for `|r| ≤ π/2`, negated if the integer with the shifter added is odd.
#[inline(always)]
fn sin_wide<A: Arithmetic>(r: f64, shifted: f64) -> f64 {
    sin_by::<A>(r, shifted, &SIN_WIDE)
}

#[inline(always)]
fn sin_by<A: Arithmetic>(r: f64, shifted: f64, coefficients: &[f64; 8]) -> f64 {
    let u = r * r;
    let y = A::mul_add(r * u, polynomial::<A, _, _>(u, coefficients), r);
    f64::from_bits(y.to_bits() ^ (shifted.to_bits() << 63))
}
