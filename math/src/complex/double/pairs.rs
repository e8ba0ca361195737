//! Powers and quotients.

use super::{LARGE, SMALL, from_polar, has_squares, is_off_one, is_zero, norm, only};
use crate::arithmetic::Arithmetic;
use crate::bits::{pow2, round, select};
use crate::constants::HALF_PI;
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::real::unrounded::{self, NEAR, atan2};

/// Beyond this an exponent makes more of the error of a logarithm than a power may have.
const EXPONENT: f64 = 16.0;

/// The power of `x + y·i` to `c + d·i`, as `e^((c + d·i) log z)`.
///
/// The base is taken from the upper half plane, of which the lower one is the mirror image, and its angle from the nearest
/// half axis, because quarter turns need no rounded `π`: near an axis the small part of the power is as accurate as the
/// large one.
#[inline(always)]
pub(in crate::complex) fn pow<A: Arithmetic, T: Lanes>((x, y): (T, T), (c, d): (T, T)) -> (T, T) {
    let (k, v) = norm::<A, T>(x, y);
    let modulus = unrounded::log_of_power::<A, T>(k, v).scale(T::splat(0.5));
    let (up, sign) = (y.abs(), T::splat(1.0).copysign(y));
    let (upright, right) = (up.is_above(x.abs()), x.is(|x| x > 0.0));
    let sided = |upright_is: T, right_is: T, left_is: T| {
        T::select(upright, upright_is, T::select(right, right_is, left_is))
    };
    let turns = sided(T::splat(1.0), T::splat(0.0), T::splat(2.0));
    let (opposite, adjacent) = (sided(-x, up, -up), T::select(upright, up, x.abs()));
    // The rest of the angle, and a step of Newton's method.
    let first = atan2::<A, T>(opposite, adjacent);
    let (sin, cos) = unrounded::sin_cos::<A, T>(first, T::splat(0.0));
    let across = cos.mul_fast::<A>(Dd::from(opposite));
    let across = across.add_fast(-sin.mul_fast::<A>(Dd::from(adjacent)));
    let along = cos.hi * adjacent + sin.hi * opposite;
    let rest = Dd::ordered_sum(first, across.value() / along);
    let quarter: Dd<T> = HALF_PI.splat();
    let angle = rest.add_fast(quarter.scale(turns));
    let (c_wide, d_wide) = (Dd::from(c), Dd::from(d * sign));
    let re = c_wide.mul_fast::<A>(modulus).add_fast(-d_wide.mul_fast::<A>(angle));
    let im = c_wide.mul_fast::<A>(rest).add_fast(d_wide.mul_fast::<A>(modulus));
    // c quarter turns for each: whole ones are exact.
    let quarters = c * turns;
    let whole = quarters.each(round);
    let im = im.add_fast(quarter.mul_fast::<A>(Dd::from(quarters - whole)));
    let (k, p) = unrounded::exp::<A, T>(re.hi);
    let p = p.add_fast(Dd::from(re.lo + re.lo * p.hi));
    let (sin, cos) = unrounded::sin_cos_after::<A, T>(whole, im.hi, im.lo);
    let parts = from_polar::<A, T>(k, p, (sin, cos));
    // A double-double loses the sign of a zero: it is that of the sum which is zero.
    let zero = T::splat(0.0).copysign(c * up);
    let lost = sin.hi.is(|sin| sin == 0.0) & right & is_zero(d);
    let parts = (parts.0, T::select(lost, zero, parts.1) * sign);
    let is_low = |part: f64| (part.abs() < EXPONENT) & ((part.abs() > SMALL) | (part == 0.0));
    // Powers by integers are products, which may be exact.
    let by_products = c.is(|c| round(c) == c) & is_zero(d);
    let good = has_squares(x, y) & is_off_one(v);
    let good = good & c.is(is_low) & d.is(is_low) & !by_products;
    let moderate = re.hi.is(|re| re.abs() < LARGE) & im.hi.is(|im| im.abs() < NEAR);
    only(good & moderate, parts.0, parts.1)
}

/// Several double-doubles.
#[derive(Clone, Copy)]
struct Many<const N: usize> {
    hi: [f64; N],
    lo: [f64; N],
}

impl<const N: usize> Many<N> {
    #[inline(always)]
    fn get(&self, i: usize) -> Dd {
        Dd::new(self.hi[i], self.lo[i])
    }

    #[inline(always)]
    fn set(&mut self, i: usize, x: Dd) {
        (self.hi[i], self.lo[i]) = (x.hi, x.lo);
    }
}

/// The powers of some numbers to an integer up to 100 other than 0, by squares and products.
///
/// Each step is done for all of them before the next one: a loop over steps inside one over numbers is not vectorised.
#[inline(always)]
pub(in crate::complex) fn integer<A: Arithmetic, const N: usize>(
    (x, y): (&[f64; N], &[f64; N]),
    n: i32,
) -> ([f64; N], [f64; N]) {
    let (mut a, mut b) = (Many { hi: *x, lo: [0.0; N] }, Many { hi: *y, lo: [0.0; N] });
    let (mut re, mut im) = (a, b);
    let (mut left, mut begun) = (n.unsigned_abs(), n & 1 == 1);
    while left > 1 {
        left >>= 1;
        for i in 0..N {
            let (c, d) = (a.get(i), b.get(i));
            a.set(i, c.mul_fast::<A>(c).add_accurate(-d.mul_fast::<A>(d)));
            b.set(i, c.mul_fast::<A>(d).scale(2.0));
        }
        if left & 1 == 1 && begun {
            for i in 0..N {
                let ((c, d), (e, f)) = ((re.get(i), im.get(i)), (a.get(i), b.get(i)));
                re.set(i, c.mul_fast::<A>(e).add_accurate(-d.mul_fast::<A>(f)));
                im.set(i, c.mul_fast::<A>(f).add_accurate(d.mul_fast::<A>(e)));
            }
        } else if left & 1 == 1 {
            (re, im, begun) = (a, b, true);
        }
    }
    if n < 0 {
        for i in 0..N {
            let (c, d) = (re.get(i), im.get(i));
            let norm = c.mul_fast::<A>(c).add_fast(d.mul_fast::<A>(d));
            re.set(i, c.div_fast::<A>(norm));
            im.set(i, (-d).div_fast::<A>(norm));
        }
    }
    // Neither the power nor the square of its modulus leaves the range.
    let n_real = f64::from(n);
    let most = pow2(round(400.0 / n_real.abs() - 0.5));
    let least = 1.0 / most;
    let turned = if matches!(n.rem_euclid(4), 0 | 3) { -n_real } else { n_real };
    let (odd, even) = (f64::from(n & 1), f64::from(1 - (n & 1)));
    let (mut u, mut v) = ([0.0; N], [0.0; N]);
    for i in 0..N {
        let (x, y) = (x[i], y[i]);
        // Of a number on an axis a part is 0, whose sign double-doubles lose: it is that of n·zⁿ/z times the part which
        // is 0.
        let beside = x * (y * even + odd) * turned;
        let above = y * (x * even + odd) * n_real;
        let part = |part: Dd, zero: bool, sign: f64| select(zero, sign, part.value());
        let re = part(re.get(i), (x == 0.0) & (odd == 1.0), beside);
        let im = part(im.get(i), (x == 0.0) & (odd == 0.0), beside);
        let im = select(y == 0.0, above, im);
        let (x, y) = (x.abs(), y.abs());
        let kept = |part: f64| (part > const { pow2(-200.0) }) | (part == 0.0);
        let good = (x < most) & (y < most) & ((x > least) | (y > least)) & kept(x) & kept(y);
        (u[i], v[i]) = (select(good, re, f64::NAN), im);
    }
    (u, v)
}

/// Smith's quotient of `a + b·i` by `c + d·i`.
#[expect(clippy::extra_unused_type_parameters, reason = "it is called as the others are")]
#[inline(always)]
pub(in crate::complex) fn divide<A: Arithmetic, T: Lanes>(
    (a, b): (T, T),
    (c, d): (T, T),
) -> (T, T) {
    let wide = !d.abs().is_above(c.abs());
    let (most, least) = (T::select(wide, c, d), T::select(wide, d, c));
    let ratio = least / most;
    let scale = T::splat(1.0) / (most + least * ratio);
    let (first, second) = (T::select(wide, a, b), T::select(wide, b, a));
    let re = (first + second * ratio) * scale;
    // A zero has the sign that the order of the terms gives it.
    let (left, right) = (second, first * ratio);
    let im = T::select(wide, left - right, right - left) * scale;
    // By a real number each part is divided by itself; and a ratio that vanished has lost its bits.
    let kept = ratio.is(|ratio| ratio != 0.0) | is_zero(c);
    let top = T::select(b.abs().is_above(a.abs()), b.abs(), a.abs());
    only((is_middling(top) | is_zero(top)) & is_middling(most.abs()) & kept, re, im)
}

/// Whether neither sums of squares of numbers of this size nor quotients of two of them leave the range.
#[inline(always)]
fn is_middling<T: Lanes>(size: T) -> T::Mask {
    size.is(|size| (size >= const { pow2(-480.0) }) & (size < const { pow2(480.0) }))
}

/// Smith's quotient of 1 by `c + d·i`.
#[expect(clippy::extra_unused_type_parameters, reason = "it is called as the others are")]
#[inline(always)]
pub(in crate::complex) fn reciprocal<A: Arithmetic, T: Lanes>(c: T, d: T) -> (T, T) {
    let wide = d.abs().is_above(c.abs());
    let (most, least) = (T::select(wide, d, c), T::select(wide, c, d));
    let ratio = least / most;
    let norm = most + least * ratio;
    let (one, other) = (T::splat(1.0) / norm, ratio / norm);
    only(is_middling(most.abs()), T::select(wide, other, one), -T::select(wide, one, other))
}

/// The quotient of numbers that are `f32`: their products are exact and do not overflow.
#[expect(clippy::extra_unused_type_parameters, reason = "it is called as the others are")]
#[inline(always)]
pub(in crate::complex) fn divide_f32<A: Arithmetic, T: Lanes>(
    (a, b): (T, T),
    (c, d): (T, T),
) -> (T, T) {
    let (norm, sum) = (c * c + d * d, a.abs() + b.abs());
    let good = norm.is(|norm| (norm > 0.0) & (norm < f64::INFINITY));
    let good = good & sum.is(|sum| sum < f64::INFINITY);
    only(good, (a * c + b * d) / norm, (b * c - a * d) / norm)
}

/// The reciprocal of a number that is `f32`.
#[expect(clippy::extra_unused_type_parameters, reason = "it is called as the others are")]
#[inline(always)]
pub(in crate::complex) fn reciprocal_f32<A: Arithmetic, T: Lanes>(c: T, d: T) -> (T, T) {
    let norm = c * c + d * d;
    let good = norm.is(|norm| (norm > 0.0) & (norm < f64::INFINITY));
    only(good, c / norm, -d / norm)
}

/// Some quotients by real numbers: each part is divided by itself.
#[inline(always)]
pub(in crate::complex) fn by_real<const N: usize>(
    (a, b): (&[f64; N], &[f64; N]),
    (c, d): (&[f64; N], &[f64; N]),
    (u, v): (&mut [f64; N], &mut [f64; N]),
) {
    for i in 0..N {
        let ratio = d[i] / c[i];
        let re = (a[i] + b[i] * ratio) / c[i];
        let good = a[i].is_finite() & b[i].is_finite() & c[i].is_finite() & (c[i] != 0.0);
        (u[i], v[i]) = (select(good, re, f64::NAN), (b[i] - a[i] * ratio) / c[i]);
    }
}
