//! Catalog → Markdown: a section for each ruleset, a table below it for each of its tables.

use super::tables;
use crate::catalog::{Catalog, Ruleset};
use crate::draw::{sheet, words};

/// The tables of rulesets with their sources, public names in every cell.
pub fn markdown(catalog: &Catalog, rulesets: &[&Ruleset]) -> String {
    let mut text = String::new();
    for ruleset in rulesets {
        text += &format!("## {}\n\n{}.\n\n", ruleset.name, ruleset.title());
        for source in &ruleset.sources {
            text += &format!("- {}\n", words::source(source));
        }
        for name in tables(ruleset) {
            let sheet = sheet(catalog, ruleset, name);
            text += &format!("\n### {name}\n\n{}.\n\n{}", name.title(), sheet.markdown());
        }
        text += "\n";
    }
    text.trim_end().to_owned() + "\n"
}
