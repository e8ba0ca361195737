//! A folder of recorded runs → observations.

use std::path::Path;
use std::{fs, io};

use codegen::Catalog;

use crate::Observation;

/// Reads every recorded run of a folder, in order of name; none, where there is no such folder. What was asked at
/// random, in its folder `random`, counts among the probes, and so do the witnesses of other seeds.
///
/// # Errors
///
/// A file that cannot be read, or that does not fit the catalog, as a sentence that names it.
pub fn load(dir: &Path, catalog: &Catalog) -> Result<Vec<Observation>, String> {
    load_with(dir, &dir.join("random"), catalog)
}

/// The same, with the random questions of another folder, and of its folder `witnesses`.
///
/// # Errors
///
/// As of [`load`]; also a run of random questions whose framework or version is not recorded.
pub fn load_with(dir: &Path, random: &Path, catalog: &Catalog) -> Result<Vec<Observation>, String> {
    let mut observations = files(dir, catalog)?;
    let drawn = files(random, catalog)?;
    for more in drawn.into_iter().chain(files(&random.join("witnesses"), catalog)?) {
        match observations.iter_mut().find(|one| one.name == more.name) {
            Some(one) => one.extend(more),
            None => return Err(format!("{}: {}.json is not there", dir.display(), more.name)),
        }
    }
    Ok(observations)
}

fn files(dir: &Path, catalog: &Catalog) -> Result<Vec<Observation>, String> {
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
