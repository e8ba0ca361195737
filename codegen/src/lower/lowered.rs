//! A lowered framework, and what its relatives and device profiles need of it.

use crate::catalog::{Column, DTypeId, Ruleset, TableName};
use crate::diagnostic::Place;

use super::scope::Supported;

/// The ruleset a framework builds on.
#[derive(Clone, Copy)]
pub(super) enum Base<'a> {
    /// It stands alone.
    None,
    /// It has one that is a mistake itself, so what is not stated is not missed.
    Broken,
    /// This one.
    Ruleset(&'a Lowered),
}

/// A ruleset, and what its relatives and device profiles need besides.
pub(super) struct Lowered {
    pub(super) ruleset: Ruleset,
    pub(super) supported: Supported,
    /// Names of dtypes it gives that the spec does not have.
    pub(super) foreign: Vec<String>,
    /// Where each cell of its tables is drawn.
    pub(super) places: Vec<(TableName, Vec<Option<Place>>)>,
    /// What each device's `source` resolved to, in the order of the file.
    pub(super) device_sources: Vec<Vec<usize>>,
}

impl Lowered {
    /// Whether a cell of a table is drawn, and without a mistake.
    pub(super) fn is_drawn(&self, name: TableName, row: DTypeId, column: Column) -> bool {
        let table = self.ruleset.table(name);
        let places = self.places.iter().find(|(other, _)| *other == name);
        let row = table.rows.iter().position(|&id| id == row);
        let column = table.columns.iter().position(|&at| at == column);
        let index = row.zip(column).map(|(row, column)| row * table.columns.len() + column);
        index.zip(places).is_some_and(|(index, (_, places))| places[index].is_some())
    }
}
