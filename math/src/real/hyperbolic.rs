//! `sinh`, `cosh`, `tanh` of `f64` and their inverses.

use super::exponential::expm1_scaled;
use super::logarithm::{Parts, log_value, parts_of_1_plus};
use crate::arithmetic::Arithmetic;
use crate::bits::{clamp, pow2, scale, select};
use crate::constants::LINEAR;
use crate::double_double::Dd;
use crate::lanes::Lanes;

/// From here on `e^-x` makes no difference beside `e^x`, nor does 1.
const LARGE_EXP: f64 = 40.0;
/// From here on `√(x² ± 1)` is `x` in a logarithm: the difference is below `2^-62`.
const LARGE_LOG: f64 = pow2(30.0);

/// `½ (E + E / (1 + E))` with `E = e^|x| - 1`: nothing cancels.
#[inline(always)]
pub(super) fn sinh<A: Arithmetic, T: Lanes>(x: T) -> T {
    let size = x.abs();
    let (e, half) = growth::<A, T>(size);
    let near = e.add_fast(e.div_fast::<A>(e.add_fast(Dd::ONE.splat()))).value() * 0.5;
    odd(x, T::select(size.is(|x| x > LARGE_EXP), half, near))
}

/// `½ (e^|x| + 1 / e^|x|)`.
#[inline(always)]
pub(super) fn cosh<A: Arithmetic, T: Lanes>(x: T) -> T {
    let (size, one) = (x.abs(), Dd::ONE.splat());
    let (e, half) = growth::<A, T>(size);
    let e = e.add_fast(one);
    let near = e.add_fast(one.div_fast::<A>(e)).value() * 0.5;
    T::select(size.is(|x| x > LARGE_EXP), half, near)
}

/// `E / (E + 2)` with `E = e^(2|x|) - 1`.
#[inline(always)]
pub(super) fn tanh<A: Arithmetic, T: Lanes>(x: T) -> T {
    let (e, _) = growth::<A, T>(x.each(|x| 2.0 * clamp(x.abs(), 0.0, 0.5 * LARGE_EXP)));
    odd(x, e.div_fast::<A>(e.add_fast(Dd::new(2.0, 0.0).splat())).value())
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

/// `E = e^x - 1` for `x ≥ 0`, meaningless beyond 40, and `½ E`, which overflows later.
#[inline(always)]
fn growth<A: Arithmetic, T: Lanes>(x: T) -> (Dd<T>, T) {
    let (k, y) = expm1_scaled::<A, T>(x.each(|x| clamp(x, 0.0, 712.0)));
    (y.scale(k.each(|k| pow2(clamp(k, 0.0, 64.0)))), y.value().each_with(k - 1.0, scale))
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
