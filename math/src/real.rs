//! Elementary functions of `f32` and `f64`.

mod exponential;
mod fixed;
pub(crate) mod float32;
mod halves;
mod hyperbolic;
mod hypot;
mod inverse_trigonometric;
mod logaddexp;
mod logarithm;
mod nextafter;
mod pairs;
mod power;
mod rare;
mod roots;
#[cfg(test)]
mod tests;
mod trigonometric;
mod types;
pub(crate) mod unrounded;

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::arithmetic::{Arithmetic, Native};
use crate::number::Part;

/// Declares [`Real`]: each function for numbers and for slices.
macro_rules! real {
    (
        $(#[$doc:meta])*
        of_one { $($(#[$unary_doc:meta])* $unary:ident $unary_by:ident $unary_slice:ident;)* }
        of_two { $($(#[$binary_doc:meta])* $binary:ident($x:ident, $y:ident) $binary_by:ident $binary_slice:ident;)* }
    ) => {
        $(#[$doc])*
        pub trait Real:
            Copy
            + PartialOrd
            + Add<Output = Self>
            + Sub<Output = Self>
            + Mul<Output = Self>
            + Div<Output = Self>
            + Neg<Output = Self>
            + Part
        {
            $(
                $(#[$unary_doc])*
                #[inline(always)]
                fn $unary(x: Self) -> Self {
                    Self::$unary_by::<Native>(x)
                }

                #[doc = concat!("[`", stringify!($unary), "`](Real::", stringify!($unary), ") by the arithmetic that is named.")]
                fn $unary_by<A: Arithmetic>(x: Self) -> Self;
            )*
            $(
                $(#[$binary_doc])*
                #[inline(always)]
                fn $binary($x: Self, $y: Self) -> Self {
                    Self::$binary_by::<Native>($x, $y)
                }

                #[doc = concat!("[`", stringify!($binary), "`](Real::", stringify!($binary), ") by the arithmetic that is named.")]
                fn $binary_by<A: Arithmetic>($x: Self, $y: Self) -> Self;
            )*
            $(
                #[doc = concat!("[`", stringify!($unary), "`](Real::", stringify!($unary), ") of each element.")]
                fn $unary_slice<A: Arithmetic>(x: &[Self], out: &mut [Self]);
            )*
            $(
                #[doc = concat!("[`", stringify!($binary), "`](Real::", stringify!($binary), ") of each pair of elements.")]
                #[inline(always)]
                fn $binary_slice<A: Arithmetic>($x: &[Self], $y: &[Self], out: &mut [Self]) {
                    for ((o, &$x), &$y) in out.iter_mut().zip($x).zip($y) {
                        *o = Self::$binary_by::<A>($x, $y);
                    }
                }
            )*
        }
    };
}

real! {
    /// The elementary functions of `f32` and `f64`.
    ///
    /// Call them as `Real::exp(x)`. They are not methods, because `x.exp()` is a method of the standard library, which
    /// calls the platform's mathematical library.
    ///
    /// # Accuracy
    ///
    /// Results of `f32` are within 0.5001 ulp of the exact value, those of `f64` within 0.6 ulp unless the function states
    /// another bound. So a result that the type can represent is exact. Special values are those of C99 Annex F: a NaN
    /// gives NaN, and an odd function of -0 is -0. A result that is NaN is the one whose sign is clear and whose payload
    /// is 0, whatever the argument's.
    ///
    /// # Slices
    ///
    /// Every function has a form for slices, which gives the same bits, except by [`ForHalf`](crate::ForHalf). Its loop
    /// is vectorised for the instruction set that the calling function is compiled for. Slices of different lengths are
    /// processed up to the shortest.
    ///
    /// Most of these forms are faster than a loop of your own, for two reasons. A function of `f64` is a chain in which
    /// each step waits for the one before: from 128 elements on, four vectors are computed side by side. And
    /// [`sin`](Real::sin), [`cos`](Real::cos), [`tan`](Real::tan) and [`logaddexp`](Real::logaddexp) need a slow
    /// algorithm for a few arguments, as do [`pow`](Real::pow) and [`atan2`](Real::atan2) of `f32`. Your own loop would
    /// branch at each element, which prevents vectorisation; the slice form computes a block with the fast algorithm,
    /// then the few elements that need it with the slow one.
    ///
    /// ```
    /// use concord_math::{Native, Real};
    ///
    /// let angles = [0.0_f32, 1.0, 1e10];
    /// let mut sines = [0.0; 3];
    /// Real::sin_slice::<Native>(&angles, &mut sines);
    /// assert_eq!(sines[2], Real::sin(1e10_f32));
    /// ```
    ///
    /// # Generic code
    ///
    /// The trait is sealed: only `f32` and `f64` implement it, and functions may be added.
    ///
    /// ```
    /// use concord_math::Real;
    ///
    /// fn logistic<T: Real + From<f32>>(x: T) -> T {
    ///     let one = T::from(1.0);
    ///     one / (one + T::exp(-x))
    /// }
    /// assert_eq!(logistic(0.0_f64), 0.5);
    /// ```
    of_one {
        /// The square root, rounded to nearest. NaN for `x < 0`, -0 for -0.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::sqrt(2.0), core::f64::consts::SQRT_2);
        /// ```
        sqrt sqrt_by sqrt_slice;
        /// `1/√x`. ∞ of the same sign for a zero, 0 for ∞, NaN for `x < 0`.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::rsqrt(0.25), 2.0);
        /// ```
        rsqrt rsqrt_by rsqrt_slice;
        /// The cube root, exact for cubes.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::cbrt(-27.0), -3.0);
        /// ```
        cbrt cbrt_by cbrt_slice;
        /// The logistic function `1/(1 + e^-x)`. 0 for -∞, 1 for ∞.
        ///
        /// Within 0.8 ulp for `f64` if the result is subnormal.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::sigmoid(0.0), 0.5);
        /// assert_eq!(Real::sigmoid(-100.0), Real::exp(-100.0));
        /// ```
        sigmoid sigmoid_by sigmoid_slice;
        /// The exponential `e^x`. 0 for -∞, ∞ for ∞.
        ///
        /// Within 0.7 ulp for `f64`, and within 0.8 ulp if the result is subnormal.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::exp(1.0), core::f64::consts::E);
        /// assert_eq!(Real::exp(f64::NEG_INFINITY), 0.0);
        /// ```
        exp exp_by exp_slice;
        /// `2^x`, exact for integers `x`. 0 for -∞, ∞ for ∞.
        ///
        /// Within 0.7 ulp for `f64`, and within 0.8 ulp if the result is subnormal.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::exp2(-3.0), 0.125);
        /// ```
        exp2 exp2_by exp2_slice;
        /// `e^x - 1`, accurate for small `x` too. -1 for -∞, ∞ for ∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::expm1(1e-20), 1e-20);
        /// assert_eq!(Real::exp(1e-20) - 1.0, 0.0);
        /// ```
        expm1 expm1_by expm1_slice;
        /// The natural logarithm. -∞ for either zero, NaN for `x < 0`, ∞ for ∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::log(10.0), core::f64::consts::LN_10);
        /// assert_eq!(Real::log(0.0), f64::NEG_INFINITY);
        /// ```
        log log_by log_slice;
        /// `log(1 + x)`, accurate for small `x` too. -∞ for -1, NaN for `x < -1`, ∞ for ∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::log1p(1e-20), 1e-20);
        /// ```
        log1p log1p_by log1p_slice;
        /// The logarithm to base 2, exact for powers of 2. Special values are those of [`log`](Real::log).
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::log2(0.125_f32), -3.0);
        /// ```
        log2 log2_by log2_slice;
        /// The logarithm to base 10, exact for powers of 10. Special values are those of [`log`](Real::log).
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::log10(1000.0), 3.0);
        /// ```
        log10 log10_by log10_slice;
        /// The sine of an angle of any size, in radians. NaN for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::sin(core::f64::consts::PI), 1.2246467991473532e-16);
        /// assert_eq!(Real::sin(1e22), -0.8522008497671888);
        /// ```
        sin sin_by sin_slice;
        /// The cosine of an angle of any size, in radians. NaN for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::cos(0.0), 1.0);
        /// ```
        cos cos_by cos_slice;
        /// The tangent of an angle of any size, in radians. NaN for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::tan(core::f64::consts::FRAC_PI_4), 0.9999999999999999);
        /// ```
        tan tan_by tan_slice;
        /// The inverse sine, in `[-π/2, π/2]`. NaN for `|x| > 1`.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::asin(1.0), core::f64::consts::FRAC_PI_2);
        /// ```
        asin asin_by asin_slice;
        /// The inverse cosine, in `[0, π]`. NaN for `|x| > 1`.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::acos(-1.0), core::f64::consts::PI);
        /// ```
        acos acos_by acos_slice;
        /// The inverse tangent, in `[-π/2, π/2]`. ±π/2 for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::atan(1.0), core::f64::consts::FRAC_PI_4);
        /// ```
        atan atan_by atan_slice;
        /// The hyperbolic sine, `(e^x - e^-x)/2`. ±∞ for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::sinh(1e-20), 1e-20);
        /// ```
        sinh sinh_by sinh_slice;
        /// The hyperbolic cosine, `(e^x + e^-x)/2`. ∞ for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::cosh(-0.0), 1.0);
        /// ```
        cosh cosh_by cosh_slice;
        /// The hyperbolic tangent, `sinh(x)/cosh(x)`. ±1 for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::tanh(f32::NEG_INFINITY), -1.0);
        /// ```
        tanh tanh_by tanh_slice;
        /// The inverse hyperbolic sine. ±∞ for ±∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::asinh(Real::sinh(2.0)), 2.0);
        /// ```
        asinh asinh_by asinh_slice;
        /// The inverse hyperbolic cosine, which is not negative. NaN for `x < 1`, ∞ for ∞.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::acosh(1.0), 0.0);
        /// ```
        acosh acosh_by acosh_slice;
        /// The inverse hyperbolic tangent. ±∞ for ±1, NaN for `|x| > 1`.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::atanh(1.0), f64::INFINITY);
        /// ```
        atanh atanh_by atanh_slice;
    }
    of_two {
        /// The power `x^y`. NaN if `x` is negative and finite and `y` is finite but not an integer.
        ///
        /// `pow(1, y)` and `pow(x, 0)` are 1, even for NaN. Other special values are those of C99 F.9.4.4.
        ///
        /// Within 0.7 ulp for `f64`, and within 0.8 ulp if the result is subnormal; by the exponents 2 and 0.5 rounded
        /// once.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::pow(-2.0, 3.0), -8.0);
        /// assert_eq!(Real::pow(f64::NAN, 0.0), 1.0);
        /// ```
        pow(x, y) pow_by pow_slice;
        /// The angle of the point `(x, y)`, in `[-π, π]`. For zeros and infinities, see C99 F.9.1.4.
        ///
        /// ```
        /// # use concord_math::Real;
        /// use core::f64::consts::PI;
        ///
        /// assert_eq!(Real::atan2(0.0, -1.0), PI);
        /// assert_eq!(Real::atan2(-0.0, -1.0), -PI);
        /// ```
        atan2(y, x) atan2_by atan2_slice;
        /// `√(x² + y²)`, without intermediate overflow. ∞ if either is infinite, even if the other is NaN.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::hypot(3.0, -4.0), 5.0);
        /// assert_eq!(Real::hypot(1e300, 1e300), 1.4142135623730951e300);
        /// ```
        hypot(x, y) hypot_by hypot_slice;
        /// `log(e^x + e^y)`, without intermediate overflow, and accurate where it is small too.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::logaddexp(1000.0, 1000.0), 1000.6931471805599);
        /// ```
        logaddexp(x, y) logaddexp_by logaddexp_slice;
        /// The next representable number after `x` towards `y`, and `y` if both are equal.
        ///
        /// ```
        /// # use concord_math::Real;
        /// assert_eq!(Real::nextafter(1.0_f32, 2.0), 1.0 + f32::EPSILON);
        /// assert_eq!(Real::nextafter(0.0, -1.0), -5e-324);
        /// ```
        nextafter(x, y) nextafter_by nextafter_slice;
    }
}
