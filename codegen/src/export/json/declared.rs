//! What a ruleset's file says of recorded runs and of mistakes in its sources → JSON.

use serde::Serialize;

use crate::catalog::{
    Asked, Catalog, DTypeId, DifferenceCell, DifferenceOf, Observed, ObservedDifference, Operand,
    Ruleset, Slip, Triples,
};
use crate::draw::declared;
use crate::rectangles::rectangles;

/// A recorded run that speaks for the ruleset.
#[derive(Serialize)]
pub(super) struct Run<'a> {
    source: &'a str,
    run: &'a str,
    view: &'a str,
    about: Vec<&'a str>,
}

/// Where a run is declared to differ from what the ruleset gives.
#[derive(Serialize)]
pub(super) struct Difference<'a> {
    source: &'a str,
    /// Which part of the ruleset: a table of `[[divergence]]`.
    table: &'static str,
    /// The ops, defaults, names or functions.
    ops: &'a [String],
    /// By codes, several on a side that stand with each other; empty of defaults and names.
    cells: Vec<String>,
    /// The cells of values, and of three dtypes where some differ, as they are declared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    written: Vec<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    devices: &'a [String],
    rule: &'a str,
    run: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    some_values: bool,
    why: &'a str,
}

/// A mistake in a source that changes no cell.
#[derive(Serialize)]
pub(super) struct Mistake<'a> {
    source: &'a str,
    /// The operands, where it is about a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<[&'a str; 2]>,
    sentence: String,
}

pub(super) fn runs<'a>(ruleset: &'a Ruleset) -> Vec<Run<'a>> {
    let run = |one: &'a Observed| {
        let Observed { source, file, view, about } = one;
        let about = about.iter().map(|aspect| aspect.name()).collect();
        Run { source: &ruleset.sources[*source].id, run: file, view, about }
    };
    ruleset.observed.iter().map(run).collect()
}

pub(super) fn differences<'a>(catalog: &'a Catalog, ruleset: &'a Ruleset) -> Vec<Difference<'a>> {
    ruleset.observed_differences.iter().map(|one| difference(catalog, ruleset, one)).collect()
}

fn difference<'a>(
    catalog: &'a Catalog,
    ruleset: &'a Ruleset,
    one: &'a ObservedDifference,
) -> Difference<'a> {
    let code = |id: DTypeId| catalog.dtype(id).code.as_str();
    let (table, ops, cells) = match &one.of {
        DifferenceOf::Ops(ops, cells) => ("ops", ops, cells_of_ops(catalog, cells)),
        DifferenceOf::Nary(names, triples) => {
            let side = |ids: &Vec<DTypeId>| {
                let codes: Vec<&str> = ids.iter().map(|&id| code(id)).collect();
                codes.join(" ")
            };
            let product = |one: &Triples| one.sides.each_ref().map(side).join(" × ");
            let all = triples.iter().filter(|one| one.some.is_none());
            ("nary", names, all.map(product).collect())
        }
        DifferenceOf::Values(ops, cells) => {
            ("values", ops, cells.iter().flat_map(|one| one.cells.iter().cloned()).collect())
        }
        DifferenceOf::Calls(names, calls) => ("calls", names, calls.clone()),
        DifferenceOf::Defaults(kinds) => ("defaults", kinds, Vec::new()),
        DifferenceOf::Names(names) => ("names", names, Vec::new()),
    };
    let written = match &one.of {
        DifferenceOf::Values(_, cells) => cells.iter().map(|one| one.written.as_str()).collect(),
        DifferenceOf::Nary(_, triples) => {
            triples.iter().filter_map(|one| one.some.as_deref()).collect()
        }
        _ => Vec::new(),
    };
    Difference {
        source: &ruleset.sources[one.source].id,
        table,
        ops,
        cells,
        written,
        devices: &one.devices,
        rule: &one.rule,
        run: &one.run,
        some_values: one.some_values,
        why: &one.why,
    }
}

/// `i8`, `→ bf16`, `i8 i16 × u8 scalar:int`
fn cells_of_ops(catalog: &Catalog, cells: &[DifferenceCell]) -> Vec<String> {
    let (mut words, mut pairs) = (Vec::new(), Vec::new());
    for cell in cells {
        match *cell {
            DifferenceCell::Asked(Asked::Pair(lhs, rhs)) => pairs.push((lhs, rhs)),
            DifferenceCell::Asked(one @ Asked::One(_)) => words.push(one.code(catalog)),
            DifferenceCell::Into(id) => words.push(format!("→ {}", catalog.dtype(id).code)),
        }
    }
    let codes = |all: &[Operand]| {
        all.iter().map(|&one| catalog.operand_code(one)).collect::<Vec<_>>().join(" ")
    };
    let rectangles = rectangles(&pairs);
    words.extend(rectangles.iter().map(|(lhs, rhs)| format!("{} × {}", codes(lhs), codes(rhs))));
    words
}

pub(super) fn slips<'a>(catalog: &'a Catalog, ruleset: &'a Ruleset) -> Vec<Mistake<'a>> {
    let mistake = |slip: &'a Slip| {
        let table = &ruleset.promotion;
        let cell = slip.cell.map(|(row, column)| {
            [&*catalog.dtype(table.rows[row]).name, catalog.column_name(table.columns[column])]
        });
        let sentence = declared::slip(catalog, ruleset, slip);
        Mistake { source: &ruleset.sources[slip.source].id, cell, sentence }
    };
    ruleset.slips.iter().map(mistake).collect()
}
