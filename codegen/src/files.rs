//! Generated text ⇄ the files on disk: compare, write, delete. The only module that writes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folders that are wholly generated.
const FOLDERS: [&str; 3] =
    ["runtime/src/generated", "spec/src/generated", "conformance/observed/src/generated"];

/// One generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it belongs, from the root of the workspace, with `/` between folders.
    pub path: String,
    /// All that is in it.
    pub text: String,
}

/// How a file on disk differs from what is generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Which file.
    pub path: String,
    /// How.
    pub kind: ChangeKind,
    /// What it holds, and what it should hold; empty if there is, or should be, no file.
    pub texts: [String; 2],
}

/// The ways a file can differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It holds something else.
    Stale,
    /// It is not there.
    Missing,
    /// It is there and nothing generates it.
    LeftOver,
}

/// What differs between `root` and `files`, in the order of the files, left-overs last.
///
/// Folders named `generated` are wholly generated: any other file in them is left over.
///
/// # Errors
///
/// A file or folder that exists and cannot be read.
pub fn compare(root: &Path, files: &[File]) -> io::Result<Vec<Change>> {
    let mut changes = Vec::new();
    for file in files {
        let (kind, found) = match fs::read(root.join(&file.path)) {
            Ok(found) if found == file.text.as_bytes() => continue,
            Ok(found) => (ChangeKind::Stale, String::from_utf8_lossy(&found).into_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                (ChangeKind::Missing, String::new())
            }
            Err(error) => return Err(error),
        };
        let texts = [found, file.text.clone()];
        changes.push(Change { path: file.path.clone(), kind, texts });
    }
    for folder in FOLDERS {
        for path in files_below(root, Path::new(folder))? {
            if !files.iter().any(|file| file.path == path) {
                let found = fs::read(root.join(&path))?;
                let texts = [String::from_utf8_lossy(&found).into_owned(), String::new()];
                changes.push(Change { path, kind: ChangeKind::LeftOver, texts });
            }
        }
    }
    Ok(changes)
}

/// Makes the files on disk what is generated: writes what differs, deletes what is left over.
///
/// # Errors
///
/// A file or folder that cannot be written or deleted. The changes before it are made.
pub fn write(root: &Path, changes: &[Change]) -> io::Result<()> {
    for change in changes {
        let path = root.join(&change.path);
        if change.kind == ChangeKind::LeftOver {
            fs::remove_file(&path)?;
            // Deletes the folder too if that leaves it empty; else this fails, and the folder stays.
            let _ = path.parent().map(fs::remove_dir);
        } else {
            path.parent().map(fs::create_dir_all).transpose()?;
            fs::write(&path, &change.texts[1])?;
        }
    }
    Ok(())
}

/// Every file below a folder, sorted, as paths from the root; none if there is no such folder.
fn files_below(root: &Path, folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(root.join(&folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path: PathBuf = folder.join(entry.file_name());
            match entry.file_type()?.is_dir() {
                true => folders.push(path),
                false => found.push(slashed(&path)),
            }
        }
    }
    found.sort();
    Ok(found)
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

impl Change {
    /// The change as a unified diff.
    pub fn diff(&self) -> String {
        let [found, wanted] = &self.texts;
        let diff = similar::TextDiff::from_lines(found, wanted);
        diff.unified_diff().header(&self.path, "generated").context_radius(2).to_string()
    }
}
