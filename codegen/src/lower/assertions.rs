//! What a file claims about its own cells and ranges, checked against them: symmetry, divergences, slips.

use crate::catalog::{DType, Divergence, Outcome, Slip, TableName};
use crate::diagnostic::{At, Mistake, Sink};
use crate::spec::{DivergenceLine, Framework};

use super::cell::{self, cell, show};
use super::drawn::{Drawn, Tables};
use super::scope::Scope;
use super::words::one_of;

pub(super) fn divergences(
    framework: &Framework,
    tables: &Tables,
    scope: &Scope<'_>,
) -> Vec<Divergence> {
    let names = TableName::ALL.map(|name| (name.name(), name));
    let drawn = framework.divergences.iter().filter(|line| line.is_of_table());
    let lines = drawn.filter_map(|line| {
        let whereabouts = "in a divergence";
        let before = scope.world.sink.len();
        let said = line.says.value.iter().map(|(source, word)| {
            let outcome = cell::outcome(word, &word.value, whereabouts, scope);
            (scope.sources.find(source), outcome)
        });
        let said = said.collect();
        let runtime = cell::outcome(&line.runtime, &line.runtime.value, whereabouts, scope);
        let name = one_of(&line.table, &names, "a table", scope.world.sink)?;
        let Some(drawn) = tables.find(name) else {
            let message = format!("a divergence of the {name} table, which is not drawn");
            let label = "no such table in this file";
            let mistake = line.table.at.mistake(Mistake::UnknownValue, message, label);
            scope.world.sink.report(mistake);
            return None;
        };
        let section = framework.table(name);
        let undrawn = section.is_none() && framework.base.is_none() && framework.whole;
        let claim = Claim { line, name, said, runtime, undrawn };
        divergence(claim, drawn, before, scope)
    });
    lines.collect()
}

/// A divergence whose words are resolved.
struct Claim<'a> {
    line: &'a DivergenceLine,
    name: TableName,
    said: Vec<(Option<usize>, Option<Outcome>)>,
    runtime: Option<Outcome>,
    /// Whether it is about a table that no one draws, every cell of which is unknown.
    undrawn: bool,
}

fn divergence(
    claim: Claim<'_>,
    drawn: &Drawn,
    before: usize,
    scope: &Scope<'_>,
) -> Option<Divergence> {
    let sink = scope.world.sink;
    let Claim { line, name, said, runtime, undrawn } = claim;
    let cells: Vec<(usize, usize)> =
        line.cells.iter().filter_map(|pair| cell(pair, &drawn.table, scope)).collect();
    if sink.len() > before {
        return None;
    }
    let says = said.into_iter().map(|(source, outcome)| Some((source?, outcome?)));
    let says: Vec<(usize, Outcome)> = says.collect::<Option<_>>()?;
    let runtime = runtime?;
    if says.iter().all(|(_, outcome)| *outcome == says[0].1) {
        let cells: Vec<&str> = line.cells.iter().map(|cell| cell.value.as_str()).collect();
        let message = format!("the sources do not differ about {}", cells.join(", "));
        let label = match says.len() {
            0 | 1 => "two sources at the least",
            _ => "all say the same",
        };
        sink.report(line.says.at.mistake(Mistake::DivergenceAgrees, message, label));
    } else if !says.iter().any(|(_, outcome)| *outcome == runtime) {
        let message =
            format!("the runtime is said to follow `{}`, which no source says", line.runtime.value);
        let diagnostic = line.runtime.at.mistake(
            Mistake::DivergenceTakesNeither,
            message,
            "what no source says",
        );
        sink.report(diagnostic.and(line.says.at, "what they say"));
    } else {
        check_followed(line, name, (&cells, runtime), (drawn, undrawn), scope);
    }
    Some(Divergence { table: name, cells, says, runtime, why: line.why.value.clone() })
}

/// The cells of a divergence are what its runtime is said to follow.
fn check_followed(
    line: &DivergenceLine,
    name: TableName,
    (cells, runtime): (&[(usize, usize)], Outcome),
    (drawn, undrawn): (&Drawn, bool),
    scope: &Scope<'_>,
) {
    let others = cells.iter().zip(&line.cells).filter(|&(&(row, column), _)| {
        let drawn_here = undrawn || drawn.place(row, column).is_some();
        drawn_here && drawn.table.at(row, column).outcome != runtime
    });
    let others: Vec<((usize, usize), &At<String>)> =
        others.map(|(&cell, pair)| (cell, pair)).collect();
    let Some(&((row, column), pair)) = others.first() else {
        return;
    };
    let found = show(drawn.table.at(row, column).outcome, scope);
    let message = format!(
        "the runtime is said to follow `{}` in cell {}, which is `{found}`",
        line.runtime.value, pair.value
    );
    let diagnostic = line.runtime.at.mistake(Mistake::DivergenceNotFollowed, message, "said here");
    let diagnostic = match drawn.place(row, column) {
        Some(place) => diagnostic.and(place, "drawn here"),
        None => diagnostic.help(format!("the {name} table is not drawn")),
    };
    let more = others[1..].iter().filter_map(|&((row, column), _)| drawn.place(row, column));
    scope.world.sink.report(more.fold(diagnostic, |all, place| all.and(place, "and here")));
}

pub(super) fn slips(framework: &Framework, promotion: &Drawn, scope: &Scope<'_>) -> Vec<Slip> {
    let sink = scope.world.sink;
    let slips = framework.slips.iter().filter_map(|line| {
        let source = scope.sources.find(&line.source);
        let cell = line.cell.as_ref().and_then(|pair| {
            let (row, column) = cell(pair, &promotion.table, scope)?;
            let found = show(promotion.table.at(row, column).outcome, scope);
            let place = promotion.place(row, column)?;
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
            && !documents(framework, &code.value, &line.says.value)
            && !misspelled(framework, scope)
        {
            let message = format!(
                "a slip about the range of `{}`, which is not documented as `{}`",
                code.value, line.says.value
            );
            let label = "[ranges] does not say so";
            let diagnostic = line.says.at.mistake(Mistake::SlipNotThere, message, label);
            let lines = framework.ranges.iter().flat_map(|section| &section.lines);
            let said = lines.filter(|(key, _)| key.value == code.value).flat_map(|(_, said)| said);
            sink.report(said.fold(diagnostic, |all, said| all.and(said.at, "what it says")));
        }
        if line.is.value == line.says.value {
            let message = format!("a slip that means what it says: `{}`", line.is.value);
            sink.report(line.is.at.mistake(Mistake::SlipNotThere, message, "nothing slipped"));
        }
        Some(Slip {
            source: source?,
            cell,
            range: line.range.as_ref().and_then(|code| scope.world.dtypes.find(&code.value)),
            says: line.says.value.clone(),
            is: line.is.value.clone(),
            why: line.why.value.clone(),
        })
    });
    slips.collect()
}

fn documents(framework: &Framework, code: &str, range: &str) -> bool {
    let lines = framework.ranges.iter().flat_map(|section| &section.lines);
    lines
        .into_iter()
        .any(|(key, words)| key.value == code && words.iter().any(|word| word.value == range))
}

/// Whether what a slip is about may be there, misspelled: a key of `[ranges]` that is no dtype, or
/// a section that is unknown.
fn misspelled(framework: &Framework, scope: &Scope<'_>) -> bool {
    let mut lines = framework.ranges.iter().flat_map(|section| &section.lines);
    let unknown = lines.any(|(key, _)| scope.world.dtypes.find(&key.value).is_none());
    unknown || !framework.sections_whole
}

/// A documented range is the dtype's, or a slip says that it is not.
pub(super) fn check_range(
    framework: &Framework,
    code: &At<String>,
    range: &At<String>,
    dtype: &DType,
    sink: &Sink,
) {
    let Some(documented) = parse_range(&range.value) else {
        let message = format!("`{}` is no range", range.value);
        let diagnostic = range.at.mistake(Mistake::UnknownValue, message, "");
        sink.report(diagnostic.help("write it as the documents do, `-2^7 .. 2^7 - 1`"));
        return;
    };
    let slip = framework
        .slips
        .iter()
        .find(|slip| slip.range.as_ref().is_some_and(|range| range.value == code.value));
    let Some((least, most)) = dtype.range() else {
        let message = format!("a range of `{}`, which is no integer", code.value);
        let label = "only integers have one";
        sink.report(range.at.mistake(Mistake::RangeWrong, message, label));
        return;
    };
    let right = (least, most) == documented;
    match slip {
        None if !right && framework.slips_whole => {
            let message = format!("`{}` is not the range of `{}`", range.value, code.value);
            let label = format!("it is {least} .. {most}");
            let diagnostic = range.at.mistake(Mistake::RangeWrong, message, label);
            sink.report(
                diagnostic.help("if the document prints it so, add a [[slip]] with this `range`"),
            );
        }
        // A slip that quotes another range is reported as one that is not there.
        Some(slip) if right && slip.says.value == range.value => {
            let message = format!("a slip about the range of `{}`, which is right", code.value);
            sink.report(slip.says.at.mistake(Mistake::SlipNotThere, message, "nothing slipped"));
        }
        _ => {}
    }
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
