//! What a catalog holds → text: tables as grid, Markdown, CSV, JSON; laws; what two rulesets differ in.

pub mod declared;
mod differing;
mod laws;
mod markdown;
pub mod words;

use serde::Serialize;

use crate::catalog::{Catalog, Column, DTypeId, Ruleset, TableName};
use crate::spec::grid;

pub use differing::{Differing, DifferingCell};
pub use laws::{laws, laws_in_short};
pub use markdown::markdown_table;

/// A table as words: of the catalog here, of the runtime in `conformance`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// `mindspore`
    pub ruleset: String,
    /// `promotion`
    pub table: String,
    /// A label for each row: a public name and a short code.
    pub rows: Vec<Label>,
    /// A label for each column.
    pub columns: Vec<Label>,
    /// Row by row.
    pub cells: Vec<Vec<Label>>,
}

/// A word of a table, long and short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// `bfloat16`, or the sign of an empty cell.
    pub name: String,
    /// `bf16`, or the sign of an empty cell.
    pub code: String,
}

/// A table of a ruleset.
pub fn sheet(catalog: &Catalog, ruleset: &Ruleset, name: TableName) -> Sheet {
    sheet_of(catalog, ruleset, name, |_| true)
}

/// The rows and columns of some dtypes; columns of kinds of scalar stay.
pub fn sheet_of(
    catalog: &Catalog,
    ruleset: &Ruleset,
    name: TableName,
    of: impl Fn(DTypeId) -> bool,
) -> Sheet {
    let table = ruleset.table(name);
    let dtype = |id: DTypeId| Label::new(&catalog.dtype(id).name, &catalog.dtype(id).code);
    let outcome =
        |outcome| Label::new(&catalog.outcome_name(outcome), &catalog.outcome_code(outcome));
    let shown = |&at: &usize| match table.columns[at] {
        Column::DType(id) => of(id),
        Column::Scalar(_) => true,
    };
    let rows: Vec<usize> = (0..table.rows.len()).filter(|&row| of(table.rows[row])).collect();
    let columns: Vec<usize> = (0..table.columns.len()).filter(shown).collect();
    let column = |&at: &usize| {
        let column = table.columns[at];
        Label::new(catalog.column_name(column), catalog.column_code(column))
    };
    let cells = |&row: &usize| {
        columns.iter().map(|&column| outcome(table.at(row, column).outcome)).collect()
    };
    Sheet {
        ruleset: ruleset.name.clone(),
        table: name.name().to_owned(),
        rows: rows.iter().map(|&row| dtype(table.rows[row])).collect(),
        columns: columns.iter().map(column).collect(),
        cells: rows.iter().map(cells).collect(),
    }
}

impl Label {
    /// A word, long and short.
    pub fn new(name: &str, code: &str) -> Label {
        Label { name: name.to_owned(), code: code.to_owned() }
    }
}

impl Sheet {
    /// Short codes in columns of one width.
    pub fn grid(&self) -> String {
        let codes =
            |labels: &'_ [Label]| labels.iter().map(|label| label.code.clone()).collect::<Vec<_>>();
        let columns = codes(&self.columns);
        let rows: Vec<Vec<String>> = self.cells.iter().map(|row| codes(row)).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let rows: Vec<(&str, Vec<&str>)> = self
            .rows
            .iter()
            .zip(&rows)
            .map(|(label, row)| (label.code.as_str(), row.iter().map(String::as_str).collect()))
            .collect();
        grid::draw(&columns, &rows)
    }

    /// A Markdown table of public names.
    pub fn markdown(&self) -> String {
        let mut lines = vec![
            line(&self.table, &self.columns),
            format!("|{}", "---|".repeat(self.columns.len() + 1)),
        ];
        lines.extend(
            self.rows
                .iter()
                .zip(&self.cells)
                .map(|(label, row)| line(&format!("**{}**", label.name), row)),
        );
        lines.join("\n") + "\n"
    }

    /// Comma-separated public names. No name has a comma or a quote.
    pub fn csv(&self) -> String {
        let row = |first: &str, labels: &[Label]| {
            let names = labels.iter().map(|label| label.name.as_str());
            [first].into_iter().chain(names).collect::<Vec<_>>().join(",") + "\n"
        };
        let rows = self.rows.iter().zip(&self.cells).map(|(label, cells)| row(&label.name, cells));
        row(&self.table, &self.columns) + &rows.collect::<String>()
    }

    /// `{"ruleset", "table", "rows", "columns", "cells"}`, each row on a line. A cell is a public name, `null` if refused,
    /// `"?"` if unknown, `"!"` if there is no kernel.
    pub fn json(&self) -> String {
        let names =
            |labels: &[Label]| json(&labels.iter().map(|label| &label.name).collect::<Vec<_>>());
        let cell = |label: &'_ Label| Some(label.name.clone()).filter(|name| name != "-");
        let row =
            |row: &Vec<Label>| format!("    {}", json(&row.iter().map(cell).collect::<Vec<_>>()));
        let rows: Vec<String> = self.cells.iter().map(row).collect();
        [
            "{\n".to_owned(),
            format!("  \"ruleset\": {},\n", json(&self.ruleset)),
            format!("  \"table\": {},\n", json(&self.table)),
            format!("  \"rows\": {},\n", names(&self.rows)),
            format!("  \"columns\": {},\n", names(&self.columns)),
            format!("  \"cells\": [\n{}\n  ]\n}}\n", rows.join(",\n")),
        ]
        .concat()
    }
}

/// A value on one line.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("words and lists of words are JSON")
}

fn line(label: &str, cells: &[Label]) -> String {
    let cells = cells.iter().map(|cell| format!(" {} |", cell.name));
    format!("| {label} |{}", cells.collect::<String>())
}
