//! Checks of whole tables: the operand categories they need, symmetry, the diagonal.

use crate::catalog::{Cell, TableName};
use crate::diagnostic::{Mistake, Place};

use super::cell::{cell_name, show};
use super::drawn::{Drawn, Tables};
use super::scope::Scope;

/// Reports tables of 0-d or weakly typed operands, and weakly typed results, of a framework that does not distinguish
/// such tensors from others.
pub(super) fn check_categories(tables: &Tables, scope: &Scope<'_>) {
    let (sink, framework) = (scope.world.sink, scope.framework);
    let needs = TableName::ALL.into_iter().filter_map(|name| Some((name, name.fallback()?.0)));
    for (name, other) in needs {
        if let Ok(Some(section)) = framework.table(name)
            && tables.find(other).is_none()
        {
            let message = format!("[{name}] means nothing without [{other}]");
            let label = format!("needs a [{other}]");
            sink.report(section.at.mistake(Mistake::KeyMissing, message, label));
        }
    }
    if tables.find(TableName::Weak).is_some() {
        return;
    }
    for (name, drawn) in tables.all() {
        let cells = drawn.table.cells.iter().zip(&drawn.places);
        let weak = cells.filter_map(|(cell, place)| match cell.outcome {
            Cell::Weak(_) => place.ok().flatten(),
            _ => None,
        });
        // An inherited table is reported in the file that draws it.
        if let Some(place) = weak.min().filter(|_| !matches!(framework.table(name), Ok(None))) {
            let message =
                format!("the {name} table gives a weakly typed result, and there is no [weak]");
            let diagnostic = place.mistake(Mistake::KeyMissing, message, "weakly typed");
            sink.report(diagnostic.help("[weak] says what such a tensor promotes to with another"));
        }
    }
}

/// Reports each pair of cells that differs, and poisons both.
pub(super) fn check_symmetry(drawn: &mut Drawn, claim: Place, scope: &Scope<'_>) {
    let table = &drawn.table;
    let mut differing = Vec::new();
    for row in 0..table.rows.len() {
        for column in row + 1..table.columns.len() {
            let both = drawn.said(row, column).zip(drawn.said(column, row));
            let Some(((upper, here), (lower, there))) = both else { continue };
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
            let poisoned = scope.world.sink.report(diagnostic.and(claim, "claimed here"));
            differing.extend([(row, column, poisoned), (column, row, poisoned)]);
        }
    }
    for (row, column, poisoned) in differing {
        drawn.poison(row, column, poisoned);
    }
}

pub(super) fn check_diagonal(drawn: &mut Drawn, scope: &Scope<'_>) {
    for row in 0..drawn.table.rows.len() {
        if let Some((Cell::Refused, place)) = drawn.said(row, row) {
            let code = scope.world.dtypes.code(drawn.table.rows[row]);
            let message = format!("`{code}` is refused with itself");
            let diagnostic = place.mistake(
                Mistake::RefusedDiagonal,
                message,
                "a dtype and itself need no promotion",
            );
            let help = "write `!` if nothing computes with it, `?` if no source says";
            let poisoned = scope.world.sink.report(diagnostic.help(help));
            drawn.poison(row, row, poisoned);
        }
    }
}
