//! `base` of each framework → the place of its base, poisoned if a chain of bases does not end.

use crate::diagnostic::{Mistake, did_you_mean};
use crate::poison::{Checked, Listed, Poisoned, Sink};
use crate::spec::Framework;

/// The place of each framework's base; `known` are the names of all files, read or not.
pub(super) fn bases(
    frameworks: &Listed<Framework>,
    known: &[&str],
    sink: &Sink,
) -> Vec<Checked<Option<usize>>> {
    let base = |framework| base(framework, frameworks, known, sink);
    let mut bases: Vec<Checked<Option<usize>>> = frameworks.iter().map(base).collect();
    for start in 0..bases.len() {
        let mut chain = vec![start];
        while let Ok(Some(next)) = bases[chain[chain.len() - 1]] {
            if let Some(first) = chain.iter().position(|&known| known == next) {
                let cycle = &chain[first..];
                let poisoned = report_cycle(cycle, frameworks, sink);
                cycle.iter().for_each(|&one| bases[one] = Err(poisoned));
                break;
            }
            chain.push(next);
        }
    }
    bases
}

fn base(
    framework: &Framework,
    frameworks: &Listed<Framework>,
    known: &[&str],
    sink: &Sink,
) -> Checked<Option<usize>> {
    let Some(base) = framework.base.as_ref().map_err(|&poisoned| poisoned)? else {
        return Ok(None);
    };
    if let Some(place) = frameworks.iter().position(|one| one.ruleset == base.value) {
        return Ok(Some(place));
    }
    if known.contains(&base.value.as_str()) {
        frameworks.rest?;
    }
    let message = format!("unknown base `{}` of `{}`", base.value, framework.ruleset);
    let label = did_you_mean(&base.value, known.iter().copied());
    Err(sink.report(base.at.mistake(Mistake::BaseUnknown, message, label)))
}

fn report_cycle(cycle: &[usize], frameworks: &[Framework], sink: &Sink) -> Poisoned {
    let names: Vec<&str> =
        cycle.iter().chain(&cycle[..1]).map(|&one| frameworks[one].ruleset.as_str()).collect();
    let message = format!("the base leads back to itself: {}", names.join(" → "));
    let bases = cycle.iter().filter_map(|&one| frameworks[one].base.as_ref().ok()?.as_ref());
    let mut places = bases.map(|base| base.at);
    let first = places.next().expect("each framework of a cycle has a base");
    let diagnostic = first.mistake(Mistake::BaseCycle, message, "from here");
    sink.report(places.fold(diagnostic, |all, place| all.and(place, "and here")))
}
