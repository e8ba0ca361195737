//! Which Python an environment is made of: as given, or found on the path or under pyenv.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python of one of the wanted versions; the first version that is there wins.
///
/// # Errors
///
/// What is wanted, what there is, and the way out.
pub(super) fn find(wanted: &[String], given: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(given) = given {
        return match version(given) {
            Some(found) if wanted.contains(&found) => Ok(given.to_path_buf()),
            Some(found) => Err(format!(
                "{} is Python {found}; the pinned requirements are for {}\n",
                given.display(),
                wanted.join(", ")
            )),
            None => Err(format!("{} does not run as a Python\n", given.display())),
        };
    }
    let candidates = candidates(wanted);
    let mut seen = Vec::new();
    for candidate in candidates {
        if let Some(found) = version(&candidate) {
            seen.push((found, candidate));
        }
    }
    let fits = |wanted: &String| seen.iter().find(|(found, _)| found == wanted);
    wanted.iter().find_map(fits).map(|(_, path)| path.clone()).ok_or_else(|| {
        let found: Vec<String> =
            seen.iter().map(|(found, path)| format!("{found} ({})", path.display())).collect();
        let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
        format!(
            "no fitting Python: wanted {}, found {found}\n\
             install one (`pyenv install {}`), or name one with --python\n",
            wanted.join(", "),
            wanted[0]
        )
    })
}

/// Where a Python may be, the likeliest first.
fn candidates(wanted: &[String]) -> Vec<PathBuf> {
    let folders: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let names = wanted.iter().map(|version| format!("python{version}"));
    let names: Vec<String> = names.chain(["python3".to_owned(), "python".to_owned()]).collect();
    let on_path = names.iter().flat_map(|name| folders.iter().map(move |at| at.join(name)));
    let root = env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".pyenv"));
    let mut versions: Vec<PathBuf> = root
        .or(home)
        .and_then(|root| fs::read_dir(root.join("versions")).ok())
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin/python")))
        .collect();
    versions.sort();
    on_path.chain(versions).filter(|path| path.is_file()).collect()
}

/// `3.11`; pyenv's shims are files that run nothing where their version is not chosen.
fn version(python: &Path) -> Option<String> {
    let ask = "import sys; print('%d.%d' % sys.version_info[:2])";
    let output = Command::new(python).args(["-c", ask]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned()).filter(|version| !version.is_empty())
}
