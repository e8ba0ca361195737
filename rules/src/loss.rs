//! Two dtypes → what a conversion from one to the other can lose.

use core::fmt;

use crate::{DTypeId, Facts, Format};

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
    /// Magnitudes near two to this power and beyond, which become infinite, and the smallest, which become zero.
    Magnitude {
        /// The power of two.
        exponent: u32,
    },
    /// Negative values.
    Negative,
    /// Fractions, infinities and NaN.
    Fraction,
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
    /// A complex value that becomes an unsigned integer loses as much.
    const MOST: usize = 4;

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
/// use concord_rules::{DTypeId, Facts, Format, losses};
///
/// let int64 = Facts { bits: 64, format: Format::Int };
/// let float32 = Facts { bits: 32, format: Format::Float { exponent: 8, mantissa: 23 } };
/// let lost = losses(&[int64, float32], DTypeId(0), DTypeId(1));
/// assert_eq!(lost.to_string(), "keeps 24 of 63 bits");
/// assert_eq!(losses(&[int64, float32], DTypeId(0), DTypeId(0)).to_string(), "lossless");
/// ```
pub const fn losses(dtypes: &[Facts], from: DTypeId, to: DTypeId) -> Losses {
    use Format::{Bool, Complex, Float, Int, Uint};
    let (source, target) = (dtypes[from.index()], dtypes[to.index()]);
    let none = Losses::NONE;
    match (source.format, target.format) {
        (Bool, _) => none,
        (_, Bool) => none.and(Some(Loss::Value)),
        (Complex { part: from }, Complex { part: to }) => losses(dtypes, from, to),
        (_, Complex { part }) => losses(dtypes, from, part),
        (Complex { part }, _) => losses(dtypes, part, to).and(Some(Loss::Imaginary)),
        (Float { .. }, Int | Uint) => {
            let (least, most) = range(target);
            let negative = if least == 0 { Some(Loss::Negative) } else { None };
            none.and(Some(Loss::Range { least, most })).and(negative).and(Some(Loss::Fraction))
        }
        (
            Float { exponent: from_exponent, mantissa: from_mantissa },
            Float { exponent, mantissa },
        ) => {
            let narrower = exponent < from_exponent;
            none.and(precision(from_mantissa + 1, mantissa + 1)).and(magnitude(narrower, exponent))
        }
        (Int | Uint, Float { exponent, mantissa }) => {
            let bits = source.bits - matches!(source.format, Int) as u32;
            let precision = precision(bits, mantissa + 1);
            // The greatest integer, 2^bits - 1, rounds to 2^bits where it has bits to lose.
            let reached = bits + precision.is_some() as u32;
            none.and(precision).and(magnitude(reached > 1 << (exponent - 1), exponent))
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

const fn magnitude(narrower: bool, exponent: u32) -> Option<Loss> {
    if narrower { Some(Loss::Magnitude { exponent: 1 << (exponent - 1) }) } else { None }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Range { least, most } => write!(f, "keeps {least} .. {most}"),
            Loss::Precision { lost, kept } => write!(f, "keeps {kept} of {} bits", kept + lost),
            Loss::Magnitude { exponent } => write!(f, "overflows near 2^{exponent}"),
            Loss::Negative => f.write_str("drops negative values"),
            Loss::Fraction => f.write_str("drops fractions"),
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
