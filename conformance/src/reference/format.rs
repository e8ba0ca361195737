//! Floating-point formats: what bits stand for exactly, and which bits are nearest to an exact value.

use std::cmp::Ordering;

use num_bigint::BigUint;
use runtime::DType;
use runtime::policy::{Float16Ties, Policies};

use super::exact::{Exact, shifted};

/// A binary format of IEEE 754's making.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// Bits in all.
    pub width: u32,
    /// Bits of a mantissa, the one that is not stored included.
    pub precision: u32,
    /// The smallest positive value is 2 to the power of this.
    pub least: i64,
    /// Where the nearest of a tie is.
    pub ties: Ties,
}

/// Which of two values that are equally near is the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The even one.
    Even,
    /// The one farther from zero.
    Away,
}

/// What bits stand for.
#[derive(Clone, Debug)]
pub enum Real {
    /// No number.
    Nan,
    /// An infinity: whether it is negative.
    Infinite(bool),
    /// A number, or a zero with a sign.
    Finite(Exact),
}

/// Which way an exact value goes that lies between two of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// To the nearest, ties as the format has them.
    Nearest,
    /// To the one nearer to zero.
    Zero,
    /// To the one farther from zero.
    Away,
}

/// float16.
pub const F16: Format = Format { width: 16, precision: 11, least: -24, ties: Ties::Even };
/// bfloat16.
pub const BF16: Format = Format { width: 16, precision: 8, least: -133, ties: Ties::Even };
/// float32.
pub const F32: Format = Format { width: 32, precision: 24, least: -149, ties: Ties::Even };
/// float64.
pub const F64: Format = Format { width: 64, precision: 53, least: -1074, ties: Ties::Even };

impl Format {
    /// The format of a floating dtype, or of a complex one's parts.
    pub fn of(dtype: DType) -> Option<Format> {
        match dtype {
            DType::F16 | DType::C32 => Some(F16),
            DType::Bf16 => Some(BF16),
            DType::F32 | DType::C64 => Some(F32),
            DType::F64 | DType::C128 => Some(F64),
            _ => None,
        }
    }

    /// The same where results are rounded to it as the policies say.
    pub fn under(dtype: DType, policies: Policies) -> Option<Format> {
        let format = Format::of(dtype)?;
        Some(match (dtype, policies.float16_ties) {
            (DType::F16, Float16Ties::Away) => Format { ties: Ties::Away, ..format },
            (_, Float16Ties::Away | Float16Ties::Even) => format,
        })
    }

    /// What the loops of a format may go through: halves through float32.
    pub fn through(self) -> Format {
        if self.width == 16 { F32 } else { self }
    }

    /// The sign bit.
    pub fn sign(self) -> u64 {
        1 << (self.width - 1)
    }

    /// Positive infinity.
    pub fn infinity(self) -> u64 {
        self.sign() - (1 << (self.precision - 1))
    }

    /// A NaN.
    pub fn nan(self) -> u64 {
        self.infinity() | (1 << (self.precision - 2))
    }

    /// The greatest finite value.
    pub fn max(self) -> u64 {
        self.infinity() - 1
    }

    /// Whether bits are a NaN's.
    pub fn is_nan(self, bits: u64) -> bool {
        bits & !self.sign() > self.infinity()
    }

    /// Whether the sign bit is set.
    pub fn is_negative(self, bits: u64) -> bool {
        bits & self.sign() != 0
    }

    /// What bits stand for.
    pub fn decode(self, bits: u64) -> Real {
        let negative = self.is_negative(bits);
        let magnitude = bits & (self.sign() - 1);
        match magnitude.cmp(&self.infinity()) {
            Ordering::Greater => Real::Nan,
            Ordering::Equal => Real::Infinite(negative),
            Ordering::Less => {
                let (mantissa, exponent) = self.parts(magnitude);
                Real::Finite(Exact::dyadic(negative, mantissa, exponent))
            }
        }
    }

    /// The mantissa and the exponent of a magnitude.
    pub fn parts(self, magnitude: u64) -> (u64, i64) {
        let stored = self.precision - 1;
        let (exponent, fraction) = (magnitude >> stored, magnitude & ((1 << stored) - 1));
        match exponent {
            0 => (fraction, self.least),
            _ => (fraction | (1 << stored), self.least + exponent.cast_signed() - 1),
        }
    }

    /// The value as a double, which holds every format's.
    pub fn double(self, bits: u64) -> f64 {
        let magnitude = bits & (self.sign() - 1);
        let negative = self.is_negative(bits);
        let sign = if negative { 1 << 63 } else { 0 };
        if magnitude > self.infinity() {
            return f64::NAN;
        }
        if magnitude == self.infinity() {
            return f64::from_bits(sign | F64.infinity());
        }
        if self.width == 64 {
            return f64::from_bits(bits);
        }
        let (mantissa, exponent) = self.parts(magnitude);
        #[expect(clippy::cast_precision_loss, reason = "at most 24 bits")]
        let value = mantissa as f64 * f64::from_bits(((exponent + 1023).cast_unsigned()) << 52);
        f64::from_bits(value.to_bits() | sign)
    }

    /// The bits of an infinity.
    pub fn infinite(self, negative: bool) -> u64 {
        self.infinity() | if negative { self.sign() } else { 0 }
    }

    /// The bits of a zero.
    pub fn zero(self, negative: bool) -> u64 {
        if negative { self.sign() } else { 0 }
    }

    /// An exact value, rounded once. What lies within the last step below 2^(greatest exponent + 1) is
    /// rounded as if the format went on, then is infinite if it got there.
    pub fn round(self, value: &Exact, toward: Toward) -> u64 {
        let sign = self.zero(value.negative);
        if value.is_zero() {
            return sign;
        }
        let precision = i64::from(self.precision);
        let bits = |value: &BigUint| i64::try_from(value.bits()).expect("few bits");
        // The quotient is in [2^(top - 1), 2^(top + 1)).
        let top = bits(&value.over) - bits(&value.under) + value.exponent;
        let mut step = (top - precision).max(self.least);
        let (mut whole, mut half) = quotient(value, step);
        if bits(&whole) > precision {
            step += 1;
            (whole, half) = quotient(value, step);
        }
        let up = match toward {
            Toward::Zero => false,
            Toward::Away => half != Rest::None,
            Toward::Nearest => {
                half == Rest::More
                    || (half == Rest::Half && (self.ties == Ties::Away || whole.bit(0)))
            }
        };
        let mantissa = u64::try_from(whole + u8::from(up)).expect("as many bits as the precision");
        let steps = u128::try_from(step - self.least).expect("not below the least");
        let bits = (steps << (self.precision - 1)) + u128::from(mantissa);
        let infinity = u128::from(self.infinity());
        sign | u64::try_from(bits.min(infinity)).expect("at most infinity")
    }

    /// The nearest to an exact value.
    pub fn nearest(self, value: &Exact) -> u64 {
        self.round(value, Toward::Nearest)
    }
}

/// What is left of a quotient.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    None,
    Less,
    Half,
    More,
}

/// A magnitude in steps of 2^step.
fn quotient(value: &Exact, step: i64) -> (BigUint, Rest) {
    let shift = value.exponent - step;
    let over = if shift > 0 { shifted(&value.over, shift) } else { value.over.clone() };
    let under = if shift < 0 { shifted(&value.under, -shift) } else { value.under.clone() };
    let whole = &over / &under;
    let rest = over - &whole * &under;
    let rest = match (rest == BigUint::ZERO, (rest * 2_u8).cmp(&under)) {
        (true, _) => Rest::None,
        (_, Ordering::Less) => Rest::Less,
        (_, Ordering::Equal) => Rest::Half,
        (_, Ordering::Greater) => Rest::More,
    };
    (whole, rest)
}
