//! `[promotion]`, `[scalars]` and the others → total tables, with the place of every drawn cell.

use crate::catalog::{Cell, Column, Scalar, SourcedCell, TableName};
use crate::diagnostic::{Mistake, Place};
use crate::poison::{Checked, Poisoned};
use crate::spec::grid::Grid;
use crate::spec::{Listing, TableSection};

use super::cell::{cell, cell_name, in_framework, result, show};
use super::drawn::{Drawn, Tables, sources_of};
use super::lowered::{Base, Lowered};
use super::scope::Scope;
use super::words::one_of;
use super::{checks, grid, lattice, narrow};

/// The tables of a framework. Every framework has the first two; it has the others if it or its base states them.
pub(super) fn lower(scope: &Scope<'_>) -> Tables {
    let always = |name| table(name, scope).unwrap_or_else(|| unknown(name, scope));
    // In the order of the tables, since the sources of a base are added as they are met.
    let (promotion, scalars) = (always(TableName::Promotion), always(TableName::Scalars));
    let further = TableName::OF_CATEGORIES.into_iter();
    let further = further.filter_map(|name| Some((name, table(name, scope)?)));
    Tables { promotion, scalars, further: further.collect() }
}

/// A table as it is drawn, or as the base has it; `None` if neither states it.
fn table(name: TableName, scope: &Scope<'_>) -> Option<Drawn> {
    let mut drawn = match (scope.framework.table(name), scope.base) {
        (Ok(Some(section)), base) => {
            let mut drawn = stated(name, section, base, scope);
            if let Some(claim) = section.symmetric.as_ref().filter(|claim| claim.value) {
                checks::check_symmetry(&mut drawn, claim.at, scope);
            }
            drawn
        }
        (Err(poisoned), _) | (Ok(None), Err(poisoned)) => unread(name, poisoned, scope),
        (Ok(None), Ok(Some(base))) => {
            base.ruleset.has_table(name).then(|| inherited(name, false, base, scope))?
        }
        (Ok(None), Ok(None)) if name == TableName::Promotion => {
            let message = "this file has no [promotion]";
            let label = "needs a [promotion], or a `base`";
            let missing = scope.framework.at.mistake(Mistake::KeyMissing, message, label);
            unread(name, scope.world.sink.report(missing), scope)
        }
        (Ok(None), Ok(None)) => return None,
    };
    if name == TableName::Promotion {
        checks::check_diagonal(&mut drawn, scope);
    }
    Some(drawn)
}

/// A table that is drawn, or changes cells of its base's.
fn stated(name: TableName, section: &TableSection, base: Base<'_>, scope: &Scope<'_>) -> Drawn {
    let base = check_drawings(section, name, base, scope);
    match (&section.grid, &section.lattice) {
        (Some(drawing), _) => match columns(name, section, drawing, scope) {
            Ok(columns) => {
                let lower = || grid::lower(name, section, drawing, columns, scope);
                let (mut drawn, checked) = scope.world.sink.watch(lower);
                narrow::fill(name, &mut drawn, section, checked, scope);
                drawn
            }
            Err(poisoned) => {
                // The grid is not read; the sources it names are in use.
                scope.sources.of(&section.source);
                grid::marks(section, scope);
                unread(name, poisoned, scope)
            }
        },
        (None, Some(lines)) => {
            let Drawn { table, .. } = unknown(name, scope);
            lattice::lower(section, lines, table.columns, scope)
        }
        (None, None) => {
            // What could not be read may be the drawing, and an unknown section may hold it.
            let rest = section.cells.as_ref().map_or(section.rest, |_| scope.framework.sections);
            let mut drawn = match rest.and(base) {
                Ok(Some(base)) => {
                    let mut drawn = inherited(name, section.narrow.is_some(), base, scope);
                    narrow::fill(name, &mut drawn, section, Ok(()), scope);
                    drawn
                }
                Ok(None) => unknown(name, scope),
                Err(poisoned) => unread(name, poisoned, scope),
            };
            if section.cells.is_none() {
                scope.sources.of(&section.source);
                grid::marks(section, scope);
            }
            change(&mut drawn, section, scope);
            drawn
        }
    }
}

/// A table that could not be read.
fn unread(name: TableName, poisoned: Poisoned, scope: &Scope<'_>) -> Drawn {
    let Drawn { table, .. } = unknown(name, scope);
    Drawn::poisoned(table.rows, table.columns, poisoned)
}

/// A table of unknown cells.
fn unknown(name: TableName, scope: &Scope<'_>) -> Drawn {
    let by_kind = name.of_scalars() || name == TableName::Scalars;
    Drawn::unknown(scope.supported.ids.items.clone(), if by_kind { kinds() } else { dtypes(scope) })
}

fn kinds() -> Vec<Column> {
    Scalar::ALL.map(Column::Scalar).to_vec()
}

fn dtypes(scope: &Scope<'_>) -> Vec<Column> {
    scope.supported.ids.iter().copied().map(Column::DType).collect()
}

/// The columns that a grid must have.
fn columns(
    name: TableName,
    section: &TableSection,
    grid: &Grid,
    scope: &Scope<'_>,
) -> Checked<Vec<Column>> {
    let by_kind = match name {
        TableName::Scalars => {
            need(section, name, section.by.is_some(), "by", scope)?;
            let by = section.by.as_ref().ok_or_else(Poisoned::of_unread_key)?;
            let known = [("kind", true), ("dtype", false)];
            one_of(by, &known, "what columns can stand for", scope.world.sink)?
        }
        name => name.of_scalars(),
    };
    Ok(match by_kind {
        true => drawn_kinds(grid).unwrap_or_else(kinds),
        false => dtypes(scope),
    })
}

/// The kinds of Python scalar a grid has columns for: those that its source mentions, in order.
fn drawn_kinds(grid: &Grid) -> Option<Vec<Column>> {
    let mut kinds: Vec<Scalar> = Vec::new();
    for word in &grid.columns {
        let kind = Scalar::parse(&word.value)?;
        if kinds.last().is_some_and(|&last| last >= kind) {
            return None;
        }
        kinds.push(kind);
    }
    Some(kinds.into_iter().map(Column::Scalar).collect()).filter(|kinds: &Vec<_>| !kinds.is_empty())
}

/// Reports a key that is missing. Poisoned if it is, or may be.
fn need(
    section: &TableSection,
    name: TableName,
    there: bool,
    key: &str,
    scope: &Scope<'_>,
) -> Checked<()> {
    if there {
        return Ok(());
    }
    section.rest?;
    let message = format!("[{name}] has no `{key}`");
    let label = format!("needs `{key}`");
    Err(scope.world.sink.report(section.at.mistake(Mistake::KeyMissing, message, label)))
}

const CELLS: &str = "changed cells";

/// Checks that a table is drawn once; one with a base may leave the drawing to it. Returns the base, poisoned if
/// there should be a drawing.
fn check_drawings<'a>(
    section: &TableSection,
    table: TableName,
    base: Base<'a>,
    scope: &Scope<'_>,
) -> Base<'a> {
    let grid = section.grid.as_ref().map(|grid| ("a grid", grid.at));
    let lattice = section.lattice.as_ref().map(|lattice| ("a lattice", lattice.at));
    let cells = section.cells.as_ref().map(|cells| (CELLS, cells.at));
    let drawings: Vec<(&str, Place)> = [grid, lattice, cells].into_iter().flatten().collect();
    if let [(other, first), (name, second), ..] = drawings.as_slice() {
        let message = format!("the {table} table is drawn twice");
        let diagnostic = second.mistake(Mistake::TableTwice, message, format!("as {name} here"));
        scope.world.sink.report(diagnostic.and(*first, format!("and as {other} here")));
    }
    if table == TableName::Promotion && grid.or(lattice).is_some() {
        // Each is reported; the drawing can be read without them.
        let _ = need(section, table, section.symmetric.is_some(), "symmetric", scope);
        let _ = need(section, table, section.nary.is_some(), "nary", scope);
    }
    match (base?, drawings.as_slice()) {
        (None, &[(CELLS, at)]) => {
            let message = "`cells` lists what differs from a base, and the file has none";
            let label = "draw a `grid`, or name a `base`";
            Err(scope.world.sink.report(at.mistake(Mistake::KeyMissing, message, label)))
        }
        (None, []) => need(section, table, false, "grid", scope).map(|()| None),
        (base, _) => Ok(base),
    }
}

/// The base's table over this framework's dtypes, of which it may lack narrow ones if `narrow` states them.
fn inherited(name: TableName, narrow: bool, lowered: &Lowered, scope: &Scope<'_>) -> Drawn {
    let base = &lowered.ruleset;
    let from = base.table(name);
    let at = scope.base_at();
    let mut drawn = unknown(name, scope);
    if let Some(Column::Scalar(_)) = from.columns.first() {
        drawn = Drawn::unknown(drawn.table.rows, from.columns.clone());
    } else if name == TableName::Scalars {
        drawn = Drawn::unknown(drawn.table.rows, dtypes(scope));
    }
    if from.count(Cell::Unknown) == from.cells.len() {
        drawn.poison_rest(lowered.places_of(name));
        return drawn;
    }
    let mut lacking: Vec<(String, String)> = Vec::new();
    let mut rest = lowered.supported.ids.rest;
    for row in 0..drawn.table.rows.len() {
        let id = drawn.table.rows[row];
        let stated = narrow && scope.world.dtypes.is_narrow(id);
        if let (false, Ok(None)) = (stated, lowered.supported.ids.find(|&has| has == id)) {
            let code = scope.world.dtypes.code(id);
            let message = format!("the base has no row for `{code}` in its {name} table");
            let label = "so the table must be drawn here";
            rest = Err(scope.world.sink.report(at.mistake(Mistake::RowMissing, message, label)));
        }
        for column in 0..drawn.table.columns.len() {
            let Some(cell) = from.get(id, drawn.table.columns[column]) else { continue };
            if let Err(poisoned) = lowered.place(name, id, drawn.table.columns[column]) {
                drawn.poison(row, column, poisoned);
            } else if in_framework(cell.outcome, scope) {
                let sources = scope.sources.import(base, &cell.sources);
                drawn.set(row, column, Ok(SourcedCell { outcome: cell.outcome, sources }), at);
            } else {
                let result = show(cell.outcome, scope);
                lacking.push((result, cell_name(&drawn.table, row, column, scope)));
            }
        }
    }
    drawn.poison_rest(rest.and(check_lacking(&lacking, name, at, scope)));
    drawn
}

/// Reports the results of a base that a framework lacks: each result, and the cell that gives it.
fn check_lacking(
    lacking: &[(String, String)],
    name: TableName,
    at: Place,
    scope: &Scope<'_>,
) -> Checked<()> {
    if let Some((result, cell)) = lacking.first() {
        let more = match lacking.len() - 1 {
            0 => String::new(),
            more => format!(" and in {more} more"),
        };
        let message = format!(
            "the base gives `{result}`, which this framework lacks, in cell {cell} of its {name} table{more}"
        );
        let label = "so the table must be drawn here";
        return Err(scope.world.sink.report(at.mistake(
            Mistake::ResultNotSupported,
            message,
            label,
        )));
    }
    Ok(())
}

/// Sets the cells in which a table differs from its base's: `"a × b" = "cell"`.
fn change(drawn: &mut Drawn, section: &TableSection, scope: &Scope<'_>) {
    let Some(Listing { lines, source, .. }) = &section.cells else {
        return;
    };
    let own = if source.is_empty() { &section.source } else { source };
    let sources = scope.sources.of(own);
    for (pair, words) in lines {
        let Ok((row, column)) = cell(pair, &drawn.table, scope) else { continue };
        for word in words.iter() {
            let whereabouts = format!("in cell {}", pair.value);
            let outcome = result(word, &whereabouts, scope);
            let cell = outcome
                .map(|outcome| SourcedCell { outcome, sources: sources_of(outcome, &sources) });
            drawn.set(row, column, cell, word.at);
        }
    }
}
