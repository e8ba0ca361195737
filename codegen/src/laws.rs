//! Algebra over a promotion table: which laws hold, and every counter-example.
//!
//! A refused pair refuses whatever is promoted with it, so a triple that one grouping refuses and
//! the other does not is a counter-example too. What is unknown (`?`) proves nothing either way.

use crate::catalog::{Catalog, DTypeId, Kind, Operand, Outcome, Ruleset};
use crate::loss::{Loss, loss};
use crate::promote;

/// What holds of a table, as what does not: a law without counter-examples holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Laws {
    /// `a × b = b × a`: the pairs that differ, once each, with both results.
    pub symmetric: Vec<([DTypeId; 2], [Outcome; 2])>,
    /// `a × a = a`: the dtypes that differ.
    pub idempotent: Vec<(DTypeId, Outcome)>,
    /// `(a × b) × c = a × (b × c)`: the triples that differ, with both results.
    pub associative: Vec<([DTypeId; 3], [Outcome; 2])>,
    /// Where `a × b = b`, also `(a × c) × (b × c) = b × c`: the triples in which it is not, with
    /// `a × c` and `b × c`.
    pub monotone: Vec<([DTypeId; 3], [Outcome; 2])>,
    /// `bool × a = a × bool = a`: the dtypes that differ; `None` where the table has no bool.
    pub bool_identity: Option<Vec<(DTypeId, [Outcome; 2])>>,
    /// Every value of both operands survives: the cells that lose some, with what each operand loses.
    pub lossless: Vec<Lossy>,
    /// How many cells give a dtype at all.
    pub defined: usize,
}

/// A cell whose result cannot hold every value of its operands.
#[derive(Debug, Clone, PartialEq)]
pub struct Lossy {
    /// The operands.
    pub pair: [DTypeId; 2],
    /// The result.
    pub result: DTypeId,
    /// What each operand loses.
    pub lost: [Vec<Loss>; 2],
}

/// The laws of a ruleset's promotion.
pub fn of(catalog: &Catalog, ruleset: &Ruleset) -> Laws {
    laws(catalog, &ruleset.dtypes, |lhs, rhs| {
        let met = promote::pair(catalog, ruleset, [lhs, rhs]);
        met.map_or(Outcome::Unknown, |(_, outcome)| outcome)
    })
}

/// Tries every law on every dtype, pair and triple of `dtypes`; `meet` says what two operands give, weakly
/// typed ones among them.
pub fn laws(
    catalog: &Catalog,
    dtypes: &[DTypeId],
    meet: impl Fn(Operand, Operand) -> Outcome,
) -> Laws {
    let mut laws = Laws::default();
    let promote = |a, b| meet(Operand::Tensor(a), Operand::Tensor(b));
    // What is weakly typed stays so on the way.
    let operand = |outcome| match outcome {
        Outcome::DType(id) => Some(Operand::Tensor(id)),
        Outcome::Weak(id) => Some(Operand::Weak(id)),
        _ => None,
    };
    let then = |left: Outcome, right: Outcome| match (operand(left), operand(right)) {
        (Some(left), Some(right)) => meet(left, right),
        _ if [left, right].contains(&Outcome::Unknown) => Outcome::Unknown,
        _ => Outcome::Refused,
    };
    let below = |a: DTypeId, b: DTypeId| [promote(a, b), promote(b, a)] == [Outcome::DType(b); 2];
    for &a in dtypes {
        let own = promote(a, a);
        if differ(own, Outcome::DType(a)) {
            laws.idempotent.push((a, own));
        }
        for &b in dtypes {
            let (here, there) = (promote(a, b), promote(b, a));
            if a < b && differ(here, there) {
                laws.symmetric.push(([a, b], [here, there]));
            }
            if let Some(result) = here.dtype() {
                laws.defined += 1;
                let lost = [loss(catalog, a, result), loss(catalog, b, result)];
                if lost.iter().any(|lost| !lost.is_empty()) {
                    laws.lossless.push(Lossy { pair: [a, b], result, lost });
                }
            }
            for &c in dtypes {
                let grouped =
                    [then(here, Outcome::DType(c)), then(Outcome::DType(a), promote(b, c))];
                if differ(grouped[0], grouped[1]) {
                    laws.associative.push(([a, b, c], grouped));
                }
                let beside = [promote(a, c), promote(b, c)];
                if let [Outcome::DType(low), Outcome::DType(high)] = beside
                    && below(a, b)
                    && !below(low, high)
                {
                    laws.monotone.push(([a, b, c], beside));
                }
            }
        }
    }
    laws.bool_identity = bool_identity(catalog, dtypes, &promote);
    laws
}

fn bool_identity(
    catalog: &Catalog,
    dtypes: &[DTypeId],
    promote: &impl Fn(DTypeId, DTypeId) -> Outcome,
) -> Option<Vec<(DTypeId, [Outcome; 2])>> {
    let truth = dtypes.iter().copied().find(|&id| catalog.dtype(id).kind() == Kind::Bool)?;
    let both = dtypes.iter().map(|&id| (id, [promote(truth, id), promote(id, truth)]));
    Some(
        both.filter(|&(id, both)| both.iter().any(|&one| differ(one, Outcome::DType(id))))
            .collect(),
    )
}

fn differ(left: Outcome, right: Outcome) -> bool {
    left != right && left != Outcome::Unknown && right != Outcome::Unknown
}
