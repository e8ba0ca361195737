//! Operations: what each is defined on, what it computes in, what it returns.

use super::{Column, DTypeId, Kind, Outcome};

/// One operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Op {
    /// `add`
    pub name: String,
    /// What each element of the result is.
    pub doc: String,
    /// How it takes its operands.
    pub group: Group,
    /// What it is defined on, where a ruleset does not say otherwise.
    pub rule: OpRule,
    /// Whether mixed operands are converted inside its loop.
    pub fused: bool,
    /// Whether its operands may be swapped.
    pub swaps: bool,
}

/// How an op takes its operands: the sections of `ops.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Pairs of elements.
    Binary,
    /// Single elements.
    Unary,
    /// Triples of elements.
    Ternary,
    /// Matrices.
    Product,
    /// All elements along some axes.
    Reduction,
}

/// What an op is defined on, computes in and returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpRule {
    /// The kinds of compute dtype it is defined on.
    pub on: Vec<Kind>,
    /// What it computes in.
    pub compute: Compute,
    /// What it returns.
    pub result: OpResult,
}

/// What an op computes in, from the promoted dtype.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compute {
    /// The promoted dtype itself.
    Promoted,
    /// Bool and integers become a float of the ruleset's.
    Inexact,
    /// Bool and integers become the ruleset's default real floating dtype.
    Real,
    /// Whether an element is other than zero.
    Truth,
    /// Bool and narrow integers become as wide as the default integral dtype.
    Widened,
}

/// What an op returns, from the dtype it computes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpResult {
    /// The compute dtype.
    Compute,
    /// Bool.
    Bool,
    /// Of a complex dtype its part, otherwise the compute dtype.
    Part,
    /// The ruleset's default indexing dtype.
    Index,
    /// The first operand's dtype, which must be the promoted one.
    First,
}

/// A ruleset's own rule of an op.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpDeviation {
    /// The op's name.
    pub op: String,
    /// Its whole rule here.
    pub rule: OpRule,
    /// Who says so, as places in [`Ruleset::sources`](super::Ruleset::sources).
    pub sources: Vec<usize>,
}

/// A cell of an op's own: what its operands give, in place of what the ruleset's tables say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpCell {
    /// The op's name.
    pub op: String,
    /// Of what.
    pub operands: Operands,
    /// The promoted dtype, from which the op's rule goes on, or why there is none.
    pub outcome: Outcome,
    /// Who says so, as places in [`Ruleset::sources`](super::Ruleset::sources).
    pub sources: Vec<usize>,
}

/// The operands of an op that promote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operands {
    /// One tensor.
    One(DTypeId),
    /// A tensor, and another or a Python number, which may as well come first.
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

impl Group {
    /// All five, in the order of `ops.toml`.
    pub const ALL: [Group; 5] =
        [Group::Binary, Group::Unary, Group::Ternary, Group::Product, Group::Reduction];

    /// Its section of `ops.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Group::Binary => "binary",
            Group::Unary => "unary",
            Group::Ternary => "ternary",
            Group::Product => "product",
            Group::Reduction => "reduction",
        }
    }

    /// How many operands promote together; the condition of a ternary op does not.
    pub fn promotes(self) -> usize {
        match self {
            Group::Binary | Group::Product | Group::Ternary => 2,
            Group::Unary | Group::Reduction => 1,
        }
    }
}

impl Compute {
    /// As the spec spells them.
    pub const WORDS: [(&str, Compute); 5] = [
        ("promoted", Compute::Promoted),
        ("inexact", Compute::Inexact),
        ("real", Compute::Real),
        ("truth", Compute::Truth),
        ("widened", Compute::Widened),
    ];

    /// As the spec spells it.
    pub fn name(self) -> &'static str {
        let word = Compute::WORDS.iter().find(|(_, compute)| *compute == self);
        word.map_or("", |(name, _)| name)
    }
}

impl OpResult {
    /// As the spec spells them.
    pub const WORDS: [(&str, OpResult); 5] = [
        ("compute", OpResult::Compute),
        ("bool", OpResult::Bool),
        ("part", OpResult::Part),
        ("index", OpResult::Index),
        ("first", OpResult::First),
    ];

    /// As the spec spells it.
    pub fn name(self) -> &'static str {
        let word = OpResult::WORDS.iter().find(|(_, result)| *result == self);
        word.map_or("", |(name, _)| name)
    }
}
