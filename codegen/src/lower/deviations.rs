//! `[ops]`, `[inexact]`, `[policies]` → where a framework parts from `ops.toml`.

use crate::catalog::{DTypeId, Kind, OpDeviation, Policies, RefusedOp, Ruleset};
use crate::diagnostic::{At, Mistake, Sink, did_you_mean};
use crate::spec::{self, Framework};

use super::claims;
use super::listing::{Scope, single};
use super::ops;

/// What `[ops]` says.
#[derive(Default)]
pub(super) struct OpRules {
    pub(super) refused: Vec<RefusedOp>,
    pub(super) own: Vec<OpDeviation>,
}

/// The rules of a framework's own; the base's, where it has no `[ops]`.
pub(super) fn ops(framework: &Framework, base: Option<&Ruleset>, scope: &Scope<'_>) -> OpRules {
    if let (true, Some(base)) = (framework.ops.is_empty(), base) {
        return inherited(base, scope);
    }
    let mut rules = OpRules::default();
    for line in &framework.ops {
        let sources = scope.sources.of(&line.source);
        let op = line.name.value.clone();
        rules.own.extend(own(line, sources.clone(), scope));
        for cell in &line.refuses {
            if let Some(pair) = claims::dtype_pair(cell, scope) {
                rules.refused.push(RefusedOp { op: op.clone(), pair, sources: sources.clone() });
            }
        }
    }
    rules
}

fn inherited(base: &Ruleset, scope: &Scope<'_>) -> OpRules {
    let refused =
        base.refused_ops.iter().filter(|one| scope.has(one.pair.0) && scope.has(one.pair.1));
    let refused = refused.map(|one| {
        let sources = scope.sources.import(base, &one.sources);
        RefusedOp { sources, ..one.clone() }
    });
    let own = base.own_ops.iter().map(|one| {
        let sources = scope.sources.import(base, &one.sources);
        OpDeviation { sources, ..one.clone() }
    });
    OpRules { refused: refused.collect(), own: own.collect() }
}

/// An op's rule with what a line changes of it.
fn own(line: &spec::OpDeviation, sources: Vec<usize>, scope: &Scope<'_>) -> Option<OpDeviation> {
    let (op, world) = (&line.name, scope.world);
    let Some(known) = world.ops.iter().find(|known| known.name == op.value) else {
        if world.ops_whole {
            let message = format!("unknown op `{}`", op.value);
            let label = did_you_mean(&op.value, world.ops.iter().map(|known| known.name.as_str()));
            world.sink.report(op.at.mistake(Mistake::OpUnknown, message, label));
        }
        return None;
    };
    let same = line.on.is_empty() && line.compute.is_none() && line.result.is_none();
    if same {
        if line.refuses.is_empty() {
            let message = format!("`{}` in [ops] says nothing", op.value);
            let label = "needs `on`, `compute`, `result` or `refuses`";
            world.sink.report(op.at.mistake(Mistake::KeyMissing, message, label));
        }
        return None;
    }
    let mut rule = known.rule.clone();
    if !line.on.is_empty() {
        rule.on = ops::kinds(op, &line.on, world.sink);
    }
    rule.compute = ops::compute(line.compute.as_ref(), world.sink).unwrap_or(rule.compute);
    rule.result = ops::result(line.result.as_ref(), world.sink).unwrap_or(rule.result);
    Some(OpDeviation { op: op.value.clone(), rule, sources })
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

/// The ruleset's policies: its own, else its base's, else those of `ops.toml`.
pub(super) fn policies(
    framework: &Framework,
    base: Option<&Ruleset>,
    scope: &Scope<'_>,
) -> Policies {
    let sink: &Sink = scope.world.sink;
    let otherwise = base.map_or(scope.world.policies, |base| base.policies);
    if let Some(section) = &framework.policies {
        scope.sources.of(&section.source);
    }
    ops::policies(framework.policies.as_ref(), otherwise, framework.whole, sink)
}
