//! `asin`, `acos` and `atan`.

use core::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::{except_of_float16, odd, polynomial, select};
use crate::arithmetic::Arithmetic;
use crate::bits::sqrt_f32;

/// `(arcsin t / t - 1) / t²` in `t²`, for `t ≤ ½`, to 2^-25.8.
const ASIN: [f32; 5] = [0.166_666_73, 0.074_988_55, 0.045_001_38, 0.026_554_542, 0.038_085_025];
/// `(arctan t / t - 1) / t²` in `t²`, for `t ≤ tan(π/8)`, to 2^-28.4.
const ATAN: [f32; 5] = [-0.333_333_3, 0.199_995_06, -0.142_627_69, 0.107_310_265, -0.064_102_39];

/// Whether `|x| > ½`; the arcsine of `|x|`, or there that of `√(½ (1 - |x|))`.
#[inline(always)]
fn half_angle<A: Arithmetic>(x: f32) -> (bool, f32) {
    let size = x.abs();
    let beyond = size > 0.5;
    let rest = 0.5 * (1.0 - size);
    let square = select(beyond, rest, size * size);
    let t = select(beyond, sqrt_f32(rest), size);
    (beyond, A::mul_add_f32(t * square, polynomial::<A, _>(square, &ASIN), t))
}

#[inline(always)]
pub(in crate::real) fn asin<A: Arithmetic>(x: f32) -> f32 {
    let (beyond, a) = half_angle::<A>(x);
    let result = odd(x, select(beyond, A::mul_add_f32(-2.0, a, FRAC_PI_2), a));
    select(x.abs() <= 1.0, result, f32::NAN)
}

/// Arguments of float16 whose arccosine is too close to the middle of two, and a result on the right side, as bits.
const ACOS_EXCEPTIONS: [(u32, u32); 3] =
    [(0xb696_0000, 0x3fc9_1100), (0xbd95_e000, 0x3fd2_6f00), (0xbf0e_8000, 0x400a_5100)];

#[inline(always)]
pub(in crate::real) fn acos<A: Arithmetic>(x: f32) -> f32 {
    let (beyond, a) = half_angle::<A>(x);
    let factor = odd(x, 1.0) * select(beyond, 2.0, -1.0);
    let base = select(beyond, select(x < 0.0, PI, 0.0), FRAC_PI_2);
    let result = except_of_float16::<A, _>(x, A::mul_add_f32(factor, a, base), &ACOS_EXCEPTIONS);
    select(x.abs() <= 1.0, result, f32::NAN)
}

/// The same of `atan`, of magnitudes.
const ATAN_EXCEPTIONS: [(u32, u32); 4] = [
    (0x3ce8_a000, 0x3ce8_9100),
    (0x3e56_a000, 0x3e53_9100),
    (0x40cd_c000, 0x3fb5_5100),
    (0x4115_c000, 0x3fbb_6f00),
];

#[inline(always)]
pub(in crate::real) fn atan<A: Arithmetic>(x: f32) -> f32 {
    /// The tangents of 1/16 and 3/16 of a turn.
    const EIGHTHS: [f32; 2] = [0.414_213_57, 2.414_213_7];
    let size = x.abs();
    let (high, middle) = (size > EIGHTHS[1], size > EIGHTHS[0]);
    let over = select(high, -1.0, select(middle, size - 1.0, size));
    let under = select(high, size, select(middle, size + 1.0, 1.0));
    let base = select(high, FRAC_PI_2, select(middle, FRAC_PI_4, 0.0));
    let t = over / under;
    let square = t * t;
    let rest = A::mul_add_f32(t * square, polynomial::<A, _>(square, &ATAN), t);
    odd(x, except_of_float16::<A, _>(size, base + rest, &ATAN_EXCEPTIONS))
}
