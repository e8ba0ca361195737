//! [`Real`] for `f64` and `f32`: which function of which module is which.

use super::{
    Real, exponential, float32, halves, hyperbolic, hypot, inverse_trigonometric, logarithm,
    nextafter, pairs, power, rare, roots,
};
use crate::arithmetic::{Arithmetic, BFLOAT16, FLOAT16, ForBfloat16, Plain};
use crate::bits;
use crate::lanes::{map, map_pairs};
use crate::number::Part;

/// Functions of [`Real`] that are functions of a module. The bits of a NaN that arithmetic gives depend on the
/// instructions, so those of a result are set here.
macro_rules! call {
    ($($name:ident($($arg:ident),+) = $($function:ident)::+ $([$($generic:ty),+])?;)*) => { $(
        #[inline(always)]
        fn $name<A: Arithmetic>($($arg: Self),+) -> Self {
            $($function)::+ $(::<$($generic),+>)? ($($arg),+).canonical()
        }
    )* };
}

/// The same of functions that set the bits of every NaN themselves.
macro_rules! call_as_is {
    ($($name:ident($arg:ident) = $($function:ident)::+;)*) => { $(
        #[inline(always)]
        fn $name<A: Arithmetic>($arg: Self) -> Self {
            $($function)::+::<A>($arg)
        }
    )* };
}

/// The root, which is one instruction: its loop is vectorised as it stands, but not if it is unrolled first.
macro_rules! root {
    ($root:path) => {
        #[inline(always)]
        fn sqrt_by<A: Arithmetic>(x: Self) -> Self {
            $root(x).canonical()
        }

        #[inline(always)]
        fn sqrt_slice<A: Arithmetic>(x: &[Self], out: &mut [Self]) {
            for (o, &x) in out.iter_mut().zip(x) {
                *o = Self::sqrt_by::<A>(x);
            }
        }
    };
}

/// Functions of angles.
macro_rules! angles {
    () => {
        call! {
            sin_by(x) = rare::of_angle [A, rare::Sin, Self];
            cos_by(x) = rare::of_angle [A, rare::Cos, Self];
            tan_by(x) = rare::of_angle [A, rare::Tan, Self];
        }
    };
}

/// Elements per block of a loop over `f32`: one whose length is known is unrolled, which is faster.
const BLOCK: usize = 32;

/// A function of each `f32`.
macro_rules! blocks {
    ($x:expr, $out:expr, $one:ident => $result:expr) => {{
        let (x, out): (&[f32], &mut [f32]) = ($x, $out);
        let length = x.len().min(out.len());
        let (blocks, rest) = x[..length].as_chunks::<BLOCK>();
        let (out_blocks, out_rest) = out[..length].as_chunks_mut::<BLOCK>();
        for (x, out) in blocks.iter().zip(out_blocks) {
            for (o, &$one) in out.iter_mut().zip(x) {
                *o = $result;
            }
        }
        for (o, &$one) in out_rest.iter_mut().zip(rest) {
            *o = $result;
        }
    }};
}

/// The forms for slices of functions of `f32`: where the results are rounded to a half type next, and operations are
/// fused, there is a shorter way.
macro_rules! slices {
    ($($slice:ident = $function:ident $by:ident;)*) => { $(
        #[inline(always)]
        fn $slice<A: Arithmetic>(x: &[f32], out: &mut [f32]) {
            match A::HALF {
                Some(_) if A::IS_FUSED => {
                    blocks!(x, out, x => halves::$function::<A>(x).canonical());
                }
                _ => blocks!(x, out, x => Self::$by::<A>(x)),
            }
        }
    )* };
}

/// The same of functions of angles.
macro_rules! slices_of_angles {
    ($($slice:ident = $function:ident $by:ident $rare:ident;)*) => { $(
        #[inline(always)]
        fn $slice<A: Arithmetic>(x: &[f32], out: &mut [f32]) {
            match A::HALF {
                Some(FLOAT16) if A::IS_FUSED => {
                    blocks!(x, out, x => halves::$function::<A>(x).canonical());
                }
                Some(BFLOAT16) if A::IS_FUSED => {
                    for (x, out) in x.chunks(rare::BLOCK).zip(out.chunks_mut(rare::BLOCK)) {
                        blocks!(x, out, x => halves::$function::<A>(x).canonical());
                        if x.iter().fold(false, |any, &x| any | halves::is_far(x)) {
                            let by = Self::$by::<ForBfloat16<Plain>>;
                            halves::of_far(x, out, by);
                        }
                    }
                }
                _ => rare::of_angles::<A, rare::$rare, Self>(x, out),
            }
        }
    )* };
}

/// Functions of [`Real`] for `f64` that are functions of a module for any [`Lanes`](crate::lanes::Lanes), and their
/// forms for slices.
macro_rules! lanes {
    (
        of_one { $($one:ident $one_slice:ident = $one_of:ident::$one_is:ident $([$a:ident])?;)* }
        of_two { $($two:ident $two_slice:ident = $two_of:ident::$two_is:ident;)* }
    ) => {
        $(
            #[inline(always)]
            fn $one<A: Arithmetic>(x: f64) -> f64 {
                $one_of::$one_is::<$($a,)? f64>(x).canonical()
            }

            #[inline(always)]
            fn $one_slice<A: Arithmetic>(x: &[f64], out: &mut [f64]) {
                map!(x, out, $one_of::$one_is::<$($a,)? _>);
            }
        )*
        $(
            #[inline(always)]
            fn $two<A: Arithmetic>(x: f64, y: f64) -> f64 {
                $two_of::$two_is::<A, f64>(x, y).canonical()
            }

            #[inline(always)]
            fn $two_slice<A: Arithmetic>(x: &[f64], y: &[f64], out: &mut [f64]) {
                map_pairs!(x, y, out, $two_of::$two_is::<A, _>);
            }
        )*
    };
}

impl Real for f64 {
    lanes! {
        of_one {
            rsqrt_by rsqrt_slice = roots::rsqrt [A];
            cbrt_by cbrt_slice = roots::cbrt [A];
            sigmoid_by sigmoid_slice = exponential::sigmoid [A];
            exp_by exp_slice = exponential::exp;
            exp2_by exp2_slice = exponential::exp2 [A];
            expm1_by expm1_slice = exponential::expm1 [A];
            log_by log_slice = logarithm::log [A];
            log1p_by log1p_slice = logarithm::log1p [A];
            log2_by log2_slice = logarithm::log2 [A];
            log10_by log10_slice = logarithm::log10 [A];
            asin_by asin_slice = inverse_trigonometric::asin [A];
            acos_by acos_slice = inverse_trigonometric::acos [A];
            atan_by atan_slice = inverse_trigonometric::atan [A];
            sinh_by sinh_slice = hyperbolic::sinh [A];
            cosh_by cosh_slice = hyperbolic::cosh [A];
            tanh_by tanh_slice = hyperbolic::tanh [A];
            asinh_by asinh_slice = hyperbolic::asinh [A];
            acosh_by acosh_slice = hyperbolic::acosh [A];
            atanh_by atanh_slice = hyperbolic::atanh [A];
        }
        of_two {
            atan2_by atan2_slice = inverse_trigonometric::atan2;
            hypot_by hypot_slice = hypot::hypot;
        }
    }

    call! {
        pow_by(x, y) = power::pow [A];
        logaddexp_by(x, y) = rare::logaddexp [A, Self];
        nextafter_by(x, y) = nextafter::of_f64;
    }

    #[inline(always)]
    fn pow_slice<A: Arithmetic>(x: &[Self], y: &[Self], out: &mut [Self]) {
        if !power::by_one_rounding(x, y, out) {
            power::pow_slice::<A>(x, y, out);
        }
    }

    #[inline(always)]
    fn logaddexp_slice<A: Arithmetic>(x: &[Self], y: &[Self], out: &mut [Self]) {
        rare::logaddexp_slice::<A, Self>(x, y, out);
    }

    root!(bits::sqrt);
    angles! {}

    #[inline(always)]
    fn sin_slice<A: Arithmetic>(x: &[Self], out: &mut [Self]) {
        rare::of_angles::<A, rare::Sin, Self>(x, out);
    }

    #[inline(always)]
    fn cos_slice<A: Arithmetic>(x: &[Self], out: &mut [Self]) {
        rare::of_angles::<A, rare::Cos, Self>(x, out);
    }

    #[inline(always)]
    fn tan_slice<A: Arithmetic>(x: &[Self], out: &mut [Self]) {
        rare::of_angles::<A, rare::Tan, Self>(x, out);
    }
}

impl Real for f32 {
    call! {
        rsqrt_by(x) = float32::rsqrt [A];
        cbrt_by(x) = float32::cbrt [A];
        sigmoid_by(x) = float32::sigmoid [A];
        exp_by(x) = float32::exp [A];
        exp2_by(x) = float32::exp2 [A];
        expm1_by(x) = float32::expm1 [A];
        atan_by(x) = float32::atan [A];
        sinh_by(x) = float32::sinh [A];
        cosh_by(x) = float32::cosh [A];
        tanh_by(x) = float32::tanh [A];
        asinh_by(x) = float32::asinh [A];
        pow_by(x, y) = pairs::of_pair [A, float32::Pow];
        atan2_by(y, x) = pairs::of_pair [A, float32::Atan2];
        hypot_by(x, y) = float32::hypot [A];
        logaddexp_by(x, y) = pairs::of_pair [A, float32::LogOfSum];
        nextafter_by(x, y) = nextafter::of_f32;
    }

    call_as_is! {
        log_by(x) = float32::log;
        log1p_by(x) = float32::log1p;
        log2_by(x) = float32::log2;
        log10_by(x) = float32::log10;
        asin_by(x) = float32::asin;
        acos_by(x) = float32::acos;
        acosh_by(x) = float32::acosh;
        atanh_by(x) = float32::atanh;
    }

    #[inline(always)]
    fn pow_slice<A: Arithmetic>(x: &[Self], y: &[Self], out: &mut [Self]) {
        if !power::by_one_rounding(x, y, out) {
            pairs::of_pairs::<A, float32::Pow>(x, y, out);
        }
    }

    #[inline(always)]
    fn atan2_slice<A: Arithmetic>(y: &[Self], x: &[Self], out: &mut [Self]) {
        pairs::of_pairs::<A, float32::Atan2>(y, x, out);
    }

    #[inline(always)]
    fn logaddexp_slice<A: Arithmetic>(x: &[Self], y: &[Self], out: &mut [Self]) {
        pairs::of_pairs::<A, float32::LogOfSum>(x, y, out);
    }

    root!(bits::sqrt_f32);
    angles! {}

    slices! {
        cbrt_slice = cbrt cbrt_by;
        sigmoid_slice = sigmoid sigmoid_by;
        exp_slice = exp exp_by;
        exp2_slice = exp2 exp2_by;
        expm1_slice = expm1 expm1_by;
        log_slice = log log_by;
        log1p_slice = log1p log1p_by;
        log2_slice = log2 log2_by;
        log10_slice = log10 log10_by;
        asin_slice = asin asin_by;
        acos_slice = acos acos_by;
        atan_slice = atan atan_by;
        sinh_slice = sinh sinh_by;
        cosh_slice = cosh cosh_by;
        tanh_slice = tanh tanh_by;
        asinh_slice = asinh asinh_by;
        acosh_slice = acosh acosh_by;
        atanh_slice = atanh atanh_by;
    }

    slices_of_angles! {
        sin_slice = sin sin_by Sin;
        cos_slice = cos cos_by Cos;
        tan_slice = tan tan_by Tan;
    }

    #[inline(always)]
    fn rsqrt_slice<A: Arithmetic>(x: &[f32], out: &mut [f32]) {
        blocks!(x, out, x => Self::rsqrt_by::<A>(x));
    }
}
