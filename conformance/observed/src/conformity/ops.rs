//! What ops give: the ruleset's dtypes beside those a run gave.

use crate::observation::Seen;
use codegen::catalog::{Asked, Aspect, Catalog, Cell, DTypeId, Group, Op, Operand, Scalar};

use super::entry::{Entry, Subject};
use super::{Count, Held};

/// The op that shows what a framework promotes to.
pub(crate) const PROMOTES: &str = "add";

/// The cells of an aspect on which ruleset and run differ, and how many there are.
pub(super) fn differences(held: Held<'_>, wanted: Aspect) -> (Count, Vec<Entry>) {
    let (mut count, mut all) = (Count::default(), Vec::new());
    for (place, op) in held.catalog.ops.iter().enumerate() {
        // All others are evidence of `ops` alone, and some were not asked.
        if (wanted != Aspect::Ops && op.name != PROMOTES) || !held.view.asks(place) {
            continue;
        }
        for asked in questions(held, op) {
            let subject = Subject::Cell(place, asked);
            if aspect(held, &subject) != Some(wanted) {
                continue;
            }
            let Some(seen) = held.view.seen(place, asked) else { continue };
            let rule = ruled(held, place, asked);
            match agree(held.catalog, rule, seen, wanted) {
                None => count.silent += 1,
                Some(true) => count.agreed += 1,
                Some(false) => {
                    count.differed += 1;
                    let rule = held.catalog.outcome_code(rule).into_owned();
                    let error = held.observation.error(seen).map(str::to_owned);
                    all.push(Entry { subject, rule, run: seen.code(held.catalog), error });
                }
            }
        }
    }
    (count, all)
}

/// Whether a run gave what the rule gives: a dtype, or no result. Whether it is the rule that
/// refuses or a kernel that is missing only `add` tells, which promotes and does no more. Of what the
/// ruleset does not know there is nothing to say.
fn agree(catalog: &Catalog, rule: Cell, seen: &Seen, aspect: Aspect) -> Option<bool> {
    match (rule, seen) {
        (Cell::Unknown, _) => None,
        (Cell::DType(rule), Seen::DType(seen)) | (Cell::Weak(rule), Seen::Weak(seen)) => {
            Some(rule == *seen)
        }
        (Cell::Foreign(place), Seen::Other(name)) => Some(catalog.foreign(place) == name),
        (Cell::DType(_) | Cell::Weak(_) | Cell::Foreign(_), _) => Some(false),
        (_, Seen::DType(_) | Seen::Weak(_) | Seen::Other(_)) => Some(false),
        (_, _) if aspect == Aspect::Ops => Some(true),
        (rule, seen) => Some((rule == Cell::Refused) == matches!(seen, Seen::Refused(_))),
    }
}

/// What a cell of an op is evidence of.
pub(super) fn aspect(held: Held<'_>, subject: &Subject) -> Option<Aspect> {
    let Subject::Cell(op, asked) = subject else { return None };
    let promotes = held.catalog.ops[*op].name == PROMOTES;
    Some(match *asked {
        Asked::Pair(lhs, rhs) if promotes && !(lhs.is_scalar() || rhs.is_scalar()) => {
            Aspect::Promotion
        }
        Asked::Pair(..) if promotes => Aspect::Scalars,
        _ => Aspect::Ops,
    })
}

/// Every cell an op has in a ruleset, of the sorts of operand that the run was asked of.
pub(super) fn questions(held: Held<'_>, op: &Op) -> Vec<Asked> {
    if op.group.promotes() == 1 {
        return held.ruleset.dtypes.iter().copied().map(Asked::One).collect();
    }
    let all = operands_of(held, op);
    let pairs =
        all.iter().flat_map(|&lhs| all.iter().filter_map(move |&rhs| Asked::pair([lhs, rhs])));
    pairs.collect()
}

/// Whether an op has this cell in a ruleset, that is, whether it is one of its [`questions`].
pub(super) fn has(held: Held<'_>, op: &Op, asked: Asked) -> bool {
    match asked {
        Asked::One(id) => op.group.promotes() == 1 && held.ruleset.dtypes.contains(&id),
        Asked::Pair(lhs, rhs) => {
            let all = operands_of(held, op);
            op.group.promotes() != 1
                && Asked::pair([lhs, rhs]).is_some()
                && all.contains(&lhs)
                && all.contains(&rhs)
        }
    }
}

/// What may stand on either side of an op: of each sort that the run was asked of, and numbers.
fn operands_of(held: Held<'_>, op: &Op) -> Vec<Operand> {
    let dtypes = || held.ruleset.dtypes.iter().copied();
    let mut operands: Vec<Operand> = dtypes().map(Operand::Tensor).collect();
    if held.zero_dim && op.group != Group::Product {
        operands.extend(dtypes().map(Operand::ZeroDim));
    }
    if held.weak {
        operands.extend(dtypes().map(Operand::Weak));
    }
    operands.extend(Scalar::ALL.map(Operand::Scalar));
    operands
}

fn operands(asked: Asked) -> Vec<Operand> {
    match asked {
        Asked::One(id) => vec![Operand::Tensor(id)],
        Asked::Pair(lhs, rhs) => vec![lhs, rhs],
    }
}

/// What a ruleset gives of an op.
pub(super) fn ruled(held: Held<'_>, op: usize, asked: Asked) -> Cell {
    let id = held.catalog.op_id(&held.catalog.ops[op]);
    held.catalog.tables(held.ruleset).op_gives(id, &operands(asked))
}

/// What a ruleset computes an op in.
pub(super) fn computes(held: Held<'_>, op: usize, asked: Asked) -> Option<DTypeId> {
    let id = held.catalog.op_id(&held.catalog.ops[op]);
    let dtypes = held.catalog.tables(held.ruleset).op_dtypes(id, &operands(asked));
    dtypes.ok().map(|dtypes| dtypes.compute)
}
