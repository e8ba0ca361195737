//! The rulesets of one framework → its page.

use codegen::Catalog;
use codegen::catalog::Ruleset;

use super::runs::Held;
use super::{WRITTEN, differences, links, ruleset};

/// The rulesets of one framework: its editions, modes and devices.
pub(super) struct Family<'a> {
    /// `mindspore`, the name of the page.
    pub(super) name: &'a str,
    pub(super) rulesets: Vec<&'a Held<'a>>,
}

/// The rulesets by framework, in the order of the catalog.
pub(super) fn families<'a>(held: &'a [Held<'a>]) -> Vec<Family<'a>> {
    let mut families: Vec<Family<'a>> = Vec::new();
    for one in held {
        let name = links::page(one.ruleset);
        match families.iter_mut().find(|family| family.name == name) {
            Some(family) => family.rulesets.push(one),
            None => families.push(Family { name, rulesets: vec![one] }),
        }
    }
    families
}

impl Family<'_> {
    pub(super) fn page(&self, catalog: &Catalog) -> String {
        let framework =
            self.rulesets.first().map_or(self.name, |one| one.ruleset.framework.as_str());
        let contents: String = self
            .rulesets
            .iter()
            .map(|Held { ruleset, .. }| {
                let (name, anchor) = (&ruleset.name, links::anchor(ruleset));
                format!("- [`{name}`](#{anchor}): {}\n", ruleset.title())
            })
            .collect();
        let sections = self.rulesets.iter().map(|held| ruleset::section(catalog, held));
        let rulesets: Vec<&Ruleset> = self.rulesets.iter().map(|held| held.ruleset).collect();
        let differences = differences::section(catalog, &rulesets);
        let last = match differences.is_empty() {
            true => "",
            false => "- [Where two of them differ](#where-two-of-them-differ)\n",
        };
        format!(
            "{WRITTEN}# {framework}\n\n\
             {contents}{last}\n\
             In grids, `-` is refused, `!` has no kernel and `?` is not known; a dtype is its kind and its bits: `i8` is \
             int8, `u16` uint16, `bf16` bfloat16, `c64` complex64. The left operand is the row's.\n\n{}{differences}",
            sections.collect::<String>(),
        )
    }
}
