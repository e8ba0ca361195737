//! `[[divergence]]` between sources, `[[slip]]` and `[ranges]` → checked against the cells and dtypes they are about.

use crate::catalog::{Cell, DType, Divergence, Slip, TableName};
use crate::diagnostic::{At, Mistake, Place};
use crate::poison::{Checked, Sink, all};
use crate::spec::{DivergenceLine, Framework, SlipLine};

use super::cell::{self, cell, show};
use super::drawn::{Drawn, Tables};
use super::scope::Scope;
use super::words::one_of;

/// The divergences between two sources, in the order of the file.
pub(super) fn divergences(tables: &Tables, scope: &Scope<'_>) -> Vec<Divergence> {
    let lines = scope.framework.divergences.iter().filter(|line| line.is_of_table());
    lines.filter_map(|line| divergence(line, tables, scope).ok()).collect()
}

fn divergence(line: &DivergenceLine, tables: &Tables, scope: &Scope<'_>) -> Checked<Divergence> {
    let sink = scope.world.sink;
    let outcome = |word| cell::outcome(word, "in a divergence", scope);
    let says = all(line.says.value.iter().map(|(source, word)| {
        let (source, outcome) = (scope.sources.find(source), outcome(word));
        Ok((source?, outcome?))
    }));
    let named = line.says.value.iter().find(|(source, _)| source.value == line.runtime.value);
    let runtime = match named.filter(|(source, _)| scope.world.dtypes.find(&source.value).is_none())
    {
        Some((source, said)) => {
            let message = format!("`runtime` names the source `{}`", source.value);
            let label = format!("takes a cell: write `{}`", said.value);
            Err(sink.report(line.runtime.at.mistake(Mistake::UnknownDtype, message, label)))
        }
        None => outcome(&line.runtime),
    };
    let names = TableName::ALL.map(|name| (name.name(), name));
    let name = one_of(&line.table, &names, "a table", sink)?;
    let Some(drawn) = tables.find(name) else {
        let message = format!("a divergence of the {name} table, which is not drawn");
        let label = "no such table in this file";
        return Err(sink.report(line.table.at.mistake(Mistake::UnknownValue, message, label)));
    };
    let cells = all(line.cells.iter().map(|pair| cell(pair, &drawn.table, scope)));
    let (says, runtime, cells) = (says?, runtime?, cells?);
    for (place, again) in cells.iter().zip(&line.cells).enumerate() {
        if let Some(first) = cells[..place].iter().position(|cell| cell == again.0) {
            return Err(cell::repeated(again.1, &line.cells[first], scope));
        }
    }
    if says.iter().all(|(_, outcome)| *outcome == says[0].1) {
        let cells: Vec<&str> = line.cells.iter().map(|cell| cell.value.as_str()).collect();
        let message = format!("the sources agree about {}", cells.join(", "));
        let label = match says.len() {
            0 | 1 => "needs at least two sources",
            _ => "all say the same",
        };
        sink.report(line.says.at.mistake(Mistake::DivergenceAgrees, message, label));
    } else if !says.iter().any(|(_, outcome)| *outcome == runtime) {
        let message =
            format!("the runtime is said to follow `{}`, which no source says", line.runtime.value);
        let label = "what no source says";
        let diagnostic = line.runtime.at.mistake(Mistake::DivergenceTakesNeither, message, label);
        sink.report(diagnostic.and(line.says.at, "what they say"));
    } else {
        check_followed(line, name, (&cells, runtime), drawn, scope);
    }
    Ok(Divergence { table: name, cells, says, runtime, why: line.why.value.clone() })
}

/// Checks that the cells of a divergence give what the runtime is said to follow.
fn check_followed(
    line: &DivergenceLine,
    name: TableName,
    (cells, runtime): (&[(usize, usize)], Cell),
    drawn: &Drawn,
    scope: &Scope<'_>,
) {
    let others = cells.iter().zip(&line.cells).filter_map(|(&(row, column), pair)| {
        let place = drawn.place(row, column).ok()?;
        let found = drawn.table.at(row, column).outcome;
        (found != runtime).then_some((pair, place, found))
    });
    let others: Vec<(&At<String>, Option<Place>, Cell)> = others.collect();
    let Some(&(pair, place, found)) = others.first() else { return };
    let message = format!(
        "the runtime is said to follow `{}` in cell {}, which is `{}`",
        line.runtime.value,
        pair.value,
        show(found, scope),
    );
    let diagnostic = line.runtime.at.mistake(Mistake::DivergenceNotFollowed, message, "said here");
    let diagnostic = match place {
        Some(place) => diagnostic.and(place, "drawn here"),
        None => diagnostic.help(format!("the {name} table is not drawn")),
    };
    let more = others[1..].iter().filter_map(|&(_, place, _)| place);
    scope.world.sink.report(more.fold(diagnostic, |all, place| all.and(place, "and here")));
}

/// Mistakes in a source that change no cell. Reports those that are about something the file does not say.
pub(super) fn slips(promotion: &Drawn, scope: &Scope<'_>) -> Vec<Slip> {
    scope.framework.slips.iter().filter_map(|line| slip(line, promotion, scope).ok()).collect()
}

fn slip(line: &SlipLine, promotion: &Drawn, scope: &Scope<'_>) -> Checked<Slip> {
    let sink = scope.world.sink;
    let source = scope.sources.find(&line.source);
    let cell = line.cell.as_ref().and_then(|pair| {
        let (row, column) = cell(pair, &promotion.table, scope).ok()?;
        let (found, place) = promotion.said(row, column)?;
        let found = show(found, scope);
        if found != line.says.value {
            let message = format!(
                "a slip says that cell {} is `{}`, and it is `{found}`",
                pair.value, line.says.value
            );
            let diagnostic = line.says.at.mistake(Mistake::SlipNotThere, message, "said here");
            sink.report(diagnostic.and(place, "drawn here"));
        }
        Some((row, column))
    });
    if let Some(code) = &line.range
        && !documents(scope.framework, &code.value, &line.says.value)
        && !misspelled(scope)
    {
        let message = format!(
            "a slip about the range of `{}`, which is not documented as `{}`",
            code.value, line.says.value
        );
        let label = "[ranges] does not say so";
        let diagnostic = line.says.at.mistake(Mistake::SlipNotThere, message, label);
        let lines = scope.framework.ranges.iter().flat_map(|section| &section.lines);
        let said = lines.filter(|(key, _)| key.value == code.value);
        let said = said.flat_map(|(_, said)| said.iter());
        sink.report(said.fold(diagnostic, |all, said| all.and(said.at, "what it says")));
    }
    let dtype = line.range.as_ref().and_then(|code| scope.world.dtypes.find(&code.value));
    if let Some(Ok(dtype)) = dtype.map(|id| scope.world.dtypes.get(id)) {
        check_meant(line, dtype, sink);
    }
    if line.is.value == line.says.value {
        let message = format!("a slip whose `is` is what its source says: `{}`", line.is.value);
        sink.report(line.is.at.mistake(Mistake::SlipNotThere, message, "no mistake"));
    }
    Ok(Slip {
        source: source?,
        cell,
        range: dtype,
        says: line.says.value.clone(),
        is: line.is.value.clone(),
        why: line.why.value.clone(),
    })
}

fn documents(framework: &Framework, code: &str, range: &str) -> bool {
    let lines = framework.ranges.iter().flat_map(|section| &section.lines);
    lines
        .into_iter()
        .any(|(key, words)| key.value == code && words.iter().any(|word| word.value == range))
}

/// Whether the range that a slip is about may be misspelled: `[ranges]` has an unknown dtype, or the file an unknown
/// section.
fn misspelled(scope: &Scope<'_>) -> bool {
    let mut lines = scope.framework.ranges.iter().flat_map(|section| &section.lines);
    let unknown = lines.any(|(key, _)| scope.world.dtypes.find(&key.value).is_none());
    unknown || scope.framework.sections.is_err()
}

/// Checks that a documented range is the dtype's, unless a slip says that it is not.
pub(super) fn check_range(
    framework: &Framework,
    code: &At<String>,
    range: &At<String>,
    dtype: &DType,
    sink: &Sink,
) {
    let Ok(documented) = read_range(range, sink) else { return };
    let about =
        |slip: &SlipLine| slip.range.as_ref().is_some_and(|range| range.value == code.value);
    let slip = framework.slips.find(about);
    let Some((least, most)) = dtype.range() else {
        let message = format!("`{}` has a range, and is not an integer", code.value);
        let label = "only integers have one";
        sink.report(range.at.mistake(Mistake::RangeWrong, message, label));
        return;
    };
    let right = (least, most) == documented;
    match slip {
        Ok(None) if !right => {
            let message = format!("`{}` is not the range of `{}`", range.value, code.value);
            let label = format!("it is {least} .. {most}");
            let diagnostic = range.at.mistake(Mistake::RangeWrong, message, label);
            sink.report(
                diagnostic.help("if the document prints it so, add a [[slip]] with this `range`"),
            );
        }
        // A slip about another range is reported by [`slips`].
        Ok(Some(slip)) if right && slip.says.value == range.value => {
            let message = format!("a slip about the range of `{}`, which is right", code.value);
            sink.report(slip.says.at.mistake(Mistake::SlipNotThere, message, "no mistake"));
        }
        _ => {}
    }
}

/// Checks that what a slip about a range takes for the right one is the dtype's.
fn check_meant(slip: &SlipLine, dtype: &DType, sink: &Sink) {
    // Floats have no range, which [`check_range`] reports.
    let Some((least, most)) = dtype.range().filter(|_| slip.is.value != slip.says.value) else {
        return;
    };
    let Ok(meant) = read_range(&slip.is, sink) else { return };
    if meant != (least, most) {
        let message = format!("`{}` is not the range of `{}`", slip.is.value, dtype.code);
        let label = format!("it is {least} .. {most}");
        sink.report(slip.is.at.mistake(Mistake::RangeWrong, message, label));
    }
}

fn read_range(range: &At<String>, sink: &Sink) -> Checked<(i128, i128)> {
    parse_range(&range.value).ok_or_else(|| {
        let message = format!("`{}` is not a range", range.value);
        let diagnostic = range.at.mistake(Mistake::UnknownValue, message, "");
        sink.report(diagnostic.help("write it as the documents do, `-2^7 .. 2^7 - 1`"))
    })
}

fn parse_range(range: &str) -> Option<(i128, i128)> {
    let (least, most) = range.split_once("..")?;
    Some((parse_bound(least)?, parse_bound(most)?))
}

/// `0`, `-128`, `-2^7` or `2^7 - 1`.
fn parse_bound(text: &str) -> Option<i128> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (text, less) = match text.strip_suffix("-1") {
        Some(rest) if rest.contains('^') => (rest, 1),
        _ => (text.as_str(), 0),
    };
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let power = match text.strip_prefix("2^") {
        Some(exponent) => 1_i128.checked_shl(exponent.parse().ok().filter(|bits| *bits < 127)?)?,
        None => text.parse::<i128>().ok()?,
    };
    power.checked_mul(sign)?.checked_sub(less)
}
