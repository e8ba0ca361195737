//! `narrow` of a table → the cells of the narrow dtypes, which its grid leaves out.

use crate::catalog::{Cell, Column, DTypeId, SourcedCell, TableName};
use crate::diagnostic::{At, Mistake};
use crate::poison::{Checked, all};
use crate::spec::{Listing, TableSection};

use super::cell::{cell_name, gives, pair, repeated};
use super::drawn::{Drawn, sources_of};
use super::scope::{SETS, Scope};
use super::words::{self, one_of, single};

/// Sets the cells that the lines of `narrow` state. A line that names several dtypes does not speak of a dtype beside
/// itself, which gives itself unless a line of its own says otherwise; of a symmetric table it holds for either order.
/// Beside a grid that has a mistake they are not read.
pub(super) fn fill(
    name: TableName,
    drawn: &mut Drawn,
    section: &TableSection,
    grid: Checked<()>,
    scope: &Scope<'_>,
) {
    let Some(listing) = &section.narrow else { return };
    // Without the claim, which is missed elsewhere, it is not known which cells a line speaks of.
    let claims = name != TableName::Promotion || section.symmetric.is_some();
    let own = if listing.source.is_empty() { &section.source } else { &listing.source };
    let sources = scope.sources.of(own);
    if grid.is_err() {
        // A column that the lines speak of may be what is wrong.
        drawn.poison_rest(grid);
        return;
    }
    let symmetric = section.symmetric.as_ref().is_some_and(|claim| claim.value);
    let width = drawn.table.columns.len();
    let mut given: Vec<Option<&At<String>>> = vec![None; drawn.table.cells.len()];
    let mut rest = Ok(());
    for (key, words) in &listing.lines {
        let stated = single(key, words, scope.world.sink).and_then(|word| {
            let cells = cells(key, drawn, scope)?;
            check_left_out(name, key, &cells, drawn, scope)?;
            Ok((word.at, cells, gives(word, &format!("in cell {}", key.value), scope)?))
        });
        let (at, cells, gives) = match stated {
            Ok(stated) => stated,
            Err(poisoned) => {
                rest = Err(poisoned);
                continue;
            }
        };
        let mut first = None;
        for (row, column) in cells {
            let (left, right) = (drawn.table.rows[row], drawn.table.columns[column]);
            let outcome = gives.of(left, right);
            let turned = matches!(right, Column::DType(_)) && symmetric && row != column;
            let orders = [(row, column), (column, row)].into_iter().take(1 + usize::from(turned));
            for (row, column) in orders {
                let before = given[row * width + column].replace(key);
                first = first.or(before.filter(|before| before.at != key.at));
                let cell = SourcedCell { outcome, sources: sources_of(outcome, &sources) };
                drawn.set(row, column, Ok(cell), at);
            }
        }
        if let Some(first) = first {
            rest = Err(repeated(key, first, scope));
        }
    }
    themselves(name, drawn, listing, &sources, scope);
    drawn.poison_rest(rest.and_then(|()| match claims {
        true => check_all(name, drawn, listing, scope),
        false => section.rest,
    }));
}

/// The cells that a line speaks of, by row and column, in the order it names them.
fn cells(key: &At<String>, drawn: &Drawn, scope: &Scope<'_>) -> Checked<Vec<(usize, usize)>> {
    let (rows, columns) = sides(key, drawn, scope)?;
    let several = rows.len() > 1 || columns.len() > 1;
    let all = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
    let itself = |&(row, column): &(usize, usize)| {
        drawn.table.columns[column] == Column::DType(drawn.table.rows[row])
    };
    Ok(all.filter(|cell| !(several && itself(cell))).collect())
}

/// The rows and the columns that a line speaks of.
fn sides(key: &At<String>, drawn: &Drawn, scope: &Scope<'_>) -> Checked<(Vec<usize>, Vec<usize>)> {
    let [left, right] = pair(key, scope)?;
    let rows = all(words::split(&left, &left.value).iter().map(|word| dtypes(word, scope)));
    let of_rows = |id: &DTypeId| drawn.table.rows.iter().position(|row| row == id);
    let columns = &drawn.table.columns;
    let by_kind = matches!(columns.first(), Some(Column::Scalar(_)));
    let on_right = all(words::split(&right, &right.value).iter().map(|word| match by_kind {
        true => kind(word, columns, scope).map(|column| vec![column]),
        false => dtypes(word, scope).map(|ids| ids.into_iter().map(Column::DType).collect()),
    }));
    let (rows, on_right) = (rows?, on_right?);
    let of_columns = |column: &Column| columns.iter().position(|at| at == column);
    Ok((
        rows.concat().iter().filter_map(of_rows).collect(),
        on_right.concat().iter().filter_map(of_columns).collect(),
    ))
}

/// The kind of Python scalar that a column stands for.
fn kind(word: &At<String>, columns: &[Column], scope: &Scope<'_>) -> Checked<Column> {
    let known = columns.iter().filter_map(|column| match column {
        Column::Scalar(kind) => Some((kind.name(), *column)),
        Column::DType(_) => None,
    });
    one_of(word, &known.collect::<Vec<_>>(), "a column of the table", scope.world.sink)
}

/// One dtype, or those of a set.
fn dtypes(word: &At<String>, scope: &Scope<'_>) -> Checked<Vec<DTypeId>> {
    match scope.set(&word.value) {
        Some(ids) => Ok(ids),
        None => scope.resolve_or(word, "in `narrow`", &SETS).map(|id| vec![id]),
    }
}

/// Sets the cells of a narrow dtype beside itself that no line states.
fn themselves(
    name: TableName,
    drawn: &mut Drawn,
    listing: &Listing,
    sources: &[usize],
    scope: &Scope<'_>,
) {
    let itself = if name == TableName::WeakPair { Cell::Weak } else { Cell::DType };
    for row in 0..drawn.table.rows.len() {
        let id = drawn.table.rows[row];
        let beside = drawn.table.columns.iter().position(|&column| column == Column::DType(id));
        let Some(column) = beside.filter(|_| scope.world.dtypes.is_narrow(id)) else { continue };
        if drawn.place(row, column) == Ok(None) {
            let cell = SourcedCell { outcome: itself(id), sources: sources.to_vec() };
            drawn.set(row, column, Ok(cell), listing.at);
        }
    }
}

/// Reports a line of `narrow` about a cell that the grid draws.
fn check_left_out(
    name: TableName,
    key: &At<String>,
    cells: &[(usize, usize)],
    drawn: &Drawn,
    scope: &Scope<'_>,
) -> Checked<()> {
    let Some(&(row, column)) = cells.iter().find(|&&cell| !has_narrow(cell, drawn, scope)) else {
        return Ok(());
    };
    let cell = cell_name(&drawn.table, row, column, scope);
    let message = format!("the grid of the {name} table draws the cell {cell}");
    let label = "`narrow` is for cells of narrow dtypes, which the grid leaves out";
    Err(scope.world.sink.report(key.at.mistake(Mistake::CellRepeated, message, label)))
}

/// Whether one of a cell's operands is of a narrow dtype.
fn has_narrow((row, column): (usize, usize), drawn: &Drawn, scope: &Scope<'_>) -> bool {
    let narrow = |id| scope.world.dtypes.is_narrow(id);
    let right = matches!(drawn.table.columns[column], Column::DType(id) if narrow(id));
    right || narrow(drawn.table.rows[row])
}

/// Reports the cells of narrow dtypes that no line states.
fn check_all(name: TableName, drawn: &Drawn, listing: &Listing, scope: &Scope<'_>) -> Checked<()> {
    let width = drawn.table.columns.len();
    let all = (0..drawn.table.cells.len()).map(|at| (at / width, at % width));
    let undrawn = |&(row, column): &(usize, usize)| drawn.place(row, column) == Ok(None);
    let missing = all.filter(undrawn).filter(|&cell| has_narrow(cell, drawn, scope));
    // A word for several may stand for a dtype whose facts could not be read.
    let known = |id| scope.world.dtypes.kind(id).map(|_| ());
    let checked = |&(row, column): &(usize, usize)| match drawn.table.columns[column] {
        Column::DType(right) => known(drawn.table.rows[row]).and(known(right)),
        Column::Scalar(_) => known(drawn.table.rows[row]),
    };
    let (missing, unread): (Vec<_>, Vec<_>) = missing.partition(|cell| checked(cell).is_ok());
    let mut missing = missing.into_iter();
    let Some((row, column)) = missing.next() else {
        return unread.first().map_or(Ok(()), checked);
    };
    let more = match missing.count() {
        0 => String::new(),
        more => format!(" and of {more} more"),
    };
    let cell = cell_name(&drawn.table, row, column, scope);
    let message = format!("`narrow` of the {name} table says nothing of the cell {cell}{more}");
    let label = "write `?` where no source says";
    Err(scope.world.sink.report(listing.at.mistake(Mistake::RowMissing, message, label)))
}
