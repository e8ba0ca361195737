//! A ruleset held against what its framework did when run: every cell on which they differ.

use crate::catalog::{Catalog, Column, Group, Op, Outcome, Ruleset, ScalarKind};
use crate::observed::{Asked, Seen, View};
use crate::op_dtypes::{self, OpFailure};

/// A cell on which a ruleset and an observation differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The op, by its place in [`Catalog::ops`].
    pub op: usize,
    /// Of what operands.
    pub asked: Asked,
    /// What the ruleset gives.
    pub ruled: Outcome,
    /// What the framework gave.
    pub seen: Seen,
}

/// What a ruleset gives of an op on operands.
pub fn ruled(catalog: &Catalog, ruleset: &Ruleset, op: &Op, asked: Asked) -> Outcome {
    let answer = match asked {
        Asked::One(id) => op_dtypes::unary(catalog, ruleset, op, id),
        Asked::Two(lhs, rhs) => op_dtypes::binary(catalog, ruleset, op, (lhs, Column::DType(rhs))),
        Asked::Right(id, kind) | Asked::Left(kind, id) => {
            op_dtypes::binary(catalog, ruleset, op, (id, Column::Kind(kind)))
        }
    };
    match answer {
        Ok(dtypes) => Outcome::DType(dtypes.result),
        Err(OpFailure::Promotion(outcome)) => outcome,
        Err(OpFailure::Undefined(_) | OpFailure::Refused | OpFailure::NotFirst(_)) => {
            Outcome::NoKernel
        }
        Err(OpFailure::NoDefault) => Outcome::Unknown,
    }
}

/// Every question an observation may have asked of a ruleset's op.
pub fn questions(ruleset: &Ruleset, op: &Op) -> Vec<Asked> {
    let dtypes = || ruleset.dtypes.iter().copied();
    match op.group {
        Group::Unary | Group::Reduction => dtypes().map(Asked::One).collect(),
        _ => {
            let pairs = dtypes().flat_map(|lhs| dtypes().map(move |rhs| Asked::Two(lhs, rhs)));
            let right = dtypes().flat_map(|id| ScalarKind::ALL.map(|kind| Asked::Right(id, kind)));
            let left = dtypes().flat_map(|id| ScalarKind::ALL.map(|kind| Asked::Left(kind, id)));
            pairs.chain(right).chain(left).collect()
        }
    }
}

/// How many cells agree, and those that do not.
pub fn differences(catalog: &Catalog, ruleset: &Ruleset, view: &View) -> (usize, Vec<Difference>) {
    let mut all = Vec::new();
    let mut agreed = 0;
    for (place, op) in catalog.ops.iter().enumerate() {
        for asked in questions(ruleset, op) {
            let Some(seen) = view.seen(place, asked) else { continue };
            let ruled = ruled(catalog, ruleset, op, asked);
            let same = match (ruled, seen) {
                (Outcome::DType(a), Seen::DType(b)) => a == *b,
                (Outcome::Refused | Outcome::NoKernel, Seen::Refused(_) | Seen::NoKernel(_)) => {
                    true
                }
                _ => false,
            };
            if same {
                agreed += 1
            } else {
                all.push(Difference { op: place, asked, ruled, seen: seen.clone() })
            }
        }
    }
    (agreed, all)
}
