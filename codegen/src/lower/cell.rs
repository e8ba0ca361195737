//! Words of cells → what they say; cells and operands → what they are called.

use crate::catalog::{Cell, Column, DTypeId, Operands, SCALAR, Table};
use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Poisoned};

use super::scope::Scope;
use super::words::{self, one_of};

/// What a cell says: a sign, or a dtype that the framework has.
pub(super) fn result(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Checked<Cell> {
    let outcome = outcome(word, whereabouts, scope)?;
    if !in_framework(outcome, scope) {
        let message = format!("`{}` {whereabouts} is not a dtype of this framework", word.value);
        let label = "not in its `dtypes`";
        let mistake = word.at.mistake(Mistake::ResultNotSupported, message, label);
        return Err(scope.world.sink.report(mistake));
    }
    Ok(outcome)
}

/// What the cells of a line give that speaks of several.
#[derive(Clone, Copy)]
pub(super) enum Gives {
    Left,
    WeakLeft,
    Right,
    WeakRight,
    Cell(Cell),
}

/// A word of a grid, or `left` or `right`, the dtype on that side, with a star if weakly typed.
pub(super) fn gives(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Checked<Gives> {
    match word.value.as_str() {
        "left" => Ok(Gives::Left),
        "left*" => Ok(Gives::WeakLeft),
        "right" => Ok(Gives::Right),
        "right*" => Ok(Gives::WeakRight),
        _ => result(word, whereabouts, scope).map(Gives::Cell),
    }
}

impl Gives {
    /// The cell of these operands; a Python scalar has no dtype of its own, and gives the tensor's.
    pub(super) fn of(self, left: DTypeId, right: Column) -> Cell {
        let right = match right {
            Column::DType(right) => right,
            Column::Scalar(_) => left,
        };
        match self {
            Gives::Left => Cell::DType(left),
            Gives::WeakLeft => Cell::Weak(left),
            Gives::Right => Cell::DType(right),
            Gives::WeakRight => Cell::Weak(right),
            Gives::Cell(cell) => cell,
        }
    }
}

/// What a word says: `-`, `!`, `?`, `i8`, `f32*` or `<Int128>`, whether or not the framework has that dtype.
pub(super) fn outcome(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Checked<Cell> {
    match word.value.as_str() {
        "-" => Ok(Cell::Refused),
        "!" => Ok(Cell::NoKernel),
        "?" => Ok(Cell::Unknown),
        // What an editor or a document makes of a hyphen.
        dash @ ("‐" | "‑" | "‒" | "–" | "—" | "−") => {
            let message = format!("unknown dtype `{dash}` {whereabouts}");
            let label = "did you mean `-`?";
            Err(scope.world.sink.report(word.at.mistake(Mistake::UnknownDtype, message, label)))
        }
        name if name.starts_with('<') => foreign(word, whereabouts, scope),
        code if code.len() > 1 && code.ends_with('*') => {
            let code = &code[..code.len() - 1];
            let at = Place { end: word.at.start + code.len(), ..word.at };
            let code = At { value: code.to_owned(), at };
            scope.find(&code, whereabouts, &[]).map(Cell::Weak)
        }
        _ => scope.find(word, whereabouts, &[]).map(Cell::DType),
    }
}

/// `<Int128>`: a dtype that the framework gives and the spec does not have.
fn foreign(word: &At<String>, whereabouts: &str, scope: &Scope<'_>) -> Checked<Cell> {
    let body = word.value.as_str();
    let name = body.trim_start_matches('<').trim_end_matches('>');
    if !body.ends_with('>') {
        let message = format!("`{body}` {whereabouts} is not closed");
        let label = format!("write `<{name}>`");
        let report =
            || scope.world.sink.report(word.at.mistake(Mistake::UnknownDtype, message, label));
        return Err(scope.undeclared.report(body.to_owned(), report));
    }
    let unknown = || {
        let message = format!("unknown foreign dtype `{body}` {whereabouts}");
        let label = did_you_mean(name, scope.foreign.iter().map(String::as_str));
        let diagnostic = word.at.mistake(Mistake::UnknownDtype, message, label);
        scope.world.sink.report(diagnostic.help("declare it: foreign = [\"…\"] in [framework]"))
    };
    let declared = scope.foreign.find(|known| known == name)?;
    let place =
        declared.and_then(|name| scope.world.foreign.iter().position(|known| known == name));
    match place.and_then(|place| u8::try_from(place).ok()) {
        Some(place) => Ok(Cell::Foreign(place)),
        None => Err(scope.undeclared.report(name.to_owned(), unknown)),
    }
}

/// Whether a result is one that the framework has, or may have.
pub(super) fn in_framework(outcome: Cell, scope: &Scope<'_>) -> bool {
    outcome.dtype().is_none_or(|id| scope.supported.ids.find(|&has| has == id) != Ok(None))
}

/// `a × b` as two words.
pub(super) fn pair(pair: &At<String>, scope: &Scope<'_>) -> Checked<[At<String>; 2]> {
    match pair.value.split_once('×') {
        Some((left, right)) if !right.contains('×') => {
            Ok([words::inner(pair, left.trim()), words::inner(pair, right.trim())])
        }
        _ => {
            let message = format!("`{}` is not a cell", pair.value);
            let mistake = pair.at.mistake(Mistake::CellNotPair, message, "write it `a × b`");
            Err(scope.world.sink.report(mistake))
        }
    }
}

/// Reports a cell that stands for something which an earlier cell of the same list stands for.
pub(super) fn repeated(again: &At<String>, first: &At<String>, scope: &Scope<'_>) -> Poisoned {
    let message = match again.value == first.value && again.at != first.at {
        true => format!("cell {} is given twice", again.value),
        false => format!("a cell of `{}` is given twice", again.value),
    };
    let diagnostic = again.at.mistake(Mistake::CellRepeated, message, "again");
    scope.world.sink.report(match again.at == first.at {
        true => diagnostic,
        false => diagnostic.and(first.at, "first here"),
    })
}

fn kind_of(column: &Column) -> Option<(&'static str, Column)> {
    match column {
        Column::Scalar(kind) => Some((kind.name(), *column)),
        Column::DType(_) => None,
    }
}

/// The row and column of `a × b` in a table, which has a row for every dtype of the framework.
pub(super) fn cell(text: &At<String>, table: &Table, scope: &Scope<'_>) -> Checked<(usize, usize)> {
    let [left, right] = pair(text, scope)?;
    let row = scope.resolve(&left, "as the row of a cell");
    let by_kind = matches!(table.columns.first(), Some(Column::Scalar(_)));
    let column = if by_kind {
        let kinds: Vec<(&str, Column)> = table.columns.iter().filter_map(kind_of).collect();
        one_of(&right, &kinds, "a column of the table", scope.world.sink)
    } else {
        scope.resolve(&right, "as the column of a cell").map(Column::DType)
    };
    let (row, column) = (row?, column?);
    let places = table.rows.iter().position(|&id| id == row);
    let places = places.zip(table.columns.iter().position(|&at| at == column));
    match places {
        Some(places) => Ok(places),
        // The dtype may be one of the list that could not be read.
        None => Err(scope.supported.ids.rest.expect_err("a table has a row for every dtype")),
    }
}

/// A result as a grid shows it.
pub(super) fn show(outcome: Cell, scope: &Scope<'_>) -> String {
    match outcome {
        Cell::DType(id) => scope.world.dtypes.code(id).to_owned(),
        Cell::Weak(id) => format!("{}*", scope.world.dtypes.code(id)),
        Cell::Foreign(place) => format!("<{}>", scope.world.foreign[usize::from(place)]),
        Cell::Refused => "-".to_owned(),
        Cell::NoKernel => "!".to_owned(),
        Cell::Unknown => "?".to_owned(),
    }
}

/// The name of a cell: `a × b`.
pub(super) fn cell_name(table: &Table, row: usize, column: usize, scope: &Scope<'_>) -> String {
    let right = match table.columns[column] {
        Column::DType(id) => scope.world.dtypes.code(id),
        Column::Scalar(kind) => kind.name(),
    };
    format!("{} × {right}", scope.world.dtypes.code(table.rows[row]))
}

/// Operands as the spec writes them.
pub(super) fn operands_name(operands: Operands, scope: &Scope<'_>) -> String {
    let code = |id: DTypeId| scope.world.dtypes.code(id);
    match operands {
        Operands::One(id) => code(id).to_owned(),
        Operands::Two(lhs, Column::DType(rhs)) => format!("{} × {}", code(lhs), code(rhs)),
        Operands::Two(lhs, Column::Scalar(kind)) => {
            format!("{} × {SCALAR}{}", code(lhs), kind.name())
        }
    }
}
