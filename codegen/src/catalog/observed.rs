//! The recorded runs of a ruleset's framework, and where they are known to differ from the ruleset.

use std::collections::BTreeSet;

use super::{Catalog, DTypeId, Operand};

/// A recorded run, and the parts of the ruleset it can be compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The source it is, as a place in [`Ruleset::sources`](super::Ruleset::sources).
    pub source: usize,
    /// `dpctl-0.21.1`: the file, without `.json`.
    pub file: String,
    /// `run`: the view of it.
    pub view: String,
    /// The parts of the ruleset it can be compared with.
    pub about: Vec<Aspect>,
}

/// A part of a ruleset that a run can be compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// What two tensors of any category promote to, as `add` shows it.
    Promotion,
    /// What a tensor and a Python scalar promote to, as `add` shows it.
    Scalars,
    /// What every other op returns.
    Ops,
    /// The default dtypes.
    Defaults,
    /// The spellings of dtypes.
    Names,
    /// What three tensors promote to.
    Nary,
    /// What is computed.
    Values,
    /// What functions give as they are called: creation, arguments left out, outputs.
    Calls,
}

/// The functions that make tensors, beside the ops, in divergences of calls.
pub const CREATE: [&str; 6] = ["array", "full", "arange", "linspace", "zeros", "ones"];

/// How two operands stand in a call of an op, after its name: `add in-place`. Recorded runs have a table of each.
pub const FORMS: [&str; 6] = [
    "in-place",
    "output",
    "tensor numpy-scalar",
    "numpy-scalar tensor",
    "tensor numpy-array",
    "numpy-array tensor",
];

/// Cells on which a run differs from what the ruleset gives. The runtime follows the ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedDifference {
    /// Which run, as a place in [`Ruleset::sources`](super::Ruleset::sources).
    pub source: usize,
    /// Of what.
    pub of: DifferenceOf,
    /// The device profiles it is about; empty if it is about the framework and all of them.
    pub devices: Vec<String>,
    /// What the ruleset gives: a code, a sign, or `*` for anything; a phrase if it is about values.
    pub rule: String,
    /// What the run gave, likewise.
    pub run: String,
    /// Whether the run gave it because of the values that it was asked of: of most others it gives what the ruleset
    /// does.
    pub some_values: bool,
    /// Why the runtime does not follow it.
    pub why: String,
}

impl ObservedDifference {
    /// Whether it is about a device profile, or about the whole framework if that is `None`.
    pub fn holds_on(&self, device: Option<&str>) -> bool {
        let named = |device| self.devices.iter().any(|one| one == device);
        self.devices.is_empty() || device.is_some_and(named)
    }

    /// Whether another says the same of the same cells.
    pub fn says_as(&self, other: &ObservedDifference) -> bool {
        (&self.of, &self.rule, &self.run) == (&other.of, &other.rule, &other.run)
    }
}

/// What a difference is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DifferenceOf {
    /// The dtypes that ops return.
    Ops(Vec<String>, Vec<DifferenceCell>),
    /// Defaults, by their kinds.
    Defaults(Vec<String>),
    /// Spellings.
    Names(Vec<String>),
    /// What functions of any number of tensors return for three dtypes.
    Nary(Vec<String>, Vec<Triples>),
    /// What ops compute: ops, or `cast`, and cells.
    Values(Vec<String>, Vec<ValueCells>),
    /// What functions give as they are called: their names, and arguments as they are written.
    Calls(Vec<String>, Vec<String>),
}

/// Three dtypes each, on which a run differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Triples {
    /// Each of a side with each of the others.
    pub sides: [Vec<DTypeId>; 3],
    /// The cell as it is written, where a word stands for several dtypes, such as `narrow`: one of them at least
    /// differs then, otherwise each.
    pub some: Option<String>,
}

impl Triples {
    /// One by one.
    pub fn each(&self) -> impl Iterator<Item = [DTypeId; 3]> {
        let [a, b, c] = &self.sides;
        let pairs = a.iter().flat_map(move |&a| b.iter().map(move |&b| (a, b)));
        pairs.flat_map(move |(a, b)| c.iter().map(move |&c| [a, b, c]))
    }
}

/// Cells of values, some of whose elements differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueCells {
    /// As they are written: `f32 × complex`.
    pub written: String,
    /// Each that they stand for: `f32 × c64`.
    pub cells: BTreeSet<String>,
}

/// Cells of an op.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceCell {
    /// One.
    Asked(Asked),
    /// All cells that compute in this dtype by the rule: `→ bf16`.
    Into(DTypeId),
}

impl Aspect {
    /// As the spec spells them.
    pub const WORDS: [(&str, Aspect); 8] = [
        ("promotion", Aspect::Promotion),
        ("scalars", Aspect::Scalars),
        ("ops", Aspect::Ops),
        ("defaults", Aspect::Defaults),
        ("names", Aspect::Names),
        ("nary", Aspect::Nary),
        ("values", Aspect::Values),
        ("calls", Aspect::Calls),
    ];

    /// As the spec spells it.
    pub fn name(self) -> &'static str {
        let word = Aspect::WORDS.iter().find(|(_, aspect)| *aspect == self);
        word.map_or("", |(name, _)| name)
    }
}

/// The operands of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// One tensor.
    One(DTypeId),
    /// Two operands, at least one of them a tensor.
    Pair(Operand, Operand),
}

impl Asked {
    /// The cell of two operands; `None` for scalars alone, and for scalars that have a dtype.
    pub fn pair([lhs, rhs]: [Operand; 2]) -> Option<Asked> {
        let typed = |one| matches!(one, Operand::TypedScalar(_));
        let none = typed(lhs) || typed(rhs) || (lhs.is_scalar() && rhs.is_scalar());
        (!none).then_some(Asked::Pair(lhs, rhs))
    }

    /// As the spec writes a cell: `i8`, `i8 × u8`, `i8 × scalar:int`, `i8 × zero:f32`.
    pub fn code(self, catalog: &Catalog) -> String {
        let code = |operand| catalog.operand_code(operand);
        match self {
            Asked::One(id) => catalog.dtype(id).code.clone(),
            Asked::Pair(lhs, rhs) => format!("{} × {}", code(lhs), code(rhs)),
        }
    }
}
