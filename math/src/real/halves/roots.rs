//! `cbrt`.

use super::logarithm::split;
use super::{SHIFTER, odd, polynomial, power, select};
use crate::arithmetic::Arithmetic;

/// `1/∛m` on [√½, √2), to 2^-17.1.
const INVERSE_CBRT: [f32; 6] =
    [1.995_341_5, -2.466_864_8, 2.754_857_8, -1.862_066_4, 0.683_577_4, -0.104_842_63];
/// `∛2`
const CBRT_2: f32 = 1.259_921_1;

/// `m · (1/∛m)²` and a step of Newton's method, times a power of `∛2`.
#[inline(always)]
pub(in crate::real) fn cbrt<A: Arithmetic>(x: f32) -> f32 {
    let size = x.abs();
    let (k, m) = split::<A>(size);
    let shifted = A::mul_add_f32(k, 1.0 / 3.0, SHIFTER);
    let left = A::mul_add_f32(-3.0, shifted - SHIFTER, k);
    let factor = select(left > 0.0, CBRT_2, select(left < 0.0, 1.0 / CBRT_2, 1.0));
    let inverse = polynomial::<A, _>(m, &INVERSE_CBRT);
    let square = inverse * inverse;
    let near = m * square;
    let rest = A::mul_add_f32(-(near * near), near, m);
    let root = A::mul_add_f32(rest, square * (1.0 / 3.0), near);
    let result = odd(x, root * (factor * power(shifted)));
    select((size > 0.0) & (size < f32::INFINITY), result, x)
}
