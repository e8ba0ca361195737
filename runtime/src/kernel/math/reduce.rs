//! Turns angles into quarter turns and a rest: by subtraction below `2^20`, by Payne and Hanek's product above.

use super::bits::round;
use super::dd::{Dd, two_sum};

/// `2/π` to 1280 bits, upper words first: 1024 for the largest exponent, the rest for what cancels.
pub(in crate::kernel) const TWO_OVER_PI: [u64; 20] = [
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
/// `π/2` in pieces of 33, 33, 33 and 53 bits: the first three times a quotient below `2^20` are exact.
const HALF_PI: [f64; 4] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_711_166_5e-21,
    8.478_427_660_368_9e-32,
];
/// `π/2` as a pair.
pub(super) const HALF_PI_PAIR: Dd =
    Dd { hi: core::f64::consts::FRAC_PI_2, lo: 6.123_233_995_736_766e-17 };
/// Up to here [`near`] is exact enough.
pub(super) const NEAR: f64 = 1_048_576.0;

/// An angle as `quarters · π/2 + rest`, with the rest within `±π/4` and a little.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// A whole number: only its remainder by 4 matters.
    pub(super) quarters: f64,
    pub(super) rest: Dd,
}

/// For `|x| ≤ 2^20`: the rest to `2^-150`, and no double is that close to a multiple of `π/2`.
#[inline(always)]
pub(super) fn near(x: f64) -> Turn {
    let k = round(x * core::f64::consts::FRAC_2_PI);
    let first = two_sum(x - k * HALF_PI[0], -(k * HALF_PI[1]));
    let second = two_sum(first.hi, -(k * HALF_PI[2]));
    let lo = (first.lo + second.lo) - k * HALF_PI[3];
    Turn { quarters: k, rest: Dd { hi: second.hi, lo }.normal() }
}

/// For finite `|x| ≥ 2^20`.
#[allow(clippy::cast_possible_truncation, reason = "words are cut out of longer products")]
pub(super) fn far(x: f64) -> Turn {
    let bits = x.to_bits();
    let m = (bits & ((1 << 52) - 1)) | (1 << 52);
    // x = m · 2^(e - 1075). The bits of 2/π before `skip` contribute whole turns.
    let exponent = ((bits >> 52) & 0x7ff).saturating_sub(1077);
    let below = 1077_u64.saturating_sub((bits >> 52) & 0x7ff);
    let (word, bit) = ((exponent / 64) as usize, exponent % 64);
    let mut product = [0_u64; 5];
    let mut carry = 0_u64;
    for i in (0..4).rev() {
        let at = |j: usize| TWO_OVER_PI.get(j).copied().unwrap_or(0);
        let pair = (u128::from(at(word + i)) << 64) | u128::from(at(word + i + 1));
        let window = (pair >> (64 - bit)) as u64;
        let sum = u128::from(window) * u128::from(m) + u128::from(carry);
        product[i + 1] = sum as u64;
        carry = (sum >> 64) as u64;
    }
    product[0] = carry;
    // Now the fixed point: two bits of quarters, then 254 of the fraction of a quarter.
    let mut fixed = [0_u64; 4];
    for (i, word) in fixed.iter_mut().enumerate() {
        let pair = (u128::from(product[i]) << 64) | u128::from(product[i + 1]);
        *word = (pair >> below) as u64;
    }
    turn_of(fixed, x < 0.0)
}

/// The turn of 256 bits of fixed point with two before the point.
#[allow(clippy::cast_possible_truncation, reason = "words are cut out of longer ones")]
fn turn_of(fixed: [u64; 4], negative: bool) -> Turn {
    let mut quarters = (fixed[0] >> 62) as u32;
    let mut words = [0_u64; 4];
    for i in 0..4 {
        words[i] = (fixed[i] << 2) | fixed.get(i + 1).map_or(0, |next| next >> 62);
    }
    // Half a quarter or more: one quarter more, and a negative rest (its complement, an ulp of 2^-254 off).
    let over = words[0] >> 63 == 1;
    if over {
        quarters += 1;
        words = words.map(|w| !w);
    }
    let mut shift = 0_i32;
    while words[0] >> 63 == 0 && shift < 190 {
        for i in 0..4 {
            words[i] = (words[i] << 1) | words.get(i + 1).map_or(0, |next| next >> 63);
        }
        shift += 1;
    }
    let hi = (words[0] >> 11) as f64 / 9_007_199_254_740_992.0;
    let low = ((words[0] & 0x7ff) << 53) | (words[1] >> 11);
    let lo = low as f64 / 9_007_199_254_740_992.0 / 18_446_744_073_709_551_616.0;
    let mut scale = 1.0;
    for _ in 0..shift {
        scale *= 0.5;
    }
    let scale = if over != negative { -scale } else { scale };
    let rest = Dd { hi, lo }.mul(HALF_PI_PAIR).times(scale).normal();
    let quarters = f64::from(quarters);
    Turn { quarters: if negative { -quarters } else { quarters }, rest }
}
