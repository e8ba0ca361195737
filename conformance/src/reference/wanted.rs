//! What a result may be: bits, or all that lie within a bound.

use super::Bits;
use super::exact::Exact;
use super::format::{Format, Real, Toward};

/// What one part of a result may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Just these bits.
    Is(u64),
    /// The canonical NaN: quiet, with a clear sign and no payload.
    Nan,
    /// From these bits of a format to those, in the order of values, -0 before +0.
    Between(u64, u64),
    /// An infinity of either sign.
    Infinite,
    /// The definitions do not say; if it is NaN, the canonical one.
    Any,
}

/// What a result may be.
pub type Wanted = (Part, Part);

/// A result of one part.
pub fn one(part: Part) -> Wanted {
    (part, Part::Is(0))
}

/// Just these bits.
pub fn is(bits: u64) -> Wanted {
    one(Part::Is(bits))
}

/// A truth value.
pub fn truth(value: bool) -> Wanted {
    is(u64::from(value))
}

/// In the order of values, -0 just before +0.
pub fn order(format: Format, bits: u64) -> i128 {
    let magnitude = i128::from(bits & (format.sign() - 1));
    if format.is_negative(bits) { -magnitude - 1 } else { magnitude }
}

impl Part {
    /// Bits of a format; a NaN is the canonical one.
    pub fn bits(format: Format, bits: u64) -> Part {
        if format.is_nan(bits) { Part::Nan } else { Part::Is(bits) }
    }

    /// Bits that an op only moves, a NaN's too. Formats whose loops go through a wider one have quiet NaNs there.
    pub fn moved(format: Format, bits: u64) -> Part {
        let quiet = format.is_nan(bits) && format.through() != format;
        Part::Is(if quiet { bits | 1 << (format.precision - 2) } else { bits })
    }

    /// Zero of either sign.
    pub fn any_zero(format: Format) -> Part {
        Part::Between(format.sign(), 0)
    }

    /// Whether a part of a result is as wanted; `None` where it is no float's.
    pub fn accepts(self, format: Option<Format>, got: u64) -> bool {
        let nan = format.is_some_and(|format| format.is_nan(got));
        match (self, format) {
            (Part::Any, Some(format)) => !nan || got == format.nan(),
            (Part::Any, None) => true,
            (Part::Nan, Some(format)) => got == format.nan(),
            (Part::Nan, None) => false,
            (Part::Is(bits), _) => bits == got,
            (Part::Between(low, high), Some(format)) => {
                let got = order(format, got);
                !nan && order(format, low) <= got && got <= order(format, high)
            }
            (Part::Infinite, Some(format)) => got & (format.sign() - 1) == format.infinity(),
            (Part::Between(..) | Part::Infinite, None) => false,
        }
    }

    /// Of -x what this is of x.
    pub fn negated(self, format: Format) -> Part {
        let other = |bits: u64| bits ^ format.sign();
        match self {
            Part::Is(bits) => Part::Is(other(bits)),
            Part::Between(low, high) => Part::Between(other(high), other(low)),
            same => same,
        }
    }
}

/// A real number rounded once.
pub fn rounded(format: Format, value: &Real) -> u64 {
    match value {
        Real::Nan => format.nan(),
        Real::Infinite(negative) => format.infinite(*negative),
        Real::Finite(exact) => format.nearest(exact),
    }
}

/// Less than `ulps` away: an exact value that the format holds is the only one at 1. In a format whose
/// loops go through a wider one the bound is of that one, and a rounding follows.
pub fn within(format: Format, value: &Exact, ulps: u64) -> Part {
    let through = format.through();
    let (near, far) = (through.round(value, Toward::Zero), through.round(value, Toward::Away));
    let magnitude = |bits: u64| bits & (through.sign() - 1);
    let sign = bits_of_sign(through, value.negative);
    let near = sign | magnitude(near).saturating_sub(ulps - 1);
    let far = sign | (magnitude(far) + ulps - 1).min(through.infinity());
    let (near, far) = (again(through, format, near), again(through, format, far));
    between(format, near, far)
}

/// All within a distance.
pub fn around(format: Format, value: &Exact, distance: &Exact) -> Part {
    let distance = distance.clone().signed(false);
    let through = format.through();
    let (low, high) = (value.sub(&distance), value.add(&distance));
    let toward = |negative: bool| if negative { Toward::Away } else { Toward::Zero };
    let low = through.round(&low, toward(low.negative));
    let high = through.round(&high, toward(!high.negative));
    // A distance of nothing leaves one zero; the sign of another is free.
    let widen = |bits: u64, zero: u64| if bits & (through.sign() - 1) == 0 { zero } else { bits };
    let (low, high) = (widen(low, through.sign()), widen(high, 0));
    between(format, again(through, format, low), again(through, format, high))
}

fn between(format: Format, one: u64, other: u64) -> Part {
    match (order(format, one), order(format, other)) {
        (a, b) if a == b => Part::Is(one),
        (a, b) if a < b => Part::Between(one, other),
        _ => Part::Between(other, one),
    }
}

fn bits_of_sign(format: Format, negative: bool) -> u64 {
    format.zero(negative)
}

/// Bits of a format, rounded to another.
pub fn again(from: Format, to: Format, bits: u64) -> u64 {
    if from == to { bits } else { rounded(to, &from.decode(bits)) }
}

/// Whether a result of a dtype of these parts is as wanted.
pub fn accepts(wanted: Wanted, format: Option<Format>, got: Bits) -> bool {
    wanted.0.accepts(format, got.0) && wanted.1.accepts(format, got.1)
}
