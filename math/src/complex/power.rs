//! Powers, those of 2 too: by multiplication, or as `e^(w·log z)` in double-doubles.

use super::arithmetic::{divide, largest};
use super::exponential::exp_special;
use super::{C128, double, exponential, real, wide};
use crate::arithmetic::Native;
use crate::bits::{exponent, ldexp, pow2_int, remainder_by_4};
use crate::constants::{HALF_PI, LN_2};
use crate::double_double::Dd;

pub(super) fn pow(z: C128, w: C128) -> C128 {
    if w.re == 0.0 && w.im == 0.0 {
        return C128::new(1.0, 0.0);
    }
    if z.re == 0.0 && z.im == 0.0 {
        let part = if w.re > 0.0 { 0.0 } else { f64::NAN };
        return C128::new(part, part);
    }
    if let Some(n) = small_integer(w) {
        return if n == 1 {
            z
        } else if z.is_finite() {
            integer(z, n)
        } else {
            multiplied(z, n)
        };
    }
    if !(z.is_finite() && w.is_finite()) || largest(w) > pow2_int(900) {
        return plain(z, w);
    }
    if z.im.is_sign_negative() { upper(z.conj(), w.conj()).conj() } else { upper(z, w) }
}

/// `2^z`.
pub(super) fn exp2(z: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    if y == 0.0 {
        return C128::new(real::exp2(x), y);
    }
    if y.abs() < pow2_int(-500) {
        // In this order only the last product may be too small to keep all its digits.
        let re = real::exp2(x);
        return C128::new(re, if x.is_finite() { re * y * LN_2.hi } else { exp_special(x, y).im });
    }
    if x.is_finite() && y.is_finite() {
        return pow(C128::new(2.0, 0.0), z);
    }
    exp_special(x, y * LN_2.hi)
}

/// For a base in the upper half plane; the lower one is its mirror image.
///
/// The base's angle is taken from the nearest half axis, because quarter turns need no rounded `π`: near an axis the small
/// part of the power is as accurate as the large one.
fn upper(z: C128, w: C128) -> C128 {
    let C128 { re: x, im: y } = z;
    let (turns, rest) = if x.abs() < y {
        (1.0, wide::angle(-x, y))
    } else if x > 0.0 {
        (0.0, wide::angle(y, x))
    } else {
        (2.0, -wide::angle(y, -x))
    };
    let modulus = exponential::log_abs_wide(x, y);
    let (c, d) = (Dd::from(w.re), Dd::from(w.im));
    let quarters = remainder_by_4(remainder_by_4(w.re) * turns);
    let (sin, cos) = wide::sin_cos_quarters(quarters, c * rest + d * modulus);
    let angle = rest + HALF_PI * Dd::from(turns);
    let result = from_polar(c * modulus - d * angle, (sin, cos));
    if turns == 0.0 && sin.hi == 0.0 {
        // The double-double has lost the sign of a zero: it is that of the sum which is zero.
        let zero = if w.im == 0.0 { w.re * y } else { w.re * y + w.im * modulus.hi };
        return C128::new(result.re, 0.0_f64.copysign(zero));
    }
    result
}

/// The exponent, if it is one for which NumPy multiplies.
pub(super) fn small_integer(w: C128) -> Option<i32> {
    if w.im != 0.0 || w.re.is_nan() || w.re.abs() > 100.0 {
        return None;
    }
    let n = wide::int(w.re);
    (f64::from(n) == w.re).then_some(n)
}

/// `e^log · (cos + i·sin)`.
fn from_polar(log: Dd, (sin, cos): (Dd, Dd)) -> C128 {
    // Far beyond the range the parts are 0 or infinite, with the signs of cosine and sine.
    let log = if log.hi.abs() > 3000.0 { Dd::from(log.hi.clamp(-3000.0, 3000.0)) } else { log };
    let (m, k) = wide::exp(log);
    C128::new(ldexp((m * cos).value(), k), ldexp((m * sin).value(), k))
}

/// Where something is infinite or NaN, or so large that no bit of the angle is known.
fn plain(z: C128, w: C128) -> C128 {
    let log = exponential::log(z);
    // A real exponent scales: as a complex factor, its imaginary 0 times an infinite logarithm would be NaN.
    let scaled = |x: f64| if x == 0.0 { x } else { w.re * x };
    exponential::exp(if w.im == 0.0 { C128::new(scaled(log.re), scaled(log.im)) } else { w * log })
}

/// In the order in which NumPy multiplies, which decides what becomes of infinities and NaN.
fn multiplied(z: C128, n: i32) -> C128 {
    if n == 2 {
        return z * z;
    }
    if n == 3 {
        return z * (z * z);
    }
    let (mut left, mut power) = (n.unsigned_abs(), z);
    let mut result = C128::new(1.0, 0.0);
    while left > 0 {
        if left & 1 == 1 {
            result = result * power;
        }
        power = power * power;
        left >>= 1;
    }
    if n < 0 { divide(C128::new(1.0, 0.0), result) } else { result }
}

/// `zⁿ` of a finite `z`: exact wherever 106 bits are enough.
fn integer(z: C128, n: i32) -> C128 {
    let ([re], [im]) = double::integer::<Native, 1>((&[z.re], &[z.im]), n);
    if re.is_nan() { integer_wide(z, n) } else { C128::new(re, im) }
}

/// The same where parts are far from 1.
pub(super) fn integer_wide(z: C128, n: i32) -> C128 {
    let k = exponent(largest(z));
    let (u, v) = (ldexp(z.re, -k), ldexp(z.im, -k));
    if u.abs().min(v.abs()) < pow2_int(-300) {
        return integer_near_axis(z, n);
    }
    let times = |(a, b): (Dd, Dd), (c, d): (Dd, Dd)| (a * c - b * d, a * d + b * c);
    let power = by_squaring((Dd::from(u), Dd::from(v)), (Dd::ONE, Dd::ZERO), n, times);
    let (re, im) = if n < 0 {
        let norm = power.0.square() + power.1.square();
        (power.0 / norm, -power.1 / norm)
    } else {
        power
    };
    C128::new(ldexp(re.value(), k * n), ldexp(im.value(), k * n))
}

/// `x^|n|` by squaring, without a square that is not needed.
fn by_squaring<T: Copy>(base: T, one: T, n: i32, times: impl Fn(T, T) -> T) -> T {
    let (mut left, mut power, mut result) = (n.unsigned_abs(), base, one);
    loop {
        if left & 1 == 1 {
            result = times(result, power);
        }
        left >>= 1;
        if left == 0 {
            return result;
        }
        power = times(power, power);
    }
}

/// Where one part is negligible beside the other: `(a + ib)ⁿ = aⁿ + i·n·aⁿ·b/a`, and likewise turned.
fn integer_near_axis(z: C128, n: i32) -> C128 {
    let (upright, large, small) =
        if z.re.abs() < z.im.abs() { (true, z.im, z.re) } else { (false, z.re, z.im) };
    let (k, j) = (exponent(large), exponent(small));
    let (a, b) = (ldexp(large, -k), ldexp(small, -j));
    let power = by_squaring(Dd::from(a), Dd::ONE, n, |x, y| x * y);
    let power = if n < 0 { Dd::ONE / power } else { power };
    let main = ldexp(power.value(), k * n);
    let slope = power * Dd::from(f64::from(n)) * (Dd::from(b) / Dd::from(a));
    // A product of double-doubles loses the sign of a zero.
    let slope = if small == 0.0 {
        small * (f64::from(n) * power.hi / a)
    } else {
        ldexp(slope.value(), k * n + j - k)
    };
    if !upright {
        return C128::new(main, slope);
    }
    // (ib + a)ⁿ = iⁿ·bⁿ - iⁿ⁺¹·n·bⁿ·a/b
    match n.rem_euclid(4) {
        0 => C128::new(main, -slope),
        1 => C128::new(slope, main),
        2 => C128::new(-main, slope),
        _ => C128::new(-slope, -main),
    }
}
