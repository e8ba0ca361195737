//! `cells`, `mixed` and `refuses` of a line of `[ops]` → the cells in which its ops differ from the tables.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{Cell, Column, Compute, DTypeId, Op, OpCell, Operands, SCALAR, Scalar};
use crate::diagnostic::{At, Mistake, Place};
use crate::poison::{Checked, all};
use crate::spec::OpOverrideLine;

use super::cell::{self, Gives, operands_name};
use super::drawn::{Tables, sources_of};
use super::scope::Scope;
use super::words::{self, one_of};

/// The cells that a line states, for each of its ops. A cell of `[narrow-ops]` that names several dtypes may restate
/// what the tables give for some of them, which are left out.
pub(super) fn lower(
    line: &OpOverrideLine,
    ops: &[&Op],
    narrow: bool,
    sources: &[usize],
    tables: &Tables,
    scope: &Scope<'_>,
) -> Vec<OpCell> {
    let mut given = BTreeMap::new();
    let mut cells: Vec<(Operands, Cell)> = Vec::new();
    let written = line.cells.iter().map(|(key, word)| (key, Some(word)));
    let refused = line.refuses.iter().map(|key| (key, None));
    for (key, word) in written.chain(refused) {
        let outcome = match word {
            None => Ok(Gives::Cell(Cell::NoKernel)),
            Some(word) => cell::gives(word, &format!("in cell {}", key.value), scope),
        };
        let Ok(all) = operands(key, ops, scope) else { continue };
        check_given(key, &all, &mut given, scope);
        let Ok(gives) = outcome else { continue };
        let mut all: Vec<(Operands, Cell)> =
            all.into_iter().map(|operands| (operands, given_by(gives, operands))).collect();
        // An op on indices does not promote: the tables say nothing of it, nor of an op that is not known.
        let promotes = ops.iter().any(|op| op.rule.compute != Compute::First);
        if narrow && promotes && line.mixed.is_none() {
            let news = |&(one, outcome): &(Operands, Cell)| {
                says(tables, one).is_none_or(|(says, _)| says != outcome)
            };
            if all.iter().any(news) {
                all.retain(news);
            }
        }
        // A line with `mixed` may restate what the table gives for unlike dtypes.
        let unlike =
            |one: &Operands| matches!(*one, Operands::Two(lhs, Column::DType(rhs)) if lhs != rhs);
        let plain = all.iter().copied().filter(|(one, _)| line.mixed.is_none() || !unlike(one));
        let plain: Vec<(Operands, Cell)> = plain.collect();
        if promotes {
            check_says(word.unwrap_or(key).at, &plain, tables, scope);
        }
        cells.extend(all);
    }
    cells.extend(mixed(line, ops, &cells, tables, scope));
    let of = |op: &&Op| {
        let op = op.name.clone();
        cells.clone().into_iter().map(move |(operands, outcome)| OpCell {
            op: op.clone(),
            operands,
            outcome,
            sources: sources_of(outcome, sources),
        })
    };
    ops.iter().flat_map(of).collect()
}

/// What a line gives these operands.
fn given_by(gives: Gives, operands: Operands) -> Cell {
    match operands {
        Operands::One(id) => gives.of(id, Column::DType(id)),
        Operands::Two(left, right) => gives.of(left, right),
    }
}

/// What `mixed` says of every pair of unlike dtypes that the line has no cell for and the table gives a dtype for.
fn mixed(
    line: &OpOverrideLine,
    ops: &[&Op],
    given: &[(Operands, Cell)],
    tables: &Tables,
    scope: &Scope<'_>,
) -> Vec<(Operands, Cell)> {
    let Some(word) = &line.mixed else { return Vec::new() };
    let signs = [("-", Cell::Refused), ("!", Cell::NoKernel)];
    let sink = scope.world.sink;
    let Ok(outcome) = one_of(word, &signs, "what unlike dtypes can give", sink) else {
        return Vec::new();
    };
    if let Some(op) = ops.iter().find(|op| op.group.promotes() == 1) {
        let message = format!("`mixed` is for ops of two operands, and `{}` takes one", op.name);
        sink.report(word.at.mistake(Mistake::CellNotPair, message, ""));
        return Vec::new();
    }
    let given: BTreeSet<Operands> = given.iter().map(|&(operands, _)| operands).collect();
    let table = &tables.promotion.table;
    let pairs = table.rows.iter().flat_map(|&lhs| table.rows.iter().map(move |&rhs| (lhs, rhs)));
    pairs
        .filter(|(lhs, rhs)| lhs != rhs)
        .map(|(lhs, rhs)| Operands::Two(lhs, Column::DType(rhs)))
        .filter(|operands| !given.contains(operands))
        .filter(|&operands| says(tables, operands).is_some_and(|(says, _)| says.dtype().is_some()))
        .map(|operands| (operands, outcome))
        .collect()
}

/// `a` or `a × b`, where each side may name several: all the operands that this stands for.
fn operands(key: &At<String>, ops: &[&Op], scope: &Scope<'_>) -> Checked<Vec<Operands>> {
    let sides: Vec<&str> = key.value.split('×').collect();
    // `x` and `*` stand for `×` where a keyboard has no such key.
    let cross = key.value.split_whitespace().any(|word| word == "x" || word.contains('*'));
    if sides.len() > 2 || cross || sides.iter().any(|side| side.trim().is_empty()) {
        let message = format!("`{}` is not a cell", key.value);
        let label = "write it `a × b`, or `a` of an op of one operand";
        let mistake = key.at.mistake(Mistake::CellNotPair, message, label);
        return Err(scope.world.sink.report(mistake));
    }
    let whereabouts = format!("in {}", key.value);
    let left = words::split(key, sides[0]);
    let left =
        all(left.iter().map(|word| tensor(word, &whereabouts, scope))).map(|ids| ids.concat());
    let right = sides.get(1).map(|side| {
        let right = words::split(key, side);
        all(right.iter().map(|word| second(word, &whereabouts, scope)))
    });
    let right = right.map(|right| right.map(|right| right.concat()));
    let (left, right) = (left?, right.transpose()?);
    check_count(key, sides.len(), ops, scope)?;
    let with = |lhs: DTypeId| match &right {
        None => vec![Operands::One(lhs)],
        Some(right) => right.iter().map(|&rhs| Operands::Two(lhs, rhs)).collect(),
    };
    Ok(left.into_iter().flat_map(with).collect())
}

fn tensor(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Checked<Vec<DTypeId>> {
    if word.value.starts_with(SCALAR) {
        let message = format!("the scalar `{}` comes before the tensor {whereabouts}", word.value);
        let label = "write it after the tensor: the cell holds for either order";
        let mistake = word.at.mistake(Mistake::CellNotPair, message, label);
        return Err(scope.world.sink.report(mistake));
    }
    match several(word, scope) {
        Some(ids) => Ok(ids),
        None => scope.resolve(word, whereabouts).map(|id| vec![id]),
    }
}

/// The dtypes that a word stands for, if it is not one that may be meant as a kind of Python scalar.
fn several(word: &At<String>, scope: &Scope<'_>) -> Option<Vec<DTypeId>> {
    scope.set(&word.value).filter(|_| Scalar::parse(&word.value).is_none())
}

/// A dtype, or `scalar:` and a kind of Python scalar.
fn second(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Checked<Vec<Column>> {
    if let Some(kind) = word.value.strip_prefix(SCALAR) {
        let kinds = Scalar::ALL.map(|kind| (kind.name(), Column::Scalar(kind)));
        let kind = words::inner(word, kind);
        let kind = one_of(&kind, &kinds, "a kind of Python scalar", scope.world.sink);
        return kind.map(|kind| vec![kind]);
    }
    if let Some(ids) = several(word, scope) {
        return Ok(ids.into_iter().map(Column::DType).collect());
    }
    let dtype = scope.world.dtypes.find(&word.value);
    if let (None, Some(kind)) = (dtype, Scalar::parse(&word.value)) {
        let message = format!("unknown dtype `{}` {whereabouts}", word.value);
        let label = format!("did you mean `{SCALAR}{}`?", kind.name());
        let mistake = word.at.mistake(Mistake::UnknownDtype, message, label);
        return Err(scope.world.sink.report(mistake));
    }
    scope.resolve(word, whereabouts).map(|id| vec![Column::DType(id)])
}

/// Checks that each op takes as many operands as a cell has.
fn check_count(key: &At<String>, count: usize, ops: &[&Op], scope: &Scope<'_>) -> Checked<()> {
    let Some(op) = ops.iter().find(|op| op.group.promotes() != count) else { return Ok(()) };
    let message = format!("`{}` is not a cell of `{}`", key.value, op.name);
    let label = match op.group.promotes() {
        1 => "write it `a`: the op takes one operand",
        _ => "write it `a × b`",
    };
    Err(scope.world.sink.report(key.at.mistake(Mistake::CellNotPair, message, label)))
}

/// Checks that a line does not state a cell twice.
fn check_given(
    key: &At<String>,
    all: &[Operands],
    given: &mut BTreeMap<Operands, Place>,
    scope: &Scope<'_>,
) {
    let mut again: Option<(Operands, Place)> = None;
    for &operands in all {
        match given.entry(operands) {
            Entry::Occupied(first) => again = again.or(Some((operands, *first.get()))),
            Entry::Vacant(room) => drop(room.insert(key.at)),
        }
    }
    if let Some((operands, first)) = again {
        let message = format!("cell {} is given twice", operands_name(operands, scope));
        let diagnostic = key.at.mistake(Mistake::CellRepeated, message, "again");
        scope.world.sink.report(match first == key.at {
            true => diagnostic,
            false => diagnostic.and(first, "first here"),
        });
    }
}

/// Checks that a cell differs from the tables, as far as those are not poisoned.
fn check_says(at: Place, all: &[(Operands, Cell)], tables: &Tables, scope: &Scope<'_>) {
    let idle = all.iter().filter_map(|&(operands, outcome)| {
        let (says, place) = says(tables, operands)?;
        (says == outcome).then_some((operands, outcome, place))
    });
    let idle: Vec<(Operands, Cell, Option<Place>)> = idle.collect();
    let Some(&(_, first, _)) = idle.first() else { return };
    let names: Vec<String> =
        idle.iter().map(|&(operands, ..)| operands_name(operands, scope)).collect();
    let (what, is) = if names.len() == 1 { ("cell", "is") } else { ("cells", "are") };
    let gives = match idle.iter().all(|&(_, outcome, _)| outcome == first) {
        true => format!("`{}`", cell::show(first, scope)),
        false => "that".to_owned(),
    };
    let message = format!("{what} {} {is} already {gives}", names.join(", "));
    let diagnostic = at.mistake(Mistake::CellSaysNothing, message, "changes nothing");
    let drawn = idle.iter().find_map(|&(.., place)| place);
    scope.world.sink.report(match drawn {
        Some(place) => diagnostic.and(place, "drawn here"),
        None => diagnostic.help("one operand promotes to its own dtype"),
    });
}

/// What the tables give for these operands, and where that is drawn.
pub(super) fn says(tables: &Tables, operands: Operands) -> Option<(Cell, Option<Place>)> {
    let (row, column) = match operands {
        Operands::One(id) => return Some((Cell::DType(id), None)),
        Operands::Two(row, column) => (row, column),
    };
    let drawn = match column {
        Column::DType(_) => &tables.promotion,
        Column::Scalar(_) => &tables.scalars,
    };
    let row = drawn.table.rows.iter().position(|&id| id == row)?;
    let column = drawn.table.columns.iter().position(|&at| at == column)?;
    drawn.said(row, column).map(|(outcome, place)| (outcome, Some(place)))
}
