//! What each dtype computes in inside a loop: the halves in `f32`, every other in itself.

use core::any::TypeId;

use crate::Element;
use crate::generated::codes::*;

/// An element type, and what a loop computes in for it.
///
/// `f32` has more than twice the bits of `f16` and `bf16`, so that one operation in `f32`, rounded
/// to the half, is the same as the operation rounded once.
pub(crate) trait Lane: Element {
    type Wide: Element;
}

/// What an op's result is stored as, where it computed for dtype `C`.
pub(crate) trait Stored<C> {
    type As: Element;
}

macro_rules! lanes {
    ($($element:ty => $wide:ty),* $(,)?) => { $(
        impl Lane for $element {
            type Wide = $wide;
        }
    )* };
}

lanes! {
    bool => bool,
    i8 => i8, i16 => i16, i32 => i32, i64 => i64,
    u8 => u8, u16 => u16, u32 => u32, u64 => u64,
    f16 => f32, bf16 => f32, f32 => f32, f64 => f64,
    c32 => c64, c64 => c64, c128 => c128,
}

macro_rules! stored {
    ($($out:ty, for $compute:ty => $as:ty);* $(;)?) => { $(
        impl Stored<$compute> for $out {
            type As = $as;
        }
    )* };
}

/// Truth values are stored as they are, whatever they are of.
impl<C: Lane> Stored<C> for bool {
    type As = bool;
}

stored! {
    i8, for i8 => i8; i16, for i16 => i16; i32, for i32 => i32; i64, for i64 => i64;
    u8, for u8 => u8; u16, for u16 => u16; u32, for u32 => u32; u64, for u64 => u64;
    f32, for f16 => f16; f32, for bf16 => bf16; f32, for f32 => f32; f64, for f64 => f64;
    c64, for c32 => c32; c64, for c64 => c64; c128, for c128 => c128;
    // The part of a complex number.
    f32, for c32 => f16; f32, for c64 => f32; f64, for c128 => f64;
}

/// Whether two types are one; known when a loop is compiled.
#[inline(always)]
pub(crate) fn same<A: 'static, B: 'static>() -> bool {
    TypeId::of::<A>() == TypeId::of::<B>()
}

/// Whether a loop computes in the dtype itself.
#[inline(always)]
pub(crate) fn is_native<A: Lane>() -> bool {
    same::<A, A::Wide>()
}
