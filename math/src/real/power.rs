//! `pow` of `f64`, and squares and roots among powers, which `f32` shares.

use core::ops::{Add, Mul};

use super::exponential::exp_of;
use super::logarithm::{log_wide, parts};
use crate::arithmetic::Arithmetic;
use crate::bits::{clamp, is_integer, select, sqrt};
use crate::double_double::Dd;
use crate::lanes::{Lanes, map_pairs};
use crate::number::Part;
use crate::real::Real;

/// The power; a root is rounded once.
#[inline(always)]
pub(super) fn pow<A: Arithmetic>(x: f64, y: f64) -> f64 {
    if y == 0.5 { of_root(x, sqrt(x)) } else { any_pow::<A, f64>(x, y) }
}

/// `e^(y·ln|x|)`, with the logarithm to `2^-64`: the exponent reaches 745, so that is 0.1 ulp of error.
#[inline(always)]
fn any_pow<A: Arithmetic, T: Lanes>(x: T, y: T) -> T {
    let l = log_wide::<A, T>(parts(x.abs()));
    let p = Dd::product::<A>(l.hi, y);
    let inside = p.hi.is(|p| (p > -800.0) & (p < 800.0));
    let lo = T::select(inside, p.lo + l.lo * y, T::splat(0.0));
    let power = exp_of(Dd::new(p.hi.each(|p| clamp(p, -746.0, 710.0)), lo));
    // A square is exact but for one rounding, whichever exponents stand beside it in a slice.
    T::select(y.is(|y| y == 2.0), x * x, x.each_with_two(y, power, limits))
}

/// Of slices. A root among other powers is put in their place afterwards: a root of every number would cost each of them
/// a tenth.
#[inline(always)]
pub(super) fn pow_slice<A: Arithmetic>(x: &[f64], y: &[f64], out: &mut [f64]) {
    map_pairs!(x, y, out, any_pow::<A, _>);
    if y.iter().fold(false, |any, &y| any | (y == 0.5)) {
        for ((out, &x), _) in out.iter_mut().zip(x).zip(y).filter(|one| *one.1 == 0.5) {
            *out = of_root(x, sqrt(x));
        }
    }
}

/// The power with the exponent 0.5, given the square root: that of -∞ is ∞, and that of -0 is +0.
#[inline(always)]
fn of_root<T: Copy + PartialEq + From<f32> + Add<Output = T>>(x: T, root: T) -> T {
    if x == T::from(f32::NEG_INFINITY) { T::from(f32::INFINITY) } else { root + T::from(0.0) }
}

/// Powers of numbers by exponents that are all 2 or all 0.5; whether they are.
#[inline(always)]
pub(super) fn by_one_rounding<T: Real + Part + From<f32> + Add<Output = T> + Mul<Output = T>>(
    x: &[T],
    exponents: &[T],
    out: &mut [T],
) -> bool {
    // All of them are looked at, in vectors: a way out at the first other one would go one by one.
    let all = |one: f32| {
        exponents.first() == Some(&T::from(one))
            && exponents.iter().fold(true, |all, &other| all & (other == T::from(one)))
    };
    if all(2.0) {
        for (out, &x) in out.iter_mut().zip(x) {
            *out = (x * x).canonical();
        }
        return true;
    }
    if all(0.5) {
        for (out, &x) in out.iter_mut().zip(x) {
            *out = of_root(x, T::sqrt(x));
        }
        return true;
    }
    false
}

/// `x^y` by the table of C99 F.9.4.4, given `|x|^y` for positive finite `|x|`.
#[inline(always)]
fn limits(x: f64, y: f64, inside: f64) -> f64 {
    let size = x.abs();
    let (up, down) = (select(y < 0.0, f64::INFINITY, 0.0), select(y < 0.0, 0.0, f64::INFINITY));
    let r = select(size == 0.0, up, inside);
    let r = select(size == f64::INFINITY, down, r);
    let r = select(size == 1.0, 1.0, r);
    let integer = is_integer(y);
    let odd = integer & !is_integer(0.5 * y);
    let r = select(odd, r.copysign(x), r);
    let r = select((x < 0.0) & (size < f64::INFINITY) & !integer, f64::NAN, r);
    let r = select(x.is_nan() | y.is_nan(), f64::NAN, r);
    select((x == 1.0) | (y == 0.0), 1.0, r)
}
