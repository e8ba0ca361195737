//! `about`: all that a ruleset says besides its tables.

use codegen::Catalog;
use codegen::catalog::{Cell, DEFAULT_KINDS, DTypeId, OpOverride, Policy, Ruleset, Source};
use codegen::draw::{declared, words};
use observed::Evidence;
use serde_json::json;

use crate::args::{self, TextFormat};
use crate::lines::{Line, Lines, Words};
use crate::page::Page;
use crate::{Answer, Origin, ask, json};

pub(crate) fn run(args: &args::About, catalog: &Catalog, origin: &Origin) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let runs = origin.runs(catalog, ruleset)?;
    let lines = lines(catalog, ruleset, &Evidence::new(catalog, ruleset, &runs));
    let (name, title) = (&ruleset.name, ruleset.title());
    Ok(match args.format {
        TextFormat::Text => Page::Prose(format!("{name}: {title}\n\n{}", lines.text())),
        TextFormat::Json => json::page(&json::Titled { ruleset: name, title, lines }),
    })
}

fn lines(catalog: &Catalog, ruleset: &Ruleset, evidence: &Evidence<'_>) -> Lines {
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let names = |ids: &[DTypeId]| ids.iter().map(|&id| name(id)).collect::<Vec<_>>();
    let list = |ids: &[DTypeId]| Words::List(names(ids));
    let mut lines = Lines::default();
    let source = |source: &Source| {
        let text = format!("{}: {}", source.id, words::source(source));
        Line { text, json: json::source(source) }
    };
    lines.add_all("sources", ruleset.sources.iter().map(source));
    lines.add_words("dtypes", names(&ruleset.dtypes));
    lines.add_words("lacks", names(&ruleset.lacks));
    lines.add_words("unsupported", names(&ruleset.unsupported));
    let spelled = ruleset.names.iter().map(|(id, spelled)| {
        (name(*id), Words::List(spelled.iter().map(String::as_str).collect()))
    });
    lines.add_keys("names", ": ", spelled);
    let defaults = DEFAULT_KINDS.iter().zip(ruleset.defaults);
    let default = |id: Option<DTypeId>| id.map_or(Words::Unknown, |id| Words::One(name(id)));
    lines.add_keys("defaults", ": ", defaults.map(|(kind, id)| (*kind, default(id))));
    let types = ruleset.abstract_types.iter();
    let types = types.map(|(called, members)| (called.as_str(), list(members)));
    lines.add_keys("abstract", ": ", types);
    let ranges = ruleset.ranges.iter().map(|(id, range)| (name(*id), Words::One(range)));
    lines.add_keys("ranges", ": ", ranges);
    let output = ruleset.output.iter().flatten().map(|(from, to)| (name(*from), list(to)));
    lines.add_keys("output", " → ", output);
    let inexact = ruleset.inexact.iter().map(|(from, to)| (name(*from), Words::One(name(*to))));
    lines.add_keys("inexact", " → ", inexact);
    let policies = catalog.policies.iter().zip(&ruleset.policies);
    lines.add_all("policies", policies.map(|(policy, &value)| self::policy(policy, value)));
    lines.add_all("ops", ruleset.op_overrides.iter().map(own_rule));
    lines.add_all("op cells", op_cells(catalog, ruleset));
    lines.add_words("assumed", evidence.assumed().collect());
    let divergences = ruleset.divergences.iter();
    lines
        .add_all("divergences", divergences.map(|one| declared::divergence(catalog, ruleset, one)));
    let observed_differences = ruleset.observed_differences.iter();
    lines.add_all(
        "differences",
        observed_differences.map(|one| declared::difference(catalog, ruleset, one)),
    );
    let slips = ruleset.slips.iter().map(|one| declared::slip(catalog, ruleset, one));
    lines.add_all("slips", slips);
    lines
}

/// An op whose rule is another than that of `ops.toml`.
fn own_rule(own: &OpOverride) -> Line {
    let on: Vec<&str> = own.rule.on.iter().map(|kind| kind.name()).collect();
    let (compute, result) = (own.rule.compute.name(), own.rule.result.name());
    let mut text = format!("{}: on {}, compute {compute}, result {result}", own.op, on.join(" "));
    let mut json = json!({ "op": own.op, "on": on, "compute": compute, "result": result });
    if own.rule.zero_dim_as_tensor {
        text += ", 0-d tensors count as tensors with axes";
        json["zero_dim"] = json!("tensor");
    }
    Line { text, json }
}

/// A policy and the value that it has.
fn policy(policy: &Policy, value: usize) -> Line {
    let value = &policy.values[value];
    let text = format!("{} = {}: {}", policy.name, value.name, value.doc);
    Line { text, json: json!({ "policy": policy.name, "value": value.name, "does": value.doc }) }
}

/// What single ops give, those that give the same together.
fn op_cells(catalog: &Catalog, ruleset: &Ruleset) -> Vec<Line> {
    let mut ops: Vec<(Vec<&str>, Gives)> = Vec::new();
    for op in &catalog.ops {
        let own = ruleset.op_cells.iter().filter(|cell| cell.op == op.name);
        let mut gives: Gives = Vec::new();
        for cell in own {
            let operands = catalog.operands_name(cell.operands);
            match gives.iter_mut().find(|(outcome, _)| *outcome == cell.outcome) {
                Some((_, all)) => all.push(operands),
                None => gives.push((cell.outcome, vec![operands])),
            }
        }
        match ops.iter_mut().find(|(_, other)| *other == gives) {
            _ if gives.is_empty() => {}
            Some((names, _)) => names.push(&op.name),
            None => ops.push((vec![&op.name], gives)),
        }
    }
    let line = |(names, gives): (Vec<&str>, Gives)| {
        let words = gives.iter().map(|(gives, all)| {
            format!("{} → {}", all.join(", "), words::outcome(catalog, *gives))
        });
        let words = words.collect::<Vec<_>>().join("; ");
        let cells = gives.iter().map(
            |(gives, all)| json!({ "operands": all, "gives": json::outcome(catalog, *gives) }),
        );
        let cells: Vec<_> = cells.collect();
        Line {
            text: format!("{}: {words}", names.join(" ")),
            json: json!({ "ops": names, "cells": cells }),
        }
    };
    ops.into_iter().map(line).collect()
}

/// Outcomes, and the operands that give them.
type Gives = Vec<(Cell, Vec<String>)>;
