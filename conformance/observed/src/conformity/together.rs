//! What three tensors give together: the ruleset's n-ary rule beside what a run gave.

use crate::observation::Seen;
use codegen::catalog::{Cell, DTypeId, Operand};

use super::entry::{Entry, Subject};
use super::{Count, Held};

/// The triples on which ruleset and run differ, and how many there are.
pub(super) fn differences(held: Held<'_>) -> (Count, Vec<Entry>) {
    let (mut count, mut all) = (Count::default(), Vec::new());
    for (name, ids, seen) in &held.view.together {
        if !ids.iter().all(|id| held.ruleset.dtypes.contains(id)) {
            continue;
        }
        let rule = ruled(held, *ids);
        let agree = match (rule, seen) {
            (Cell::Unknown, _) => {
                count.silent += 1;
                continue;
            }
            (Cell::DType(rule), Seen::DType(seen)) | (Cell::Weak(rule), Seen::Weak(seen)) => {
                rule == *seen
            }
            (Cell::Foreign(place), Seen::Other(seen)) => held.catalog.foreign(place) == seen,
            // Which of the three it is that refuses, or has no kernel, is not the question.
            (Cell::Refused | Cell::NoKernel, Seen::Refused(_) | Seen::NoKernel(_)) => true,
            _ => false,
        };
        match agree {
            true => count.agreed += 1,
            false => {
                count.differed += 1;
                all.push(Entry {
                    subject: Subject::Together(name.clone(), *ids),
                    rule: held.catalog.outcome_code(rule).into_owned(),
                    run: seen.code(held.catalog),
                    error: held.observation.error(seen).map(str::to_owned),
                });
            }
        }
    }
    (count, all)
}

fn ruled(held: Held<'_>, ids: [DTypeId; 3]) -> Cell {
    match held.catalog.tables(held.ruleset).result_type(&ids.map(Operand::Tensor)) {
        Ok(given) if given.weak => Cell::Weak(given.dtype),
        Ok(given) => Cell::DType(given.dtype),
        Err(error) => error.cell(),
    }
}
