//! A lowered framework, and what its relatives and device profiles need of it.

use crate::catalog::{Column, DTypeId, Ruleset, TableName};
use crate::diagnostic::Place;
use crate::poison::{Checked, Listed, Poisoned};

/// The ruleset that a framework builds on, if it has one.
pub(super) type Base<'a> = Checked<Option<&'a Lowered>>;

/// The dtypes a framework has.
#[derive(Clone)]
pub(super) struct Supported {
    pub(super) ids: Listed<DTypeId>,
    /// Where each is listed; empty if the list is the base's.
    pub(super) places: Vec<Place>,
    /// The dtypes its documents name as not supported.
    pub(super) unsupported: Listed<DTypeId>,
    /// Words of these lists that are not dtypes. They are reported there, and nowhere else.
    pub(super) unknown: Vec<(String, Poisoned)>,
}

impl Supported {
    /// A list that could not be read.
    pub(super) fn poisoned(poisoned: Poisoned) -> Supported {
        let ids = Listed { items: Vec::new(), rest: Err(poisoned) };
        Supported { unsupported: ids.clone(), ids, places: Vec::new(), unknown: Vec::new() }
    }

    /// Poisoned if a word is one of [`Supported::unknown`].
    pub(super) fn check_word(&self, code: &str) -> Checked<()> {
        let unknown = self.unknown.iter().find(|(unknown, _)| unknown == code);
        unknown.map_or(Ok(()), |&(_, poisoned)| Err(poisoned))
    }
}

/// A ruleset, and what its relatives and device profiles need besides.
pub(super) struct Lowered {
    pub(super) ruleset: Ruleset,
    pub(super) supported: Supported,
    /// Names of dtypes it gives that the spec does not have.
    pub(super) foreign: Listed<String>,
    /// Where each cell of its tables is drawn.
    pub(super) places: Vec<(TableName, Vec<Checked<Option<Place>>>)>,
    /// What each device's `source` resolved to, in the order of the file.
    pub(super) device_sources: Vec<Vec<usize>>,
}

impl Lowered {
    /// Poisoned if a cell of a table is.
    pub(super) fn places_of(&self, name: TableName) -> Checked<()> {
        let places = self.places.iter().filter(|(other, _)| *other == name);
        places.flat_map(|(_, places)| places).try_for_each(|place| place.map(|_| ()))
    }

    /// Where a cell of a table is drawn, if anywhere.
    pub(super) fn place(
        &self,
        name: TableName,
        row: DTypeId,
        column: Column,
    ) -> Checked<Option<Place>> {
        let table = self.ruleset.table(name);
        let places = self.places.iter().find(|(other, _)| *other == name);
        let row = table.rows.iter().position(|&id| id == row);
        let column = table.columns.iter().position(|&at| at == column);
        let index = row.zip(column).map(|(row, column)| row * table.columns.len() + column);
        index.zip(places).map_or(Ok(None), |(index, (_, places))| places[index])
    }
}
