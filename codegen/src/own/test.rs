//! Own rulesets → a test of every cell of their tables, drawn.

use super::{Target, name_of};
use crate::catalog::{Catalog, Ruleset, TableName};
use crate::rust_names::camel;

/// The part that is the same for all rulesets.
const TEMPLATE: &str = include_str!("test/template.rs");

pub(super) fn rust(
    catalog: &Catalog,
    rulesets: &[&Ruleset],
    target: Target,
    crate_name: &str,
    of: &str,
) -> String {
    let (rules, dtype, tables) = match target {
        Target::Rules => (crate_name.to_owned(), format!("super::{of}::DType"), "tables"),
        Target::Runtime => {
            (format!("{crate_name}::rules"), format!("{crate_name}::DType"), "tables()")
        }
    };
    let mut calls = String::new();
    for ruleset in rulesets {
        for name in TableName::ALL.into_iter().filter(|&name| ruleset.has_table(name)) {
            let drawn = super::super::export::drawn(catalog, ruleset, name);
            let table = camel(&name.name().replace('-', "_"));
            calls += &format!(
                "    holds(\n        &{of}::{}.{tables},\n        TableName::{table},\n        \"\n{drawn}\",\n    );\n",
                name_of(ruleset)
            );
        }
    }
    TEMPLATE
        .replace("RULES", &rules)
        .replace("DTYPE", &dtype)
        .replace("MODULE", &format!("super::{of}"))
        .replace("    CALLS\n", &calls)
        .replace("FOREIGN", &format!("{:?}", catalog.foreign))
}
