//! What ops give: the ruleset's dtypes beside those a run gave.

use crate::catalog::{Asked, Aspect, Column, DTypeId, Group, Op, Outcome, Ruleset, ScalarKind};
use crate::observed::Seen;
use crate::op_dtypes::{self, OpDTypes, OpFailure};

use super::entry::{Entry, Subject};
use super::{Count, Held};

/// The op that shows what a framework promotes to.
const PROMOTES: &str = "add";

/// The cells of an aspect on which ruleset and run differ, and how many there are.
pub(super) fn differences(held: Held<'_>, wanted: Aspect) -> (Count, Vec<Entry>) {
    let (mut count, mut all) = (Count::default(), Vec::new());
    for (place, op) in held.catalog.ops.iter().enumerate() {
        for asked in questions(held.ruleset, op) {
            let subject = Subject::Cell(place, asked);
            if aspect(held, &subject) != Some(wanted) {
                continue;
            }
            let Some(seen) = held.view.seen(place, asked) else { continue };
            let rule = ruled(held, place, asked);
            match agree(rule, seen, wanted) {
                None => count.silent += 1,
                Some(true) => count.agreed += 1,
                Some(false) => {
                    count.differed += 1;
                    let rule = held.catalog.outcome_code(rule).to_owned();
                    let error = held.observation.error(seen).map(str::to_owned);
                    all.push(Entry { subject, rule, run: code(held, seen), error });
                }
            }
        }
    }
    (count, all)
}

/// Whether a run gave what the rule gives: a dtype, or no result. Whether it is the rule that
/// refuses or a kernel that is missing only `add` tells, which promotes and does no more. Of what the
/// ruleset does not know there is nothing to say.
fn agree(rule: Outcome, seen: &Seen, aspect: Aspect) -> Option<bool> {
    match (rule, seen) {
        (Outcome::Unknown, _) => None,
        (Outcome::DType(rule), Seen::DType(seen)) => Some(rule == *seen),
        (Outcome::DType(_), _) => Some(false),
        (_, Seen::DType(_) | Seen::Other(_)) => Some(false),
        (_, _) if aspect == Aspect::Ops => Some(true),
        (rule, seen) => Some((rule == Outcome::Refused) == matches!(seen, Seen::Refused(_))),
    }
}

/// As a `[[divergence]]` writes it.
fn code(held: Held<'_>, seen: &Seen) -> String {
    match seen {
        Seen::DType(id) => held.catalog.dtype(*id).code.clone(),
        Seen::Other(name) => name.clone(),
        Seen::Refused(_) => "-".to_owned(),
        Seen::NoKernel(_) => "!".to_owned(),
        Seen::Crash(_) => "crash".to_owned(),
    }
}

/// What a cell of an op is evidence of.
pub(super) fn aspect(held: Held<'_>, subject: &Subject) -> Option<Aspect> {
    let Subject::Cell(op, asked) = subject else { return None };
    let promotes = held.catalog.ops[*op].name == PROMOTES;
    Some(match asked {
        Asked::Two(..) if promotes => Aspect::Promotion,
        Asked::Left(..) | Asked::Right(..) if promotes => Aspect::Scalars,
        _ => Aspect::Ops,
    })
}

/// Every cell an op has in a ruleset.
pub(super) fn questions(ruleset: &Ruleset, op: &Op) -> Vec<Asked> {
    let dtypes = || ruleset.dtypes.iter().copied();
    match op.group {
        Group::Unary | Group::Reduction => dtypes().map(Asked::One).collect(),
        Group::Binary | Group::Ternary | Group::Product => {
            let pairs = dtypes().flat_map(|lhs| dtypes().map(move |rhs| Asked::Two(lhs, rhs)));
            let kinds = || ScalarKind::ALL.into_iter();
            let right = dtypes().flat_map(|id| kinds().map(move |kind| Asked::Right(id, kind)));
            let left = dtypes().flat_map(|id| kinds().map(move |kind| Asked::Left(kind, id)));
            pairs.chain(right).chain(left).collect()
        }
    }
}

fn answer(held: Held<'_>, op: usize, asked: Asked) -> Result<OpDTypes, OpFailure> {
    let (catalog, ruleset, op) = (held.catalog, held.ruleset, &held.catalog.ops[op]);
    match asked {
        Asked::One(id) => op_dtypes::unary(catalog, ruleset, op, id),
        Asked::Two(lhs, rhs) => op_dtypes::binary(catalog, ruleset, op, (lhs, Column::DType(rhs))),
        Asked::Right(id, kind) | Asked::Left(kind, id) => {
            op_dtypes::binary(catalog, ruleset, op, (id, Column::Kind(kind)))
        }
    }
}

/// What a ruleset gives of an op.
pub(super) fn ruled(held: Held<'_>, op: usize, asked: Asked) -> Outcome {
    match answer(held, op, asked) {
        Ok(dtypes) => Outcome::DType(dtypes.result),
        Err(OpFailure::Promotion(outcome) | OpFailure::Own(outcome)) => outcome,
        Err(OpFailure::NoDefault) => Outcome::Unknown,
        Err(OpFailure::Undefined(_) | OpFailure::NotFirst(_)) => Outcome::NoKernel,
    }
}

/// What a ruleset computes an op in.
pub(super) fn computes(held: Held<'_>, op: usize, asked: Asked) -> Option<DTypeId> {
    answer(held, op, asked).ok().map(|dtypes| dtypes.compute)
}
