//! Comparisons and tests, which give truth values.

use super::{binary, unary};
use crate::generated::codes::*;

pub(crate) struct Equal;
pub(crate) struct NotEqual;
pub(crate) struct Less;
pub(crate) struct LessEqual;
pub(crate) struct Greater;
pub(crate) struct GreaterEqual;
pub(crate) struct Isnan;
pub(crate) struct Isinf;
pub(crate) struct Isfinite;
pub(crate) struct Signbit;

macro_rules! comparisons {
    ($($t:ty),+) => {
        binary!(Equal -> bool for $($t),+: |a, b| a == b);
        binary!(NotEqual -> bool for $($t),+: |a, b| a != b);
        binary!(Less -> bool for $($t),+: |a, b| a < b);
        binary!(LessEqual -> bool for $($t),+: |a, b| a <= b);
        binary!(Greater -> bool for $($t),+: |a, b| a > b);
        binary!(GreaterEqual -> bool for $($t),+: |a, b| a >= b);
    };
}

comparisons!(i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64);
binary!(Equal -> bool for bool: |a, b| a == b);
binary!(NotEqual -> bool for bool: |a, b| a != b);
binary!(Less -> bool for bool: |a, b| !a & b);
binary!(LessEqual -> bool for bool: |a, b| !a | b);
binary!(Greater -> bool for bool: |a, b| a & !b);
binary!(GreaterEqual -> bool for bool: |a, b| a | !b);
binary!(Equal -> bool for c32, c64, c128: |a, b| (a.re == b.re) & (a.im == b.im));
binary!(NotEqual -> bool for c32, c64, c128: |a, b| (a.re != b.re) | (a.im != b.im));

unary!(Isnan -> bool for bool, i8, i16, i32, i64, u8, u16, u32, u64: |_| false);
unary!(Isnan -> bool for f16, bf16, f32, f64: |a| a.is_nan());
unary!(Isnan -> bool for c32, c64, c128: |a| a.re.is_nan() | a.im.is_nan());

unary!(Isinf -> bool for bool, i8, i16, i32, i64, u8, u16, u32, u64: |_| false);
unary!(Isinf -> bool for f16, bf16, f32, f64: |a| a.is_infinite());
unary!(Isinf -> bool for c32, c64, c128: |a| a.re.is_infinite() | a.im.is_infinite());

unary!(Isfinite -> bool for bool, i8, i16, i32, i64, u8, u16, u32, u64: |_| true);
unary!(Isfinite -> bool for f16, bf16, f32, f64: |a| a.is_finite());
unary!(Isfinite -> bool for c32, c64, c128: |a| a.re.is_finite() & a.im.is_finite());

unary!(Signbit -> bool for f16, bf16, f32, f64: |a| a.is_sign_negative());
