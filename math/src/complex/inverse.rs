//! Inverse hyperbolic functions, and by those of `iz` the inverse trigonometric ones.
//!
//! `asin` and `acos` are those of Hull, Fairgrieve and Tang, with the subexpressions in double-doubles: only sums of
//! positive terms, and one real function at the end of each part.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, PI};

use super::exponential::{angle, log_abs};
use super::hyperbolic::turned;
use super::wide::quotient;
use super::{C128, real};
use crate::arithmetic::Plain;
use crate::bits::{exponent, ldexp, pow2_int, sqrt};
use crate::double_double::Dd;

/// `acos` in the first quadrant, and with it `asin`.
struct Parts {
    /// A right triangle, as (opposite, adjacent). Its angle is the real part of `acos`, its other angle that of `asin`.
    acos: (f64, f64),
    /// The imaginary part of both, except for its sign.
    im: f64,
}

fn square(x: Dd) -> Dd {
    x.mul_fast::<Plain>(x)
}

/// The parts for finite `x, y ≥ 0`.
fn parts(x: f64, y: f64) -> Parts {
    if x.max(y) > pow2_int(100) {
        // √(1 - z²) is -iz, and the logarithm is that of 2z.
        let im = if x.max(y) < pow2_int(1000) {
            log_abs(2.0 * x, 2.0 * y)
        } else {
            log_abs(x, y) + LN_2
        };
        return Parts { acos: (y, x), im };
    }
    if y < pow2_int(-120) {
        return parts_near_axis(x, y);
    }
    let (above, below) = (Dd::sum(x, 1.0), Dd::sum(x, -1.0));
    let yy = Dd::exact_product(y, y);
    // Only terms of one sign are added.
    let r = square(above).add_fast(yy).sqrt_fast::<Plain>();
    let s = square(below).add_fast(yy).sqrt_fast::<Plain>();
    // r - (x + 1) and s - |x - 1|, without cancellation.
    let far = yy.div_fast::<Plain>(r.add_fast(above));
    let large = s.add_fast(below.abs());
    let small = yy.div_fast::<Plain>(large);
    let inside = x < 1.0;
    // With a = (r + s)/2: a - 1 and a - x.
    let less_one = far.add_fast(if inside { small } else { large }).scale(0.5);
    let less_x = far.add_fast(if inside { large } else { small }).scale(0.5);
    let two_more = less_one.add_fast(Dd::from(2.0));
    let root = less_one.mul_fast::<Plain>(two_more).sqrt_fast::<Plain>();
    let other = less_x.mul_fast::<Plain>(less_one.add_fast(above)).sqrt_fast::<Plain>();
    let sum = less_one.add_fast(root);
    let im = real::log1p(sum.hi) + sum.lo / (1.0 + sum.hi);
    Parts { acos: (other.value(), x), im }
}

/// Where `y` is so small that its square is negligible, or all there is.
fn parts_near_axis(x: f64, y: f64) -> Parts {
    let (above, below) = (Dd::sum(x, 1.0), Dd::sum(x, -1.0));
    if x == 1.0 {
        let root = sqrt(y);
        return Parts { acos: (root, x), im: root };
    }
    let root = (above * below.abs()).sqrt();
    let small = quotient(y, root);
    if x < 1.0 {
        return Parts { acos: (root.value(), x), im: small };
    }
    let sum = below + root;
    let im = real::log1p(sum.hi) + sum.lo / (1.0 + sum.hi);
    Parts { acos: (small, 1.0), im }
}

pub(super) fn asinh(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if !z.is_finite() {
        return asinh_special(x, y);
    }
    if x == 0.0 && y == 0.0 {
        return z;
    }
    // asinh z = -i·asin(iz), where y is the real part.
    let Parts { acos: (opposite, adjacent), im } = parts(y.abs(), x.abs());
    let re = angle(adjacent, opposite);
    C128::new(im.copysign(x), re.copysign(y))
}

fn asinh_special(x: f64, y: f64) -> C128 {
    if x.is_infinite() {
        let im = if y.is_infinite() {
            FRAC_PI_4
        } else if y.is_nan() {
            y
        } else {
            0.0
        };
        C128::new(x, im.copysign(y))
    } else if y.is_infinite() {
        // For NaN + i·∞ the sign of the real part is not specified.
        let im = if x.is_nan() { x } else { FRAC_PI_2 };
        C128::new(f64::INFINITY.copysign(x), im.copysign(y))
    } else if x.is_nan() && y == 0.0 {
        C128::new(f64::NAN, y)
    } else {
        C128::new(f64::NAN, f64::NAN)
    }
}

pub(super) fn asin(z: C128) -> C128 {
    turned(asinh, z)
}

pub(super) fn acos(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if !z.is_finite() {
        return acos_special(x, y);
    }
    if x == 0.0 && y == 0.0 {
        return C128::new(FRAC_PI_2, -y);
    }
    let Parts { acos: (opposite, adjacent), im } = parts(x.abs(), y.abs());
    let re = angle(opposite, adjacent.copysign(x));
    C128::new(re, if y.is_sign_negative() { im } else { -im })
}

fn acos_special(x: f64, y: f64) -> C128 {
    let inf = -f64::INFINITY.copysign(y);
    if x.is_infinite() {
        let re = match (y.is_infinite(), y.is_nan(), x > 0.0) {
            (_, true, _) => y,
            (true, _, true) => FRAC_PI_4,
            (true, _, false) => PI - FRAC_PI_4,
            (_, _, true) => 0.0,
            (_, _, false) => PI,
        };
        C128::new(re, inf)
    } else if y.is_infinite() {
        C128::new(if x.is_nan() { x } else { FRAC_PI_2 }, inf)
    } else {
        C128::new(if x == 0.0 { FRAC_PI_2 } else { f64::NAN }, f64::NAN)
    }
}

/// `±i·acos z`, with the sign for which the real part is not negative.
pub(super) fn acosh(z: C128) -> C128 {
    let C128 { re, im } = acos(z);
    if z.re == 0.0 && z.im.is_nan() {
        // Only the sign of the imaginary part is unknown.
        return C128::new(f64::NAN, FRAC_PI_2);
    }
    C128::new(im.abs(), re.copysign(z.im))
}

pub(super) fn atan(z: C128) -> C128 {
    turned(atanh, z)
}

pub(super) fn atanh(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if !z.is_finite() {
        return atanh_special(x, y);
    }
    let a = x.abs();
    if a.max(y.abs()) > pow2_int(100) {
        return C128::new(atanh_far(a, y.abs()).copysign(x), FRAC_PI_2.copysign(y));
    }
    let (below, above) = (Dd::sum(1.0, -a), Dd::sum(1.0, a));
    let yy = Dd::exact_product(y, y);
    let norm = square(below).add_fast(yy);
    let re = if a == 1.0 && y.abs() < pow2_int(-400) {
        // log(2/|y|)/2, where a square would underflow.
        0.5 * (LN_2 - log_abs(y, 0.0))
    } else if a < pow2_int(-600) {
        quotient(a, norm + Dd::from(4.0 * a))
    } else {
        let t = Dd::from(4.0 * a).div_fast::<Plain>(norm);
        0.25 * (real::log1p(t.hi) + t.lo / (1.0 + t.hi))
    };
    let im =
        if a == 1.0 && y == 0.0 { y } else { 0.5 * angle(2.0 * y, (below * above - yy).value()) };
    C128::new(re.copysign(x), im.copysign(y))
}

/// The real part of `1/z` where a square would overflow.
fn atanh_far(x: f64, y: f64) -> f64 {
    let k = exponent(x.max(y));
    let (u, v) = (Dd::from(ldexp(x, -k)), Dd::from(ldexp(y, -k)));
    let norm = u.square() + v.square();
    if x == 0.0 { x } else { ldexp(quotient(ldexp(x, -exponent(x)), norm), exponent(x) - 2 * k) }
}

fn atanh_special(x: f64, y: f64) -> C128 {
    let re = if x.is_infinite() || x == 0.0 || y.is_infinite() { 0.0 } else { f64::NAN };
    let im = if y.is_infinite() || (x.is_infinite() && !y.is_nan()) { FRAC_PI_2 } else { f64::NAN };
    C128::new(re.copysign(x), im.copysign(y))
}
