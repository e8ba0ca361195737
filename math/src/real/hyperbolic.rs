//! `sinh`, `cosh`, `tanh` of `f64` and their inverses.

use super::exponential::expm1_scaled;
use super::logarithm::{Parts, log_value, parts_of_1_plus};
use crate::arithmetic::Arithmetic;
use crate::bits::{clamp, pow2, scale, select};
use crate::constants::LINEAR;
use crate::double_double::Dd;

/// From here on `e^-x` makes no difference beside `e^x`, nor does 1.
const LARGE_EXP: f64 = 40.0;
/// From here on `√(x² ± 1)` is `x` in a logarithm: the difference is below `2^-62`.
const LARGE_LOG: f64 = pow2(30.0);

/// `½ (E + E / (1 + E))` with `E = e^|x| - 1`: nothing cancels.
#[inline(always)]
pub(super) fn sinh<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let (e, half) = growth::<A>(size);
    let near = e.add_fast(e.div_fast::<A>(e.add_fast(Dd::ONE))).value() * 0.5;
    let y = select(size > LARGE_EXP, half, near);
    select(size < LINEAR, x, y.copysign(x))
}

/// `½ (e^|x| + 1 / e^|x|)`.
#[inline(always)]
pub(super) fn cosh<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let (e, half) = growth::<A>(size);
    let e = e.add_fast(Dd::ONE);
    let near = e.add_fast(Dd::ONE.div_fast::<A>(e)).value() * 0.5;
    select(size > LARGE_EXP, half, near)
}

/// `E / (E + 2)` with `E = e^(2|x|) - 1`.
#[inline(always)]
pub(super) fn tanh<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let (e, _) = growth::<A>(2.0 * clamp(size, 0.0, 0.5 * LARGE_EXP));
    let y = e.div_fast::<A>(e.add_fast(Dd::new(2.0, 0.0))).value();
    select(size < LINEAR, x, y.copysign(x))
}

/// `ln(1 + x + x² / (1 + √(1 + x²)))` for `x ≥ 0`.
#[inline(always)]
pub(super) fn asinh<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let below = clamp(size, 0.0, LARGE_LOG);
    let u = Dd::square_of::<A>(below);
    let root = Dd::ONE.add_fast(u).sqrt_fast::<A>();
    let v = Dd::from(below).add_fast(u.div_fast::<A>(Dd::ONE.add_fast(root)));
    select(size < LINEAR, x, log1p_or_large::<A>(size, v).copysign(x))
}

/// `ln(1 + t + √(t (x + 1)))` with `t = x - 1`.
#[inline(always)]
pub(super) fn acosh<A: Arithmetic>(x: f64) -> f64 {
    let inside = clamp(x, 1.0, LARGE_LOG);
    let t = Dd::sum(inside, -1.0);
    let v = t.add_fast(t.mul_fast::<A>(Dd::sum(inside, 1.0)).sqrt_fast::<A>());
    select(x < 1.0, f64::NAN, log1p_or_large::<A>(x, v))
}

/// `½ ln(1 + 2x / (1 - x))` for `x ≥ 0`.
#[inline(always)]
pub(super) fn atanh<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    // At 1 the argument of the logarithm is infinite, and its parts are meaningless: any number will do there.
    let inside = select(size < 1.0, size, 0.5);
    let v = Dd::from(2.0 * inside).div_fast::<A>(Dd::sum(1.0, -inside));
    let y = 0.5 * log_value::<A>(parts_of_1_plus(v));
    let y = select(size < 1.0, y, select(size == 1.0, f64::INFINITY, f64::NAN));
    select(size < LINEAR, x, y.copysign(x))
}

/// `E = e^x - 1` for `x ≥ 0`, meaningless beyond 40, and `½ E`, which overflows later.
#[inline(always)]
fn growth<A: Arithmetic>(x: f64) -> (Dd, f64) {
    let (k, y) = expm1_scaled::<A>(clamp(x, 0.0, 712.0));
    (y.scale(pow2(clamp(k, 0.0, 64.0))), scale(y.value(), k - 1.0))
}

/// `ln(2x)` for large `x`, `ln(1 + v)` for others.
#[inline(always)]
fn log1p_or_large<A: Arithmetic>(x: f64, v: Dd) -> f64 {
    let large = x > LARGE_LOG;
    let Parts { k, f } = parts_of_1_plus(Dd::select(large, Dd::sum(x, -1.0), v));
    let y = log_value::<A>(Parts { k: k + select(large, 1.0, 0.0), f });
    select(x < f64::INFINITY, y, x)
}
