//! `cbrt` and `rsqrt` of `f64`, and what the cube root of `f32` shares.

use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{over_twice, pow2, round, select, split_each, sqrt};
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::polynomials::{INVERSE_CBRT, polynomial};

/// The cube root of `2^k` for a `k` of -1, 0 or 1.
#[inline(always)]
pub(super) fn cbrt_of_power(k: f64) -> f64 {
    select(k > 0.0, 1.259_921_049_894_873_2, select(k < 0.0, 0.793_700_525_984_099_8, 1.0))
}

/// `1/∛m` for `m` in `[√½, √2)`, to `2^-50`: by a polynomial and a step of third order.
#[inline(always)]
pub(super) fn inverse_cbrt<A: Arithmetic, T: Lanes>(m: T) -> T {
    let start = polynomial::<A, _, _>(m, &INVERSE_CBRT);
    let error = (-(m * start)).mul_add::<A>(start * start, T::splat(1.0));
    let step = error.mul_add::<A>(T::splat(2.0 / 9.0), T::splat(1.0 / 3.0));
    (start * error).mul_add::<A>(step, start)
}

/// `m · (1/∛m)²`, and a step of Newton's method with what is left, exactly.
#[inline(always)]
pub(super) fn cbrt<A: Arithmetic, T: Lanes>(x: T) -> T {
    let is_small = |x: f64| x.abs() < pow2(-1000.0);
    let b = split_each(x.each(|x| select(is_small(x), x.abs() * pow2(300.0), x.abs())));
    let k = (b.k * (1.0 / 3.0)).each(round);
    let rest = b.k - k * 3.0;
    let inverse = inverse_cbrt::<Plain, T>(b.m);
    let root = b.m * inverse * inverse * rest.each(cbrt_of_power);
    // What is left of the number is exact but for the rounding of the cube's lower part.
    let cube = Dd::square_of::<A>(root).mul_fast::<A>(Dd::from(root));
    let left = (b.m * rest.each(pow2) - cube.hi) - cube.lo;
    // Over three times the square of the root.
    let third = rest.each(|k| cbrt_of_power(-k) * cbrt_of_power(-k) * (1.0 / 3.0));
    let y = (root + left * (inverse * inverse * third)) * k.each(pow2);
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
    // Of half the root, because the square of the root of the largest number is rounded up to infinity in parts.
    let square = Dd::square_of::<A>(root * 0.5);
    let low = over_twice(((scaled * 0.25 - square.hi) - square.lo) * 4.0, root);
    let (one, plain) = (T::splat(1.0), T::splat(1.0) / root);
    let product = Dd::product::<A>(plain, root);
    let rest = ((one - product.hi) - product.lo) - plain * low;
    let y = (plain + plain * rest).each_with(x, |y, x| select(is_small(x), y * pow2(300.0), y));
    T::select(x.is(|x| (x == 0.0) | (x == f64::INFINITY)), plain, y)
}
