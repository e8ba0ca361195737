//! What frameworks computed when they were run, against the runtime under their rulesets: the same, near
//! enough where no definition rounds once, or declared.

use std::fmt::Write as _;

use codegen::catalog::{Aspect, Catalog, DifferenceOf, Observed, Ruleset};
use conformance::replay::{self, Replayed};
use conformance::{catalog, observations};
use observed::Observation;
use observed::conformity::{self, DifferingValues};

/// A ruleset, a run that speaks of its values, and every probe of that replayed.
struct Run<'a> {
    ruleset: &'a Ruleset,
    observed: &'a Observed,
    observation: &'a Observation,
    replayed: Vec<Replayed>,
}

fn runs<'a>(catalog: &'a Catalog, observations: &'a [Observation]) -> Vec<Run<'a>> {
    let held = observations::held(catalog, observations).into_iter();
    let held = held.filter(|(_, observed, _)| observed.about.contains(&Aspect::Values));
    let runs = held.filter_map(|(ruleset, observed, observation)| {
        let view = observation.view(&observed.view)?;
        let ours = runtime::Ruleset::find(&ruleset.name).unwrap_or_else(|error| panic!("{error}"));
        let replayed = replay::replay(catalog, observation, view, ours);
        Some(Run { ruleset, observed, observation, replayed })
    });
    runs.filter(|run| !run.replayed.is_empty()).collect()
}

fn differing(replayed: &[Replayed]) -> Vec<DifferingValues> {
    replay::differing(replayed).into_iter().collect()
}

#[test]
fn every_difference_of_values_is_declared() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let mut open = String::new();
    for Run { ruleset, observed, observation, replayed } in runs(&catalog, &observations) {
        observations::tell(&format!(
            "{}: {}",
            ruleset.name,
            replay::counts(observation, &replayed)
        ));
        let differing = differing(&replayed);
        let (undeclared, stale) = conformity::hold_values(ruleset, observed, &differing);
        open += &conformity::report(&catalog, ruleset, observed, &undeclared, &stale);
        let of_undeclared = |one: &Replayed| {
            let subject = conformity::Subject::Value(one.op.clone(), one.cell.clone());
            undeclared.iter().any(|entry| entry.subject == subject)
        };
        open += &replay::told(&replayed.into_iter().filter(of_undeclared).collect::<Vec<_>>());
    }
    assert!(open.is_empty(), "\n{open}");
}

/// Without any one declaration a value differs that none declares.
#[test]
fn every_declaration_of_values_is_needed() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let (mut tried, mut idle) = (0, String::new());
    for Run { ruleset, observed, replayed, .. } in runs(&catalog, &observations) {
        let differing = differing(&replayed);
        for one in &ruleset.observed_differences {
            if let DifferenceOf::Values(..) = one.of {
                let mut without = ruleset.clone();
                without.observed_differences.retain(|other| other != one);
                let (undeclared, _) = conformity::hold_values(&without, observed, &differing);
                if undeclared.is_empty() {
                    let _ = writeln!(idle, "{}: not needed: {one:?}", ruleset.name);
                }
                tried += 1;
            }
        }
    }
    observations::tell(&format!("{tried} declarations of values are needed, each by itself"));
    assert!(tried > 0 && idle.is_empty(), "\n{idle}");
}

#[test]
fn how_far_frameworks_are_off() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let mut text = String::new();
    for Run { ruleset, observation, replayed, .. } in runs(&catalog, &observations) {
        let Observation { framework, version, .. } = observation;
        let _ = writeln!(text, "{}: {framework} {version}", ruleset.name);
        let farthest = replay::farthest(&replayed);
        assert!(farthest.values().all(|&ulps| ulps <= replay::BOUND));
        let mut ops: Vec<&str> = farthest.keys().map(|(op, _)| op.as_str()).collect();
        ops.dedup();
        for op in ops {
            let of_op = farthest.iter().filter(|((other, _), _)| other == op);
            let each = of_op.map(|((_, dtype), ulps)| format!("{} {ulps}", dtype.code()));
            let _ = writeln!(text, "  {op}: {}", each.collect::<Vec<_>>().join(", "));
        }
    }
    insta::assert_snapshot!(text);
}
