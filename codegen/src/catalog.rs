//! The checked model of a spec, which everything else uses: names are resolved, and there are no places and no TOML.
//!
//! Only [`crate::lower`] makes a [`Catalog`]. Every index in it is valid, every table is total, and every cell has its
//! sources.

mod dtype;
mod ids;
mod observed;
mod op;
mod policy;
mod table;
mod tables;

use std::borrow::Cow;

pub use dtype::{DType, carrier};
pub use ids::{Id, IdForm, IdSystem};
pub use observed::{
    Asked, Aspect, CREATE, DifferenceCell, DifferenceOf, FORMS, Observed, ObservedDifference,
    Triples, ValueCells,
};
pub use op::{Op, OpCell, OpOverride, Operands};
pub use policy::{Policy, PolicyValue};
pub use rules::{
    Cell, Column, Compute, DTypeId, DefaultKind, Format, Group, Kind, Nary, OpResult, OpRule,
    Operand, Scalar, TableName, TypedScalars,
};
use rules::{Facts, Losses, OpId, Tables};
pub use table::{SourcedCell, Table};
pub use tables::DenseTables;

/// Everything the spec says.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalog {
    /// The element types, in the order of every drawn table.
    pub dtypes: Vec<DType>,
    /// The operations.
    pub ops: Vec<Op>,
    /// The points on which frameworks differ, apart from dtypes.
    pub policies: Vec<Policy>,
    /// What the dtypes are called in other systems.
    pub id_systems: Vec<IdSystem>,
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
    /// `no-fp64`, if the ruleset is a device profile.
    pub device: Option<String>,
    /// The ruleset that it inherits from: its base, or the ruleset it is a device profile of.
    pub base: Option<String>,
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
    /// Its names for sets of dtypes.
    pub abstract_types: Vec<(String, Vec<DTypeId>)>,
    /// The dtype chosen if none is given, for each of [`DEFAULT_KINDS`]; `None` if no source says.
    pub defaults: [Option<DTypeId>; 4],
    /// The value ranges its documents print, as they print them.
    pub ranges: Vec<(DTypeId, String)>,
    /// Tensor × tensor: rows the left operand, columns the right.
    pub promotion: Table,
    /// Tensor × scalar: rows the tensor.
    pub scalars: Table,
    /// The tables of 0-d and weakly typed tensors, if the framework distinguishes them from other tensors.
    pub further: Vec<(TableName, Table)>,
    /// For each dtype, those of outputs that a result of it may be converted to; `None` if no source says.
    pub output: Option<Vec<(DTypeId, Vec<DTypeId>)>>,
    /// How more than two operands are promoted.
    pub nary: Nary,
    /// The op whose cells the framework's `result_type` goes by; `None` if it goes by the tables.
    pub result_type: Option<String>,
    /// What a scalar that has a dtype counts as.
    pub typed: TypedScalars,
    /// What ops give for some operands, in place of what the tables say.
    pub op_cells: Vec<OpCell>,
    /// Rules of ops that are not those of [`Catalog::ops`].
    pub op_overrides: Vec<OpOverride>,
    /// The ops that its own file speaks of: in `ops` of a source, or in `[ops]`. Of any other op only a run
    /// knows that the framework has it.
    pub stated_ops: Vec<String>,
    /// The float that bool and integers become in an inexact op, if it is not the default.
    pub inexact: Vec<(DTypeId, DTypeId)>,
    /// Its value of each of [`Catalog::policies`], as a place among the policy's values.
    pub policies: Vec<usize>,
    /// Cells on which two sources differ.
    pub divergences: Vec<Divergence>,
    /// The recorded runs of its framework.
    pub observed: Vec<Observed>,
    /// Where those are known to differ from what the ruleset gives.
    pub observed_differences: Vec<ObservedDifference>,
    /// Mistakes in a source that change no cell.
    pub slips: Vec<Slip>,
    /// The tables in the form that crate `rules` takes; see [`Catalog::tables`].
    pub tables: DenseTables,
}

/// The prefix of a scalar where operands are spelled: `scalar:int`.
pub const SCALAR: &str = "scalar:";

/// The prefix of a 0-d tensor's dtype: `zero:int8`.
pub const ZERO_DIM: &str = "zero:";

/// The prefix of a weakly typed tensor's dtype: `weak:int8`.
pub const WEAK: &str = "weak:";

/// The keys of [`Ruleset::defaults`], in the order of [`DefaultKind::ALL`].
pub const DEFAULT_KINDS: [&str; 4] = {
    let [integral, indexing, real, complex] = DefaultKind::ALL;
    [integral.name(), indexing.name(), real.name(), complex.name()]
};

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

/// Whether a source is documentation, code or a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// Documentation.
    Docs,
    /// Source code.
    Code,
    /// A recorded run.
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
    pub says: Vec<(usize, Cell)>,
    /// What the runtime follows.
    pub runtime: Cell,
    /// Why.
    pub why: String,
}

/// A mistake in a source that changes no cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// The source that has the mistake, as a place in [`Ruleset::sources`].
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
        &self.dtypes[id.index()]
    }

    /// The dtype that a narrow one is computed by way of; of any other, itself.
    pub fn carrier(&self, id: DTypeId) -> DTypeId {
        let dtype = self.dtype(id);
        match dtype.is_narrow() {
            true => carrier(&self.dtypes, dtype).expect("lowering has found one"),
            false => id,
        }
    }

    /// Every dtype's place, in order.
    pub fn ids(&self) -> impl Iterator<Item = DTypeId> + use<> {
        (0..self.dtypes.len()).map(DTypeId::at)
    }

    /// The name of a dtype that a cell gives and the spec does not have.
    pub fn foreign(&self, place: u8) -> &str {
        &self.foreign[usize::from(place)]
    }

    /// The tables of a ruleset, as crate `rules` takes them.
    pub fn tables<'a>(&'a self, ruleset: &'a Ruleset) -> Tables<'a> {
        ruleset.tables.of(self, ruleset)
    }

    /// What a conversion from one dtype to another can lose.
    pub fn losses(&self, from: DTypeId, to: DTypeId) -> Losses {
        let facts: Vec<Facts> = self.dtypes.iter().map(DType::facts).collect();
        rules::losses(&facts, from, to)
    }

    /// The place of an op, as tables name it.
    pub fn op_id(&self, op: &Op) -> OpId {
        let place = self.ops.iter().position(|known| known.name == op.name);
        let place = place.and_then(|place| u8::try_from(place).ok());
        OpId(place.expect("an op is one of at most 255 of the catalog"))
    }

    /// The ruleset of that name.
    pub fn ruleset(&self, name: &str) -> Option<&Ruleset> {
        self.rulesets.iter().find(|ruleset| ruleset.name == name)
    }

    /// What a cell gives: a public name, with a star if it is weakly typed, or its sign.
    pub fn outcome_name(&self, outcome: Cell) -> Cow<'_, str> {
        self.outcome_word(outcome, |id| &self.dtype(id).name)
    }

    /// What a cell gives, as a grid shows it: a short code, with a star if it is weakly typed, or its sign.
    pub fn outcome_code(&self, outcome: Cell) -> Cow<'_, str> {
        self.outcome_word(outcome, |id| &self.dtype(id).code)
    }

    fn outcome_word<'a>(
        &'a self,
        outcome: Cell,
        word: impl Fn(DTypeId) -> &'a str,
    ) -> Cow<'a, str> {
        match outcome {
            Cell::DType(id) => word(id).into(),
            Cell::Weak(id) => format!("{}*", word(id)).into(),
            Cell::Foreign(place) => format!("<{}>", self.foreign(place)).into(),
            Cell::Refused => "-".into(),
            Cell::NoKernel => "!".into(),
            Cell::Unknown => "?".into(),
        }
    }

    /// An operand as the spec and the command line write it: `i8`, `zero:i8`, `weak:i8`, `scalar:int`.
    pub fn operand_code(&self, operand: Operand) -> String {
        let code = |id: DTypeId| self.dtype(id).code.as_str();
        match operand {
            Operand::Tensor(id) => code(id).to_owned(),
            Operand::ZeroDim(id) => format!("{ZERO_DIM}{}", code(id)),
            Operand::Weak(id) => format!("{WEAK}{}", code(id)),
            Operand::Scalar(kind) => format!("{SCALAR}{}", kind.name()),
            Operand::TypedScalar(id) => format!("{SCALAR}{}", code(id)),
        }
    }

    /// What operands are called: `int8`, `int8 × uint8`, `int8 × Python int`.
    pub fn operands_name(&self, operands: Operands) -> String {
        let name = |id: DTypeId| self.dtype(id).name.as_str();
        match operands {
            Operands::One(id) => name(id).to_owned(),
            Operands::Two(lhs, Column::DType(rhs)) => format!("{} × {}", name(lhs), name(rhs)),
            Operands::Two(lhs, Column::Scalar(kind)) => {
                format!("{} × {kind}", name(lhs))
            }
        }
    }

    /// What a column is called: a public name, or a kind of Python scalar.
    pub fn column_name(&self, column: Column) -> &str {
        match column {
            Column::DType(id) => &self.dtype(id).name,
            Column::Scalar(kind) => kind.name(),
        }
    }

    /// What a column looks like in a grid.
    pub fn column_code(&self, column: Column) -> &str {
        match column {
            Column::DType(id) => &self.dtype(id).code,
            Column::Scalar(kind) => kind.name(),
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
    /// The table of that name; an empty one if the framework has none.
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

    /// The cell that an op has of its own for these operands.
    pub fn op_cell(&self, op: &Op, operands: Operands) -> Option<&OpCell> {
        self.op_cells.iter().find(|cell| cell.operands == operands && cell.op == op.name)
    }

    /// The rule of an op: the ruleset's own, or that of `ops.toml`.
    pub fn rule<'a>(&'a self, op: &'a Op) -> &'a OpRule {
        let own = self.op_overrides.iter().find(|own| own.op == op.name);
        own.map_or(&op.rule, |own| &own.rule)
    }

    /// What two tensors give.
    pub fn promote(&self, lhs: DTypeId, rhs: DTypeId) -> Cell {
        self.promotion.outcome(lhs, Column::DType(rhs))
    }

    /// Its file, below `frameworks/` and without `.toml`; that of its framework, if it is a device profile.
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
