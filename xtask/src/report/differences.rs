//! The cells on which the rulesets of a framework differ from each other, drawn.

use codegen::Catalog;
use codegen::catalog::{Ruleset, TableName};
use codegen::draw::Differing;

/// Each pair that differs; nothing if none does.
pub(super) fn section(catalog: &Catalog, rulesets: &[&Ruleset]) -> String {
    let pairs = rulesets.iter().enumerate().flat_map(|(place, left)| {
        rulesets[place + 1..].iter().map(|right| pair(catalog, left, right))
    });
    let pairs: String = pairs.collect();
    match pairs.is_empty() {
        true => pairs,
        false => format!(
            "## Where two of them differ\n\n\
             Of two tensors: left and right; a dot where both agree. `concord diff` draws any other pair.\n\n{pairs}"
        ),
    }
}

fn pair(catalog: &Catalog, left: &Ruleset, right: &Ruleset) -> String {
    let differing = Differing::of([left, right], TableName::Promotion);
    if differing.different() == 0 {
        return String::new();
    }
    format!(
        "<details><summary><code>{}</code> and <code>{}</code>: {} of {}</summary>\n\n```text\n{}```\n\n</details>\n\n",
        left.name,
        right.name,
        differing.different(),
        differing.compared,
        differing.draw(catalog),
    )
}
