//! The cast to insert so that code keeps the result it had before a move.

use codegen::catalog::{Cell, DTypeId, OpResult, Operand, Ruleset};

use super::Move;
use super::question::Question;

/// A cast to a dtype, and of what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cast {
    pub(super) of: Of,
    pub(super) to: DTypeId,
}

/// What is cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// The first operand.
    First,
    /// The second.
    Second,
    /// One of the two, whichever.
    Either,
    /// All of them.
    Both,
    /// The result.
    Result,
}

impl Cast {
    /// The same, of operands in the other order.
    pub(super) fn flipped(self) -> Cast {
        let of = match self.of {
            Of::First => Of::Second,
            Of::Second => Of::First,
            of => of,
        };
        Cast { of, ..self }
    }
}

/// The cast under which the second ruleset gives what the first gave; `None` where nothing was given, or no
/// cast gives it.
///
/// An operand is cast to what the first ruleset converted it to, which loses no more than that did, or to a
/// dtype that holds all its values; one operand rather than both, and the result only where it lost nothing.
pub(super) fn find(
    moved: &Move<'_>,
    question: Question<'_>,
    operands: &[Operand],
    [was, becomes]: [Cell; 2],
) -> Option<Cast> {
    let (catalog, to) = (moved.catalog, moved.to);
    let old = was.dtype().filter(|id| to.dtypes.contains(id))?;
    // No cast makes a tensor weakly typed.
    if matches!((was, becomes), (Cell::Weak(_), Cell::DType(new)) if new == old) {
        return None;
    }
    let keeps = |operands: &[Operand]| keeps(was, question.gives(to, operands));
    let like = question.computes(moved.from, operands).filter(|id| to.dtypes.contains(id));
    if let Some(of) = like.and_then(|like| one(moved, operands, like, &keeps, false)) {
        return like.map(|to| Cast { of, to });
    }
    for id in by_width(moved, to) {
        if let Some(of) = one(moved, operands, id, &keeps, true) {
            return Some(Cast { of, to: id });
        }
    }
    if let Some(id) = like {
        let both: Vec<Operand> = operands.iter().map(|&one| cast_to(one, id)).collect();
        if keeps(&both) {
            return Some(Cast { of: Of::Both, to: id });
        }
    }
    let index = question.op().is_some_and(|op| moved.from.rule(op).result == OpResult::Index);
    let held = |new| index || catalog.losses(old, new).is_empty();
    becomes.dtype().filter(|&new| new != old && held(new))?;
    Some(Cast { of: Of::Result, to: old })
}

/// Whether a result is the old one: a strongly typed one does not become weakly typed.
fn keeps(was: Cell, got: Cell) -> bool {
    let weaker = matches!((was, got), (Cell::DType(_), Cell::Weak(_)));
    got.dtype() == was.dtype() && !weaker
}

/// The operand whose cast to a dtype keeps the result; `lossless`, if it must hold all its values. Of two that
/// do, the one that loses nothing.
fn one(
    moved: &Move<'_>,
    operands: &[Operand],
    to: DTypeId,
    keeps: &impl Fn(&[Operand]) -> bool,
    lossless: bool,
) -> Option<Of> {
    let holds = |place: usize| {
        let from = operands[place].dtype();
        from.is_some_and(|from| moved.catalog.losses(from, to).is_empty())
    };
    let works = |place: &usize| {
        let cast = cast_to(operands[*place], to);
        let mut casts = operands.to_vec();
        casts[*place] = cast;
        cast != operands[*place] && (!lossless || holds(*place)) && keeps(&casts)
    };
    let places: Vec<usize> = (0..operands.len()).filter(works).collect();
    match places.as_slice() {
        [] => None,
        [0] => Some(Of::First),
        [_] => Some(Of::Second),
        _ => Some(match (holds(0), holds(1)) {
            (true, false) => Of::First,
            (false, true) => Of::Second,
            _ => Of::Either,
        }),
    }
}

/// An operand after a cast: strongly typed, and with axes if it had any. A number cannot be cast.
fn cast_to(operand: Operand, id: DTypeId) -> Operand {
    match operand {
        Operand::Tensor(_) | Operand::Weak(_) => Operand::Tensor(id),
        Operand::ZeroDim(_) => Operand::ZeroDim(id),
        Operand::Scalar(_) | Operand::TypedScalar(_) => operand,
    }
}

/// The dtypes of a ruleset, the narrowest first.
fn by_width(moved: &Move<'_>, ruleset: &Ruleset) -> Vec<DTypeId> {
    let mut ids = ruleset.dtypes.clone();
    ids.sort_by_key(|&id| moved.catalog.dtype(id).bits);
    ids
}
