//! A ruleset → the parts of its Rust that do not depend on the crate that they use: tables, row by row, and sets.

use crate::catalog::{
    Catalog, Cell, Column, DTypeId, Nary, Ruleset, Scalar, TableName, TypedScalars,
};
use crate::rust_names::{FOREIGN, WEAK, constant, variant};

use super::name_of;

/// Which dtypes tables have a row for, and the rulesets they are of.
pub(super) struct Drawn<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) rulesets: &'a [&'a Ruleset],
    pub(super) dtypes: Vec<DTypeId>,
}

impl Drawn<'_> {
    /// `DType::I8`
    pub(super) fn dtype(&self, id: DTypeId) -> String {
        format!("DType::{}", variant(&self.catalog.dtype(id).code))
    }

    /// `DType::I8.id()`
    pub(super) fn id(&self, id: DTypeId) -> String {
        format!("{}.id()", self.dtype(id))
    }

    /// `DTypeSet::of(&[DType::I8.id()])`
    pub(super) fn set(&self, ids: &[DTypeId]) -> String {
        let ids: Vec<String> = ids.iter().map(|&id| self.id(id)).collect();
        format!("DTypeSet::of(&[{}])", ids.join(", "))
    }

    /// A cell, as it is called where a table is drawn.
    pub(super) fn word(&self, cell: Cell) -> String {
        match cell {
            Cell::DType(id) => constant(&self.catalog.dtype(id).code),
            Cell::Weak(id) => format!("{WEAK}{}", constant(&self.catalog.dtype(id).code)),
            Cell::Foreign(place) => format!("{FOREIGN}{}", constant(self.catalog.foreign(place))),
            Cell::Refused => "NO".to_owned(),
            Cell::NoKernel => "NK".to_owned(),
            Cell::Unknown => "UN".to_owned(),
        }
    }

    /// The constants of all cells that the tables and ops of the rulesets give.
    pub(super) fn words(&self, with_ops: bool) -> String {
        let mut cells: Vec<Cell> = vec![Cell::Unknown];
        for ruleset in self.rulesets {
            let drawn = TableName::ALL.into_iter().flat_map(|name| &ruleset.table(name).cells);
            cells.extend(drawn.map(|cell| cell.outcome));
            if with_ops {
                cells.extend(ruleset.op_cells.iter().map(|cell| cell.outcome));
            }
        }
        let order = |cell: &Cell| match *cell {
            Cell::DType(id) => (0, id.0),
            Cell::Weak(id) => (1, id.0),
            Cell::Foreign(place) => (2, place),
            Cell::Refused => (3, 0),
            Cell::NoKernel => (4, 0),
            Cell::Unknown => (5, 0),
        };
        cells.sort_by_key(order);
        cells.dedup();
        let lines = cells.into_iter().map(|cell| {
            let value = match cell {
                Cell::DType(id) => format!("Cell::DType({})", self.id(id)),
                Cell::Weak(id) => format!("Cell::Weak({})", self.id(id)),
                Cell::Foreign(place) => format!("Cell::Foreign({place})"),
                Cell::Refused => "Cell::Refused".to_owned(),
                Cell::NoKernel => "Cell::NoKernel".to_owned(),
                Cell::Unknown => "Cell::Unknown".to_owned(),
            };
            format!("const {}: Cell = {value};\n", self.word(cell))
        });
        lines.collect()
    }

    /// The tables that a ruleset has, each as a constant.
    pub(super) fn tables(&self, ruleset: &Ruleset) -> String {
        let has = |name: &TableName| ruleset.has_table(*name);
        TableName::ALL.into_iter().filter(has).map(|name| self.table(ruleset, name)).collect()
    }

    fn table(&self, ruleset: &Ruleset, name: TableName) -> String {
        let columns = self.columns(ruleset, name);
        let table = ruleset.table(name);
        let rows: Vec<Vec<String>> = self
            .dtypes
            .iter()
            .map(|&row| {
                let cells = columns.iter().map(|&column| table.outcome(row, column));
                cells.map(|cell| self.word(cell) + ",").collect()
            })
            .collect();
        let width = rows.iter().flatten().map(String::len).max().unwrap_or(0) + 1;
        let lines = self.dtypes.iter().zip(&rows).map(|(&id, row)| {
            let row: String = row.iter().map(|word| format!("{word:width$}")).collect();
            let label = &self.catalog.dtype(id).code;
            format!("    /* {label:<4} */ [{}],\n", row.trim_end().trim_end_matches(','))
        });
        format!(
            "const {}_{}: [[Cell; {}]; {}] = [\n{}];\n\n",
            name_of(ruleset),
            constant(field(name, &columns)),
            columns.len(),
            self.dtypes.len(),
            lines.collect::<String>()
        )
    }

    fn columns(&self, ruleset: &Ruleset, name: TableName) -> Vec<Column> {
        match ruleset.table(name).columns.first() {
            Some(Column::Scalar(_)) => Scalar::ALL.map(Column::Scalar).to_vec(),
            _ => self.dtypes.iter().copied().map(Column::DType).collect(),
        }
    }

    /// The fields of `Tables` that say what operands promote to, a line each.
    pub(super) fn fields(&self, ruleset: &Ruleset) -> Vec<String> {
        let mut lines = Vec::new();
        if ruleset.defaults.iter().any(Option::is_some) {
            let defaults = ruleset.defaults.map(|id| match id {
                Some(id) => format!("Some({})", self.id(id)),
                None => "None".to_owned(),
            });
            lines.push(format!("defaults: [{}],", defaults.join(", ")));
        }
        for name in TableName::ALL.into_iter().filter(|&name| ruleset.has_table(name)) {
            let field = field(name, &self.columns(ruleset, name));
            let constant = format!("{}_{}", name_of(ruleset), constant(field));
            lines.push(format!("{field}: {constant}.as_flattened(),"));
        }
        let typed = match ruleset.typed {
            TypedScalars::Table => None,
            TypedScalars::Tensor => Some("Tensor"),
            TypedScalars::ZeroDim => Some("ZeroDim"),
            TypedScalars::Kind => Some("Kind"),
            TypedScalars::Converted => Some("Converted"),
        };
        lines.extend(typed.map(|typed| format!("typed: TypedScalars::{typed},")));
        let nary = match ruleset.nary {
            Nary::Fold => None,
            Nary::Join => Some("Join"),
            Nary::CategoryFold => Some("CategoryFold"),
        };
        lines.extend(nary.map(|nary| format!("nary: Nary::{nary},")));
        if let Some(output) = &ruleset.output {
            lines.push("output: &[".to_owned());
            for &id in &self.dtypes {
                let to = output.iter().find(|(from, _)| *from == id);
                let to = to.map_or(&[][..], |(_, to)| to);
                lines.push(format!("    {},", self.set(to)));
            }
            lines.push("],".to_owned());
        }
        lines
    }

    /// The docs of a ruleset: its title, its promotion, its sources.
    pub(super) fn docs(&self, ruleset: &Ruleset) -> String {
        let drawn = crate::draw::sheet(self.catalog, ruleset, TableName::Promotion).grid();
        let mut text = format!("/// {}.\n///\n/// ```text\n", ruleset.title());
        for line in drawn.lines() {
            text += &format!("/// {line}\n");
        }
        text += "/// ```\n///\n/// Sources:\n";
        for source in &ruleset.sources {
            text += &format!("/// - {}, {}, <{}>\n", source.title, source.version, source.url);
        }
        text
    }
}

/// The field of `Tables` that holds a table.
fn field(name: TableName, columns: &[Column]) -> &'static str {
    match name {
        TableName::Promotion => "promotion",
        TableName::Scalars if matches!(columns.first(), Some(Column::DType(_))) => "typed_scalars",
        TableName::Scalars => "scalars",
        TableName::ZeroDim => "zero_dim",
        TableName::ZeroDimPair => "zero_dim_pair",
        TableName::ZeroDimScalars => "zero_dim_scalars",
        TableName::Weak => "weak",
        TableName::WeakPair => "weak_pair",
    }
}

/// Imports of those names that a text uses: as words of code, and not behind a path such as `TypedScalars::Kind`.
pub(super) fn imports(path: &str, names: &[&str], text: &str) -> String {
    let of_word = |c: char| c.is_alphanumeric() || c == '_';
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let used = |name: &&&str| {
        let uses = |line: &&str| {
            line.match_indices(**name).any(|(at, _)| {
                let (before, after) = (&line[..at], &line[at + name.len()..]);
                !before.ends_with(of_word) && !before.ends_with("::") && !after.starts_with(of_word)
            })
        };
        code.iter().any(uses)
    };
    let used: Vec<&str> = names.iter().filter(used).copied().collect();
    match used.as_slice() {
        [] => String::new(),
        [one] => format!("use {path}::{one};\n"),
        several => format!("use {path}::{{{}}};\n", several.join(", ")),
    }
}
