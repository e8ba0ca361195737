//! The way out of a refusal: which operand to cast, and to what.

use std::cmp::Reverse;

use crate::catalog::{Catalog, Column, DTypeId, Kind, Outcome, Ruleset, Table};
use crate::loss::{Loss, loss};

/// A cast of one operand that makes a pair legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remedy {
    /// Which operand to cast.
    pub side: Side,
    /// To which dtype.
    pub to: DTypeId,
    /// What the pair gives then.
    pub gives: DTypeId,
}

/// An operand of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The first: of a scalar table, the tensor.
    Left,
    /// The second.
    Right,
}

/// The cast that loses least, then changes least, of all that make `lhs` beside `column` legal in
/// `table`; `None` where nothing does.
fn remedy(catalog: &Catalog, table: &Table, lhs: DTypeId, column: Column) -> Option<Remedy> {
    let rhs = match column {
        Column::DType(id)
            if table.rows.contains(&id) && table.columns.len() == table.rows.len() =>
        {
            Some(id)
        }
        _ => None,
    };
    let left = table.rows.iter().filter_map(|&to| {
        let gives = table.outcome(to, column).dtype()?;
        Some(Remedy { side: Side::Left, to, gives })
    });
    let right = rhs.into_iter().flat_map(|_| table.rows.iter()).filter_map(|&to| {
        let gives = table.outcome(lhs, Column::DType(to)).dtype()?;
        Some(Remedy { side: Side::Right, to, gives })
    });
    left.chain(right).min_by_key(|remedy| {
        let (cast, other) = match remedy.side {
            Side::Left => (lhs, rhs),
            Side::Right => {
                (rhs.expect("only a pair of dtypes has a right side to cast"), Some(lhs))
            }
        };
        let mut conversions = vec![(cast, remedy.to), (cast, remedy.gives)];
        conversions.extend(other.map(|other| (other, remedy.gives)));
        let lost = lost(catalog, &conversions);
        let lossless = lost.is_empty();
        // A cast to what the pair gives is the only conversion of that operand.
        let twice = remedy.to != remedy.gives;
        (lost, twice, change(catalog, cast, remedy.to, lossless), remedy.side)
    })
}

/// The dtype of the ruleset that stands best for one it does not have; `None` where none comes near.
pub fn stand_in(catalog: &Catalog, ruleset: &Ruleset, missing: DTypeId) -> Option<DTypeId> {
    let candidates = ruleset.dtypes.iter().copied();
    let near = candidates
        .map(|id| (lost(catalog, &[(missing, id)]), id))
        .filter(|(lost, _)| lost.first() < Some(&weight(Loss::Fraction)));
    let nearest = near
        .min_by_key(|(lost, id)| (lost.clone(), change(catalog, missing, *id, lost.is_empty())));
    nearest.map(|(_, id)| id)
}

/// What conversions can lose together, weighed, the worst first; nothing where they are lossless.
fn lost(catalog: &Catalog, conversions: &[(DTypeId, DTypeId)]) -> Vec<(u8, u32)> {
    let lost = conversions.iter().flat_map(|&(from, to)| loss(catalog, from, to));
    let mut lost: Vec<(u8, u32)> = lost.map(weight).collect();
    lost.sort_by(|one, other| other.cmp(one));
    lost.dedup();
    lost
}

/// What matters more when lost, then how much of it is.
fn weight(loss: Loss) -> (u8, u32) {
    match loss {
        // Which integers are lost is weighed by how wide the target is, below.
        Loss::Range { .. } => (0, 0),
        Loss::Precision { lost, .. } => (1, lost),
        Loss::Magnitude { exponent } => (2, u32::MAX - exponent),
        Loss::Negative => (3, 0),
        Loss::Fraction => (4, 0),
        Loss::Imaginary => (5, 0),
        Loss::Value => (6, 0),
    }
}

/// How far a cast goes: across kinds, then to a wider dtype, or, where something is lost, to a narrower one.
fn change(
    catalog: &Catalog,
    from: DTypeId,
    to: DTypeId,
    lossless: bool,
) -> (usize, Reverse<u32>, u32) {
    let (from, to) = (catalog.dtype(from), catalog.dtype(to));
    let family = |kind| match kind {
        Kind::Bool => 0_usize,
        Kind::Int | Kind::Uint => 1,
        Kind::Float => 2,
        Kind::Complex => 3,
    };
    // Bool is at home in every kind.
    let across = match from.kind() {
        Kind::Bool => 0,
        kind => family(kind).abs_diff(family(to.kind())),
    };
    match lossless {
        true => (across, Reverse(0), to.bits),
        false => (across, Reverse(to.bits), 0),
    }
}

/// The remedy of a cell, if the cell is one that has one: refused, or without a kernel.
pub fn of_cell(catalog: &Catalog, table: &Table, lhs: DTypeId, column: Column) -> Option<Remedy> {
    match table.outcome(lhs, column) {
        Outcome::Refused | Outcome::NoKernel => remedy(catalog, table, lhs, column),
        _ => None,
    }
}
