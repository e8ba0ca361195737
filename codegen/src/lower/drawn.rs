//! A framework's tables while they are read: each cell with its place.

use crate::catalog::{Cell, Column, DTypeId, Outcome, Table, TableName};
use crate::diagnostic::Place;

/// A table, and where each of its cells is drawn; no place where it is not or is a mistake.
pub(super) struct Drawn {
    pub(super) table: Table,
    pub(super) places: Vec<Option<Place>>,
}

impl Drawn {
    pub(super) fn empty(rows: Vec<DTypeId>, columns: Vec<Column>) -> Drawn {
        let unknown = Cell { outcome: Outcome::Unknown, sources: Vec::new() };
        let count = rows.len() * columns.len();
        Drawn {
            table: Table { rows, columns, cells: vec![unknown; count] },
            places: vec![None; count],
        }
    }

    pub(super) fn set(&mut self, row: usize, column: usize, cell: Cell, place: Place) {
        let index = row * self.table.columns.len() + column;
        self.table.cells[index] = cell;
        self.places[index] = Some(place);
    }

    /// Makes a cell one that is a mistake.
    pub(super) fn disown(&mut self, row: usize, column: usize) {
        self.places[row * self.table.columns.len() + column] = None;
    }

    pub(super) fn place(&self, row: usize, column: usize) -> Option<Place> {
        self.places[row * self.table.columns.len() + column]
    }
}

/// The tables of one framework.
pub(super) struct Tables {
    pub(super) promotion: Drawn,
    pub(super) scalars: Drawn,
    pub(super) further: Vec<(TableName, Drawn)>,
}

impl Tables {
    pub(super) fn all(&self) -> impl Iterator<Item = (TableName, &Drawn)> {
        let both = [(TableName::Promotion, &self.promotion), (TableName::Scalars, &self.scalars)];
        both.into_iter().chain(self.further.iter().map(|(name, drawn)| (*name, drawn)))
    }

    /// The table of that name, if the framework has it.
    pub(super) fn find(&self, name: TableName) -> Option<&Drawn> {
        self.all().find(|(other, _)| *other == name).map(|(_, drawn)| drawn)
    }
}

pub(super) fn sources_of(outcome: Outcome, sources: &[usize]) -> Vec<usize> {
    match outcome {
        Outcome::Unknown => Vec::new(),
        _ => sources.to_vec(),
    }
}
