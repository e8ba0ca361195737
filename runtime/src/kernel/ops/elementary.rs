//! Elementary functions, and the ops on floats that go with them.

use math::{ForBfloat16, ForFloat16, Real};

use super::{BinaryOp, Pow, UnaryOp, binary_op, binary_ops};
use crate::generated::codes::*;
use crate::kernel::accum::Lane;
use crate::kernel::cast::Half;
use crate::kernel::complex::{by_parts, from_math, to_math};
use crate::kernel::isa::Level;
use crate::policy::Policies;

/// Functions of one argument: the op, the function, its form for slices, and that for parts of complex numbers.
macro_rules! functions {
    ($($op:ident $function:ident $slice:ident $parts:ident;)*) => { $(
        pub(crate) struct $op;

        functions!(@real $op $function $slice);
        by_parts!($op for c32, c64, c128: $function $parts);
    )* };
    (@real $op:ident $function:ident $slice:ident) => {
        functions!(@of $op $function $slice f32: L::Arithmetic);
        functions!(@of $op $function $slice f64: L::Arithmetic);
        functions!(@of $op $function $slice f16: ForFloat16<L::Arithmetic>);
        functions!(@of $op $function $slice bf16: ForBfloat16<L::Arithmetic>);
    };
    (@of $op:ident $function:ident $slice:ident $t:ty: $arithmetic:ty) => {
        impl UnaryOp<$t> for $op {
            type Out = <$t as Lane>::Accum;

            #[inline(always)]
            fn apply(a: Self::Out, _: Policies) -> Self::Out {
                Real::$function(a)
            }

            #[inline(always)]
            fn each_at<L: Level>(a: &[Self::Out], out: &mut [Self::Out], _: Policies) {
                Real::$slice::<$arithmetic>(a, out);
            }
        }
    };
}

functions! {
    Sqrt sqrt sqrt_slice sqrt_parts;
    Rsqrt rsqrt rsqrt_slice rsqrt_parts;
    Sigmoid sigmoid sigmoid_slice sigmoid_parts;
    Exp exp exp_slice exp_parts;
    Exp2 exp2 exp2_slice exp2_parts;
    Expm1 expm1 expm1_slice expm1_parts;
    Log log log_slice log_parts;
    Log1p log1p log1p_slice log1p_parts;
    Log2 log2 log2_slice log2_parts;
    Log10 log10 log10_slice log10_parts;
    Sin sin sin_slice sin_parts;
    Cos cos cos_slice cos_parts;
    Tan tan tan_slice tan_parts;
    Asin asin asin_slice asin_parts;
    Acos acos acos_slice acos_parts;
    Atan atan atan_slice atan_parts;
    Sinh sinh sinh_slice sinh_parts;
    Cosh cosh cosh_slice cosh_parts;
    Tanh tanh tanh_slice tanh_parts;
    Asinh asinh asinh_slice asinh_parts;
    Acosh acosh acosh_slice acosh_parts;
    Atanh atanh atanh_slice atanh_parts;
}

pub(crate) struct Cbrt;
functions!(@real Cbrt cbrt cbrt_slice);

/// Functions of two arguments.
macro_rules! functions_of_two {
    ($($op:ident $function:ident $slice:ident;)*) => { $(
        functions_of_two!(@of $op $function $slice f32: L::Arithmetic);
        functions_of_two!(@of $op $function $slice f64: L::Arithmetic);
        functions_of_two!(@of $op $function $slice f16: ForFloat16<L::Arithmetic>);
        functions_of_two!(@of $op $function $slice bf16: ForBfloat16<L::Arithmetic>);
    )* };
    (@of $op:ident $function:ident $slice:ident $t:ty: $arithmetic:ty) => {
        impl BinaryOp<$t> for $op {
            type Out = <$t as Lane>::Accum;

            #[inline(always)]
            fn apply(a: Self::Out, b: Self::Out, _: Policies) -> Self::Out {
                Real::$function(a, b)
            }

            #[inline(always)]
            fn each_at<L: Level>(
                a: &[Self::Out],
                b: &[Self::Out],
                out: &mut [Self::Out],
                _: Policies,
            ) {
                Real::$slice::<$arithmetic>(a, b, out);
            }
        }
    };
}

binary_ops! { None; Atan2, Copysign, Hypot, Logaddexp, Nextafter }

functions_of_two! {
    Atan2 atan2 atan2_slice;
    Hypot hypot hypot_slice;
    Logaddexp logaddexp logaddexp_slice;
    Pow pow pow_slice;
}

functions_of_two!(@of Nextafter nextafter nextafter_slice f32: L::Arithmetic);
functions_of_two!(@of Nextafter nextafter nextafter_slice f64: L::Arithmetic);

binary_op!(Copysign keeps nan for f16, bf16, f32, f64: |a, b| a.copysign(b));

/// The next half, by its bits: they count up from 0 with the magnitude.
macro_rules! next_half {
    ($($t:ident),*) => { $(
        binary_op!(Nextafter for $t: |a, b| {
            let away = (a < b) == (a >= 0.0);
            let bits = <$t as Half>::round(a).to_bits();
            let step = if away { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
            let first = if b < 0.0 { 0x8001 } else { 1 };
            let next = $t::from_bits(if a == 0.0 { first } else { step }).exact();
            if a == b { b } else if a.is_nan() | b.is_nan() { a + b } else { next }
        });
    )* };
}

next_half!(f16, bf16);
