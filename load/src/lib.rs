//! A user's own spec file → rulesets of the runtime, while the program runs.
//!
//! ```no_run
//! # use ::runtime as concord_runtime;
//! use concord_load::Load;
//! use concord_runtime::{DType, Ruleset};
//!
//! let mine = Ruleset::load("mine.toml")?;
//! assert_eq!(mine.promote(DType::I8, DType::U8)?, DType::I16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file is what `concord generate` takes, and mistakes in it are shown in the same way.
//!
//! **`runtime` and `codegen` do not know each other**, so that programs which do not load rulesets build neither TOML
//! nor the spec: this package is where they meet.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use codegen::Sources;
use codegen::catalog::{Catalog, DTypeId, Ruleset as Stated, SourceKind as Kind};
use codegen::own::{self, Mistakes};
use runtime::policy::Policies;
use runtime::{DType, Ruleset, RulesetData, Source, SourceKind};

/// Why a file is no ruleset.
#[derive(Debug)]
pub enum LoadError {
    /// It cannot be read.
    Read(PathBuf, io::Error),
    /// Mistakes in it, each shown under the word that it is in.
    Spec(Mistakes),
}

/// `Ruleset::load`, for whoever has this trait in scope.
pub trait Load: Sized {
    /// The ruleset of a spec file, called as the file.
    ///
    /// Its data are kept until the program ends.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or that has mistakes.
    fn load(path: impl AsRef<Path>) -> Result<Self, LoadError>;
}

impl Load for Ruleset {
    fn load(path: impl AsRef<Path>) -> Result<Ruleset, LoadError> {
        let all = load_all(path)?;
        Ok(*all.first().expect("a file without mistakes is a ruleset"))
    }
}

/// The ruleset of a spec file, followed by its device profiles.
///
/// Their data are kept until the program ends.
///
/// # Errors
///
/// A file that cannot be read, or that has mistakes.
pub fn load_all(path: impl AsRef<Path>) -> Result<Vec<Ruleset>, LoadError> {
    let path = path.as_ref();
    let text = fs::read_to_string(path).map_err(|error| LoadError::Read(path.to_owned(), error))?;
    load_text(&path.display().to_string(), &text).map_err(LoadError::Spec)
}

/// The same of a text, which mistakes call `name`: `mine.toml` is the ruleset `mine`.
///
/// # Errors
///
/// Mistakes in the text.
pub fn load_text(name: &str, text: &str) -> Result<Vec<Ruleset>, Mistakes> {
    load_texts(&[(name.to_owned(), text.to_owned())]).map(|loaded| loaded.rulesets)
}

/// Rulesets of spec files, and all that is known beside them.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Those of the files, each followed by its device profiles.
    pub rulesets: Vec<Ruleset>,
    /// Concord's spec with the files.
    pub catalog: &'static Catalog,
}

/// The rulesets of several texts, each with what mistakes call it, which may have one another as their `base`.
///
/// # Errors
///
/// Mistakes in the texts.
pub fn load_texts(files: &[(String, String)]) -> Result<Loaded, Mistakes> {
    let own = own::read(Sources::from_texts("spec", spec::FILES), files)?;
    // A ruleset is a reference to data that is there as long as the program.
    let own: &'static own::Own = Box::leak(Box::new(own));
    let rulesets = own.rulesets().into_iter().map(|stated| ruleset(&own.catalog, stated));
    Ok(Loaded { rulesets: rulesets.collect(), catalog: &own.catalog })
}

fn ruleset(catalog: &'static Catalog, stated: &'static Stated) -> Ruleset {
    let data = RulesetData {
        name: &stated.name,
        framework: &stated.framework,
        edition: &stated.edition,
        device: stated.device.as_deref(),
        sources: leak(stated.sources.iter().map(|source| Source {
            kind: match source.kind {
                Kind::Docs => SourceKind::Docs,
                Kind::Code => SourceKind::Code,
                Kind::Observed => SourceKind::Observed,
            },
            title: &source.title,
            version: &source.version,
            url: &source.url,
            read: &source.read,
        })),
        dtypes: dtypes(&stated.dtypes),
        lacks: dtypes(&stated.lacks),
        not_supported: dtypes(&stated.unsupported),
        names: leak(stated.names.iter().map(|(id, names)| {
            let names: &'static [&'static str] = leak(names.iter().map(String::as_str));
            (DType::from_id(*id), names)
        })),
        abstract_types: leak(
            stated.abstract_types.iter().map(|(name, ids)| (name.as_str(), dtypes(ids))),
        ),
        tables: catalog.tables(stated),
        foreign: leak(catalog.foreign.iter().map(String::as_str)),
        policies: policies(catalog, stated),
    };
    Ruleset::new(Box::leak(Box::new(data)))
}

/// The runtime and the catalog have the same dtypes, in the same order: both are of one spec.
fn dtypes(ids: &[DTypeId]) -> &'static [DType] {
    leak(ids.iter().map(|&id| DType::from_id(id)))
}

fn policies(catalog: &Catalog, stated: &Stated) -> Policies {
    let chosen = catalog.policies.iter().zip(&stated.policies);
    chosen.fold(Policies::DEFAULT, |all, (policy, &value)| {
        let with = all.with(&policy.name, &policy.values[value].name);
        with.expect("the runtime has the policies of the spec it was made from")
    })
}

fn leak<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Box::leak(items.collect::<Box<[T]>>())
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            LoadError::Spec(mistakes) => write!(f, "{mistakes}"),
        }
    }
}

impl std::error::Error for LoadError {}

#[cfg(test)]
mod tests {
    use codegen::catalog::{Column, TableName};
    use runtime::{DType, Ruleset, Scalar, rulesets};

    use super::{Load, load_all, load_text};

    const NPU: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/npu/npu.toml");

    /// Whatever a ruleset says of its own, and what its file says when it is loaded, cell by cell.
    #[test]
    fn every_ruleset_loaded_is_the_generated_one() {
        let mut seen = 0;
        for (file, text) in spec::FILES {
            let Some(name) = file.strip_prefix("frameworks/") else { continue };
            // A file in a folder, such as that of `jax/x32`, is loaded under the last part of its name, and as one's own
            // under a name that Concord has not.
            let base = name.strip_suffix(".toml").unwrap_or(name);
            let (folder, last) = base.rsplit_once('/').unwrap_or(("", base));
            let own = format!("own-{last}.toml");
            let loaded = load_text(&own, text).unwrap_or_else(|error| panic!("{error}"));
            for got in loaded {
                let name = got.name().strip_prefix("own-").expect("as it was called");
                let full = match folder {
                    "" => name.to_owned(),
                    folder => format!("{folder}/{name}"),
                };
                let wanted = Ruleset::find(&full).unwrap_or_else(|error| panic!("{error}"));
                same(got, wanted);
                seen += 1;
            }
        }
        assert_eq!(seen, rulesets::ALL.len());
    }

    fn same(got: Ruleset, wanted: Ruleset) {
        let facts = |one: Ruleset| (one.framework(), one.edition(), one.device(), one.dtypes());
        assert_eq!(facts(got), facts(wanted), "{wanted}");
        assert_eq!(
            (got.sources(), got.policies()),
            (wanted.sources(), wanted.policies()),
            "{wanted}"
        );
        let (one, other) = (got.tables(), wanted.tables());
        assert_eq!(
            (one.has, one.defaults, one.nary, one.result_type, one.typed, one.output, one.inexact),
            (
                other.has,
                other.defaults,
                other.nary,
                other.result_type,
                other.typed,
                other.output,
                other.inexact
            ),
            "{wanted}"
        );
        assert_eq!(one.op_rules, other.op_rules, "{wanted}");
        let ids = || DType::ALL.into_iter().map(DType::id);
        for name in TableName::ALL {
            let columns = || ids().map(Column::DType).chain(Scalar::ALL.map(Column::Scalar));
            for (row, column) in ids().flat_map(|row| columns().map(move |column| (row, column))) {
                let cells = [one, other].map(|tables| tables.cell(name, row, column));
                assert_eq!(cells[0], cells[1], "{wanted}: {name} of {row:?} × {column:?}");
            }
        }
        for op in (0..one.op_rules.len()).filter_map(|op| u8::try_from(op).ok()) {
            for (lhs, rhs) in ids().flat_map(|lhs| ids().map(move |rhs| (lhs, rhs))) {
                let op = runtime::rules::OpId(op);
                let rhs = Some(runtime::rules::Operand::Tensor(rhs));
                let cells = [one, other].map(|tables| tables.op_cell(op, lhs, rhs));
                assert_eq!(cells[0], cells[1], "{wanted}: {op:?} of {lhs:?} × {rhs:?}");
            }
        }
    }

    #[test]
    fn the_example_is_loaded_with_its_device() {
        let all = load_all(NPU).unwrap_or_else(|error| panic!("{error}"));
        let names: Vec<&str> = all.iter().map(|ruleset| ruleset.name()).collect();
        assert_eq!(names, ["npu", "npu/lite"]);
        let npu = Ruleset::load(NPU).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(npu.dtype("brain"), Ok(DType::Bf16));
        assert_eq!(npu.promote(DType::I8, DType::U8), Ok(DType::I16));
        let refused = npu.promote(DType::F16, DType::Bf16).map_err(|error| error.to_string());
        let refused = refused.err().unwrap_or_default();
        assert!(refused.starts_with("Example NPU 1 refuses float16 × bfloat16: cast"), "{refused}");
    }

    #[test]
    fn what_cannot_be_loaded_says_why() {
        let none = Ruleset::load("nowhere/mine.toml").map_err(|error| error.to_string());
        assert!(none.err().unwrap_or_default().starts_with("cannot read nowhere/mine.toml: "));
        let wrong = load_text("mine.toml", "[framework]\nname = 'Mine'\nbase = 'touch'\n");
        let wrong = wrong.map_err(|error| error.to_string()).err().unwrap_or_default();
        assert!(wrong.contains("--> mine.toml:3:8"), "{wrong}");
        assert!(wrong.contains("did you mean `torch`?"), "{wrong}");
    }
}
