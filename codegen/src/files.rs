//! Generated text ⇄ the files on disk: compare, write, delete. The only module that writes.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The folders that are wholly generated from the spec.
pub const GENERATED: &[&str] =
    &["runtime/src/generated", "spec/src/generated", "conformance/observed/src/generated"];

/// The other folders that have generated files.
const PARTLY_GENERATED: [&str; 2] = ["spec", "docs"];

/// What the name of an unfinished file ends with; it begins with a dot.
const UNFINISHED: &str = ".unfinished";

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
/// The `folders` are wholly generated: any other file in them is left over, unless it is an unfinished one,
/// which [`write`](fn@write) deletes.
///
/// # Errors
///
/// A file or folder that exists and cannot be read, or a generated folder that is a symbolic link. The error names it.
pub fn compare(root: &Path, folders: &[&str], files: &[File]) -> io::Result<Vec<Change>> {
    let mut changes = Vec::new();
    for file in files {
        let (kind, found) = match read(&root.join(&file.path))? {
            Some(found) if found == file.text.as_bytes() => continue,
            Some(found) => (ChangeKind::Stale, String::from_utf8_lossy(&found).into_owned()),
            None => (ChangeKind::Missing, String::new()),
        };
        let texts = [found, file.text.clone()];
        changes.push(Change { path: file.path.clone(), kind, texts });
    }
    for folder in folders {
        for path in files_below(root, folder)? {
            if is_unfinished(&path) || files.iter().any(|file| file.path == path) {
                continue;
            }
            let full = root.join(&path);
            if full.is_dir() {
                let why = io::Error::other("it is a symbolic link, delete it first");
                return Err(failed("generate into", &full)(why));
            }
            let found = read(&full)?;
            // Another run may have deleted it meanwhile; a symbolic link to nothing is left over too.
            if found.is_some() || full.is_symlink() {
                let found = String::from_utf8_lossy(&found.unwrap_or_default()).into_owned();
                let texts = [found, String::new()];
                changes.push(Change { path, kind: ChangeKind::LeftOver, texts });
            }
        }
    }
    Ok(changes)
}

/// Makes the files on disk what is generated: writes what differs, deletes what is left over, and what
/// runs that were killed left unfinished.
///
/// # Errors
///
/// A file or folder that cannot be written or deleted; the error names it. The changes before it are made.
pub fn write(root: &Path, changes: &[Change]) -> io::Result<()> {
    for folder in GENERATED.iter().copied().chain(PARTLY_GENERATED) {
        for path in files_below(root, folder)?.iter().filter(|path| is_unfinished(path)) {
            let path = root.join(path);
            // The process that writes a file has it locked.
            let file = fs::File::options().write(true).open(&path);
            if file.is_ok_and(|file| file.try_lock().is_ok()) {
                remove(&path)?;
            }
        }
    }
    for change in changes {
        let path = root.join(&change.path);
        if change.kind == ChangeKind::LeftOver {
            remove(&path)?;
            // Deletes the folder too if that leaves it empty; else this fails, and the folder stays.
            let _ = path.parent().map(fs::remove_dir);
        } else {
            replace(&path, &change.texts[1])?;
        }
    }
    Ok(())
}

/// Writes a file and the folders above it so that, whatever happens, it has all of its old text or all of the new.
///
/// The text goes into an unfinished file beside it, which is then renamed. So several processes can write
/// the file at once, and a symbolic link is replaced instead of followed.
///
/// # Errors
///
/// What keeps the file from being written; the error names it.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut tries = 10;
    loop {
        fs::create_dir_all(folder).map_err(failed("make the folder", folder))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let random = RandomState::new().hash_one(0);
        let unfinished = folder.join(format!(".{name}.{random:016x}{UNFINISHED}"));
        let written = fs::File::create_new(&unfinished).and_then(|mut file| {
            // Keeps other runs from deleting it; where there are no locks, they delete no unfinished file.
            let _ = file.lock();
            file.write_all(text.as_bytes())?;
            fs::rename(&unfinished, path)
        });
        let Err(error) = written else { return Ok(()) };
        let _ = fs::remove_file(&unfinished);
        tries -= 1;
        // Another run deleted it before it was locked, or deleted the folder while it was empty.
        if error.kind() != ErrorKind::NotFound || tries == 0 {
            return Err(failed("write", path)(error));
        }
    }
}

/// Deletes a file that may already be gone.
///
/// # Errors
///
/// What keeps the file from being deleted; the error names it.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failed("delete", path)(error)),
        _ => Ok(()),
    }
}

/// All that is in a file, if there is one.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        found => found.map(Some).map_err(failed("read", path)),
    }
}

/// The error with what was tried on which path.
fn failed(what: &str, path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    let tried = format!("cannot {what} {}", path.display());
    move |error| io::Error::new(error.kind(), format!("{tried}: {error}"))
}

fn is_unfinished(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.starts_with('.') && name.ends_with(UNFINISHED)
}

/// Every file below a folder, sorted, as paths from the root; none if there is no such folder. A symbolic
/// link to a folder is a file.
fn files_below(root: &Path, folder: &str) -> io::Result<Vec<String>> {
    if root.join(folder).is_symlink() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        let full = root.join(&folder);
        let entries = match fs::read_dir(&full) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            entries => entries.map_err(failed("read the folder", &full))?,
        };
        for entry in entries {
            let entry = entry.map_err(failed("read the folder", &full))?;
            let path: PathBuf = folder.join(entry.file_name());
            match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
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
