//! `[ops]`, `[inexact]` → where a framework differs from `ops.toml` and from its own tables.

use crate::catalog::{DTypeId, Kind, Op, OpCell, OpOverride, OpRule, Ruleset, TableName};
use crate::diagnostic::{At, Mistake};
use crate::poison::Sink;
use crate::spec;

use super::cell::{self, in_framework, operands_name};
use super::drawn::Tables;
use super::listing::check_kind;
use super::scope::Scope;
use super::words::{self, one_of, single};
use super::{narrow_ops, op_cells, ops};

/// What 0-d tensors count as in an op that does not take them by tables of their own.
const AS_TENSOR: &str = "tensor";

/// What `[ops]` says.
#[derive(Default)]
pub(super) struct OpRules {
    pub(super) cells: Vec<OpCell>,
    pub(super) own: Vec<OpOverride>,
}

/// What `[ops]` and `[narrow-ops]` say; without either section, what the base's says.
pub(super) fn ops(tables: &Tables, scope: &Scope<'_>) -> OpRules {
    let (own, narrow) = (&scope.framework.ops, &scope.framework.narrow_ops);
    if own.is_none() && narrow.is_none() {
        let all = |base| OpRules {
            cells: inherited(base, scope, |_| true),
            own: inherited_rules(base, scope),
        };
        return scope.inherited().map_or_else(OpRules::default, all);
    }
    let mut rules = OpRules::default();
    for (section, is_narrow) in [(own, false), (narrow, true)] {
        let Some(section) = section else { continue };
        let mut named = Vec::new();
        let default = scope.sources.of(&section.source);
        for line in &section.lines {
            let sources = match line.source.is_empty() {
                true => default.clone(),
                false => scope.sources.of(&line.source),
            };
            let ops = ops_of(line, &mut named, scope);
            rules.own.extend(self::own(line, &ops, &sources, scope.world.sink));
            if let (Some(word), None) = (&line.zero_dim, tables.find(TableName::ZeroDim))
                && word.value == AS_TENSOR
            {
                let message = "0-d tensors count as tensors with axes in every op here";
                let label = "says nothing: there is no [zero-dim] table";
                scope.world.sink.report(word.at.mistake(
                    Mistake::OpRuleSaysNothing,
                    message,
                    label,
                ));
            }
            rules.cells.extend(op_cells::lower(line, &ops, is_narrow, &sources, tables, scope));
        }
        if let Some(kernels) = &section.kernels {
            let lacking = narrow_ops::lower(kernels, &default, &rules.cells, tables, scope);
            rules.cells.extend(lacking);
        }
    }
    if let (None, Some(base)) = (narrow, scope.inherited()) {
        let is_narrow = |id| scope.world.dtypes.is_narrow(id);
        let inherited = inherited(base, scope, |cell| {
            let stated = |one: &OpCell| one.op == cell.op && one.operands == cell.operands;
            cell.operands.dtypes().any(is_narrow) && !rules.cells.iter().any(stated)
        });
        rules.cells.extend(inherited);
    }
    rules
}

/// The ops that the file itself speaks of, each once: those of its sources, then those of its `[ops]`. What its
/// base speaks of was not said of this ruleset.
pub(super) fn stated(scope: &Scope<'_>) -> Vec<String> {
    let world = scope.world;
    let mut stated: Vec<String> = Vec::new();
    for line in &scope.framework.sources {
        for (place, name) in line.ops.iter().enumerate() {
            if let Some(first) = line.ops[..place].iter().find(|one| one.value == name.value) {
                let message = format!("the source names `{}` twice", name.value);
                let diagnostic = name.at.mistake(Mistake::OpRepeated, message, "again");
                world.sink.report(diagnostic.and(first.at, "first here"));
                continue;
            }
            let op = world.op(name, &[]);
            stated.extend(op.into_iter().map(|op| op.name.clone()));
        }
        check_run(line, world.sink);
    }
    let sections = [&scope.framework.ops, &scope.framework.narrow_ops];
    let lines = sections.into_iter().flatten().flat_map(|section| &section.lines);
    stated.extend(
        lines.flat_map(|line| words::split(&line.names, &line.names.value)).map(|name| name.value),
    );
    let mut seen = Vec::new();
    stated.retain(|name| {
        let new = !seen.contains(name);
        seen.extend(new.then(|| name.clone()));
        new
    });
    stated
}

/// A recorded run speaks of the ops that it asked, and of no others.
fn check_run(line: &spec::SourceLine, sink: &Sink) {
    if let (Some(first), true) = (line.ops.first(), line.observation.is_some()) {
        let message = "`ops` of a recorded run";
        let label = "it speaks of the ops that it asked";
        sink.report(first.at.mistake(Mistake::UnknownValue, message, label));
    }
}

/// The cells of the base, of those `wanted`, whose dtypes the framework has.
fn inherited(base: &Ruleset, scope: &Scope<'_>, wanted: impl Fn(&OpCell) -> bool) -> Vec<OpCell> {
    let here = |cell: &&OpCell| cell.operands.dtypes().all(|id| scope.has(id)) && wanted(cell);
    let cells = base.op_cells.iter().filter(here).map(|cell| {
        let sources = scope.sources.import(base, &cell.sources);
        OpCell { sources, ..cell.clone() }
    });
    let cells: Vec<OpCell> = cells.collect();
    // An unknown section may be [ops], misspelled.
    let lacking = cells.iter().find(|cell| !in_framework(cell.outcome, scope));
    if let (Some(OpCell { op, operands, outcome, .. }), Ok(())) =
        (lacking, scope.framework.sections)
    {
        let message = format!(
            "the base gives `{}`, which this framework lacks, in cell {} of `{op}`",
            cell::show(*outcome, scope),
            operands_name(*operands, scope),
        );
        let at = scope.base_at();
        let label = "so [ops] must be written here";
        scope.world.sink.report(at.mistake(Mistake::ResultNotSupported, message, label));
    }
    cells
}

/// The base's own rules of ops.
fn inherited_rules(base: &Ruleset, scope: &Scope<'_>) -> Vec<OpOverride> {
    let rules = base.op_overrides.iter().map(|one| {
        let sources = scope.sources.import(base, &one.sources);
        OpOverride { sources, ..one.clone() }
    });
    rules.collect()
}

/// The ops a line names. Reports those that are unknown, or `named` by a line before.
fn ops_of<'w>(
    line: &spec::OpOverrideLine,
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
        ops.extend(world.op(&name, &[]));
        named.push(name);
    }
    ops
}

/// The rule of each op, as a line changes it.
fn own(
    line: &spec::OpOverrideLine,
    ops: &[&Op],
    sources: &[usize],
    sink: &Sink,
) -> Vec<OpOverride> {
    let rules = [&line.compute, &line.result, &line.zero_dim];
    if line.on.is_empty() && rules.iter().all(|rule| rule.is_none()) {
        let no_cells = line.cells.is_empty() && line.refuses.is_empty() && line.mixed.is_none();
        let silent = no_cells && line.rest.is_ok();
        if silent && !ops.is_empty() {
            let message = format!("`{}` in [ops] changes nothing", line.names.value);
            let label =
                "needs `on`, `compute`, `result`, `zero_dim`, `cells`, `mixed` or `refuses`";
            sink.report(line.names.at.mistake(Mistake::KeyMissing, message, label));
        }
        return Vec::new();
    }
    let on = ops::kinds(&line.names, &line.on, sink);
    let compute = ops::compute(line.compute.as_ref(), sink);
    let result = ops::result(line.result.as_ref(), sink);
    let zero_dim = line.zero_dim.as_ref().map(|word| {
        one_of(word, &[(AS_TENSOR, ())], "what 0-d tensors count as in an op", sink).is_ok()
    });
    let own = ops.iter().map(|op| {
        let rule = OpRule {
            on: if line.on.is_empty() { op.rule.on } else { on.iter().copied().collect() },
            compute: compute.unwrap_or(op.rule.compute),
            result: result.unwrap_or(op.rule.result),
            zero_dim_as_tensor: zero_dim.unwrap_or(false),
            strong_result: op.rule.strong_result,
        };
        OpOverride { op: op.name.clone(), rule, sources: sources.to_vec() }
    });
    let own: Vec<OpOverride> = own.collect();
    let unread = [
        line.compute.is_some() && compute.is_none(),
        line.result.is_some() && result.is_none(),
        zero_dim == Some(false),
        line.on.len() != on.len(),
        ops.len() != line.names.value.split_whitespace().count(),
    ];
    let says_nothing = own.iter().zip(ops).all(|(own, op)| own.rule == op.rule);
    if says_nothing && !unread.contains(&true) && line.rest.is_ok() {
        let message = format!("the rule of `{}` in [ops] is the one of ops.toml", line.names.value);
        let mistake = line.names.at.mistake(Mistake::OpRuleSaysNothing, message, "says nothing");
        sink.report(mistake.help("leave out `on`, `compute` and `result`, or say what differs"));
    }
    own
}

/// The float that bool and each integer become in an inexact op.
pub(super) fn inexact(scope: &Scope<'_>) -> Vec<(DTypeId, DTypeId)> {
    let Some(section) = &scope.framework.inexact else {
        let lines = scope.inherited().into_iter().flat_map(|base| &base.inexact);
        return lines.copied().filter(|&(from, to)| scope.has(from) && scope.has(to)).collect();
    };
    scope.sources.of(&section.source);
    let lines = section.lines.iter().filter_map(|(code, words)| {
        let from = scope.resolve_or(code, "in [inexact]", &["source"]).ok()?;
        let word = single(code, words, scope.world.sink).ok()?;
        let to = scope.resolve(word, "in [inexact]").ok()?;
        let what = format!("`{}` in [inexact] is inexact already", code.value);
        check_kind(code, from, &[Kind::Bool, Kind::Int, Kind::Uint], what, scope.world);
        let what = format!("`{}` in [inexact] is not a float", word.value);
        check_kind(word, to, &[Kind::Float], what, scope.world);
        Some((from, to))
    });
    lines.collect()
}
