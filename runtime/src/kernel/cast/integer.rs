//! Floats into integers, by either policy, and integers into integers.
#![expect(unsafe_code, reason = "`as` checks a float's range in scalar code: 6 times slower")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "wrapping is what these conversions are for"
)]

use crate::kernel::cast::{Cast, Policy, cast};
use crate::kernel::isa::{Isa, Level};

/// Integers to integers wrap.
macro_rules! integers {
    ($($from:ty),*) => { $(
        cast!($from => [i8, i16, i32, i64, u8, u16, u32, u64], |x, L, P, T| x as T);
    )* };
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

/// Floats to integers.
macro_rules! floats {
    ($($float:ty),*) => { $(
        cast!($float => [i8, i16, u8, u16], |x, L, P, T| if P::SATURATE {
            x.clamped_i32(T::MIN.into(), T::MAX.into()) as T
        } else {
            x.indefinite_i32() as T
        });
        cast!($float => [i32], |x, L, P, T| if P::SATURATE {
            x.saturate_i32()
        } else {
            x.indefinite_i32()
        });
        cast!($float => [u32], |x, L, P, T| if P::SATURATE {
            x.saturate_u32()
        } else {
            x.indefinite_i64::<L>() as T
        });
        cast!($float => [i64], |x, L, P, T| if P::SATURATE {
            x.saturate_i64::<L>()
        } else {
            x.indefinite_i64::<L>()
        });
        cast!($float => [u64], |x, L, P, T| if P::SATURATE {
            x.saturate_u64::<L>()
        } else {
            x.indefinite_u64::<L>()
        });
        float!($float);
    )* };
}

/// What the conversions are made of: the value is brought into range, so that the bare
/// instruction may take it, and where it was out of range the result is replaced.
trait Float: Copy {
    /// The integer part of the value in these bounds, 0 for NaN.
    fn clamped_i32(self, low: Self, high: Self) -> i32;
    fn saturate_i32(self) -> i32;
    fn saturate_u32(self) -> u32;
    fn saturate_i64<L: Level>(self) -> i64;
    fn saturate_u64<L: Level>(self) -> u64;
    /// The integer part, or the smallest integer: `cvttss2si`, `cvttsd2si`.
    fn indefinite_i32(self) -> i32;
    fn indefinite_i64<L: Level>(self) -> i64;
    /// The same of two halves of the range, as compilers do it.
    fn indefinite_u64<L: Level>(self) -> u64;
}

/// Implements [`Float`]. Comparisons are of the form that is one `max` or `min` instruction, and
/// that gives the bound for NaN.
macro_rules! float {
    ($float:ty) => {
        impl Float for $float {
            #[inline(always)]
            fn clamped_i32(self, low: Self, high: Self) -> i32 {
                let x = if self > low { self } else { low };
                let x = if x < high { x } else { high };
                // SAFETY: the bounds are those of a dtype of 16 bits or less, or of `i32` with
                // the upper one rounded down, and the value is not NaN.
                let integer = unsafe { x.to_int_unchecked() };
                if self.is_nan() { 0 } else { integer }
            }

            #[inline(always)]
            fn saturate_i32(self) -> i32 {
                const END: $float = 2_147_483_648.0;
                let integer = self.clamped_i32(-END, END.next_down());
                if self >= END { i32::MAX } else { integer }
            }

            #[inline(always)]
            fn saturate_u32(self) -> u32 {
                const END: $float = 4_294_967_296.0;
                let x = if self > 0.0 { self } else { 0.0 };
                let x = if x < END { x } else { END.next_down() };
                // SAFETY: from 0 to below 2^32, and not NaN.
                let integer = unsafe { x.to_int_unchecked() };
                if self >= END { u32::MAX } else { integer }
            }

            #[inline(always)]
            fn saturate_i64<L: Level>(self) -> i64 {
                const END: $float = 9_223_372_036_854_775_808.0;
                match L::ISA {
                    Isa::Baseline => self as i64,
                    Isa::Avx2 => {
                        let (part, sign) = integer_part(self.into());
                        let limit = i64::MAX ^ sign;
                        let inside = if self.abs() < END { part } else { limit };
                        if self.is_nan() { 0 } else { inside }
                    }
                    Isa::Avx512 => {
                        let x = if self > -END { self } else { -END };
                        let x = if x < END { x } else { END.next_down() };
                        // SAFETY: from -2^63 to below 2^63, and not NaN.
                        let integer: i64 = unsafe { x.to_int_unchecked() };
                        let integer = if self >= END { i64::MAX } else { integer };
                        if self.is_nan() { 0 } else { integer }
                    }
                }
            }

            #[inline(always)]
            fn saturate_u64<L: Level>(self) -> u64 {
                const END: $float = 18_446_744_073_709_551_616.0;
                let x = if self > 0.0 { self } else { 0.0 };
                match L::ISA {
                    Isa::Baseline => self as u64,
                    Isa::Avx2 => {
                        let integer = magnitude(x.into());
                        if x < END { integer } else { u64::MAX }
                    }
                    Isa::Avx512 => {
                        let inside = if x < END { x } else { END.next_down() };
                        // SAFETY: from 0 to below 2^64, and not NaN.
                        let integer = unsafe { inside.to_int_unchecked() };
                        if x < END { integer } else { u64::MAX }
                    }
                }
            }

            #[inline(always)]
            fn indefinite_i32(self) -> i32 {
                const END: $float = 2_147_483_648.0;
                let x = if self.abs() < END { self } else { -END };
                // SAFETY: from -2^31 to below 2^31, and not NaN.
                unsafe { x.to_int_unchecked() }
            }

            #[inline(always)]
            fn indefinite_i64<L: Level>(self) -> i64 {
                const END: $float = 9_223_372_036_854_775_808.0;
                if L::ISA == Isa::Avx2 {
                    let (part, _) = integer_part(self.into());
                    return if self.abs() < END { part } else { i64::MIN };
                }
                let x = if self.abs() < END { self } else { -END };
                // SAFETY: from -2^63 to below 2^63, and not NaN.
                unsafe { x.to_int_unchecked() }
            }

            #[inline(always)]
            fn indefinite_u64<L: Level>(self) -> u64 {
                const HALF: $float = 9_223_372_036_854_775_808.0;
                let upper = self >= HALF;
                let x = if upper { self - HALF } else { self };
                let integer = x.indefinite_i64::<L>() as u64;
                integer ^ if upper { 1 << 63 } else { 0 }
            }
        }
    };
}

floats!(f32, f64);

/// The integer part of a magnitude below 2^64; anything for the others.
///
/// AVX2 has no instruction from floats to 64-bit integers, but it shifts each lane by its own
/// count: the fraction, moved to the top, down to its place.
#[inline(always)]
fn magnitude(x: f64) -> u64 {
    let bits = x.to_bits();
    let fraction = (bits << 11) | (1 << 63);
    let exponent = (bits >> 52) & 0x7FF;
    // 1023 + 63: the exponent with which the fraction is in its place.
    let count = 1086_u64.wrapping_sub(exponent);
    // The instruction gives 0 for these counts by itself.
    if count < 64 { fraction >> (count & 63) } else { 0 }
}

/// The integer part of a value between -2^63 and 2^63, anything for the others; and all ones
/// for a negative one.
#[inline(always)]
fn integer_part(x: f64) -> (i64, i64) {
    let sign = (x.to_bits() as i64) >> 63;
    let part = (magnitude(x) as i64 ^ sign).wrapping_sub(sign);
    (part, sign)
}
