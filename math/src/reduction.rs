//! Angles → quarter turns and a rest.
//!
//! Three ways, from the fastest to the one that holds for all: [`rest_after_half_turns`] for `f32`, [`near`] for
//! `f64` up to `2^20`, [`far`] for any angle. The first two subtract multiples of `π` in pieces; the last one
//! multiplies by as many bits of `2/π` as count (Payne and Hanek).

use core::f64::consts::{FRAC_2_PI, FRAC_PI_4};

use crate::arithmetic::Arithmetic;
use crate::bits::{exponent, pow2_int, round, significand};
use crate::constants::{HALF_PI, HALF_PI_PIECES, PI_PIECES, TWO_OVER_PI};
use crate::double_double::Dd;
use crate::lanes::Lanes;

/// The largest angle for [`rest_after_half_turns`].
pub(crate) const NEAR_F32: f32 = 4_194_304.0;
/// The largest angle for [`near`].
pub(crate) const NEAR: f64 = 1_048_576.0;

/// An angle as `quarters · π/2 + rest`, with the rest within `±π/4` and a little.
#[derive(Clone, Copy)]
pub(crate) struct Turn<T = f64> {
    /// An integer, of which only the remainder by 4 matters.
    pub(crate) quarters: T,
    pub(crate) rest: Dd<T>,
}

/// `x - k·π` for an `f32` up to [`NEAR_F32`], good to about `2^-60`; `k` may be half an integer.
#[inline(always)]
pub(crate) fn rest_after_half_turns<A: Arithmetic>(x: f64, k: f64) -> f64 {
    let first = A::mul_add(-k, PI_PIECES[0], x);
    A::mul_add(-k, PI_PIECES[2], A::mul_add(-k, PI_PIECES[1], first))
}

/// The turn of an angle up to [`NEAR`].
///
/// The rest is good to `2^-150`, and no `f64` is nearly that close to a multiple of `π/2`.
#[inline(always)]
pub(crate) fn near<T: Lanes>(x: T) -> Turn<T> {
    let k = (x * FRAC_2_PI).each(round);
    let first = Dd::sum(x - k * HALF_PI_PIECES[0], -(k * HALF_PI_PIECES[1]));
    let second = Dd::sum(first.hi, -(k * HALF_PI_PIECES[2]));
    let lo = (first.lo + second.lo) - k * HALF_PI_PIECES[3];
    Turn { quarters: k, rest: Dd::new(second.hi, lo).normalize() }
}

/// The turn of any finite angle, with a rest good to 100 bits.
pub(crate) fn far(x: f64) -> Turn {
    if x.abs() <= FRAC_PI_4 {
        return Turn { quarters: 0.0, rest: Dd::from(x) };
    }
    let (high, low) = in_quarters(x);
    // The two top bits count quarters; what is left is taken relative to the nearest quarter.
    let quarters = low_word(high >> 126) as f64;
    let fraction = ((high << 2) | (low >> 126), low << 2);
    let up = fraction.0 >> 127 == 1;
    let (quarters, fraction) =
        if up { (quarters + 1.0, negated(fraction)) } else { (quarters, fraction) };
    let size = to_double_double(fraction) * HALF_PI;
    let negative = x < 0.0;
    Turn {
        quarters: if negative { -quarters } else { quarters },
        rest: if up == negative { size } else { -size },
    }
}

/// `|x| · 2/π` modulo 4, in 256 bits of which two are before the point, for `|x| > π/4`: upper and lower half.
fn in_quarters(x: f64) -> (u128, u128) {
    // |x| = m · 2^e. The bits of 2/π whose product with it is a multiple of 4 are skipped.
    let (m, e) = (significand(x), exponent(x) - 52);
    let window = two_over_pi_from(u32::try_from(e - 2).unwrap_or(0));
    let mut words = times(m, window);
    if let Ok(right) = u32::try_from(2 - e) {
        words = shifted_right(words, right);
    }
    (join(words[1], words[2]), join(words[3], words[4]))
}

/// 256 bits of `2/π`, from the bit of that index.
fn two_over_pi_from(start: u32) -> [u64; 4] {
    let (word, shift) = ((start / 64) as usize, start % 64);
    let at = |i: usize| TWO_OVER_PI.get(word + i).copied().unwrap_or(0);
    core::array::from_fn(|i| upper_word(join(at(i), at(i + 1)) << shift))
}

/// The five words of a product, upper word first.
fn times(m: u64, window: [u64; 4]) -> [u64; 5] {
    let mut words = [0; 5];
    let mut carry = 0_u128;
    for i in (0..4).rev() {
        carry += u128::from(m) * u128::from(window[i]);
        words[i + 1] = low_word(carry);
        carry >>= 64;
    }
    words[0] = low_word(carry);
    words
}

/// The words shifted right by less than 64 bits.
fn shifted_right(words: [u64; 5], by: u32) -> [u64; 5] {
    core::array::from_fn(|i| {
        let above = if i == 0 { 0 } else { words[i - 1] };
        low_word(join(above, words[i]) >> by)
    })
}

/// The two's complement of 256 bits.
fn negated((high, low): (u128, u128)) -> (u128, u128) {
    let (low, carry) = (!low).overflowing_add(1);
    ((!high).wrapping_add(u128::from(carry)), low)
}

/// A fraction of 256 bits after the point, to 106 of them.
fn to_double_double((high, low): (u128, u128)) -> Dd {
    // No f64 is closer than 2^-62 to a multiple of π/2: there are fewer zeros than 64.
    let zeros = high.leading_zeros().min(127);
    let top = if zeros == 0 { high } else { high << zeros | low >> (128 - zeros) };
    let hi = low_word(top >> 75) as f64 * pow2_int(-53);
    let lo = low_word((top >> 22) & ((1 << 53) - 1)) as f64 * pow2_int(-106);
    Dd::sum(hi, lo).scale(pow2_int(-zeros.cast_signed()))
}

fn join(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

#[expect(clippy::cast_possible_truncation, reason = "the low word is what is asked for")]
fn low_word(x: u128) -> u64 {
    x as u64
}

fn upper_word(x: u128) -> u64 {
    low_word(x >> 64)
}
