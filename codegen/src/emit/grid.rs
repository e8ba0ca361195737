//! Tables of a ruleset → the drawings that constants are read from and docs show.

use proc_macro2::TokenStream;

use super::base::base;
use crate::catalog::{Catalog, Cell, Column, Ruleset, Table, TableName};
use crate::draw;
use crate::rust_names::constant;

/// A table of a ruleset.
pub(super) struct Grid {
    pub(super) name: TableName,
    /// The field of the engine's tables that holds it.
    pub(super) field: &'static str,
    pub(super) constant: String,
    by_dtype: bool,
    /// The same table of its base.
    pub(super) base: Option<TokenStream>,
}

/// The tables that a ruleset states.
pub(super) fn grids(catalog: &Catalog, ruleset: &Ruleset) -> Vec<Grid> {
    let known = |table: &Table| table.cells.iter().any(|cell| cell.outcome != Cell::Unknown);
    let stated = |&name: &TableName| {
        let table = ruleset.table(name);
        ruleset.has_table(name) && (name != TableName::Scalars || known(table))
    };
    let grid = |name: TableName| {
        let table = ruleset.table(name);
        let by_dtype = matches!(table.columns.first(), Some(Column::DType(_)));
        let field = field(name, by_dtype);
        let constant = constant(field);
        let same = |other: &Ruleset| {
            let theirs = other.table(name);
            theirs.columns == table.columns
                && theirs.rows == table.rows
                && theirs
                    .cells
                    .iter()
                    .zip(&table.cells)
                    .all(|(one, own)| one.outcome == own.outcome)
        };
        let base = base(catalog, ruleset, &constant, &same);
        Grid { name, field, constant, by_dtype, base }
    };
    TableName::ALL.into_iter().filter(stated).map(grid).collect()
}

/// The field of the engine's tables that holds a table.
fn field(name: TableName, by_dtype: bool) -> &'static str {
    match name {
        TableName::Promotion => "promotion",
        TableName::Scalars if by_dtype => "typed_scalars",
        TableName::Scalars => "scalars",
        TableName::ZeroDim => "zero_dim",
        TableName::ZeroDimPair => "zero_dim_pair",
        TableName::ZeroDimScalars => "zero_dim_scalars",
        TableName::Weak => "weak",
        TableName::WeakPair => "weak_pair",
    }
}

impl Grid {
    /// The macro that defines the constant, and the drawing that it is read from.
    pub(super) fn draw(&self, catalog: &Catalog, ruleset: &Ruleset) -> String {
        let Grid { name, field, constant, by_dtype, .. } = self;
        let columns = if *by_dtype { "DTYPES" } else { "SCALARS" };
        let drawn = draw::sheet(catalog, ruleset, *name).grid();
        format!("table! {{ {constant}, {field}, by {columns}, \"\n{drawn}\" }}\n")
    }
}
