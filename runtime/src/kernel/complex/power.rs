//! A base and an exponent into the power: by multiplication, or by e^(w·log z) in twice the width.

use num_complex::Complex;

use super::arith::{divide, largest, multiply};
use super::dd::{Dd, exponent, ldexp, pow2};
use super::{exp_log, wide};

type C = Complex<f64>;

pub(super) fn pow(z: C, w: C) -> C {
    if w.re == 0.0 && w.im == 0.0 {
        return C::new(1.0, 0.0);
    }
    if z.re == 0.0 && z.im == 0.0 {
        let part = if w.re > 0.0 { 0.0 } else { f64::NAN };
        return C::new(part, part);
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
    if !(z.is_finite() && w.is_finite()) || largest(w) > pow2(900) {
        return plain(z, w);
    }
    if z.im.is_sign_negative() { upper(z.conj(), w.conj()).conj() } else { upper(z, w) }
}

/// For a base in the upper half plane, of which the lower one is the mirror image.
///
/// Its angle is taken from the nearest half axis, for quarter turns need no rounded π: near an axis
/// the small part of the power is as good as the large one.
fn upper(z: C, w: C) -> C {
    let C { re: x, im: y } = z;
    let (turns, rest) = if x.abs() < y {
        (1.0, wide::angle(-x, y))
    } else if x > 0.0 {
        (0.0, wide::angle(y, x))
    } else {
        (2.0, -wide::angle(y, -x))
    };
    let modulus = exp_log::log_abs_wide(x, y);
    let (c, d) = (Dd::from(w.re), Dd::from(w.im));
    let quarters = ((w.re % 4.0) * turns) % 4.0;
    let (sin, cos) = wide::sin_cos_quarters(quarters, c * rest + d * modulus);
    let angle = rest + Dd::HALF_PI * Dd::from(turns);
    let result = from_polar(c * modulus - d * angle, (sin, cos));
    if turns == 0.0 && sin.hi == 0.0 {
        // The sign of a zero is that of the sum of which it is the value.
        let zero = if w.im == 0.0 { w.re * y } else { w.re * y + w.im * modulus.hi };
        return C::new(result.re, 0.0_f64.copysign(zero));
    }
    result
}

/// The exponents for which NumPy multiplies.
fn small_integer(w: C) -> Option<i32> {
    if w.im != 0.0 || w.re.is_nan() || w.re.abs() > 100.0 {
        return None;
    }
    let n = wide::int(w.re);
    (f64::from(n) == w.re).then_some(n)
}

/// e^log·(cos + i·sin).
fn from_polar(log: Dd, (sin, cos): (Dd, Dd)) -> C {
    // Far beyond the range the result is 0 or inf, and its sign that of the sine and cosine.
    let log = if log.hi.abs() > 3000.0 { Dd::from(log.hi.clamp(-3000.0, 3000.0)) } else { log };
    let (m, k) = wide::exp(log);
    C::new(ldexp((m * cos).round(), k), ldexp((m * sin).round(), k))
}

/// Where something is inf or NaN, or so large that no angle is left.
fn plain(z: C, w: C) -> C {
    let log = exp_log::log(z);
    // A real exponent scales; as a complex factor its imaginary 0 would make NaN of an infinite log.
    let scaled = |x: f64| if x == 0.0 { x } else { w.re * x };
    exp_log::exp(if w.im == 0.0 {
        C::new(scaled(log.re), scaled(log.im))
    } else {
        multiply(w, log)
    })
}

/// As NumPy multiplies, which decides what becomes of inf and NaN.
fn multiplied(z: C, n: i32) -> C {
    if n == 2 {
        return multiply(z, z);
    }
    if n == 3 {
        return multiply(z, multiply(z, z));
    }
    let (mut left, mut power) = (n.unsigned_abs(), z);
    let mut result = C::new(1.0, 0.0);
    while left > 0 {
        if left & 1 == 1 {
            result = multiply(result, power);
        }
        power = multiply(power, power);
        left >>= 1;
    }
    if n < 0 { divide(C::new(1.0, 0.0), result) } else { result }
}

/// zⁿ of a finite z: exact wherever 106 bits are enough.
fn integer(z: C, n: i32) -> C {
    let k = exponent(largest(z));
    let (u, v) = (ldexp(z.re, -k), ldexp(z.im, -k));
    if u.abs().min(v.abs()) < pow2(-300) {
        return integer_near_axis(z, n);
    }
    let times = |(a, b): (Dd, Dd), (c, d): (Dd, Dd)| (a * c - b * d, a * d + b * c);
    let power = binary((Dd::from(u), Dd::from(v)), (Dd::ONE, Dd::ZERO), n, times);
    let (re, im) = if n < 0 {
        let norm = power.0.square() + power.1.square();
        (power.0 / norm, -power.1 / norm)
    } else {
        power
    };
    C::new(ldexp(re.round(), k * n), ldexp(im.round(), k * n))
}

/// x^|n| by squaring, without a square more than is needed.
fn binary<T: Copy>(base: T, one: T, n: i32, times: impl Fn(T, T) -> T) -> T {
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

/// Where one part is nothing beside the other: (a + ib)ⁿ = aⁿ + i·n·aⁿ·b/a, and likewise turned.
fn integer_near_axis(z: C, n: i32) -> C {
    let (upright, large, small) =
        if z.re.abs() < z.im.abs() { (true, z.im, z.re) } else { (false, z.re, z.im) };
    let (k, j) = (exponent(large), exponent(small));
    let (a, b) = (ldexp(large, -k), ldexp(small, -j));
    let power = binary(Dd::from(a), Dd::ONE, n, |x, y| x * y);
    let power = if n < 0 { Dd::ONE / power } else { power };
    let main = ldexp(power.round(), k * n);
    let slope = power * Dd::from(f64::from(n)) * (Dd::from(b) / Dd::from(a));
    // The products of a double-double lose the sign of a zero.
    let slope = if small == 0.0 {
        small * (f64::from(n) * power.hi / a)
    } else {
        ldexp(slope.round(), k * n + j - k)
    };
    if !upright {
        return C::new(main, slope);
    }
    // (ib + a)ⁿ = iⁿ·bⁿ - iⁿ⁺¹·n·bⁿ·a/b
    match n.rem_euclid(4) {
        0 => C::new(main, -slope),
        1 => C::new(slope, main),
        2 => C::new(-main, slope),
        _ => C::new(-slope, -main),
    }
}
