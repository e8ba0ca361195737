//! How a promotion table lies in memory: a dtype is its index.

use crate::DType;

/// The number of dtypes, and of rows of every table.
pub(crate) const ROWS: usize = DType::ALL.len();

/// What a pair of operands gives.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "which of them occur is the spec's to say")]
pub(crate) enum Cell {
    To(DType),
    /// The same, weakly typed.
    Weak(DType),
    /// A dtype that is none of [`DType`], by its place in the generated list of their names.
    Foreign(u8),
    Refused,
    NoKernel,
    Unknown,
    /// The row or the column is a dtype the ruleset does not have.
    Unsupported,
}

/// The cast that makes a refused pair legal.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "which of them occur is the spec's to say")]
pub(crate) enum Remedy {
    None,
    Left(DType),
    Right(DType),
}

/// The words that tables of remedies are written in: `L(I32)` casts the left operand to int32.
pub(crate) mod remedies {
    pub(crate) use super::Remedy::{Left as L, None as __, Right as R};
}

pub(crate) type Table<const COLUMNS: usize> = [[Cell; COLUMNS]; ROWS];
pub(crate) type Remedies<const COLUMNS: usize> = [[Remedy; COLUMNS]; ROWS];

/// A table, and the ways out of its refusals if it has any.
#[derive(Clone, Copy)]
pub(crate) struct Grid<const COLUMNS: usize> {
    pub(crate) cells: Table<COLUMNS>,
    pub(crate) remedies: Option<&'static Remedies<COLUMNS>>,
}

impl<const COLUMNS: usize> Grid<COLUMNS> {
    pub(crate) const fn remedy(&self, row: DType, column: usize) -> Remedy {
        match self.remedies {
            Some(remedies) => remedies[row as usize][column],
            None => Remedy::None,
        }
    }
}
