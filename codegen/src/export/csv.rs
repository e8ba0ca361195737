//! Catalog → CSV: a line for each cell of each table.

use std::fmt::Write;

use super::tables;
use crate::catalog::{Catalog, Ruleset};

/// Lines of `ruleset,table,row,column,gives,sources`; a refusal is `-`, and several sources have `+` between them.
///
/// No name has a comma or a quote.
pub fn csv(catalog: &Catalog, rulesets: &[&Ruleset]) -> String {
    let mut text = "ruleset,table,row,column,gives,sources\n".to_owned();
    for ruleset in rulesets {
        for name in tables(ruleset) {
            let table = ruleset.table(name);
            for (row, &lhs) in table.rows.iter().enumerate() {
                for (column, &rhs) in table.columns.iter().enumerate() {
                    let cell = table.at(row, column);
                    let sources: Vec<&str> =
                        cell.sources.iter().map(|&one| ruleset.sources[one].id.as_str()).collect();
                    let (lhs, rhs) = (&catalog.dtype(lhs).name, catalog.column_name(rhs));
                    let gives = catalog.outcome_name(cell.outcome);
                    let (ruleset, sources) = (&ruleset.name, sources.join("+"));
                    writeln!(text, "{ruleset},{name},{lhs},{rhs},{gives},{sources}")
                        .expect("a string takes all that is written");
                }
            }
        }
    }
    text
}
