//! A drawn grid → a table, checked against the rows and columns it must have.

use crate::catalog::{Cell, Column, DTypeId, Outcome, ScalarKind, TableName};
use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::spec::TableSection;
use crate::spec::grid::{Grid, Row};

use super::listing::Scope;
use super::table::{Drawn, result, sources_of};

/// Reads a drawn table against the rows and columns it must have.
pub(super) fn lower(
    name: TableName,
    section: &TableSection,
    grid: &Grid,
    columns: Vec<Column>,
    scope: &Scope<'_>,
) -> Drawn {
    let sources = scope.sources.of(&section.source);
    let marks = marks(section, scope);
    let mut drawn = Drawn::empty(scope.supported.ids.clone(), columns);
    if grid.columns.is_empty() {
        let message = format!("the grid of the {name} table is empty");
        let label = "draw it between ''' and '''";
        scope.world.sink.report(grid.at.mistake(Mistake::GridNotDrawn, message, label));
        return drawn;
    }
    let header = check_columns(name, grid, &drawn.table.columns, scope);
    let rows = check_rows(name, grid, scope);
    for (row, id) in grid.rows.iter().zip(rows) {
        let ragged = row.cells.len() != grid.columns.len();
        if ragged {
            let place = row
                .cells
                .last()
                .map_or(row.label.at, |last| Place { end: last.at.end, ..row.label.at });
            let (found, wanted) = (row.cells.len(), grid.columns.len());
            let message =
                format!("row {} has {found} cells, the table {wanted} columns", row.label.value);
            let more = found.abs_diff(wanted);
            let label = format!(
                "{more} cell{} too {}",
                if more == 1 { "" } else { "s" },
                if found > wanted { "many" } else { "few" }
            );
            scope.world.sink.report(place.mistake(Mistake::RaggedRow, message, label));
        }
        let place = id.and_then(|id| drawn.table.rows.iter().position(|&row| row == id));
        for (column, word) in row.cells.iter().enumerate() {
            let whereabouts = whereabouts(row, column, grid, ragged);
            let Some((outcome, marked)) = read_cell(word, &marks, &whereabouts, scope) else {
                continue;
            };
            if let (Some(place), true, false) = (place, header, ragged) {
                let from = marked.unwrap_or(&sources);
                let cell = Cell { outcome, sources: sources_of(outcome, from) };
                drawn.set(place, column, cell, word.at);
            }
        }
    }
    drawn
}

fn whereabouts(row: &Row, column: usize, grid: &Grid, ragged: bool) -> String {
    match grid.columns.get(column) {
        Some(column) if !ragged => format!("in cell {} × {}", row.label.value, column.value),
        _ => format!("in row {}", row.label.value),
    }
}

fn marks<'s>(section: &'s TableSection, scope: &Scope<'_>) -> Vec<(&'s str, Vec<usize>)> {
    let lines = section.marks.iter().filter_map(|(mark, source)| {
        let one = mark.value.chars().count() == 1;
        if !one
            || mark
                .value
                .contains(|c: char| c.is_alphanumeric() || c.is_whitespace() || "-!?*".contains(c))
        {
            let message = format!("`{}` cannot be a mark", mark.value);
            let label = "one sign, none of `-`, `!`, `?` and `*`";
            scope.world.sink.report(mark.at.mistake(Mistake::UnknownValue, message, label));
        }
        Some((mark.value.as_str(), vec![scope.sources.find(source)?]))
    });
    lines.collect()
}

type Marked<'m> = (Outcome, Option<&'m Vec<usize>>);

/// A word of a grid: a code or a sign, then perhaps a mark.
fn read_cell<'m>(
    word: &At<String>,
    marks: &'m [(&str, Vec<usize>)],
    whereabouts: &str,
    scope: &Scope<'_>,
) -> Option<Marked<'m>> {
    let fits = |c: char| c.is_alphanumeric() || "-!?".contains(c);
    let body = word.value.trim_end_matches(|c| !fits(c));
    let mark = &word.value[body.len()..];
    let source = match marks.iter().find(|(known, _)| *known == mark) {
        Some((_, source)) => Some(source),
        None if mark.is_empty() => None,
        None => {
            let at = Place { start: word.at.start + body.len(), ..word.at };
            let message = format!("unknown mark `{mark}` {whereabouts}");
            let diagnostic = at.mistake(Mistake::MarkUnknown, message, "not in `marks`");
            let help = format!("declare it: marks = {{ \"{mark}\" = \"<source>\" }}");
            scope.world.sink.report(diagnostic.help(help));
            return None;
        }
    };
    Some((result(word, body, whereabouts, scope)?, source))
}

/// Whether the first line labels just the columns the table must have, in their order.
fn check_columns(name: TableName, grid: &Grid, expected: &[Column], scope: &Scope<'_>) -> bool {
    let world = scope.world;
    let code = |column: &Column| match column {
        Column::DType(id) => world.dtypes.code(*id).to_owned(),
        Column::Kind(kind) => kind.name().to_owned(),
    };
    let by_kind = matches!(expected.first(), Some(Column::Kind(_)));
    let mut all_known = true;
    for word in &grid.columns {
        if by_kind {
            all_known &= ScalarKind::parse(&word.value).is_some();
        } else {
            all_known &= world
                .dtypes
                .resolve(word, &format!("as a column of the {name} table"), world.sink)
                .is_some();
        }
    }
    let expected: Vec<String> = expected.iter().map(code).collect();
    let drawn: Vec<&str> = grid.columns.iter().map(|word| word.value.as_str()).collect();
    if (!all_known && !by_kind) || !scope.supported.certain {
        return false;
    }
    if drawn == expected {
        return true;
    }
    let at = drawn.iter().zip(&expected).take_while(|(drawn, expected)| drawn == expected).count();
    let (place, label) = match (grid.columns.get(at), expected.get(at)) {
        (Some(word), Some(expected)) if by_kind => (
            word.at,
            non_empty(did_you_mean(&word.value, ScalarKind::ALL.map(ScalarKind::name)), expected),
        ),
        (Some(word), Some(expected)) => (word.at, format!("`{expected}` belongs here")),
        (Some(word), None) => (word.at, "one column too many".to_owned()),
        (None, expected) => {
            let last = grid.columns[grid.columns.len() - 1].at;
            (last, format!("`{}` is missing after this", expected.map_or("", String::as_str)))
        }
    };
    let message = format!("the columns of the {name} table are not its dtypes in order");
    let message = if by_kind {
        format!("the columns of the {name} table are not kinds of number in order")
    } else {
        message
    };
    let diagnostic = place.mistake(Mistake::ColumnOrder, message, label);
    world.sink.report(diagnostic.help(format!("in order: {}", expected.join(" "))));
    false
}

fn non_empty(text: String, expected: &str) -> String {
    if text.is_empty() { format!("`{expected}` belongs here") } else { text }
}

/// The dtype of each row, none for one that is not to be used; says what is missing or out of order.
fn check_rows(name: TableName, grid: &Grid, scope: &Scope<'_>) -> Vec<Option<DTypeId>> {
    let world = scope.world;
    let mut rows: Vec<Option<DTypeId>> = Vec::new();
    let mut unknown = 0;
    for row in &grid.rows {
        let whereabouts = format!("as a row of the {name} table");
        let before = world.sink.len();
        let id = scope.resolve(&row.label, &whereabouts);
        unknown += world.sink.len() - before;
        let first = id.and_then(|id| rows.iter().position(|&other| other == Some(id)));
        if let Some(first) = first {
            let message =
                format!("two rows of the {name} table are labelled `{}`", row.label.value);
            let diagnostic = row.label.at.mistake(Mistake::RowRepeated, message, "again");
            world.sink.report(diagnostic.and(grid.rows[first].label.at, "first here"));
            unknown += 1;
            rows.push(None);
        } else {
            rows.push(id);
        }
    }
    // A row that is labelled wrongly is the missing one.
    let missing = scope.supported.ids.iter().filter(|&&id| !rows.contains(&Some(id)));
    for &id in missing.skip(unknown) {
        report_missing(name, id, &rows, grid, scope);
    }
    let known: Vec<(usize, DTypeId)> =
        rows.iter().enumerate().filter_map(|(at, id)| Some((at, (*id)?))).collect();
    if let Some(pair) = known.windows(2).find(|pair| pair[0].1 > pair[1].1) {
        let (label, before) = (&grid.rows[pair[1].0].label, world.dtypes.code(pair[0].1));
        let message = format!("the rows of the {name} table are not its dtypes in order");
        let diagnostic =
            label.at.mistake(Mistake::RowOrder, message, format!("belongs above `{before}`"));
        world.sink.report(
            diagnostic.help(format!("in order: {}", world.dtypes.codes_of(&scope.supported.ids))),
        );
    }
    rows
}

fn report_missing(
    name: TableName,
    id: DTypeId,
    rows: &[Option<DTypeId>],
    grid: &Grid,
    scope: &Scope<'_>,
) {
    let code = scope.world.dtypes.code(id);
    let above = rows.iter().rposition(|row| row.is_some_and(|row| row < id));
    let place = above.map_or(grid.columns[0].at, |above| grid.rows[above].label.at);
    let message = format!("the {name} table has no row for `{code}`");
    let diagnostic =
        place.mistake(Mistake::RowMissing, message, format!("its row belongs below this one"));
    let listed = scope.supported.ids.iter().position(|&listed| listed == id);
    let listed = listed.and_then(|listed| scope.supported.places.get(listed));
    scope.world.sink.report(match listed {
        Some(&place) => diagnostic.and(place, "listed here"),
        None => diagnostic,
    });
}
