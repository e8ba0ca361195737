//! A drawn grid → a table, checked against the rows and columns it must have.

use crate::catalog::{Cell, Column, DTypeId, ScalarKind, TableName};
use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::spec::TableSection;
use crate::spec::grid::{Grid, Row};

use super::cell::{outcome, result};
use super::drawn::{Drawn, sources_of};
use super::scope::Scope;

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
        let message = format!("nothing of the {name} table is drawn between ''' and '''");
        let label = "draw it here, and in no other quotes";
        scope.world.sink.report(grid.at.mistake(Mistake::GridNotDrawn, message, label));
        return drawn;
    }
    let header = check_columns(name, grid, &drawn.table.columns, scope);
    let rows = check_rows(name, grid, scope);
    let width = check_width(name, grid, header, scope);
    let mut strays: Vec<Stray> = Vec::new();
    for (row, id) in grid.rows.iter().zip(rows) {
        let ragged = row.cells.len() != grid.columns.len();
        if row.cells.len() != width {
            report_ragged(row, width, scope);
        }
        let place = id.and_then(|id| drawn.table.rows.iter().position(|&row| row == id));
        for (column, word) in row.cells.iter().enumerate() {
            let whereabouts = whereabouts(row, column, grid, ragged);
            let (word, mark) = unmarked(word);
            let marked = marks.iter().find(|(known, _)| *known == mark.value);
            if marked.is_none() && !mark.value.is_empty() {
                stray(&mut strays, mark, &whereabouts);
                continue;
            }
            // A row that is not the framework's may well give what is not the framework's.
            let read = if id.is_some() { result } else { outcome };
            let Some(outcome) = read(&word, &word.value, &whereabouts, scope) else { continue };
            if let (Some(place), true, false) = (place, header, ragged) {
                let from = marked.map_or(&sources, |(_, source)| source);
                let cell = Cell { outcome, sources: sources_of(outcome, from) };
                drawn.set(place, column, cell, word.at);
            }
        }
    }
    // A mark may have stood in a row that is missing.
    if strays.is_empty() && grid.rows.len() >= drawn.table.rows.len() {
        report_unused(name, section, grid, scope);
    }
    // Where a key is misspelled it may be `marks`.
    if section.whole {
        strays.into_iter().for_each(|stray| report_stray(stray, scope));
    }
    drawn
}

fn whereabouts(row: &Row, column: usize, grid: &Grid, ragged: bool) -> String {
    match grid.columns.get(column) {
        Some(column) if !ragged => format!("in cell {} × {}", row.label.value, column.value),
        _ => format!("in row {}", row.label.value),
    }
}

/// Each declared mark, and the sources of the cells that carry it.
pub(super) fn marks<'s>(
    section: &'s TableSection,
    scope: &Scope<'_>,
) -> Vec<(&'s str, Vec<usize>)> {
    let lines = section.marks.iter().map(|(mark, source)| {
        if !is_mark(&mark.value) {
            let message = format!("`{}` cannot be a mark", mark.value);
            let label = "one sign, none of `-`, `!`, `?`, `*`, `<` and `>`";
            scope.world.sink.report(mark.at.mistake(Mistake::UnknownValue, message, label));
        }
        (mark.value.as_str(), scope.sources.find(source).into_iter().collect())
    });
    lines.collect()
}

fn is_mark(mark: &str) -> bool {
    let taken = |c: char| c.is_alphanumeric() || c.is_whitespace() || "-!?*<>".contains(c);
    mark.chars().count() == 1 && !mark.contains(taken)
}

/// A mark that no cell carries: perhaps they lost it.
fn report_unused(name: TableName, section: &TableSection, grid: &Grid, scope: &Scope<'_>) {
    let cells = || grid.rows.iter().flat_map(|row| &row.cells);
    for (mark, _) in section.marks.iter().filter(|(mark, _)| is_mark(&mark.value)) {
        if !cells().any(|word| word.value.ends_with(&mark.value)) {
            let message = format!("no cell of the {name} table carries the mark `{}`", mark.value);
            scope.world.sink.report(mark.at.mistake(Mistake::MarkUnused, message, "declared here"));
        }
    }
}

/// A word of a grid: a code or a sign, then perhaps a mark.
fn unmarked(word: &At<String>) -> (At<String>, At<String>) {
    let fits = |c: char| c.is_alphanumeric() || "-!?*>".contains(c);
    let body = match word.value.trim_end_matches(|c| !fits(c)) {
        // There is nothing here to mark.
        "" => word.value.as_str(),
        body => body,
    };
    let mark = word.value[body.len()..].to_owned();
    let between = word.at.start + body.len();
    (
        At { value: body.to_owned(), at: Place { end: between, ..word.at } },
        At { value: mark, at: Place { start: between, ..word.at } },
    )
}

/// An undeclared mark: where it stands first, and in how many cells.
struct Stray {
    mark: At<String>,
    whereabouts: String,
    cells: usize,
}

fn stray(strays: &mut Vec<Stray>, mark: At<String>, whereabouts: &str) {
    match strays.iter_mut().find(|stray| stray.mark.value == mark.value) {
        Some(stray) => stray.cells += 1,
        None => strays.push(Stray { mark, whereabouts: whereabouts.to_owned(), cells: 1 }),
    }
}

/// One declaration mends all of its cells, so they are one mistake.
fn report_stray(stray: Stray, scope: &Scope<'_>) {
    let Stray { mark, whereabouts, cells } = stray;
    let more = match cells - 1 {
        0 => String::new(),
        more => format!(" and in {more} more"),
    };
    let message = format!("unknown mark `{}` {whereabouts}{more}", mark.value);
    let diagnostic = mark.at.mistake(Mistake::MarkUnknown, message, "not in `marks`");
    let help = format!("declare it: marks = {{ \"{}\" = \"<source>\" }}", mark.value);
    scope.world.sink.report(diagnostic.help(help));
    scope.sources.doubt(&mark.value);
}

/// How many cells each row is to have. Where all rows agree and only the first line does not, it
/// is the one that is wrong; where it is wrong anyhow, most rows decide.
fn check_width(name: TableName, grid: &Grid, header: bool, scope: &Scope<'_>) -> usize {
    let columns = grid.columns.len();
    let [first, _, ..] = grid.rows.as_slice() else { return columns };
    let width = first.cells.len();
    let of_width = |width: usize| grid.rows.iter().filter(|row| row.cells.len() == width).count();
    if !header {
        let widths = grid.rows.iter().map(|row| row.cells.len());
        return widths.max_by_key(|&width| of_width(width)).unwrap_or(columns);
    }
    if width != columns && of_width(width) == grid.rows.len() {
        let message =
            format!("every row of the {name} table has {width} cells, its first line {columns}");
        let diagnostic =
            line(&grid.columns).mistake(Mistake::RaggedRow, message, format!("{columns} columns"));
        let row = Place { start: first.label.at.start, ..last(first) };
        scope.world.sink.report(diagnostic.and(row, format!("{width} cells, as in all rows")));
        return width;
    }
    columns
}

/// The end of a row.
fn last(row: &Row) -> Place {
    row.cells.last().unwrap_or(&row.label).at
}

fn line(words: &[At<String>]) -> Place {
    let (first, last) = (&words[0], &words[words.len() - 1]);
    Place { end: last.at.end, ..first.at }
}

fn report_ragged(row: &Row, width: usize, scope: &Scope<'_>) {
    let found = row.cells.len();
    let message = format!("row {} has {found} cells, the table {width} columns", row.label.value);
    let more = found.abs_diff(width);
    let label = format!(
        "{more} cell{} too {}",
        if more == 1 { "" } else { "s" },
        if found > width { "many" } else { "few" }
    );
    let place = Place { end: last(row).end, ..row.label.at };
    scope.world.sink.report(place.mistake(Mistake::RaggedRow, message, label));
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
            let whereabouts = format!("as a column of the {name} table");
            all_known &= scope.find(word, &whereabouts, &[]).is_some();
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
    let (at, label) = match by_kind {
        true => kind_out_of_order(&drawn),
        false => (at.min(drawn.len() - 1), column_out_of_order(&drawn, &expected, at)),
    };
    let (things, help) = match by_kind {
        true => ("kinds of number", "in order, those its source speaks of"),
        false => ("its dtypes", "in order"),
    };
    let message = format!("the columns of the {name} table are not {things} in order");
    let diagnostic = grid.columns[at].at.mistake(Mistake::ColumnOrder, message, label);
    world.sink.report(diagnostic.help(format!("{help}: {}", expected.join(" "))));
    false
}

/// What is wrong at the first column that is not the expected one.
fn column_out_of_order(drawn: &[&str], expected: &[String], at: usize) -> String {
    match (drawn.get(at), expected.get(at)) {
        (Some(word), _) if drawn[..at].contains(word) => format!("a second `{word}`"),
        (Some(word), Some(next)) if expected.get(at + 1).is_some_and(|after| after == word) => {
            match drawn.contains(&next.as_str()) {
                true => format!("`{next}` belongs here"),
                false => format!("`{next}` is missing before this"),
            }
        }
        (Some(_), Some(next)) => format!("`{next}` belongs here"),
        (Some(_), None) => "one column too many".to_owned(),
        (None, next) => format!("`{}` is missing after this", next.map_or("", String::as_str)),
    }
}

/// The first column that is no kind of number, or stands after one it belongs before.
fn kind_out_of_order(drawn: &[&str]) -> (usize, String) {
    let mut last: Option<ScalarKind> = None;
    for (at, word) in drawn.iter().enumerate() {
        match (ScalarKind::parse(word), last) {
            (None, _) => return (at, did_you_mean(word, ScalarKind::ALL.map(ScalarKind::name))),
            (Some(kind), Some(last)) if kind == last => return (at, format!("a second `{word}`")),
            (Some(kind), Some(last)) if kind < last => {
                return (at, format!("belongs before `{}`", last.name()));
            }
            (found, _) => last = found,
        }
    }
    (0, String::new())
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
    let missing = missing.filter(|_| scope.supported.certain);
    for &id in missing.skip(unknown) {
        report_missing(name, id, &rows, grid, scope);
    }
    let known: Vec<(usize, DTypeId)> =
        rows.iter().enumerate().filter_map(|(at, id)| Some((at, (*id)?))).collect();
    if let Some(pair) = known.windows(2).find(|pair| pair[0].1 > pair[1].1)
        && scope.supported.certain
    {
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
    let diagnostic = place.mistake(Mistake::RowMissing, message, "its row belongs below this one");
    let listed = scope.supported.ids.iter().position(|&listed| listed == id);
    let listed = listed.and_then(|listed| scope.supported.places.get(listed));
    scope.world.sink.report(match listed {
        Some(&place) => diagnostic.and(place, "listed here"),
        None => diagnostic,
    });
}
