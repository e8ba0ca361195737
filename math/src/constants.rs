//! The constants of all functions: each is written here once.

use core::f64::consts;

use crate::bits::pow2;
use crate::double_double::Dd;

/// Where the next odd term of an odd function is below `2^-57` of its argument: there the function is its argument.
pub(crate) const LINEAR: f64 = pow2(-28.0);

/// `π/2`.
pub(crate) const HALF_PI: Dd = Dd::new(consts::FRAC_PI_2, 6.123_233_995_736_766e-17);
/// `π/32`.
pub(crate) const PI_32: Dd = Dd::new(consts::PI / 32.0, 3.827_021_247_335_479e-18);
/// `π/2` in pieces of at most 33 bits, and a last one of 53: the first three times a quotient below `2^20` are exact.
pub(crate) const HALF_PI_PIECES: [f64; 4] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_711_166_5e-21,
    8.478_427_660_368_9e-32,
];
/// `π` in pieces of at most 29 bits, and a last one of 53: the first two times half a quotient below `2^24` are exact.
pub(crate) const PI_PIECES: [f64; 3] =
    [3.141_592_651_605_606, 1.984_187_154_857_597_3e-9, 4.503_483_548_312_435e-18];
/// `2/π` to 1280 bits, upper words first: 1024 for the largest exponent, the rest for what cancels.
pub(crate) const TWO_OVER_PI: [u64; 20] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];
/// Sine and cosine of `n · π/32`.
pub(crate) const SINES: [(Dd, Dd); 9] = [
    (Dd::ZERO, Dd::ONE),
    (
        Dd::new(0.098_017_140_329_560_6, -1.634_582_362_244_256e-18),
        Dd::new(0.995_184_726_672_196_9, -4.248_691_367_830_441e-17),
    ),
    (
        Dd::new(0.195_090_322_016_128_28, -7.991_079_068_461_731e-18),
        Dd::new(0.980_785_280_403_230_4, 1.854_693_999_782_500_6e-17),
    ),
    (
        Dd::new(0.290_284_677_254_462_4, -1.892_797_870_777_425e-17),
        Dd::new(0.956_940_335_732_208_8, 4.055_386_986_187_57e-17),
    ),
    (
        Dd::new(0.382_683_432_365_089_8, -1.005_077_269_646_158_8e-17),
        Dd::new(0.923_879_532_511_286_7, 1.764_504_708_433_667_7e-17),
    ),
    (
        Dd::new(0.471_396_736_825_997_64, 6.516_678_136_069_013e-18),
        Dd::new(0.881_921_264_348_355, -1.984_324_840_589_056_2e-17),
    ),
    (
        Dd::new(0.555_570_233_019_602_2, 4.709_410_940_561_677e-17),
        Dd::new(0.831_469_612_302_545_2, 1.407_385_698_472_802_4e-18),
    ),
    (
        Dd::new(0.634_393_284_163_645_5, 1.042_090_192_928_003_5e-17),
        Dd::new(0.773_010_453_362_737, -3.256_590_703_364_977e-17),
    ),
    (
        Dd::new(consts::FRAC_1_SQRT_2, -4.833_646_656_726_457e-17),
        Dd::new(consts::FRAC_1_SQRT_2, -4.833_646_656_726_457e-17),
    ),
];

/// `ln 2`.
pub(crate) const LN_2: Dd = Dd::new(consts::LN_2, 2.319_046_813_846_299_6e-17);
/// `1 / ln 2`.
pub(crate) const LOG2_E: Dd = Dd::new(consts::LOG2_E, 2.035_527_374_093_103_3e-17);
/// `1 / ln 10`.
pub(crate) const LOG10_E: Dd = Dd::new(consts::LOG10_E, 1.098_319_650_216_765e-17);
/// `ln 2` in two `f64`, good to `2^-101`. The first has 41 bits: times an exponent of up to 11 bits it is exact.
pub(crate) const LN_2_PIECES: [f64; 2] = [0.693_147_180_559_663, 2.823_529_056_303_157_7e-13];
/// `log10 2`, likewise.
pub(crate) const LOG10_2_PIECES: [f64; 2] = [0.301_029_995_663_839_14, 1.420_502_322_726_61e-13];
/// `ln 2` in an `f64` and a double-double, good to `2^-156`. The first has 40 bits: times an exponent of up to 13 bits,
/// which double-doubles reach before they are scaled, it is exact.
pub(crate) const LN_2_WIDE: (f64, Dd) =
    (0.693_147_180_559_208_2, Dd::new(7.371_002_565_167_799e-13, 1.947_045_092_380_75e-31));
/// `ln 2` in steps of `2^-248`, lower word first.
pub(crate) const LN_2_FIXED: [u64; 4] =
    [0x2d8a_0d17_5b8b_aafa, 0xaf40_f343_2672_98b6, 0xabc9_e3b3_9803_f2f6, 0x00b1_7217_f7d1_cf79];

/// `1/n!` for `n` = 1, 2, 3, …
pub(crate) const INVERSE_FACTORIALS: [Dd; 26] = [
    Dd::new(1.0, 0.0),
    Dd::new(0.5, 0.0),
    Dd::new(0.166_666_666_666_666_66, 9.251_858_538_542_97e-18),
    Dd::new(0.041_666_666_666_666_664, 2.312_964_634_635_742_7e-18),
    Dd::new(0.008_333_333_333_333_333, 1.156_482_317_317_871_4e-19),
    Dd::new(0.001_388_888_888_888_889, -5.300_543_954_373_577e-20),
    Dd::new(0.000_198_412_698_412_698_4, 1.720_955_829_342_070_5e-22),
    Dd::new(2.480_158_730_158_73e-05, 2.151_194_786_677_588_2e-23),
    Dd::new(2.755_731_922_398_589_3e-06, -1.858_393_274_046_472e-22),
    Dd::new(2.755_731_922_398_589e-07, 2.376_771_462_225_029_7e-23),
    Dd::new(2.505_210_838_544_172e-08, -1.448_814_070_935_912e-24),
    Dd::new(2.087_675_698_786_81e-09, -1.207_345_059_113_26e-25),
    Dd::new(1.605_904_383_682_161_3e-10, 1.258_529_458_875_209_8e-26),
    Dd::new(1.147_074_559_772_972_5e-11, 2.065_551_275_283_074_5e-28),
    Dd::new(7.647_163_731_819_816e-13, 7.038_728_777_334_53e-30),
    Dd::new(4.779_477_332_387_385e-14, 4.399_205_485_834_081e-31),
    Dd::new(2.811_457_254_345_520_6e-15, 1.650_884_273_086_143_3e-31),
    Dd::new(1.561_920_696_858_622_5e-16, 1.191_067_966_027_375_4e-32),
    Dd::new(8.220_635_246_624_33e-18, 2.214_189_411_960_426_5e-34),
    Dd::new(4.110_317_623_312_165e-19, 1.441_297_337_865_952_7e-36),
    Dd::new(1.957_294_106_339_126_3e-20, -1.364_350_383_008_790_8e-36),
    Dd::new(8.896_791_392_450_574e-22, -7.911_402_614_872_376e-38),
    Dd::new(3.868_170_170_630_684e-23, -8.843_177_655_482_344e-40),
    Dd::new(1.611_737_571_096_118_4e-24, -3.684_657_356_450_976_6e-41),
    Dd::new(6.446_950_284_384_474e-26, -1.933_040_423_370_346_5e-42),
    Dd::new(2.479_596_263_224_797_6e-27, -1.295_373_096_476_522_9e-43),
];
/// `1/6`.
pub(crate) const SIXTH: Dd = INVERSE_FACTORIALS[2];

/// `2/n` for `n` = 1, 3, 5, …: the series of `2 artanh`.
pub(crate) const TWO_OVER_ODD: [Dd; 8] = {
    let mut table = [Dd::new(2.0, 0.0); 8];
    let mut i = 1;
    while i < table.len() {
        table[i] = Dd::quotient(table[0].hi, (2 * i + 1) as f64);
        i += 1;
    }
    table
};
/// `2/3`.
pub(crate) const TWO_THIRDS: Dd = TWO_OVER_ODD[1];

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_equal(a: Dd, b: Dd, bits: i32, what: &str) {
        let difference = ((a - b) / b).value();
        assert!(
            difference.abs() < 2.0_f64.powi(-bits),
            "{what}: {a:?} and {b:?} differ by {difference:e}"
        );
    }

    fn sum(pieces: &[f64]) -> Dd {
        pieces.iter().fold(Dd::ZERO, |sum, &piece| sum + Dd::from(piece))
    }

    #[test]
    fn pieces_add_up_to_the_whole() {
        assert_equal(sum(&HALF_PI_PIECES), HALF_PI, 105, "π/2");
        assert_equal(sum(&PI_PIECES), HALF_PI.scale(2.0), 105, "π");
        assert_equal(PI_32, HALF_PI.scale(1.0 / 16.0), 105, "π/32");
        assert_equal(sum(&LN_2_PIECES), LN_2, 100, "ln 2");
        assert_equal(Dd::from(LN_2_WIDE.0) + LN_2_WIDE.1, LN_2, 105, "ln 2");
        assert_equal(sum(&LOG10_2_PIECES), LN_2 * LOG10_E, 98, "log10 2");
        assert_equal(LOG2_E, Dd::ONE / LN_2, 105, "1 / ln 2");
    }

    #[test]
    fn words_are_the_digits_of_the_doubles() {
        let digits = |words: &mut dyn Iterator<Item = u64>| {
            words.fold((Dd::ZERO, 1.0), |(sum, weight), word| {
                let upper = Dd::from((word >> 32) as f64 * weight * pow2(-32.0));
                let lower = Dd::from((word & 0xffff_ffff) as f64 * weight * pow2(-64.0));
                (sum + upper + lower, weight * pow2(-64.0))
            })
        };
        assert_equal(digits(&mut TWO_OVER_PI.into_iter().take(3)).0, Dd::ONE / HALF_PI, 105, "2/π");
        assert_equal(digits(&mut LN_2_FIXED.into_iter().rev()).0.scale(256.0), LN_2, 105, "ln 2");
    }

    #[test]
    fn pieces_are_as_short_as_their_products_need() {
        let length = |x: f64| 53 - (x.to_bits() | 1 << 52).trailing_zeros();
        assert!(HALF_PI_PIECES[..3].iter().all(|&piece| length(piece) <= 33));
        assert!(PI_PIECES[..2].iter().all(|&piece| length(piece) <= 29));
        assert!(length(LN_2_PIECES[0]) <= 41);
        assert!(length(LOG10_2_PIECES[0]) <= 41);
        assert!(length(LN_2_WIDE.0) <= 40);
    }

    #[test]
    fn factorials_times_their_inverses_are_1() {
        let mut factorial = Dd::ONE;
        for (inverse, n) in INVERSE_FACTORIALS.into_iter().zip(1..) {
            factorial = factorial * Dd::from(f64::from(n));
            assert_equal(factorial * inverse, Dd::ONE, 103, "1");
        }
    }

    #[test]
    fn sines_are_of_multiples_of_the_angle() {
        let (sin, cos) = SINES[1];
        for pair in SINES.windows(2) {
            let ((s, c), (next_sin, next_cos)) = (pair[0], pair[1]);
            assert_equal(s * cos + c * sin, next_sin, 102, "sine");
            assert_equal(c * cos - s * sin, next_cos, 102, "cosine");
        }
    }
}
