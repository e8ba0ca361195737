//! An element type → the type its loops compute in: `f32` for the 16-bit floats, itself for every other.
#![expect(unsafe_code, reason = "a value is handed on as the type that it has by another name")]

use core::any::TypeId;

use super::cast::Half;
use super::convert::Convert;
use crate::generated::codes::*;
use crate::{DType, Element};

/// An element type that loops compute in.
///
/// `f32` has more than twice the bits of `f16` and `bf16`, so that one operation in `f32`, rounded
/// to the 16-bit type, is the same as the operation rounded once.
pub(crate) trait Lane: Element + Convert<<Self as Lane>::Accum> {
    /// What a loop computes in for it.
    type Accum: Element;

    /// The nearest value of the element type, in which a loop that rounds between its steps goes on.
    #[inline(always)]
    fn rounded(wide: Self::Accum) -> Self::Accum {
        wide
    }
}

/// An operand's element type that becomes `C`, and what `C` computes in, on its way into a loop.
pub(crate) trait Operand<C: Lane>: Lane + Convert<C> + Convert<C::Accum> {}

impl<C: Lane, A: Lane + Convert<C> + Convert<C::Accum>> Operand<C> for A {}

/// What an op gives, and what that is stored as where the op computes for dtype `C`.
pub(crate) trait Output<C>: Element + Canonical + Convert<<Self as Output<C>>::As> {
    /// The element type of the result.
    type As: Element;
}

/// What loops compute in and give, each NaN of which has one form.
pub(crate) trait Canonical: Copy {
    /// Itself; of a NaN, in whatever part, the quiet one with a clear sign and no payload. Which NaN arithmetic gives
    /// depends on the instructions and on how the compiler orders operands.
    fn canonical(self) -> Self;
}

macro_rules! canonical {
    ($($t:ty: |$value:ident| $canonical:expr;)*) => { $(
        impl Canonical for $t {
            #[inline(always)]
            fn canonical(self) -> $t {
                let $value = self;
                $canonical
            }
        }
    )* };
}

canonical! {
    bool: |x| x;
    i8: |x| x; i16: |x| x; i32: |x| x; i64: |x| x;
    u8: |x| x; u16: |x| x; u32: |x| x; u64: |x| x;
    f32: |x| if x.is_nan() { f32::NAN } else { x };
    f64: |x| if x.is_nan() { f64::NAN } else { x };
    c64: |z| c64::new(z.re.canonical(), z.im.canonical());
    c128: |z| c128::new(z.re.canonical(), z.im.canonical());
}

macro_rules! lanes {
    ($($element:ty => $accum:ty $(: |$wide:ident| $rounded:expr)?),* $(,)?) => { $(
        impl Lane for $element {
            type Accum = $accum;

            $(
                #[inline(always)]
                fn rounded($wide: $accum) -> $accum {
                    $rounded
                }
            )?
        }
    )*
        /// The dtype that loops compute in for one.
        pub(crate) const fn accum_dtype(dtype: DType) -> DType {
            match dtype {
                $(<$element as Element>::DTYPE => <$accum as Element>::DTYPE,)*
                narrow => accum_dtype(narrow.carrier()),
            }
        }
    };
}

lanes! {
    bool => bool,
    i8 => i8, i16 => i16, i32 => i32, i64 => i64,
    u8 => u8, u16 => u16, u32 => u32, u64 => u64,
    f16 => f32: |x| f16::nearest(x), bf16 => f32: |x| bf16::nearest(x), f32 => f32, f64 => f64,
    c32 => c64: |z| c64::new(f16::nearest(z.re), f16::nearest(z.im)), c64 => c64, c128 => c128,
}

macro_rules! outputs {
    ($($out:ty, for $compute:ty => $as:ty);* $(;)?) => { $(
        impl Output<$compute> for $out {
            type As = $as;
        }
    )* };
}

/// Bools are stored as they are, whatever the op computed in.
impl<C: Lane> Output<C> for bool {
    type As = bool;
}

outputs! {
    i8, for i8 => i8; i16, for i16 => i16; i32, for i32 => i32; i64, for i64 => i64;
    u8, for u8 => u8; u16, for u16 => u16; u32, for u32 => u32; u64, for u64 => u64;
    f32, for f16 => f16; f32, for bf16 => bf16; f32, for f32 => f32; f64, for f64 => f64;
    c64, for c32 => c32; c64, for c64 => c64; c128, for c128 => c128;
    // A part of a complex number.
    f32, for c32 => f16; f32, for c64 => f32; f64, for c128 => f64;
}

/// Whether two types are the same; known when a loop is compiled.
#[inline(always)]
pub(crate) fn same<A: 'static, B: 'static>() -> bool {
    TypeId::of::<A>() == TypeId::of::<B>()
}

/// A value as the type that it has by another name.
///
/// # Panics
///
/// If the types are not the [same].
#[inline(always)]
pub(crate) fn itself<A: Copy + 'static, B: Copy + 'static>(value: A) -> B {
    assert!(same::<A, B>());
    // SAFETY: the types are the same.
    unsafe { core::mem::transmute_copy(&value) }
}

/// Whether a loop computes in the dtype itself.
#[inline(always)]
pub(crate) fn is_native<A: Lane>() -> bool {
    same::<A, A::Accum>()
}
