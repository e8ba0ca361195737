//! Comparisons and tests, which give truth values.

use num_complex::Complex;

use super::{binary_op, binary_ops, unary_op};
use crate::generated::codes::*;
use crate::policy::{ComplexOrder, Policies};

binary_ops! { Some([false, true, false]); Equal }
binary_ops! { Some([true, false, true]); NotEqual }
binary_ops! { Some([true, false, false]); Less }
binary_ops! { Some([true, true, false]); LessEqual }
binary_ops! { Some([false, false, true]); Greater }
binary_ops! { Some([false, true, true]); GreaterEqual }
pub(crate) struct Isnan;
pub(crate) struct Isinf;
pub(crate) struct Isfinite;
pub(crate) struct Signbit;

macro_rules! comparisons {
    ($($t:ty),+) => {
        binary_op!(Equal -> bool for $($t),+: |a, b| a == b);
        binary_op!(NotEqual -> bool for $($t),+: |a, b| a != b);
        binary_op!(Less -> bool for $($t),+: |a, b| a < b);
        binary_op!(LessEqual -> bool for $($t),+: |a, b| a <= b);
        binary_op!(Greater -> bool for $($t),+: |a, b| a > b);
        binary_op!(GreaterEqual -> bool for $($t),+: |a, b| a >= b);
    };
}

comparisons!(i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64);
binary_op!(Equal -> bool for bool: |a, b| a == b);
binary_op!(NotEqual -> bool for bool: |a, b| a != b);
binary_op!(Less -> bool for bool: |a, b| !a & b);
binary_op!(LessEqual -> bool for bool: |a, b| !a | b);
binary_op!(Greater -> bool for bool: |a, b| a & !b);
binary_op!(GreaterEqual -> bool for bool: |a, b| a | !b);
binary_op!(Equal -> bool for c32, c64, c128: |a, b| equals(a, b));
binary_op!(NotEqual -> bool for c32, c64, c128: |a, b| !equals(a, b));
binary_op!(Less -> bool for c32, c64, c128: |a, b, policies| exceeds(b, a, policies));
binary_op!(LessEqual -> bool for c32, c64, c128: |a, b, policies| exceeds(b, a, policies) | equals(a, b));
binary_op!(Greater -> bool for c32, c64, c128: |a, b, policies| exceeds(a, b, policies));
binary_op!(GreaterEqual -> bool for c32, c64, c128: |a, b, policies| exceeds(a, b, policies) | equals(a, b));

unary_op!(Isnan -> bool for bool, i8, i16, i32, i64, u8, u16, u32, u64: |_| false);
unary_op!(Isnan -> bool for f16, bf16, f32, f64: |a| a.is_nan());
unary_op!(Isnan -> bool for c32, c64, c128: |a| has_nan(a));

unary_op!(Isinf -> bool for bool, i8, i16, i32, i64, u8, u16, u32, u64: |_| false);
unary_op!(Isinf -> bool for f16, bf16, f32, f64: |a| a.is_infinite());
unary_op!(Isinf -> bool for c32, c64, c128: |a| a.re.is_infinite() | a.im.is_infinite());

unary_op!(Isfinite -> bool for bool, i8, i16, i32, i64, u8, u16, u32, u64: |_| true);
unary_op!(Isfinite -> bool for f16, bf16, f32, f64: |a| a.is_finite());
unary_op!(Isfinite -> bool for c32, c64, c128: |a| a.re.is_finite() & a.im.is_finite());

unary_op!(Signbit -> bool for bool, u8, u16, u32, u64: |_| false);
unary_op!(Signbit -> bool for i8, i16, i32, i64: |a| a < 0);
unary_op!(Signbit -> bool for f16, bf16, f32, f64: |a| a.is_sign_negative());

/// Whether a complex number is greater than another one in the order that the policies say.
#[inline(always)]
pub(super) fn exceeds<T: Copy + PartialOrd>(
    a: Complex<T>,
    b: Complex<T>,
    policies: Policies,
) -> bool {
    let by_parts = (a.re > b.re) | ((a.re == b.re) & (a.im > b.im));
    let beside_nan = policies.complex_order == ComplexOrder::Parts;
    by_parts & (beside_nan | !(has_nan(a) | has_nan(b)))
}

/// Whether a complex number is greater than another one, by the order of numbers.
#[inline(always)]
pub(super) fn greater<T: Copy + PartialOrd>(a: Complex<T>, b: Complex<T>) -> bool {
    exceeds(a, b, Policies { complex_order: ComplexOrder::Numbers, ..Policies::DEFAULT })
}

/// Whether it is less.
#[inline(always)]
pub(super) fn lesser<T: Copy + PartialOrd>(a: Complex<T>, b: Complex<T>) -> bool {
    greater(b, a)
}

/// Whether both parts of two complex numbers are equal.
#[inline(always)]
pub(super) fn equals<T: Copy + PartialEq>(a: Complex<T>, b: Complex<T>) -> bool {
    (a.re == b.re) & (a.im == b.im)
}

/// Whether a part of a complex number is NaN.
#[inline(always)]
pub(super) fn has_nan<T: Copy + PartialEq>(z: Complex<T>) -> bool {
    !equals(z, z)
}
