//! What frameworks did when they were run: a file of `conformance/observed/`, read against the catalog.

mod file;
mod probe;

use std::collections::BTreeMap;

use crate::catalog::{Asked, Catalog, DTypeId};
use crate::promote::{Operand, SCALAR};
use file::File;
pub use probe::{Probe, ProbeOp, ProbeOperand, Vector};

/// A framework at a version, asked by `cargo xtask observe`.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// `dpctl-0.21.1`: the file's name, without `.json`.
    pub name: String,
    /// As the framework calls itself.
    pub framework: String,
    /// The version that ran.
    pub version: String,
    /// The day it ran.
    pub date: String,
    /// System, processor and Python.
    pub platform: String,
    /// How it was set up.
    pub configuration: String,
    /// The texts of its errors, each once.
    pub errors: Vec<String>,
    /// Its rules, each asked by itself.
    pub views: Vec<View>,
    /// The operands of probes.
    pub vectors: BTreeMap<String, Vector>,
}

/// One rule of a framework: what it gives wherever it was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// `run`
    pub name: String,
    /// What was asked.
    pub about: String,
    /// The dtypes it was asked of.
    pub dtypes: Vec<DTypeId>,
    /// What each op gives, by its place in [`Catalog::ops`].
    cells: BTreeMap<(usize, Asked), Seen>,
    /// Whether one dtype may be cast to another: casting, from, to, answer.
    pub can_cast: Vec<(String, DTypeId, DTypeId, bool)>,
    /// Spellings it knows, and what each means.
    pub names: Vec<(String, Seen)>,
    /// The dtype where none is given, by the keys of `[defaults]`.
    pub defaults: Vec<(String, Seen)>,
    /// What it computes.
    pub probes: Vec<Probe>,
}

/// What a framework answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A dtype.
    DType(DTypeId),
    /// A dtype that the spec does not have, by the framework's name.
    Other(String),
    /// An error of its rule, with the place of its text in [`Observation::errors`].
    Refused(usize),
    /// An error because nothing runs what the rule allows.
    NoKernel(usize),
    /// It killed the process that asked.
    Crash(usize),
}

impl Observation {
    /// Reads the text of a file; `name` is the file's, without `.json`.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, as a sentence that names it.
    pub fn read(name: &str, text: &str, catalog: &Catalog) -> Result<Observation, String> {
        let file: File =
            serde_json::from_str(text).map_err(|error| format!("{name}.json: {error}"))?;
        file.read(name, catalog).map_err(|error| format!("{name}.json: {error}"))
    }

    /// The view of that name.
    pub fn view(&self, name: &str) -> Option<&View> {
        self.views.iter().find(|view| view.name == name)
    }

    /// The text of the error, where an answer is one.
    pub fn error(&self, seen: &Seen) -> Option<&str> {
        match *seen {
            Seen::Refused(text) | Seen::NoKernel(text) | Seen::Crash(text) => {
                self.errors.get(text).map(String::as_str)
            }
            Seen::DType(_) | Seen::Other(_) => None,
        }
    }
}

impl View {
    /// What an op gave; `None` where it was not asked.
    pub fn seen(&self, op: usize, asked: Asked) -> Option<&Seen> {
        self.cells.get(&(op, asked))
    }

    /// How many cells were asked.
    pub fn count(&self) -> usize {
        self.cells.len()
    }
}

impl Seen {
    /// As a cell shows it: a public name, or a sign.
    pub fn name<'a>(&'a self, catalog: &'a Catalog) -> &'a str {
        match self {
            Seen::DType(id) => &catalog.dtype(*id).name,
            Seen::Other(name) => name,
            Seen::Refused(_) => "refused",
            Seen::NoKernel(_) => "no kernel",
            Seen::Crash(_) => "crash",
        }
    }
}

impl Asked {
    /// The cell of operands; `None` of numbers alone, or of numbers that have a dtype.
    pub fn pair(operands: [Operand; 2]) -> Option<Asked> {
        use crate::catalog::Column::Kind;
        match operands {
            [Operand::Tensor(lhs), Operand::Tensor(rhs)] => Some(Asked::Two(lhs, rhs)),
            [Operand::Tensor(lhs), Operand::Scalar(Kind(rhs))] => Some(Asked::Right(lhs, rhs)),
            [Operand::Scalar(Kind(lhs)), Operand::Tensor(rhs)] => Some(Asked::Left(lhs, rhs)),
            _ => None,
        }
    }

    /// As the spec writes a cell: `i8`, `i8 × u8`, `i8 × scalar:int`.
    pub fn code(self, catalog: &Catalog) -> String {
        let code = |id: DTypeId| catalog.dtype(id).code.as_str();
        match self {
            Asked::One(id) => code(id).to_owned(),
            Asked::Two(lhs, rhs) => format!("{} × {}", code(lhs), code(rhs)),
            Asked::Right(lhs, rhs) => format!("{} × {SCALAR}{}", code(lhs), rhs.name()),
            Asked::Left(lhs, rhs) => format!("{SCALAR}{} × {}", lhs.name(), code(rhs)),
        }
    }
}
