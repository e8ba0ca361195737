//! Every move between two rulesets of the real spec: no change is left out, and every cast keeps its word.

use std::collections::BTreeSet;
use std::path::Path;

use codegen::Catalog;
use codegen::catalog::{Cell, DTypeId, Operand, Ruleset};

use observed::Evidence;

use super::cast::{Cast, Of};
use super::change::Change;
use super::{Move, cases};

fn catalog() -> Catalog {
    let spec = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../spec"));
    let lowered = codegen::lower(&codegen::load(spec, "spec"));
    lowered.unwrap_or_else(|mistakes| panic!("{} mistakes in the spec", mistakes.len()))
}

/// What is known of each ruleset without runs, which promotions do not ask.
fn evidence(catalog: &Catalog) -> Vec<Evidence<'_>> {
    catalog.rulesets.iter().map(|ruleset| Evidence::new(catalog, ruleset, &[])).collect()
}

fn moves<'c>(catalog: &'c Catalog, evidence: &'c [Evidence<'c>]) -> Vec<Move<'c>> {
    let rulesets = || catalog.rulesets.iter().zip(evidence);
    let moves = rulesets().flat_map(|from| rulesets().map(move |to| (from, to)));
    let moves = moves.map(|((from, was), (to, becomes))| {
        let (dtypes, lacks) = from.dtypes.iter().partition(|id| to.dtypes.contains(id));
        Move { catalog, from, to, dtypes, lacks, named: false, evidence: [was, becomes] }
    });
    moves.collect()
}

/// The dtypes of a change of two tensors.
fn tensors(change: &Change) -> Option<[DTypeId; 2]> {
    match change.operands[..] {
        [Operand::Tensor(lhs), Operand::Tensor(rhs)] => Some([lhs, rhs]),
        _ => None,
    }
}

#[test]
fn every_pair_of_tensors_that_differs_is_a_change() {
    let catalog = catalog();
    let evidence = evidence(&catalog);
    for moved in moves(&catalog, &evidence) {
        let mut told = BTreeSet::new();
        for change in cases::promotions(&moved) {
            let Some([lhs, rhs]) = tensors(&change) else { continue };
            assert!(told.insert([lhs, rhs]), "{} twice", moved.from.name);
            if change.either_order && lhs != rhs {
                assert!(told.insert([rhs, lhs]), "{} twice", moved.from.name);
            }
        }
        let error = |outcome| matches!(outcome, Cell::Refused | Cell::NoKernel);
        let pairs =
            moved.dtypes.iter().flat_map(|&lhs| moved.dtypes.iter().map(move |&rhs| [lhs, rhs]));
        let differs = |&[lhs, rhs]: &[DTypeId; 2]| {
            let both = [moved.from, moved.to].map(|ruleset| ruleset.promote(lhs, rhs));
            both[0] != both[1] && !both.into_iter().all(error)
        };
        let wanted: BTreeSet<[DTypeId; 2]> = pairs.filter(differs).collect();
        assert_eq!(told, wanted, "{} to {}", moved.from.name, moved.to.name);
    }
}

#[test]
fn every_cast_of_tensors_keeps_the_old_dtype() {
    let catalog = catalog();
    let evidence = evidence(&catalog);
    for moved in moves(&catalog, &evidence) {
        for change in cases::promotions(&moved) {
            let (Some(pair), Some(cast)) = (tensors(&change), change.cast) else { continue };
            let orders = if change.either_order { 2 } else { 1 };
            for order in 0..orders {
                let (pair, cast) = match order {
                    0 => (pair, cast),
                    _ => ([pair[1], pair[0]], cast.flipped()),
                };
                let shown = format!("{} to {}: {pair:?} {cast:?}", moved.from.name, moved.to.name);
                for got in after(&catalog, moved.to, pair, &change, cast) {
                    assert_eq!(got.dtype(), change.was.dtype(), "{shown}");
                }
            }
        }
    }
}

/// What a pair gives after a cast, of either operand where it may be either.
fn after(
    catalog: &Catalog,
    to: &Ruleset,
    [lhs, rhs]: [DTypeId; 2],
    change: &Change,
    Cast { of, to: id }: Cast,
) -> Vec<Cell> {
    match of {
        Of::First => vec![to.promote(id, rhs)],
        Of::Second => vec![to.promote(lhs, id)],
        Of::Either => vec![to.promote(id, rhs), to.promote(lhs, id)],
        Of::Both => vec![to.promote(id, id)],
        Of::Result => {
            let new = change.becomes.dtype().expect("what is cast is there");
            assert!(catalog.losses(id, new).is_empty(), "the result holds what the old one did");
            vec![Cell::DType(id)]
        }
    }
}
