//! `diff`: the cells on which two rulesets differ.

use std::borrow::Cow;
use std::collections::BTreeMap;

use codegen::Catalog;
use codegen::catalog::{Column, DTypeId, Outcome, Ruleset, Table, TableName};
use codegen::spec::grid;
use serde::Serialize;

use crate::cli::{self, DiffFormat};
use crate::{Answer, ask};

/// What two rulesets have in common, and where they differ in it.
pub(crate) struct Differing {
    rows: Vec<DTypeId>,
    columns: Vec<Column>,
    cells: Vec<Cell>,
    /// How many cells both have.
    pub(crate) compared: usize,
    /// How many cells both know.
    pub(crate) known: usize,
}

/// A cell that both rulesets have and that differs.
struct Cell {
    row: DTypeId,
    column: Column,
    outcomes: [Outcome; 2],
}

/// The ways in which two cells differ, in the order they are counted.
const WAYS: [&str; 4] = ["dtype/dtype", "defined/refused", "defined/no kernel", "known/unknown"];

pub(crate) fn run(args: &cli::Diff, catalog: &Catalog) -> Answer {
    let left = ask::ruleset(catalog, &args.left)?;
    let right = ask::ruleset(catalog, &args.right)?;
    let name = args.table.into();
    let differing = Differing::of([left, right], name);
    let Differing { cells, compared, .. } = &differing;
    Ok(match args.format {
        DiffFormat::Grid => {
            let summary = summary(catalog, [left, right], name, cells, *compared);
            match cells.is_empty() {
                true => summary,
                false => format!("{summary}\n{}", differing.draw(catalog)),
            }
        }
        DiffFormat::Json => as_json(catalog, [left, right], name, cells, *compared),
    })
}

impl Differing {
    pub(crate) fn of([left, right]: [&Ruleset; 2], name: TableName) -> Differing {
        let [one, other] = [left.table(name), right.table(name)];
        let rows: Vec<DTypeId> =
            one.rows.iter().copied().filter(|row| other.rows.contains(row)).collect();
        let columns: Vec<Column> =
            one.columns.iter().copied().filter(|column| other.columns.contains(column)).collect();
        let cells = differing(one, other, &rows, &columns);
        let compared = rows.len() * columns.len();
        let pairs = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let unknown = |&(row, column): &(DTypeId, Column)| {
            [one, other].iter().any(|table| table.outcome(row, column) == Outcome::Unknown)
        };
        let known = compared - pairs.filter(unknown).count();
        Differing { rows, columns, cells, compared, known }
    }

    /// How many cells differ.
    pub(crate) fn different(&self) -> usize {
        self.cells.len()
    }

    /// How many cells differ in what both know.
    pub(crate) fn different_known(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.outcomes.contains(&Outcome::Unknown)).count()
    }

    /// The rows and columns with a difference: `left/right` where the cell differs, a dot where it does not.
    pub(crate) fn draw(&self, catalog: &Catalog) -> String {
        draw(catalog, &self.cells, &self.rows, &self.columns)
    }
}

fn differing(one: &Table, other: &Table, rows: &[DTypeId], columns: &[Column]) -> Vec<Cell> {
    let pairs = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
    let cells = pairs.map(|(row, column)| {
        let outcomes = [one.outcome(row, column), other.outcome(row, column)];
        Cell { row, column, outcomes }
    });
    cells.filter(|cell| cell.outcomes[0] != cell.outcomes[1]).collect()
}

fn way(cell: &Cell) -> &'static str {
    match cell.outcomes {
        [one, other] if one.dtype().is_some() && other.dtype().is_some() => WAYS[0],
        outcomes if outcomes.contains(&Outcome::Unknown) => WAYS[3],
        outcomes if outcomes.contains(&Outcome::NoKernel) => WAYS[2],
        _ => WAYS[1],
    }
}

fn counts(cells: &[Cell]) -> Vec<(&'static str, usize)> {
    let count = |name| cells.iter().filter(|cell| way(cell) == name).count();
    WAYS.iter().map(|&name| (name, count(name))).collect()
}

/// The dtypes or kinds that only the first has.
fn only(catalog: &Catalog, has: &Ruleset, not: &Ruleset, name: TableName) -> Vec<String> {
    let [one, other] = [has.table(name), not.table(name)];
    let rows =
        one.rows.iter().filter(|row| !other.rows.contains(row)).map(|&row| Column::DType(row));
    let columns = one.columns.iter().copied().filter(|column| !other.columns.contains(column));
    let mut only: Vec<String> = Vec::new();
    for column in rows.chain(columns) {
        let name = catalog.column_name(column).to_owned();
        if !only.contains(&name) {
            only.push(name);
        }
    }
    only
}

fn summary(
    catalog: &Catalog,
    both: [&Ruleset; 2],
    name: TableName,
    cells: &[Cell],
    compared: usize,
) -> String {
    let [left, right] = both;
    let mut text = format!(
        "{} | {}, {name}: {} of the {compared} cells that both have differ\n",
        left.name,
        right.name,
        cells.len(),
    );
    for (way, count) in counts(cells).into_iter().filter(|(_, count)| *count > 0) {
        text.push_str(&format!("  {way}: {count}\n"));
    }
    for (has, not) in [(left, right), (right, left)] {
        let only = only(catalog, has, not, name);
        if !only.is_empty() {
            text.push_str(&format!("  only {}: {}\n", has.name, only.join(" ")));
        }
    }
    text
}

fn draw(catalog: &Catalog, cells: &[Cell], rows: &[DTypeId], columns: &[Column]) -> String {
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

/// What `--format json` prints.
#[derive(Serialize)]
struct Report<'a> {
    left: &'a str,
    right: &'a str,
    table: &'a str,
    compared: usize,
    different: usize,
    counts: BTreeMap<&'a str, usize>,
    only_left: Vec<String>,
    only_right: Vec<String>,
    cells: Vec<ReportCell<'a>>,
}

/// A differing cell by public names; null where refused.
#[derive(Serialize)]
struct ReportCell<'a> {
    row: &'a str,
    column: &'a str,
    left: Option<Cow<'a, str>>,
    right: Option<Cow<'a, str>>,
    differs: &'a str,
}

fn as_json(
    catalog: &Catalog,
    both: [&Ruleset; 2],
    name: TableName,
    cells: &[Cell],
    compared: usize,
) -> String {
    let [left, right] = both;
    let named = |outcome| match outcome {
        Outcome::Refused => None,
        outcome => Some(catalog.outcome_name(outcome)),
    };
    let report = Report {
        left: &left.name,
        right: &right.name,
        table: name.name(),
        compared,
        different: cells.len(),
        counts: counts(cells).into_iter().collect(),
        only_left: only(catalog, left, right, name),
        only_right: only(catalog, right, left, name),
        cells: cells
            .iter()
            .map(|cell| ReportCell {
                row: &catalog.dtype(cell.row).name,
                column: catalog.column_name(cell.column),
                left: named(cell.outcomes[0]),
                right: named(cell.outcomes[1]),
                differs: way(cell),
            })
            .collect(),
    };
    serde_json::to_string_pretty(&report).expect("words and numbers are JSON") + "\n"
}
