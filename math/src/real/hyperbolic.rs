//! `sinh`, `cosh`, `tanh` of `f64` and their inverses.

use super::exponential::{expm1_parts, reduce};
use super::logarithm::{Parts, log_value, parts_of_1_plus};
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{clamp, pow2, scale, select};
use crate::constants::LINEAR;
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::polynomials::{COSH, SINH, polynomial};

/// From here on `√(x² ± 1)` is `x` in a logarithm: the difference is below `2^-62`.
const LARGE_LOG: f64 = pow2(30.0);

#[inline(always)]
pub(super) fn sinh<A: Arithmetic, T: Lanes>(x: T) -> T {
    odd(x, half_sum::<A, T>(x.abs(), -1.0))
}

#[inline(always)]
pub(super) fn cosh<A: Arithmetic, T: Lanes>(x: T) -> T {
    half_sum::<A, T>(x.abs(), 1.0)
}

/// `½ (e^x + sign · e^-x)` for `x ≥ 0`.
///
/// With `x = k·ln 2 + r` and `m = sign · 4^-k` it is `2^(k-1) ((1 + m) cosh r + (1 - m) sinh r)`. Of both series the leading
/// terms are kept in two parts: nothing is divided, and little cancels.
#[inline(always)]
fn half_sum<A: Arithmetic, T: Lanes>(x: T, sign: f64) -> T {
    let (k, r) = reduce(x.each(|x| clamp(x, 0.0, 712.0)));
    let m = k.each(|k| pow2(-2.0 * clamp(k, 0.0, 100.0))) * sign;
    let (one, u) = (T::splat(1.0), Dd::square_of::<A>(r.hi));
    let sinh = (r.hi * u.hi) * polynomial::<Plain, _, _>(u.hi, &SINH) + r.lo;
    let cosh = (u.hi * u.hi) * polynomial::<Plain, _, _>(u.hi, &COSH) + (u.lo * 0.5 + r.hi * r.lo);
    let square = u.hi * 0.5;
    let (linear, square) =
        (Dd::ordered_sum(r.hi, -(m * r.hi)), Dd::ordered_sum(square, m * square));
    let sum = Dd::ordered_sum(one, m).add_smaller(linear.add_smaller(square));
    let y = sum.hi + (sum.lo + ((one - m) * sinh + (one + m) * cosh));
    y.each_with(k - 1.0, scale)
}

/// `((1 - m) + p) / ((1 + m) + p)` with `e^(2|x|) = (1 + p) / m`.
#[inline(always)]
pub(super) fn tanh<A: Arithmetic, T: Lanes>(x: T) -> T {
    // From 20 on it is 1.
    let (k, p) = expm1_parts::<A, T>(x.each(|x| 2.0 * clamp(x.abs(), 0.0, 20.0)));
    let (one, m) = (T::splat(1.0), k.each(|k| pow2(-k)));
    let over = Dd::ordered_sum(one, -m).add_smaller(p);
    let under = Dd::ordered_sum(one, m).add_smaller(p);
    odd(x, over.div_fast::<A>(under).value())
}

/// `ln(1 + x + x² / (1 + √(1 + x²)))` for `x ≥ 0`.
#[inline(always)]
pub(super) fn asinh<A: Arithmetic, T: Lanes>(x: T) -> T {
    let (size, one) = (x.abs(), Dd::ONE.splat());
    let below = size.each(|x| clamp(x, 0.0, LARGE_LOG));
    let u = Dd::square_of::<A>(below);
    let root = one.add_fast(u).sqrt_fast::<A>();
    let v = Dd::from(below).add_fast(u.div_fast::<A>(one.add_fast(root)));
    odd(x, log1p_or_large::<A, T>(size, v))
}

/// `ln(1 + t + √(t (x + 1)))` with `t = x - 1`.
#[inline(always)]
pub(super) fn acosh<A: Arithmetic, T: Lanes>(x: T) -> T {
    let inside = x.each(|x| clamp(x, 1.0, LARGE_LOG));
    let t = Dd::sum(inside, T::splat(-1.0));
    let v = t.add_fast(t.mul_fast::<A>(Dd::sum(inside, T::splat(1.0))).sqrt_fast::<A>());
    log1p_or_large::<A, T>(x, v).each_with(x, |y, x| select(x < 1.0, f64::NAN, y))
}

/// `½ ln(1 + 2x / (1 - x))` for `x ≥ 0`.
#[inline(always)]
pub(super) fn atanh<A: Arithmetic, T: Lanes>(x: T) -> T {
    // At 1 the argument of the logarithm is infinite, and its parts are meaningless: any number will do there.
    let inside = x.abs().each(|x| select(x < 1.0, x, 0.5));
    let v = Dd::from(inside * 2.0).div_fast::<A>(Dd::sum(T::splat(1.0), -inside));
    let y = log_value::<A, T>(parts_of_1_plus(v)) * 0.5;
    let outside = |size: f64| select(size == 1.0, f64::INFINITY, f64::NAN);
    odd(x, y.each_with(x.abs(), |y, x| select(x < 1.0, y, outside(x))))
}

/// The value of an odd function at `x`, given that at `|x|`.
#[inline(always)]
pub(super) fn odd<T: Lanes>(x: T, y: T) -> T {
    y.each_with(x, |y, x| select(x.abs() < LINEAR, x, y.copysign(x)))
}

/// `ln(2x)` for large `x`, `ln(1 + v)` for others.
#[inline(always)]
fn log1p_or_large<A: Arithmetic, T: Lanes>(x: T, v: Dd<T>) -> T {
    let large = x.is(|x| x > LARGE_LOG);
    let argument = Dd::select(large, Dd::sum(x, T::splat(-1.0)), v);
    let Parts { k, f } = parts_of_1_plus(argument);
    let k = k + x.each(|x| select(x > LARGE_LOG, 1.0, 0.0));
    log_value::<A, T>(Parts { k, f }).each_with(x, |y, x| select(x < f64::INFINITY, y, x))
}
