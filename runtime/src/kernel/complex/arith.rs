//! Two complex numbers into product and quotient; one into modulus, sign and square root.

use num_complex::Complex;

use super::dd::{Dd, exponent, ldexp, pow2};
use super::real;

type C = Complex<f64>;

pub(super) fn multiply(z: C, w: C) -> C {
    let (a, b, c, d) = (z.re, z.im, w.re, w.im);
    C::new(a * c - b * d, a * d + b * c)
}

/// Smith's quotient, of numbers brought near 1 if they are near the ends of the range.
pub(super) fn divide(z: C, w: C) -> C {
    let (top, bottom) = (largest(z), largest(w));
    let ordinary = |x: f64| x == 0.0 || (pow2(-480)..pow2(480)).contains(&x);
    let unscaled = ordinary(top) && ordinary(bottom);
    if unscaled || !top.is_finite() || !bottom.is_finite() || bottom == 0.0 {
        return smith(z, w);
    }
    let (up, down) = (exponent(top).max(-1074), exponent(bottom));
    let by = |z: C, k: i32| C::new(ldexp(z.re, k), ldexp(z.im, k));
    by(smith(by(z, -up), by(w, -down)), up - down)
}

/// In the order of operations that NumPy has, for the same inf and NaN; and for the same value in
/// all but the quotients whose ratio underflows, where it would lose a term.
fn smith(z: C, w: C) -> C {
    let (a, b, c, d) = (z.re, z.im, w.re, w.im);
    let finite = z.is_finite() && w.is_finite();
    if c.abs() >= d.abs() {
        if c == 0.0 && d == 0.0 {
            return C::new(a / c.abs(), b / c.abs());
        }
        let ratio = d / c;
        let scale = 1.0 / (c + d * ratio);
        if ratio == 0.0 && d != 0.0 && finite {
            return C::new((a + d * (b / c)) * scale, (b - d * (a / c)) * scale);
        }
        C::new((a + b * ratio) * scale, (b - a * ratio) * scale)
    } else {
        let ratio = c / d;
        let scale = 1.0 / (d + c * ratio);
        if ratio == 0.0 && c != 0.0 && finite {
            return C::new((c * (a / d) + b) * scale, (c * (b / d) - a) * scale);
        }
        C::new((a * ratio + b) * scale, (b * ratio - a) * scale)
    }
}

/// 1/z as the same quotient, but with the signs of zeros that make it symmetric.
pub(super) fn reciprocal(w: C) -> C {
    let bottom = largest(w);
    if bottom == 0.0 {
        return smith(C::new(1.0, 0.0), w);
    }
    if !bottom.is_finite() || (pow2(-480)..pow2(480)).contains(&bottom) {
        return smith_reciprocal(w);
    }
    let k = -exponent(bottom);
    let C { re, im } = smith_reciprocal(C::new(ldexp(w.re, k), ldexp(w.im, k)));
    C::new(ldexp(re, k), ldexp(im, k))
}

fn smith_reciprocal(w: C) -> C {
    let (c, d) = (w.re, w.im);
    if d.abs() <= c.abs() {
        let ratio = d / c;
        let norm = c + d * ratio;
        C::new(1.0 / norm, -ratio / norm)
    } else {
        let ratio = c / d;
        let norm = c * ratio + d;
        C::new(ratio / norm, -1.0 / norm)
    }
}

/// The reciprocal of a number that is `f32`.
pub(super) fn reciprocal_narrow(w: C) -> C {
    if !w.is_finite() || largest(w) == 0.0 {
        return reciprocal(w);
    }
    let norm = w.re * w.re + w.im * w.im;
    C::new(w.re / norm, -w.im / norm)
}

/// The quotient of numbers that are `f32`: their products are exact and cannot overflow.
pub(super) fn divide_narrow(z: C, w: C) -> C {
    let (a, b, c, d) = (z.re, z.im, w.re, w.im);
    if !(z.is_finite() && w.is_finite()) || largest(w) == 0.0 {
        return smith(z, w);
    }
    let norm = c * c + d * d;
    C::new((a * c + b * d) / norm, (b * c - a * d) / norm)
}

pub(super) fn abs(z: C) -> f64 {
    if z.re.is_infinite() || z.im.is_infinite() {
        return f64::INFINITY;
    }
    real::hypot(z.re, z.im)
}

/// The modulus of a number that is `f32`.
pub(super) fn abs_narrow(z: C) -> f64 {
    if z.re.is_infinite() || z.im.is_infinite() {
        return f64::INFINITY;
    }
    real::sqrt(z.re * z.re + z.im * z.im)
}

pub(super) fn sign(z: C) -> C {
    let C { re: x, im: y } = z;
    if x.is_nan() || y.is_nan() || (x.is_infinite() && y.is_infinite()) {
        return C::new(f64::NAN, f64::NAN);
    }
    if x.is_infinite() || y.is_infinite() {
        // The limit: an axis.
        let part = |x: f64| f64::from(u8::from(x.is_infinite())).copysign(x);
        return C::new(part(x), part(y));
    }
    let m = largest(z);
    if m == 0.0 {
        return C::new(0.0, 0.0);
    }
    let k = -exponent(m);
    // The small part may be far below the other; it keeps its bits by being scaled last.
    let (u, v) = (Dd::from(ldexp(x, k)), Dd::from(ldexp(y, k)));
    let modulus = (u.square() + v.square()).sqrt();
    let part = |x: f64| (Dd::from(x) / modulus).round();
    let tiny = |x: f64| ldexp(ldexp(x, -exponent(x)) / modulus.hi, exponent(x) + k);
    let either = |x: f64, u: f64| {
        if u == 0.0 && x == 0.0 {
            x
        } else if u.abs() < pow2(-900) {
            tiny(x)
        } else {
            part(u)
        }
    };
    C::new(either(x, u.hi), either(y, v.hi))
}

/// Kahan's: the larger part is a root of a sum, the smaller one a quotient by it.
pub(super) fn sqrt(z: C) -> C {
    let C { re: x, im: y } = z;
    if y.is_infinite() {
        return C::new(f64::INFINITY, y);
    }
    if x.is_nan() || y.is_nan() || x.is_infinite() {
        return sqrt_special(x, y);
    }
    if x == 0.0 && y == 0.0 {
        return C::new(0.0, y);
    }
    // By an even power of two into the middle of the range; a part that vanishes there vanishes.
    let k = exponent(largest(z)) / 2;
    let (u, v) = (ldexp(x.abs(), -2 * k), ldexp(y.abs(), -2 * k));
    let t = real::sqrt(0.5 * (u + real::hypot(u, v)));
    let large = ldexp(t, k);
    // Of the unscaled part, for one far smaller than the other keeps its bits that way.
    let small = if v < pow2(-900) {
        ldexp(ldexp(y.abs(), -exponent(y)) / (2.0 * t), exponent(y) - k)
    } else {
        ldexp(v / (2.0 * t), k)
    };
    if x.is_sign_negative() && x != 0.0 {
        C::new(small, large.copysign(y))
    } else {
        C::new(large, small.copysign(y))
    }
}

/// For an imaginary part that is not infinite, and something that is NaN or inf.
fn sqrt_special(x: f64, y: f64) -> C {
    if x == f64::INFINITY {
        C::new(x, if y.is_nan() { y } else { 0.0_f64.copysign(y) })
    } else if x == f64::NEG_INFINITY {
        let re = if y.is_nan() { y } else { 0.0 };
        C::new(re, f64::INFINITY.copysign(y))
    } else {
        C::new(f64::NAN, f64::NAN)
    }
}

/// The larger of the parts' magnitudes; NaN if either is.
pub(super) fn largest(z: C) -> f64 {
    let (x, y) = (z.re.abs(), z.im.abs());
    if x.is_nan() || x > y { x } else { y }
}
