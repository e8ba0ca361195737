//! [`Sources`] → [`Catalog`], or every mistake in them.

mod checks;
mod claims;
mod departures;
mod deviations;
mod device;
mod drawing;
mod dtypes;
mod framework;
mod lattice;
mod listing;
mod op_cells;
mod ops;
mod outcome;
mod policies;
mod sources;
mod table;
mod words;

use crate::catalog::{Catalog, Ruleset};
use crate::diagnostic::{Diagnostic, Mistake, Sink, did_you_mean};
use crate::load::{Role, Sources};
use crate::spec::{Framework, read};

use framework::{Base, Lowered};

/// Checks a spec and resolves it.
///
/// # Errors
///
/// Every mistake in every file, in the order of the files. [`crate::diagnostic::render`] shows
/// them. A mistake that follows from another is not listed.
pub fn lower(sources: &Sources) -> Result<Catalog, Vec<Diagnostic>> {
    let sink = Sink::default();
    let spec = read::read(sources, &sink);
    let dtypes = dtypes::lower(&spec.dtypes, &sink);
    let ops = ops::lower(&spec.ops, &sink);
    let policies = policies::lower(&spec.policies, spec.ops_whole, &sink);
    // Without dtypes every word of every grid would be a mistake; they are reported alone.
    if !spec.dtypes.is_empty() {
        let known: Vec<&str> = sources.files.iter().filter_map(ruleset_name).collect();
        let broken_bases = check_bases(&spec.frameworks, &known, &sink);
        let ops_whole = spec.ops_whole;
        let foreign = foreign(&spec.frameworks);
        let world = framework::World {
            dtypes: &dtypes,
            ops: &ops,
            ops_whole,
            foreign: &foreign,
            policies: &policies,
            sink: &sink,
        };
        check_words(&spec.frameworks, &dtypes, &sink);
        let rulesets = lower_all(&spec.frameworks, &broken_bases, &world);
        if sink.len() == 0 {
            return Ok(Catalog {
                dtypes: dtypes.into_dtypes(),
                ops,
                policies,
                foreign,
                rulesets,
                files: sources.files.iter().map(|file| file.name.clone()).collect(),
            });
        }
    } else if sink.len() == 0 {
        let file = sources.files.iter().position(|file| file.role == Role::Dtypes);
        sink.report(dtypes::missing(file));
    }
    Err(sink.into_sorted())
}

/// The names of dtypes that some framework gives and the spec does not have, each once.
fn foreign(frameworks: &[Framework]) -> Vec<String> {
    let names = frameworks.iter().flat_map(|framework| &framework.foreign);
    let mut names: Vec<String> = names.map(|name| name.value.clone()).collect();
    names.sort();
    names.dedup();
    names
}

fn ruleset_name(file: &crate::load::SourceFile) -> Option<&str> {
    match &file.role {
        Role::Framework(name) => Some(name),
        _ => None,
    }
}

/// The frameworks whose chain of bases does not end.
fn check_bases(frameworks: &[Framework], known: &[&str], sink: &Sink) -> Vec<bool> {
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

/// Lowers each framework after its base, and lists the rulesets in the order of the files.
fn lower_all(
    frameworks: &[Framework],
    broken_bases: &[bool],
    world: &framework::World<'_>,
) -> Vec<Ruleset> {
    let mut lowered: Vec<Option<Lowered>> = frameworks.iter().map(|_| None).collect();
    // Every unbroken chain of bases ends, so each round lowers at least one framework more.
    while let Some(next) = (0..frameworks.len()).find(|&one| {
        lowered[one].is_none()
            && (broken_bases[one]
                || base_of(frameworks, one).is_none_or(|base| lowered[base].is_some()))
    }) {
        let base = match base_of(frameworks, next).and_then(|base| lowered[base].as_ref()) {
            _ if broken_bases[next] => Base::Broken,
            Some(base) => Base::Ruleset(base),
            None => Base::None,
        };
        lowered[next] = Some(framework::lower(&frameworks[next], base, world));
    }
    let mut rulesets = Vec::new();
    for (framework, lowered) in frameworks.iter().zip(lowered) {
        let lowered = lowered.expect("a framework whose chain of bases ends is lowered");
        let devices = device::lower(framework, &lowered, world);
        rulesets.push(lowered.ruleset);
        rulesets.extend(devices);
    }
    check_modules(frameworks, &rulesets, world.sink);
    rulesets
}

/// A ruleset's constant stands beside the words that generated code is written in.
fn check_words(frameworks: &[Framework], dtypes: &dtypes::Dtypes, sink: &Sink) {
    for framework in frameworks {
        let constant = crate::rust_names::constant(&framework.ruleset);
        let code = dtypes.codes().any(|code| crate::rust_names::constant(code) == constant);
        if code || crate::rust_names::is_taken(&constant) {
            let message = format!("`{}` means something else in generated code", framework.ruleset);
            let label = format!("its constant would be `{constant}`");
            sink.report(framework.at.mistake(Mistake::RulesetName, message, label));
        }
    }
}

/// Two names that differ only in signs would be one Rust module.
fn check_modules(frameworks: &[Framework], rulesets: &[Ruleset], sink: &Sink) {
    for (index, ruleset) in rulesets.iter().enumerate() {
        let module = crate::rust_names::module(&ruleset.name);
        if let Some(first) =
            rulesets[..index].iter().find(|other| crate::rust_names::module(&other.name) == module)
        {
            let place = |ruleset: &Ruleset| {
                let of = |framework: &&Framework| framework.ruleset == ruleset.file();
                frameworks.iter().find(of).expect("a ruleset is of a file").at
            };
            let message =
                format!("`{}` and `{}` would be one Rust module", first.name, ruleset.name);
            let label = format!("rename this, `{}`", ruleset.name);
            let diagnostic = place(ruleset).mistake(Mistake::RulesetName, message, label);
            sink.report(diagnostic.and(place(first), format!("or this, `{}`", first.name)));
        }
    }
}

fn base_of(frameworks: &[Framework], one: usize) -> Option<usize> {
    let base = frameworks[one].base.as_ref()?;
    frameworks.iter().position(|other| other.ruleset == base.value)
}
