//! `list`: every ruleset on a line.

use codegen::Catalog;
use codegen::catalog::{Cell, Ruleset};
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use serde::Serialize;

use crate::args::{self, TextFormat};
use crate::json;
use crate::page::{self, Page};

/// A ruleset, and how many cells its promotion of two tensors has.
#[derive(Serialize)]
struct Row<'c> {
    ruleset: &'c str,
    framework: &'c str,
    edition: &'c str,
    device: Option<&'c str>,
    dtypes: usize,
    cells: usize,
    refused: usize,
    no_kernel: usize,
    unknown: usize,
    scalars: String,
}

pub(crate) fn run(args: &args::List, catalog: &Catalog) -> Page {
    let rows: Vec<Row<'_>> = catalog.rulesets.iter().map(|one| row(catalog, one)).collect();
    match args.format {
        TextFormat::Text => Page::Grid(text(&rows)),
        TextFormat::Json => json::page(&rows),
    }
}

fn row<'c>(catalog: &'c Catalog, ruleset: &'c Ruleset) -> Row<'c> {
    let promotion = &ruleset.promotion;
    Row {
        ruleset: &ruleset.name,
        framework: &ruleset.framework,
        edition: &ruleset.edition,
        device: ruleset.device.as_deref(),
        dtypes: ruleset.dtypes.len(),
        cells: promotion.cells.len(),
        refused: promotion.count(Cell::Refused),
        no_kernel: promotion.count(Cell::NoKernel),
        unknown: promotion.count(Cell::Unknown),
        scalars: scalars(catalog, ruleset),
    }
}

fn text(rows: &[Row<'_>]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if let Some(width) = page::width().and_then(|width| u16::try_from(width).ok()) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header([
        "ruleset",
        "framework",
        "edition",
        "device",
        "dtypes",
        "cells",
        "refused",
        "no kernel",
        "unknown",
        "scalars",
    ]);
    for row in rows {
        let counts = [row.dtypes, row.cells, row.refused, row.no_kernel, row.unknown];
        let words = [row.ruleset, row.framework, row.edition, row.device.unwrap_or("full")];
        let cells =
            words.map(str::to_owned).into_iter().chain(counts.map(|count| count.to_string()));
        table.add_row(cells.chain([row.scalars.clone()]));
    }
    for (column, place) in table.column_iter_mut().zip(0..) {
        column.set_padding((0, 1));
        // Names and numbers stay whole; framework, edition, device and scalars wrap between words.
        column.set_constraint(match place {
            1..=3 | 9 => ColumnConstraint::LowerBoundary(Width::Fixed(10)),
            _ => ColumnConstraint::ContentWidth,
        });
    }
    table.trim_fmt() + "\n"
}

/// What the ruleset tells its scalars apart by.
fn scalars(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let table = &ruleset.scalars;
    if table.count(Cell::Unknown) == table.cells.len() {
        return "unknown".to_owned();
    }
    let columns: Vec<&str> =
        table.columns.iter().map(|&column| catalog.column_code(column)).collect();
    match columns.len() {
        0..=4 => columns.join(" "),
        count => format!("{count} dtypes"),
    }
}
