//! What the runs that speak for a ruleset showed: of a pair of operands, op by op; of three, order by order.

use codegen::Catalog;
use codegen::catalog::{Asked, Aspect, DTypeId, Observed, Operand, Ruleset};
use observed::{Observation, View};
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
        let error = observation.error(seen).map(|text| format!(" ({text})"));
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

/// What functions of any number of tensors gave of three dtypes in each order they were run in; `None` where
/// none was. The orders that gave the same stand together: `result_type(i8, u16, f16), (u16, i8, f16) = f32`.
pub(crate) fn together(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observations: &[Observation],
    triple: [DTypeId; 3],
) -> Option<String> {
    let runs = ruleset.observed.iter().filter_map(|observed| {
        let observation = observations.iter().find(|one| one.name == observed.file)?;
        observation.view(&observed.view)
    });
    let said: Vec<String> = runs.flat_map(|view| of_orders(catalog, view, triple)).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// A function, and the orders of a triple in which it gave each answer.
type Function<'v> = (&'v str, Vec<(String, Vec<[DTypeId; 3]>)>);

/// What each function of a view gave of the orders of a triple; those that gave the same everywhere together.
fn of_orders(catalog: &Catalog, view: &View, triple: [DTypeId; 3]) -> Vec<String> {
    let sorted = |mut ids: [DTypeId; 3]| {
        ids.sort();
        ids
    };
    let mut functions: Vec<Function<'_>> = Vec::new();
    for (name, ids, seen) in &view.together {
        if sorted(*ids) != sorted(triple) {
            continue;
        }
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
