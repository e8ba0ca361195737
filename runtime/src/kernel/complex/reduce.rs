//! Any finite angle into a quarter turn and a rest of at most π/4, after Payne and Hanek.

use super::dd::{Dd, exponent, pow2};
use crate::kernel::math::TWO_OVER_PI;

/// `(q, r)` with `y = q·π/2 + r` up to whole turns, `|r| ≤ π/4`, and `r` good to 100 bits.
pub(super) fn reduce(y: f64) -> (u8, Dd) {
    if y.abs() <= core::f64::consts::FRAC_PI_4 {
        return (0, Dd::from(y));
    }
    // |y| = mantissa · 2ᵉ, and the bits of 2/π whose product with it is a multiple of 4 are skipped.
    let e = exponent(y) - 52;
    let mantissa = (y.to_bits() & ((1 << 52) - 1)) | (1 << 52);
    let window = bits_from(u32::try_from(e - 2).unwrap_or(0));
    let mut quarters = product(mantissa, window);
    if let Ok(right) = u32::try_from(2 - e)
        && right > 0
    {
        quarters = shifted(quarters, right);
    }
    let [w3, w2, w1, w0] = [quarters[1], quarters[2], quarters[3], quarters[4]];
    let (high, lower) = (join(w3, w2), join(w1, w0));
    // The two top bits are whole quarters; what is left is taken relative to the nearest one.
    let fraction = (high << 2) | (lower >> 126);
    let (up, quarter) = (fraction >> 127 == 1, (high >> 126) & 3);
    let quarter = low_byte(quarter + u128::from(up)) & 3;
    let (magnitude, rest) = if up { negated(fraction, lower << 2) } else { (fraction, lower << 2) };
    let r = from_bits(magnitude, rest) * Dd::HALF_PI;
    let negative = y < 0.0;
    let quarter = if negative { (4 - quarter) & 3 } else { quarter };
    (quarter, if up == negative { r } else { -r })
}

/// 256 bits of 2/π, from the bit of that index.
fn bits_from(start: u32) -> [u64; 4] {
    let (word, shift) = ((start / 64) as usize, start % 64);
    let at = |i: usize| TWO_OVER_PI.get(word + i).copied().unwrap_or(0);
    core::array::from_fn(|i| {
        if shift == 0 { at(i) } else { at(i) << shift | at(i + 1) >> (64 - shift) }
    })
}

/// The five words of a product, highest first.
fn product(m: u64, window: [u64; 4]) -> [u64; 5] {
    let mut words = [0; 5];
    let mut carry = 0_u128;
    for i in (0..4).rev() {
        carry += u128::from(m) * u128::from(window[i]);
        words[i + 1] = low(carry);
        carry >>= 64;
    }
    words[0] = low(carry);
    words
}

/// The words shifted right by less than 64 bits.
fn shifted(words: [u64; 5], right: u32) -> [u64; 5] {
    core::array::from_fn(|i| {
        let above = if i == 0 { 0 } else { words[i - 1] };
        low(join(above, words[i]) >> right)
    })
}

/// The two's complement of 256 bits.
fn negated(high: u128, lower: u128) -> (u128, u128) {
    let (lower, carry) = (!lower).overflowing_add(1);
    ((!high).wrapping_add(u128::from(carry)), lower)
}

/// A fraction of 256 bits after the point, to 106 of them.
fn from_bits(high: u128, lower: u128) -> Dd {
    let zeros = high.leading_zeros().min(127);
    let top = if zeros == 0 { high } else { high << zeros | lower >> (128 - zeros) };
    let scale = pow2(-i32::try_from(zeros).unwrap_or(0));
    let hi = low(top >> 75) as f64 * pow2(-53);
    let lo = low((top >> 22) & ((1 << 53) - 1)) as f64 * pow2(-106);
    Dd::sum(hi, lo).scale(scale)
}

fn join(high: u64, lower: u64) -> u128 {
    u128::from(high) << 64 | u128::from(lower)
}

#[expect(clippy::cast_possible_truncation, reason = "the low word is what is asked for")]
fn low(x: u128) -> u64 {
    x as u64
}

#[expect(clippy::cast_possible_truncation, reason = "a count of quarters, at most 4")]
fn low_byte(x: u128) -> u8 {
    x as u8
}
