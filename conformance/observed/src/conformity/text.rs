//! The differences that no divergence declares, and the declarations that are not so → text that says what to write.

use std::fmt::Write;

use codegen::catalog::{Catalog, Observed, Ruleset};

use super::Entry;
use super::groups::{Group, groups};

/// What is open between a ruleset and a run; empty where nothing is.
pub fn report(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observed: &Observed,
    undeclared: &[Entry],
    stale: &[Entry],
) -> String {
    let mut text = String::new();
    let source = &ruleset.sources[observed.source];
    let file = format!("spec/frameworks/{}.toml", ruleset.file());
    for group in groups(catalog, undeclared) {
        let Group { table, ops, cells, says, error } = &group;
        let what = ops.join(", ");
        let _ = writeln!(
            text,
            "undeclared difference of {}: {what} {}",
            ruleset.name,
            cells.join("; ")
        );
        let _ =
            writeln!(text, "  the rule gives {}, by {file} and spec/ops.toml", shown(says.rule));
        let _ = writeln!(
            text,
            "  {} gave {}, in conformance/observed/{}.json, view {}",
            source.version,
            shown(says.run),
            observed.file,
            observed.view
        );
        if let Some(error) = error {
            let _ = writeln!(text, "    {error}");
        }
        let _ = writeln!(text, "  mend the rule in {file}, or declare it there:\n");
        let _ = writeln!(text, "[[divergence]]\ntable   = \"{table}\"");
        if !ops.is_empty() {
            let _ = writeln!(text, "ops     = {}", list(ops));
        }
        let _ = writeln!(text, "cells   = {}", list(cells));
        let _ = writeln!(
            text,
            "says    = {{ rule = \"{}\", {} = \"{}\" }}",
            says.rule, source.id, says.run
        );
        let _ = writeln!(text, "runtime = \"rule\"\nwhy     = \"\"\n");
    }
    for group in groups(catalog, stale) {
        let Group { table, ops, cells, says, .. } = &group;
        let _ = writeln!(
            text,
            "a [[divergence]] of {} that is not real: {table} {} {}\n  it says that the rule gives {} and {} gives {}; correct it in {file}, or leave it out\n",
            ruleset.name,
            ops.join(", "),
            cells.join("; "),
            shown(says.rule),
            source.id,
            shown(says.run),
        );
    }
    text
}

fn shown(word: &str) -> String {
    match word {
        "-" => "a refusal".to_owned(),
        "!" => "no kernel".to_owned(),
        "?" => "nothing".to_owned(),
        "*" => "something".to_owned(),
        word => word.to_owned(),
    }
}

fn list<T: AsRef<str>>(words: &[T]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{}\"", word.as_ref())).collect();
    format!("[{}]", quoted.join(", "))
}
