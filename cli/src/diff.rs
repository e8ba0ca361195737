//! `diff`: the cells on which two rulesets differ.

use std::borrow::Cow;
use std::collections::BTreeMap;

use codegen::Catalog;
use codegen::catalog::{Cell, Column, Ruleset, TableName};
use codegen::draw::{Differing, DifferingCell};
use serde::Serialize;

use crate::args::{self, DiffFormat};
use crate::page::Page;
use crate::{Answer, ask, json};

/// The ways in which two cells differ, in the order they are counted.
const WAYS: [&str; 4] = ["dtype/dtype", "defined/refused", "defined/no kernel", "known/unknown"];

pub(crate) fn run(args: &args::Diff, catalog: &Catalog) -> Answer {
    let left = ask::ruleset(catalog, &args.left)?;
    let right = ask::ruleset(catalog, &args.right)?;
    let name = args.table.0;
    for ruleset in [left, right] {
        ask::must_have(ruleset, name)?;
    }
    let differing = Differing::of([left, right], name);
    let Differing { cells, compared, .. } = &differing;
    if *compared == 0 {
        return Err(Page::Prose(format!(
            "no cell in common: the {name} tables of {} and {} have no row or no column in common\n",
            left.title(),
            right.title()
        )));
    }
    Ok(match args.format {
        DiffFormat::Grid => {
            let summary = summary(catalog, [left, right], name, cells, *compared);
            let grid = differing.draw(catalog);
            let note = ask::note_on_codes(catalog, &[left, right], &grid);
            match cells.is_empty() {
                true => Page::Prose(summary),
                false => Page::Grid(format!("{summary}\n{note}{grid}")),
            }
        }
        DiffFormat::Json => as_json(catalog, [left, right], name, cells, *compared),
    })
}

fn way(cell: &DifferingCell) -> &'static str {
    // A dtype that Concord does not have is one, too.
    let gives = |cell: Cell| cell.dtype().is_some() || matches!(cell, Cell::Foreign(_));
    match cell.outcomes {
        [one, other] if gives(one) && gives(other) => WAYS[0],
        outcomes if outcomes.contains(&Cell::Unknown) => WAYS[3],
        outcomes if outcomes.contains(&Cell::NoKernel) => WAYS[2],
        _ => WAYS[1],
    }
}

fn counts(cells: &[DifferingCell]) -> Vec<(&'static str, usize)> {
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
    cells: &[DifferingCell],
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
    cells: &[DifferingCell],
    compared: usize,
) -> Page {
    let [left, right] = both;
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
                left: json::outcome(catalog, cell.outcomes[0]),
                right: json::outcome(catalog, cell.outcomes[1]),
                differs: way(cell),
            })
            .collect(),
    };
    let report = serde_json::to_string_pretty(&report).expect("words and numbers are JSON");
    Page::Verbatim(report + "\n")
}
