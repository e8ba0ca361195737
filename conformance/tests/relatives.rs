//! Rulesets that transcribe each other's sources: the cells on which they differ are the declared divergences.

use std::collections::BTreeSet;

use codegen::catalog::{Catalog, Cell, Ruleset, Source, TableName};
use conformance::catalog;

fn same(one: &Source, other: &Source) -> bool {
    (&one.title, &one.version, &one.url) == (&other.title, &other.version, &other.url)
}

/// Whether a ruleset's promotion is that source's: every cell of it.
fn transcribes(ruleset: &Ruleset, source: &Source) -> bool {
    let of_source = |&place: &usize| same(&ruleset.sources[place], source);
    let mut cells = ruleset.promotion.cells.iter();
    cells.all(|cell| !cell.sources.is_empty() && cell.sources.iter().all(of_source))
}

/// A cell and what a source says of it, as the spec writes them.
fn said(catalog: &Catalog, ruleset: &Ruleset, (row, column): (usize, usize), says: Cell) -> String {
    let table = &ruleset.promotion;
    let row = &catalog.dtype(table.rows[row]).code;
    let column = catalog.column_code(table.columns[column]);
    format!("{row} × {column} = {}", catalog.outcome_code(says))
}

/// The cells on which another ruleset differs, and what it gives.
fn differing(catalog: &Catalog, here: &Ruleset, other: &Ruleset) -> BTreeSet<String> {
    let count = here.dtypes.len();
    let cells = (0..count).flat_map(|row| (0..count).map(move |column| (row, column)));
    let there = |(row, column)| other.promotion.at(row, column).outcome;
    let differing = cells
        .filter(|&(row, column)| here.promotion.at(row, column).outcome != there((row, column)));
    differing.map(|cell| said(catalog, here, cell, there(cell))).collect()
}

/// The cells of which a file declares that a source says something else.
fn declared(catalog: &Catalog, here: &Ruleset, source: usize) -> BTreeSet<String> {
    let mut declared = BTreeSet::new();
    for one in here.divergences.iter().filter(|one| one.table == TableName::Promotion) {
        for &(_, says) in one.says.iter().filter(|(place, _)| *place == source) {
            declared.extend(one.cells.iter().map(|&cell| said(catalog, here, cell, says)));
        }
    }
    declared
}

#[test]
fn what_the_other_document_says_otherwise_is_declared() {
    let catalog = catalog();
    let whole = || catalog.rulesets.iter().filter(|one| one.device.is_none());
    let mut compared = Vec::new();
    for here in whole() {
        for (place, source) in here.sources.iter().enumerate() {
            let drawn = |other: &&Ruleset| {
                other.dtypes == here.dtypes
                    && transcribes(other, source)
                    && !transcribes(here, source)
            };
            for other in whole().filter(drawn) {
                let differing = differing(&catalog, here, other);
                let declared = declared(&catalog, here, place);
                let open: Vec<&String> = differing.symmetric_difference(&declared).collect();
                assert!(
                    open.is_empty(),
                    "{}: its source `{}` is what {} transcribes; a [[divergence]] in which `{}` says so \
                     is missing, or is not real: {open:?}",
                    here.name,
                    source.id,
                    other.name,
                    source.id
                );
                compared.push(format!("{} and {}", here.name, other.name));
            }
        }
    }
    assert_eq!(compared, ["aclnn@2025.09 and aclnn@opbase", "aclnn@opbase and aclnn@2025.09"]);
}
