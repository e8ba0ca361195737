//! Chunks of numbers that all fit 32-bit integers → another dtype by way of them.
//!
//! AVX2 has no instruction between floats and integers of 64 bits, and at every level what is out
//! of range has to be replaced. Two or three instructions a register tell that a chunk has only
//! numbers of that range, as most chunks of a 64-bit dtype have.
#![expect(unsafe_code, reason = "`as` checks a float's range in scalar code: 6 times slower")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked before, or wrapping is meant"
)]

use super::CHUNK;

/// A dtype with numbers that may fit an `i32`.
pub(crate) trait NarrowRange: Copy {
    /// Whether all numbers of a chunk fit an `i32`; it may return false because of -2^31.
    fn all_narrow(src: &[Self; CHUNK]) -> bool;

    /// The integer part.
    ///
    /// # Safety
    ///
    /// The number is one of those.
    unsafe fn to_i32(self) -> i32;
}

/// Converts a chunk by `convert` from `i32`, if all its numbers fit one; returns whether they do. A number that
/// a shorter dtype cannot hold is left to `convert`.
#[inline(always)]
pub(crate) fn via_i32<A: NarrowRange, B>(
    src: &[A; CHUNK],
    dst: &mut [B; CHUNK],
    convert: impl Fn(i32) -> B,
) -> bool {
    let narrow = A::all_narrow(src);
    if narrow {
        for (to, from) in dst.iter_mut().zip(src) {
            // SAFETY: all of them fit.
            *to = convert(unsafe { from.to_i32() });
        }
    }
    narrow
}

/// An integer dtype that may not hold every `i32`.
pub(crate) trait FromI32: Copy {
    /// The nearest integer.
    fn saturated(integer: i32) -> Self;

    /// The lower bits.
    fn wrapped(integer: i32) -> Self;
}

macro_rules! from_i32 {
    ($($to:ty = $low:expr, $high:expr;)*) => { $(
        impl FromI32 for $to {
            #[inline(always)]
            fn saturated(integer: i32) -> $to {
                integer.clamp($low, $high) as $to
            }

            #[inline(always)]
            fn wrapped(integer: i32) -> $to {
                integer as $to
            }
        }
    )* };
}

from_i32! {
    i8 = -0x80, 0x7F;
    i16 = -0x8000, 0x7FFF;
    i32 = i32::MIN, i32::MAX;
    i64 = i32::MIN, i32::MAX;
    u8 = 0, 0xFF;
    u16 = 0, 0xFFFF;
    u32 = 0, i32::MAX;
    u64 = 0, i32::MAX;
}

/// Whether all the integers are from -2^`BITS` to below 2^`BITS`.
macro_rules! all_below {
    ($src:ident, $bits:literal) => {{
        let mut union = 0;
        for x in $src {
            union |= x.wrapping_add(1 << $bits);
        }
        // Each sum is from 0 to below twice that if it has no bit above, not even the sign.
        union >> ($bits + 1) == 0
    }};
}

macro_rules! integers {
    ($($integer:ty: |$src:ident| $all_narrow:expr;)*) => { $(
        impl NarrowRange for $integer {
            #[inline(always)]
            fn all_narrow($src: &[$integer; CHUNK]) -> bool {
                $all_narrow
            }

            #[inline(always)]
            unsafe fn to_i32(self) -> i32 {
                self as i32
            }
        }
    )* };
}

integers! {
    i64: |src| all_below!(src, 31);
    u64: |src| src.iter().fold(0, |union, x| union | x) >> 31 == 0;
}

macro_rules! floats {
    ($($float:ty, $bits:ty;)*) => { $(
        impl NarrowRange for $float {
            #[inline(always)]
            fn all_narrow(src: &[$float; CHUNK]) -> bool {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                const END: $float = 2_147_483_648.0;
                // Magnitudes are ordered as their bits are, NaN last; this sum reaches the sign
                // if they reach the end.
                let mut union = 0;
                for x in src {
                    union |= (x.to_bits() & !SIGN).wrapping_add(SIGN - END.to_bits());
                }
                union & SIGN == 0
            }

            #[inline(always)]
            unsafe fn to_i32(self) -> i32 {
                // SAFETY: the caller has checked: between -2^31 and 2^31, and not NaN.
                unsafe { self.to_int_unchecked() }
            }
        }
    )* };
}

floats! {
    f32, u32;
    f64, u64;
}

/// A dtype of integers that may be exact in `f32`.
pub(crate) trait Exact: Copy {
    /// A chunk of the same numbers, if all are from -2^24 to below 2^24.
    fn exact(src: &[Self; CHUNK]) -> Option<[f32; CHUNK]>;
}

macro_rules! exact {
    ($($integer:ty),*) => { $(
        impl Exact for $integer {
            #[inline(always)]
            fn exact(src: &[$integer; CHUNK]) -> Option<[f32; CHUNK]> {
                if !all_below!(src, 24) {
                    return None;
                }
                let mut exact = [0.0; CHUNK];
                for (to, from) in exact.iter_mut().zip(src) {
                    *to = *from as i32 as f32;
                }
                Some(exact)
            }
        }
    )* };
}

exact!(i32, i64);
