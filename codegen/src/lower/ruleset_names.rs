//! Names of files and devices → checked: each becomes a Rust module and a constant.

use crate::catalog::Ruleset;
use crate::diagnostic::{Mistake, Place, Sink};
use crate::rust_names;
use crate::spec::Framework;

use super::dtypes::Dtypes;

/// A ruleset's name becomes a Rust module and a snapshot's file.
pub(super) fn check_name(name: &str, at: Place, what: &str, sink: &Sink) {
    // A mode stands in a folder of its framework's name.
    let signs = if what == "file" { "-_@./" } else { "-_@." };
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || signs.contains(c);
    let keyword = rust_names::is_keyword(&rust_names::module(name));
    let letter = name.starts_with(|c: char| c.is_ascii_lowercase());
    if keyword || !letter || !name.chars().all(fits) {
        let message = format!("`{name}` is no name of a ruleset");
        let diagnostic =
            at.mistake(Mistake::RulesetName, message, format!("the {what} is called `{name}`"));
        sink.report(
            diagnostic.help("lower-case letters, digits, `-`, `_`, `@` and `.`, a letter first, and no word of Rust's own"),
        );
    }
}

/// A ruleset's constant stands beside the words that generated code is written in.
pub(super) fn check_words(frameworks: &[Framework], dtypes: &Dtypes, sink: &Sink) {
    for framework in frameworks {
        let constant = rust_names::constant(&framework.ruleset);
        let code = dtypes.codes().any(|code| rust_names::constant(code) == constant);
        if code || rust_names::is_taken(&constant) {
            let message = format!("`{}` means something else in generated code", framework.ruleset);
            let label = format!("its constant would be `{constant}`");
            sink.report(framework.at.mistake(Mistake::RulesetName, message, label));
        }
    }
}

/// Two names that differ only in signs would be one Rust module.
pub(super) fn check_modules(frameworks: &[Framework], rulesets: &[Ruleset], sink: &Sink) {
    for (index, ruleset) in rulesets.iter().enumerate() {
        let module = rust_names::module(&ruleset.name);
        if let Some(first) =
            rulesets[..index].iter().find(|other| rust_names::module(&other.name) == module)
        {
            let place = |ruleset: &Ruleset| {
                let of = |framework: &&Framework| framework.ruleset == ruleset.file();
                frameworks.iter().find(of).expect("a ruleset is of a file").at
            };
            let message =
                format!("`{}` and `{}` would be one Rust module", first.name, ruleset.name);
            let label = format!("rename this, `{}`", ruleset.name);
            let diagnostic = place(ruleset).mistake(Mistake::RulesetName, message, label);
            sink.report(diagnostic.and(place(first), format!("or this, `{}`", first.name)));
        }
    }
}
