//! Every case of a move → the cases that change.

use codegen::catalog::{Cell, Column, DTypeId, Group, Op, Operand, Ruleset, Scalar, TableName};
use rules::{Losses, Tables};

use super::Move;
use super::cast;
use super::change::{Change, Severity};
use super::question::Question;

/// What operands promote to, then what ops give beyond that; the worst first.
pub(super) fn changes(moved: &Move<'_>) -> Vec<Change> {
    let mut changes = promotions(moved);
    for place in 0..moved.catalog.ops.len() {
        changes.extend(of_op(moved, place));
    }
    changes.sort_by_key(|change| (change.severity, change.op.is_some()));
    changes
}

/// What changes of what two operands of any sorts promote to.
pub(super) fn promotions(moved: &Move<'_>) -> Vec<Change> {
    let tensors = of_dtypes(moved, Operand::Tensor);
    let numbers = numbers(moved);
    let mut changes = Vec::new();
    let plain = |_: &[Operand], _: [Cell; 2]| true;
    pairs(moved, None, &tensors, &tensors, plain, &mut changes);
    pairs(moved, None, &tensors, &numbers, plain, &mut changes);
    let told = |name| [moved.from, moved.to].iter().any(|ruleset| ruleset.has_table(name));
    let zero_dim = told(TableName::ZeroDim).then_some(Operand::ZeroDim as fn(DTypeId) -> Operand);
    let weak = told(TableName::Weak).then_some(Operand::Weak as fn(DTypeId) -> Operand);
    for sort in zero_dim.into_iter().chain(weak) {
        let those = of_dtypes(moved, sort);
        let own = |operands: &[Operand], both| !as_of_tensors(moved, operands, both);
        pairs(moved, None, &tensors, &those, own, &mut changes);
        pairs(moved, None, &those, &those, own, &mut changes);
        pairs(moved, None, &those, &numbers, own, &mut changes);
    }
    changes
}

fn of_dtypes(moved: &Move<'_>, sort: fn(DTypeId) -> Operand) -> Vec<Operand> {
    moved.dtypes.iter().copied().map(sort).collect()
}

/// The kinds of Python number, or the dtypes of numbers where both rulesets tell them apart by that.
fn numbers(moved: &Move<'_>) -> Vec<Operand> {
    let typed = |ruleset: &Ruleset| {
        matches!(ruleset.scalars.columns.first(), Some(Column::DType(_)))
            && ruleset.scalars.count(Cell::Unknown) < ruleset.scalars.cells.len()
    };
    match typed(moved.from) && typed(moved.to) {
        true => of_dtypes(moved, Operand::TypedScalar),
        false => Scalar::ALL.map(Operand::Scalar).to_vec(),
    }
}

/// Whether tensors with axes, strongly typed, change alike, so that there is nothing more to say.
fn as_of_tensors(moved: &Move<'_>, operands: &[Operand], both: [Cell; 2]) -> bool {
    let plain: Vec<Operand> = operands
        .iter()
        .map(|&operand| match operand {
            Operand::ZeroDim(id) | Operand::Weak(id) => Operand::Tensor(id),
            operand => operand,
        })
        .collect();
    let question = Question { moved, op: None };
    [moved.from, moved.to].map(|ruleset| question.gives(ruleset, &plain)) == both
}

/// What changes of an op besides what follows from what its operands promote to.
fn of_op(moved: &Move<'_>, place: usize) -> Vec<Change> {
    let op = &moved.catalog.ops[place];
    let tensors = of_dtypes(moved, Operand::Tensor);
    let mut changes = Vec::new();
    if op.group.promotes() == 1 {
        let question = Question { moved, op: Some(place) };
        let found = tensors.iter().filter_map(|&operand| {
            let operands = [operand];
            let both = both(moved, question, &operands)?;
            Some(change(moved, Some(place), &operands, both, true))
        });
        return found.collect();
    }
    let own = |operands: &[Operand], both| {
        // What is searched has an axis.
        let searched = op.group == Group::Lookup && operands[0].is_scalar();
        !searched && !follows(moved, op, operands, both)
    };
    pairs(moved, Some(place), &tensors, &tensors, own, &mut changes);
    // No number is a matrix, or joined with a tensor.
    if !matches!(op.group, Group::Product | Group::Join) {
        pairs(moved, Some(place), &tensors, &numbers(moved), own, &mut changes);
    }
    changes
}

/// Whether what an op gives changes because of what its operands promote to and for no other reason: by the
/// first ruleset's rule of the op it gives just that of what they promote to before and after.
fn follows(moved: &Move<'_>, op: &Op, operands: &[Operand], [was, becomes]: [Cell; 2]) -> bool {
    let Move { catalog, from, to, .. } = *moved;
    let &[lhs, rhs] = operands else { return false };
    let promoted = [from, to].map(|ruleset| {
        let found = catalog.tables(ruleset).lookup(lhs, rhs);
        found.map_or(Cell::Unknown, |(_, cell)| cell)
    });
    // Where operands do not promote on one side, that is the whole difference.
    let none = |promoted: Cell, gives| promoted.dtype().is_none() && promoted == gives;
    if none(promoted[0], was) || none(promoted[1], becomes) {
        return true;
    }
    let Some(first) = lhs.dtype().or(rhs.dtype()) else { return false };
    let tables = catalog.tables(from);
    let ruled = promoted.map(|cell| {
        let Some(id) = cell.dtype() else { return cell };
        let dtypes = tables.dtypes_of_promoted(catalog.op_id(op), Operand::Tensor(id), first);
        match (cell, Tables::cell_of(dtypes)) {
            // Weak types are the second ruleset's to distinguish too.
            (Cell::Weak(_), Cell::DType(gives)) if from.rule(op).returns_compute_dtype() => {
                Cell::Weak(gives)
            }
            (_, gives) => gives,
        }
    });
    ruled == [was, becomes]
}

/// The changes of every pair; of one set of operands beside itself, each pair once where its two orders
/// change alike, and so of two sets.
fn pairs(
    moved: &Move<'_>,
    op: Option<usize>,
    lefts: &[Operand],
    rights: &[Operand],
    counts: impl Fn(&[Operand], [Cell; 2]) -> bool,
    changes: &mut Vec<Change>,
) {
    let question = Question { moved, op };
    let ask = |operands: [Operand; 2]| {
        let both = both(moved, question, &operands)?;
        counts(&operands, both).then(|| change(moved, op, &operands, both, false))
    };
    for &lhs in lefts {
        for &rhs in rights.iter().filter(|&&rhs| lefts != rights || lhs <= rhs) {
            match (ask([lhs, rhs]), ask([rhs, lhs])) {
                (Some(here), Some(there)) if alike(&here, &there) => {
                    changes.push(Change { either_order: true, ..here });
                }
                (here, there) => changes.extend(here.into_iter().chain(there)),
            }
        }
    }
}

/// Whether two orders of operands change alike, and are kept from it by the same cast.
fn alike(here: &Change, there: &Change) -> bool {
    let cast = here.operands == there.operands || here.cast == there.cast.map(cast::Cast::flipped);
    cast && here.by_run == there.by_run && (here.was, here.becomes) == (there.was, there.becomes)
}

/// What both rulesets give, where that is a change.
fn both(moved: &Move<'_>, question: Question<'_>, operands: &[Operand]) -> Option<[Cell; 2]> {
    let [was, becomes] = [moved.from, moved.to].map(|ruleset| question.gives(ruleset, operands));
    Severity::of(moved.catalog, was, becomes).map(|_| [was, becomes])
}

fn change(
    moved: &Move<'_>,
    op: Option<usize>,
    operands: &[Operand],
    [was, becomes]: [Cell; 2],
    either_order: bool,
) -> Change {
    let catalog = moved.catalog;
    let question = Question { moved, op };
    let observed = |ruleset| question.observed(ruleset, operands).is_some();
    let by_run = observed(moved.from) || observed(moved.to);
    let severity = Severity::of(catalog, was, becomes).expect("what is asked of is a change");
    let lost = match (was.dtype(), becomes.dtype()) {
        (Some(was), Some(becomes)) => catalog.losses(was, becomes),
        _ => Losses::NONE,
    };
    let cast = cast::find(moved, question, operands, [was, becomes]);
    let operands = operands.to_vec();
    Change { severity, op, operands, either_order, was, becomes, lost, cast, by_run }
}
