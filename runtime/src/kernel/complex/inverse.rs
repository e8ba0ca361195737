//! A complex number into its inverse hyperbolic and inverse circular functions.
//!
//! asin and acos are those of Hull, Fairgrieve and Tang, with their subexpressions in twice the
//! width: only sums of positive terms, and one real function at the end of each part.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use num_complex::Complex;

use super::dd::{Dd, exponent, ldexp, pow2, quotient};
use super::exp_log::{angle, log_abs};
use super::hyperbolic::turned;
use super::real;

type C = Complex<f64>;

/// The parts of acos for the first quadrant, and how asin's real part comes from the same triangle.
struct Parts {
    /// Its tangent with `x` is that of acos's real part: (opposite, adjacent).
    acos: (f64, f64),
    /// The imaginary part of both, up to its sign.
    im: f64,
}

/// Of finite `x, y ≥ 0`.
fn parts(x: f64, y: f64) -> Parts {
    if x.max(y) > pow2(100) {
        // √(1 - z²) is -iz, and the logarithm that of 2z.
        let im = if x.max(y) < pow2(1000) {
            log_abs(2.0 * x, 2.0 * y)
        } else {
            log_abs(x, y) + core::f64::consts::LN_2
        };
        return Parts { acos: (y, x), im };
    }
    if y < pow2(-120) {
        return parts_near_axis(x, y);
    }
    let (above, below) = (Dd::sum(x, 1.0), Dd::sum(x, -1.0));
    let yy = Dd::product(y, y);
    let r = (above.square() + yy).sqrt();
    let s = (below.square() + yy).sqrt();
    // r - (x + 1) and s - |x - 1|, without cancellation.
    let far = yy / (r + above);
    let near = yy / (s + below.abs());
    let (small, large) = (near, s + below.abs());
    let inside = x < 1.0;
    // With a = (r + s)/2: a - 1 and a - x.
    let less_one = (far + if inside { small } else { large }).scale(0.5);
    let less_x = (far + if inside { large } else { small }).scale(0.5);
    let root = (less_one * (less_one + Dd::from(2.0))).sqrt();
    let other = (less_x * (less_one + above)).sqrt();
    let sum = less_one + root;
    let im = real::log1p(sum.hi) + sum.lo / (1.0 + sum.hi);
    Parts { acos: (other.round(), x), im }
}

/// Where `y` is so small that its square is nothing, or all there is.
fn parts_near_axis(x: f64, y: f64) -> Parts {
    let (above, below) = (Dd::sum(x, 1.0), Dd::sum(x, -1.0));
    if x == 1.0 {
        let root = real::sqrt(y);
        return Parts { acos: (root, x), im: root };
    }
    let root = (above * below.abs()).sqrt();
    let small = quotient(y, root);
    if x < 1.0 {
        return Parts { acos: (root.round(), x), im: small };
    }
    let sum = below + root;
    let im = real::log1p(sum.hi) + sum.lo / (1.0 + sum.hi);
    Parts { acos: (small, 1.0), im }
}

pub(super) fn asinh(z: C) -> C {
    let C { re: x, im: y } = z;
    if !z.is_finite() {
        return asinh_special(x, y);
    }
    if x == 0.0 && y == 0.0 {
        return z;
    }
    // asinh z = -i·asin(iz): the parts of asin for the quadrant in which y is the real part.
    let Parts { acos: (opposite, adjacent), im } = parts(y.abs(), x.abs());
    let re = angle(adjacent, opposite);
    C::new(im.copysign(x), re.copysign(y))
}

fn asinh_special(x: f64, y: f64) -> C {
    if x.is_infinite() {
        let im = if y.is_infinite() {
            FRAC_PI_4
        } else if y.is_nan() {
            y
        } else {
            0.0
        };
        C::new(x, im.copysign(y))
    } else if y.is_infinite() {
        // Of NaN + i·inf the sign of the real part is not specified.
        let im = if x.is_nan() { x } else { FRAC_PI_2 };
        C::new(f64::INFINITY.copysign(x), im.copysign(y))
    } else if x.is_nan() && y == 0.0 {
        z_nan(y)
    } else {
        C::new(f64::NAN, f64::NAN)
    }
}

fn z_nan(im: f64) -> C {
    C::new(f64::NAN, im)
}

pub(super) fn asin(z: C) -> C {
    turned(asinh, z)
}

pub(super) fn acos(z: C) -> C {
    let C { re: x, im: y } = z;
    if !z.is_finite() {
        return acos_special(x, y);
    }
    if x == 0.0 && y == 0.0 {
        return C::new(FRAC_PI_2, -y);
    }
    let Parts { acos: (opposite, adjacent), im } = parts(x.abs(), y.abs());
    let re = angle(opposite, adjacent.copysign(x));
    C::new(re, if y.is_sign_negative() { im } else { -im })
}

fn acos_special(x: f64, y: f64) -> C {
    let inf = -f64::INFINITY.copysign(y);
    if x.is_infinite() {
        let re = match (y.is_infinite(), y.is_nan(), x > 0.0) {
            (_, true, _) => y,
            (true, _, true) => FRAC_PI_4,
            (true, _, false) => PI - FRAC_PI_4,
            (_, _, true) => 0.0,
            (_, _, false) => PI,
        };
        C::new(re, inf)
    } else if y.is_infinite() {
        C::new(if x.is_nan() { x } else { FRAC_PI_2 }, inf)
    } else {
        C::new(if x == 0.0 { FRAC_PI_2 } else { f64::NAN }, f64::NAN)
    }
}

/// ±i·acos z, on the side where the real part is not negative.
pub(super) fn acosh(z: C) -> C {
    let C { re, im } = acos(z);
    if z.re == 0.0 && z.im.is_nan() {
        // Of the imaginary part only the sign is unknown.
        return z_nan(FRAC_PI_2);
    }
    C::new(im.abs(), re.copysign(z.im))
}

pub(super) fn atan(z: C) -> C {
    turned(atanh, z)
}

pub(super) fn atanh(z: C) -> C {
    let C { re: x, im: y } = z;
    if !z.is_finite() {
        return atanh_special(x, y);
    }
    let a = x.abs();
    if a.max(y.abs()) > pow2(100) {
        return C::new(atanh_far(a, y.abs()).copysign(x), FRAC_PI_2.copysign(y));
    }
    let (below, above) = (Dd::sum(1.0, -a), Dd::sum(1.0, a));
    let yy = Dd::product(y, y);
    let norm = below.square() + yy;
    let re = if a == 1.0 && y.abs() < pow2(-400) {
        // log(2/|y|)/2, whose square would underflow.
        0.5 * (core::f64::consts::LN_2 - log_abs(y, 0.0))
    } else if a < pow2(-600) {
        quotient(a, norm + Dd::from(4.0 * a))
    } else {
        let t = Dd::from(4.0 * a) / norm;
        0.25 * (real::log1p(t.hi) + t.lo / (1.0 + t.hi))
    };
    let im =
        if a == 1.0 && y == 0.0 { y } else { 0.5 * angle(2.0 * y, (below * above - yy).round()) };
    C::new(re.copysign(x), im.copysign(y))
}

/// The real part of 1/z, of which the square would overflow.
fn atanh_far(x: f64, y: f64) -> f64 {
    let k = exponent(x.max(y));
    let (u, v) = (Dd::from(ldexp(x, -k)), Dd::from(ldexp(y, -k)));
    let norm = u.square() + v.square();
    if x == 0.0 { x } else { ldexp(quotient(ldexp(x, -exponent(x)), norm), exponent(x) - 2 * k) }
}

fn atanh_special(x: f64, y: f64) -> C {
    let re = if x.is_infinite() || x == 0.0 || y.is_infinite() { 0.0 } else { f64::NAN };
    let im = if y.is_infinite() || (x.is_infinite() && !y.is_nan()) { FRAC_PI_2 } else { f64::NAN };
    C::new(re.copysign(x), im.copysign(y))
}
