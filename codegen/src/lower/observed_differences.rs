//! The runs a file names, and `[[divergence]]` of a run from the rule → what the ledger holds it to.

use std::cell::RefCell;

use crate::catalog::{
    Asked, Aspect, DTypeId, Departed, DepartedCell, Departure, Observed, Op, Operand, ScalarKind,
    SourceKind,
};
use crate::catalog::{SCALAR, WEAK, ZERO_DIM};
use crate::diagnostic::{At, Mistake, Sink, did_you_mean};
use crate::names::Prefix;
use crate::spec::{DivergenceLine, Framework};

use super::scope::Scope;
use super::words::one_of;

/// What stands for the rule where a divergence is between it and a run.
const RULE: &str = "rule";

/// The runs that speak for a framework: its sources that name an observation.
pub(super) fn observed(framework: &Framework, scope: &Scope<'_>) -> Vec<Observed> {
    let sink = scope.world.sink;
    let lines = framework.sources.iter().filter_map(|line| {
        let observation = line.observation.as_ref()?;
        if line.kind.as_ref().is_some_and(|kind| kind.value != SourceKind::Observed.name()) {
            let message = "an observation of a source that was not run";
            let label = "only of `kind = \"observed\"`";
            sink.report(observation.at.mistake(Mistake::UnknownValue, message, label));
        }
        // Where a word is a mistake, the run may be of anything: nothing else is said about it.
        let (file, view) = place(observation, sink).unwrap_or_default();
        let words = line.about.iter();
        let words = words.map(|word| one_of(word, &Aspect::WORDS, "what a run speaks of", sink));
        let about: Option<Vec<Aspect>> = words.collect();
        let about = about.filter(|about| !about.is_empty());
        let about = about.unwrap_or_else(|| Aspect::WORDS.map(|(_, aspect)| aspect).to_vec());
        let source = scope.sources.find(line.id.as_ref()?)?;
        Some(Observed { source, file, view, about })
    });
    lines.collect()
}

/// `dpctl-0.21.1/run` → file and view.
pub(super) fn place(observation: &At<String>, sink: &Sink) -> Option<(String, String)> {
    let halves = observation.value.split_once('/');
    if halves.is_none() {
        let message = format!("`{}` is no observation", observation.value);
        let diagnostic = observation.at.mistake(Mistake::UnknownValue, message, "");
        sink.report(diagnostic.help("write the file and the view: `dpctl-0.21.1/run`"));
    }
    halves.map(|(file, view)| (file.to_owned(), view.to_owned()))
}

pub(super) fn observed_differences(
    framework: &Framework,
    observed: &[Observed],
    scope: &Scope<'_>,
) -> Vec<Departure> {
    let lines = framework.divergences.iter();
    let lines = lines.filter(|line| !line.is_of_table());
    let runs = Runs { framework, observed, missed: RefCell::default() };
    lines.filter_map(|line| departure(line, &runs, scope)).collect()
}

/// What a divergence can be of.
struct Runs<'a> {
    framework: &'a Framework,
    observed: &'a [Observed],
    /// Sources that are no recorded runs and were taken for such: one mistake each.
    missed: RefCell<Vec<usize>>,
}

fn departure(line: &DivergenceLine, runs: &Runs<'_>, scope: &Scope<'_>) -> Option<Departure> {
    let sink = scope.world.sink;
    let aspect = one_of(&line.table, &Aspect::WORDS, "a table, nor what a run shows", sink);
    let Some(aspect) = aspect else {
        // Its sources are in use, of whichever table.
        line.says.value.iter().filter(|(id, _)| id.value != RULE).for_each(|(id, _)| {
            scope.sources.find(id);
        });
        return None;
    };
    let (source, run) = sides(line, runs, aspect, scope)?;
    let rule = line.says.value.iter().find(|(id, _)| id.value == RULE)?.1.value.clone();
    let ops = line.ops.iter().map(|op| op.value.clone()).collect();
    let cells = || line.cells.iter().map(|cell| cell.value.clone()).collect();
    let of = match aspect {
        Aspect::Defaults => Departed::Defaults(cells()),
        Aspect::Names => Departed::Names(cells()),
        Aspect::Nary => {
            let read = line.cells.iter().map(|cell| triples(cell, scope));
            let read: Vec<Vec<[DTypeId; 3]>> = read.collect::<Option<_>>()?;
            if line.ops.is_empty() {
                report_no_ops(line, runs.framework, sink);
                return None;
            }
            Departed::Nary(ops, read.concat())
        }
        Aspect::Values => {
            named(line, &["cast"], runs.framework, scope)?;
            Departed::Values(ops, cells())
        }
        _ => {
            let ops = named(line, &[], runs.framework, scope)?;
            let read = line.cells.iter().map(|cell| asked(cell, &ops, scope));
            let read: Vec<Vec<DepartedCell>> = read.collect::<Option<_>>()?;
            Departed::Ops(ops.iter().map(|op| op.name.clone()).collect(), read.concat())
        }
    };
    let devices = devices(line, runs.framework, sink)?;
    Some(Departure { source, of, devices, rule, run, why: line.why.value.clone() })
}

/// The device profiles a divergence names, all of which the file has.
fn devices(line: &DivergenceLine, framework: &Framework, sink: &Sink) -> Option<Vec<String>> {
    let known: Vec<(&str, ())> =
        framework.devices.iter().map(|device| (device.name.value.as_str(), ())).collect();
    let names = line.devices.iter();
    let names = names.map(|name| {
        one_of(name, &known, "a device of this file", sink).map(|()| name.value.clone())
    });
    names.collect()
}

/// The run of a divergence and what it gave; what its rule gives stands beside it, and is followed.
fn sides(
    line: &DivergenceLine,
    runs: &Runs<'_>,
    aspect: Aspect,
    scope: &Scope<'_>,
) -> Option<(usize, String)> {
    let sink = scope.world.sink;
    let (rules, others): (Vec<_>, Vec<_>) =
        line.says.value.iter().partition(|(id, _)| id.value == RULE);
    let ([_], [(id, run)]) = (rules.as_slice(), others.as_slice()) else {
        let message = "a run's divergence says what the rule gives, and what one run gave";
        let label = "needs `rule`, and the id of a source with an `observation`";
        sink.report(line.says.at.mistake(Mistake::DivergenceOfRun, message, label));
        return None;
    };
    let source = scope.sources.find(id)?;
    let Some(known) = runs.observed.iter().find(|one| one.source == source) else {
        let mut missed = runs.missed.borrow_mut();
        // A file with another mistake may have its `observation` there.
        if !runs.framework.whole || missed.contains(&source) {
            return None;
        }
        missed.push(source);
        let message = format!("the source `{}` is no run that is recorded", id.value);
        let label = "has no `observation`";
        sink.report(id.at.mistake(Mistake::DivergenceOfRun, message, label));
        return None;
    };
    if !known.about.contains(&aspect) {
        let message = format!("the run `{}` does not speak of {}", id.value, aspect.name());
        sink.report(id.at.mistake(Mistake::DivergenceOfRun, message, "see its `about`"));
        return None;
    }
    if line.runtime.value != RULE {
        let message = format!("the runtime is said to follow `{}`", line.runtime.value);
        let diagnostic =
            line.runtime.at.mistake(Mistake::DivergenceTakesNeither, message, "it follows `rule`");
        sink.report(diagnostic.help("what the runtime should do as the run does is a rule of this file: [ops], [inexact], [policies]"));
        return None;
    }
    Some((source, run.value.clone()))
}

fn report_no_ops(line: &DivergenceLine, framework: &Framework, sink: &Sink) {
    // A key that could not be read may be `ops`.
    if framework.whole {
        let message = format!("a divergence of {} names no ops", line.table.value);
        sink.report(line.at.mistake(Mistake::KeyMissing, message, "needs `ops`"));
    }
}

/// The ops a divergence names, all known; besides them some words.
fn named<'a>(
    line: &DivergenceLine,
    besides: &[&str],
    framework: &Framework,
    scope: &Scope<'a>,
) -> Option<Vec<&'a Op>> {
    let world = scope.world;
    if line.ops.is_empty() {
        report_no_ops(line, framework, world.sink);
        return None;
    }
    let mut found = Vec::new();
    for name in &line.ops {
        match world.ops.iter().find(|op| op.name == name.value) {
            Some(op) => found.push(op),
            None if besides.contains(&name.value.as_str()) || !world.ops_whole => {}
            None => {
                let message = format!("unknown op `{}`", name.value);
                let known =
                    world.ops.iter().map(|op| op.name.as_str()).chain(besides.iter().copied());
                let label = did_you_mean(&name.value, known);
                world.sink.report(name.at.mistake(Mistake::OpUnknown, message, label));
                return None;
            }
        }
    }
    Some(found)
}

/// `bf16`, `i8 u8 × bool`, `i8 × scalar:int` or `→ bf16`.
fn asked(cell: &At<String>, ops: &[&Op], scope: &Scope<'_>) -> Option<Vec<DepartedCell>> {
    let text = cell.value.as_str();
    if let Some(code) = text.strip_prefix('→') {
        let id = side(code, cell, scope)?;
        return match id.as_slice() {
            [Operand::Tensor(id)] => Some(vec![DepartedCell::Into(*id)]),
            _ => wrong(cell, "one dtype after `→`", scope),
        };
    }
    let single = |op: &&Op| op.group.promotes() == 1;
    let cells: Option<Vec<Asked>> = match text.split_once('×') {
        None if ops.iter().all(single) => {
            let ids = side(text, cell, scope)?;
            ids.into_iter().map(single_cell).collect()
        }
        Some((lhs, rhs)) if !rhs.contains('×') && !ops.iter().any(single) => {
            let (lhs, rhs) = (side(lhs, cell, scope)?, side(rhs, cell, scope)?);
            let all =
                lhs.iter().flat_map(|lhs| rhs.iter().map(move |rhs| Asked::pair([*lhs, *rhs])));
            all.collect()
        }
        _ => None,
    };
    match cells {
        Some(cells) => Some(cells.into_iter().map(DepartedCell::Asked).collect()),
        None => wrong(cell, "`a` for ops of one operand, `a × b` for ops of two", scope),
    }
}

fn wrong<T>(cell: &At<String>, help: &str, scope: &Scope<'_>) -> Option<T> {
    let message = format!("`{}` is no cell of these ops", cell.value);
    let diagnostic = cell.at.mistake(Mistake::CellNotPair, message, "");
    scope.world.sink.report(diagnostic.help(help.to_owned()));
    None
}

/// `i8 × u8 u16 × f16`: what three dtypes give together.
fn triples(cell: &At<String>, scope: &Scope<'_>) -> Option<Vec<[DTypeId; 3]>> {
    let sides: Vec<&str> = cell.value.split('×').collect();
    let [a, b, c] = sides.as_slice() else {
        return wrong(cell, "`a × b × c`", scope);
    };
    let ids = |words| {
        let read = side(words, cell, scope)?;
        let ids = read.into_iter().map(|one| match one {
            Operand::Tensor(id) => Some(id),
            _ => wrong(cell, "three dtypes", scope),
        });
        ids.collect::<Option<Vec<DTypeId>>>()
    };
    let (a, b, c) = (ids(a)?, ids(b)?, ids(c)?);
    let pairs = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b)));
    Some(pairs.flat_map(|(a, b)| c.iter().map(move |&c| [a, b, c])).collect())
}

fn single_cell(operand: Operand) -> Option<Asked> {
    match operand {
        Operand::Tensor(id) => Some(Asked::One(id)),
        _ => None,
    }
}

/// One or several operands between spaces.
fn side(words: &str, cell: &At<String>, scope: &Scope<'_>) -> Option<Vec<Operand>> {
    words.split_whitespace().map(|word| operand(word, cell, scope)).collect()
}

/// `i8`, `zero:i8`, `weak:i8` or `scalar:int`.
fn operand(word: &str, cell: &At<String>, scope: &Scope<'_>) -> Option<Operand> {
    if let Some(kind) = word.strip_prefix(SCALAR) {
        return match ScalarKind::parse(kind) {
            Some(kind) => Some(Operand::Scalar(kind)),
            None => wrong(cell, "kinds of numbers are bool, int, float, complex", scope),
        };
    }
    let sorts: [Prefix; 3] =
        [(ZERO_DIM, Operand::ZeroDim), (WEAK, Operand::Weak), ("", Operand::Tensor)];
    let (code, sort) =
        sorts.iter().find_map(|(prefix, sort)| Some((word.strip_prefix(prefix)?, sort)))?;
    let code = At { value: code.to_owned(), at: cell.at };
    scope.resolve(&code, "in a divergence").map(sort)
}
