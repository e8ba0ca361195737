//! The spec folder → its text. The only module that reads.

use std::fs;
use std::io;
use std::path::Path;

/// The files of a spec as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// `dtypes.toml`, `ops.toml`, `ids.toml` if there is one, then those of `frameworks/` by ruleset.
    pub files: Vec<SourceFile>,
}

/// One file of a spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is, as mistakes show it: `spec/frameworks/dpctl.toml`.
    pub path: String,
    /// The same, from the spec folder: `frameworks/dpctl.toml`.
    pub name: String,
    /// What it is to the spec.
    pub role: Role,
    /// What is in it, or why that could not be read.
    pub text: Result<String, String>,
}

/// What a file is to the spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// The element types.
    Dtypes,
    /// The operations.
    Ops,
    /// What the dtypes are called in other systems.
    Ids,
    /// A ruleset, of this name.
    Framework(String),
    /// None: its name is nearly one that is read.
    NotRead,
}

const DTYPES: &str = "dtypes.toml";
const OPS: &str = "ops.toml";
const IDS: &str = "ids.toml";
const FRAMEWORKS: &str = "frameworks";

/// Reads the spec folder `dir`; `shown` is how mistakes call that folder.
///
/// A file that cannot be read is kept with the reason, and becomes a mistake in
/// [`crate::lower`] beside all the others.
pub fn load(dir: &Path, shown: &str) -> Sources {
    let mut names = vec![DTYPES.to_owned(), OPS.to_owned()];
    // A spec without ids is whole.
    names.extend(dir.join(IDS).exists().then(|| IDS.to_owned()));
    let mut strays = strays(dir);
    let folder = match toml_names(&dir.join(FRAMEWORKS)) {
        Ok(found) => {
            let of_folder = |name: &String| format!("{FRAMEWORKS}/{name}");
            names.extend(found.read.iter().map(of_folder));
            strays.extend(found.strays.iter().map(of_folder));
            None
        }
        Err(error) => Some(SourceFile {
            path: format!("{shown}/{FRAMEWORKS}"),
            name: FRAMEWORKS.to_owned(),
            role: Role::Framework(String::new()),
            text: Err(error.to_string()),
        }),
    };
    let files = names.into_iter().map(|name| {
        let text = read(&dir.join(&name))
            .map_err(|error| error.to_string())
            .and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
        SourceFile::new(shown, &name, text)
    });
    let strays = strays.into_iter().map(|name| SourceFile {
        path: format!("{shown}/{name}"),
        name,
        role: Role::NotRead,
        text: Ok(String::new()),
    });
    Sources { files: files.chain(folder).chain(strays).collect() }
}

/// The files of the spec folder itself that are called as those that are read, and are not. Beside them stand those of
/// the package that holds the spec.
fn strays(dir: &Path) -> Vec<String> {
    let read = [DTYPES, OPS, IDS, "Cargo.toml"];
    let names = fs::read_dir(dir).into_iter().flatten().filter_map(|entry| {
        let entry = entry.ok()?;
        let name = entry.file_name().to_string_lossy().into_owned();
        (is_stray(&name) && !read.contains(&name.as_str()) && !entry.path().is_dir())
            .then_some(name)
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Whether someone may take a file for one that is read. Editors write hidden files and copies beside a file.
fn is_stray(name: &str) -> bool {
    let copies = ["~", "#", ".swp", ".swo", ".bak", ".orig", ".rej", ".tmp"];
    let copy = name.starts_with(['.', '#']) || copies.iter().any(|end| name.ends_with(end));
    name.to_ascii_lowercase().contains(".toml") && !copy
}

/// The bytes of a plain file. Reading anything else, such as a pipe, could block.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other("it is not a plain file")),
    }
}

/// The files of `frameworks/`.
#[derive(Default)]
struct Found {
    /// The TOML files: `jax.toml`, `jax/x32.toml`.
    read: Vec<String>,
    /// Those that are nearly called so.
    strays: Vec<String>,
}

/// The TOML files of a folder and its subfolders.
fn toml_names(folder: &Path) -> io::Result<Found> {
    let mut found = Found::default();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let file = entry.file_name();
        let name = file.to_string_lossy().into_owned();
        // Editors write hidden files.
        if name.starts_with('.') {
            continue;
        }
        if entry.path().is_dir() && !name.ends_with(".toml") {
            let inner = toml_names(&entry.path())?;
            let of_folder = |inner: &String| format!("{name}/{inner}");
            found.read.extend(inner.read.iter().map(of_folder));
            found.strays.extend(inner.strays.iter().map(of_folder));
        } else if name.ends_with(".toml") && file.to_str().is_some() {
            found.read.push(name);
        } else if is_stray(&name) {
            found.strays.push(name);
        }
    }
    // By the name of the ruleset, so that `aclnn` comes before `aclnn@2025.09`.
    found.read.sort_by(|a, b| stem(a).cmp(stem(b)));
    found.strays.sort();
    Ok(found)
}

fn stem(name: &str) -> &str {
    name.strip_suffix(".toml").unwrap_or(name)
}

impl SourceFile {
    fn new(shown: &str, name: &str, text: Result<String, String>) -> SourceFile {
        let role = match name {
            DTYPES => Role::Dtypes,
            OPS => Role::Ops,
            IDS => Role::Ids,
            _ => {
                let folder = format!("{FRAMEWORKS}/");
                Role::Framework(stem(name.strip_prefix(&folder).unwrap_or(name)).to_owned())
            }
        };
        SourceFile { path: format!("{shown}/{name}"), name: name.to_owned(), role, text }
    }
}

impl Sources {
    /// A spec from texts in memory, such as those of the `spec` crate or a user's own:
    /// pairs of a name relative to the spec folder and what is in it.
    ///
    /// ```
    /// use concord_codegen::Sources;
    ///
    /// let sources = Sources::from_texts("spec", [("dtypes.toml", "i8 = 8")]);
    /// let mistakes = concord_codegen::lower(&sources).unwrap_err();
    /// assert_eq!(mistakes[0].mistake.id(), "wrong_type");
    /// ```
    pub fn from_texts<'a>(
        shown: &str,
        texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Sources {
        let files =
            texts.into_iter().map(|(name, text)| SourceFile::new(shown, name, Ok(text.to_owned())));
        Sources { files: files.collect() }
    }
}
