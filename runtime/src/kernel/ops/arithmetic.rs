//! Sums, differences, products, extremes, signs and magnitudes.

use num_complex::Complex;

use super::compare::{equals, exceeds, has_nan};
use super::{UnaryOp, binary_op, binary_ops, unary_op};
use crate::generated::codes::*;
use crate::kernel::complex::{PARTS, apart, by_parts, from_math, to_math};
use crate::kernel::isa::Level;
use crate::policy::{ComplexExtremes, FloatExtremes, Policies, SignOfNan};

binary_ops! { basic; Add, Subtract, Multiply }
binary_ops! { overwriting; Maximum, Minimum, Fmax, Fmin }
pub(crate) struct Abs;
pub(crate) struct Negative;
pub(crate) struct Positive;
pub(crate) struct Sign;
pub(crate) struct Square;
pub(crate) struct Relu;
pub(crate) struct Real;
pub(crate) struct Imag;
pub(crate) struct Conj;

binary_op!(Add for bool: |a, b| a | b);
binary_op!(Add for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a.wrapping_add(b));
binary_op!(Add for f16, bf16, f32, f64, c32, c64, c128: |a, b| a + b);

binary_op!(Subtract for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a.wrapping_sub(b));
binary_op!(Subtract for f16, bf16, f32, f64, c32, c64, c128: |a, b| a - b);

binary_op!(Multiply for bool: |a, b| a & b);
binary_op!(Multiply for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| a.wrapping_mul(b));
binary_op!(Multiply for f16, bf16, f32, f64: |a, b| a * b);
binary_op!(Multiply for c32, c64, c128: |a, b| from_math(to_math(a) * to_math(b)));

binary_op!(Maximum for bool: |a, b| a | b);
binary_op!(Maximum for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if a > b { a } else { b });
binary_op!(Minimum for bool: |a, b| a & b);
binary_op!(Minimum for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if a < b { a } else { b });

/// Under IEEE 754, +0 is greater than -0: of equal operands the bits are combined, of which only signs differ.
macro_rules! extremes {
    ($($op:ident for $($t:ty),*: $beats:tt, $combine:tt, $wide:ident;)*) => { $(
        binary_op!($op keeps nan for $($t),*; by float_extremes: FloatExtremes [Ieee, Nan, Right, Left, Number] |a, b| {
            let ordered = if a $beats b { a } else { b };
            match float_extremes {
                FloatExtremes::Ieee => {
                    let equal = $wide::from_bits(a.to_bits() $combine b.to_bits());
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

binary_op!(Fmax for bool: |a, b| a | b);
binary_op!(Fmax for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if b > a { b } else { a });
binary_op!(Fmax for f16, bf16, f32, f64: |a, b| if a.is_nan() | (b > a) { b } else { a });
binary_op!(Fmin for bool: |a, b| a & b);
binary_op!(Fmin for i8, i16, i32, i64, u8, u16, u32, u64: |a, b| if b < a { b } else { a });
binary_op!(Fmin for f16, bf16, f32, f64: |a, b| if a.is_nan() | (b < a) { b } else { a });

binary_op!(Maximum keeps nan for c32, c64, c128: |a, b, policies| {
    either(exceeds(a, b, policies) | stays(a, policies), a, b, policies)
});
binary_op!(Minimum keeps nan for c32, c64, c128: |a, b, policies| {
    either(exceeds(b, a, policies) | stays(a, policies), a, b, policies)
});
binary_op!(Fmax keeps nan for c32, c64, c128: |a, b, policies| {
    either(exceeds(a, b, policies) | has_nan(b), a, b, policies)
});
binary_op!(Fmin keeps nan for c32, c64, c128: |a, b, policies| {
    either(exceeds(b, a, policies) | has_nan(b), a, b, policies)
});

/// Whether the left one of two complex numbers has a NaN, and the policies want it for that.
#[inline(always)]
fn stays<T: Copy + PartialEq>(a: Complex<T>, policies: Policies) -> bool {
    (policies.complex_extremes != ComplexExtremes::Right) & has_nan(a)
}

/// The left one if it is better, or if both are equal and the policies want it; otherwise the right one.
#[inline(always)]
fn either<T: Copy + PartialEq>(
    better: bool,
    a: Complex<T>,
    b: Complex<T>,
    policies: Policies,
) -> Complex<T> {
    let of_equal = (policies.complex_extremes == ComplexExtremes::Left) & equals(a, b);
    if better | of_equal { a } else { b }
}

unary_op!(Relu for i8, i16, i32, i64: |a| if a < 0 { 0 } else { a });
unary_op!(Relu for u8, u16, u32, u64: |a| a);
unary_op!(Relu for f16, bf16, f32, f64: |a| if a < 0.0 { 0.0 } else { a });

unary_op!(Abs for i8, i16, i32, i64: |a| a.wrapping_abs());
unary_op!(Abs for bool, u8, u16, u32, u64: |a| a);
unary_op!(Abs keeps nan for f16, bf16, f32, f64: |a| a.abs());
unary_op!(Abs -> part for c32, c64: |a| to_math(a).abs());

impl UnaryOp<c128> for Abs {
    type Out = f64;

    #[inline(always)]
    fn apply(a: c128, _: Policies) -> f64 {
        to_math(a).abs()
    }

    #[inline(always)]
    fn each_at<L: Level>(a: &[c128], out: &mut [f64], _: Policies) {
        for (a, out) in a.chunks(PARTS).zip(out.chunks_mut(PARTS)) {
            let (re, im) = apart(a);
            math::Real::hypot_slice::<L::Arithmetic>(&re, &im, out);
        }
    }
}

unary_op!(Negative for i8, i16, i32, i64, u8, u16, u32, u64: |a| a.wrapping_neg());
unary_op!(Negative keeps nan for f16, bf16, f32, f64, c32, c64, c128: |a| -a);

unary_op!(Positive for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary_op!(Positive keeps nan for f16, bf16, f32, f64, c32, c64, c128: |a| a);

// `signum` goes by way of a three-way comparison, which is no vector instruction.
unary_op!(Sign for i8, i16, i32: |a| a.signum());
unary_op!(Sign for i64: |a| i64::from(a > 0) - i64::from(a < 0));
unary_op!(Sign for u8, u16, u32, u64: |a| if a == 0 { 0 } else { 1 });
unary_op!(Sign for bool: |a| a);
// Of either zero +0.
unary_op!(Sign for f16, bf16, f32, f64; by sign_of_nan: SignOfNan [Nan, Zero] |a| {
    let other = if sign_of_nan == SignOfNan::Nan && a != 0.0 { a } else { 0.0 };
    let signed = if a < 0.0 { -1.0 } else { other };
    if a > 0.0 { 1.0 } else { signed }
});
by_parts!(Sign for c32, c64, c128: sign sign_parts);

unary_op!(Square for bool: |a| a);
unary_op!(Square for i8, i16, i32, i64, u8, u16, u32, u64: |a| a.wrapping_mul(a));
unary_op!(Square for f16, bf16, f32, f64: |a| a * a);
unary_op!(Square for c32, c64, c128: |a| from_math(to_math(a).square()));

unary_op!(Real for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary_op!(Real keeps nan for f16, bf16, f32, f64: |a| a);
unary_op!(Real keeps nan -> part for c32, c64, c128: |a| a.re);
unary_op!(Imag for bool: |_| false);
unary_op!(Imag for i8, i16, i32, i64, u8, u16, u32, u64: |_| 0);
unary_op!(Imag for f16, bf16, f32, f64: |_| 0.0);
unary_op!(Imag keeps nan -> part for c32, c64, c128: |a| a.im);

unary_op!(Conj for bool, i8, i16, i32, i64, u8, u16, u32, u64: |a| a);
unary_op!(Conj keeps nan for f16, bf16, f32, f64: |a| a);
unary_op!(Conj keeps nan for c32, c64, c128: |a| a.conj());
