//! Which dtype may be cast to which.

use crate::{DType, Kind, RuleError, Ruleset};

/// How much a cast may change, by NumPy's words, and the ruleset's own rule for outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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

impl Ruleset {
    /// Whether `from` may be cast to `to`.
    ///
    /// # Errors
    ///
    /// [`RuleError::Unsupported`] for a dtype the ruleset does not have, [`RuleError::NoOutputRule`]
    /// for [`Casting::Output`] where no source states a rule.
    ///
    /// ```
    /// use runtime::{Casting, DType, rulesets};
    ///
    /// let dpctl = rulesets::DPCTL;
    /// assert_eq!(dpctl.can_cast(DType::I32, DType::F64, Casting::Safe), Ok(true));
    /// assert_eq!(dpctl.can_cast(DType::I32, DType::F32, Casting::Safe), Ok(false));
    /// assert_eq!(dpctl.can_cast(DType::I32, DType::F32, Casting::SameKind), Ok(true));
    /// let aclnn = rulesets::ACLNN_2025_09;
    /// assert_eq!(aclnn.can_cast(DType::F32, DType::I8, Casting::Output), Ok(true));
    /// assert_eq!(aclnn.can_cast(DType::C64, DType::F32, Casting::Output), Ok(false));
    /// ```
    pub const fn can_cast(
        self,
        from: DType,
        to: DType,
        casting: Casting,
    ) -> Result<bool, RuleError> {
        let ruleset = self;
        if !self.has(from) {
            return Err(RuleError::Unsupported { ruleset, dtype: from });
        }
        if !self.has(to) {
            return Err(RuleError::Unsupported { ruleset, dtype: to });
        }
        let same = from as u8 == to as u8;
        match casting {
            Casting::No | Casting::Equiv => Ok(same),
            Casting::Safe => Ok(same || is_safe(from, to)),
            Casting::SameKind => Ok(same || is_safe(from, to) || rank(from) <= rank(to)),
            Casting::Unsafe => Ok(true),
            Casting::Output => match self.rules().output {
                Some(rule) => Ok(same || contains(rule[from as usize], to)),
                None => Err(RuleError::NoOutputRule { ruleset }),
            },
        }
    }
}

const fn contains(list: &[DType], dtype: DType) -> bool {
    let mut rest = list;
    while let [first, others @ ..] = rest {
        if *first as u8 == dtype as u8 {
            return true;
        }
        rest = others;
    }
    false
}

/// NumPy's order of kinds: `b u i f c`.
const fn rank(dtype: DType) -> u8 {
    match dtype.kind() {
        Kind::Bool => 0,
        Kind::Uint => 1,
        Kind::Int => 2,
        Kind::Float => 3,
        Kind::Complex => 4,
    }
}

/// Safe by NumPy's word: exact, or a 64-bit integer in 53 bits of float64.
const fn is_safe(from: DType, to: DType) -> bool {
    let wide = match to.finfo() {
        Some(info) => info.bits == 64 && from.iinfo().is_some(),
        None => false,
    };
    wide || is_exact(from, to)
}

/// Whether every value of `from` is a value of `to`.
pub(crate) const fn is_exact(from: DType, to: DType) -> bool {
    match (from.finfo(), to.finfo(), from.iinfo(), to.iinfo()) {
        (Some(from_info), Some(to_info), ..) => {
            rank(from) <= rank(to)
                && from_info.eps >= to_info.eps
                && from_info.max <= to_info.max
                && from_info.smallest_subnormal >= to_info.smallest_subnormal
        }
        // Whole numbers up to 2 / eps are exact.
        (_, Some(to_info), Some(from_info), _) => {
            from_info.max as f64 <= 2.0 / to_info.eps && from_info.max as f64 <= to_info.max
        }
        (.., Some(from_info), Some(to_info)) => {
            from_info.min >= to_info.min && from_info.max <= to_info.max
        }
        // What is neither is bool, which fits in all and holds nothing else.
        _ => matches!(from.kind(), Kind::Bool),
    }
}
