//! The model everything else uses: resolved, checked, immutable; no spans, no TOML.
//!
//! A [`Catalog`] is finished when it exists: every name in it is an index that holds, every table
//! is total, every cell knows its sources. Only [`crate::lower`] makes one.

mod dtype;
mod observed;
mod op;
mod operand;
mod table;

use std::borrow::Cow;

pub use dtype::{DType, DTypeId, Format, Kind, ScalarKind};
pub use observed::{Asked, Aspect, Departed, DepartedCell, Departure, Observed};
pub use op::{
    Compute, Group, Op, OpCell, OpDeviation, OpResult, OpRule, Operands, POLICIES, Policies,
};
pub use operand::Operand;
pub use table::{Cell, Column, Outcome, Table, TableName};

/// Everything the spec says.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalog {
    /// The element types, in the order of every drawn table.
    pub dtypes: Vec<DType>,
    /// The operations.
    pub ops: Vec<Op>,
    /// Dtypes that frameworks give and the spec does not have, by the frameworks' names.
    pub foreign: Vec<String>,
    /// The rulesets: by file name, each followed by its device profiles.
    pub rulesets: Vec<Ruleset>,
    /// Every file the catalog was read from, relative to the spec folder.
    pub files: Vec<String>,
}

/// A framework, at an edition, on a device profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruleset {
    /// `dpctl/no-fp64`
    pub name: String,
    /// `dpctl`
    pub framework: String,
    /// `0.21`
    pub edition: String,
    /// `no-fp64`, where the ruleset is a device profile.
    pub device: Option<String>,
    /// Where its facts come from; everything below points here.
    pub sources: Vec<Source>,
    /// The dtypes it has, in catalog order.
    pub dtypes: Vec<DTypeId>,
    /// The dtypes its documents name as not supported.
    pub unsupported: Vec<DTypeId>,
    /// The dtypes the framework has and this device lacks.
    pub lacks: Vec<DTypeId>,
    /// The framework's own spellings, the printed one first.
    pub names: Vec<(DTypeId, Vec<String>)>,
    /// Its names for sets of dtypes; one that is no set of dtypes is empty.
    pub abstract_types: Vec<(String, Vec<DTypeId>)>,
    /// The dtype chosen where none is given, by [`DEFAULT_KINDS`]; `None` where no source says.
    pub defaults: [Option<DTypeId>; 4],
    /// The value ranges its documents print, as they print them.
    pub ranges: Vec<(DTypeId, String)>,
    /// Tensor × tensor: rows the left operand, columns the right.
    pub promotion: Table,
    /// Tensor × scalar: rows the tensor.
    pub scalars: Table,
    /// The tables of other operands, as far as the framework tells them from tensors.
    pub further: Vec<(TableName, Table)>,
    /// For each dtype, those a result of it may be converted to for an output of another; `None`
    /// where no source says.
    pub output: Option<Vec<(DTypeId, Vec<DTypeId>)>>,
    /// How more than two operands are promoted.
    pub nary: Nary,
    /// What single ops give, where that is not what the tables say.
    pub op_cells: Vec<OpCell>,
    /// Ops whose rule is not the one of [`Catalog::ops`].
    pub own_ops: Vec<OpDeviation>,
    /// The float that bool and each integer become in an inexact op, where it is not the default.
    pub inexact: Vec<(DTypeId, DTypeId)>,
    /// What it chooses of [`POLICIES`].
    pub policies: Policies,
    /// Cells on which two sources differ.
    pub divergences: Vec<Divergence>,
    /// What its framework did when run, where that is recorded.
    pub observed: Vec<Observed>,
    /// Where that differs from what the ruleset gives.
    pub departures: Vec<Departure>,
    /// Mistakes in a source that change no cell.
    pub slips: Vec<Slip>,
}

/// The keys of [`Ruleset::defaults`], as the Array API's inspection functions spell them.
pub const DEFAULT_KINDS: [&str; 4] = ["integral", "indexing", "real floating", "complex floating"];

/// How more than two operands are promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nary {
    /// From the left, two at a time, in the order given.
    Fold,
    /// Those of the highest kind first, then as in a fold: their order does not matter.
    Join,
    /// Each category by itself, then the lower ones beside the higher.
    CategoryFold,
}

/// Where a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its short name in the spec.
    pub id: String,
    /// Documents, code, or a run.
    pub kind: SourceKind,
    /// What it is called.
    pub title: String,
    /// Which version of it.
    pub version: String,
    /// Where it is.
    pub url: String,
    /// The day it was read, as `2026-11-21`.
    pub read: String,
}

/// What sort of source it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// Documentation.
    Docs,
    /// Source code.
    Code,
    /// Seen by running it.
    Observed,
}

/// A cell on which two sources differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// `promotion` or `scalars`.
    pub table: TableName,
    /// Row and column of each cell.
    pub cells: Vec<(usize, usize)>,
    /// What each source says.
    pub says: Vec<(usize, Outcome)>,
    /// What the runtime follows.
    pub runtime: Outcome,
    /// Why.
    pub why: String,
}

/// A mistake in a source that changes no cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// Who slipped, as a place in [`Ruleset::sources`].
    pub source: usize,
    /// The promotion cell it is about, if it is about one.
    pub cell: Option<(usize, usize)>,
    /// The dtype whose range it is about, if it is about one.
    pub range: Option<DTypeId>,
    /// What the source says.
    pub says: String,
    /// What it must mean.
    pub is: String,
    /// Why that is believed.
    pub why: String,
}

impl Catalog {
    /// The dtype at a place.
    pub fn dtype(&self, id: DTypeId) -> &DType {
        &self.dtypes[id.0]
    }

    /// Every dtype's place, in order.
    pub fn ids(&self) -> impl Iterator<Item = DTypeId> + use<> {
        (0..self.dtypes.len()).map(DTypeId)
    }

    /// The ruleset of that name.
    pub fn ruleset(&self, name: &str) -> Option<&Ruleset> {
        self.rulesets.iter().find(|ruleset| ruleset.name == name)
    }

    /// What an outcome is called: a public name, with a star where it is weakly typed, or its sign.
    pub fn outcome_name(&self, outcome: Outcome) -> Cow<'_, str> {
        self.outcome_word(outcome, |id| &self.dtype(id).name)
    }

    /// What an outcome looks like in a grid: a short code, with a star where it is weakly typed, or its sign.
    pub fn outcome_code(&self, outcome: Outcome) -> Cow<'_, str> {
        self.outcome_word(outcome, |id| &self.dtype(id).code)
    }

    fn outcome_word<'a>(
        &'a self,
        outcome: Outcome,
        word: impl Fn(DTypeId) -> &'a str,
    ) -> Cow<'a, str> {
        match outcome {
            Outcome::DType(id) => word(id).into(),
            Outcome::Weak(id) => format!("{}*", word(id)).into(),
            Outcome::Foreign(place) => format!("<{}>", self.foreign[place]).into(),
            Outcome::Refused => "-".into(),
            Outcome::NoKernel => "!".into(),
            Outcome::Unknown => "?".into(),
        }
    }

    /// What operands are called: `int8`, `int8 × uint8`, `int8 × Python int`.
    pub fn operands_name(&self, operands: Operands) -> String {
        let name = |id: DTypeId| self.dtype(id).name.as_str();
        match operands {
            Operands::One(id) => name(id).to_owned(),
            Operands::Two(lhs, Column::DType(rhs)) => format!("{} × {}", name(lhs), name(rhs)),
            Operands::Two(lhs, Column::Kind(kind)) => {
                format!("{} × Python {}", name(lhs), kind.name())
            }
        }
    }

    /// What a column is called: a public name, or a kind of Python number.
    pub fn column_name(&self, column: Column) -> &str {
        match column {
            Column::DType(id) => &self.dtype(id).name,
            Column::Kind(kind) => kind.name(),
        }
    }

    /// What a column looks like in a grid.
    pub fn column_code(&self, column: Column) -> &str {
        match column {
            Column::DType(id) => &self.dtype(id).code,
            Column::Kind(kind) => kind.name(),
        }
    }
}

impl SourceKind {
    /// As the spec spells it.
    pub fn name(self) -> &'static str {
        match self {
            SourceKind::Docs => "docs",
            SourceKind::Code => "code",
            SourceKind::Observed => "observed",
        }
    }
}

impl Ruleset {
    /// The table of that name; an empty one, where the framework has none.
    pub fn table(&self, name: TableName) -> &Table {
        match name {
            TableName::Promotion => &self.promotion,
            TableName::Scalars => &self.scalars,
            _ => {
                let stated = self.further.iter().find(|(further, _)| *further == name);
                stated.map_or(&table::NONE, |(_, table)| table)
            }
        }
    }

    /// Whether the framework has a table of that name.
    pub fn has_table(&self, name: TableName) -> bool {
        !self.table(name).rows.is_empty()
    }

    /// The cell of an op's own for these operands, if it has one.
    pub fn op_cell(&self, op: &Op, operands: Operands) -> Option<&OpCell> {
        self.op_cells.iter().find(|cell| cell.operands == operands && cell.op == op.name)
    }

    /// What two tensors give.
    pub fn promote(&self, lhs: DTypeId, rhs: DTypeId) -> Outcome {
        self.promotion.outcome(lhs, Column::DType(rhs))
    }

    /// The file it is of, below `frameworks/` and without `.toml`: a device profile's is its framework's.
    pub fn file(&self) -> &str {
        match &self.device {
            None => &self.name,
            Some(device) => self
                .name
                .strip_suffix(device.as_str())
                .map_or(&self.name, |name| &name[..name.len() - 1]),
        }
    }

    /// Framework, edition and device in one phrase: `dpctl 0.21.1 (no-fp64)`.
    pub fn title(&self) -> String {
        match &self.device {
            None => format!("{} {}", self.framework, self.edition),
            Some(device) => format!("{} {} ({device})", self.framework, self.edition),
        }
    }
}
