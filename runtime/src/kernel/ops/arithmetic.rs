//! Sums, differences, products, extremes, signs and magnitudes.

use super::{binary, unary};
use crate::generated::codes::*;
use crate::kernel::complex::{from_math, to_math};
use crate::policy::{FloatExtremes, SignOfNan};

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
binary!(Multiply for c32, c64, c128: |a, b| from_math(to_math(a) * to_math(b)));

binary!(Maximum for bool: |a, b| a | b);
binary!(Maximum for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if a > b { a } else { b });
binary!(Minimum for bool: |a, b| a & b);
binary!(Minimum for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if a < b { a } else { b });

/// Of two zeros the positive is the greater, the negative the lesser, as IEEE 754 has it: their signs meet.
macro_rules! extremes {
    ($($op:ident for $($t:ty),*: $beats:tt, $meet:tt, $wide:ident;)*) => { $(
        binary!($op for $($t),*; by float_extremes: FloatExtremes [Ieee, Nan, Right, Left, Number] |a, b| {
            let ordered = if a $beats b { a } else { b };
            match float_extremes {
                FloatExtremes::Ieee => {
                    let equal = $wide::from_bits(a.to_bits() $meet b.to_bits());
                    if a == b { equal } else if a.is_nan() { a } else { ordered }
                }
                FloatExtremes::Nan => if a.is_nan() { a } else { ordered },
                FloatExtremes::Right => ordered,
                FloatExtremes::Left => if b $beats a { b } else { a },
                FloatExtremes::Number => if a.is_nan() | (b $beats a) { b } else { a },
            }
        });
    )* };
}

extremes! {
    Maximum for f16, bf16, f32: >, &, f32;
    Maximum for f64: >, &, f64;
    Minimum for f16, bf16, f32: <, |, f32;
    Minimum for f64: <, |, f64;
}

unary!(Abs for i8, i16, i32, i64: |a| a.wrapping_abs());
unary!(Abs for u8, u16, u32, u64: |a| a);
unary!(Abs for f16, bf16, f32, f64: |a| a.abs());
unary!(Abs -> part for c32, c64, c128: |a| to_math(a).abs());

unary!(Negative for i8, i16, i32, i64, u8, u16, u32, u64: |a| a.wrapping_neg());
unary!(Negative for f16, bf16, f32, f64, c32, c64, c128: |a| -a);

unary!(Positive for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Positive for f16, bf16, f32, f64, c32, c64, c128: |a| a);

unary!(Sign for i8, i16, i32, i64: |a| a.signum());
unary!(Sign for u8, u16, u32, u64: |a| if a == 0 { 0 } else { 1 });
// Of either zero +0.
unary!(Sign for f16, bf16, f32, f64; by sign_of_nan: SignOfNan [Nan, Zero] |a| {
    let other = if sign_of_nan == SignOfNan::Nan && a != 0.0 { a } else { 0.0 };
    let signed = if a < 0.0 { -1.0 } else { other };
    if a > 0.0 { 1.0 } else { signed }
});
unary!(Sign for c32, c64, c128: |a| from_math(to_math(a).sign()));

unary!(Square for i8, i16, i32, i64, u8, u16, u32, u64: |a| a.wrapping_mul(a));
unary!(Square for f16, bf16, f32, f64: |a| a * a);
unary!(Square for c32, c64, c128: |a| from_math(to_math(a).square()));

unary!(Real for f16, bf16, f32, f64: |a| a);
unary!(Real -> part for c32, c64, c128: |a| a.re);
unary!(Imag -> part for c32, c64, c128: |a| a.im);

unary!(Conj for i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary!(Conj for f16, bf16, f32, f64: |a| a);
unary!(Conj for c32, c64, c128: |a| a.conj());
