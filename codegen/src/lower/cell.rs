//! A word of a cell → what it says: a code, a sign, a weakly typed or a foreign dtype.

use crate::catalog::{Column, DTypeId, Operands, Outcome, SCALAR, Table};
use crate::diagnostic::{At, Mistake, Place, did_you_mean};

use super::scope::Scope;
use super::words::{self, one_of};

/// What a cell says, `body` being its word without the mark.
pub(super) fn result(
    word: &At<String>,
    body: &str,
    whereabouts: &str,
    scope: &Scope<'_>,
) -> Option<Outcome> {
    let outcome = outcome(word, body, whereabouts, scope)?;
    if !in_framework(outcome, scope) {
        let message = format!("`{body}` {whereabouts} is no dtype of this framework");
        let label = "not in its `dtypes`";
        scope.world.sink.report(word.at.mistake(Mistake::ResultNotSupported, message, label));
        return None;
    }
    Some(outcome)
}

/// A code or a sign, whether or not the framework has that dtype.
pub(super) fn outcome(
    word: &At<String>,
    body: &str,
    whereabouts: &str,
    scope: &Scope<'_>,
) -> Option<Outcome> {
    match body {
        "-" => Some(Outcome::Refused),
        "!" => Some(Outcome::NoKernel),
        "?" => Some(Outcome::Unknown),
        body if body.starts_with('<') => foreign(word, body, whereabouts, scope),
        body if body.len() > 1 && body.ends_with('*') => {
            let code = &body[..body.len() - 1];
            let at = Place { end: word.at.start + code.len(), ..word.at };
            let at = if body == word.value { at } else { word.at };
            let code = At { value: code.to_owned(), at };
            scope.find(&code, whereabouts, &[]).map(Outcome::Weak)
        }
        code => {
            let at = Place {
                end: word.at.start + code.len().min(word.at.end - word.at.start),
                ..word.at
            };
            let at = if code == word.value { word.at } else { at };
            let code = At { value: code.to_owned(), at };
            scope.find(&code, whereabouts, &[]).map(Outcome::DType)
        }
    }
}

/// `<Int128>`: a dtype that the framework gives and the spec does not have.
fn foreign(word: &At<String>, body: &str, whereabouts: &str, scope: &Scope<'_>) -> Option<Outcome> {
    let world = scope.world;
    let name = body.trim_start_matches('<').trim_end_matches('>');
    let declared = scope.foreign.iter().any(|known| known == name) && body.ends_with('>');
    let mut missed = scope.foreign_missed.borrow_mut();
    if !declared && (!scope.foreign_certain || missed.iter().any(|known| known == name)) {
        return None;
    }
    if !declared {
        missed.push(name.to_owned());
        let message = format!("unknown foreign dtype `{body}` {whereabouts}");
        let known = scope.foreign.iter().map(String::as_str);
        let label = did_you_mean(name, known);
        let diagnostic = word.at.mistake(Mistake::UnknownDtype, message, label);
        world.sink.report(diagnostic.help("declare it: foreign = [\"…\"] in [framework]"));
        return None;
    }
    world
        .foreign
        .iter()
        .position(|known| known == name)
        .and_then(|place| u8::try_from(place).ok())
        .map(Outcome::Foreign)
}

pub(super) fn in_framework(outcome: Outcome, scope: &Scope<'_>) -> bool {
    outcome.dtype().is_none_or(|id| !scope.supported.certain || scope.supported.ids.contains(&id))
}

/// `a × b` as two words.
fn pair(pair: &At<String>, scope: &Scope<'_>) -> Option<[At<String>; 2]> {
    match pair.value.split_once('×') {
        Some((left, right)) if !right.contains('×') => {
            Some([words::inner(pair, left.trim()), words::inner(pair, right.trim())])
        }
        _ => {
            let message = format!("`{}` is no cell", pair.value);
            scope.world.sink.report(pair.at.mistake(
                Mistake::CellNotPair,
                message,
                "write it `a × b`",
            ));
            None
        }
    }
}

fn kind_of(column: &Column) -> Option<(&'static str, Column)> {
    match column {
        Column::Kind(kind) => Some((kind.name(), *column)),
        Column::DType(_) => None,
    }
}

/// The row and column of `a × b` in a table.
pub(super) fn cell(text: &At<String>, table: &Table, scope: &Scope<'_>) -> Option<(usize, usize)> {
    let [left, right] = pair(text, scope)?;
    let row = scope.resolve(&left, "as the row of a cell");
    let by_kind = matches!(table.columns.first(), Some(Column::Kind(_)));
    let column = if by_kind {
        let kinds: Vec<(&str, Column)> = table.columns.iter().filter_map(kind_of).collect();
        one_of(&right, &kinds, "a column of the table", scope.world.sink)
    } else {
        scope.resolve(&right, "as the column of a cell").map(Column::DType)
    };
    let row = table.rows.iter().position(|&id| Some(id) == row)?;
    let column = table.columns.iter().position(|&at| Some(at) == column)?;
    Some((row, column))
}

/// An outcome as a grid shows it.
pub(super) fn show(outcome: Outcome, scope: &Scope<'_>) -> String {
    match outcome {
        Outcome::DType(id) => scope.world.dtypes.code(id).to_owned(),
        Outcome::Weak(id) => format!("{}*", scope.world.dtypes.code(id)),
        Outcome::Foreign(place) => format!("<{}>", scope.world.foreign[usize::from(place)]),
        Outcome::Refused => "-".to_owned(),
        Outcome::NoKernel => "!".to_owned(),
        Outcome::Unknown => "?".to_owned(),
    }
}

/// A cell of a table as it is called elsewhere: `a × b`.
pub(super) fn cell_name(table: &Table, row: usize, column: usize, scope: &Scope<'_>) -> String {
    let right = match table.columns[column] {
        Column::DType(id) => scope.world.dtypes.code(id),
        Column::Kind(kind) => kind.name(),
    };
    format!("{} × {right}", scope.world.dtypes.code(table.rows[row]))
}

/// Operands as the spec writes them.
pub(super) fn operands_name(operands: Operands, scope: &Scope<'_>) -> String {
    let code = |id: DTypeId| scope.world.dtypes.code(id);
    match operands {
        Operands::One(id) => code(id).to_owned(),
        Operands::Two(lhs, Column::DType(rhs)) => format!("{} × {}", code(lhs), code(rhs)),
        Operands::Two(lhs, Column::Kind(kind)) => {
            format!("{} × {SCALAR}{}", code(lhs), kind.name())
        }
    }
}
