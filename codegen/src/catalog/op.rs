//! Operations: what each is defined on, what it computes in, what it returns.

use rules::{Group, KindSet, OpRule};

use super::{Cell, Column, DTypeId};

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
    /// The op whose kernels compute it of integers, where a ruleset has it of them.
    pub integers: Option<String>,
    /// The kinds whose elements it hands on, or changes in sign or last bit, without computing with them.
    pub moves: KindSet,
}

/// A ruleset's own rule of an op.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpOverride {
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
    pub outcome: Cell,
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
            Operands::One(id) | Operands::Two(id, Column::Scalar(_)) => (id, None),
            Operands::Two(id, Column::DType(other)) => (id, Some(other)),
        };
        std::iter::once(first).chain(second)
    }
}
