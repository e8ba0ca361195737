//! The index of the pages: every ruleset on a line.

use codegen::catalog::Cell;
use codegen::draw::markdown_table;

use super::WRITTEN;
use super::links;
use super::page::Family;
use super::runs::Held;

pub(super) fn page(families: &[Family<'_>]) -> String {
    let rows: Vec<[String; 8]> =
        families.iter().flat_map(|family| family.rulesets.iter().map(|one| row(one))).collect();
    let head = [
        "ruleset",
        "framework",
        "dtypes",
        "cells",
        "refused",
        "no kernel",
        "divergences",
        "agrees with its runs",
    ];
    format!(
        "{WRITTEN}# The frameworks\n\n\
         A page for each framework: where its rules come from, its tables, which laws its promotion keeps, what came of \
         holding them against the framework when run, and where its sources differ.\n\
         [How they agree](agreement.md) compares them with each other.\n\n\
         `cells` are those of two tensors. `agrees with its runs` counts every cell that a run was asked and the \
         ruleset states, of any op and any operands; each cell that differs is a divergence on the page.\n\n{}",
        markdown_table(&head, &rows)
    )
}

fn row(held: &Held<'_>) -> [String; 8] {
    let one = held.ruleset;
    let count = |outcome| one.promotion.count(outcome).to_string();
    [
        links::link(one),
        one.title(),
        one.dtypes.len().to_string(),
        one.promotion.cells.len().to_string(),
        count(Cell::Refused),
        count(Cell::NoKernel),
        (one.divergences.len() + one.observed_differences.len()).to_string(),
        held.agreement(),
    ]
}
