//! A framework's tables while they are read: each cell with its place, or poisoned.

use crate::catalog::{Cell, Column, DTypeId, SourcedCell, Table, TableName};
use crate::diagnostic::Place;
use crate::poison::{Checked, Poisoned};

/// A table, and where each of its cells is drawn: nowhere, if it is unknown because no source is read for it.
pub(super) struct Drawn {
    pub(super) table: Table,
    pub(super) places: Vec<Checked<Option<Place>>>,
}

impl Drawn {
    /// A table of unknown cells.
    pub(super) fn unknown(rows: Vec<DTypeId>, columns: Vec<Column>) -> Drawn {
        Drawn::filled(rows, columns, Ok(None))
    }

    /// A table of poisoned cells.
    pub(super) fn poisoned(rows: Vec<DTypeId>, columns: Vec<Column>, poisoned: Poisoned) -> Drawn {
        Drawn::filled(rows, columns, Err(poisoned))
    }

    fn filled(rows: Vec<DTypeId>, columns: Vec<Column>, place: Checked<Option<Place>>) -> Drawn {
        let unknown = SourcedCell { outcome: Cell::Unknown, sources: Vec::new() };
        let count = rows.len() * columns.len();
        Drawn {
            table: Table { rows, columns, cells: vec![unknown; count] },
            places: vec![place; count],
        }
    }

    pub(super) fn set(
        &mut self,
        row: usize,
        column: usize,
        cell: Checked<SourcedCell>,
        place: Place,
    ) {
        let index = row * self.table.columns.len() + column;
        self.places[index] = cell.map(|cell| {
            self.table.cells[index] = cell;
            Some(place)
        });
    }

    pub(super) fn poison(&mut self, row: usize, column: usize, poisoned: Poisoned) {
        self.places[row * self.table.columns.len() + column] = Err(poisoned);
    }

    /// Poisons the cells that are not drawn, if a mistake may be the reason.
    pub(super) fn poison_rest(&mut self, rest: Checked<()>) {
        if let Err(poisoned) = rest {
            let undrawn = self.places.iter_mut().filter(|place| **place == Ok(None));
            undrawn.for_each(|place| *place = Err(poisoned));
        }
    }

    pub(super) fn place(&self, row: usize, column: usize) -> Checked<Option<Place>> {
        self.places[row * self.table.columns.len() + column]
    }

    /// What a cell says and where it is drawn, unless it is not drawn or poisoned.
    pub(super) fn said(&self, row: usize, column: usize) -> Option<(Cell, Place)> {
        let place = self.place(row, column).ok().flatten()?;
        Some((self.table.at(row, column).outcome, place))
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

/// The sources of a cell of a section; an unknown cell has none.
pub(super) fn sources_of(outcome: Cell, sources: &[usize]) -> Vec<usize> {
    match outcome {
        Cell::Unknown => Vec::new(),
        Cell::DType(_) | Cell::Weak(_) | Cell::Foreign(_) | Cell::Refused | Cell::NoKernel => {
            sources.to_vec()
        }
    }
}
