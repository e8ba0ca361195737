//! Complex numbers into their elementary functions, with the special values of C99's Annex G.
//!
//! The meaning is that of the Python Array API standard, 2024.12: branch cuts continue along the
//! sign of a zero, and f(conj z) = conj f(z). Every function of `Complex<f32>` but the products is
//! that of `Complex<f64>`, rounded once.

use num_complex::Complex;

mod arith;
mod dd;
mod exp_log;
mod hyperbolic;
mod inverse;
mod power;
mod real;
mod reduce;
#[cfg(test)]
mod tests;
mod wide;

/// The elementary functions of a complex number.
pub(crate) trait ComplexMath: Copy {
    /// Of the parts.
    type Real;

    /// (ac - bd) + (ad + bc)i, each product and sum rounded: infinities may meet and give NaN.
    fn multiply(self, other: Self) -> Self;
    /// The quotient: as Smith computes it, of narrower parts by products in float64, whose zeros may have
    /// another sign. By zero, each part is divided by +0.
    fn divide(self, other: Self) -> Self;
    /// 1/z, by the same rules: inf + NaN·i of zero.
    fn reciprocal(self) -> Self;
    /// z·z, by the rules of `multiply`.
    fn square(self) -> Self;
    /// |z|; inf if either part is, even if the other is NaN.
    fn abs(self) -> Self::Real;
    /// z/|z|; 0 of 0.
    fn sign(self) -> Self;
    /// The root with a real part of at least +0; the cut is the negative axis.
    fn sqrt(self) -> Self;
    /// eᶻ.
    fn exp(self) -> Self;
    /// eᶻ - 1, accurate where it is small.
    fn expm1(self) -> Self;
    /// The logarithm with an imaginary part in [-π, π]; the cut is the negative axis.
    fn log(self) -> Self;
    /// log(1 + z), accurate where it is small.
    fn log1p(self) -> Self;
    /// log(z)/log(2).
    fn log2(self) -> Self;
    /// log(z)/log(10).
    fn log10(self) -> Self;
    /// -i·sinh(iz).
    fn sin(self) -> Self;
    /// cosh(iz).
    fn cos(self) -> Self;
    /// -i·tanh(iz).
    fn tan(self) -> Self;
    /// -i·asinh(iz); the cuts are the real axis beyond ±1.
    fn asin(self) -> Self;
    /// The one with a real part in [0, π]; the cuts are the real axis beyond ±1.
    fn acos(self) -> Self;
    /// -i·atanh(iz); the cuts are the imaginary axis beyond ±i.
    fn atan(self) -> Self;
    /// (eᶻ - e⁻ᶻ)/2.
    fn sinh(self) -> Self;
    /// (eᶻ + e⁻ᶻ)/2.
    fn cosh(self) -> Self;
    /// sinh(z)/cosh(z).
    fn tanh(self) -> Self;
    /// The one with an imaginary part in [-π/2, π/2]; the cuts are the imaginary axis beyond ±i.
    fn asinh(self) -> Self;
    /// The one with a real part of at least 0; the cut is the real axis below 1.
    fn acosh(self) -> Self;
    /// The one with an imaginary part in [-π/2, π/2]; the cuts are the real axis beyond ±1.
    fn atanh(self) -> Self;
    /// e^(w·log z); 1 if w is 0, and by multiplication if w is a small integer.
    fn pow(self, w: Self) -> Self;
}

/// Both types have the functions of one argument alike: those of `f64`, in `f32` rounded once.
macro_rules! unary {
    ($widen:expr, $narrow:expr; $($name:ident = $of:path),+ $(,)?) => {
        $(fn $name(self) -> Self {
            ($narrow)($of(($widen)(self)))
        })+
    };
    ($widen:expr, $narrow:expr) => {
        unary! { $widen, $narrow;
            sign = arith::sign, sqrt = arith::sqrt,
            exp = exp_log::exp, expm1 = exp_log::expm1,
            log = exp_log::log, log1p = exp_log::log1p,
            log2 = exp_log::log2, log10 = exp_log::log10,
            sin = hyperbolic::sin, cos = hyperbolic::cos, tan = hyperbolic::tan,
            sinh = hyperbolic::sinh, cosh = hyperbolic::cosh, tanh = hyperbolic::tanh,
            asin = inverse::asin, acos = inverse::acos, atan = inverse::atan,
            asinh = inverse::asinh, acosh = inverse::acosh, atanh = inverse::atanh,
        }
    };
}

impl ComplexMath for Complex<f64> {
    type Real = f64;

    fn multiply(self, other: Self) -> Self {
        arith::multiply(self, other)
    }

    fn divide(self, other: Self) -> Self {
        arith::divide(self, other)
    }

    fn reciprocal(self) -> Self {
        arith::reciprocal(self)
    }

    fn square(self) -> Self {
        arith::multiply(self, self)
    }

    fn abs(self) -> f64 {
        arith::abs(self)
    }

    fn pow(self, w: Self) -> Self {
        power::pow(self, w)
    }

    unary! { |z: Self| z, |z: Self| z }
}

impl ComplexMath for Complex<f32> {
    type Real = f32;

    fn multiply(self, other: Self) -> Self {
        let (a, b, c, d) = (self.re, self.im, other.re, other.im);
        Complex::new(a * c - b * d, a * d + b * c)
    }

    fn divide(self, other: Self) -> Self {
        narrow(arith::divide_narrow(widen(self), widen(other)))
    }

    fn reciprocal(self) -> Self {
        narrow(arith::reciprocal_narrow(widen(self)))
    }

    fn square(self) -> Self {
        self.multiply(self)
    }

    fn abs(self) -> f32 {
        rounded(arith::abs_narrow(widen(self)))
    }

    fn pow(self, w: Self) -> Self {
        narrow(power::pow(widen(self), widen(w)))
    }

    unary! { widen, narrow }
}

fn widen(z: Complex<f32>) -> Complex<f64> {
    Complex::new(z.re.into(), z.im.into())
}

fn narrow(z: Complex<f64>) -> Complex<f32> {
    Complex::new(rounded(z.re), rounded(z.im))
}

#[expect(clippy::cast_possible_truncation, reason = "the one rounding of a result")]
fn rounded(x: f64) -> f32 {
    x as f32
}
