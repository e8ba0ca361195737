//! `pow` of `f64`, and the limits of a power, which `f32` shares.

use core::ops::Mul;

use super::exponential::exp_of;
use super::logarithm::{log_wide, parts};
use crate::arithmetic::Arithmetic;
use crate::bits::{clamp, is_integer, select};
use crate::double_double::Dd;
use crate::number::Part;

/// `e^(y·ln|x|)`, with the logarithm to `2^-64`: the exponent reaches 745, so that is 0.1 ulp of error.
#[inline(always)]
pub(super) fn pow<A: Arithmetic>(x: f64, y: f64) -> f64 {
    let l = log_wide::<A>(parts(x.abs()));
    let p = Dd::product::<A>(l.hi, y);
    let inside = (p.hi > -800.0) & (p.hi < 800.0);
    let exponent = Dd::new(clamp(p.hi, -746.0, 710.0), select(inside, p.lo + l.lo * y, 0.0));
    // A square is exact but for one rounding, whichever exponents stand beside it in a slice.
    select(y == 2.0, x * x, limits(x, y, exp_of(exponent)))
}

/// Whether all exponents are 2.
#[inline(always)]
pub(super) fn is_square<T: Copy + PartialEq + From<f32>>(exponents: &[T]) -> bool {
    // All of them are looked at, in vectors: a way out at the first other one would go one by one.
    exponents.iter().fold(true, |all, &exponent| all & (exponent == T::from(2.0)))
}

/// The power with the exponent 2 of each number.
#[inline(always)]
pub(super) fn squares<T: Part + Mul<Output = T>>(x: &[T], out: &mut [T]) {
    for (out, &x) in out.iter_mut().zip(x) {
        *out = (x * x).canonical();
    }
}

/// `x^y` by the table of C99 F.9.4.4, given `|x|^y` for positive finite `|x|`.
#[inline(always)]
pub(super) fn limits(x: f64, y: f64, inside: f64) -> f64 {
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
