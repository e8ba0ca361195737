//! A complex number into its hyperbolic functions, and by those of iz into the circular ones.

use num_complex::Complex;

use super::dd::{Dd, quotient};
use super::exp_log::exp_times;
use super::{real, wide};

type C = Complex<f64>;

/// Beyond it eˣ may overflow, and e⁻ˣ is nothing beside it.
const LARGE: f64 = 709.0;

/// What is its own sine, and whose quotient may be subnormal.
const TINY: f64 = 1e-200;

/// The real function, with the sign of a zero whatever that does with it.
fn odd_sinh(x: f64) -> f64 {
    if x == 0.0 { x } else { real::sinh(x) }
}

pub(super) fn sinh(z: C) -> C {
    let C { re: x, im: y } = z;
    if y == 0.0 {
        return C::new(odd_sinh(x), y);
    }
    if x.is_finite() && y.is_finite() {
        let (s, c) = (real::sin(y), real::cos(y));
        if x.abs() > LARGE {
            let half = exp_times(x.abs(), 0.5, (c, s));
            return C::new(half.re * 1.0_f64.copysign(x), half.im);
        }
        return C::new(odd_sinh(x) * c, real::cosh(x) * s);
    }
    if x == 0.0 {
        C::new(x, f64::NAN)
    } else if x.is_infinite() && y.is_finite() {
        C::new(x * real::cos(y), x.abs() * real::sin(y))
    } else if x.is_infinite() {
        C::new(x, f64::NAN)
    } else {
        C::new(f64::NAN, f64::NAN)
    }
}

pub(super) fn cosh(z: C) -> C {
    let C { re: x, im: y } = z;
    let zero = 0.0_f64.copysign(x) * 1.0_f64.copysign(y);
    if y == 0.0 {
        return C::new(real::cosh(x), zero);
    }
    if x.is_finite() && y.is_finite() {
        let (s, c) = (real::sin(y), real::cos(y));
        if x.abs() > LARGE {
            let half = exp_times(x.abs(), 0.5, (c, s));
            return C::new(half.re, half.im * 1.0_f64.copysign(x));
        }
        return C::new(real::cosh(x) * c, odd_sinh(x) * s);
    }
    if x == 0.0 {
        C::new(f64::NAN, zero)
    } else if x.is_infinite() && y.is_finite() {
        C::new(x.abs() * real::cos(y), x * real::sin(y))
    } else if x.is_infinite() {
        C::new(f64::INFINITY, f64::NAN)
    } else {
        C::new(f64::NAN, f64::NAN)
    }
}

pub(super) fn tanh(z: C) -> C {
    let C { re: x, im: y } = z;
    if x.is_nan() {
        return C::new(x, if y == 0.0 { y } else { f64::NAN });
    }
    if !y.is_finite() {
        return if x.is_infinite() {
            C::new(1.0_f64.copysign(x), 0.0_f64.copysign(y))
        } else {
            C::new(if x == 0.0 { x } else { f64::NAN }, f64::NAN)
        };
    }
    let (sin, cos) = wide::sin_cos(y);
    if x.abs() > 22.0 {
        // 1 up to the last bit, and 4·sin(y)·cos(y)·e⁻²ˣ, whose second factor must not underflow alone.
        let s = 4.0 * (sin * cos).round();
        let im = if y == 0.0 {
            y
        } else if x.abs() < 350.0 {
            s * real::exp(-2.0 * x.abs())
        } else {
            let e = real::exp(-x.abs());
            s * e * e
        };
        return C::new(1.0_f64.copysign(x), im);
    }
    let (sinh, cosh) = sinh_cosh(x);
    // sinh²x + cos²y is a sum without cancellation, also beside the poles.
    let below = if x.abs() < TINY { cos.square() } else { sinh.square() + cos.square() };
    let re = if x.abs() < TINY { quotient(x, below) } else { (sinh * cosh / below).round() };
    let im = if y.abs() < TINY { quotient(y, below) } else { (sin * cos / below).round() };
    C::new(re, im)
}

fn sinh_cosh(x: f64) -> (Dd, Dd) {
    let e = wide::expm1(Dd::from(x));
    // With e = eˣ - 1: sinh = (e + e/(e + 1))/2 and cosh = 1 + e²/(e + 1)/2.
    let ratio = e / (e + Dd::ONE);
    ((e + ratio).scale(0.5), Dd::ONE + (e * ratio).scale(0.5))
}

/// f(z) = -i·g(iz).
pub(super) fn turned(g: impl Fn(C) -> C, z: C) -> C {
    let C { re, im } = g(C::new(-z.im, z.re));
    C::new(im, -re)
}

pub(super) fn sin(z: C) -> C {
    turned(sinh, z)
}

pub(super) fn cos(z: C) -> C {
    cosh(C::new(-z.im, z.re))
}

pub(super) fn tan(z: C) -> C {
    turned(tanh, z)
}
