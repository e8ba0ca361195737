//! Two dtypes → what a conversion from one to the other can lose.

use core::fmt;

use crate::{DTypeId, Facts, Float, Format, Nan};

/// One thing a conversion can lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Integers beyond those of the target.
    Range {
        /// The least value kept.
        least: i128,
        /// The greatest value kept.
        most: i128,
    },
    /// Significant bits.
    Precision {
        /// How many bits are lost.
        lost: u32,
        /// How many bits of a value are kept.
        kept: u32,
    },
    /// Magnitudes near two to this power and beyond, or the smallest, which become zero.
    Magnitude {
        /// The power of two.
        exponent: i32,
    },
    /// Negative values.
    Negative,
    /// Fractions, infinities and NaN.
    Fraction,
    /// Zero.
    Zero,
    /// Infinity.
    Infinity,
    /// NaN.
    Nan,
    /// The imaginary part.
    Imaginary,
    /// All but whether the value is zero.
    Value,
}

/// All that a conversion can lose; empty where every value survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    all: [Option<Loss>; Losses::MOST],
    count: usize,
}

impl Losses {
    /// A complex value that becomes a float without a sign, zero, infinity or NaN loses as much.
    const MOST: usize = 7;

    /// Nothing.
    pub const NONE: Losses = Losses { all: [None; Losses::MOST], count: 0 };

    const fn and(mut self, loss: Option<Loss>) -> Losses {
        if loss.is_some() {
            self.all[self.count] = loss;
            self.count += 1;
        }
        self
    }

    /// Whether every value survives.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Each loss, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = Loss> {
        self.all.into_iter().flatten()
    }
}

/// What a conversion from one dtype to another can lose.
///
/// ```
/// use concord_rules::{DTypeId, Facts, Float, Format, losses};
///
/// let int64 = Facts { bits: 64, format: Format::Int };
/// let float32 = Facts { bits: 32, format: Format::Float(Float::ieee(8, 23)) };
/// let lost = losses(&[int64, float32], DTypeId(0), DTypeId(1));
/// assert_eq!(lost.to_string(), "keeps 24 of 63 bits");
/// assert_eq!(losses(&[int64, float32], DTypeId(0), DTypeId(0)).to_string(), "lossless");
/// ```
pub const fn losses(dtypes: &[Facts], from: DTypeId, to: DTypeId) -> Losses {
    use Format::{Bool, Complex, Float, Int, Uint};
    let (source, target) = (dtypes[from.index()], dtypes[to.index()]);
    let none = Losses::NONE;
    match (source.format, target.format) {
        (Bool, Float(to)) => none.and(lost(!to.zero, Loss::Zero)),
        (Bool, Int | Uint) => {
            let (least, most) = range(target);
            none.and(lost(most < 1, Loss::Range { least, most }))
        }
        (Bool, Bool) => none,
        (_, Bool) => none.and(Some(Loss::Value)),
        (Complex { part: from }, Complex { part: to }) => losses(dtypes, from, to),
        (_, Complex { part }) => losses(dtypes, from, part),
        (Complex { part }, _) => losses(dtypes, part, to).and(Some(Loss::Imaginary)),
        (Float(_), Int | Uint) => {
            let (least, most) = range(target);
            let negative = if least == 0 { Some(Loss::Negative) } else { None };
            none.and(Some(Loss::Range { least, most })).and(negative).and(Some(Loss::Fraction))
        }
        (Float(from), Float(to)) => {
            let higher = is_higher(from, to);
            let lower = from.least_exponent() < to.least_exponent()
                && from.last_exponent() < to.last_exponent();
            none.and(precision_of_floats(from, to))
                .and(magnitude(higher || lower, to))
                .and(lost(from.sign && !to.sign, Loss::Negative))
                .and(lost(from.zero && !to.zero, Loss::Zero))
                .and(lost(from.infinity && !to.infinity, Loss::Infinity))
                .and(lost(has_nan(from) && !has_nan(to), Loss::Nan))
        }
        (Int | Uint, Float(to)) => {
            let bits = source.bits - matches!(source.format, Int) as u32;
            let signed = matches!(source.format, Int);
            let kept = to.precision(least(bits.cast_signed() - 1, to.greatest_exponent()));
            // The least integer is -2^bits; the greatest, 2^bits - 1, rounds to 2^bits where it has bits to lose.
            let reached = bits - !(signed || kept < bits) as u32;
            none.and(precision(bits, kept))
                .and(magnitude(reached.cast_signed() > to.greatest_exponent(), to))
                .and(lost(signed && !to.sign, Loss::Negative))
                .and(lost(!to.zero, Loss::Zero))
        }
        (Int | Uint, Int | Uint) => {
            let ((from_least, from_most), (least, most)) = (range(source), range(target));
            let beyond = from_most > most || (least < 0 && from_least < least);
            let range = if beyond { Some(Loss::Range { least, most }) } else { None };
            let negative = from_least < 0 && least == 0;
            none.and(range).and(if negative { Some(Loss::Negative) } else { None })
        }
    }
}

const fn range(integer: Facts) -> (i128, i128) {
    match integer.range() {
        Some(range) => range,
        None => panic!("an integer dtype has a range"),
    }
}

const fn precision(from: u32, to: u32) -> Option<Loss> {
    if to < from { Some(Loss::Precision { lost: from - to, kept: to }) } else { None }
}

/// A tapered float has the most significant bits at one, and the fewest where its exponents end.
const fn precision_of_floats(from: Float, to: Float) -> Option<Loss> {
    let first = -least(-from.least_exponent(), -to.least_exponent());
    let last = least(from.greatest_exponent(), to.greatest_exponent());
    let exponents = [first, 0, last];
    let mut kept = from.mantissa + 1;
    let mut place = 0;
    while place < exponents.len() {
        let (has, keeps) = (from.precision(exponents[place]), to.precision(exponents[place]));
        if keeps < has && keeps < kept {
            kept = keeps;
        }
        place += 1;
    }
    precision(from.mantissa + 1, kept)
}

/// Whether the greatest number of a float is beyond that of another, the bits left out that the other has not.
const fn is_higher(from: Float, to: Float) -> bool {
    let (exponent, most) = (from.greatest_exponent(), to.greatest_exponent());
    let bits = to.precision(most);
    exponent > most
        || exponent == most && greatest_significand(from, bits) > greatest_significand(to, bits)
}

/// The first so many significant bits of the greatest number.
const fn greatest_significand(of: Float, bits: u32) -> u128 {
    let stored = of.precision(of.greatest_exponent()) - 1;
    let significand = (1 << stored) | (of.greatest() & ((1 << stored) - 1));
    ((significand as u128) << bits) >> (stored + 1)
}

const fn least(one: i32, other: i32) -> i32 {
    if one < other { one } else { other }
}

const fn magnitude(lost: bool, to: Float) -> Option<Loss> {
    self::lost(lost, Loss::Magnitude { exponent: to.greatest_exponent() + 1 })
}

const fn lost(lost: bool, what: Loss) -> Option<Loss> {
    if lost { Some(what) } else { None }
}

const fn has_nan(format: Float) -> bool {
    !matches!(format.nan, Nan::None)
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Range { least, most } => write!(f, "keeps {least} .. {most}"),
            Loss::Precision { lost, kept } => write!(f, "keeps {kept} of {} bits", kept + lost),
            Loss::Magnitude { exponent } => write!(f, "overflows near 2^{exponent}"),
            Loss::Negative => f.write_str("drops negative values"),
            Loss::Fraction => f.write_str("drops fractions"),
            Loss::Zero => f.write_str("has no zero"),
            Loss::Infinity => f.write_str("has no infinity"),
            Loss::Nan => f.write_str("has no NaN"),
            Loss::Imaginary => f.write_str("drops the imaginary part"),
            Loss::Value => f.write_str("keeps only whether it is zero"),
        }
    }
}

/// All of them as one phrase: `keeps 24 of 63 bits, drops the imaginary part`, or `lossless`.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("lossless");
        }
        for (place, loss) in self.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            loss.fmt(f)?;
        }
        Ok(())
    }
}
