//! Complex numbers and their elementary functions, with the special values of C99 Annex G.

mod arithmetic;
mod double;
mod exponential;
mod hyperbolic;
mod inverse;
mod part;
mod parts;
mod power;
mod real;
#[cfg(test)]
mod tests;
mod wide;

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::Real;
use crate::number::C128;
pub use crate::number::Complex;

type Function = fn(C128) -> C128;

impl<T: Real> Complex<T> {
    /// The conjugate, `re - im·i`.
    #[inline(always)]
    pub fn conj(self) -> Self {
        Self::new(self.re, -self.im)
    }

    /// Whether neither part is infinite or NaN.
    #[inline(always)]
    pub fn is_finite(self) -> bool {
        let Complex { re, im } = T::widen(self);
        re.is_finite() && im.is_finite()
    }

    /// The modulus `|z|`. It is infinite if either part is, even if the other part is NaN.
    ///
    /// ```
    /// # use concord_math::Complex;
    /// assert_eq!(Complex::new(3.0, -4.0).abs(), 5.0);
    /// assert_eq!(Complex::new(f64::NAN, f64::INFINITY).abs(), f64::INFINITY);
    /// ```
    #[inline]
    pub fn abs(self) -> T {
        T::abs(self)
    }

    /// The sign `z/|z|`, and 0 if `z` is 0.
    ///
    /// ```
    /// # use concord_math::Complex;
    /// assert_eq!(Complex::new(3.0, -4.0).sign(), Complex::new(0.6, -0.8));
    /// ```
    #[inline]
    pub fn sign(self) -> Self {
        self.through(parts::sign)
    }

    /// The square `z·z`, by the rules of multiplication.
    #[inline(always)]
    pub fn square(self) -> Self {
        self * self
    }

    /// The reciprocal `1/z`, by the rules of division. The reciprocal of 0 is `∞ + NaN·i`.
    ///
    /// ```
    /// # use concord_math::Complex;
    /// assert_eq!(Complex::new(0.0, 2.0).reciprocal(), Complex::new(0.0, -0.5));
    /// ```
    #[inline]
    pub fn reciprocal(self) -> Self {
        T::reciprocal(self)
    }

    /// The square root, with a real part of at least +0. The branch cut is the negative real axis.
    ///
    /// ```
    /// # use concord_math::Complex;
    /// assert_eq!(Complex::new(3.0, 4.0).sqrt(), Complex::new(2.0, 1.0));
    /// ```
    #[inline]
    pub fn sqrt(self) -> Self {
        self.through(parts::sqrt)
    }

    /// The exponential `e^z`.
    ///
    /// ```
    /// # use concord_math::{Complex, Real};
    /// let z = Complex::new(1.0, 2.0).exp();
    /// assert_eq!(z.re, Real::exp(1.0) * Real::cos(2.0));
    /// ```
    #[inline]
    pub fn exp(self) -> Self {
        self.through(parts::exp)
    }

    /// `2^z`, by the rules of [`exp`](Complex::exp).
    ///
    /// Beyond an imaginary part of `2^40` the angle has lost its bits.
    #[inline]
    pub fn exp2(self) -> Self {
        self.through(parts::exp2)
    }

    /// `1/√z`, by the rules of [`sqrt`](Complex::sqrt) and [`reciprocal`](Complex::reciprocal).
    #[inline]
    pub fn rsqrt(self) -> Self {
        self.through(parts::rsqrt)
    }

    /// The logistic function `1/(1 + e^-z)`.
    ///
    /// The real part is 0 along curves; near them it is within 4 ulp plus `2^-52` of the imaginary part.
    #[inline]
    pub fn sigmoid(self) -> Self {
        self.through(parts::sigmoid)
    }

    /// `e^z - 1`, accurate also where it is small.
    #[inline]
    pub fn expm1(self) -> Self {
        self.through(parts::expm1)
    }

    /// The natural logarithm, with an imaginary part in `[-π, π]`. The branch cut is the negative real axis.
    ///
    /// ```
    /// # use concord_math::Complex;
    /// use core::f64::consts::PI;
    ///
    /// assert_eq!(Complex::new(-1.0, 0.0).log(), Complex::new(0.0, PI));
    /// assert_eq!(Complex::new(-1.0, -0.0).log(), Complex::new(0.0, -PI));
    /// ```
    #[inline]
    pub fn log(self) -> Self {
        self.through(parts::log)
    }

    /// `log(1 + z)`, accurate also where it is small. The branch cut is the real axis below -1.
    #[inline]
    pub fn log1p(self) -> Self {
        self.through(parts::log1p)
    }

    /// The logarithm to base 2, [`log`](Complex::log) over `log 2`.
    #[inline]
    pub fn log2(self) -> Self {
        self.through(parts::log2)
    }

    /// The logarithm to base 10, [`log`](Complex::log) over `log 10`.
    #[inline]
    pub fn log10(self) -> Self {
        self.through(parts::log10)
    }

    /// The sine, `-i·sinh(iz)`.
    #[inline]
    pub fn sin(self) -> Self {
        self.through(parts::sin)
    }

    /// The cosine, `cosh(iz)`.
    #[inline]
    pub fn cos(self) -> Self {
        self.through(parts::cos)
    }

    /// The tangent, `-i·tanh(iz)`.
    #[inline]
    pub fn tan(self) -> Self {
        self.through(parts::tan)
    }

    /// The inverse sine, with a real part in `[-π/2, π/2]`. The branch cuts are the real axis beyond ±1.
    #[inline]
    pub fn asin(self) -> Self {
        self.through(parts::asin)
    }

    /// The inverse cosine, with a real part in `[0, π]`. The branch cuts are the real axis beyond ±1.
    #[inline]
    pub fn acos(self) -> Self {
        self.through(parts::acos)
    }

    /// The inverse tangent, with a real part in `[-π/2, π/2]`. The branch cuts are the imaginary axis beyond ±i.
    #[inline]
    pub fn atan(self) -> Self {
        self.through(parts::atan)
    }

    /// The hyperbolic sine, `(e^z - e^-z)/2`.
    #[inline]
    pub fn sinh(self) -> Self {
        self.through(parts::sinh)
    }

    /// The hyperbolic cosine, `(e^z + e^-z)/2`.
    #[inline]
    pub fn cosh(self) -> Self {
        self.through(parts::cosh)
    }

    /// The hyperbolic tangent, `sinh(z)/cosh(z)`.
    #[inline]
    pub fn tanh(self) -> Self {
        self.through(parts::tanh)
    }

    /// The inverse of `sinh`, with an imaginary part in `[-π/2, π/2]`. The branch cuts are the imaginary axis beyond ±i.
    #[inline]
    pub fn asinh(self) -> Self {
        self.through(parts::asinh)
    }

    /// The inverse of `cosh`, with a real part of at least 0 and an imaginary part in `[-π, π]`. The branch cut is the
    /// real axis below 1.
    #[inline]
    pub fn acosh(self) -> Self {
        self.through(parts::acosh)
    }

    /// The inverse of `tanh`, with an imaginary part in `[-π/2, π/2]`. The branch cuts are the real axis beyond ±1.
    #[inline]
    pub fn atanh(self) -> Self {
        self.through(parts::atanh)
    }

    /// The power `z^w`, as `e^(w·log z)`; 1 if `w` is 0.
    ///
    /// If `w` is an integer from -100 to 100, `z` is multiplied by itself, and the result is exact if 106 bits hold it. A
    /// power of 0 is 0 if the real part of `w` is positive, and NaN otherwise.
    ///
    /// Where `|w·log z|` is below `2^40`, the error of each part is below `4 · 2^-52` times `|re| + |im|` in `f64`, and
    /// below `2^-23` times that in `f32`. Beyond, the angle has lost its bits.
    ///
    /// ```
    /// # use concord_math::Complex;
    /// let i = Complex::new(0.0, 1.0);
    /// assert_eq!(i.pow(Complex::new(2.0, 0.0)), Complex::new(-1.0, 0.0));
    /// assert_eq!(i.pow(i).re, 0.20787957635076190855); // e^(-π/2)
    /// ```
    #[inline]
    pub fn pow(self, w: Self) -> Self {
        T::narrow(parts::pow(T::widen(self), T::widen(w)))
    }

    /// A function in `f64`, rounded once.
    #[inline(always)]
    fn through(self, function: Function) -> Self {
        T::narrow(function(T::widen(self)))
    }
}

/// The sum, part by part.
impl<T: Real> Add for Complex<T> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

/// The difference, part by part.
impl<T: Real> Sub for Complex<T> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

/// The product `(ac - bd) + (ad + bc)i`, with each product and each sum rounded: a part can cancel, and infinities can make
/// it NaN.
impl<T: Real> Mul for Complex<T> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (a, b, c, d) = (self.re, self.im, other.re, other.im);
        Self::new(a * c - b * d, a * d + b * c)
    }
}

/// The quotient. Divided by 0, each part is divided by +0.
///
/// For `f64` it is computed by Smith's algorithm, and the error of each part is below `4 · 2^-52` times `|re| + |im|`. For
/// `f32` it is computed from products in `f64`, and the error is below `2^-23` times `|re| + |im|`.
impl<T: Real> Div for Complex<T> {
    type Output = Self;

    #[inline]
    fn div(self, other: Self) -> Self {
        T::divide(self, other)
    }
}

impl<T: Real> Neg for Complex<T> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}
