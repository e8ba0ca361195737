//! `[ops]`, `[inexact]` → where a framework parts from `ops.toml` and from its own tables.

use crate::catalog::{DTypeId, Kind, Op, OpCell, OpDeviation, OpRule, Ruleset};
use crate::diagnostic::{At, Mistake, Sink, did_you_mean};
use crate::spec::{self, Framework};

use super::cell::{self, in_framework, operands_name};
use super::drawn::Tables;
use super::scope::Scope;
use super::words::{self, single};
use super::{op_cells, ops};

/// What `[ops]` says.
#[derive(Default)]
pub(super) struct OpRules {
    pub(super) cells: Vec<OpCell>,
    pub(super) own: Vec<OpDeviation>,
}

/// The rules of a framework's own; the base's, where it has no `[ops]`.
pub(super) fn ops(
    framework: &Framework,
    base: Option<&Ruleset>,
    tables: &Tables,
    scope: &Scope<'_>,
) -> OpRules {
    let Some(section) = &framework.ops else {
        return base.map_or_else(OpRules::default, |base| inherited(framework, base, scope));
    };
    let mut rules = OpRules::default();
    let mut named = Vec::new();
    let default = scope.sources.of(&section.source);
    for line in &section.lines {
        let sources = match line.source.is_empty() {
            true => default.clone(),
            false => scope.sources.of(&line.source),
        };
        let ops = ops_of(line, &mut named, scope);
        rules.own.extend(own(line, &ops, &sources, scope.world.sink));
        rules.cells.extend(op_cells::lower(line, &ops, &sources, tables, scope));
    }
    rules
}

/// What the base says of dtypes that the framework has too.
fn inherited(framework: &Framework, base: &Ruleset, scope: &Scope<'_>) -> OpRules {
    let here = |cell: &&OpCell| cell.operands.dtypes().all(|id| scope.has(id));
    let cells = base.op_cells.iter().filter(here).map(|cell| {
        let sources = scope.sources.import(base, &cell.sources);
        OpCell { sources, ..cell.clone() }
    });
    let cells: Vec<OpCell> = cells.collect();
    // An unknown section may be the one that says otherwise.
    let lacking = cells.iter().find(|cell| !in_framework(cell.outcome, scope));
    if let Some(OpCell { op, operands, outcome, .. }) = lacking.filter(|_| framework.sections_whole)
    {
        let message = format!(
            "the base gives `{}`, which this framework lacks, in cell {} of `{op}`",
            cell::show(*outcome, scope),
            operands_name(*operands, scope),
        );
        let at = framework.base.as_ref().map_or(framework.at, |base| base.at);
        let label = "so [ops] must be written here";
        scope.world.sink.report(at.mistake(Mistake::ResultNotSupported, message, label));
    }
    let own = base.own_ops.iter().map(|one| {
        let sources = scope.sources.import(base, &one.sources);
        OpDeviation { sources, ..one.clone() }
    });
    OpRules { cells, own: own.collect() }
}

/// The ops a line is about: each is in `ops.toml`, and not `named` before.
fn ops_of<'w>(
    line: &spec::OpDeviation,
    named: &mut Vec<At<String>>,
    scope: &Scope<'w>,
) -> Vec<&'w Op> {
    let world = scope.world;
    let mut names = words::split(&line.names, &line.names.value);
    if names.is_empty() {
        names.push(line.names.clone());
    }
    let mut ops = Vec::new();
    for name in names {
        if let Some(first) = named.iter().find(|other| other.value == name.value) {
            let message = format!("[ops] names `{}` twice", name.value);
            let diagnostic = name.at.mistake(Mistake::OpRepeated, message, "again");
            world.sink.report(diagnostic.and(first.at, "first here"));
            continue;
        }
        match world.ops.iter().find(|known| known.name == name.value) {
            Some(op) => ops.push(op),
            None if world.ops_whole => {
                let message = format!("unknown op `{}`", name.value);
                let known = world.ops.iter().map(|known| known.name.as_str());
                let label = did_you_mean(&name.value, known);
                world.sink.report(name.at.mistake(Mistake::OpUnknown, message, label));
            }
            None => {}
        }
        named.push(name);
    }
    ops
}

/// The rule of each op with what a line changes of it.
fn own(line: &spec::OpDeviation, ops: &[&Op], sources: &[usize], sink: &Sink) -> Vec<OpDeviation> {
    if line.on.is_empty() && line.compute.is_none() && line.result.is_none() {
        let no_cells = line.cells.is_empty() && line.refuses.is_empty() && line.mixed.is_none();
        let silent = no_cells && line.whole;
        if silent && !ops.is_empty() {
            let message = format!("`{}` in [ops] says nothing", line.names.value);
            let label = "needs `on`, `compute`, `result`, `cells`, `mixed` or `refuses`";
            sink.report(line.names.at.mistake(Mistake::KeyMissing, message, label));
        }
        return Vec::new();
    }
    let on = ops::kinds(&line.names, &line.on, sink);
    let compute = ops::compute(line.compute.as_ref(), sink);
    let result = ops::result(line.result.as_ref(), sink);
    let own = ops.iter().map(|op| {
        let rule = OpRule {
            on: if line.on.is_empty() { op.rule.on } else { on.iter().copied().collect() },
            compute: compute.unwrap_or(op.rule.compute),
            result: result.unwrap_or(op.rule.result),
        };
        OpDeviation { op: op.name.clone(), rule, sources: sources.to_vec() }
    });
    own.collect()
}

/// What bool and each integer become in an inexact op.
pub(super) fn inexact(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Vec<(DTypeId, DTypeId)> {
    let Some(section) = &framework.inexact else {
        let lines = base.iter().flat_map(|base| &base.inexact);
        return lines.copied().filter(|&(from, to)| scope.has(from) && scope.has(to)).collect();
    };
    scope.sources.of(&section.source);
    let lines = section.lines.iter().filter_map(|(code, words)| {
        let from = scope.resolve_or(code, "in [inexact]", &["source"])?;
        let word = single(code, words, framework.whole, scope.world.sink)?;
        let to = scope.resolve(word, "in [inexact]")?;
        check_kind(code, from, &[Kind::Bool, Kind::Int, Kind::Uint], "is inexact already", scope);
        check_kind(word, to, &[Kind::Float], "is no float", scope);
        Some((from, to))
    });
    lines.collect()
}

fn check_kind(code: &At<String>, id: DTypeId, kinds: &[Kind], wrong: &str, scope: &Scope<'_>) {
    let kind = scope.world.dtypes.get(id).kind();
    if !kinds.contains(&kind) {
        let message = format!("`{}` in [inexact] {wrong}", code.value);
        let label = format!("of kind {}", kind.name());
        scope.world.sink.report(code.at.mistake(Mistake::DefaultOfOtherKind, message, label));
    }
}
