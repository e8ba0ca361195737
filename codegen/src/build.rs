//! A user's own spec → Rust in the folder of a build script.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Sources;
use crate::own::{self, Mistakes, Target};

/// Generates Rust from spec files in a `build.rs`, with Concord's own spec inside: nothing is downloaded or run.
///
/// ```no_run
/// // build.rs, with `concord-codegen = { default-features = false, features = ["build"] }`
/// fn main() -> Result<(), concord_codegen::BuildError> {
///     concord_codegen::Build::new().spec("mine.toml").compile()?;
///     Ok(())
/// }
/// ```
///
/// ```ignore
/// // src/lib.rs
/// mod rules {
///     include!(concat!(env!("OUT_DIR"), "/mine.rs"));
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Build {
    specs: Vec<PathBuf>,
    target: Target,
    crate_name: Option<String>,
    out: Option<PathBuf>,
}

/// Why nothing was generated.
pub enum BuildError {
    /// A spec file cannot be read.
    Read(PathBuf, io::Error),
    /// Mistakes in the spec files.
    Spec(Mistakes),
    /// No spec file was named.
    NoSpec,
    /// There is no folder to write into: it is not a build script that runs.
    NoOutDir,
    /// What the package is said to be called is no name of a crate.
    CrateName(String),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
}

impl Default for Build {
    fn default() -> Build {
        Build::new()
    }
}

impl Build {
    /// Nothing yet, for `concord-runtime`.
    pub fn new() -> Build {
        Build { specs: Vec::new(), target: Target::Runtime, crate_name: None, out: None }
    }

    /// A spec file, from the folder of the package.
    #[must_use]
    pub fn spec(mut self, path: impl Into<PathBuf>) -> Build {
        self.specs.push(path.into());
        self
    }

    /// What the code depends on.
    #[must_use]
    pub fn target(mut self, target: Target) -> Build {
        self.target = target;
        self
    }

    /// What `Cargo.toml` calls the package that the code depends on, if it is renamed.
    #[must_use]
    pub fn crate_name(mut self, name: impl Into<String>) -> Build {
        self.crate_name = Some(name.into());
        self
    }

    /// Where the file goes, in place of cargo's `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Build {
        self.out = Some(folder.into());
        self
    }

    /// Writes the file, `mine.rs` for `mine.toml`, and tells cargo to run the script again if a spec changes.
    ///
    /// # Errors
    ///
    /// Spec files that cannot be read or have mistakes, which are shown under the words they are in, and a file that
    /// cannot be written.
    pub fn compile(&self) -> Result<PathBuf, BuildError> {
        let first = self.specs.first().ok_or(BuildError::NoSpec)?;
        if let Some(name) = self.crate_name.as_ref().filter(|name| !own::is_crate_name(name)) {
            return Err(BuildError::CrateName(name.clone()));
        }
        let mut files = Vec::new();
        for path in &self.specs {
            println!("cargo::rerun-if-changed={}", path.display());
            let text = fs::read_to_string(path);
            let text = text.map_err(|error| BuildError::Read(path.clone(), error))?;
            files.push((path.display().to_string(), text));
        }
        let folder = self.out.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = folder.ok_or(BuildError::NoOutDir)?;
        let spec = Sources::from_texts("spec", spec::FILES);
        let own = own::read(spec, &files).map_err(BuildError::Spec)?;
        let crate_name = self.crate_name.as_deref().unwrap_or(self.target.crate_name());
        let out =
            folder.join(Path::new(first.file_stem().unwrap_or_default()).with_extension("rs"));
        let written = fs::write(&out, own.rust(self.target, crate_name));
        written.map_err(|error| BuildError::Write(out.clone(), error))?;
        Ok(out)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            BuildError::Spec(mistakes) => write!(f, "\n{mistakes}"),
            BuildError::NoSpec => {
                f.write_str("no spec file: name one, `Build::new().spec(\"mine.toml\")`")
            }
            BuildError::NoOutDir => {
                f.write_str("no OUT_DIR: call it in a build.rs, or name a folder with `out_dir`")
            }
            BuildError::CrateName(name) => write!(f, "`{name}` is no name of a crate in Rust"),
            BuildError::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

/// As it is displayed: a build script that returns the error shows the mistakes under the words they are in.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for BuildError {}
