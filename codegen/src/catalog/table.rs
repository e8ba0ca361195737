//! Tables: what every pair of operands gives, and which pairs a table is of.

use std::fmt;

use super::{DTypeId, Operand, ScalarKind};

/// A total table: one cell for every row and column.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The dtype of each row.
    pub rows: Vec<DTypeId>,
    /// What each column stands for.
    pub columns: Vec<Column>,
    /// Row by row.
    pub cells: Vec<Cell>,
}

/// What a column of a table stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// An operand of this dtype.
    DType(DTypeId),
    /// A Python number of this kind.
    Kind(ScalarKind),
}

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What the framework gives.
    pub outcome: Outcome,
    /// Who says so, as places in [`Ruleset::sources`](super::Ruleset::sources); nobody, where it is unknown.
    pub sources: Vec<usize>,
}

/// What a pair of operands gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This dtype.
    DType(DTypeId),
    /// `f32*`: this dtype, weakly typed.
    Weak(DTypeId),
    /// `<Int128>`: a dtype that the spec does not have, as a place in [`Catalog::foreign`](super::Catalog::foreign).
    Foreign(usize),
    /// `-`: the framework's rule raises an error.
    Refused,
    /// `!`: the rule allows it, the framework has nothing that runs it.
    NoKernel,
    /// `?`: no source says.
    Unknown,
}

/// The tables of a ruleset, by the operands they are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableName {
    /// Tensor × tensor.
    Promotion,
    /// Tensor × scalar.
    Scalars,
    /// Tensor with axes × 0-d tensor.
    ZeroDim,
    /// 0-d tensor × 0-d tensor.
    ZeroDimPair,
    /// 0-d tensor × scalar.
    ZeroDimScalars,
    /// Strongly typed tensor × weakly typed one.
    Weak,
    /// Weakly typed tensor × another.
    WeakPair,
}

impl TableName {
    /// All of them, as the spec orders them.
    pub const ALL: [TableName; 7] = [
        TableName::Promotion,
        TableName::Scalars,
        TableName::ZeroDim,
        TableName::ZeroDimPair,
        TableName::ZeroDimScalars,
        TableName::Weak,
        TableName::WeakPair,
    ];

    /// Those a framework has only if it tells such operands from tensors.
    pub const FURTHER: [TableName; 5] = [
        TableName::ZeroDim,
        TableName::ZeroDimPair,
        TableName::ZeroDimScalars,
        TableName::Weak,
        TableName::WeakPair,
    ];

    /// As the spec and the command line spell it.
    pub fn name(self) -> &'static str {
        match self {
            TableName::Promotion => "promotion",
            TableName::Scalars => "scalars",
            TableName::ZeroDim => "zero-dim",
            TableName::ZeroDimPair => "zero-dim-pair",
            TableName::ZeroDimScalars => "zero-dim-scalars",
            TableName::Weak => "weak",
            TableName::WeakPair => "weak-pair",
        }
    }

    /// What its rows and columns are.
    pub fn title(self) -> &'static str {
        match self {
            TableName::Promotion => "Tensor × tensor, rows the left operand",
            TableName::Scalars => "Tensor × scalar, rows the tensor",
            TableName::ZeroDim => "Tensor with axes × 0-d tensor, rows the one with axes",
            TableName::ZeroDimPair => "0-d tensor × 0-d tensor, rows the left operand",
            TableName::ZeroDimScalars => "0-d tensor × scalar, rows the tensor",
            TableName::Weak => "Tensor × weakly typed tensor, rows the strongly typed one",
            TableName::WeakPair => {
                "Weakly typed tensor × weakly typed tensor, rows the left operand"
            }
        }
    }

    /// The operands that a row and a column of it stand for.
    pub fn operands(self, row: DTypeId, column: Column) -> [Operand; 2] {
        let beside = |sort: fn(DTypeId) -> Operand| match column {
            Column::DType(id) => sort(id),
            kind => Operand::Scalar(kind),
        };
        match self {
            TableName::Promotion => [Operand::Tensor(row), beside(Operand::Tensor)],
            TableName::Scalars => [Operand::Tensor(row), Operand::Scalar(column)],
            TableName::ZeroDim => [Operand::Tensor(row), beside(Operand::ZeroDim)],
            TableName::ZeroDimPair => [Operand::ZeroDim(row), beside(Operand::ZeroDim)],
            TableName::ZeroDimScalars => [Operand::ZeroDim(row), Operand::Scalar(column)],
            TableName::Weak => [Operand::Tensor(row), beside(Operand::Weak)],
            TableName::WeakPair => [Operand::Weak(row), beside(Operand::Weak)],
        }
    }

    /// Whether its columns are numbers, not tensors.
    pub fn of_scalars(self) -> bool {
        matches!(self, TableName::Scalars | TableName::ZeroDimScalars)
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Outcome {
    /// The dtype, weakly typed or not, where there is one.
    pub fn dtype(self) -> Option<DTypeId> {
        match self {
            Outcome::DType(id) | Outcome::Weak(id) => Some(id),
            _ => None,
        }
    }

    /// The same, of another dtype.
    #[must_use]
    pub fn with(self, id: DTypeId) -> Outcome {
        match self {
            Outcome::Weak(_) => Outcome::Weak(id),
            _ => Outcome::DType(id),
        }
    }
}

/// A table of nothing.
pub(super) static NONE: Table = Table { rows: Vec::new(), columns: Vec::new(), cells: Vec::new() };

impl Table {
    /// The cell at a row and a column of the drawing.
    pub fn at(&self, row: usize, column: usize) -> &Cell {
        &self.cells[row * self.columns.len() + column]
    }

    /// The cell for a tensor beside another operand; `None` where the table has no such row or column.
    pub fn get(&self, row: DTypeId, column: Column) -> Option<&Cell> {
        let row = self.rows.iter().position(|&id| id == row)?;
        let column = self.columns.iter().position(|&at| at == column)?;
        Some(self.at(row, column))
    }

    /// What two dtypes give; unknown where the table has no such row or column.
    pub fn outcome(&self, row: DTypeId, column: Column) -> Outcome {
        self.get(row, column).map_or(Outcome::Unknown, |cell| cell.outcome)
    }

    /// How many cells have this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.cells.iter().filter(|cell| cell.outcome == outcome).count()
    }
}
