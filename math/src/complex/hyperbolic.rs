//! Hyperbolic functions, and by those of `iz` the trigonometric ones.

use super::exponential::exp_times;
use super::wide::{self, quotient};
use super::{C128, real};
use crate::double_double::Dd;

/// Beyond this `eˣ` may overflow, and `e⁻ˣ` is negligible beside it.
const LARGE: f64 = 709.0;

/// Below this a number is its own sine, and a quotient of it may be subnormal.
const TINY: f64 = 1e-200;

pub(super) fn sinh(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if y == 0.0 {
        return C128::new(real::sinh(x), y);
    }
    if x.is_finite() && y.is_finite() {
        let (s, c) = (real::sin(y), real::cos(y));
        if x.abs() > LARGE {
            let half = exp_times(x.abs(), 0.5, (c, s));
            return C128::new(half.re * 1.0_f64.copysign(x), half.im);
        }
        return C128::new(real::sinh(x) * c, real::cosh(x) * s);
    }
    if x == 0.0 {
        C128::new(x, f64::NAN)
    } else if x.is_infinite() && y.is_finite() {
        C128::new(x * real::cos(y), x.abs() * real::sin(y))
    } else if x.is_infinite() {
        C128::new(x, f64::NAN)
    } else {
        C128::new(f64::NAN, f64::NAN)
    }
}

pub(super) fn cosh(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    let zero = 0.0_f64.copysign(x) * 1.0_f64.copysign(y);
    if y == 0.0 {
        return C128::new(real::cosh(x), zero);
    }
    if x.is_finite() && y.is_finite() {
        let (s, c) = (real::sin(y), real::cos(y));
        if x.abs() > LARGE {
            let half = exp_times(x.abs(), 0.5, (c, s));
            return C128::new(half.re, half.im * 1.0_f64.copysign(x));
        }
        return C128::new(real::cosh(x) * c, real::sinh(x) * s);
    }
    if x == 0.0 {
        C128::new(f64::NAN, zero)
    } else if x.is_infinite() && y.is_finite() {
        C128::new(x.abs() * real::cos(y), x * real::sin(y))
    } else if x.is_infinite() {
        C128::new(f64::INFINITY, f64::NAN)
    } else {
        C128::new(f64::NAN, f64::NAN)
    }
}

pub(super) fn tanh(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if x.is_nan() {
        return C128::new(x, if y == 0.0 { y } else { f64::NAN });
    }
    if !y.is_finite() {
        return if x.is_infinite() {
            C128::new(1.0_f64.copysign(x), 0.0_f64.copysign(y))
        } else {
            C128::new(if x == 0.0 { x } else { f64::NAN }, f64::NAN)
        };
    }
    if x == 0.0 || y == 0.0 {
        return C128::new(real::tanh(x), real::tan(y));
    }
    let (sin, cos) = wide::sin_cos(y);
    if x.abs() > 22.0 {
        // 1 to the last bit, and 4·sin(y)·cos(y)·e⁻²ˣ, where e⁻²ˣ alone could underflow.
        let s = 4.0 * (sin * cos).value();
        let im = if x.abs() < 350.0 {
            s * real::exp(-2.0 * x.abs())
        } else {
            let e = real::exp(-x.abs());
            s * e * e
        };
        return C128::new(1.0_f64.copysign(x), im);
    }
    let (sinh, cosh) = sinh_cosh(x);
    // sinh²x + cos²y does not cancel, not even near the poles.
    let below = if x.abs() < TINY { cos.square() } else { sinh.square() + cos.square() };
    let re = if x.abs() < TINY { quotient(x, below) } else { (sinh * cosh / below).value() };
    let im = if y.abs() < TINY { quotient(y, below) } else { (sin * cos / below).value() };
    C128::new(re, im)
}

fn sinh_cosh(x: f64) -> (Dd, Dd) {
    let e = wide::expm1(Dd::from(x));
    // With e = eˣ - 1: sinh = (e + e/(e + 1))/2 and cosh = 1 + e²/(e + 1)/2.
    let ratio = e / (e + Dd::ONE);
    ((e + ratio).scale(0.5), Dd::ONE + (e * ratio).scale(0.5))
}

pub(super) fn sin(z: C128) -> C128 {
    turned(sinh, z)
}

pub(super) fn cos(z: C128) -> C128 {
    cosh(C128::new(-z.im, z.re))
}

pub(super) fn tan(z: C128) -> C128 {
    turned(tanh, z)
}

/// `-i·g(iz)`.
pub(super) fn turned(g: impl Fn(C128) -> C128, z: C128) -> C128 {
    let C128 { re, im } = g(C128::new(-z.im, z.re));
    C128::new(im, -re)
}
