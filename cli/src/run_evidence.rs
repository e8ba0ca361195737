//! What the runs that speak for a ruleset showed: of a pair of operands, op by op; of three, order by order.

use std::collections::BTreeMap;

use codegen::Catalog;
use codegen::catalog::{Asked, Aspect, DTypeId, Observed, Operand, Ruleset};
use observed::{Observation, Seen, without_places};
use serde_json::json;

use crate::lines::Line;

/// The lines that `explain` has of a pair: each run, each answer, the ops that gave it.
pub(crate) fn lines(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observations: &[Observation],
    operands: [Operand; 2],
) -> Vec<Line> {
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
) -> Vec<Line> {
    let Some(view) = observation.view(&observed.view) else { return Vec::new() };
    // What two operands promote to is what `add` shows; a run may speak of no more than that.
    let all = observed.about.contains(&Aspect::Ops);
    let ops = catalog.ops.iter().enumerate().filter(|(_, op)| all || op.name == "add");
    let mut answers: Vec<(String, Vec<&str>)> = Vec::new();
    for (place, op) in ops {
        let Some(seen) = view.seen(place, asked) else { continue };
        let error = observation.error(seen).map(|text| format!(" ({})", without_places(text)));
        let said = format!("{}{}", seen.name(catalog), error.unwrap_or_default());
        match answers.iter_mut().find(|(known, _)| *known == said) {
            Some((_, ops)) => ops.push(&op.name),
            None => answers.push((said, vec![&op.name])),
        }
    }
    let run = format!("{} {}", observation.framework, observation.version);
    let line = |(said, ops): (String, Vec<&str>)| Line {
        text: format!("{said}: {}, {run}", ops.join(" ")),
        json: json!({ "gave": said, "ops": ops, "run": run }),
    };
    answers.into_iter().map(line).collect()
}

/// What functions of any number of tensors gave of three dtypes, by the dtypes in whichever order.
pub(crate) struct Together<'a> {
    catalog: &'a Catalog,
    /// For each run, the answers of each triple.
    runs: Vec<BTreeMap<[DTypeId; 3], Vec<&'a Answered>>>,
}

/// A function, the dtypes in the order it was given them, and its answer.
type Answered = (String, [DTypeId; 3], Seen);

impl<'a> Together<'a> {
    pub(crate) fn new(
        catalog: &'a Catalog,
        ruleset: &Ruleset,
        observations: &'a [Observation],
    ) -> Together<'a> {
        let views = ruleset.observed.iter().filter_map(|observed| {
            let observation = observations.iter().find(|one| one.name == observed.file)?;
            observation.view(&observed.view)
        });
        let runs = views.map(|view| {
            let mut triples: BTreeMap<_, Vec<&Answered>> = BTreeMap::new();
            for answered in &view.together {
                triples.entry(sorted(answered.1)).or_default().push(answered);
            }
            triples
        });
        Together { catalog, runs: runs.collect() }
    }

    /// What was given of a triple in each order it was run in; `None` where none was. The orders that gave the same
    /// stand together: `result_type(i8, u16, f16), (u16, i8, f16) = f32`.
    pub(crate) fn of(&self, triple: [DTypeId; 3]) -> Option<String> {
        let runs = self.runs.iter().filter_map(|run| run.get(&sorted(triple)));
        let said: Vec<String> =
            runs.flat_map(|answers| of_orders(self.catalog, answers, triple)).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

fn sorted(mut ids: [DTypeId; 3]) -> [DTypeId; 3] {
    ids.sort();
    ids
}

/// A function, and the orders of a triple in which it gave each answer.
type Function<'v> = (&'v str, Vec<(String, Vec<[DTypeId; 3]>)>);

/// What each function of a run gave of the orders of a triple; those that gave the same everywhere together.
fn of_orders(catalog: &Catalog, answers: &[&Answered], triple: [DTypeId; 3]) -> Vec<String> {
    let mut functions: Vec<Function<'_>> = Vec::new();
    for (name, ids, seen) in answers {
        let answers = match functions.iter_mut().find(|(known, _)| known == name) {
            Some((_, answers)) => answers,
            None => &mut functions.push_mut((name, Vec::new())).1,
        };
        let gave = seen.code(catalog);
        match answers.iter_mut().find(|(known, _)| *known == gave) {
            Some((_, orders)) => orders.push(*ids),
            None => answers.push((gave, vec![*ids])),
        }
    }
    let mut said: Vec<(Vec<&str>, String)> = Vec::new();
    for (name, answers) in functions {
        let text = match answers.as_slice() {
            [(gave, orders)] if orders.len() == count_orders(triple) => {
                format!(" in any order = {gave}")
            }
            answers => {
                let answers = answers.iter().map(|(gave, orders)| of_answer(catalog, gave, orders));
                answers.collect::<Vec<_>>().join(", ")
            }
        };
        match said.iter_mut().find(|(_, known)| *known == text) {
            Some((names, _)) => names.push(name),
            None => said.push((vec![name], text)),
        }
    }
    said.into_iter().map(|(names, text)| format!("{}{text}", names.join(" and "))).collect()
}

/// In how many orders three dtypes can stand.
fn count_orders([a, b, c]: [DTypeId; 3]) -> usize {
    match (a == b, b == c, a == c) {
        (false, false, false) => 6,
        (true, true, _) => 1,
        _ => 3,
    }
}

/// `(i8, u16, f16), (u16, i8, f16) = f32`
fn of_answer(catalog: &Catalog, gave: &str, orders: &[[DTypeId; 3]]) -> String {
    let orders = orders.iter().map(|ids| {
        let codes = ids.map(|id| catalog.dtype(id).code.as_str());
        format!("({})", codes.join(", "))
    });
    format!("{} = {gave}", orders.collect::<Vec<_>>().join(", "))
}
