//! One ruleset of a page: sources, tables, laws, what was run, divergences, slips.

use codegen::Catalog;
use codegen::catalog::{Ruleset, TableName};
use codegen::draw::{self, declared, words};

use super::links;
use super::runs::Held;

/// Counter-examples of a law that are shown; `concord laws` has all.
const SHOWN: usize = 3;

pub(super) fn section(catalog: &Catalog, held: &Held<'_>) -> String {
    let ruleset = held.ruleset;
    let mut text = format!(
        "<a id=\"{}\"></a>\n\n## `{}`: {}\n\n",
        links::anchor(ruleset),
        ruleset.name,
        ruleset.title()
    );
    for source in &ruleset.sources {
        text += &format!("- {}, read {}\n", words::source(source), source.read);
    }
    text += "\n";
    text += &tables(catalog, ruleset);
    text += &format!("### Laws\n\n```text\n{}```\n\n", laws(catalog, ruleset));
    text += &held.section();
    // A profile's are those of its framework.
    if ruleset.device.is_none() {
        text += &divergences(catalog, ruleset);
    }
    text
}

/// Every table it has, drawn; one that is another ruleset's is named instead.
fn tables(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let base = ruleset.base.as_deref();
    let base = base.and_then(|base| catalog.rulesets.iter().find(|one| one.name == base));
    let mut text = String::new();
    for name in TableName::ALL.into_iter().filter(|&name| ruleset.has_table(name)) {
        let own = draw::sheet(catalog, ruleset, name).grid();
        let same = base.filter(|base| draw::sheet(catalog, base, name).grid() == own);
        text += &format!("### {}\n\n", title(name));
        text += &match same {
            Some(base) => format!("That of {}.\n\n", links::link(base)),
            None => format!("```text\n{own}```\n\n"),
        };
    }
    text
}

/// What a table is of.
fn title(name: TableName) -> &'static str {
    match name {
        TableName::Promotion => "Two tensors",
        TableName::Scalars => "A tensor and a Python scalar",
        TableName::ZeroDim => "A tensor with axes and a 0-d tensor",
        TableName::ZeroDimPair => "Two 0-d tensors",
        TableName::ZeroDimScalars => "A 0-d tensor and a Python scalar",
        TableName::Weak => "A tensor and a weakly typed one",
        TableName::WeakPair => "A weakly typed tensor and another",
    }
}

/// The laws, with a few counter-examples of each.
fn laws(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let laws = catalog.tables(ruleset).laws();
    let (mut text, mut examples) = (String::new(), 0);
    for line in draw::laws(catalog, &laws).lines() {
        let example = line.starts_with("    ");
        examples = if example { examples + 1 } else { 0 };
        if examples <= SHOWN {
            text += &format!("{line}\n");
        } else if examples == SHOWN + 1 {
            text += "    …\n";
        }
    }
    text
}

fn divergences(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let drawn = ruleset
        .divergences
        .iter()
        .map(|one| format!("- {}\n", declared::divergence(catalog, ruleset, one)));
    let run = ruleset
        .observed_differences
        .iter()
        .map(|one| format!("- {}\n", declared::difference(catalog, ruleset, one)));
    let slips =
        ruleset.slips.iter().map(|one| format!("- {}\n", declared::slip(catalog, ruleset, one)));
    let parts = [("Divergences", drawn.chain(run).collect::<String>()), ("Slips", slips.collect())];
    let parts = parts.iter().filter(|(_, lines)| !lines.is_empty());
    parts.map(|(title, lines)| format!("### {title}\n\n{lines}\n")).collect()
}
