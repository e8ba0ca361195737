//! `[[divergence]]` and `[[slip]]` → each cell is spoken of in one of them.

use std::collections::{BTreeSet, HashMap};

use crate::diagnostic::{At, Mistake};
use crate::spec::{DivergenceLine, SlipLine};

use super::cell::repeated;
use super::scope::Scope;
use super::words;

/// Reports what two sections say of the same.
pub(super) fn check(scope: &Scope<'_>) {
    let lines: Vec<Divergence<'_>> =
        scope.framework.divergences.iter().map(Divergence::of).collect();
    // The divergences that have a cell, so that only those are compared that share one.
    let mut having: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, line) in lines.iter().enumerate() {
        let cells = line.cells.iter().filter_map(|cell| having.get(cell.as_str()));
        let before: BTreeSet<usize> = cells.flatten().copied().collect();
        let first = before.into_iter().find(|&other| lines[other].about_the_same(line));
        if let Some(other) = first {
            let (first, again) = lines[other].shared(line);
            repeated(again, first, scope);
        }
        for cell in &line.cells {
            having.entry(cell).or_default().push(place);
        }
    }
    let lines = &scope.framework.slips;
    for (place, line) in lines.iter().enumerate() {
        if let Some(first) = lines[..place].iter().find(|other| same_slip(other, line)) {
            let message = format!("two slips of `{}` say `{}`", line.source.value, line.says.value);
            let diagnostic = line.says.at.mistake(Mistake::CellRepeated, message, "again");
            scope.world.sink.report(diagnostic.and(first.says.at, "first here"));
        }
    }
}

/// A divergence by the words of its lists, whatever spaces are between them.
struct Divergence<'a> {
    line: &'a DivergenceLine,
    cells: Vec<String>,
    ops: Vec<String>,
    devices: Vec<String>,
    sources: BTreeSet<&'a str>,
}

impl<'a> Divergence<'a> {
    fn of(line: &'a DivergenceLine) -> Divergence<'a> {
        let spaced =
            |list: &[At<String>]| list.iter().map(|one| words::spaced(&one.value)).collect();
        let [cells, ops, devices] =
            [&line.cells, &line.ops, &line.devices].map(|list| spaced(list));
        let sources = line.says.value.iter().map(|(id, _)| id.value.as_str()).collect();
        Divergence { line, cells, ops, devices, sources }
    }

    /// Whether both are of one table and of the same sources, and of an op and a device that both name.
    fn about_the_same(&self, other: &Divergence<'_>) -> bool {
        let share = |one: &[String], other: &[String]| one.iter().any(|word| other.contains(word));
        let ops = (self.ops.is_empty() && other.ops.is_empty()) || share(&self.ops, &other.ops);
        let devices = self.devices.is_empty()
            || other.devices.is_empty()
            || share(&self.devices, &other.devices);
        self.line.table.value == other.line.table.value
            && ops
            && devices
            && self.sources == other.sources
    }

    /// The first cell of this one that the other has, as each writes it.
    fn shared(&self, other: &Divergence<'a>) -> (&'a At<String>, &'a At<String>) {
        let both = self.cells.iter().enumerate().find_map(|(place, cell)| {
            Some((place, other.cells.iter().position(|again| again == cell)?))
        });
        let (place, again) = both.expect("they share a cell");
        (&self.line.cells[place], &other.line.cells[again])
    }
}

fn same_slip(one: &SlipLine, other: &SlipLine) -> bool {
    let about = |line: &SlipLine| {
        let [cell, range] = [&line.cell, &line.range];
        let word = |word: &Option<At<String>>| word.as_ref().map(|word| word.value.clone());
        (line.source.value.clone(), word(cell), word(range), line.says.value.clone())
    };
    about(one) == about(other)
}
