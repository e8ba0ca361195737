//! `cbrt` and `rsqrt` of `f64`.

use crate::arithmetic::Arithmetic;
use crate::bits::{pow2, round, select, split_each, sqrt};
use crate::double_double::Dd;
use crate::lanes::Lanes;

/// 2 to the powers of ±⅓.
const CBRT_2: f64 = 1.259_921_049_894_873_2;
const CBRT_HALF: f64 = 0.793_700_525_984_099_8;

/// A positive number as `c · 2^3k`, and the cube root of `c` to about `2^-24`.
struct CubeRoot<T> {
    c: T,
    root: T,
    k: T,
}

/// Splits a positive normal number; for other arguments the result is meaningless.
#[inline(always)]
fn start<T: Lanes>(x: T) -> CubeRoot<T> {
    let b = split_each(x);
    let k = (b.k * (1.0 / 3.0)).each(round);
    let rest = b.k - k * 3.0;
    let t = b.m - 1.0;
    // The series of ∛(1 + t), then a step.
    let root = halley(t * (T::splat(1.0 / 3.0) - t * (1.0 / 9.0)) + 1.0, b.m);
    let factor = |rest| select(rest > 0.0, CBRT_2, select(rest < 0.0, CBRT_HALF, 1.0));
    CubeRoot { c: b.m * rest.each(pow2), root: root * rest.each(factor), k }
}

/// A step of Halley's method, which triples the bits of a cube root.
#[inline(always)]
fn halley<T: Lanes>(root: T, c: T) -> T {
    let cube = root * root * root;
    root * ((cube + (c + c)) / ((cube + cube) + c))
}

#[inline(always)]
pub(super) fn cbrt<A: Arithmetic, T: Lanes>(x: T) -> T {
    let is_small = |x: f64| x.abs() < pow2(-1000.0);
    let size = x.each(|x| select(is_small(x), x.abs() * pow2(300.0), x.abs()));
    let CubeRoot { c, root, k } = start(size);
    let root = halley(root, c);
    // What is left of `c` is exact but for the rounding of the cube's lower part.
    let cube = Dd::square_of::<A>(root).mul_fast::<A>(Dd::from(root));
    let rest = (c - cube.hi) - cube.lo;
    let y = (root + rest / (root * 3.0 * root)) * k.each(pow2);
    y.each_with(x, |y, x| {
        let y = select(is_small(x), y * pow2(-100.0), y);
        select((x == 0.0) | x.is_nan() | x.is_infinite(), x, y.copysign(x))
    })
}

#[inline(always)]
pub(super) fn rsqrt<A: Arithmetic, T: Lanes>(x: T) -> T {
    // A square must not lose bits below the least number.
    let is_small = |x: f64| x < pow2(-500.0);
    let scaled = x.each(|x| select(is_small(x), x * pow2(600.0), x));
    let root = scaled.each(sqrt);
    // Half of it, because the square of the root of the largest number is rounded up to infinity in parts.
    let half = root * 0.5;
    let square = Dd::square_of::<A>(half);
    let low = ((scaled * 0.25 - square.hi) - square.lo) / half;
    let (one, plain) = (T::splat(1.0), T::splat(1.0) / root);
    let product = Dd::product::<A>(plain, root);
    let rest = ((one - product.hi) - product.lo) - plain * low;
    let y = (plain + plain * rest).each_with(x, |y, x| select(is_small(x), y * pow2(300.0), y));
    T::select(x.is(|x| (x == 0.0) | (x == f64::INFINITY)), plain, y)
}
