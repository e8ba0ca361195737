//! The cells on which pairs of rulesets differ, drawn.

use codegen::Catalog;
use codegen::catalog::{Ruleset, TableName};
use codegen::draw::Differing;

use super::agreement;

/// Up to as many base rulesets, every pair of them is drawn; of more, those of one framework.
const DRAWN: usize = 12;

pub(super) fn section(catalog: &Catalog) -> String {
    let all = agreement::base(catalog).len() <= DRAWN;
    let which = match all {
        true => "Each pair of rulesets; of device profiles those of one framework.",
        false => "Each pair of rulesets of one framework.",
    };
    let mut text = format!(
        "## Where two rulesets differ\n\n\
         {which} `concord diff` draws any other.\n\
         Left and right; a dot where both agree.\n\n"
    );
    for (place, left) in catalog.rulesets.iter().enumerate() {
        for right in &catalog.rulesets[place + 1..] {
            let base = left.device.is_none() && right.device.is_none();
            if left.framework == right.framework || (all && base) {
                text += &pair(catalog, left, right);
            }
        }
    }
    text
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
