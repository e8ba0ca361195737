//! What holds of whole tables: sorts of operands that are told apart, symmetry, the diagonal.

use crate::catalog::{Outcome, TableName};
use crate::diagnostic::{Mistake, Place};
use crate::spec::Framework;

use super::cell::{cell_name, show};
use super::drawn::{Drawn, Tables};
use super::scope::Scope;

/// A table of 0-d or weakly typed pairs, or a weakly typed result, means nothing where such tensors are not told
/// from others.
pub(super) fn check_sorts(framework: &Framework, tables: &Tables, scope: &Scope<'_>) {
    let sink = scope.world.sink;
    let needs = [
        (TableName::ZeroDimPair, TableName::ZeroDim),
        (TableName::ZeroDimScalars, TableName::ZeroDim),
        (TableName::WeakPair, TableName::Weak),
    ];
    for (name, other) in needs {
        if let Some(section) = framework.table(name)
            && tables.find(other).is_none()
            && framework.sections_whole
        {
            let message = format!("[{name}] says nothing without [{other}]");
            let label = format!("needs a [{other}]");
            sink.report(section.at.mistake(Mistake::KeyMissing, message, label));
        }
    }
    if tables.find(TableName::Weak).is_some() || !framework.sections_whole {
        return;
    }
    for (name, drawn) in tables.all() {
        let cells = drawn.table.cells.iter().zip(&drawn.places);
        let weak = cells.filter_map(|(cell, place)| match cell.outcome {
            Outcome::Weak(_) => *place,
            _ => None,
        });
        // What is inherited is reported where it is drawn.
        if let Some(place) = weak.min().filter(|_| framework.table(name).is_some()) {
            let message = format!("a weakly typed result in the {name} table, and no [weak]");
            let diagnostic = place.mistake(Mistake::KeyMissing, message, "weakly typed");
            sink.report(diagnostic.help("[weak] says what such a tensor gives beside others"));
        }
    }
}

/// Reports each pair that differs; both its cells then are mistakes, about which nothing else is said.
pub(super) fn check_symmetry(drawn: &mut Drawn, claim: Place, scope: &Scope<'_>) {
    let table = &drawn.table;
    let mut differing = Vec::new();
    for row in 0..table.rows.len() {
        for column in row + 1..table.columns.len() {
            let (Some(here), Some(there)) = (drawn.place(row, column), drawn.place(column, row))
            else {
                continue;
            };
            let (upper, lower) = (table.at(row, column).outcome, table.at(column, row).outcome);
            if upper == lower {
                continue;
            }
            let show = |outcome| show(outcome, scope);
            let message = format!(
                "cell {} is `{}`, cell {} is `{}`, and the table claims to be symmetric",
                cell_name(table, row, column, scope),
                show(upper),
                cell_name(table, column, row, scope),
                show(lower),
            );
            let diagnostic =
                here.mistake(Mistake::AsymmetricCell, message, format!("`{}` here", show(upper)));
            let diagnostic = diagnostic.and(there, format!("`{}` here", show(lower)));
            scope.world.sink.report(diagnostic.and(claim, "claimed here"));
            differing.extend([(row, column), (column, row)]);
        }
    }
    differing.into_iter().for_each(|(row, column)| drawn.disown(row, column));
}

pub(super) fn check_diagonal(drawn: &mut Drawn, scope: &Scope<'_>) {
    for row in 0..drawn.table.rows.len() {
        if let Some(place) = drawn.place(row, row)
            && drawn.table.at(row, row).outcome == Outcome::Refused
        {
            let code = scope.world.dtypes.code(drawn.table.rows[row]);
            let message = format!("`{code}` is refused beside itself");
            let diagnostic = place.mistake(
                Mistake::RefusedDiagonal,
                message,
                "a dtype and itself need no promotion",
            );
            scope.world.sink.report(
                diagnostic.help("`!` says that nothing computes with it, `?` that no source tells"),
            );
            drawn.disown(row, row);
        }
    }
}
