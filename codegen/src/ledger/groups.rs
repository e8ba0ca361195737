//! Entries that say the same → the one `[[divergence]]` that declares them, its cells as few products.

use crate::catalog::{Asked, Catalog, DTypeId, ScalarKind};

use super::{Entry, Subject};

/// Entries that one `[[divergence]]` declares: the same ops, the same answers.
pub(super) struct Group<'a> {
    pub(super) table: &'static str,
    pub(super) ops: Vec<&'a str>,
    pub(super) cells: Vec<String>,
    /// Any of them.
    pub(super) first: &'a Entry,
}

/// The entries of one op that give the same answers.
struct OfOp<'a> {
    table: &'static str,
    op: &'a str,
    first: &'a Entry,
    asked: Vec<Asked>,
    /// What is no cell of dtypes: kinds of defaults, spellings, operands of values.
    words: Vec<String>,
}

/// Entries by what they say, then ops of the same cells together.
pub(super) fn groups<'a>(catalog: &'a Catalog, entries: &'a [Entry]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for OfOp { table, op, first, asked, words } in of_ops(catalog, entries) {
        let mut cells = products(catalog, &asked);
        cells.extend(words);
        let ops: Vec<&str> = Some(op).filter(|op| !op.is_empty()).into_iter().collect();
        let same = |other: &&mut Group<'_>| {
            other.table == table && other.cells == cells && answers(other.first, first)
        };
        match groups.iter_mut().find(same) {
            Some(other) => other.ops.extend(ops),
            None => groups.push(Group { table, ops, cells, first }),
        }
    }
    groups
}

fn answers(one: &Entry, other: &Entry) -> bool {
    one.rule == other.rule && one.run == other.run
}

fn of_ops<'a>(catalog: &'a Catalog, entries: &'a [Entry]) -> Vec<OfOp<'a>> {
    let mut all: Vec<OfOp<'a>> = Vec::new();
    for first in entries {
        let (table, op, asked, word) = match &first.subject {
            Subject::Cell(op, asked) => ("ops", catalog.ops[*op].name.as_str(), Some(*asked), None),
            Subject::Default(kind) => ("defaults", "", None, Some(kind)),
            Subject::Name(name) => ("names", "", None, Some(name)),
            Subject::Value(op, cell) => ("values", op.as_str(), None, Some(cell)),
        };
        let same = |other: &OfOp<'_>| {
            other.table == table && other.op == op && answers(other.first, first)
        };
        let place = all.iter().position(same).unwrap_or_else(|| {
            all.push(OfOp { table, op, first, asked: Vec::new(), words: Vec::new() });
            all.len() - 1
        });
        all[place].asked.extend(asked);
        all[place].words.extend(word.cloned());
    }
    all
}

/// An operand of a cell: a dtype, or a Python number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    DType(DTypeId),
    Scalar(ScalarKind),
}

/// Cells as few products: the rows that have the same columns stand together.
fn products(catalog: &Catalog, asked: &[Asked]) -> Vec<String> {
    let mut rows: Vec<(Side, Vec<Side>)> = Vec::new();
    let mut single = Vec::new();
    for &one in asked {
        let (lhs, rhs) = match one {
            Asked::One(id) => {
                single.push(Side::DType(id));
                continue;
            }
            Asked::Two(lhs, rhs) => (Side::DType(lhs), Side::DType(rhs)),
            Asked::Right(lhs, rhs) => (Side::DType(lhs), Side::Scalar(rhs)),
            Asked::Left(lhs, rhs) => (Side::Scalar(lhs), Side::DType(rhs)),
        };
        // Of a tensor its partners that are tensors, and apart its partners that are numbers.
        let like = |side: &Side| matches!(side, Side::Scalar(_)) == matches!(rhs, Side::Scalar(_));
        match rows.iter_mut().find(|(row, columns)| *row == lhs && columns.iter().all(like)) {
            Some((_, columns)) => columns.push(rhs),
            None => rows.push((lhs, vec![rhs])),
        }
    }
    let mut blocks: Vec<(Vec<Side>, Vec<Side>)> = Vec::new();
    for (row, columns) in rows {
        match blocks.iter_mut().find(|(_, others)| *others == columns) {
            Some((rows, _)) => rows.push(row),
            None => blocks.push((vec![row], columns)),
        }
    }
    let word = |side: &Side| match side {
        Side::DType(id) => catalog.dtype(*id).code.clone(),
        Side::Scalar(kind) => format!("scalar:{}", kind.name()),
    };
    let words = |sides: &[Side]| sides.iter().map(word).collect::<Vec<_>>().join(" ");
    let single = Some(words(&single)).filter(|words| !words.is_empty());
    let blocks =
        blocks.iter().map(|(rows, columns)| format!("{} × {}", words(rows), words(columns)));
    single.into_iter().chain(blocks).collect()
}
