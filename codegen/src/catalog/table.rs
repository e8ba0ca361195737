//! Tables as they are drawn: what every pair of operands gives, and the sources that say so.

use super::{Cell, Column, DTypeId};

/// A total table: one cell for every row and column.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The dtype of each row.
    pub rows: Vec<DTypeId>,
    /// What each column stands for.
    pub columns: Vec<Column>,
    /// Row by row.
    pub cells: Vec<SourcedCell>,
}

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcedCell {
    /// What the framework gives.
    pub outcome: Cell,
    /// The sources that say so, as places in [`Ruleset::sources`](super::Ruleset::sources); none if it is unknown.
    pub sources: Vec<usize>,
}

/// A table without rows.
pub(super) static NONE: Table = Table { rows: Vec::new(), columns: Vec::new(), cells: Vec::new() };

impl Table {
    /// The cell at a row and a column of the drawing.
    pub fn at(&self, row: usize, column: usize) -> &SourcedCell {
        &self.cells[row * self.columns.len() + column]
    }

    /// The cell of a tensor with another operand; `None` if the table has no such row or column.
    pub fn get(&self, row: DTypeId, column: Column) -> Option<&SourcedCell> {
        let row = self.rows.iter().position(|&id| id == row)?;
        let column = self.columns.iter().position(|&at| at == column)?;
        Some(self.at(row, column))
    }

    /// What two operands give; unknown if the table has no such row or column.
    pub fn outcome(&self, row: DTypeId, column: Column) -> Cell {
        self.get(row, column).map_or(Cell::Unknown, |cell| cell.outcome)
    }

    /// How many cells have this outcome.
    pub fn count(&self, outcome: Cell) -> usize {
        self.cells.iter().filter(|cell| cell.outcome == outcome).count()
    }
}
