//! `[[divergence]]` and `[[slip]]` → each cell is spoken of in one of them.

use crate::diagnostic::{At, Mistake};
use crate::spec::{DivergenceLine, SlipLine};

use super::cell::repeated;
use super::scope::Scope;

/// Reports what two sections say of the same.
pub(super) fn check(scope: &Scope<'_>) {
    let lines = &scope.framework.divergences;
    for (place, line) in lines.iter().enumerate() {
        let mut before = lines[..place].iter().filter(|other| about_the_same(other, line));
        if let Some((first, again)) = before.find_map(|other| shared(&other.cells, &line.cells)) {
            repeated(again, first, scope);
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

/// Whether two divergences are of one table and of the same sources, and of an op and a device that both name.
fn about_the_same(one: &DivergenceLine, other: &DivergenceLine) -> bool {
    let sources = |line: &DivergenceLine| {
        let mut ids: Vec<String> = line.says.value.iter().map(|(id, _)| id.value.clone()).collect();
        ids.sort();
        ids
    };
    let ops = one.ops.is_empty() == other.ops.is_empty()
        && (one.ops.is_empty() || shared(&one.ops, &other.ops).is_some());
    let devices = one.devices.is_empty()
        || other.devices.is_empty()
        || shared(&one.devices, &other.devices).is_some();
    one.table.value == other.table.value && ops && devices && sources(one) == sources(other)
}

/// The first word that two lists share, whatever spaces are in it, as each has it.
fn shared<'a>(
    one: &'a [At<String>],
    other: &'a [At<String>],
) -> Option<(&'a At<String>, &'a At<String>)> {
    let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
    one.iter().find_map(|first| {
        let again = other.iter().find(|again| same(&first.value, &again.value))?;
        Some((first, again))
    })
}

fn same_slip(one: &SlipLine, other: &SlipLine) -> bool {
    let about = |line: &SlipLine| {
        let [cell, range] = [&line.cell, &line.range];
        let word = |word: &Option<At<String>>| word.as_ref().map(|word| word.value.clone());
        (line.source.value.clone(), word(cell), word(range), line.says.value.clone())
    };
    about(one) == about(other)
}
