//! What the runs that speak for a ruleset showed of a pair of operands, op by op.

use std::path::Path;

use codegen::Catalog;
use codegen::catalog::{Asked, Aspect, Observed, Ruleset};
use codegen::observed::Observation;
use codegen::promote::Operand;

/// The recorded runs under a root.
pub(crate) fn load(catalog: &Catalog, root: &Path) -> Result<Vec<Observation>, String> {
    let folder = root.join("conformance/observed");
    codegen::load_observations(&folder, catalog).map_err(|error| format!("{error}\n"))
}

/// The lines that `explain` has of a pair: each run, each answer, the ops that gave it.
pub(crate) fn lines(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observations: &[Observation],
    operands: [Operand; 2],
) -> Vec<String> {
    let Some(asked) = Asked::pair(operands) else { return Vec::new() };
    let runs = ruleset.observed.iter().filter_map(|observed| {
        let observation = observations.iter().find(|one| one.name == observed.file)?;
        Some(of_run(catalog, observed, observation, asked))
    });
    runs.flatten().collect()
}

fn of_run(
    catalog: &Catalog,
    observed: &Observed,
    observation: &Observation,
    asked: Asked,
) -> Vec<String> {
    let Some(view) = observation.view(&observed.view) else { return Vec::new() };
    // What two operands promote to is what `add` shows; a run may speak of no more than that.
    let all = observed.about.contains(&Aspect::Ops);
    let ops = catalog.ops.iter().enumerate().filter(|(_, op)| all || op.name == "add");
    let mut answers: Vec<(String, Vec<&str>)> = Vec::new();
    for (place, op) in ops {
        let Some(seen) = view.seen(place, asked) else { continue };
        let error = observation.error(seen).map(|text| format!(" ({text})"));
        let said = format!("{}{}", seen.name(catalog), error.unwrap_or_default());
        match answers.iter_mut().find(|(known, _)| *known == said) {
            Some((_, ops)) => ops.push(&op.name),
            None => answers.push((said, vec![&op.name])),
        }
    }
    let run = format!("{} {}", observation.framework, observation.version);
    let lines = answers.into_iter().map(|(said, ops)| format!("{said}: {}, {run}", ops.join(" ")));
    lines.collect()
}
