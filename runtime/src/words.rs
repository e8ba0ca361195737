//! The words that generated rulesets are written in: short forms of the engine's data, by [`DType`].

use rules::{
    Cell, DTypeId, DTypeSet, OpCells, OpId, OpRow, OpRows, OpRule, Others, Scalar, Scalars,
};

pub(crate) use crate::op::facts::rule;
use crate::{DType, Op, Source, SourceKind};

/// A cell that gives a dtype.
pub(crate) const fn to(dtype: DType) -> Cell {
    Cell::DType(dtype.id())
}

/// A cell that gives a dtype, weakly typed.
pub(crate) const fn weak(dtype: DType) -> Cell {
    Cell::Weak(dtype.id())
}

/// A set of dtypes.
pub(crate) const fn set(dtypes: &[DType]) -> DTypeSet {
    let (mut ids, mut place) = ([DTypeId(0); DType::ALL.len()], 0);
    while place < dtypes.len() {
        ids[place] = dtypes[place].id();
        place += 1;
    }
    DTypeSet::of(ids.split_at(place).0)
}

/// Default dtypes, in the order of [`DefaultKind`](crate::DefaultKind).
pub(crate) const fn defaults(dtypes: [Option<DType>; 4]) -> [Option<DTypeId>; 4] {
    let (mut ids, mut place) = ([None; 4], 0);
    while place < dtypes.len() {
        if let Some(dtype) = dtypes[place] {
            ids[place] = Some(dtype.id());
        }
        place += 1;
    }
    ids
}

/// The float that each of some dtypes becomes in an inexact op, by dtype; all of a row become the one at its end.
pub(crate) const fn inexact<const N: usize>(rows: &[(&[DType], DType)]) -> [(DTypeId, DTypeId); N] {
    let (mut floats, mut row) = ([None; DType::ALL.len()], 0);
    while row < rows.len() {
        let (from, to) = rows[row];
        let mut place = 0;
        while place < from.len() {
            floats[from[place] as usize] = Some(to.id());
            place += 1;
        }
        row += 1;
    }
    let (mut all, mut count, mut place) = ([(DTypeId(0), DTypeId(0)); N], 0, 0);
    while place < floats.len() {
        if let Some(float) = floats[place] {
            all[count] = (DType::ALL[place].id(), float);
            count += 1;
        }
        place += 1;
    }
    assert!(count == N, "`N` is the count of dtypes");
    all
}

/// An output rule: each result dtype on the left may be converted to every dtype on the right.
pub(crate) const fn outputs(rows: &[(&[DType], &[DType])]) -> [DTypeSet; DType::ALL.len()] {
    let (mut sets, mut row) = ([DTypeSet::EMPTY; DType::ALL.len()], 0);
    while row < rows.len() {
        let (from, mut place) = (rows[row].0, 0);
        while place < from.len() {
            sets[from[place] as usize] = set(rows[row].1);
            place += 1;
        }
        row += 1;
    }
    sets
}

/// The usual rules of all ops, with a ruleset's own in place of some.
pub(crate) const fn op_rules(own: &[(&[Op], OpRule)]) -> [OpRule; Op::ALL.len()] {
    let (mut rules, mut row) = (crate::op::RULES, 0);
    while row < own.len() {
        let (ops, mut place) = (own[row].0, 0);
        while place < ops.len() {
            rules[ops[place] as usize] = own[row].1.of_group(ops[place].group());
            place += 1;
        }
        row += 1;
    }
    rules
}

/// Some ops.
pub(crate) const fn ops<const N: usize>(ops: [Op; N]) -> [OpId; N] {
    let (mut ids, mut place) = ([OpId(0); N], 0);
    while place < N {
        ids[place] = ops[place].id();
        place += 1;
    }
    ids
}

/// What some ops give, row by row.
pub(crate) const fn cells<'a>(ops: &'a [OpId], rows: &'a [OpRow]) -> OpCells<'a> {
    OpCells { ops, rows }
}

/// For each op, its rows in some lists of cells.
pub(crate) const fn ranges(lists: &[&[OpCells<'_>]]) -> [OpRows; Op::ALL.len()] {
    OpCells::ranges(lists)
}

/// What an op gives for single tensors.
pub(crate) const fn singles(operands: &[DType], gives: Cell) -> OpRow {
    OpRow { lhs: set(operands), rhs: Others::Nothing, gives }
}

/// What an op gives for every tensor on the left with every tensor on the right.
pub(crate) const fn pairs(lhs: &[DType], rhs: &[DType], gives: Cell) -> OpRow {
    OpRow { lhs: set(lhs), rhs: Others::Tensors(set(rhs)), gives }
}

/// What an op gives for two tensors of one dtype, one of these.
pub(crate) const fn alike(operands: &[DType], gives: Cell) -> OpRow {
    OpRow { lhs: set(operands), rhs: Others::Same, gives }
}

/// What an op gives for a tensor and a Python scalar, in either order.
pub(crate) const fn scalars(tensors: &[DType], scalars: &[Scalar], gives: Cell) -> OpRow {
    OpRow { lhs: set(tensors), rhs: Others::Scalars(Scalars::of(scalars)), gives }
}

/// Defines the constant of a ruleset's sources, and a macro that is their list, for docs.
macro_rules! sources {
    ($constant:ident, $list:ident:
        $($kind:ident $title:literal, $version:literal, $url:literal, $read:literal;)*) => {
        const $constant: &[$crate::Source] = &[$($kind($title, $version, $url, $read)),*];

        macro_rules! $list {
            () => {
                concat!($("- ", $title, ", ", $version, ", <", $url, ">\n"),*)
            };
        }
    };
}
pub(crate) use sources;

/// A document.
pub(crate) const fn docs(
    title: &'static str,
    version: &'static str,
    url: &'static str,
    read: &'static str,
) -> Source {
    Source { kind: SourceKind::Docs, title, version, url, read }
}

/// Some code.
pub(crate) const fn code(
    title: &'static str,
    version: &'static str,
    url: &'static str,
    read: &'static str,
) -> Source {
    Source { kind: SourceKind::Code, title, version, url, read }
}

/// A run.
pub(crate) const fn observed(
    title: &'static str,
    version: &'static str,
    url: &'static str,
    read: &'static str,
) -> Source {
    Source { kind: SourceKind::Observed, title, version, url, read }
}
