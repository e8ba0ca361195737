//! Tables of a ruleset → drawn constants: a row for each of its dtypes, a column for each or for each kind of scalar.

use proc_macro2::TokenStream;

use super::base::base;
use super::words::word;
use crate::catalog::{Catalog, Cell, Column, DTypeId, Ruleset, Scalar, Table, TableName};
use crate::rust_names::constant;

/// A table of a ruleset.
pub(super) struct Grid<'a> {
    pub(super) name: TableName,
    /// The field of the engine's tables that holds it.
    pub(super) field: &'static str,
    pub(super) constant: String,
    table: &'a Table,
    by_dtype: bool,
    /// The same table of its base.
    pub(super) base: Option<TokenStream>,
}

/// The tables that a ruleset states.
pub(super) fn grids<'a>(catalog: &'a Catalog, ruleset: &'a Ruleset) -> Vec<Grid<'a>> {
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
        Grid { name, field, constant, table, by_dtype, base }
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

impl Grid<'_> {
    fn word(&self, catalog: &Catalog, row: DTypeId, column: Column) -> String {
        match (self.table.get(row, column), column) {
            (Some(cell), _) => word(catalog, cell.outcome),
            // A kind of scalar that the sources do not mention, with a dtype the ruleset has.
            (None, Column::Scalar(_)) if self.table.rows.contains(&row) => "UN".to_owned(),
            (None, _) => "__".to_owned(),
        }
    }

    /// The constant, drawn; `dtypes` is the path to the ruleset's own.
    pub(super) fn draw(&self, catalog: &Catalog, ruleset: &Ruleset, dtypes: &str) -> String {
        let ids = &ruleset.dtypes;
        let columns: Vec<Column> = match self.by_dtype {
            true => ids.iter().copied().map(Column::DType).collect(),
            false => Scalar::ALL.map(Column::Scalar).to_vec(),
        };
        let row = |&row: &DTypeId| {
            let words = columns.iter().map(|&column| self.word(catalog, row, column) + ",");
            words.collect()
        };
        let rows: Vec<Vec<String>> = ids.iter().map(row).collect();
        let heads: Vec<&str> = columns.iter().map(|&column| catalog.column_code(column)).collect();
        let longest = |words: &mut dyn Iterator<Item = usize>| words.max().unwrap_or(0);
        let words = rows.iter().flatten().map(String::len);
        let width = longest(&mut words.chain(heads.iter().map(|head| head.len()))) + 1;
        let codes = || ids.iter().map(|&id| catalog.dtype(id).code.as_str());
        let label = longest(&mut codes().map(str::len)).max(4);
        let pad = |words: &[&str]| {
            let words = words.iter().map(|word| format!("{word:width$}"));
            words.collect::<String>().trim_end().to_owned()
        };
        let mut lines = vec![format!("    //{:label$}      {}", "", pad(&heads))];
        for (code, row) in codes().zip(&rows) {
            let row: Vec<&str> = row.iter().map(String::as_str).collect();
            let row = pad(&row);
            lines.push(format!("    /* {code:<label$} */ [{}],", row.trim_end_matches(',')));
        }
        let (ty, spread) = match self.by_dtype {
            true => ("Square".to_owned(), "square"),
            false => (format!("Table<{}>", columns.len()), "rows"),
        };
        let (constant, lines) = (&self.constant, lines.join("\n"));
        format!("pub(super) const {constant}: {ty} = {spread}({dtypes}, &[\n{lines}\n]);\n")
    }
}
