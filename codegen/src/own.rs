//! A user's own spec files → one Rust file, to be committed or included from a build script.
//!
//! ```text
//! mine.toml + the dtypes, ops and rulesets of Concord ── read ──► Own ── rust ──► src/rules.rs
//!                                                                  └─ test ──► src/rules_test.rs
//! ```
//!
//! The file uses public items alone, of `concord-runtime` or of `concord-rules`, and nothing of it is formatted by a
//! tool: the same spec gives the same bytes wherever it is made.

mod draw;
mod rules;
mod runtime;
mod test;

use std::fmt;

use crate::catalog::{Catalog, Ruleset};
use crate::diagnostic::{Diagnostic, Mistake, Place, render};
use crate::load::{Role, SourceFile, Sources};
use crate::lower;
use crate::rust_names::{constant, is_keyword, module};

/// A user's rulesets, checked.
#[derive(Debug)]
pub struct Own {
    /// Concord's spec with the user's files.
    pub catalog: Catalog,
    /// The names of the user's files, without folder and `.toml`.
    names: Vec<String>,
    /// The files, as the header of what is generated names them.
    shown: String,
}

/// What the generated code depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// `concord-rules`: promotion, with dtypes of its own.
    Rules,
    /// `concord-runtime`: a `Ruleset` beside those of Concord, under which tensors compute.
    Runtime,
}

/// Mistakes in a user's spec, with the text that they are shown in.
#[derive(Clone)]
pub struct Mistakes {
    /// All of them.
    pub mistakes: Vec<Diagnostic>,
    sources: Sources,
}

impl Mistakes {
    /// The mistakes, each under the word that it is in.
    pub fn render(&self, colour: bool) -> String {
        let mut text = render(&self.mistakes, &self.sources, colour);
        if self.mistakes.iter().any(|one| one.mistake == Mistake::UnknownDtype) {
            text += "\na dtype goes by its short code, whatever [names] call it; one that Concord lacks can be a result, \
                     as `<Int128>` with `foreign = [\"Int128\"]`, and CONTRIBUTING.md says how to add it\n";
        }
        text
    }
}

/// The mistakes, as people read them: what a build script shows if it unwraps them.
impl fmt::Debug for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Mistakes {}

/// Reads a user's files beside Concord's spec: pairs of a path, as mistakes show it, and what is in it.
///
/// A file is a ruleset of its name, which may have a ruleset of Concord, or another of the files, as its `base`.
///
/// # Errors
///
/// Every mistake in the files. Two files of one name, and a file that is called as a ruleset of Concord is, are
/// mistakes too.
pub fn read(spec: Sources, files: &[(String, String)]) -> Result<Own, Mistakes> {
    let mut sources = spec;
    let own = sources.files.len();
    let mut names = Vec::new();
    for (path, text) in files {
        let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let name = file.strip_suffix(".toml").unwrap_or(file).to_owned();
        sources.files.push(SourceFile {
            path: path.clone(),
            name: format!("frameworks/{name}.toml"),
            role: Role::Framework(name.clone()),
            text: Ok(text.clone()),
        });
        names.push(name);
    }
    let mistakes = names_taken(&sources.files, own);
    if !mistakes.is_empty() {
        return Err(Mistakes { mistakes, sources });
    }
    // Without folders: the same bytes, from wherever it is called.
    let shown = names.iter().map(|name| format!("{name}.toml").replace(char::is_control, " "));
    let shown = shown.collect::<Vec<_>>().join(" ");
    match lower(&sources) {
        Ok(catalog) => Ok(Own { catalog, names, shown }),
        Err(mistakes) => Err(Mistakes { mistakes, sources }),
    }
}

/// Files from the place `own` on that are called as a file before them.
fn names_taken(files: &[SourceFile], own: usize) -> Vec<Diagnostic> {
    let mistakes = files.iter().enumerate().skip(own).filter_map(|(place, file)| {
        let Role::Framework(name) = &file.role else { return None };
        let first = files[..place].iter().position(|other| other.role == file.role)?;
        let top = |file| Place { file, start: 0, end: 0 };
        let taken =
            |message: String| top(place).mistake(Mistake::RulesetName, message, "this file");
        Some(if first < own {
            let help = "give the file another name, which is the ruleset's";
            taken(format!("Concord has a ruleset `{name}` of its own")).help(help)
        } else {
            let help = "a ruleset is called as its file, whichever folder that is in";
            let and = top(first);
            taken(format!("two files are the ruleset `{name}`")).and(and, "and this").help(help)
        })
    });
    mistakes.collect()
}

impl Own {
    /// The user's rulesets, each followed by its device profiles.
    pub fn rulesets(&self) -> Vec<&Ruleset> {
        let own = |ruleset: &&Ruleset| self.names.iter().any(|name| name == ruleset.file());
        self.catalog.rulesets.iter().filter(own).collect()
    }

    /// One Rust file; `crate_name` is what the crate that it depends on is called in `Cargo.toml`.
    pub fn rust(&self, target: Target, crate_name: &str) -> String {
        let head = format!(
            "// Generated by `concord generate` from {}: edit that, not this file.\n\
             // As a module of its own it is not for rustfmt: `#[rustfmt::skip] mod {};`\n\n",
            self.shown,
            self.names.first().map_or_else(|| "rules".to_owned(), |name| module(name)),
        );
        let crate_name = module(crate_name);
        head + &match target {
            Target::Rules => rules::rust(&self.catalog, &self.rulesets(), &crate_name),
            Target::Runtime => runtime::rust(&self.catalog, &self.rulesets(), &crate_name),
        }
    }

    /// A test of every cell, for a file beside that of [`Own::rust`], which is the module `of`.
    pub fn test(&self, target: Target, crate_name: &str, of: &str) -> String {
        let head = format!("// Generated by `concord generate --test` from {}.\n\n", self.shown);
        head + &test::rust(&self.catalog, &self.rulesets(), target, &module(crate_name), of)
    }
}

/// Whether a package can be called so in Rust code: `my-rules`, which is `my_rules` there.
pub fn is_crate_name(name: &str) -> bool {
    let letter = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    letter && name.chars().all(fits) && !is_keyword(&module(name))
}

impl Target {
    /// The package that the code depends on, as Rust code calls it.
    pub fn crate_name(self) -> &'static str {
        match self {
            Target::Rules => "concord_rules",
            Target::Runtime => "concord_runtime",
        }
    }
}

/// The constant of a ruleset.
fn name_of(ruleset: &Ruleset) -> String {
    constant(&ruleset.name)
}
