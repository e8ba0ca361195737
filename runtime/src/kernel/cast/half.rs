//! `f16` and `bf16` into `f32` and back, in integer code that vectorises at every level.
//!
//! The methods of the `half` crate ask for F16C at run time, element by element.

use half::{bf16, f16};

use crate::kernel::cast::Part;

/// A 16-bit float.
pub(crate) trait Half: Part {
    /// Whether every integer that `f32` does not hold is infinite here.
    const SHORT: bool;

    /// The same value; of a signalling NaN, `f16` makes a quiet one.
    fn exact(self) -> f32;

    /// The nearest value, ties to even.
    fn round(x: f32) -> Self;

    /// The same as an `f32`, in which loops that round between their steps go on.
    #[inline(always)]
    fn nearest(x: f32) -> f32 {
        Self::round(x).exact()
    }
}

/// The sign of an `f32`.
const SIGN: u32 = 1 << 31;
/// The bit that makes a NaN of `f32` quiet.
const QUIET: u32 = 1 << 22;
/// The bits of infinity; above them, without the sign, are the NaNs.
const INFINITY: u32 = 0xFF << 23;

impl Half for f16 {
    const SHORT: bool = true;

    #[inline(always)]
    fn exact(self) -> f32 {
        let bits = u32::from(self.to_bits());
        let magnitude = (bits & 0x7FFF) << 13;
        // The exponent is biased by 15 here and by 127 there.
        let normal = magnitude + (112 << 23);
        // With the exponent of the smallest normal, the fraction of a subnormal stands behind
        // an implicit one that a subtraction takes away again.
        let implicit = f32::from_bits(113 << 23);
        let subnormal = (f32::from_bits(normal + (1 << 23)) - implicit).to_bits();
        let quiet = if magnitude > 31 << 23 { QUIET } else { 0 };
        let special = magnitude | INFINITY | quiet;
        let rest = if magnitude < 1 << 23 { subnormal } else { normal };
        let value = if magnitude >= 31 << 23 { special } else { rest };
        f32::from_bits(value | ((bits & 0x8000) << 16))
    }

    #[inline(always)]
    fn round(x: f32) -> f16 {
        let magnitude = f32::from_bits(x.to_bits() & !SIGN);
        // Half of the last place, less one where that place is even.
        let half = 0xFFF + ((magnitude.to_bits() >> 13) & 1);
        rounded(x, half, subnormal(magnitude))
    }

    /// In fewer steps than there and back.
    #[inline(always)]
    fn nearest(x: f32) -> f32 {
        /// The last 13 bits, which `f16` does not have.
        const LOST: u32 = 0x1FFF;
        let bits = x.to_bits();
        let magnitude = bits & !SIGN;
        // A carry runs into the exponent.
        let normal = (magnitude + 0xFFF + ((magnitude >> 13) & 1)) & !LOST;
        // The last place of 0.5 is that of a subnormal.
        let subnormal = ((f32::from_bits(magnitude) + 0.5) - 0.5).to_bits();
        let nan = (magnitude & !LOST) | QUIET;
        let special = if magnitude > INFINITY { nan } else { INFINITY };
        let rest = if magnitude < 113 << 23 { subnormal } else { normal };
        // From the middle of the greatest value and the next power of 2 on it is infinite.
        let value = if magnitude >= 65_520_f32.to_bits() { special } else { rest };
        f32::from_bits(value | (bits & SIGN))
    }
}

/// The nearest `f16`, ties away from zero.
#[inline(always)]
pub(crate) fn round_away(x: f32) -> f16 {
    let magnitude = f32::from_bits(x.to_bits() & !SIGN);
    let even = subnormal(magnitude);
    // What lies half of a place above the even one was a tie.
    let below = f32::from_bits(even + HALF) - 0.5;
    let tie = magnitude - below == f32::from_bits((127 - 25) << 23);
    rounded(x, 0x1000, even + u32::from(tie))
}

/// The bits of 0.5.
const HALF: u32 = 126 << 23;

/// The nearest `f16` of a magnitude below its normal ones, ties to even: how many of its last place that is.
#[inline(always)]
fn subnormal(magnitude: f32) -> u32 {
    // The last place of 0.5 is that of a subnormal, so this addition rounds to it.
    (magnitude + 0.5).to_bits().wrapping_sub(HALF)
}

/// An `f16`: if it is normal, by what is added to the magnitude's bits before the last 13 are cut off.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "every arm leaves 16 bits")]
fn rounded(x: f32, half: u32, subnormal: u32) -> f16 {
    let bits = x.to_bits();
    let magnitude = bits & !SIGN;
    // A carry runs into the exponent, up to infinity.
    let normal = magnitude.wrapping_sub(112 << 23).wrapping_add(half) >> 13;
    let nan = 0x7E00 | ((magnitude >> 13) & 0x3FF);
    let special = if magnitude > INFINITY { nan } else { 0x7C00 };
    let rest = if magnitude < 113 << 23 { subnormal } else { normal };
    let value = if magnitude >= 143 << 23 { special } else { rest };
    f16::from_bits((value | ((bits & SIGN) >> 16)) as u16)
}

impl Half for bf16 {
    const SHORT: bool = false;

    #[inline(always)]
    fn exact(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }

    #[inline(always)]
    fn round(x: f32) -> bf16 {
        let bits = x.to_bits();
        // As above; it cannot overflow but for a NaN.
        let rounded = bits.wrapping_add(0x7FFF + ((bits >> 16) & 1));
        let value = if bits & !SIGN > INFINITY { bits | QUIET } else { rounded };
        bf16::from_bits((value >> 16) as u16)
    }
}
