//! A folder of recorded runs → observations.

use std::path::Path;
use std::{fs, io};

use codegen::Catalog;

use crate::Observation;

/// Reads every recorded run of a folder, in order of name; none, where there is no such folder.
///
/// # Errors
///
/// A file that cannot be read, or that does not fit the catalog, as a sentence that names it.
pub fn load(dir: &Path, catalog: &Catalog) -> Result<Vec<Observation>, String> {
    let shown = |path: &Path, error: io::Error| format!("cannot read {}: {error}", path.display());
    let mut names = Vec::new();
    match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(shown(dir, error)),
        Ok(entries) => {
            for entry in entries {
                let entry = entry.map_err(|error| shown(dir, error))?;
                let name = entry.file_name().to_string_lossy().into_owned();
                names.extend(name.strip_suffix(".json").map(str::to_owned));
            }
        }
    }
    names.sort();
    let observations = names.iter().map(|name| {
        let path = dir.join(format!("{name}.json"));
        let text = fs::read_to_string(&path).map_err(|error| shown(&path, error))?;
        Observation::read(name, &text, catalog)
    });
    observations.collect()
}
