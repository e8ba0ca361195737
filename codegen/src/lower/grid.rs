//! A drawn grid → a table, checked against the rows and columns it must have.

use crate::catalog::{Column, DTypeId, Scalar, SourcedCell, TableName};
use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Poisoned, all};
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
    let rows = scope.supported.ids.items.clone();
    if grid.columns.is_empty() {
        let message = format!("the {name} table is not drawn between ''' and '''");
        let label = "draw it here, in these quotes";
        let poisoned =
            scope.world.sink.report(grid.at.mistake(Mistake::GridNotDrawn, message, label));
        return Drawn::poisoned(rows, columns, poisoned);
    }
    let mut drawn = Drawn::unknown(rows, columns);
    let (drawn_ids, left_out) = drawn_ids(name, section, grid, scope);
    let places = drawn.table.columns.iter().enumerate().filter(|(_, column)| match column {
        Column::DType(id) => drawn_ids.contains(id),
        Column::Scalar(_) => true,
    });
    let (places, expected): (Vec<usize>, Vec<Column>) = places.unzip();
    let header = check_columns(name, grid, &expected, scope);
    let (rows, checked) = scope.world.sink.watch(|| check_rows(name, grid, &drawn_ids, scope));
    let width = check_width(name, grid, header, scope);
    let mut rest = header.and(checked).and(left_out);
    let mut strays: Vec<Stray> = Vec::new();
    for (row, id) in grid.rows.iter().zip(rows) {
        let ragged = row.cells.len() != grid.columns.len();
        if row.cells.len() != width {
            rest = Err(report_ragged(row, width, scope));
        }
        let place = id.ok().and_then(|id| drawn.table.rows.iter().position(|&row| row == id));
        for (column, word) in row.cells.iter().enumerate() {
            let whereabouts = whereabouts(row, column, grid, ragged);
            let (word, mark) = unmarked(word);
            let marked = marks.iter().find(|(known, _)| *known == mark.value);
            if marked.is_none() && !mark.value.is_empty() {
                stray(&mut strays, mark, &whereabouts);
                continue;
            }
            // The row of a dtype that the framework does not have may give others that it does not have.
            let read = if id.is_ok() { result } else { outcome };
            let outcome = read(&word, &whereabouts, scope);
            if let (Some(place), Ok(()), false) = (place, header, ragged) {
                let from = marked.map_or(&sources, |(_, source)| source);
                let cell = outcome
                    .map(|outcome| SourcedCell { outcome, sources: sources_of(outcome, from) });
                drawn.set(place, places[column], cell, word.at);
            }
        }
    }
    // A row that is missing may have had the mark.
    if strays.is_empty() && grid.rows.len() >= drawn_ids.len() {
        report_unused(name, section, grid, scope);
    }
    for stray in strays {
        // An unknown key may be `marks`, misspelled.
        rest = Err(section.rest.map_or_else(|poisoned| poisoned, |()| report_stray(stray, scope)));
    }
    drawn.poison_rest(rest);
    drawn
}

/// The dtypes that a grid must have: those of the framework, without the narrow ones if `narrow` says what they give.
/// Poisoned if it should say so and is missing, or may be.
fn drawn_ids(
    name: TableName,
    section: &TableSection,
    grid: &Grid,
    scope: &Scope<'_>,
) -> (Vec<DTypeId>, Checked<()>) {
    let dtypes = scope.world.dtypes;
    let labelled = |id| grid.rows.iter().any(|row| row.label.value == dtypes.code(id));
    let (narrow, wide): (Vec<DTypeId>, Vec<DTypeId>) =
        scope.supported.ids.iter().copied().partition(|&id| dtypes.is_narrow(id));
    if section.narrow.is_some() || narrow.is_empty() {
        return (wide, Ok(()));
    }
    if narrow.iter().any(|&id| labelled(id)) {
        return (scope.supported.ids.items.clone(), Ok(()));
    }
    // An unknown key may be `narrow`, misspelled.
    let missing = section.rest.and(scope.supported.ids.rest).and_then(|()| {
        let message = format!("the {name} table says nothing of {}", dtypes.codes_of(&narrow));
        let label = "needs `narrow`, or rows of them";
        Err(scope.world.sink.report(section.at.mistake(Mistake::KeyMissing, message, label)))
    });
    (wide, missing)
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

/// Reports the marks that no cell carries.
fn report_unused(name: TableName, section: &TableSection, grid: &Grid, scope: &Scope<'_>) {
    let cells = || grid.rows.iter().flat_map(|row| &row.cells);
    for (mark, _) in section.marks.iter().filter(|(mark, _)| is_mark(&mark.value)) {
        if !cells().any(|word| word.value.ends_with(&mark.value)) {
            let message = format!("no cell of the {name} table carries the mark `{}`", mark.value);
            scope.world.sink.report(mark.at.mistake(Mistake::MarkUnused, message, "declared here"));
        }
    }
}

/// Splits a word of a grid into a code or a sign, and a mark, which may be empty.
fn unmarked(word: &At<String>) -> (At<String>, At<String>) {
    let fits = |c: char| c.is_alphanumeric() || "-!?*>".contains(c);
    let body = match word.value.trim_end_matches(|c| !fits(c)) {
        // A word of signs only is not a marked cell.
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

/// Reports an undeclared mark once, since one declaration is enough for all its cells.
fn report_stray(stray: Stray, scope: &Scope<'_>) -> Poisoned {
    let Stray { mark, whereabouts, cells } = stray;
    let more = match cells - 1 {
        0 => String::new(),
        more => format!(" and in {more} more"),
    };
    let message = format!("unknown mark `{}` {whereabouts}{more}", mark.value);
    let diagnostic = mark.at.mistake(Mistake::MarkUnknown, message, "not in `marks`");
    let help = format!("declare it: marks = {{ \"{}\" = \"<source>\" }}", mark.value);
    scope.sources.misnamed(&mark.value);
    scope.world.sink.report(diagnostic.help(help))
}

/// How many cells each row must have. If all rows agree and only the first line differs, that line is the mistake; if
/// the first line is a mistake already, the width of most rows counts.
fn check_width(name: TableName, grid: &Grid, header: Checked<()>, scope: &Scope<'_>) -> usize {
    let columns = grid.columns.len();
    let [first, _, ..] = grid.rows.as_slice() else { return columns };
    let width = first.cells.len();
    let of_width = |width: usize| grid.rows.iter().filter(|row| row.cells.len() == width).count();
    if header.is_err() {
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

fn report_ragged(row: &Row, width: usize, scope: &Scope<'_>) -> Poisoned {
    let found = row.cells.len();
    let message = format!("row {} has {found} cells, the table {width} columns", row.label.value);
    let more = found.abs_diff(width);
    let label = format!(
        "{more} cell{} too {}",
        if more == 1 { "" } else { "s" },
        if found > width { "many" } else { "few" }
    );
    let place = Place { end: last(row).end, ..row.label.at };
    scope.world.sink.report(place.mistake(Mistake::RaggedRow, message, label))
}

/// Checks that the first line labels just the columns the table must have, in their order.
fn check_columns(
    name: TableName,
    grid: &Grid,
    expected: &[Column],
    scope: &Scope<'_>,
) -> Checked<()> {
    let world = scope.world;
    let code = |column: &Column| match column {
        Column::DType(id) => world.dtypes.code(*id).to_owned(),
        Column::Scalar(kind) => kind.name().to_owned(),
    };
    let by_kind = matches!(expected.first(), Some(Column::Scalar(_)));
    let whereabouts = format!("as a column of the {name} table");
    let known = match by_kind {
        true => Ok(Vec::new()),
        false => all(grid.columns.iter().map(|word| scope.find(word, &whereabouts, &[]))),
    };
    known.and(scope.supported.ids.rest)?;
    let expected: Vec<String> = expected.iter().map(code).collect();
    let drawn: Vec<&str> = grid.columns.iter().map(|word| word.value.as_str()).collect();
    if drawn == expected {
        return Ok(());
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
    Err(world.sink.report(diagnostic.help(format!("{help}: {}", expected.join(" ")))))
}

/// Says what is wrong at the first column that differs from the expected one.
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

/// The first column that is not a kind of Python scalar, or is out of order.
fn kind_out_of_order(drawn: &[&str]) -> (usize, String) {
    let mut last: Option<Scalar> = None;
    for (at, word) in drawn.iter().enumerate() {
        match (Scalar::parse(word), last) {
            (None, _) => return (at, did_you_mean(word, Scalar::ALL.map(Scalar::name))),
            (Some(kind), Some(last)) if kind == last => return (at, format!("a second `{word}`")),
            (Some(kind), Some(last)) if kind < last => {
                return (at, format!("belongs before `{}`", last.name()));
            }
            (found, _) => last = found,
        }
    }
    (0, String::new())
}

/// The dtype of each row, poisoned if the row is not to be used; reports what is missing or out of order.
fn check_rows(
    name: TableName,
    grid: &Grid,
    ids: &[DTypeId],
    scope: &Scope<'_>,
) -> Vec<Checked<DTypeId>> {
    let world = scope.world;
    let mut rows: Vec<Checked<DTypeId>> = Vec::new();
    let whereabouts = format!("as a row of the {name} table");
    for row in &grid.rows {
        let id = scope.resolve(&row.label, &whereabouts);
        let first = id.ok().and_then(|id| rows.iter().position(|&other| other == Ok(id)));
        rows.push(first.map_or(id, |first| {
            let message =
                format!("two rows of the {name} table are labelled `{}`", row.label.value);
            let diagnostic = row.label.at.mistake(Mistake::RowRepeated, message, "again");
            Err(world.sink.report(diagnostic.and(grid.rows[first].label.at, "first here")))
        }));
    }
    if scope.supported.ids.rest.is_err() {
        return rows;
    }
    // A row with a wrong label is taken for a missing one.
    let mislabelled = rows.iter().filter(|row| row.is_err()).count();
    let missing = ids.iter().filter(|&&id| !rows.contains(&Ok(id)));
    for &id in missing.skip(mislabelled) {
        report_missing(name, id, &rows, grid, scope);
    }
    let known: Vec<(usize, DTypeId)> =
        rows.iter().enumerate().filter_map(|(at, id)| Some((at, (*id).ok()?))).collect();
    if let Some(pair) = known.windows(2).find(|pair| pair[0].1 > pair[1].1) {
        let (label, before) = (&grid.rows[pair[1].0].label, world.dtypes.code(pair[0].1));
        let message = format!("the rows of the {name} table are not its dtypes in order");
        let diagnostic =
            label.at.mistake(Mistake::RowOrder, message, format!("belongs above `{before}`"));
        world.sink.report(diagnostic.help(format!("in order: {}", world.dtypes.codes_of(ids))));
    }
    rows
}

fn report_missing(
    name: TableName,
    id: DTypeId,
    rows: &[Checked<DTypeId>],
    grid: &Grid,
    scope: &Scope<'_>,
) {
    let code = scope.world.dtypes.code(id);
    let above = rows.iter().rposition(|row| row.is_ok_and(|row| row < id));
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
