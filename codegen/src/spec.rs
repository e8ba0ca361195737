//! What the files say: every key with its place, nothing resolved.
//!
//! The files are read over TOML's spanned tree by `read`, not deserialised: serde stops at the
//! first mistake, and a spec shows all of its mistakes at once. What could not be read is [poisoned](crate::poison::Poisoned), and so
//! is a key that is missing where another key is unknown: it may be that one, misspelled.

mod framework;
pub mod grid;
mod ids;
pub(crate) mod read;
mod section;
mod toml_1_0;

use crate::catalog::{Group, TableName};
use crate::diagnostic::{At, Place};
use crate::poison::{Checked, Listed};

/// All that the files say.
#[derive(Debug, Default)]
pub struct Spec {
    /// `dtypes.toml`, line by line.
    pub dtypes: Vec<DTypeLine>,
    /// `ops.toml`, line by line.
    pub ops: Listed<OpLine>,
    /// `[policies]` of `ops.toml`, policy by policy.
    pub policies: Vec<PolicyLine>,
    /// `ids.toml`, system by system.
    pub id_systems: Vec<IdSystemLine>,
    /// `frameworks/*.toml`.
    pub frameworks: Listed<Framework>,
}

/// One dtype.
#[derive(Debug)]
pub struct DTypeLine {
    /// `bf16`
    pub code: At<String>,
    /// `bfloat16`, if it is not the code.
    pub name: Option<At<String>>,
    /// `float`
    pub kind: Option<At<String>>,
    /// Width in bits.
    pub bits: Option<At<i64>>,
    /// `half::bf16`; left out of a narrow dtype. Poisoned if it could not be read.
    pub rust: Checked<Option<At<String>>>,
    /// Features of `runtime`.
    pub needs: Vec<At<String>>,
    /// Stored exponent bits of a float.
    pub exponent: Option<At<i64>>,
    /// Stored mantissa bits of a float.
    pub mantissa: Option<At<i64>>,
    /// What is subtracted from a stored exponent of a float.
    pub bias: Option<At<i64>>,
    /// Whether a float has a sign bit.
    pub sign: Option<At<bool>>,
    /// Whether an exponent of zero bits means zero and subnormal numbers.
    pub zero: Option<At<bool>>,
    /// Whether a float has an infinity.
    pub infinity: Option<At<bool>>,
    /// Which bit patterns of a float are NaN.
    pub nan: Option<At<String>>,
    /// Whether exponent and mantissa of a float share their bits.
    pub tapered: Option<At<bool>>,
    /// The float of each half of a complex number.
    pub part: Option<At<String>>,
}

/// One operation.
#[derive(Debug)]
pub struct OpLine {
    /// `add`
    pub name: At<String>,
    /// The section it stands in.
    pub group: Group,
    /// What each element of the result is.
    pub doc: Option<At<String>>,
    /// Names of kinds.
    pub on: Vec<At<String>>,
    /// `promoted`, `inexact`, `real`, `truth` or `widened`.
    pub compute: Option<At<String>>,
    /// `compute`, `bool`, `part`, `index` or `first`.
    pub result: Option<At<String>>,
    /// Whether mixed operands are converted inside its loop.
    pub fused: Option<At<bool>>,
    /// Whether its operands may be swapped.
    pub swaps: Option<At<bool>>,
    /// The op that it is of integers, where a ruleset has it of them.
    pub integers: Option<At<String>>,
    /// Names of the kinds whose elements it does not compute with.
    pub moves: Vec<At<String>>,
}

/// One policy.
#[derive(Debug)]
pub struct PolicyLine {
    /// `float_to_int`
    pub name: At<String>,
    /// What it decides.
    pub doc: Option<At<String>>,
    /// The value of a ruleset that states none.
    pub default: Option<At<String>>,
    /// Each value with what it means.
    pub values: Listed<(At<String>, At<String>)>,
}

/// One system of ids.
#[derive(Debug)]
pub struct IdSystemLine {
    /// `onnx`
    pub name: At<String>,
    /// `ONNX`
    pub title: Option<At<String>>,
    /// What of it is the id.
    pub what: Option<At<String>>,
    /// `number`, `text` or `code and bits`.
    pub form: Option<At<String>>,
    /// `candle_core::DType`, if a crate has an enum whose variants the ids are.
    pub rust: Option<At<String>>,
    /// Whether several dtypes have the same id.
    pub shared: Option<At<bool>>,
    /// Where the ids were read.
    pub source: SourceLine,
    /// Its lines in file order.
    pub ids: Vec<IdLine>,
}

/// The id of one dtype.
#[derive(Debug)]
pub struct IdLine {
    /// `bf16`
    pub code: At<String>,
    /// What the system calls it.
    pub id: Checked<At<IdValue>>,
}

/// An id as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdValue {
    /// `11`
    Number(i64),
    /// `"F32"`, or several.
    Texts(Vec<String>),
    /// `[2, 32]`
    Pair(i64, i64),
}

/// One file of `frameworks/`.
#[derive(Debug)]
pub struct Framework {
    /// The ruleset's name: the file's, without `.toml`.
    pub ruleset: String,
    /// The `[framework]` table.
    pub at: Place,
    /// Poisoned if a part of the file could not be read: what seems unused may be used there.
    pub rest: Checked<()>,
    /// Poisoned if the file has an unknown section: it may be any that is missing, misspelled.
    pub sections: Checked<()>,
    /// `MindSpore`
    pub name: Option<At<String>>,
    /// `2.5`
    pub edition: Option<At<String>>,
    /// The ruleset whose sections hold if this file has none.
    pub base: Checked<Option<At<String>>>,
    /// The source of every section that names none.
    pub source: Vec<At<String>>,
    /// Codes of the dtypes it has.
    pub dtypes: Checked<Option<At<Listed<At<String>>>>>,
    /// Codes of the dtypes its documents name as not supported.
    pub unsupported: Listed<At<String>>,
    /// Names of dtypes it gives that the spec does not have.
    pub foreign: Listed<At<String>>,
    /// `[[source]]`
    pub sources: Vec<SourceLine>,
    /// `[names]`: code → spellings.
    pub names: Option<Listing>,
    /// `[names] prefixes`: what may stand before any of them.
    pub prefixes: Vec<At<String>>,
    /// `[abstract]`: name → kinds.
    pub abstract_types: Option<Listing>,
    /// `[defaults]`: kind → one code.
    pub defaults: Option<Listing>,
    /// `[ranges]`: code → one range.
    pub ranges: Option<Listing>,
    /// `[promotion]`, `[scalars]` and the others, in the order of [`TableName::ALL`].
    pub tables: Vec<(TableName, Checked<Option<TableSection>>)>,
    /// `[output]`: kind or code → kinds and codes.
    pub output: Option<Listing>,
    /// `[device.*]`
    pub devices: Vec<Device>,
    /// `[ops]`
    pub ops: Option<OpsSection>,
    /// What its ops do with narrow dtypes.
    pub narrow_ops: Option<OpsSection>,
    /// `[inexact]`: code → one code.
    pub inexact: Option<Listing>,
    /// `[policies]`: policy → one word.
    pub policies: Option<Listing>,
    /// `[[divergence]]`
    pub divergences: Vec<DivergenceLine>,
    /// `[[slip]]`
    pub slips: Listed<SlipLine>,
}

impl Framework {
    /// The section of a table.
    pub fn table(&self, name: TableName) -> Checked<Option<&TableSection>> {
        let mut tables = self.tables.iter().filter(|(other, _)| *other == name);
        tables.next().map_or(Ok(None), |(_, table)| {
            table.as_ref().map(Option::as_ref).map_err(|&poisoned| poisoned)
        })
    }
}

/// A section that gives each of its keys one or several words.
#[derive(Debug)]
pub struct Listing {
    /// The section.
    pub at: Place,
    /// Its own `source`.
    pub source: Vec<At<String>>,
    /// Its keys in file order.
    pub lines: Vec<(At<String>, Listed<At<String>>)>,
}

/// One `[[source]]`.
#[derive(Debug)]
pub struct SourceLine {
    /// What the file calls it.
    pub id: Option<At<String>>,
    /// `docs`, `code` or `observed`.
    pub kind: Option<At<String>>,
    /// Its title.
    pub title: Option<At<String>>,
    /// Its version.
    pub version: Option<At<String>>,
    /// Where it is.
    pub url: Option<At<String>>,
    /// The day it was read.
    pub read: Option<At<String>>,
    /// `dpctl-0.21.1/run`: the recorded run, and the view of it.
    pub observation: Option<At<String>>,
    /// The parts of the ruleset the run can be compared with; all, if none is named.
    pub about: Vec<At<String>>,
    /// The ops that it speaks of, without a line of `[ops]`.
    pub ops: Vec<At<String>>,
}

/// `[promotion]`, `[scalars]` or a further table.
#[derive(Debug)]
pub struct TableSection {
    /// The section.
    pub at: Place,
    /// Poisoned if a part of it could not be read: what seems missing may be that.
    pub rest: Checked<()>,
    /// Its own `source`.
    pub source: Vec<At<String>>,
    /// Whether it claims to be symmetric; of tables whose two operands are of one category.
    pub symmetric: Option<At<bool>>,
    /// How more than two operands are promoted; of `[promotion]`.
    pub nary: Option<At<String>>,
    /// The op whose cells the framework's `result_type` goes by; of `[promotion]`.
    pub result_type: Option<At<String>>,
    /// `"tensor"`: what a scalar that has a dtype counts as.
    pub typed: Option<At<String>>,
    /// `kind` or `dtype`: what the columns are; of `[scalars]`.
    pub by: Option<At<String>>,
    /// A mark and the source of the cells that carry it.
    pub marks: Vec<(At<String>, At<String>)>,
    /// The table, drawn.
    pub grid: Option<grid::Grid>,
    /// The table as a lattice: each dtype and the ones immediately above.
    pub lattice: Option<Listing>,
    /// The cells that differ from the base's.
    pub cells: Option<Listing>,
    /// The cells of narrow dtypes, which the grid leaves out.
    pub narrow: Option<Listing>,
}

/// One `[device.*]`.
#[derive(Debug)]
pub struct Device {
    /// `no-fp64`
    pub name: At<String>,
    /// Its own `source`.
    pub source: Vec<At<String>>,
    /// Codes of the dtypes it lacks.
    pub lacks: Vec<At<String>>,
    /// What a result it lacks becomes.
    pub demote: Vec<(At<String>, At<String>)>,
    /// Defaults that are not the framework's.
    pub defaults: Option<Listing>,
    /// The recorded run of the framework on such a device.
    pub observation: Option<At<String>>,
    /// Poisoned if a part of it could not be read: what seems missing may be that.
    pub rest: Checked<()>,
}

/// `[ops]` or `[narrow-ops]`: where a framework differs from `ops.toml` and from its own tables.
#[derive(Debug)]
pub struct OpsSection {
    /// Its own `source`.
    pub source: Vec<At<String>>,
    /// The ops that have kernels of narrow dtypes, if not all have; of `[narrow-ops]`.
    pub kernels: Option<Vec<At<String>>>,
    /// Its lines in file order.
    pub lines: Vec<OpOverrideLine>,
}

/// One line of `[ops]`.
#[derive(Debug)]
pub struct OpOverrideLine {
    /// `matmul`, or several ops: `atan2 hypot`.
    pub names: At<String>,
    /// Its own `source`.
    pub source: Vec<At<String>>,
    /// Names of kinds, if they are not those of `ops.toml`.
    pub on: Vec<At<String>>,
    /// A compute rule, if it is not the one of `ops.toml`.
    pub compute: Option<At<String>>,
    /// A result rule, if it is not the one of `ops.toml`.
    pub result: Option<At<String>>,
    /// `tensor`, if 0-d tensors count as tensors with axes.
    pub zero_dim: Option<At<String>>,
    /// Operands, and what they give instead of what the tables say.
    pub cells: Vec<(At<String>, At<String>)>,
    /// What any two unlike dtypes give, except for the cells.
    pub mixed: Option<At<String>>,
    /// Operands it has no kernel for.
    pub refuses: Vec<At<String>>,
    /// Poisoned if a part of it could not be read: what seems missing may be that.
    pub rest: Checked<()>,
}

/// One `[[divergence]]`.
#[derive(Debug)]
pub struct DivergenceLine {
    /// The `[[divergence]]`.
    pub at: Place,
    /// `promotion` or `scalars`, or what a run differs in from the rule.
    pub table: At<String>,
    /// The ops it is about, if it is not about a table.
    pub ops: Vec<At<String>>,
    /// The device profiles it is about; empty if it is about the framework and all of them.
    pub devices: Vec<At<String>>,
    /// `a × b`
    pub cells: Vec<At<String>>,
    /// Whether the run gives it for the values that it was asked of, and not for others.
    pub some_values: Option<At<bool>>,
    /// Source id and cell.
    pub says: At<Vec<(At<String>, At<String>)>>,
    /// The cell the runtime follows.
    pub runtime: At<String>,
    /// Why.
    pub why: At<String>,
}

impl DivergenceLine {
    /// Whether it is about a table that is drawn, and not about what a run showed.
    pub fn is_of_table(&self) -> bool {
        TableName::ALL.into_iter().any(|name| name.name() == self.table.value)
    }
}

/// One `[[slip]]`.
#[derive(Debug)]
pub struct SlipLine {
    /// The source that has the mistake.
    pub source: At<String>,
    /// The promotion cell it is about: `a × b`.
    pub cell: Option<At<String>>,
    /// The dtype whose documented range it is about.
    pub range: Option<At<String>>,
    /// What the source says.
    pub says: At<String>,
    /// What it must mean.
    pub is: At<String>,
    /// Why that is believed.
    pub why: At<String>,
}
