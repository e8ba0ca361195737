//! How far the field agrees: who is near whom, the cells on which all agree, and those on which it splits most.
//!
//! Device profiles are left out, since they would repeat what their frameworks say. Who does not know a cell
//! has no part in it.

use std::cmp::Reverse;
use std::mem::discriminant;
use std::ptr;

use codegen::Catalog;
use codegen::catalog::{Cell, DTypeId, Operand, Ruleset, TableName};
use codegen::draw::{Differing, markdown_table, words};
use codegen::rectangles::symmetric_rectangles;
use codegen::spec::grid;

use super::WRITTEN;

/// How many rulesets are listed beside each.
const NEAREST: usize = 3;

/// How many lines of cells are listed on which the field splits.
const LINES: usize = 20;

/// A cell, and what is given there by whom.
struct Said<'c> {
    operands: [DTypeId; 2],
    answers: Vec<(Cell, Vec<&'c Ruleset>)>,
}

/// The rulesets that are no device profiles.
fn base(catalog: &Catalog) -> Vec<&Ruleset> {
    catalog.rulesets.iter().filter(|ruleset| ruleset.device.is_none()).collect()
}

pub(super) fn page(catalog: &Catalog) -> String {
    let rulesets = base(catalog);
    let cells = cells(catalog, &rulesets);
    format!(
        "{WRITTEN}# How the frameworks agree\n\n\
         Of two tensors, among the {} rulesets that are no device profiles.\n\
         A cell counts where at least two know what they give.\n\n{}{}{}",
        rulesets.len(),
        nearest(&rulesets),
        agreed(catalog, &rulesets, &cells),
        split(catalog, &cells)
    )
}

/// The rulesets that differ least from each.
fn nearest(rulesets: &[&Ruleset]) -> String {
    let rows = rulesets.iter().map(|&ruleset| {
        let others = rulesets.iter().filter(|other| other.name != ruleset.name);
        let mut others: Vec<_> = others
            .map(|&other| (known([ruleset, other]), other))
            .filter(|((_, of), _)| *of > 0)
            .collect();
        others.sort_by_key(|&((different, of), _)| (different * 1000 / of, Reverse(of)));
        let told = others.iter().take(NEAREST).map(|((different, of), other)| match different {
            0 => format!("`{}` in none of {of}", other.name),
            _ => format!("`{}` in {different} of {of}", other.name),
        });
        vec![format!("`{}`", ruleset.name), told.collect::<Vec<_>>().join(", ")]
    });
    format!(
        "## Who is near whom\n\nThe {NEAREST} rulesets that differ least from each, in how many of the cells that both know. \
         `concord diff` tells of any two.\n\n{}",
        markdown_table(&["ruleset", "differs from"], &rows.collect::<Vec<_>>())
    )
}

/// In how many cells two rulesets differ, and how many both know.
fn known(both: [&Ruleset; 2]) -> (usize, usize) {
    let differing = Differing::of(both, TableName::Promotion);
    (differing.different_known(), differing.known)
}

/// Every cell that at least two rulesets know, in order.
fn cells<'c>(catalog: &Catalog, rulesets: &[&'c Ruleset]) -> Vec<Said<'c>> {
    let pairs = catalog.ids().flat_map(|lhs| catalog.ids().map(move |rhs| [lhs, rhs]));
    let cells = pairs.map(|operands @ [lhs, rhs]| {
        let mut answers: Vec<(Cell, Vec<&Ruleset>)> = Vec::new();
        for &ruleset in rulesets {
            match (ruleset.promote(lhs, rhs), answers.as_mut_slice()) {
                // What a table has no row or column for is not known either.
                (Cell::Unknown, _) => {}
                (outcome, known) => match known.iter_mut().find(|(known, _)| *known == outcome) {
                    Some((_, names)) => names.push(ruleset),
                    None => answers.push((outcome, vec![ruleset])),
                },
            }
        }
        answers.sort_by_key(|(_, rulesets)| Reverse(rulesets.len()));
        Said { operands, answers }
    });
    cells.filter(|cell| cell.count() > 1).collect()
}

impl Said<'_> {
    /// Whether the same rulesets give the same; rulesets are the same where they are one, whatever they say.
    fn splits_as(&self, other: &Said<'_>) -> bool {
        let is_one = |(left, right): (&&Ruleset, &&Ruleset)| ptr::eq(*left, *right);
        let mut pairs = self.answers.iter().zip(&other.answers);
        self.answers.len() == other.answers.len()
            && pairs.all(|((left, by), (right, theirs))| {
                left == right && by.len() == theirs.len() && by.iter().zip(theirs).all(is_one)
            })
    }

    fn count(&self) -> usize {
        self.answers.iter().map(|(_, rulesets)| rulesets.len()).sum()
    }
}

/// What all give that know it, drawn, and how many cells that is.
fn agreed(catalog: &Catalog, rulesets: &[&Ruleset], cells: &[Said<'_>]) -> String {
    let everywhere = |id: &DTypeId| rulesets.iter().all(|ruleset| ruleset.dtypes.contains(id));
    let shared: Vec<DTypeId> = catalog.ids().filter(everywhere).collect();
    let names: Vec<&str> = shared.iter().map(|&id| catalog.dtype(id).name.as_str()).collect();
    let count = |cells: &[&Said<'_>]| {
        let agreed = cells.iter().filter(|cell| cell.answers.len() == 1).count();
        format!("{agreed} of {} cells", cells.len())
    };
    let of_shared: Vec<&Said<'_>> =
        cells.iter().filter(|cell| cell.operands.iter().all(|id| shared.contains(id))).collect();
    let mut text = "## Where all agree\n\n".to_owned();
    text += &match names.as_slice() {
        [] => "No dtype is everywhere.\n".to_owned(),
        names => {
            format!("Of the dtypes that all have, {}: {}.\n", names.join(", "), count(&of_shared))
        }
    };
    let all: Vec<&Said<'_>> = cells.iter().collect();
    text += &format!(
        "Of any dtypes, each cell among those that have both: {}.\n\n\
         The dtype that all give, or how many different answers there are; a dot where fewer than two know.\n\n\
         ```text\n{}```\n\n",
        count(&all),
        drawn(catalog, cells)
    );
    text
}

fn drawn(catalog: &Catalog, cells: &[Said<'_>]) -> String {
    let there = |id: &DTypeId| cells.iter().any(|cell| cell.operands.contains(id));
    let ids: Vec<DTypeId> = catalog.ids().filter(there).collect();
    let word = |operands: [DTypeId; 2]| {
        let cell = cells.iter().find(|cell| cell.operands == operands);
        match cell.map(|cell| cell.answers.as_slice()) {
            None => "·".to_owned(),
            Some([(outcome, _)]) => catalog.outcome_code(*outcome).into_owned(),
            Some(answers) => answers.len().to_string(),
        }
    };
    let code = |id: DTypeId| catalog.dtype(id).code.as_str();
    let rows: Vec<(&str, Vec<String>)> = ids
        .iter()
        .map(|&lhs| (code(lhs), ids.iter().map(|&rhs| word([lhs, rhs])).collect()))
        .collect();
    let rows: Vec<(&str, Vec<&str>)> = rows
        .iter()
        .map(|(label, row)| (*label, row.iter().map(String::as_str).collect()))
        .collect();
    grid::draw(&ids.iter().map(|&id| code(id)).collect::<Vec<_>>(), &rows)
}

/// The cells with the most answers; of as many, those on which the greatest camp is smallest. Cells that split
/// alike are one line.
fn split(catalog: &Catalog, cells: &[Said<'_>]) -> String {
    let mut lines: Vec<(&Said<'_>, Vec<(Operand, Operand)>)> = Vec::new();
    for cell in cells.iter().filter(|cell| cell.answers.len() > 1) {
        let operands = cell.operands.map(Operand::Tensor).into();
        match lines.iter_mut().find(|(first, _)| first.splits_as(cell)) {
            Some((_, all)) => all.push(operands),
            None => lines.push((cell, vec![operands])),
        }
    }
    lines.sort_by_key(|(cell, all)| {
        let most = cell.answers.first().map_or(0, |(_, rulesets)| rulesets.len());
        (Reverse(cell.answers.len()), Reverse(cell.count() - most), Reverse(all.len()))
    });
    let title = "## Where the field splits\n\n";
    if lines.is_empty() {
        return format!("{title}Nowhere.\n\n");
    }
    let rows: Vec<[String; 4]> = lines
        .iter()
        .take(LINES)
        .map(|(cell, all)| {
            let said = cell.answers.iter().map(|(outcome, rulesets)| {
                let names: Vec<&str> = rulesets.iter().map(|one| one.name.as_str()).collect();
                format!("{}: {}", words::outcome(catalog, *outcome), names.join(", "))
            });
            let said = said.collect::<Vec<_>>().join("; ");
            let [count, answers] = [all.len(), cell.answers.len()].map(|count| count.to_string());
            [operands(catalog, all), count, answers, said]
        })
        .collect();
    let count: usize = lines.iter().map(|(_, all)| all.len()).sum();
    let shown = match lines.len() {
        lines if lines > LINES => format!("the first {LINES} of {lines} lines"),
        lines => format!("{lines} lines"),
    };
    format!(
        "{title}{count} cells, those that split alike on a line, those with the most answers first: {shown}.\n\n{}",
        markdown_table(&["operands", "cells", "answers", "who says what"], &rows)
    )
}

/// Cells as rectangles, once where both orders are among them.
fn operands(catalog: &Catalog, cells: &[(Operand, Operand)]) -> String {
    let reversed = |&(lhs, rhs): &(Operand, Operand)| cells.contains(&(rhs, lhs));
    let either_order = cells.iter().all(reversed);
    let names = |operands: &[Operand]| {
        let names = operands.iter().map(|&operand| words::operand(catalog, operand));
        names.collect::<Vec<_>>().join(", ")
    };
    let same = |lhs, rhs| either_order && discriminant(&lhs) == discriminant(&rhs);
    let rectangles = symmetric_rectangles(cells, same);
    let words = rectangles.iter().map(|(lhs, rhs)| format!("{} × {}", names(lhs), names(rhs)));
    let order = if either_order { "" } else { ", in this order" };
    words.collect::<Vec<_>>().join("; ") + order
}
