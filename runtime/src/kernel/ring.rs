//! What numbers do in a product of matrices: they are multiplied and added up.

use core::ops::{Add as _, BitAnd as _, BitOr as _, Mul as _};

use crate::Element;
use crate::generated::codes::*;

/// Numbers that are multiplied and added up, each rounded by itself.
pub(crate) trait Ring: Element {
    const ZERO: Self;

    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! ring {
    ($plus:ident $times:ident of $zero:expr => $($t:ty)*) => { $(
        impl Ring for $t {
            const ZERO: $t = $zero;

            #[inline(always)]
            fn plus(self, other: $t) -> $t {
                self.$plus(other)
            }

            #[inline(always)]
            fn times(self, other: $t) -> $t {
                self.$times(other)
            }
        }
    )* };
}

ring!(add mul of 0.0 => f32 f64);
ring!(add mul of c64::new(0.0, 0.0) => c64);
ring!(add mul of c128::new(0.0, 0.0) => c128);
ring!(bitor bitand of false => bool);
ring!(wrapping_add wrapping_mul of 0 => i8 i16 i32 i64 u8 u16 u32 u64);
