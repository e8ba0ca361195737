//! Sums, differences, products, extremes, signs and magnitudes.

use super::{binary, unary};
use crate::generated::codes::*;
use crate::kernel::complex::ComplexMath;

pub(crate) struct Add;
pub(crate) struct Subtract;
pub(crate) struct Multiply;
pub(crate) struct Maximum;
pub(crate) struct Minimum;
pub(crate) struct Abs;
pub(crate) struct Negative;
pub(crate) struct Positive;
pub(crate) struct Sign;
pub(crate) struct Square;
pub(crate) struct Real;
pub(crate) struct Imag;
pub(crate) struct Conj;

binary!(Add for bool: |a, b| a | b);
binary!(Add for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a.wrapping_add(b));
binary!(Add for f16, bf16, f32, f64, c32, c64, c128: |a, b| a + b);

binary!(Subtract for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a.wrapping_sub(b));
binary!(Subtract for f16, bf16, f32, f64, c32, c64, c128: |a, b| a - b);

binary!(Multiply for bool: |a, b| a & b);
binary!(Multiply for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a.wrapping_mul(b));
binary!(Multiply for f16, bf16, f32, f64: |a, b| a * b);
binary!(Multiply for c32, c64, c128: |a, b| a.multiply(b));

binary!(Maximum for bool: |a, b| a | b);
binary!(Maximum for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if a > b { a } else { b });
// Of two zeros the positive one, as IEEE 754's maximum: their signs meet.
binary!(Maximum for f16, bf16, f32: |a, b| {
    let equal = f32::from_bits(a.to_bits() & b.to_bits());
    let ordered = if a > b { a } else { b };
    if a == b { equal } else if a.is_nan() { a } else { ordered }
});
binary!(Maximum for f64: |a, b| {
    let equal = f64::from_bits(a.to_bits() & b.to_bits());
    let ordered = if a > b { a } else { b };
    if a == b { equal } else if a.is_nan() { a } else { ordered }
});

binary!(Minimum for bool: |a, b| a & b);
binary!(Minimum for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if a < b { a } else { b });
// Of two zeros the negative one.
binary!(Minimum for f16, bf16, f32: |a, b| {
    let equal = f32::from_bits(a.to_bits() | b.to_bits());
    let ordered = if a < b { a } else { b };
    if a == b { equal } else if a.is_nan() { a } else { ordered }
});
binary!(Minimum for f64: |a, b| {
    let equal = f64::from_bits(a.to_bits() | b.to_bits());
    let ordered = if a < b { a } else { b };
    if a == b { equal } else if a.is_nan() { a } else { ordered }
});

unary!(Abs for i8, i16, i32, i64: |a| a.wrapping_abs());
unary!(Abs for u8, u16, u32, u64: |a| a);
unary!(Abs for f16, bf16, f32, f64: |a| a.abs());
unary!(Abs -> part for c32, c64, c128: |a| ComplexMath::abs(a));

unary!(Negative for i8, i16, i32, i64, u8, u16, u32, u64: |a| a.wrapping_neg());
unary!(Negative for f16, bf16, f32, f64, c32, c64, c128: |a| -a);

unary!(Positive for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Positive for f16, bf16, f32, f64, c32, c64, c128: |a| a);

unary!(Sign for i8, i16, i32, i64: |a| a.signum());
unary!(Sign for u8, u16, u32, u64: |a| if a == 0 { 0 } else { 1 });
// Of either zero +0, of NaN NaN.
unary!(Sign for f16, bf16, f32, f64: |a| {
    let signed = if a < 0.0 { -1.0 } else { a };
    if a > 0.0 { 1.0 } else if a == 0.0 { 0.0 } else { signed }
});
unary!(Sign for c32, c64, c128: |a| ComplexMath::sign(a));

unary!(Square for i8, i16, i32, i64, u8, u16, u32, u64: |a| a.wrapping_mul(a));
unary!(Square for f16, bf16, f32, f64: |a| a * a);
unary!(Square for c32, c64, c128: |a| ComplexMath::square(a));

unary!(Real for f16, bf16, f32, f64: |a| a);
unary!(Real -> part for c32, c64, c128: |a| a.re);
unary!(Imag -> part for c32, c64, c128: |a| a.im);

unary!(Conj for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Conj for f16, bf16, f32, f64: |a| a);
unary!(Conj for c32, c64, c128: |a| a.conj());
