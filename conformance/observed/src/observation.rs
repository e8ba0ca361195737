//! What frameworks did when they were run: a file of `conformance/observed/`, read against the catalog.

mod call;
mod file;
mod probe;
mod words;

use std::collections::BTreeMap;

pub use call::{Call, Form};
use codegen::catalog::{Asked, Catalog, DTypeId, Operand};
use file::File;
pub use probe::{ABSENT, Probe, ProbeOp, ProbeOperand, Vector};

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
    /// What three tensors give together, by what was called.
    pub together: Vec<(String, [DTypeId; 3], Seen)>,
    /// Whether one dtype may be cast to another: casting, from, to, answer.
    pub can_cast: Vec<(String, DTypeId, DTypeId, bool)>,
    /// Spellings it knows, and what each means.
    pub names: Vec<(String, Seen)>,
    /// The dtype where none is given, by the keys of `[defaults]`.
    pub defaults: Vec<(String, Seen)>,
    /// What it computes.
    pub probes: Vec<Probe>,
    /// What functions give as they are called.
    pub calls: Vec<Call>,
    /// What two operands give where the answer is more than a promotion: how, by which op, of which dtypes.
    pub formed: Vec<(Form, usize, [DTypeId; 2], Seen)>,
}

/// What a framework answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A dtype.
    DType(DTypeId),
    /// A dtype, weakly typed.
    Weak(DTypeId),
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

    /// Adds the probes of another run of the same framework, to the views that have their names.
    pub fn extend(&mut self, more: Observation) {
        let errors = self.errors.len();
        self.errors.extend(more.errors);
        self.vectors.extend(more.vectors);
        for other in more.views {
            let Some(view) = self.views.iter_mut().find(|view| view.name == other.name) else {
                continue;
            };
            view.probes.extend(other.probes.into_iter().map(|mut probe| {
                if let Seen::Refused(text) | Seen::NoKernel(text) | Seen::Crash(text) =
                    &mut probe.gives
                {
                    *text += errors;
                }
                probe
            }));
        }
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
            Seen::DType(_) | Seen::Weak(_) | Seen::Other(_) => None,
        }
    }
}

/// The text of an error as people read it: `…` for each name of an op or a dtype, in whose place a text that several
/// answers share has `{op}`, `{0}` and so on.
pub fn without_places(text: &str) -> String {
    let mut parts = text.split('{');
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('}') {
            Some((place, rest)) if place == "op" || place.parse::<usize>().is_ok() => {
                told.extend(["…", rest]);
            }
            _ => told.extend(["{", part]),
        }
    }
    told
}

impl View {
    /// What an op gave; `None` where it was not asked.
    pub fn seen(&self, op: usize, asked: Asked) -> Option<&Seen> {
        self.cells.get(&(op, asked))
    }

    /// Whether any cell is of an operand that is no plain tensor or number.
    pub fn asks_of(&self, sort: fn(Operand) -> bool) -> bool {
        self.cells.keys().any(|(_, asked)| match *asked {
            Asked::One(_) => false,
            Asked::Pair(lhs, rhs) => sort(lhs) || sort(rhs),
        })
    }

    /// The operands that an op was asked of.
    pub fn asked(&self, op: usize) -> impl Iterator<Item = Asked> {
        let from = (op, Asked::One(DTypeId::at(0)));
        self.cells
            .range(from..)
            .map(|(&key, _)| key)
            .take_while(move |key| key.0 == op)
            .map(|key| key.1)
    }

    /// Whether an op was asked of any operands.
    pub fn asks(&self, op: usize) -> bool {
        let probed = || self.probes.iter().any(|probe| probe.op == ProbeOp::Op(op));
        self.asked(op).next().is_some() || probed()
    }

    /// Whether it was asked what an op computes of tensors.
    pub fn computes(&self, op: usize) -> bool {
        self.probes.iter().any(|probe| {
            let tensor = |operand: &ProbeOperand| matches!(operand, ProbeOperand::Vector(_));
            probe.op == ProbeOp::Op(op) && probe.operands.iter().all(tensor)
        })
    }

    /// How many cells were asked.
    pub fn count(&self) -> usize {
        self.cells.len()
    }
}

impl Seen {
    /// As a cell shows it: a public name, or a sign.
    pub fn name(&self, catalog: &Catalog) -> String {
        let words = match self {
            Seen::DType(id) => &catalog.dtype(*id).name,
            Seen::Weak(id) => return format!("{}, weakly typed", catalog.dtype(*id).name),
            Seen::Other(name) => name,
            Seen::Refused(_) => "refused",
            Seen::NoKernel(_) => "no kernel",
            Seen::Crash(_) => "crash",
        };
        words.to_owned()
    }

    /// As a `[[divergence]]` writes it: a code, or a sign.
    pub fn code(&self, catalog: &Catalog) -> String {
        let word = match self {
            Seen::DType(id) => &catalog.dtype(*id).code,
            Seen::Weak(id) => return format!("{}*", catalog.dtype(*id).code),
            Seen::Other(name) => return format!("<{name}>"),
            Seen::Refused(_) => "-",
            Seen::NoKernel(_) => "!",
            Seen::Crash(_) => "crash",
        };
        word.to_owned()
    }
}
