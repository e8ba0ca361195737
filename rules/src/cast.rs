//! Which dtype may be cast to which.

use core::fmt;

use crate::{DTypeId, Format, Kind, Tables, losses};

/// How much a cast may change, by NumPy's words, and the ruleset's own rule for outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Casting {
    /// Nothing: the same dtype.
    No,
    /// Nothing but byte order, which no dtype here has: the same dtype.
    Equiv,
    /// No value may be lost. As in NumPy, 64-bit integers count as safe in float64 and complex128.
    Safe,
    /// Safe casts, and those within a kind or up: bool, uint, int, float, complex.
    SameKind,
    /// Anything.
    Unsafe,
    /// What the ruleset lets a result be converted to for an output of another dtype.
    Output,
}

/// Why there is no answer to whether a dtype may be cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastError<D = DTypeId> {
    /// The ruleset does not have this dtype.
    Unsupported(D),
    /// No source states what the ruleset lets an output be converted to.
    NoOutputRule,
}

impl<D: fmt::Display + fmt::Debug> core::error::Error for CastError<D> {}

impl<D: fmt::Display> fmt::Display for CastError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastError::Unsupported(dtype) => write!(f, "{dtype} is not supported"),
            CastError::NoOutputRule => f.write_str("no source states a rule for outputs"),
        }
    }
}

impl Tables<'_> {
    /// Whether `from` may be cast to `to`.
    ///
    /// # Errors
    ///
    /// [`CastError::Unsupported`] for a dtype the ruleset does not have, [`CastError::NoOutputRule`] for
    /// [`Casting::Output`] where no source states a rule.
    pub const fn can_cast(
        &self,
        from: DTypeId,
        to: DTypeId,
        casting: Casting,
    ) -> Result<bool, CastError> {
        if !self.has.contains(from) {
            return Err(CastError::Unsupported(from));
        }
        if !self.has.contains(to) {
            return Err(CastError::Unsupported(to));
        }
        match casting {
            Casting::No | Casting::Equiv => Ok(from.is(to)),
            Casting::Safe => Ok(self.is_safe(from, to)),
            Casting::SameKind => {
                Ok(self.is_safe(from, to) || rank(self.kind(from)) <= rank(self.kind(to)))
            }
            Casting::Unsafe => Ok(true),
            Casting::Output if self.output.is_empty() => Err(CastError::NoOutputRule),
            Casting::Output => Ok(from.is(to) || self.output[from.index()].contains(to)),
        }
    }

    /// Safe by NumPy's word: lossless, or an integer in a float of 64 bits.
    const fn is_safe(&self, from: DTypeId, to: DTypeId) -> bool {
        let real = match self.facts(to).format {
            Format::Complex { part } => self.facts(part),
            Format::Bool | Format::Int | Format::Uint | Format::Float(_) => self.facts(to),
        };
        let wide = real.bits == 64 && matches!(real.kind(), Kind::Float);
        (wide && matches!(self.kind(from), Kind::Int | Kind::Uint))
            || losses(self.dtypes, from, to).is_empty()
    }
}

/// NumPy's order of kinds: `b u i f c`.
const fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Bool => 0,
        Kind::Uint => 1,
        Kind::Int => 2,
        Kind::Float => 3,
        Kind::Complex => 4,
    }
}
