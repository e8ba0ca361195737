//! `new`: the name of a ruleset → its file, with every section as a template.

use std::fmt;
use std::io;
use std::path::Path;

use codegen::diagnostic::Mistake;
use codegen::{Sources, files};

use crate::{Answer, cli, sources};

/// The file, with `RULESET` for the name.
const TEMPLATE: &str = include_str!("new/template.toml");

/// Why there is no new file.
#[derive(Debug)]
enum NewError {
    /// There is a ruleset of this name, in this file.
    Exists { name: String, path: String },
    /// No ruleset can be called so: the reasons, a line each.
    Name { name: String, why: String },
    /// The file cannot be written.
    Write(io::Error),
}

impl fmt::Display for NewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewError::Exists { name, path } => {
                writeln!(f, "there is a ruleset `{name}` already: {path}")
            }
            NewError::Name { name, why } => {
                write!(f, "a ruleset cannot be called `{name}`:\n{why}")
            }
            NewError::Write(error) => writeln!(f, "{error}"),
        }
    }
}

pub(crate) fn run(args: &cli::New, root: &Path) -> Answer {
    let path = create(&args.ruleset, root).map_err(|error| error.to_string())?;
    Ok(format!(
        "wrote {path}\n\
         answer the questions in its header, fill in the sections, then run `cargo xtask regen`, \
         which shows what is missing\n"
    ))
}

/// Writes the template; the path from the root.
fn create(name: &str, root: &Path) -> Result<String, NewError> {
    let text = TEMPLATE.replace("RULESET", name);
    check(name, &text, sources(root))?;
    let path = format!("spec/frameworks/{name}.toml");
    files::replace(&root.join(&path), &text).map_err(NewError::Write)?;
    Ok(path)
}

/// Whether a ruleset can be called so, beside those there are.
fn check(name: &str, text: &str, sources: Sources) -> Result<(), NewError> {
    let file = format!("frameworks/{name}.toml");
    // A device profile is in the file of its framework.
    let catalog = codegen::lower(&sources).ok();
    let of = catalog.as_ref().and_then(|catalog| catalog.ruleset(name)).map(|one| one.file());
    let known = of.map_or_else(|| file.clone(), |of| format!("frameworks/{of}.toml"));
    // There are file systems on which names that differ in case are one file.
    let known = sources.files.iter().find(|source| source.name.eq_ignore_ascii_case(&known));
    if let Some(known) = known {
        return Err(NewError::Exists { name: name.to_owned(), path: known.path.clone() });
    }
    let index = sources.files.len();
    let new = Sources::from_texts("spec", [(file.as_str(), text)]);
    let all = Sources { files: sources.files.into_iter().chain(new.files).collect() };
    // The rules of names are the spec's: the file is tried, and what is said of its name is what counts.
    let mistakes = codegen::lower(&all).err().unwrap_or_default();
    let why = mistakes.iter().filter(|mistake| {
        mistake.mistake == Mistake::RulesetName
            && mistake.labels.iter().any(|(place, _)| place.file == index)
    });
    let mut why: String = why
        .map(|mistake| {
            let help = mistake.help.as_deref().map_or_else(String::new, |help| format!(": {help}"));
            format!("  {}{help}\n", mistake.message)
        })
        .collect();
    // It is a path too, and stays below its folder.
    if name.split('/').any(|part| !part.starts_with(|c: char| c.is_ascii_lowercase())) {
        why = "  lower-case letters, digits, `-`, `_`, `@` and `.`, with a letter first on either side of a `/`\n"
            .to_owned();
    }
    match why.is_empty() {
        true => Ok(()),
        false => Err(NewError::Name { name: name.to_owned(), why }),
    }
}

#[cfg(test)]
mod tests {
    use codegen::Sources;
    use codegen::diagnostic::{self, Mistake};

    use super::TEMPLATE;

    /// The real dtypes and ops, and a file of the template's text.
    fn beside_the_real_spec(text: &str) -> Sources {
        let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec");
        let files = codegen::load(spec.as_ref(), "spec").files.into_iter().take(2);
        let new = Sources::from_texts("spec", [("frameworks/mine.toml", text)]).files;
        Sources { files: files.chain(new).collect() }
    }

    #[test]
    fn the_template_lacks_keys_and_nothing_else() {
        let sources = beside_the_real_spec(TEMPLATE);
        let mistakes = codegen::lower(&sources).expect_err("it is not filled in");
        let shown = diagnostic::render(&mistakes, &sources, false);
        for mistake in &mistakes {
            assert_eq!(mistake.mistake, Mistake::KeyMissing, "{shown}");
        }
        for key in ["name", "edition", "kind", "title", "version", "url", "read", "grid"] {
            assert!(shown.contains(&format!("`{key}`")), "`{key}` is not asked for:\n{shown}");
        }
    }

    #[test]
    fn its_examples_are_a_ruleset() {
        let text = TEMPLATE.replace("\n#: ", "\n");
        let sources = beside_the_real_spec(&text);
        let mistakes = codegen::lower(&sources).err().unwrap_or_default();
        assert!(mistakes.is_empty(), "{}", diagnostic::render(&mistakes, &sources, false));
    }
}
