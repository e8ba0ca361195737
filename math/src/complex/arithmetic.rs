//! Product, quotient, modulus, sign and square root.

use super::{C128, real};
use crate::bits::{exponent, ldexp, pow2_int, select, sqrt as real_sqrt};
use crate::double_double::Dd;

/// Smith's quotient. Numbers near the ends of the range are scaled to the middle of it first. By a real number each part
/// is divided by itself, rounded once.
pub(super) fn divide(z: C128, w: C128) -> C128 {
    if w.im == 0.0 && w.re != 0.0 && w.re.is_finite() && z.is_finite() {
        let ratio = w.im / w.re;
        return C128::new((z.re + z.im * ratio) / w.re, (z.im - z.re * ratio) / w.re);
    }
    let (top, bottom) = (largest(z), largest(w));
    let unscaled = (top == 0.0 || is_moderate(top)) && (bottom == 0.0 || is_moderate(bottom));
    if unscaled || !top.is_finite() || !bottom.is_finite() || bottom == 0.0 {
        return smith(z, w);
    }
    let (up, down) = (exponent(top).max(-1074), exponent(bottom));
    ldexp_both(smith(ldexp_both(z, -up), ldexp_both(w, -down)), up - down)
}

/// Whether sums of squares of numbers of this size neither overflow nor underflow.
fn is_moderate(size: f64) -> bool {
    (pow2_int(-480)..pow2_int(480)).contains(&size)
}

fn ldexp_both(z: C128, k: i32) -> C128 {
    C128::new(ldexp(z.re, k), ldexp(z.im, k))
}

/// Smith's quotient in NumPy's order of operations, so that the infinities and NaNs are the same. So are the values,
/// except where the ratio underflows and NumPy loses a term.
pub(super) fn smith(z: C128, w: C128) -> C128 {
    let (a, b, c, d) = (z.re, z.im, w.re, w.im);
    let finite = z.is_finite() && w.is_finite();
    if c.abs() >= d.abs() {
        if c == 0.0 && d == 0.0 {
            return C128::new(a / c.abs(), b / c.abs());
        }
        let ratio = d / c;
        let scale = 1.0 / (c + d * ratio);
        if ratio == 0.0 && d != 0.0 && finite {
            return C128::new((a + d * (b / c)) * scale, (b - d * (a / c)) * scale);
        }
        C128::new((a + b * ratio) * scale, (b - a * ratio) * scale)
    } else {
        let ratio = c / d;
        let scale = 1.0 / (d + c * ratio);
        if ratio == 0.0 && c != 0.0 && finite {
            return C128::new((c * (a / d) + b) * scale, (c * (b / d) - a) * scale);
        }
        C128::new((a * ratio + b) * scale, (b * ratio - a) * scale)
    }
}

/// `1/z` by Smith's quotient, but with the signs of zeros that make it symmetric.
pub(super) fn reciprocal(w: C128) -> C128 {
    let bottom = largest(w);
    if bottom == 0.0 {
        return smith(C128::new(1.0, 0.0), w);
    }
    if !bottom.is_finite() || is_moderate(bottom) {
        return smith_reciprocal(w);
    }
    let k = -exponent(bottom);
    ldexp_both(smith_reciprocal(ldexp_both(w, k)), k)
}

fn smith_reciprocal(w: C128) -> C128 {
    let (c, d) = (w.re, w.im);
    if d.abs() <= c.abs() {
        let ratio = d / c;
        let norm = c + d * ratio;
        C128::new(1.0 / norm, -ratio / norm)
    } else {
        let ratio = c / d;
        let norm = c * ratio + d;
        C128::new(ratio / norm, -1.0 / norm)
    }
}

pub(super) fn abs(z: C128) -> f64 {
    if z.re.is_infinite() || z.im.is_infinite() {
        return f64::INFINITY;
    }
    real::hypot(z.re, z.im)
}

/// The modulus of a number that is `f32`: its squares do not overflow.
#[inline]
pub(super) fn abs_f32(z: C128) -> f64 {
    let modulus = real_sqrt(z.re * z.re + z.im * z.im);
    // Both are computed, so that a loop has no branch.
    select(z.re.is_infinite() | z.im.is_infinite(), f64::INFINITY, modulus)
}

pub(super) fn sign(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if x.is_nan() || y.is_nan() || (x.is_infinite() && y.is_infinite()) {
        return C128::new(f64::NAN, f64::NAN);
    }
    if x.is_infinite() || y.is_infinite() {
        // The limit lies on an axis.
        let part = |x: f64| f64::from(u8::from(x.is_infinite())).copysign(x);
        return C128::new(part(x), part(y));
    }
    let m = largest(z);
    if m == 0.0 {
        return C128::new(0.0, 0.0);
    }
    let k = -exponent(m);
    let (u, v) = (Dd::from(ldexp(x, k)), Dd::from(ldexp(y, k)));
    let modulus = (u.square() + v.square()).sqrt();
    // A part far smaller than the other one keeps its bits by being scaled last.
    let tiny = |x: f64| ldexp(ldexp(x, -exponent(x)) / modulus.hi, exponent(x) + k);
    let part = |x: f64, scaled: f64| {
        if scaled == 0.0 && x == 0.0 {
            x
        } else if scaled.abs() < pow2_int(-900) {
            tiny(x)
        } else {
            (Dd::from(scaled) / modulus).value()
        }
    };
    C128::new(part(x, u.hi), part(y, v.hi))
}

/// Kahan's algorithm: the larger part is the root of a sum, the smaller one a quotient by it.
pub(super) fn sqrt(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if y.is_infinite() {
        return C128::new(f64::INFINITY, y);
    }
    if x.is_nan() || y.is_nan() || x.is_infinite() {
        return sqrt_special(x, y);
    }
    if x == 0.0 && y == 0.0 {
        return C128::new(0.0, y);
    }
    // By an even power of two to the middle of the range; a part that vanishes there is negligible.
    let k = exponent(largest(z)) / 2;
    let (u, v) = (ldexp(x.abs(), -2 * k), ldexp(y.abs(), -2 * k));
    let t = real_sqrt(0.5 * (u + real::hypot(u, v)));
    let large = ldexp(t, k);
    // A part far smaller than the other one keeps its bits if it is not scaled.
    let small = if v < pow2_int(-900) {
        ldexp(ldexp(y.abs(), -exponent(y)) / (2.0 * t), exponent(y) - k)
    } else {
        ldexp(v / (2.0 * t), k)
    };
    if x.is_sign_negative() && x != 0.0 {
        C128::new(small, large.copysign(y))
    } else {
        C128::new(large, small.copysign(y))
    }
}

/// For a finite or NaN imaginary part, where one of the parts is not finite.
fn sqrt_special(x: f64, y: f64) -> C128 {
    if x == f64::INFINITY {
        C128::new(x, if y.is_nan() { y } else { 0.0_f64.copysign(y) })
    } else if x == f64::NEG_INFINITY {
        let re = if y.is_nan() { y } else { 0.0 };
        C128::new(re, f64::INFINITY.copysign(y))
    } else {
        C128::new(f64::NAN, f64::NAN)
    }
}

/// The larger of the parts' magnitudes; NaN if either is.
pub(super) fn largest(z: C128) -> f64 {
    let (x, y) = (z.re.abs(), z.im.abs());
    if x.is_nan() || x > y { x } else { y }
}

/// The root's conjugate over the modulus, of a number moved to where neither leaves the range.
pub(super) fn rsqrt(z: C128) -> C128 {
    let large = largest(z);
    if large == 0.0 || !z.is_finite() {
        return sqrt(z).reciprocal();
    }
    let (by, back) = if large > pow2_int(1000) {
        (pow2_int(-4), pow2_int(-2))
    } else if large < pow2_int(-900) {
        (pow2_int(200), pow2_int(100))
    } else {
        (1.0, 1.0)
    };
    let moved = C128::new(z.re * by, z.im * by);
    let (root, modulus) = (sqrt(moved), real::hypot(moved.re, moved.im));
    C128::new(root.re / modulus * back, -root.im / modulus * back)
}
