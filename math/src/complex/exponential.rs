//! Exponentials and logarithms.

use super::{C128, real, wide};
use crate::bits::{exponent, ldexp, pow2_int};
use crate::constants::{LN_2, LOG2_E, LOG10_E};
use crate::double_double::Dd;

/// `e⁵¹²`, which is split off where `eˣ` alone would overflow.
const E_512: f64 = 2.284_413_586_539_756_5e222;

/// `by · eˣ · (c + i·s)` for a finite `x`, without intermediate overflow or underflow.
pub(super) fn exp_times(x: f64, by: f64, (c, s): (f64, f64)) -> C128 {
    if x <= 709.0 {
        let e = by * real::exp(x);
        return C128::new(e * c, e * s);
    }
    // x - 512 is exact; beyond 1700 even the product with the smallest sine overflows.
    if x < 1200.0 {
        let e = by * real::exp(x - 512.0);
        return C128::new(e * c * E_512, e * s * E_512);
    }
    let e = by * real::exp(x.min(1700.0) - 1024.0);
    C128::new(e * c * E_512 * E_512, e * s * E_512 * E_512)
}

pub(super) fn exp(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if y == 0.0 {
        return C128::new(real::exp(x), y);
    }
    if x.is_finite() && y.is_finite() {
        return exp_times(x, 1.0, (real::cos(y), real::sin(y)));
    }
    exp_special(x, y)
}

/// For a `y` other than 0, where one of the parts is not finite.
pub(super) fn exp_special(x: f64, y: f64) -> C128 {
    if x == f64::INFINITY {
        return if y.is_finite() {
            C128::new(x * real::cos(y), x * real::sin(y))
        } else {
            C128::new(x, f64::NAN)
        };
    }
    if x == f64::NEG_INFINITY {
        return if y.is_finite() {
            C128::new(0.0 * real::cos(y), 0.0 * real::sin(y))
        } else {
            C128::new(0.0, 0.0_f64.copysign(y))
        };
    }
    C128::new(f64::NAN, f64::NAN)
}

/// `½ + (sinh x + i·sin y) / (2·(cosh x + cos y))`, where the divisor is 2·sinh²(x/2) + 2·cos²(y/2).
pub(super) fn sigmoid(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if !(x.is_finite() && y.is_finite()) || x.abs() > 50.0 {
        return sigmoid_far(z);
    }
    if y == 0.0 {
        return C128::new(real::sigmoid(x), y);
    }
    let (sin, cos) = wide::sin_cos(0.5 * y);
    let e = wide::expm1(Dd::from(x));
    let square = cos.square();
    let under = e.square() / (Dd::ONE + e) + square.scale(4.0);
    let re = (e + square.scale(2.0)) / under;
    let im = ((sin * cos).scale(2.0) / under).value();
    // It is too small only near the real axis, where its sign is that of `y`.
    C128::new(re.value(), if im == 0.0 { im.copysign(y) } else { im })
}

/// Where `e^-|x|` is nothing beside 1, or a part is infinite or NaN.
fn sigmoid_far(z: C128) -> C128 {
    if z.re < 0.0 {
        return exp(z);
    }
    let e = exp(-z);
    if z.re > 0.0 { C128::new(1.0 + e.re, -e.im) } else { C128::new(f64::NAN, f64::NAN) }
}

pub(super) fn expm1(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if y == 0.0 {
        return C128::new(if x == 0.0 { x } else { real::expm1(x) }, y);
    }
    let e = exp(z);
    if !(x.is_finite() && y.is_finite()) {
        return C128::new(e.re - 1.0, e.im);
    }
    C128::new(expm1_real(x, y, e.re), e.im)
}

/// `eˣ·cos(y) - 1`, which is 0 along curves; `product` is `eˣ·cos(y)`, good enough where that is large or small.
fn expm1_real(x: f64, y: f64, product: f64) -> f64 {
    if x.abs() > 50.0 {
        return product - 1.0;
    }
    if x.abs() < pow2_int(-90) && y.abs() < pow2_int(-90) {
        return near_zero(x, y, -1.0);
    }
    let (sin, cos) = wide::sin_cos(0.5 * y);
    let less = sin.square().scale(-2.0);
    let e = wide::expm1(Dd::from(x));
    // Either cos(y) - 1 is small, or cos(y) itself may be.
    let result = if less.hi > -0.5 {
        e + (less + e * less)
    } else {
        let cos = (cos - sin) * (cos + sin);
        let cos = if cos.hi.abs() < 0.01 { wide::sin_cos(y).1 } else { cos };
        (e + Dd::ONE) * cos - Dd::ONE
    };
    result.value()
}

/// `x + sign·(y² - x²)/2` for tiny numbers, whose squares may underflow and yet make a difference.
fn near_zero(x: f64, y: f64, sign: f64) -> f64 {
    let v = y * pow2_int(100);
    let u = Dd::from(ldexp(x, 200));
    let squares = Dd::exact_product(v, v) - u * Dd::from(x);
    let sum = u + squares.scale(0.5 * sign);
    if sum.hi == 0.0 { x } else { ldexp(sum.value(), -200) }
}

/// `x² + y² - 1` as a double-double, where `x` is the larger part and below `2⁴⁰⁰`.
fn norm_less_one(x: f64, y: f64) -> Dd {
    let (xx, yy) = (Dd::exact_product(x, x), Dd::exact_product(y, y));
    let high = Dd::sum(xx.hi, -1.0);
    (high + Dd::from(yy.hi)) + Dd::sum(xx.lo, yy.lo)
}

/// `(s, k)` with `|z| = √(1 + s)·2ᵏ`, for a finite `z` other than 0; `k` is 0 unless `|z|` is far from 1.
fn modulus_parts(x: f64, y: f64) -> (Dd, i32) {
    let (x, y) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    if x > 0.125 && x < 8.0 {
        return (norm_less_one(x, y), 0);
    }
    let k = exponent(x);
    (norm_less_one(ldexp(x, -k), ldexp(y, -k)), k)
}

/// `log|z|` of any `z`.
pub(super) fn log_abs(x: f64, y: f64) -> f64 {
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 && y == 0.0 {
        return f64::NEG_INFINITY;
    }
    let (s, k) = modulus_parts(x, y);
    let k = f64::from(k);
    // The lower part of s adds its quotient by 1 + s to the logarithm.
    let near = 0.5 * real::log1p(s.hi);
    let rest = 0.5 * (s.lo / (1.0 + s.hi)) + k * LN_2.lo;
    if k == 0.0 {
        return near + rest;
    }
    let sum = Dd::sum(k * LN_2.hi, near);
    let rounding = Dd::exact_product(k, LN_2.hi).lo;
    sum.hi + (sum.lo + (rounding + rest))
}

/// The same as a double-double, for a finite `z` other than 0.
pub(super) fn log_abs_wide(x: f64, y: f64) -> Dd {
    let (s, k) = modulus_parts(x, y);
    let near = if s.hi == 0.0 { s } else { wide::log1p(s) };
    near.scale(0.5) + LN_2 * Dd::from(f64::from(k))
}

/// The angle of `(x, y)`. A NaN takes the sign of `y` too, so that conjugates stay conjugates.
pub(super) fn angle(y: f64, x: f64) -> f64 {
    real::atan2(y, x).copysign(y)
}

/// The modulus of a finite number on an axis.
fn abs_on_axis(z: C128) -> Option<f64> {
    (z.is_finite() && (z.re == 0.0 || z.im == 0.0)).then(|| z.re.abs() + z.im.abs())
}

pub(super) fn log(z: C128) -> C128 {
    let re = abs_on_axis(z).map_or_else(|| log_abs(z.re, z.im), real::log);
    C128::new(re, angle(z.im, z.re))
}

/// The logarithm to another base, given that of real numbers, which of powers of the base is exact, and the inverse of the
/// base's natural logarithm.
fn log_base(z: C128, of_real: fn(f64) -> f64, inverse: f64) -> C128 {
    let re = abs_on_axis(z).map_or_else(|| log_abs(z.re, z.im) * inverse, of_real);
    C128::new(re, angle(z.im, z.re) * inverse)
}

pub(super) fn log2(z: C128) -> C128 {
    log_base(z, real::log2, LOG2_E.hi)
}

pub(super) fn log10(z: C128) -> C128 {
    log_base(z, real::log10, LOG10_E.hi)
}

pub(super) fn log1p(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    let u = 1.0 + x;
    let im = angle(y, u);
    // Below a half, 1 + x is exact; far out its rounding makes no difference.
    let size = x.abs().max(y.abs());
    if !z.is_finite() || size > 8.0 || (u.abs() < 0.5 && y.abs() < 0.5) {
        return C128::new(log_abs(u, y), im);
    }
    if y == 0.0 && x > -1.0 {
        return C128::new(if x == 0.0 { x } else { real::log1p(x) }, im);
    }
    if size < pow2_int(-90) {
        return C128::new(near_zero(x, y, 1.0), im);
    }
    // |1 + z|² - 1 = 2x + y² + x², from exact terms: those that cancel are added first.
    let (xx, yy) = (Dd::exact_product(x, x), Dd::exact_product(y, y));
    let s = (Dd::sum(2.0 * x, yy.hi) + Dd::sum(xx.hi, yy.lo)) + Dd::from(xx.lo);
    C128::new(0.5 * (real::log1p(s.hi) + s.lo / (1.0 + s.hi)), im)
}
