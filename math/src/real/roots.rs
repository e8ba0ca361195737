//! `cbrt` and `rsqrt` of `f64`, and the start of a cube root, which `f32` shares.

use crate::arithmetic::Arithmetic;
use crate::bits::{pow2, round, select, split, sqrt};
use crate::double_double::Dd;

/// 2 to the powers of ±⅓.
const CBRT_2: f64 = 1.259_921_049_894_873_2;
const CBRT_HALF: f64 = 0.793_700_525_984_099_8;

/// A positive number as `c · 2^3k`, and the cube root of `c` to about `2^-24`.
pub(super) struct CubeRoot {
    pub(super) c: f64,
    pub(super) root: f64,
    pub(super) k: f64,
}

/// Splits a positive normal number; for other arguments the result is meaningless.
#[inline(always)]
pub(super) fn start(x: f64) -> CubeRoot {
    let b = split(x);
    let k = round(b.k * (1.0 / 3.0));
    let rest = b.k - 3.0 * k;
    let t = b.m - 1.0;
    // The series of ∛(1 + t), then a step.
    let root = halley(1.0 + t * (1.0 / 3.0 - t * (1.0 / 9.0)), b.m);
    let factor = select(rest > 0.0, CBRT_2, select(rest < 0.0, CBRT_HALF, 1.0));
    CubeRoot { c: b.m * pow2(rest), root: root * factor, k }
}

/// A step of Halley's method, which triples the bits of a cube root.
#[inline(always)]
pub(super) fn halley(root: f64, c: f64) -> f64 {
    let cube = root * root * root;
    root * ((cube + (c + c)) / ((cube + cube) + c))
}

#[inline(always)]
pub(super) fn cbrt<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let small = size < pow2(-1000.0);
    let CubeRoot { c, root, k } = start(select(small, size * pow2(300.0), size));
    let root = halley(root, c);
    // What is left of `c` is exact but for the rounding of the cube's lower part.
    let cube = Dd::square_of::<A>(root).mul_fast::<A>(Dd::from(root));
    let rest = (c - cube.hi) - cube.lo;
    let y = (root + rest / (3.0 * root * root)) * pow2(k);
    let y = select(small, y * pow2(-100.0), y);
    select((x == 0.0) | size.is_nan() | size.is_infinite(), x, y.copysign(x))
}

#[inline(always)]
pub(super) fn rsqrt<A: Arithmetic>(x: f64) -> f64 {
    // A square must not lose bits below the least number.
    let small = x < pow2(-500.0);
    let scaled = select(small, x * pow2(600.0), x);
    let root = sqrt(scaled);
    // Half of it, because the square of the root of the largest number is rounded up to infinity in parts.
    let half = 0.5 * root;
    let square = Dd::square_of::<A>(half);
    let low = ((0.25 * scaled - square.hi) - square.lo) / half;
    let plain = 1.0 / root;
    let product = Dd::product::<A>(plain, root);
    let rest = ((1.0 - product.hi) - product.lo) - plain * low;
    let y = plain + plain * rest;
    let y = select(small, y * pow2(300.0), y);
    select((x == 0.0) | (x == f64::INFINITY), plain, y)
}
