//! Elements of narrow dtypes, such as float8 and int4: one byte of bits, and what number they are.

pub(crate) mod tapered;

use core::cmp::Ordering;
use core::fmt;

use rules::{Float, Format, Nan};

use crate::dtype::{DType, Element};

/// An element of the narrow dtype at a place of [`DType::ALL`]: [`elements`](crate::elements) has a name for each.
///
/// It takes a byte, whose low bits are the element's; those above are zero. Elements compare as the numbers they are,
/// and NaN equals nothing.
///
/// ```
/// use concord_runtime::elements::{f8e4m3fn, i4};
///
/// let largest = f8e4m3fn::from_bits(0x7e);
/// assert_eq!(largest.to_f64(), 448.0);
/// assert_eq!(f8e4m3fn::from_f64(17.0).to_f64(), 16.0);
/// assert_eq!(i4::from_bits(0xf).to_f64(), -1.0);
/// ```
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct Narrow<const DTYPE: u8>(u8);

/// What a float's conversion to a narrow float makes of what that does not have: the bits of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outside {
    /// Finite numbers beyond the greatest.
    pub(crate) overflow: u32,
    /// Infinity.
    pub(crate) infinity: u32,
    /// NaN.
    pub(crate) nan: u32,
    /// Whether a float without a sign takes the magnitude of a negative number, and its least number for zero,
    /// instead of NaN.
    pub(crate) magnitude: bool,
}

/// The sign of a float32, its infinity, and its quiet NaN.
const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0xff << 23;
const NAN: u32 = INFINITY | 1 << 22;

impl Outside {
    /// Infinity where the format has it, else NaN, else the greatest number; NaN where there is one, else negative
    /// zero.
    pub(crate) const fn special(float: Float) -> Outside {
        let greatest = bits(float.greatest());
        let nan = match float.nan_bits() {
            Some(nan) => Some(bits(nan)),
            None => None,
        };
        let infinity = match (float.infinity_bits(), nan) {
            (Some(infinity), _) => bits(infinity),
            (None, Some(nan)) => nan,
            (None, None) => greatest,
        };
        let nan = match nan {
            Some(nan) => nan,
            None => bits(float.magnitude()) + 1,
        };
        Outside { overflow: infinity, infinity, nan, magnitude: false }
    }

    /// The greatest number, also for infinity if there is a sign.
    #[cfg(feature = "kernels")]
    pub(crate) const fn saturating(float: Float) -> Outside {
        let (greatest, special) = (bits(float.greatest()), Outside::special(float));
        let infinity = if float.sign { greatest } else { special.infinity };
        Outside { overflow: greatest, infinity, ..special }
    }
}

/// The bits of an element, of which there are 8 at most.
#[expect(clippy::cast_possible_truncation, reason = "a narrow dtype has 8 bits or fewer")]
const fn bits(bits: u64) -> u32 {
    assert!(bits <= 0xff, "a narrow dtype has 8 bits or fewer");
    bits as u32
}

/// The float32 that an element of a narrow float is, exactly.
#[inline(always)]
pub(crate) const fn widen(float: Float, bits: u8) -> f32 {
    let bits = bits as u32;
    let ones = self::bits(float.magnitude());
    let magnitude = bits & ones;
    let greatest = self::bits(float.greatest());
    let Float { sign, infinity, nan, .. } = float;
    let negative = if sign { ((bits & (ones + 1)) >> (float.bits() - 1)) << 31 } else { 0 };
    let value = match float.tapered {
        true => tapered::widen(magnitude),
        false => widen_magnitude(float, magnitude),
    };
    let special = if infinity && magnitude == greatest + 1 { INFINITY } else { NAN };
    // Behind the infinity of a tapered float numbers go on.
    let beyond = if float.tapered { magnitude == greatest + 1 } else { magnitude > greatest };
    let value = if beyond { special } else { value };
    let value = match nan {
        // HiFloat8 gives its NaN no sign, the others give theirs the one that is stored.
        Nan::NegativeZero if magnitude == 0 && negative != 0 && float.tapered => NAN ^ negative,
        Nan::NegativeZero if magnitude == 0 && negative != 0 => NAN,
        Nan::Ieee | Nan::Ones | Nan::NegativeZero | Nan::None => value,
    };
    f32::from_bits(value ^ negative)
}

/// The float32 that a finite magnitude is, as its bits.
#[inline(always)]
const fn widen_magnitude(float: Float, magnitude: u32) -> u32 {
    let Float { mantissa, bias, zero, .. } = float;
    let up = 23 - mantissa;
    let rebias = (127 - bias).cast_unsigned() << 23;
    let normal = (magnitude << up).wrapping_add(rebias);
    if !zero {
        // The least number may be subnormal in float32.
        return if normal >= 1 << 23 { normal } else { (1 << 22) | (normal >> 1) };
    }
    // With the exponent of the least normal number, the mantissa of a subnormal one stands behind an implicit one.
    let implicit = f32::from_bits(rebias + (1 << 23));
    let subnormal = f32::from_bits(normal + (1 << 23)) - implicit;
    if magnitude < 1 << mantissa { subnormal.to_bits() } else { normal }
}

/// The nearest element of a narrow float to a float32, ties to even, of a tapered float away from zero.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "8 bits are left")]
pub(crate) const fn round(float: Float, outside: Outside, x: f32) -> u8 {
    let Float { sign, nan, .. } = float;
    let all = x.to_bits();
    let magnitude = all & !SIGN;
    let negative = all >> 31;
    let code = match float.tapered {
        true => tapered::round(magnitude, outside.overflow),
        false => round_magnitude(float, outside.overflow, magnitude),
    };
    let code = if magnitude == INFINITY { outside.infinity } else { code };
    let code = if magnitude > INFINITY { outside.nan } else { code };
    let code = match nan {
        Nan::NegativeZero if code == 0 || code == outside.nan => return code as u8,
        Nan::Ieee | Nan::Ones | Nan::NegativeZero | Nan::None => code,
    };
    if sign {
        return (code ^ (negative << (float.bits() - 1))) as u8;
    }
    let lacks = magnitude == 0 || negative == 1;
    (if lacks && !outside.magnitude { outside.nan } else { code }) as u8
}

/// The code of the number nearest to a magnitude, given as the bits of a float32, ties to even.
#[inline(always)]
const fn round_magnitude(float: Float, overflow: u32, magnitude: u32) -> u32 {
    let Float { mantissa, bias, zero, .. } = float;
    let down = 23 - mantissa;
    let rebias = (127 - bias).cast_unsigned() << mantissa;
    // The significand of a float without a mantissa is 1, which is odd: a tie goes up.
    let odd = if mantissa == 0 { 1 } else { (magnitude >> down) & 1 };
    let half = (1 << (down - 1)) - 1;
    let normal = ((magnitude + half + odd) >> down).wrapping_sub(rebias);
    let code = if !zero {
        // What float32 has below its normal numbers is the least number or, if it is more than that, the next one.
        let low = (magnitude > 1 << 22) as u32;
        if magnitude < 1 << 23 { low } else { normal }
    } else {
        // The last place of this number is that of a subnormal one, so that the addition rounds to it.
        let place = (127 + float.last_exponent() + 23).cast_unsigned() << 23;
        let sum = f32::from_bits(magnitude) + f32::from_bits(place);
        let subnormal = sum.to_bits().wrapping_sub(place);
        let least = (127 + float.least_exponent()).cast_unsigned() << 23;
        if magnitude < least { subnormal } else { normal }
    };
    if code > bits(float.greatest()) { overflow } else { code }
}

impl<const DTYPE: u8> Narrow<DTYPE> {
    /// The format of a float; that of float32 for an integer.
    pub(crate) const FLOAT: Float = match Self::DTYPE.format() {
        Format::Float(float) => float,
        Format::Bool | Format::Int | Format::Uint | Format::Complex { .. } => Float::ieee(8, 23),
    };

    const MASK: u8 = {
        assert!(Self::DTYPE.is_narrow(), "the dtype is not a narrow one");
        0xff >> (8 - Self::DTYPE.bits())
    };

    /// The element of these bits; those that are not the dtype's are left out.
    pub const fn from_bits(bits: u8) -> Narrow<DTYPE> {
        Narrow(bits & Self::MASK)
    }

    /// The bits of the element.
    pub const fn to_bits(self) -> u8 {
        self.0
    }

    /// The integer it is; `None` of a float.
    #[inline(always)]
    pub(crate) const fn integer(self) -> Option<i16> {
        let above = 16 - Self::DTYPE.bits();
        match Self::DTYPE.format() {
            Format::Int => Some(((self.0 as i16) << above) >> above),
            Format::Uint => Some(self.0 as i16),
            Format::Bool | Format::Float(_) | Format::Complex { .. } => None,
        }
    }

    /// The number it is, exactly.
    pub const fn to_f64(self) -> f64 {
        match self.integer() {
            Some(integer) => integer as f64,
            None => widen(Self::FLOAT, self.0) as f64,
        }
    }

    /// The nearest element, ties to even, of hifloat8 away from zero. What is too large for a float is infinity if there
    /// is one, else NaN, else the greatest number; an integer is truncated, and the nearest there is.
    ///
    /// What rounds to zero in float32, 2^-150 and less, is zero, as in ml_dtypes. It is NaN in float8_e8m0fnu, which
    /// has no zero.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the range by then"
    )]
    pub const fn from_f64(value: f64) -> Narrow<DTYPE> {
        match Self::DTYPE.iinfo() {
            Some(info) => {
                let value = value as i128;
                let value = if value < info.min { info.min } else { value };
                let value = if value > info.max { info.max } else { value };
                Narrow::from_bits((value & 0xff) as u8)
            }
            None => Narrow(round(Self::FLOAT, Outside::special(Self::FLOAT), near(value))),
        }
    }
}

/// The number nearest to a value that a narrow float has; `None` of any other dtype.
#[cfg(feature = "kernels")]
pub(crate) fn nearest(dtype: DType, value: f64) -> Option<f64> {
    match dtype.format() {
        Format::Float(float) if dtype.is_narrow() => {
            let bits = round(float, Outside::special(float), near(value));
            Some(widen(float, bits).into())
        }
        Format::Bool | Format::Int | Format::Uint | Format::Float(_) | Format::Complex { .. } => {
            None
        }
    }
}

/// A float32 that rounds to a narrow float, or to a half, as the value does. It keeps 15 of 53 bits, two more than the
/// longer half needs: with more, one below the normal range would round a second time where bfloat16 still has a value.
#[expect(
    clippy::cast_possible_truncation,
    reason = "what float32 rounds is a bit that is set anyway"
)]
#[inline(always)]
pub(crate) const fn near(value: f64) -> f32 {
    const MASK: u64 = (1 << 38) - 1;
    let bits = value.to_bits();
    // The sum carries into the last bit kept if any of the others is set.
    let sum = (bits & MASK) + MASK;
    f64::from_bits((bits | sum) & !MASK) as f32
}

impl<const DTYPE: u8> Element for Narrow<DTYPE> {
    const DTYPE: DType = DType::ALL[DTYPE as usize];
}

impl<const DTYPE: u8> PartialEq for Narrow<DTYPE> {
    fn eq(&self, other: &Narrow<DTYPE>) -> bool {
        self.to_f64() == other.to_f64()
    }
}

impl<const DTYPE: u8> PartialOrd for Narrow<DTYPE> {
    fn partial_cmp(&self, other: &Narrow<DTYPE>) -> Option<Ordering> {
        self.to_f64().partial_cmp(&other.to_f64())
    }
}

/// The number, as that of its carrier is printed.
impl<const DTYPE: u8> fmt::Display for Narrow<DTYPE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.integer() {
            Some(integer) => integer.fmt(f),
            None => widen(Self::FLOAT, self.0).fmt(f),
        }
    }
}

impl<const DTYPE: u8> fmt::Debug for Narrow<DTYPE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
