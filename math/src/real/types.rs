//! [`Real`] for `f64` and `f32`: which function of which module is which.

use super::{
    Real, exponential, float32, hyperbolic, hypot, inverse_trigonometric, logarithm, nextafter,
    pairs, power, rare, roots,
};
use crate::arithmetic::Arithmetic;
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

/// Functions of [`Real`] that have a form for slices of their own.
macro_rules! rare {
    () => {
        call! {
            sin_by(x) = rare::of_angle [A, rare::Sin, Self];
            cos_by(x) = rare::of_angle [A, rare::Cos, Self];
            tan_by(x) = rare::of_angle [A, rare::Tan, Self];
        }

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
    };
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
    rare! {}
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
    rare! {}
}
