//! Floats → their sum as an exact integer multiple of a power of two, the same for any order, rounded once at the end.

use num_bigint::{BigInt, BigUint, Sign};
use runtime::DType;

/// A sum of floats, or of their squares, without any rounding.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    /// What was carried out of the digits, and what other sums added.
    settled: BigInt,
    /// Digits of base 2^32, the lowest first, each with room for carries.
    digits: Vec<i64>,
    /// How many additions the digits have room for before they are settled.
    room: u32,
    /// The value of the lowest bit is 2 to the power of minus this.
    scale: i64,
}

const ROOM: u32 = 1 << 29;

impl Exact {
    /// A sum of float64 values.
    pub(crate) fn of_values() -> Exact {
        Exact::new(1088, 70)
    }

    /// A sum of squares of float64 values.
    pub(crate) fn of_squares() -> Exact {
        Exact::new(2176, 138)
    }

    fn new(scale: i64, digits: usize) -> Exact {
        Exact { settled: BigInt::ZERO, digits: vec![0; digits], room: ROOM, scale }
    }

    /// Adds a finite value.
    pub(crate) fn add(&mut self, value: f64) {
        let (significand, exponent) = parts(value);
        self.add_bits(significand, exponent, value.is_sign_negative());
    }

    /// Adds the square of a finite value.
    pub(crate) fn add_square(&mut self, value: f64) {
        let (significand, exponent) = parts(value);
        let square = u128::from(significand) * u128::from(significand);
        let [low, high] = [square & u128::from(u64::MAX), square >> 64]
            .map(|half| u64::try_from(half).expect("half of the bits of a u128 fit into a u64"));
        self.add_bits(low, 2 * exponent, false);
        self.add_bits(high, 2 * exponent + 64, false);
    }

    fn add_bits(&mut self, bits: u64, exponent: i64, negative: bool) {
        let place =
            usize::try_from(exponent + self.scale).expect("the scale has room for every exponent");
        let wide = u128::from(bits) << (place % 32);
        for (step, digit) in self.digits[place / 32..].iter_mut().take(3).enumerate() {
            let part = i64::from(
                u32::try_from(wide >> (32 * step) & 0xffff_ffff).expect("32 bits are left"),
            );
            *digit += if negative { -part } else { part };
        }
        self.room -= 1;
        if self.room == 0 {
            self.settle();
        }
    }

    /// Moves the digits into the integer.
    fn settle(&mut self) {
        let mut sum = BigInt::ZERO;
        for digit in self.digits.iter_mut().rev() {
            sum = (sum << 32) + std::mem::take(digit);
        }
        self.settled += sum;
        self.room = ROOM;
    }

    /// The sum as an integer, in units of 2 to the power of minus [`scale`](Exact::scale).
    pub(crate) fn integer(&mut self) -> &BigInt {
        self.settle();
        &self.settled
    }

    /// Adds another sum's integer.
    pub(crate) fn add_integer(&mut self, other: &BigInt) {
        self.settled += other;
    }

    pub(crate) fn scale(&self) -> i64 {
        self.scale
    }

    pub(crate) fn size(&self) -> usize {
        self.digits.len() * 8 + 64
    }
}

/// The significand and the exponent of a finite value: `significand × 2^exponent` is its magnitude.
fn parts(value: f64) -> (u64, i64) {
    let bits = value.to_bits();
    let exponent = i64::from(u16::try_from(bits >> 52 & 0x7ff).expect("11 bits are left"));
    let fraction = bits & ((1 << 52) - 1);
    match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    }
}

/// `numerator / denominator × 2^exponent`, rounded once to the nearest value of a float dtype, ties to even.
pub(crate) fn rounded(
    numerator: &BigInt,
    denominator: &BigUint,
    exponent: i64,
    dtype: DType,
) -> f64 {
    let (sign, magnitude) = (numerator.sign(), numerator.magnitude());
    let Some(info) = dtype.finfo().filter(|_| sign != Sign::NoSign) else { return 0.0 };
    let last = exponent_of(info.smallest_subnormal);
    let precision = 1 - exponent_of(info.eps);
    let signed = |bits: u64| i64::try_from(bits).unwrap_or(i64::MAX);
    // The quotient has as many bits as the precision asks for, or one more.
    let above = signed(magnitude.bits()) - signed(denominator.bits()) + exponent;
    let mut place = (above - (1 - precision).abs() - 1).max(last);
    let mut quotient;
    let mut rest;
    let mut divisor;
    loop {
        let up = exponent - place;
        let shift = up.unsigned_abs();
        let (scaled, by) = match up >= 0 {
            true => (magnitude << shift, denominator.clone()),
            false => (magnitude.clone(), denominator << shift),
        };
        quotient = &scaled / &by;
        rest = scaled - &quotient * &by;
        divisor = by;
        if signed(quotient.bits()) <= precision.abs() {
            break;
        }
        place += 1;
    }
    let twice = rest << 1_u32;
    let odd = quotient.bit(0);
    if twice > divisor || (twice == divisor && odd) {
        quotient += 1_u32;
    }
    let significand = u64::try_from(&quotient).unwrap_or(u64::MAX);
    #[expect(clippy::cast_precision_loss, reason = "53 bits at the most, or 2^53")]
    let value = scaled(significand as f64, place);
    let value = if value > info.max { f64::INFINITY } else { value };
    if sign == Sign::Minus { -value } else { value }
}

/// The exponent of a power of two that float64 has.
fn exponent_of(power: f64) -> i64 {
    let (significand, exponent) = parts(power);
    exponent + i64::from(significand.trailing_zeros())
}

/// `value × 2^exponent`, which float64 has exactly, or infinity.
fn scaled(value: f64, exponent: i64) -> f64 {
    let mut value = value;
    let mut left = exponent;
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        // A value on the way down stays above 2^-1022 but for the last step, since it is at least 1.
        let step = if left < -1000 { step.max(left + 60) } else { step };
        let step = if step == 0 { left } else { step };
        let biased = u64::try_from(step + 1023).expect("within the exponents of float64");
        value *= f64::from_bits(biased << 52);
        left -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(values: &[f64], dtype: DType) -> f64 {
        let mut exact = Exact::of_values();
        values.iter().for_each(|&value| exact.add(value));
        let scale = exact.scale();
        rounded(exact.integer(), &BigUint::from(1_u32), -scale, dtype)
    }

    #[test]
    fn a_sum_of_one_is_itself() {
        let mut bits = 0x1234_5678_9abc_def1_u64;
        for _ in 0..200_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(bits ^ bits >> 29);
            if value.is_finite() {
                assert_eq!(
                    sum(&[value], DType::F64).to_bits(),
                    (value + 0.0).to_bits(),
                    "{value:e}"
                );
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "the nearest float32 is what is wanted"
                )]
                let single = value as f32;
                assert_eq!(sum(&[value], DType::F32), f64::from(single), "{value:e}");
                assert_eq!(
                    sum(&[value], DType::F16),
                    half::f16::from_f64(value).to_f64(),
                    "{value:e}"
                );
            }
        }
        for edge in [f64::MAX, f64::MIN_POSITIVE, 5e-324, 2.5e-310] {
            assert_eq!(sum(&[edge, -0.0], DType::F64), edge);
        }
    }

    #[test]
    fn what_cancels_leaves_what_is_small() {
        assert_eq!(sum(&[1e308, 1.0, -1e308, 1e308, 1e-300, -1e308], DType::F64), 1.0);
        assert_eq!(sum(&[f64::MAX, f64::MAX], DType::F64), f64::INFINITY);
        assert_eq!(sum(&[65504.0, 15.9], DType::F16), 65504.0);
        assert_eq!(sum(&[65504.0, 16.0], DType::F16), f64::INFINITY);
    }

    #[test]
    fn squares_are_exact() {
        let mut exact = Exact::of_squares();
        for value in [5e-324, f64::MAX, 3.0] {
            exact.add_square(value);
        }
        let scale = exact.scale();
        let nine = BigInt::from(9) << 2176_u32;
        let largest = (BigInt::from((1_u64 << 53) - 1)).pow(2) << (2 * 971 + 2176_u32);
        assert_eq!(scale, 2176);
        assert_eq!(exact.integer(), &(nine + largest + (BigInt::from(1) << (2176_u32 - 2148))));
    }
}
