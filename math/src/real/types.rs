//! [`Real`] for `f64` and `f32`: which function of which module is which.

use super::{
    Real, exponential, float32, hyperbolic, hypot, inverse_trigonometric, logarithm, nextafter,
    pairs, power, rare, roots,
};
use crate::arithmetic::Arithmetic;
use crate::bits;
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

impl Real for f64 {
    call! {
        sqrt_by(x) = bits::sqrt;
        rsqrt_by(x) = roots::rsqrt [A];
        cbrt_by(x) = roots::cbrt [A];
        sigmoid_by(x) = exponential::sigmoid [A];
        exp_by(x) = exponential::exp;
        exp2_by(x) = exponential::exp2 [A];
        expm1_by(x) = exponential::expm1 [A];
        log_by(x) = logarithm::log [A];
        log1p_by(x) = logarithm::log1p [A];
        log2_by(x) = logarithm::log2 [A];
        log10_by(x) = logarithm::log10 [A];
        asin_by(x) = inverse_trigonometric::asin [A];
        acos_by(x) = inverse_trigonometric::acos [A];
        atan_by(x) = inverse_trigonometric::atan [A];
        sinh_by(x) = hyperbolic::sinh [A];
        cosh_by(x) = hyperbolic::cosh [A];
        tanh_by(x) = hyperbolic::tanh [A];
        asinh_by(x) = hyperbolic::asinh [A];
        acosh_by(x) = hyperbolic::acosh [A];
        atanh_by(x) = hyperbolic::atanh [A];
        pow_by(x, y) = power::pow [A];
        atan2_by(y, x) = inverse_trigonometric::atan2 [A];
        hypot_by(x, y) = hypot::hypot [A];
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

    rare! {}
}

impl Real for f32 {
    call! {
        sqrt_by(x) = bits::sqrt_f32;
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

    rare! {}
}
