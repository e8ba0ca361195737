//! Operations: what each is defined on, what it computes in, what it returns.

use rules::{Group, OpRule};

use super::{Column, DTypeId, Outcome};

/// One operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Op {
    /// `add`
    pub name: String,
    /// What each element of the result is.
    pub doc: String,
    /// How it takes its operands.
    pub group: Group,
    /// What it is defined on, computes in and returns, unless a ruleset says otherwise.
    pub rule: OpRule,
    /// Whether mixed operands are converted inside its loop.
    pub fused: bool,
    /// Whether its operands may be swapped.
    pub swaps: bool,
}

/// A ruleset's own rule of an op.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpDeviation {
    /// The op's name.
    pub op: String,
    /// Its whole rule here.
    pub rule: OpRule,
    /// The sources that say so, as places in [`Ruleset::sources`](super::Ruleset::sources).
    pub sources: Vec<usize>,
}

/// A cell of one op: what its operands give, in place of what the ruleset's tables say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpCell {
    /// The op's name.
    pub op: String,
    /// Its operands.
    pub operands: Operands,
    /// The promoted dtype, to which the op's rule is applied, or why there is none.
    pub outcome: Outcome,
    /// The sources that say so, as places in [`Ruleset::sources`](super::Ruleset::sources).
    pub sources: Vec<usize>,
}

/// The operands of an op that promote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operands {
    /// One tensor.
    One(DTypeId),
    /// A tensor with another, or with a Python scalar on either side.
    Two(DTypeId, Column),
}

/// What frameworks choose each in its own way, and the values each can have, the standard's first: the keys of
/// `[policies]`.
pub const POLICIES: [(&str, &[&str]); 12] = [
    ("integer_division_by_zero", &["zero", "error", "limit", "dividend"]),
    ("shift_out_of_range", &["fill", "wrap", "masked", "clamp"]),
    ("negative_integer_power", &["truncate", "error", "zero"]),
    ("integer_math", &["exact", "float64", "float64_pow"]),
    ("float_to_int", &["saturate", "truncate"]),
    ("floor_quotient", &["exact", "rounded", "divmod"]),
    ("float_remainder", &["floor", "corrected", "truncate", "stepwise"]),
    ("float_extremes", &["ieee", "nan", "right", "left", "number"]),
    ("sign_of_nan", &["nan", "zero"]),
    ("round_halves", &["even", "away"]),
    ("scalar_out_of_range", &["error", "wrap", "widen"]),
    ("scalar_comparison", &["converted", "exact"]),
];

/// The value of each of [`POLICIES`], as its place in the list of values.
pub type Policies = [usize; POLICIES.len()];

impl Operands {
    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Operands::One(_) => 1,
            Operands::Two(..) => 2,
        }
    }

    /// The dtypes among them.
    pub fn dtypes(self) -> impl Iterator<Item = DTypeId> {
        let (first, second) = match self {
            Operands::One(id) | Operands::Two(id, Column::Kind(_)) => (id, None),
            Operands::Two(id, Column::DType(other)) => (id, Some(other)),
        };
        std::iter::once(first).chain(second)
    }
}
