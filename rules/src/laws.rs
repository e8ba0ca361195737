//! A promotion table → the algebraic laws it obeys, and every counter-example to the others.
//!
//! A pair that is refused has no result to be promoted further, so a triple that one grouping refuses
//! and the other does not is a counter-example too. What is unknown proves nothing either way.

use alloc::vec::Vec;

use crate::{Cell, DTypeId, Facts, Kind, Losses, Operand, Tables, losses};

/// The counter-examples to each law: a law without any holds.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Laws {
    /// `a × b = b × a`: the pairs that differ, once each, with both results.
    pub symmetric: Vec<([DTypeId; 2], [Cell; 2])>,
    /// `a × a = a`: the dtypes that differ.
    pub idempotent: Vec<(DTypeId, Cell)>,
    /// `(a × b) × c = a × (b × c)`: the triples that differ, with both results.
    pub associative: Vec<([DTypeId; 3], [Cell; 2])>,
    /// Where `a × b = b`, also `(a × c) × (b × c) = b × c`: the triples that differ, with `a × c` and
    /// `b × c`.
    pub monotone: Vec<([DTypeId; 3], [Cell; 2])>,
    /// `bool × a = a × bool = a`: the dtypes that differ; `None` where the table has no bool.
    pub bool_identity: Option<Vec<(DTypeId, [Cell; 2])>>,
    /// Every value of both operands survives: the cells that lose some.
    pub lossless: Vec<Lossy>,
    /// How many cells give a dtype at all.
    pub defined: usize,
}

/// A cell whose result cannot hold every value of its operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Lossy {
    /// The operands.
    pub pair: [DTypeId; 2],
    /// The result.
    pub result: DTypeId,
    /// What each operand loses.
    pub lost: [Losses; 2],
}

impl Tables<'_> {
    /// The laws of tensor × tensor promotion.
    pub fn laws(&self) -> Laws {
        let dtypes: Vec<DTypeId> = self.supported().collect();
        laws(self.dtypes, &dtypes, |lhs, rhs| {
            self.lookup(lhs, rhs).map_or(Cell::Unknown, |(_, cell)| cell)
        })
    }
}

/// Tries every law on every dtype, pair and triple of `dtypes`; `promote` gives the cell of two operands,
/// weakly typed tensors among them.
pub fn laws(
    facts: &[Facts],
    dtypes: &[DTypeId],
    promote: impl Fn(Operand, Operand) -> Cell,
) -> Laws {
    let mut laws = Laws::default();
    let pair = |a, b| promote(Operand::Tensor(a), Operand::Tensor(b));
    // A weakly typed result stays so when it is promoted further.
    let operand = |cell| match cell {
        Cell::DType(dtype) => Some(Operand::Tensor(dtype)),
        Cell::Weak(dtype) => Some(Operand::Weak(dtype)),
        Cell::Foreign(_) | Cell::Refused | Cell::NoKernel | Cell::Unknown => None,
    };
    let then = |left: Cell, right: Cell| match (operand(left), operand(right)) {
        (Some(left), Some(right)) => promote(left, right),
        _ if [left, right].contains(&Cell::Unknown) => Cell::Unknown,
        _ => Cell::Refused,
    };
    let below = |a: DTypeId, b: DTypeId| [pair(a, b), pair(b, a)] == [Cell::DType(b); 2];
    for &a in dtypes {
        let own = pair(a, a);
        if differ(own, Cell::DType(a)) {
            laws.idempotent.push((a, own));
        }
        for &b in dtypes {
            let (here, there) = (pair(a, b), pair(b, a));
            if a < b && differ(here, there) {
                laws.symmetric.push(([a, b], [here, there]));
            }
            if let Some(result) = here.dtype() {
                laws.defined += 1;
                let lost = [losses(facts, a, result), losses(facts, b, result)];
                if lost.iter().any(|lost| !lost.is_empty()) {
                    laws.lossless.push(Lossy { pair: [a, b], result, lost });
                }
            }
            for &c in dtypes {
                let grouped = [then(here, Cell::DType(c)), then(Cell::DType(a), pair(b, c))];
                if differ(grouped[0], grouped[1]) {
                    laws.associative.push(([a, b, c], grouped));
                }
                let beside = [pair(a, c), pair(b, c)];
                if let [Cell::DType(low), Cell::DType(high)] = beside
                    && below(a, b)
                    && !below(low, high)
                {
                    laws.monotone.push(([a, b, c], beside));
                }
            }
        }
    }
    laws.bool_identity = bool_identity(facts, dtypes, &pair);
    laws
}

fn bool_identity(
    facts: &[Facts],
    dtypes: &[DTypeId],
    pair: &impl Fn(DTypeId, DTypeId) -> Cell,
) -> Option<Vec<(DTypeId, [Cell; 2])>> {
    let is_bool = |dtype: &DTypeId| facts[dtype.index()].kind() == Kind::Bool;
    let bool = dtypes.iter().copied().find(is_bool)?;
    let both = dtypes.iter().map(|&dtype| (dtype, [pair(bool, dtype), pair(dtype, bool)]));
    let differ = |&(dtype, both): &(DTypeId, [Cell; 2])| {
        both.iter().any(|&one| differ(one, Cell::DType(dtype)))
    };
    Some(both.filter(differ).collect())
}

fn differ(left: Cell, right: Cell) -> bool {
    left != right && left != Cell::Unknown && right != Cell::Unknown
}
