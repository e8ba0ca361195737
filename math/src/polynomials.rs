//! Polynomials near functions: how they are evaluated, and their coefficients.
//!
//! Each is the polynomial through the function at the Chebyshev nodes of its interval (computed with mpmath at 300
//! bits), its coefficients rounded to `f64`: within a factor of two of the best there is. The errors given were
//! measured after that rounding, relative to the function that uses the polynomial.

use crate::arithmetic::Arithmetic;
use crate::lanes::Lanes;

/// A polynomial of at least two coefficients, lowest power first.
///
/// Even and odd powers are summed apart: two short chains of dependent operations instead of a long one.
#[inline(always)]
pub(crate) fn polynomial<A: Arithmetic, T: Lanes, const N: usize>(x: T, c: &[f64; N]) -> T {
    let square = x * x;
    let (last, before) = (T::splat(c[N - 1]), T::splat(c[N - 2]));
    let (mut even, mut odd) = if N.is_multiple_of(2) { (before, last) } else { (last, before) };
    let mut i = N - 2;
    while i > 0 {
        i -= 1;
        if i.is_multiple_of(2) {
            even = even.mul_add::<A>(square, T::splat(c[i]));
        } else {
            odd = odd.mul_add::<A>(square, T::splat(c[i]));
        }
    }
    x.mul_add::<A>(odd, even)
}

/// `(e^r - 1 - r - r²/2) / r³` on ±½·ln 2, to 2^-60.3 of 1.
pub(crate) const EXP: [f64; 10] = [
    0.166_666_666_666_666_69,
    0.041_666_666_666_666_664,
    0.008_333_333_333_330_039,
    0.001_388_888_888_888_653_7,
    0.000_198_412_698_631_715_57,
    2.480_158_731_722_872_4e-05,
    2.755_726_827_690_569_6e-06,
    2.755_728_283_880_048_4e-07,
    2.510_047_250_569_499_6e-08,
    2.091_129_876_594_02e-09,
];
/// `(e^r - 1 - r - r²/2 - r³/6) / r⁴` on ±½·ln 2, to 2^-64.2 of 1.
pub(crate) const EXP_TAIL: [f64; 10] = [
    0.041_666_666_666_666_664,
    0.008_333_333_333_333_333,
    0.001_388_888_888_888_653_7,
    0.000_198_412_698_412_682_72,
    2.480_158_731_722_872_4e-05,
    2.755_731_923_441_204_2e-06,
    2.755_728_283_880_048_4e-07,
    2.505_208_413_171_797_6e-08,
    2.091_129_876_594_02e-09,
    1.608_206_948_089_921_2e-10,
];
/// `(2·artanh(s) - 2s) / s³` in `u = s²` up to 0.0295, to 2^-60.7.
pub(crate) const LOG: [f64; 8] = [
    0.666_666_666_666_666_6,
    0.400_000_000_000_008_9,
    0.285_714_285_707_954_3,
    0.222_222_223_935_666_1,
    0.181_817_954_423_719_84,
    0.153_862_504_479_401_9,
    0.132_684_856_806_544_27,
    0.130_896_291_606_746_23,
];
/// `(2·artanh(s) - 2s - ⅔s³) / s⁵` in `u = s²`, to 2^-66.3.
pub(crate) const LOG_TAIL: [f64; 8] = [
    0.4,
    0.285_714_285_714_293_8,
    0.222_222_222_216_488_2,
    0.181_818_183_369_925_7,
    0.153_845_947_917_623_52,
    0.133_348_139_712_920_03,
    0.117_059_881_565_009_07,
    0.117_257_712_218_111_45,
];
/// `(arctan(t) - t + t³/3) / t⁵` in `u = t²` up to tan²(π/8), to 2^-58.2.
pub(crate) const ATAN: [f64; 11] = [
    0.199_999_999_999_998_04,
    -0.142_857_142_856_597_48,
    0.111_111_111_051_477_64,
    -0.090_909_087_531_185_94,
    0.076_922_963_639_799_52,
    -0.066_664_246_872_465,
    0.058_789_267_157_567_26,
    -0.052_304_374_642_516_874,
    0.045_515_165_635_903_104,
    -0.034_568_590_668_606_9,
    0.016_283_572_356_482_59,
];
/// `(sin r - r + r³/6) / r⁵` in `u = r²` up to (π/4)², to 2^-64.5.
pub(crate) const SIN: [f64; 6] = [
    0.008_333_333_333_333_333,
    -0.000_198_412_698_412_689_6,
    2.755_731_922_232_177e-06,
    -2.505_210_723_466_004_5e-08,
    1.605_868_404_218_481_2e-10,
    -7.595_286_007_480_728e-13,
];
/// `(cos r - 1 + r²/2) / r⁴` in `u = r²` up to (π/4)², to 2^-60.1.
pub(crate) const COS: [f64; 6] = [
    0.041_666_666_666_666_664,
    -0.001_388_888_888_888_739_3,
    2.480_158_729_876_004_8e-05,
    -2.755_731_726_880_539e-07,
    2.087_614_565_905_934_4e-09,
    -1.138_258_853_535_252_2e-11,
];
