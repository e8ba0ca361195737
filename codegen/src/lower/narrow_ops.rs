//! `kernels` of `[narrow-ops]` → the cells of narrow dtypes that have no kernel, of every op it does not name.

use crate::catalog::{Cell, Column, Compute, DTypeId, Kind, Op, OpCell, Operands};
use crate::diagnostic::{At, Mistake};

use super::drawn::Tables;
use super::op_cells::says;
use super::scope::Scope;

/// The cells that have a narrow dtype, to which the tables give one, and no line of `[ops]` or `[narrow-ops]` something else.
pub(super) fn lower(
    kernels: &[At<String>],
    sources: &[usize],
    stated: &[OpCell],
    tables: &Tables,
    scope: &Scope<'_>,
) -> Vec<OpCell> {
    let mut named: Vec<&At<String>> = Vec::new();
    for name in kernels {
        if let Some(first) = named.iter().find(|other| other.value == name.value) {
            let message = format!("`kernels` of [narrow-ops] names `{}` twice", name.value);
            let diagnostic = name.at.mistake(Mistake::OpRepeated, message, "again");
            scope.world.sink.report(diagnostic.and(first.at, "first here"));
        }
        // An unknown one is reported.
        let _ = scope.world.op(name, &[]);
        named.push(name);
    }
    let without =
        scope.world.ops.iter().filter(|op| named.iter().all(|name| name.value != op.name));
    let cells = without.flat_map(|op| {
        let own: Vec<Operands> =
            stated.iter().filter(|cell| cell.op == op.name).map(|cell| cell.operands).collect();
        let lacking = operands(op, tables, scope).into_iter().filter(move |one| !own.contains(one));
        lacking.map(|operands| OpCell {
            op: op.name.clone(),
            operands,
            outcome: Cell::NoKernel,
            sources: sources.to_vec(),
        })
    });
    cells.collect()
}

/// The operands of an op of which one is of a narrow dtype, as far as the op takes them and the tables give them one.
fn operands(op: &Op, tables: &Tables, scope: &Scope<'_>) -> Vec<Operands> {
    let rows = &tables.promotion.table.rows;
    let narrow = |id: DTypeId| scope.world.dtypes.is_narrow(id);
    if op.group.promotes() == 1 {
        return rows.iter().copied().filter(|&id| narrow(id)).map(Operands::One).collect();
    }
    let places = op.rule.compute == Compute::First;
    let index =
        |id| scope.world.dtypes.kind(id).is_ok_and(|kind| matches!(kind, Kind::Int | Kind::Uint));
    let columns = rows.iter().copied().map(Column::DType);
    let scalars = tables.scalars.table.columns.iter().copied();
    let scalars = scalars.filter(|column| !places && matches!(column, Column::Scalar(_)));
    let columns: Vec<Column> = columns.chain(scalars).collect();
    let pairs = rows.iter().flat_map(|&lhs| columns.iter().map(move |&rhs| (lhs, rhs)));
    let gives = |&(lhs, rhs): &(DTypeId, Column)| match rhs {
        Column::DType(rhs) if !narrow(lhs) && !narrow(rhs) => false,
        Column::Scalar(_) if !narrow(lhs) => false,
        Column::DType(rhs) if places => index(rhs),
        _ => says(tables, Operands::Two(lhs, rhs))
            .is_some_and(|(outcome, _)| outcome.dtype().is_some()),
    };
    pairs.filter(gives).map(|(lhs, rhs)| Operands::Two(lhs, rhs)).collect()
}
