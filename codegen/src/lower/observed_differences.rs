//! `[[source]]` with an `observation`, and `[[divergence]]` between the rule and a run → the runs to compare a ruleset
//! with, and where they are known to differ from it.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::{
    Asked, Aspect, DTypeId, DifferenceCell, DifferenceOf, Observed, ObservedDifference, Op,
    Operand, Scalar, SourceKind, Triples, ValueCells,
};
use crate::catalog::{SCALAR, WEAK, ZERO_DIM};
use crate::diagnostic::{At, Mistake};
use crate::names::Prefix;
use crate::poison::{Checked, Once, Sink, all};
use crate::spec::DivergenceLine;

use super::calls;
use super::cell::repeated;
use super::scope::{SETS, Scope};
use super::words::{self, one_of};

/// What a divergence of values calls the conversion of a dtype to another, beside the ops.
const CAST: &str = "cast";

/// The side of a divergence that is the ruleset's own rule.
const RULE: &str = "rule";

/// The runs to compare a framework with: its sources that have an `observation`.
pub(super) fn observed(scope: &Scope<'_>) -> Vec<Observed> {
    let sink = scope.world.sink;
    let lines = scope.framework.sources.iter().filter_map(|line| {
        let observation = line.observation.as_ref()?;
        if line.kind.as_ref().is_some_and(|kind| kind.value != SourceKind::Observed.name()) {
            let message = "an `observation` of a source that is not a run";
            let label = "only of `kind = \"observed\"`";
            sink.report(observation.at.mistake(Mistake::UnknownValue, message, label));
        }
        // If a word is a mistake, the run may be about anything.
        let (file, view) = place(observation, sink).unwrap_or_default();
        let words = line.about.iter();
        let words = words.map(|word| one_of(word, &Aspect::WORDS, "something a run shows", sink));
        let about = all(words).ok().filter(|about| !about.is_empty());
        let about = about.unwrap_or_else(|| Aspect::WORDS.map(|(_, aspect)| aspect).to_vec());
        let source = scope.sources.find(line.id.as_ref()?).ok()?;
        Some(Observed { source, file, view, about })
    });
    lines.collect()
}

/// `dpctl-0.21.1/run` → file and view.
pub(super) fn place(observation: &At<String>, sink: &Sink) -> Checked<(String, String)> {
    let Some((file, view)) = observation.value.split_once('/') else {
        let message = format!("`{}` is not an observation", observation.value);
        let diagnostic = observation.at.mistake(Mistake::UnknownValue, message, "");
        let help = "write the file and the view: `dpctl-0.21.1/run`";
        return Err(sink.report(diagnostic.help(help)));
    };
    Ok((file.to_owned(), view.to_owned()))
}

/// Where a run differs from the ruleset, as `[[divergence]]` says.
pub(super) fn observed_differences(
    observed: &[Observed],
    scope: &Scope<'_>,
) -> Vec<ObservedDifference> {
    let lines = scope.framework.divergences.iter().filter(|line| !line.is_of_table());
    let runs = Runs { observed, unrecorded: Once::new() };
    lines.filter_map(|line| observed_difference(line, &runs, scope).ok()).collect()
}

/// The runs that a divergence can be of.
struct Runs<'a> {
    observed: &'a [Observed],
    /// Sources that divergences take for recorded runs.
    unrecorded: Once<usize>,
}

fn observed_difference(
    line: &DivergenceLine,
    runs: &Runs<'_>,
    scope: &Scope<'_>,
) -> Checked<ObservedDifference> {
    let sink = scope.world.sink;
    let aspect = one_of(&line.table, &Aspect::WORDS, "a table, or something a run shows", sink);
    let aspect = aspect.inspect_err(|_| {
        // Its sources are in use, whichever table is meant.
        let sources = line.says.value.iter().filter(|(id, _)| id.value != RULE);
        sources.for_each(|(id, _)| _ = scope.sources.find(id));
    })?;
    let Sides { rule, source, run } = sides(line, runs, aspect, scope)?;
    let ops = || line.ops.iter().map(|op| op.value.clone()).collect();
    let word = |cell: &At<String>| Ok(vec![cell.value.clone()]);
    let of = match aspect {
        Aspect::Defaults => DifferenceOf::Defaults(each(line, word, scope)?),
        Aspect::Names => DifferenceOf::Names(each(line, word, scope)?),
        Aspect::Nary => {
            let triples = nary(line, scope)?;
            check_ops(line, scope)?;
            DifferenceOf::Nary(ops(), triples)
        }
        Aspect::Values => {
            let named = named(line, &[CAST], scope)?;
            let casts = line.ops.iter().any(|op| op.value == CAST);
            let read = |cell: &At<String>| match casts {
                true => cast(cell, scope),
                false => computed(cell, &named, scope),
            };
            DifferenceOf::Values(ops(), each(line, |cell| Ok(vec![read(cell)?]), scope)?)
        }
        Aspect::Calls => {
            check_ops(line, scope)?;
            calls::check_functions(line, scope)?;
            let call = |cell: &At<String>| calls::arguments(cell, line, scope);
            DifferenceOf::Calls(ops(), each(line, call, scope)?)
        }
        Aspect::Promotion | Aspect::Scalars | Aspect::Ops => {
            let named = named(line, &[], scope)?;
            DifferenceOf::Ops(ops(), each(line, |cell| asked(cell, &named, scope), scope)?)
        }
    };
    let devices = devices(line, scope)?;
    let some_values = line.some_values.as_ref().is_some_and(|flag| flag.value);
    let why = line.why.value.clone();
    Ok(ObservedDifference { source, of, devices, rule, run, some_values, why })
}

/// What the cells of a divergence stand for, each thing once. Reads up to the first mistake.
fn each<T: PartialEq>(
    line: &DivergenceLine,
    read: impl Fn(&At<String>) -> Checked<Vec<T>>,
    scope: &Scope<'_>,
) -> Checked<Vec<T>> {
    let mut found: Vec<(T, &At<String>)> = Vec::new();
    for cell in &line.cells {
        for one in read(cell)? {
            if let Some((_, first)) = found.iter().find(|(known, _)| *known == one) {
                return Err(repeated(cell, first, scope));
            }
            found.push((one, cell));
        }
    }
    Ok(found.into_iter().map(|(one, _)| one).collect())
}

/// The device profiles a divergence names, all of which the file has.
fn devices(line: &DivergenceLine, scope: &Scope<'_>) -> Checked<Vec<String>> {
    let devices = scope.framework.devices.iter();
    let known: Vec<(&str, ())> = devices.map(|device| (device.name.value.as_str(), ())).collect();
    let device = |name: &At<String>| {
        one_of(name, &known, "a device of this file", scope.world.sink).map(|()| name.value.clone())
    };
    all(line.devices.iter().map(device))
}

/// The two sides of a divergence.
struct Sides {
    /// What the rule gives.
    rule: String,
    /// The run, as a place among the sources.
    source: usize,
    /// What the run gave.
    run: String,
}

/// The rule and the run of a divergence. The rule is what the runtime follows.
fn sides(
    line: &DivergenceLine,
    runs: &Runs<'_>,
    aspect: Aspect,
    scope: &Scope<'_>,
) -> Checked<Sides> {
    let sink = scope.world.sink;
    let (rules, others): (Vec<_>, Vec<_>) =
        line.says.value.iter().partition(|(id, _)| id.value == RULE);
    let ([(_, rule)], [(id, run)]) = (rules.as_slice(), others.as_slice()) else {
        let message = "a divergence of a run says what the rule gives and what one run gave";
        let label = "needs `rule`, and the id of a source with an `observation`";
        return Err(sink.report(line.says.at.mistake(Mistake::DivergenceOfRun, message, label)));
    };
    let source = scope.sources.find(id)?;
    let Some(known) = runs.observed.iter().find(|one| one.source == source) else {
        // Its `observation` may be what could not be read of the file.
        scope.framework.rest?;
        return Err(runs.unrecorded.report(source, || {
            let message = format!("the source `{}` is not a recorded run", id.value);
            sink.report(id.at.mistake(Mistake::DivergenceOfRun, message, "has no `observation`"))
        }));
    };
    if !known.about.contains(&aspect) {
        let message = format!("the run `{}` is not about {}", id.value, aspect.name());
        let mistake = id.at.mistake(Mistake::DivergenceOfRun, message, "see its `about`");
        return Err(sink.report(mistake));
    }
    if line.runtime.value != RULE {
        let message = format!("the runtime is said to follow `{}`", line.runtime.value);
        let diagnostic =
            line.runtime.at.mistake(Mistake::DivergenceTakesNeither, message, "it follows `rule`");
        let help = "to follow the run, change a rule of this file: \
                    [ops], [inexact], [policies]";
        return Err(sink.report(diagnostic.help(help)));
    }
    Ok(Sides { rule: rule.value.clone(), source, run: run.value.clone() })
}

/// Checks that a divergence names ops.
fn check_ops(line: &DivergenceLine, scope: &Scope<'_>) -> Checked<()> {
    if !line.ops.is_empty() {
        return Ok(());
    }
    // A key that could not be read may be `ops`.
    scope.framework.rest?;
    let message = format!("a divergence of {} names no ops", line.table.value);
    Err(scope.world.sink.report(line.at.mistake(Mistake::KeyMissing, message, "needs `ops`")))
}

/// The ops a divergence names, without the words of `besides`, which are allowed among them.
fn named<'a>(line: &DivergenceLine, besides: &[&str], scope: &Scope<'a>) -> Checked<Vec<&'a Op>> {
    check_ops(line, scope)?;
    let ops = line.ops.iter().filter(|name| !besides.contains(&name.value.as_str()));
    ops.map(|name| scope.world.op(name, besides)).collect()
}

/// `bf16`, `i8 u8 × bool`, `i8 × scalar:int` or `→ bf16`.
fn asked(cell: &At<String>, ops: &[&Op], scope: &Scope<'_>) -> Checked<Vec<DifferenceCell>> {
    let text = cell.value.as_str();
    if let Some(code) = text.strip_prefix('→') {
        let id = side(code, cell, scope)?;
        return match id.as_slice() {
            [Operand::Tensor(id)] => Ok(vec![DifferenceCell::Into(*id)]),
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
        Some(cells) => Ok(cells.into_iter().map(DifferenceCell::Asked).collect()),
        None => wrong(cell, "`a` for ops of one operand, `a × b` for ops of two", scope),
    }
}

/// `f32`, `f32 × complex` or `scalar:any × f32`: the cells of probes, a number on the side where it stood.
fn computed(cell: &At<String>, ops: &[&Op], scope: &Scope<'_>) -> Checked<ValueCells> {
    // Reports what is no cell of the ops; the operand of an op of one may be 0-d too.
    let single = ops.iter().all(|op| op.group.promotes() == 1);
    let with_axes = if single { cell.value.replace(ZERO_DIM, "") } else { cell.value.clone() };
    asked(&At { value: with_axes, at: cell.at }, ops, scope)?;
    let sides = cell.value.split('×').map(|words| side(words, cell, scope));
    let sides = sides.collect::<Checked<Vec<_>>>()?;
    Ok(value_cells(cell, &sides, " × ", scope))
}

/// `f32 → i8`, likewise.
fn cast(cell: &At<String>, scope: &Scope<'_>) -> Checked<ValueCells> {
    let help = "`a → b` for casts";
    let Some((from, to)) = cell.value.split_once('→') else { return wrong(cell, help, scope) };
    let sides = [side(from, cell, scope)?, side(to, cell, scope)?];
    let mut operands = sides.iter().flatten();
    if sides.iter().any(Vec::is_empty) || !operands.all(|one| matches!(one, Operand::Tensor(_))) {
        return wrong(cell, help, scope);
    }
    Ok(value_cells(cell, &sides, " → ", scope))
}

/// Every operand of one side with every one of the other.
fn value_cells(
    cell: &At<String>,
    sides: &[Vec<Operand>],
    between: &str,
    scope: &Scope<'_>,
) -> ValueCells {
    let code = |operand: &Operand| {
        let id = operand.dtype().map_or("", |id| scope.world.dtypes.code(id));
        match operand {
            Operand::Scalar(kind) => format!("{SCALAR}{}", kind.name()),
            Operand::ZeroDim(_) => format!("{ZERO_DIM}{id}"),
            Operand::Weak(_) => format!("{WEAK}{id}"),
            Operand::Tensor(_) | Operand::TypedScalar(_) => id.to_owned(),
        }
    };
    let mut cells = BTreeSet::from([String::new()]);
    for (place, side) in sides.iter().enumerate() {
        let between = if place == 0 { "" } else { between };
        let longer = |first: &String| {
            side.iter().map(|one| format!("{first}{between}{}", code(one))).collect::<Vec<_>>()
        };
        cells = cells.iter().flat_map(longer).collect();
    }
    ValueCells { written: words::spaced(&cell.value), cells }
}

fn wrong<T>(cell: &At<String>, help: &str, scope: &Scope<'_>) -> Checked<T> {
    let message = format!("`{}` is not a cell of these ops", cell.value);
    let diagnostic = cell.at.mistake(Mistake::CellNotPair, message, "");
    Err(scope.world.sink.report(diagnostic.help(help)))
}

/// The cells of a divergence of three dtypes, each triple once.
fn nary(line: &DivergenceLine, scope: &Scope<'_>) -> Checked<Vec<Triples>> {
    let (mut found, mut known) = (Vec::new(), BTreeMap::new());
    for cell in &line.cells {
        let triples = triples(cell, scope)?;
        if let Some(first) = triples.each().find_map(|ids| known.insert(ids, cell)) {
            return Err(repeated(cell, first, scope));
        }
        found.push(triples);
    }
    Ok(found)
}

/// `i8 × u8 u16 × f16`: all triples of dtypes that this stands for.
fn triples(cell: &At<String>, scope: &Scope<'_>) -> Checked<Triples> {
    let sides: Vec<&str> = cell.value.split('×').collect();
    let [a, b, c] = sides.as_slice() else {
        return wrong(cell, "`a × b × c`", scope);
    };
    let ids = |words| {
        let read = side(words, cell, scope)?;
        let ids = read.into_iter().map(|one| match one {
            Operand::Tensor(id) => Ok(id),
            _ => wrong(cell, "three dtypes", scope),
        });
        ids.collect::<Checked<Vec<DTypeId>>>()
    };
    let is_set = |word| scope.set(word).is_some();
    let some = sides.iter().flat_map(|side| side.split_whitespace()).any(is_set);
    let some = some.then(|| cell.value.clone());
    Ok(Triples { sides: [ids(a)?, ids(b)?, ids(c)?], some })
}

fn single_cell(operand: Operand) -> Option<Asked> {
    match operand {
        Operand::Tensor(id) => Some(Asked::One(id)),
        _ => None,
    }
}

/// Operands between spaces.
fn side(words: &str, cell: &At<String>, scope: &Scope<'_>) -> Checked<Vec<Operand>> {
    let operands = words.split_whitespace().map(|word| operands(word, cell, scope));
    Ok(operands.collect::<Checked<Vec<_>>>()?.concat())
}

/// `i8`, `zero:i8`, `weak:i8` or `scalar:int`; `float`, `zero:narrow` or `scalar:any` for several.
fn operands(word: &str, cell: &At<String>, scope: &Scope<'_>) -> Checked<Vec<Operand>> {
    if let Some(kind) = word.strip_prefix(SCALAR) {
        return match Scalar::parse(kind) {
            Some(kind) => Ok(vec![Operand::Scalar(kind)]),
            None if kind == "any" => Ok(Scalar::ALL.map(Operand::Scalar).to_vec()),
            None => wrong(cell, "the kinds of Python scalars are bool, int, float, complex", scope),
        };
    }
    let categories: [Prefix; 2] = [(ZERO_DIM, Operand::ZeroDim), (WEAK, Operand::Weak)];
    let prefixed = categories
        .iter()
        .find_map(|(prefix, operand)| Some((word.strip_prefix(prefix)?, *operand)));
    let (code, operand) = prefixed.unwrap_or((word, Operand::Tensor));
    if let Some(ids) = scope.set(code) {
        scope.supported.ids.rest?;
        return Ok(ids.into_iter().map(operand).collect());
    }
    let id = scope.resolve_or(&words::inner(cell, code), "in a divergence", &SETS)?;
    Ok(vec![operand(id)])
}
