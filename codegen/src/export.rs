//! Catalog → what programs in other languages read: JSON, a C header, a Python module, a TypeScript module, Markdown
//! and CSV.
//!
//! **An export holds tables and looks up in them; it does not promote.** What follows from a ruleset's tables, as with
//! three operands or a 0-d tensor beside another, is the rule engine's to say, and written there alone.

mod c;
mod csv;
mod json;
mod markdown;
mod python;
mod typescript;

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::catalog::{Catalog, IdForm, IdSystem, Ruleset, TableName};
use crate::rust_names::module;
use crate::spec::grid;

pub use c::c;
pub use csv::csv;
pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub use python::python;
pub use typescript::typescript;

/// Why there is no export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportError {
    /// The ids of a system are no numbers, by which a table could be looked up.
    NotNumbers {
        /// The system.
        system: String,
        /// Those that are.
        numbers: Vec<String>,
    },
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::NotNumbers { system, numbers } => {
                write!(
                    f,
                    "the ids of `{system}` are no numbers; those of {} are",
                    numbers.join(", ")
                )
            }
        }
    }
}

impl Error for ExportError {}

/// The system of numbers by which tables are looked up.
fn numbers<'c>(
    catalog: &Catalog,
    system: Option<&'c IdSystem>,
) -> Result<Option<&'c IdSystem>, ExportError> {
    match system {
        Some(system) if system.form != IdForm::Number => {
            let numbers = catalog.id_systems.iter().filter(|one| one.form == IdForm::Number);
            Err(ExportError::NotNumbers {
                system: system.name.clone(),
                numbers: numbers.map(|one| one.name.clone()).collect(),
            })
        }
        system => Ok(system),
    }
}

/// The tables that a ruleset has.
fn tables(ruleset: &Ruleset) -> impl Iterator<Item = TableName> {
    TableName::ALL.into_iter().filter(|&name| ruleset.has_table(name))
}

/// A ruleset's or a table's name as an identifier: `aclnn@2025.09` → `aclnn_2025_09`.
fn identifier(name: &str) -> String {
    module(name)
}

/// A table, drawn with public names.
pub(crate) fn drawn(catalog: &Catalog, ruleset: &Ruleset, name: TableName) -> String {
    let table = ruleset.table(name);
    let columns: Vec<&str> = table.columns.iter().map(|&at| catalog.column_name(at)).collect();
    let words: Vec<Vec<Cow<'_, str>>> = (0..table.rows.len())
        .map(|row| {
            let cells = (0..table.columns.len()).map(|column| table.at(row, column).outcome);
            cells.map(|cell| catalog.outcome_name(cell)).collect()
        })
        .collect();
    let rows: Vec<(&str, Vec<&str>)> = table
        .rows
        .iter()
        .zip(&words)
        .map(|(&row, words)| {
            (catalog.dtype(row).name.as_str(), words.iter().map(|word| &**word).collect())
        })
        .collect();
    grid::draw(&columns, &rows)
}

/// Rulesets in one phrase: their titles.
fn titles(rulesets: &[&Ruleset]) -> String {
    let titles: Vec<String> = rulesets.iter().map(|ruleset| ruleset.title()).collect();
    titles.join(", ")
}

/// A text between quotes, as JSON, Python, TypeScript and C write it; it has no control characters.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// An object whose keys have an order.
struct Keys<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for Keys<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
