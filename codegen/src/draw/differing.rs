//! A table of two rulesets → the cells on which they differ, and a drawing of those.

use crate::catalog::{Catalog, Cell, Column, DTypeId, Ruleset, Table, TableName};
use crate::spec::grid;

/// What two rulesets have in common, and where they differ in it.
pub struct Differing {
    /// The rows that both have.
    pub rows: Vec<DTypeId>,
    /// The columns that both have.
    pub columns: Vec<Column>,
    /// The cells that differ, row by row.
    pub cells: Vec<DifferingCell>,
    /// How many cells both have.
    pub compared: usize,
    /// How many cells both know.
    pub known: usize,
}

/// A cell that both rulesets have and that differs.
pub struct DifferingCell {
    /// Its row.
    pub row: DTypeId,
    /// Its column.
    pub column: Column,
    /// What each of the two gives.
    pub outcomes: [Cell; 2],
}

impl Differing {
    /// A table of two rulesets, compared cell by cell.
    pub fn of([left, right]: [&Ruleset; 2], name: TableName) -> Differing {
        let [one, other] = [left.table(name), right.table(name)];
        let rows: Vec<DTypeId> =
            one.rows.iter().copied().filter(|row| other.rows.contains(row)).collect();
        let columns: Vec<Column> =
            one.columns.iter().copied().filter(|column| other.columns.contains(column)).collect();
        let cells = differing(one, other, &rows, &columns);
        let compared = rows.len() * columns.len();
        let pairs = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let unknown = |&(row, column): &(DTypeId, Column)| {
            [one, other].iter().any(|table| table.outcome(row, column) == Cell::Unknown)
        };
        let known = compared - pairs.filter(unknown).count();
        Differing { rows, columns, cells, compared, known }
    }

    /// How many cells differ.
    pub fn different(&self) -> usize {
        self.cells.len()
    }

    /// How many cells differ in what both know.
    pub fn different_known(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.outcomes.contains(&Cell::Unknown)).count()
    }

    /// The rows and columns with a difference: `left/right` where the cell differs, a dot where it does not.
    pub fn draw(&self, catalog: &Catalog) -> String {
        draw(catalog, &self.cells, &self.rows, &self.columns)
    }
}

fn differing(
    one: &Table,
    other: &Table,
    rows: &[DTypeId],
    columns: &[Column],
) -> Vec<DifferingCell> {
    let pairs = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
    let cells = pairs.map(|(row, column)| {
        let outcomes = [one.outcome(row, column), other.outcome(row, column)];
        DifferingCell { row, column, outcomes }
    });
    cells.filter(|cell| cell.outcomes[0] != cell.outcomes[1]).collect()
}

fn draw(
    catalog: &Catalog,
    cells: &[DifferingCell],
    rows: &[DTypeId],
    columns: &[Column],
) -> String {
    let columns: Vec<Column> =
        columns.iter().copied().filter(|&at| cells.iter().any(|cell| cell.column == at)).collect();
    let rows = rows.iter().copied().filter(|&row| cells.iter().any(|cell| cell.row == row));
    let word = |row, column| {
        let cell = cells.iter().find(|cell| cell.row == row && cell.column == column);
        cell.map_or_else(
            || "·".to_owned(),
            |cell| cell.outcomes.map(|outcome| catalog.outcome_code(outcome)).join("/"),
        )
    };
    let rows: Vec<(&str, Vec<String>)> = rows
        .map(|row| {
            (
                catalog.dtype(row).code.as_str(),
                columns.iter().map(|&column| word(row, column)).collect(),
            )
        })
        .collect();
    let heads: Vec<&str> = columns.iter().map(|&column| catalog.column_code(column)).collect();
    let rows: Vec<(&str, Vec<&str>)> = rows
        .iter()
        .map(|(label, row)| (*label, row.iter().map(String::as_str).collect()))
        .collect();
    grid::draw(&heads, &rows)
}
