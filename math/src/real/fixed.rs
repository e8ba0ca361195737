//! `logaddexp` where two exponentials very nearly add up to 1: in integers of 256 bits.

use crate::bits::{pow2, scale};
use crate::constants::LN_2_FIXED;
use crate::double_double::Dd;

/// A number from -128 to 128 in steps of `2^-248`: two's complement, lower word first.
type Fixed = [u64; 4];

const ONE: Fixed = [0, 0, 0, 1 << 56];
/// Terms of an exponential series: `0.7^54 / 54!` is below `2^-256`.
const TERMS: u64 = 54;

/// `ln(e^a + e^b)` where `a > b` and the result is below `2^-32` of `|a|`: within an ulp however close to 0.
///
/// With `e^b = 2^-k·e^r` it is `ln(1 + d)` for `d = 2^-k (e^r - 2^k (1 - e^a))`. That difference is good to `2^-240` of
/// either term, and no two `f64` make it nearly as small.
pub(super) fn logaddexp(a: f64, b: f64) -> f64 {
    // The least k for which `r` is positive, and by a little; so `r` stays below 0.7.
    let mut k = 0_u16;
    while f64::from(k) * core::f64::consts::LN_2 <= -b + 1e-9 {
        k += 1;
    }
    let r = sub(times(LN_2_FIXED, u64::from(k)), fixed(-b, 0));
    let scaled = fixed(-a, k);
    let difference = sub(exp(r), one_minus_exp(scaled, shift(scaled, k)));
    let (sum, k) = (to_double_double(difference), -f64::from(k));
    let (hi, lo) = (scale(sum.hi, k), scale(sum.lo, k));
    hi + (lo - 0.5 * (hi * hi))
}

/// `e^r` for `0 ≤ r < 0.7`.
fn exp(r: Fixed) -> Fixed {
    let (mut term, mut sum) = (ONE, ONE);
    for n in 1..TERMS {
        term = divide(mul(term, r), n);
        sum = add(sum, term);
    }
    sum
}

/// `(1 - e^-t) · scaled/t`.
fn one_minus_exp(scaled: Fixed, t: Fixed) -> Fixed {
    let (mut term, mut sum) = (scaled, scaled);
    for n in 2..TERMS {
        term = divide(mul(term, t), n);
        sum = if n % 2 == 0 { sub(sum, term) } else { add(sum, term) };
    }
    sum
}

/// `x · 2^k` for positive `x`, modulo 256: what is below `2^-248` is cut off.
fn fixed(x: f64, k: u16) -> Fixed {
    let bits = x.to_bits();
    let exponent = bits >> 52;
    let m = (bits & ((1 << 52) - 1)) | (u64::from(exponent > 0) << 52);
    let at = (exponent.max(1) + u64::from(k) + 248).saturating_sub(1075);
    let mut words = Fixed::default();
    for (word, start) in words.iter_mut().zip((0..).step_by(64)) {
        // The 64 bits of `m · 2^at` from `start` on.
        *word = if at >= start {
            part(at - start).map_or(0, |by| m << by)
        } else {
            part(start - at).map_or(0, |by| m >> by)
        };
    }
    words
}

/// A shift by less than a word.
fn part(by: u64) -> Option<u64> {
    (by < 64).then_some(by)
}

fn add(a: Fixed, b: Fixed) -> Fixed {
    let mut carry = false;
    core::array::from_fn(|i| {
        let (sum, first) = a[i].overflowing_add(b[i]);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first | second;
        sum
    })
}

fn negate(a: Fixed) -> Fixed {
    add(a.map(|word| !word), [1, 0, 0, 0])
}

fn sub(a: Fixed, b: Fixed) -> Fixed {
    add(a, negate(b))
}

/// The product with an integer, modulo 256.
#[expect(clippy::cast_possible_truncation, reason = "a double word is stored as two")]
fn times(a: Fixed, n: u64) -> Fixed {
    let mut carry = 0;
    a.map(|word| {
        let sum = u128::from(word) * u128::from(n) + u128::from(carry);
        carry = (sum >> 64) as u64;
        sum as u64
    })
}

/// The product of positive numbers.
#[expect(clippy::cast_possible_truncation, reason = "a double word is stored as two")]
fn mul(a: Fixed, b: Fixed) -> Fixed {
    let mut product = [0_u64; 8];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, &y) in b.iter().enumerate() {
            let sum =
                u128::from(x) * u128::from(y) + u128::from(product[i + j]) + u128::from(carry);
            product[i + j] = sum as u64;
            carry = (sum >> 64) as u64;
        }
        product[i + 4] = carry;
    }
    core::array::from_fn(|i| (product[i + 3] >> 56) | (product[i + 4] << 8))
}

/// The quotient of a positive number by an integer.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a remainder is less than the divisor, a quotient than a word"
)]
fn divide(mut a: Fixed, n: u64) -> Fixed {
    let mut rest = 0;
    for word in a.iter_mut().rev() {
        let value = (u128::from(rest) << 64) | u128::from(*word);
        *word = (value / u128::from(n)) as u64;
        rest = (value % u128::from(n)) as u64;
    }
    a
}

/// A positive number divided by `2^k`.
fn shift(mut a: Fixed, k: u16) -> Fixed {
    for _ in 0..k / 64 {
        a = [a[1], a[2], a[3], 0];
    }
    match k % 64 {
        0 => a,
        by => core::array::from_fn(|i| {
            (a[i] >> by) | (a.get(i + 1).copied().unwrap_or(0) << (64 - by))
        }),
    }
}

/// The number as a double-double.
fn to_double_double(a: Fixed) -> Dd {
    let negative = a[3] >> 63 == 1;
    let size = if negative { negate(a) } else { a };
    let mut sum = Dd::ZERO;
    let mut weight = pow2(-56.0 - 32.0 + 64.0);
    for word in size.into_iter().rev() {
        sum = sum.add_fast(Dd::from((word >> 32) as f64 * weight));
        weight *= pow2(-32.0);
        sum = sum.add_fast(Dd::from((word & 0xffff_ffff) as f64 * weight));
        weight *= pow2(-32.0);
    }
    if negative { sum.scale(-1.0) } else { sum }
}
