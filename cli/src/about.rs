//! `about`: all that a ruleset says besides its tables.

use codegen::Catalog;
use codegen::catalog::{Cell, DEFAULT_KINDS, DTypeId, Ruleset};
use codegen::draw::{declared, words};

use crate::lines::Lines;
use crate::{Answer, args, ask};

pub(crate) fn run(args: &args::About, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let name = |id: DTypeId| catalog.dtype(id).name.as_str();
    let names = |ids: &[DTypeId]| ids.iter().map(|&id| name(id)).collect::<Vec<_>>().join(" ");
    let list =
        |ids: &[DTypeId]| Some(names(ids)).filter(|names| !names.is_empty()).into_iter().collect();
    let mut lines = Lines::default();
    let sources =
        ruleset.sources.iter().map(|source| format!("{}: {}", source.id, words::source(source)));
    lines.add_all("sources", sources.collect());
    lines.add_all("dtypes", list(&ruleset.dtypes));
    lines.add_all("lacks", list(&ruleset.lacks));
    lines.add_all("unsupported", list(&ruleset.unsupported));
    let spelled =
        ruleset.names.iter().map(|(id, spelled)| format!("{}: {}", name(*id), spelled.join(" ")));
    lines.add_all("names", spelled.collect());
    let defaults = DEFAULT_KINDS.iter().zip(ruleset.defaults);
    let defaults = defaults.map(|(kind, id)| format!("{kind}: {}", id.map_or("not known", name)));
    lines.add_all("defaults", defaults.collect());
    let types = ruleset
        .abstract_types
        .iter()
        .map(|(called, members)| format!("{called}: {}", names(members)));
    lines.add_all("abstract", types.map(|line| line.trim_end().to_owned()).collect());
    let ranges = ruleset.ranges.iter().map(|(id, range)| format!("{}: {range}", name(*id)));
    lines.add_all("ranges", ranges.collect());
    let output = ruleset.output.iter().flatten();
    let output =
        output.map(|(from, to)| format!("{} → {}", name(*from), names(to)).trim_end().to_owned());
    lines.add_all("output", output.collect());
    let inexact = ruleset.inexact.iter();
    let inexact = inexact.map(|(from, to)| format!("{} → {}", name(*from), name(*to)));
    lines.add_all("inexact", inexact.collect());
    let policies = catalog.policies.iter().zip(&ruleset.policies).map(|(policy, &value)| {
        let value = &policy.values[value];
        format!("{} = {}: {}", policy.name, value.name, value.doc)
    });
    lines.add_all("policies", policies.collect());
    let own = ruleset.op_overrides.iter().map(|own| {
        let on: Vec<&str> = own.rule.on.iter().map(|kind| kind.name()).collect();
        let (compute, result) = (own.rule.compute.name(), own.rule.result.name());
        format!("{}: on {}, compute {compute}, result {result}", own.op, on.join(" "))
    });
    lines.add_all("ops", own.collect());
    lines.add_all("op cells", op_cells(catalog, ruleset));
    lines.add_all(
        "divergences",
        ruleset.divergences.iter().map(|one| declared::divergence(catalog, ruleset, one)).collect(),
    );
    lines.add_all(
        "departures",
        ruleset
            .observed_differences
            .iter()
            .map(|one| declared::difference(catalog, ruleset, one))
            .collect(),
    );
    lines.add_all(
        "slips",
        ruleset.slips.iter().map(|one| declared::slip(catalog, ruleset, one)).collect(),
    );
    Ok(format!("{}: {}\n\n{}", ruleset.name, ruleset.title(), lines.text()))
}

/// What single ops give, those that give the same together.
fn op_cells(catalog: &Catalog, ruleset: &Ruleset) -> Vec<String> {
    let mut ops: Vec<(Vec<&str>, String)> = Vec::new();
    for op in &catalog.ops {
        let own = ruleset.op_cells.iter().filter(|cell| cell.op == op.name);
        let mut gives: Vec<(Cell, Vec<String>)> = Vec::new();
        for cell in own {
            let operands = catalog.operands_name(cell.operands);
            match gives.iter_mut().find(|(outcome, _)| *outcome == cell.outcome) {
                Some((_, all)) => all.push(operands),
                None => gives.push((cell.outcome, vec![operands])),
            }
        }
        let gives = gives.iter().map(|(gives, all)| {
            format!("{} → {}", all.join(", "), words::outcome(catalog, *gives))
        });
        let text = gives.collect::<Vec<_>>().join("; ");
        match ops.iter_mut().find(|(_, other)| *other == text) {
            _ if text.is_empty() => {}
            Some((names, _)) => names.push(&op.name),
            None => ops.push((vec![&op.name], text)),
        }
    }
    ops.into_iter().map(|(names, text)| format!("{}: {text}", names.join(" "))).collect()
}
