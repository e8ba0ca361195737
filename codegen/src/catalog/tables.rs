//! A ruleset's drawn tables → the tables that crate `rules` takes, with a row for every dtype of the catalog.

use std::sync::OnceLock;

use rules::{DTypeSet, Facts, OpId, OpRow, OpRows, OpRule, Others, Scalar, Scalars, Tables};

use super::{
    Catalog, Cell, Column, DType, DTypeId, Nary, Op, OpCell, Operands, Ruleset, Table, TableName,
    TypedScalars,
};

/// A ruleset's tables in the form that crate `rules` takes, made when they are first needed.
///
/// They follow from the ruleset: a clone, which may be changed, makes its own, and they do not count in a comparison.
#[derive(Debug, Default)]
pub struct DenseTables(OnceLock<Owned>);

impl Clone for DenseTables {
    fn clone(&self) -> DenseTables {
        DenseTables::default()
    }
}

impl PartialEq for DenseTables {
    fn eq(&self, _: &DenseTables) -> bool {
        true
    }
}

impl DenseTables {
    pub(super) fn of(&self, catalog: &Catalog, ruleset: &Ruleset) -> Tables<'_> {
        let made = || {
            let owned = Owned::of(catalog, ruleset);
            _ = owned.tables().checked();
            owned
        };
        self.0.get_or_init(made).tables()
    }
}

/// What [`Tables`] refer to.
#[derive(Debug)]
struct Owned {
    dtypes: Vec<Facts>,
    has: DTypeSet,
    defaults: [Option<DTypeId>; 4],
    promotion: Vec<Cell>,
    scalars: Vec<Cell>,
    typed_scalars: Vec<Cell>,
    zero_dim: Vec<Cell>,
    zero_dim_pair: Vec<Cell>,
    zero_dim_scalars: Vec<Cell>,
    weak: Vec<Cell>,
    weak_pair: Vec<Cell>,
    typed: TypedScalars,
    nary: Nary,
    result_type: Option<OpId>,
    output: Vec<DTypeSet>,
    op_rules: Vec<OpRule>,
    op_rows: Vec<OpRow>,
    op_rows_of: Vec<OpRows>,
    inexact: Vec<(DTypeId, DTypeId)>,
}

impl Owned {
    fn of(catalog: &Catalog, ruleset: &Ruleset) -> Owned {
        let table = |name| dense(catalog, ruleset.table(name));
        let by_dtype = matches!(ruleset.scalars.columns.first(), Some(Column::DType(_)));
        let (scalars, typed_scalars) = match by_dtype {
            true => (Vec::new(), table(TableName::Scalars)),
            false => (table(TableName::Scalars), Vec::new()),
        };
        let converts = |rule: &[(DTypeId, Vec<DTypeId>)], from| {
            let row = rule.iter().find(|(id, _)| *id == from);
            row.map_or(DTypeSet::EMPTY, |(_, to)| to.iter().copied().collect())
        };
        let output = ruleset.output.as_ref().map(|rule| {
            let sets: Vec<DTypeSet> = catalog.ids().map(|from| converts(rule, from)).collect();
            sets
        });
        let (mut op_rows, mut op_rows_of) = (Vec::new(), Vec::new());
        for op in &catalog.ops {
            let first = op_rows.len();
            let own = ruleset.op_cells.iter().filter(|cell| cell.op == op.name);
            op_rows.extend(own.map(row));
            op_rows_of.push(OpRows::new(first, op_rows.len() - first));
        }
        let named = |op: &&Op| ruleset.result_type.as_ref() == Some(&op.name);
        let result_type = catalog.ops.iter().find(named);
        Owned {
            dtypes: catalog.dtypes.iter().map(DType::facts).collect(),
            has: ruleset.dtypes.iter().copied().collect(),
            defaults: ruleset.defaults,
            promotion: table(TableName::Promotion),
            scalars,
            typed_scalars,
            zero_dim: table(TableName::ZeroDim),
            zero_dim_pair: table(TableName::ZeroDimPair),
            zero_dim_scalars: table(TableName::ZeroDimScalars),
            weak: table(TableName::Weak),
            weak_pair: table(TableName::WeakPair),
            typed: ruleset.typed,
            nary: ruleset.nary,
            result_type: result_type.map(|op| catalog.op_id(op)),
            output: output.unwrap_or_default(),
            op_rules: catalog.ops.iter().map(|op| *ruleset.rule(op)).collect(),
            op_rows,
            op_rows_of,
            inexact: ruleset.inexact.clone(),
        }
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            defaults: self.defaults,
            promotion: &self.promotion,
            scalars: &self.scalars,
            typed_scalars: &self.typed_scalars,
            zero_dim: &self.zero_dim,
            zero_dim_pair: &self.zero_dim_pair,
            zero_dim_scalars: &self.zero_dim_scalars,
            weak: &self.weak,
            weak_pair: &self.weak_pair,
            typed: self.typed,
            nary: self.nary,
            result_type: self.result_type,
            output: &self.output,
            op_rules: &self.op_rules,
            op_rows: &self.op_rows,
            op_rows_of: &self.op_rows_of,
            inexact: &self.inexact,
            ..Tables::new(&self.dtypes, self.has)
        }
    }
}

/// A drawn table with a row for every dtype of the catalog; empty if all its cells are unknown.
fn dense(catalog: &Catalog, table: &Table) -> Vec<Cell> {
    let columns: Vec<Column> = match table.columns.first() {
        _ if table.count(Cell::Unknown) == table.cells.len() => return Vec::new(),
        None => return Vec::new(),
        Some(Column::DType(_)) => catalog.ids().map(Column::DType).collect(),
        Some(Column::Scalar(_)) => Scalar::ALL.map(Column::Scalar).to_vec(),
    };
    let row = |row| columns.iter().map(move |&column| table.outcome(row, column));
    catalog.ids().flat_map(row).collect()
}

/// A cell of an op, as a row for one pair of operands.
fn row(cell: &OpCell) -> OpRow {
    let one = |id| DTypeSet::of(&[id]);
    let (lhs, rhs) = match cell.operands {
        Operands::One(id) => (id, Others::Nothing),
        Operands::Two(lhs, Column::DType(rhs)) => (lhs, Others::Tensors(one(rhs))),
        Operands::Two(tensor, Column::Scalar(scalar)) => {
            (tensor, Others::Scalars(Scalars::of(&[scalar])))
        }
    };
    OpRow { lhs: one(lhs), rhs, gives: cell.outcome }
}
