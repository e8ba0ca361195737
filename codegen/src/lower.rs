//! [`Sources`] → [`Catalog`], or every mistake in them.

mod assertions;
mod bases;
mod cell;
mod checks;
mod device;
mod drawn;
mod dtypes;
mod framework;
mod grid;
mod lattice;
mod listing;
mod lowered;
mod observed_differences;
mod op_cells;
mod op_overrides;
mod ops;
mod policies;
mod ruleset_names;
mod scope;
mod sources;
mod supported;
mod tables;
mod words;

use crate::catalog::{Catalog, Ruleset};
use crate::diagnostic::{Diagnostic, Sink};
use crate::load::{Role, Sources};
use crate::spec::{Framework, read};

use bases::{base_of, check_bases};
use lowered::{Base, Lowered};
use ruleset_names::{check_modules, check_words};
use scope::World;

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
        let world = World {
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

/// Lowers each framework after its base, and lists the rulesets in the order of the files.
fn lower_all(frameworks: &[Framework], broken_bases: &[bool], world: &World<'_>) -> Vec<Ruleset> {
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
