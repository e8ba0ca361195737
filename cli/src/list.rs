//! `list`: every ruleset on a line.

use codegen::Catalog;
use codegen::catalog::{Cell, Ruleset};
use comfy_table::{Table, presets};

pub(crate) fn run(catalog: &Catalog) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
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
    for ruleset in &catalog.rulesets {
        let promotion = &ruleset.promotion;
        let count = |outcome| promotion.count(outcome).to_string();
        table.add_row([
            ruleset.name.clone(),
            ruleset.framework.clone(),
            ruleset.edition.clone(),
            ruleset.device.clone().unwrap_or_else(|| "full".to_owned()),
            ruleset.dtypes.len().to_string(),
            promotion.cells.len().to_string(),
            count(Cell::Refused),
            count(Cell::NoKernel),
            count(Cell::Unknown),
            scalars(catalog, ruleset),
        ]);
    }
    table.column_iter_mut().for_each(|column| _ = column.set_padding((0, 1)));
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
