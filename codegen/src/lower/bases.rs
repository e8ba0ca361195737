//! `base` of each framework → the order to lower them in, and the chains of bases that do not end.

use crate::diagnostic::{Mistake, Sink, did_you_mean};
use crate::spec::Framework;

/// The frameworks whose chain of bases does not end.
pub(super) fn check_bases(frameworks: &[Framework], known: &[&str], sink: &Sink) -> Vec<bool> {
    let place = |name: &str| frameworks.iter().position(|one| one.ruleset == name);
    let mut reported = vec![false; frameworks.len()];
    let mut broken = vec![false; frameworks.len()];
    for (start, framework) in frameworks.iter().enumerate() {
        let Some(base) = &framework.base else { continue };
        if !known.contains(&base.value.as_str()) {
            let message = format!("unknown base `{}` of `{}`", base.value, framework.ruleset);
            let label = did_you_mean(&base.value, known.iter().copied());
            sink.report(base.at.mistake(Mistake::BaseUnknown, message, label));
        }
        let mut chain = vec![start];
        let mut at = start;
        while let Some(base) = &frameworks[at].base {
            let Some(next) = place(&base.value) else {
                broken[start] = true;
                break;
            };
            if let Some(from) = chain.iter().position(|&seen| seen == next) {
                broken[start] = true;
                let cycle = &chain[from..];
                if !cycle.iter().any(|&one| reported[one]) {
                    report_cycle(cycle, frameworks, sink);
                }
                cycle.iter().for_each(|&one| reported[one] = true);
                break;
            }
            chain.push(next);
            at = next;
        }
    }
    broken
}

fn report_cycle(cycle: &[usize], frameworks: &[Framework], sink: &Sink) {
    let names: Vec<&str> =
        cycle.iter().chain(&cycle[..1]).map(|&one| frameworks[one].ruleset.as_str()).collect();
    let message = format!("the base leads back to itself: {}", names.join(" → "));
    let mut places = cycle.iter().filter_map(|&one| frameworks[one].base.as_ref());
    if let Some(first) = places.next() {
        let diagnostic = first.at.mistake(Mistake::BaseCycle, message, "from here");
        sink.report(places.fold(diagnostic, |all, base| all.and(base.at, "and here")));
    }
}

pub(super) fn base_of(frameworks: &[Framework], one: usize) -> Option<usize> {
    let base = frameworks[one].base.as_ref()?;
    frameworks.iter().position(|other| other.ruleset == base.value)
}
