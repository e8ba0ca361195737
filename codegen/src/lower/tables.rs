//! `[promotion]` and `[scalars]` → total tables, with the place of every drawn cell.

use crate::catalog::{Cell, Column, Outcome, ScalarKind, TableName};
use crate::diagnostic::{Mistake, Place};
use crate::spec::grid::Grid;
use crate::spec::{Framework, Listing, TableSection};

use super::cell::{cell, cell_name, in_framework, result, show};
use super::drawn::{Drawn, sources_of};
use super::lowered::Base;
use super::scope::Scope;
use super::words::one_of;
use super::{checks, grid as drawing, lattice};

pub(super) fn promotion(framework: &Framework, base: Base<'_>, scope: &Scope<'_>) -> Drawn {
    let sink = scope.world.sink;
    let columns: Vec<Column> = scope.supported.ids.iter().copied().map(Column::DType).collect();
    let stated = framework.promotion.as_ref();
    if let (None, Base::None, true) = (stated, base, framework.whole) {
        let message = "this file has no [promotion]";
        sink.report(framework.at.mistake(
            Mistake::KeyMissing,
            message,
            "needs a [promotion], or a `base`",
        ));
    }
    let mut drawn = match stated {
        None => inherited(base, TableName::Promotion, columns, framework, scope),
        Some(section) => {
            let name = TableName::Promotion;
            let own = one_drawing(section, name, base, scope);
            if own {
                need(section, name, section.symmetric.is_some(), "symmetric", scope);
                need(section, name, section.nary.is_some(), "nary", scope);
            }
            match (&section.grid, &section.lattice) {
                (Some(grid), _) => drawing::lower(name, section, grid, columns, scope),
                (None, Some(lines)) => lattice::lower(section, lines, columns, scope),
                // What cannot be read may be the drawing; what it differs from the base is not known.
                (None, None) if !section.whole && section.cells.is_none() => {
                    Drawn::empty(scope.supported.ids.clone(), columns)
                }
                (None, None) => {
                    let mut table =
                        inherited(base, TableName::Promotion, columns, framework, scope);
                    change(&mut table, section, scope);
                    table
                }
            }
        }
    };
    if let Some(claim) = stated.and_then(|section| section.symmetric.as_ref())
        && claim.value
    {
        checks::check_symmetry(&mut drawn, claim.at, scope);
    }
    checks::check_diagonal(&mut drawn, scope);
    drawn
}

pub(super) fn scalars(framework: &Framework, base: Base<'_>, scope: &Scope<'_>) -> Drawn {
    let kinds = || ScalarKind::ALL.map(Column::Kind).to_vec();
    let Some(section) = &framework.scalars else {
        return inherited(base, TableName::Scalars, kinds(), framework, scope);
    };
    let name = TableName::Scalars;
    one_drawing(section, name, base, scope);
    // What cannot be read may be the drawing.
    if section.grid.is_none() && section.cells.is_none() && !section.whole {
        scope.sources.of(&section.source);
        drawing::marks(section, scope);
        return Drawn::empty(scope.supported.ids.clone(), kinds());
    }
    let Some(grid) = &section.grid else {
        let mut table = inherited(base, TableName::Scalars, kinds(), framework, scope);
        change(&mut table, section, scope);
        return table;
    };
    need(section, name, section.by.is_some(), "by", scope);
    let dtypes = || scope.supported.ids.iter().copied().map(Column::DType).collect();
    let by = section.by.as_ref().and_then(|by| {
        one_of(
            by,
            &[("kind", true), ("dtype", false)],
            "what columns can stand for",
            scope.world.sink,
        )
    });
    let columns = match by {
        Some(true) => drawn_kinds(grid).unwrap_or_else(kinds),
        Some(false) => dtypes(),
        None => {
            // The drawing is not read, and its sources are in use all the same.
            scope.sources.of(&section.source);
            drawing::marks(section, scope);
            return Drawn::empty(scope.supported.ids.clone(), kinds());
        }
    };
    drawing::lower(name, section, grid, columns, scope)
}

/// A table of operands that are not just tensors; none, where the framework does not tell them apart.
pub(super) fn further(
    name: TableName,
    framework: &Framework,
    base: Base<'_>,
    scope: &Scope<'_>,
) -> Option<Drawn> {
    let dtypes = || scope.supported.ids.iter().copied().map(Column::DType).collect();
    let kinds = || ScalarKind::ALL.map(Column::Kind).to_vec();
    let columns = |grid: Option<&Grid>| match name.of_scalars() {
        true => grid.and_then(drawn_kinds).unwrap_or_else(kinds),
        false => dtypes(),
    };
    let Some(section) = framework.table(name) else {
        let has = matches!(base, Base::Ruleset(base) if base.ruleset.has_table(name));
        return has.then(|| inherited(base, name, columns(None), framework, scope));
    };
    one_drawing(section, name, base, scope);
    let mut drawn = match &section.grid {
        Some(grid) => drawing::lower(name, section, grid, columns(Some(grid)), scope),
        // What cannot be read may be the drawing.
        None if section.cells.is_none() && !section.whole => {
            scope.sources.of(&section.source);
            drawing::marks(section, scope);
            return Some(Drawn::empty(scope.supported.ids.clone(), columns(None)));
        }
        None => {
            let mut table = inherited(base, name, columns(None), framework, scope);
            change(&mut table, section, scope);
            table
        }
    };
    if let Some(claim) = section.symmetric.as_ref().filter(|claim| claim.value) {
        checks::check_symmetry(&mut drawn, claim.at, scope);
    }
    Some(drawn)
}

/// The kinds of Python number a grid has columns for: those its source speaks of, in order.
fn drawn_kinds(grid: &Grid) -> Option<Vec<Column>> {
    let mut kinds: Vec<ScalarKind> = Vec::new();
    for word in &grid.columns {
        let kind = ScalarKind::parse(&word.value)?;
        if kinds.last().is_some_and(|&last| last >= kind) {
            return None;
        }
        kinds.push(kind);
    }
    Some(kinds.into_iter().map(Column::Kind).collect()).filter(|kinds: &Vec<_>| !kinds.is_empty())
}

fn need(section: &TableSection, name: TableName, there: bool, key: &str, scope: &Scope<'_>) {
    if !there && section.whole {
        let message = format!("[{name}] has no `{key}`");
        let label = format!("needs `{key}`");
        scope.world.sink.report(section.at.mistake(Mistake::KeyMissing, message, label));
    }
}

const CELLS: &str = "changed cells";

/// A table is drawn once; a relative may leave the drawing to its base. Says whether it is drawn here.
fn one_drawing(
    section: &TableSection,
    table: TableName,
    base: Base<'_>,
    scope: &Scope<'_>,
) -> bool {
    let grid = section.grid.as_ref().map(|grid| ("a grid", grid.at));
    let lattice = section.lattice.as_ref().map(|lattice| ("a lattice", lattice.at));
    let cells = section.cells.as_ref().map(|cells| (CELLS, cells.at));
    let drawings: Vec<(&str, Place)> = [grid, lattice, cells].into_iter().flatten().collect();
    let alone = matches!(base, Base::None);
    match drawings.as_slice() {
        [(other, first), (name, second), ..] => {
            let message = format!("the {table} table is drawn twice");
            let diagnostic =
                second.mistake(Mistake::TableTwice, message, format!("as {name} here"));
            scope.world.sink.report(diagnostic.and(*first, format!("and as {other} here")));
        }
        [(CELLS, at)] if alone => {
            let message = "`cells` lists what differs from a base, and the file has none";
            scope.world.sink.report(at.mistake(
                Mistake::KeyMissing,
                message,
                "draw a `grid`, or name a `base`",
            ));
        }
        [] if alone => need(section, table, false, "grid", scope),
        _ => {}
    }
    grid.or(lattice).is_some()
}

/// The base's table over this framework's dtypes, or an unknown one.
fn inherited(
    base: Base<'_>,
    name: TableName,
    columns: Vec<Column>,
    framework: &Framework,
    scope: &Scope<'_>,
) -> Drawn {
    let rows = scope.supported.ids.clone();
    let Base::Ruleset(lowered) = base else {
        return Drawn::empty(rows, columns);
    };
    let base = &lowered.ruleset;
    // An unknown section may be the one that draws this table.
    if !framework.sections_whole {
        return Drawn::empty(rows, columns);
    }
    let at = framework.base.as_ref().map_or(framework.at, |base| base.at);
    let from = base.table(name);
    let unknown = |cell: &Cell| cell.outcome == Outcome::Unknown;
    if from.cells.iter().all(unknown) {
        return Drawn::empty(rows, columns);
    }
    let columns = match from.columns.first() {
        Some(Column::Kind(_)) => from.columns.clone(),
        _ => rows.iter().copied().map(Column::DType).collect(),
    };
    let mut lacking: Vec<(String, String)> = Vec::new();
    let mut drawn = Drawn::empty(rows, columns);
    for row in 0..drawn.table.rows.len() {
        let id = drawn.table.rows[row];
        if !from.rows.contains(&id) {
            let code = scope.world.dtypes.code(id);
            let message = format!("the base has no row for `{code}` in its {name} table");
            scope.world.sink.report(at.mistake(
                Mistake::RowMissing,
                message,
                "so the table must be drawn here",
            ));
            continue;
        }
        for column in 0..drawn.table.columns.len() {
            let Some(cell) = from.get(id, drawn.table.columns[column]) else { continue };
            // What is a mistake in the base is reported there.
            if !lowered.is_drawn(name, id, drawn.table.columns[column]) {
                continue;
            }
            let sources = scope.sources.import(base, &cell.sources);
            let cell = Cell { outcome: cell.outcome, sources };
            if in_framework(cell.outcome, scope) {
                drawn.set(row, column, cell, at);
            } else {
                let result = show(cell.outcome, scope);
                lacking.push((result, cell_name(&drawn.table, row, column, scope)));
            }
        }
    }
    report_lacking(&lacking, name, at, scope);
    drawn
}

/// Reports the results of a base that a framework lacks: each result, and the cell that gives it.
fn report_lacking(lacking: &[(String, String)], name: TableName, at: Place, scope: &Scope<'_>) {
    if let Some((result, cell)) = lacking.first() {
        let more = match lacking.len() - 1 {
            0 => String::new(),
            more => format!(" and in {more} more"),
        };
        let message = format!(
            "the base gives `{result}`, which this framework lacks, in cell {cell} of its {name} table{more}"
        );
        let label = "so the table must be drawn here";
        scope.world.sink.report(at.mistake(Mistake::ResultNotSupported, message, label));
    }
}

/// Sets the cells a relative lists: `"a × b" = "cell"`.
fn change(drawn: &mut Drawn, section: &TableSection, scope: &Scope<'_>) {
    let Some(Listing { lines, source, .. }) = &section.cells else {
        return;
    };
    let own = if source.is_empty() { &section.source } else { source };
    let sources = scope.sources.of(own);
    for (pair, words) in lines {
        let Some((row, column)) = cell(pair, &drawn.table, scope) else { continue };
        for word in words {
            let whereabouts = format!("in cell {}", pair.value);
            match result(word, &word.value, &whereabouts, scope) {
                Some(outcome) => {
                    let cell = Cell { outcome, sources: sources_of(outcome, &sources) };
                    drawn.set(row, column, cell, word.at);
                }
                None => drawn.disown(row, column),
            }
        }
    }
}
