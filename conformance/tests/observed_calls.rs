//! What frameworks gave to functions as people call them, against the runtime under their rulesets: creation from
//! Python numbers, arguments left out, outputs and in-place ops, NumPy's scalars beside tensors.

use codegen::catalog::{Aspect, Catalog, DifferenceOf, Observed, Ruleset};
use conformance::calls::{self, Compared};
use conformance::{catalog, observations};
use observed::Observation;
use observed::conformity;

/// A ruleset, a run that speaks of its calls, and all of them compared.
struct Run<'a> {
    ruleset: &'a Ruleset,
    observed: &'a Observed,
    observation: &'a Observation,
    compared: Compared,
}

fn runs<'a>(catalog: &'a Catalog, observations: &'a [Observation]) -> Vec<Run<'a>> {
    let held = observations::held(catalog, observations).into_iter();
    let held = held.filter(|(_, observed, _)| observed.about.contains(&Aspect::Calls));
    let runs = held.filter_map(|(ruleset, observed, observation)| {
        let view = observation.view(&observed.view)?;
        let ours = runtime::Ruleset::find(&ruleset.name).unwrap_or_else(|error| panic!("{error}"));
        let compared = calls::compare(catalog, observation, view, ours);
        Some(Run { ruleset, observed, observation, compared })
    });
    runs.collect()
}

#[test]
fn every_difference_of_calls_is_declared() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let mut open = String::new();
    let mut asked = 0;
    for Run { ruleset, observed, observation, compared } in runs(&catalog, &observations) {
        let Compared { agreed, differing } = compared;
        asked += agreed;
        observations::tell(&format!(
            "{} and {} {} ({}): {agreed} calls agree, {} differ",
            ruleset.name,
            observation.framework,
            observation.version,
            observed.view,
            differing.len()
        ));
        let (undeclared, stale) = conformity::hold_calls(ruleset, observed, differing);
        open += &conformity::report(&catalog, ruleset, observed, &undeclared, &stale);
    }
    assert!(open.is_empty(), "\n{open}");
    assert!(asked > 0, "no run has calls");
}

/// Without any one declaration a call differs that none declares.
#[test]
fn every_declaration_of_calls_is_needed() {
    let catalog = catalog();
    let observations = observations::all(&catalog);
    let mut tried = 0;
    for Run { ruleset, observed, compared, .. } in runs(&catalog, &observations) {
        for one in &ruleset.observed_differences {
            if let DifferenceOf::Calls(..) = one.of
                && one.source == observed.source
                && ruleset.device.is_none()
            {
                let mut without = ruleset.clone();
                without.observed_differences.retain(|other| other != one);
                let differing = compared.differing.clone();
                let (undeclared, _) = conformity::hold_calls(&without, observed, differing);
                assert!(!undeclared.is_empty(), "{}: not needed: {one:?}", ruleset.name);
                tried += 1;
            }
        }
    }
    observations::tell(&format!("{tried} declarations of calls are needed, each by itself"));
    assert!(tried > 0);
}
