//! A user's spec files → rulesets beside those of Concord, while the program runs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use runtime::{NameError, rulesets as all};

use crate::error::{self, SpecError};

/// What was loaded so far.
struct Own {
    /// A name for mistakes and the text of each file, in the order in which they came.
    files: Vec<(String, String)>,
    /// Their rulesets, each followed by its device profiles.
    rulesets: Vec<runtime::Ruleset>,
    /// Concord's spec with all of them.
    catalog: Option<&'static cli::Catalog>,
}

static OWN: Mutex<Own> = Mutex::new(Own { files: Vec::new(), rulesets: Vec::new(), catalog: None });

fn own() -> MutexGuard<'static, Own> {
    // What is in it is replaced as a whole, and therefore whole.
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Concord's spec with what was loaded, if anything was.
pub(crate) fn catalog() -> Option<&'static cli::Catalog> {
    own().catalog
}

/// The ruleset of a name: one that was loaded, or one of Concord's.
pub(crate) fn find(name: &str) -> Result<runtime::Ruleset, NameError> {
    let loaded = own().rulesets.iter().copied().find(|ruleset| ruleset.name() == name);
    loaded.map_or_else(|| runtime::Ruleset::find(name), Ok)
}

/// The ruleset of a spec file's text, which mistakes show under `path`.
///
/// The name of the file is that of the ruleset. A file that comes again takes the place of what it was, which stays in
/// memory, since arrays may follow it; one that has not changed is the same ruleset.
pub(crate) fn load(py: Python<'_>, path: &str, text: &str) -> PyResult<runtime::Ruleset> {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = file.strip_suffix(".toml").unwrap_or(file);
    if all::ALL.iter().any(|ruleset| ruleset.name() == name) {
        return Err(PyValueError::new_err(format!(
            "`{name}` is a ruleset of Concord: give {path} another name, and `base = \"{name}\"` if it differs in a few cells"
        )));
    }
    let mut files = own().files.clone();
    if files.iter().any(|(known, same)| known == path && same == text) {
        return find(name).map_err(|error| error::of_name(py, &error));
    }
    let of = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    files.retain(|(known, _)| of(known) != file);
    files.push((path.to_owned(), text.to_owned()));
    let loaded = py.detach(|| load::load_texts(&files));
    let loaded = loaded
        .map_err(|mistakes| SpecError::new_err(mistakes.to_string().trim_end().to_owned()))?;
    let found = loaded.rulesets.iter().copied().find(|ruleset| ruleset.name() == name);
    let found =
        found.ok_or_else(|| PyValueError::new_err("a file without mistakes that is no ruleset"))?;
    *own() = Own { files, rulesets: loaded.rulesets, catalog: Some(loaded.catalog) };
    Ok(found)
}
