//! `cells` and `refuses` of a line of `[ops]` → what its ops give in place of what the tables say.

use crate::catalog::{Column, DTypeId, Op, OpCell, Operands, Outcome, SCALAR, ScalarKind};
use crate::diagnostic::{At, Mistake, Place};
use crate::spec::OpDeviation;

use super::cell::{self, operands_name};
use super::drawn::{Tables, sources_of};
use super::scope::Scope;
use super::words::{self, one_of};

/// The cells of each of the ops that a line is about.
pub(super) fn lower(
    line: &OpDeviation,
    ops: &[&Op],
    sources: &[usize],
    tables: &Tables,
    scope: &Scope<'_>,
) -> Vec<OpCell> {
    let mut given: Vec<(Operands, Place)> = Vec::new();
    let mut cells: Vec<(Operands, Outcome)> = Vec::new();
    let written = line.cells.iter().map(|(key, word)| (key, Some(word)));
    let refused = line.refuses.iter().map(|key| (key, None));
    for (key, word) in written.chain(refused) {
        let outcome = match word {
            None => Some(Outcome::NoKernel),
            Some(word) => {
                let whereabouts = format!("in cell {}", key.value);
                cell::result(word, &word.value, &whereabouts, scope)
            }
        };
        let Some(all) = operands(key, scope).filter(|all| fits(key, all, ops, scope)) else {
            continue;
        };
        check_given(key, &all, &mut given, scope);
        let Some(outcome) = outcome else { continue };
        // Where `mixed` stands in place of the table, the table's own answer is news.
        let unlike =
            |one: &Operands| matches!(*one, Operands::Two(lhs, Column::DType(rhs)) if lhs != rhs);
        let plain = all.iter().copied().filter(|one| line.mixed.is_none() || !unlike(one));
        let plain: Vec<Operands> = plain.collect();
        check_says(word.unwrap_or(key).at, (&plain, outcome), tables, scope);
        cells.extend(all.into_iter().map(|operands| (operands, outcome)));
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

/// The cells of two unlike dtypes that no other cell of the line is of: no dtype, and no dtype
/// in the table is no news.
fn mixed(
    line: &OpDeviation,
    ops: &[&Op],
    given: &[(Operands, Outcome)],
    tables: &Tables,
    scope: &Scope<'_>,
) -> Vec<(Operands, Outcome)> {
    let Some(word) = &line.mixed else { return Vec::new() };
    let signs = [("-", Outcome::Refused), ("!", Outcome::NoKernel)];
    let sink = scope.world.sink;
    let Some(outcome) = one_of(word, &signs, "what unlike dtypes can give", sink) else {
        return Vec::new();
    };
    if let Some(op) = ops.iter().find(|op| op.group.promotes() == 1) {
        let message = format!("`{}` is of one operand, and mixes none", op.name);
        sink.report(word.at.mistake(Mistake::CellNotPair, message, ""));
        return Vec::new();
    }
    let table = &tables.promotion.table;
    let pairs = table.rows.iter().flat_map(|&lhs| table.rows.iter().map(move |&rhs| (lhs, rhs)));
    pairs
        .filter(|(lhs, rhs)| lhs != rhs)
        .map(|(lhs, rhs)| Operands::Two(lhs, Column::DType(rhs)))
        .filter(|operands| given.iter().all(|(other, _)| other != operands))
        .filter(|&operands| says(tables, operands).is_some_and(|(says, _)| says.dtype().is_some()))
        .map(|operands| (operands, outcome))
        .collect()
}

/// `a` or `a × b`, where each side may name several: all that this multiplies out to.
fn operands(key: &At<String>, scope: &Scope<'_>) -> Option<Vec<Operands>> {
    let sides: Vec<&str> = key.value.split('×').collect();
    if sides.len() > 2 || sides.iter().any(|side| side.trim().is_empty()) {
        let message = format!("`{}` is no cell", key.value);
        let label = "write it `a × b`, or `a` of an op of one operand";
        scope.world.sink.report(key.at.mistake(Mistake::CellNotPair, message, label));
        return None;
    }
    let whereabouts = format!("in {}", key.value);
    // Every word is looked at, so that all that is wrong is told.
    let left = words::split(key, sides[0]);
    let left: Vec<Option<DTypeId>> =
        left.iter().map(|word| tensor(word, &whereabouts, scope)).collect();
    let right = sides.get(1).map(|side| {
        let right = words::split(key, side);
        right.iter().map(|word| second(word, &whereabouts, scope)).collect::<Vec<_>>()
    });
    let left: Vec<DTypeId> = left.into_iter().collect::<Option<_>>()?;
    let Some(right) = right else { return Some(left.into_iter().map(Operands::One).collect()) };
    let right: Vec<Column> = right.into_iter().collect::<Option<_>>()?;
    let pairs = left.iter().flat_map(|&lhs| right.iter().map(move |&rhs| Operands::Two(lhs, rhs)));
    Some(pairs.collect())
}

fn tensor(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Option<DTypeId> {
    if word.value.starts_with(SCALAR) {
        let message = format!("`{}` does not stand beside a tensor {whereabouts}", word.value);
        let label = "write the tensor first: the cell holds for either order";
        scope.world.sink.report(word.at.mistake(Mistake::CellNotPair, message, label));
        return None;
    }
    scope.resolve(word, whereabouts)
}

/// A dtype, or `scalar:` and a kind of Python number.
fn second(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Option<Column> {
    if let Some(kind) = word.value.strip_prefix(SCALAR) {
        let kinds = ScalarKind::ALL.map(|kind| (kind.name(), Column::Kind(kind)));
        let kind = words::inner(word, kind);
        return one_of(&kind, &kinds, "a kind of Python number", scope.world.sink);
    }
    let dtype = scope.world.dtypes.find(&word.value);
    if let (None, Some(kind)) = (dtype, ScalarKind::parse(&word.value)) {
        let message = format!("unknown dtype `{}` {whereabouts}", word.value);
        let label = format!("did you mean `{SCALAR}{}`?", kind.name());
        scope.world.sink.report(word.at.mistake(Mistake::UnknownDtype, message, label));
        return None;
    }
    scope.resolve(word, whereabouts).map(Column::DType)
}

/// Whether each op takes as many operands as a cell has.
fn fits(key: &At<String>, all: &[Operands], ops: &[&Op], scope: &Scope<'_>) -> bool {
    let other = ops.iter().find(|op| all.iter().any(|one| one.count() != op.group.promotes()));
    if let Some(op) = other {
        let message = format!("`{}` is no cell of `{}`", key.value, op.name);
        let label = match op.group.promotes() {
            1 => "write it `a`: the op is of one operand",
            _ => "write it `a × b`",
        };
        scope.world.sink.report(key.at.mistake(Mistake::CellNotPair, message, label));
    }
    other.is_none()
}

/// No two cells of a line are of the same operands.
fn check_given(
    key: &At<String>,
    all: &[Operands],
    given: &mut Vec<(Operands, Place)>,
    scope: &Scope<'_>,
) {
    let mut again: Option<(Operands, Place)> = None;
    for &operands in all {
        match given.iter().find(|(other, _)| *other == operands) {
            Some(first) => again = again.or(Some(*first)),
            None => given.push((operands, key.at)),
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

/// A cell gives another thing than the tables do, as far as these are free of mistakes.
fn check_says(
    at: Place,
    (all, outcome): (&[Operands], Outcome),
    tables: &Tables,
    scope: &Scope<'_>,
) {
    let idle: Vec<(Operands, Option<Place>)> = all
        .iter()
        .filter_map(|&operands| {
            let (says, place) = says(tables, operands)?;
            (says == outcome).then_some((operands, place))
        })
        .collect();
    let names: Vec<String> =
        idle.iter().map(|&(operands, _)| operands_name(operands, scope)).collect();
    let (what, is) = match names.len() {
        0 => return,
        1 => ("cell", "is"),
        _ => ("cells", "are"),
    };
    let message =
        format!("{what} {} {is} `{}` anyway", names.join(", "), cell::show(outcome, scope));
    let diagnostic = at.mistake(Mistake::CellSaysNothing, message, "says nothing");
    let drawn = idle.iter().find_map(|&(_, place)| place);
    scope.world.sink.report(match drawn {
        Some(place) => diagnostic.and(place, "drawn here"),
        None => diagnostic.help("one operand promotes to its own dtype"),
    });
}

/// What operands give where an op has no cell of its own, and where that is drawn.
fn says(tables: &Tables, operands: Operands) -> Option<(Outcome, Option<Place>)> {
    let (row, column) = match operands {
        Operands::One(id) => return Some((Outcome::DType(id), None)),
        Operands::Two(row, column) => (row, column),
    };
    let drawn = match column {
        Column::DType(_) => &tables.promotion,
        Column::Kind(_) => &tables.scalars,
    };
    let row = drawn.table.rows.iter().position(|&id| id == row)?;
    let column = drawn.table.columns.iter().position(|&at| at == column)?;
    let place = drawn.place(row, column)?;
    Some((drawn.table.at(row, column).outcome, Some(place)))
}
