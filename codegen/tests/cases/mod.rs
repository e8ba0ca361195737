//! Case files → the sources of a small spec.
//!
//! ```text
//! # as: frameworks/mine.toml        a file of a spec folder, up to the next such line;
//!                                   `dtypes.toml` and `ops.toml` stand for the real ones
//! # Two rows are labelled i8.       what the case is about
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use concord_codegen::Sources;

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const AS: &[u8] = b"# as: ";

/// A case file, split into the files it stands for and loaded as a spec folder.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The comment lines below the first.
    pub(crate) header: Vec<String>,
    pub(crate) sources: Sources,
}

/// Every case of `tests/<folder>/`, by name.
pub(crate) fn cases(folder: &str) -> Vec<Case> {
    let found = fs::read_dir(Path::new(HERE).join("tests").join(folder));
    let found = found.expect("the cases are there");
    let mut paths: Vec<PathBuf> =
        found.map(|entry| entry.expect("a case can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| case(folder, path)).collect()
}

fn case(folder: &str, path: &Path) -> Case {
    let name = path.file_stem().expect("a case has a name").to_string_lossy().into_owned();
    let bytes = read(path);
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if let Some(name) = line.strip_prefix(AS) {
            files.push((text(name).trim().to_owned(), Vec::new()));
        }
        let (_, file) = files.last_mut().unwrap_or_else(|| panic!("{name}: no `# as:` on top"));
        file.extend(line);
    }
    let header = text(&bytes);
    let header = header.lines().skip(1).map_while(|line| line.strip_prefix("# "));
    let header = header.map(str::to_owned).collect();
    // A folder of this process alone: nextest runs each test in one of its own, at the same time.
    let place = format!("{folder}-{}", std::process::id());
    let sources = load(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(place).join(&name), &files);
    Case { name, header, sources }
}

/// Through the file system, since one case is not UTF-8.
fn load(folder: &Path, files: &[(String, Vec<u8>)]) -> Sources {
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        let parent = path.parent().expect("a file stands in a folder");
        let done = fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes));
        done.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    };
    // What an earlier run left would be a part of the spec.
    drop(fs::remove_dir_all(folder));
    fs::create_dir_all(folder.join("frameworks")).expect("the folder of a case can be made");
    for name in ["dtypes.toml", "ops.toml"] {
        put(name, &read(&Path::new(HERE).join("../spec").join(name)));
    }
    files.iter().for_each(|(name, bytes)| put(name, bytes));
    let sources = concord_codegen::load(folder, "spec");
    drop(fs::remove_dir_all(folder));
    drop(folder.parent().map(fs::remove_dir));
    sources
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
