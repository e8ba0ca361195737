//! [`Sources`] → [`Catalog`], or every mistake in them.

mod assertions;
mod bases;
mod calls;
mod cell;
mod checks;
mod device;
mod drawn;
mod dtypes;
mod float_format;
mod framework;
mod grid;
mod ids;
mod lattice;
mod listing;
mod lowered;
mod narrow;
mod narrow_ops;
mod observed_differences;
mod op_cells;
mod op_overrides;
mod ops;
mod policies;
mod repeats;
mod ruleset_names;
mod scope;
mod sources;
mod supported;
mod tables;
mod words;

use crate::catalog::{Catalog, Ruleset};
use crate::diagnostic::Diagnostic;
use crate::load::{Role, Sources};
use crate::poison::{Checked, Listed, Poisoned, Sink};
use crate::spec::{Framework, read};

use lowered::Lowered;
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
    let mut spec = read::read(sources, &sink);
    let dtypes = dtypes::lower(&spec.dtypes, &sink);
    // Without dtypes every word of every grid would be a mistake.
    if spec.dtypes.is_empty() {
        if sink.so_far().is_ok() {
            let file = sources.files.iter().position(|file| file.role == Role::Dtypes);
            sink.report(dtypes::missing(file));
        }
        return Err(sink.into_sorted());
    }
    // Of a dtype that may be narrow or not, every grid would lack a row, or have one too many.
    if spec.dtypes.iter().any(|line| line.rust.is_err()) {
        return Err(sink.into_sorted());
    }
    // Without ops every name of one would be a mistake.
    let file = sources.files.iter().position(|file| file.role == Role::Ops);
    let no_op = file.filter(|_| spec.ops.is_empty() && spec.ops.rest.is_ok());
    if no_op.is_some() {
        spec.ops.rest = Err(Poisoned::of_unread_key());
    }
    let ops = Listed { items: ops::lower(&spec.ops, &sink), rest: spec.ops.rest };
    let (policies, defaults) = policies::lower(&spec.policies, &sink);
    let policies = Listed { items: policies, rest: spec.ops.rest };
    let id_systems = ids::lower(&spec.id_systems, &dtypes, &sink);
    let foreign = foreign(&spec.frameworks);
    let world = World {
        dtypes: &dtypes,
        ops: &ops,
        foreign: &foreign,
        policies: &policies,
        defaults: &defaults,
        sink: &sink,
    };
    check_words(&spec.frameworks, &dtypes, &sink);
    let known: Vec<&str> = sources.files.iter().filter_map(ruleset_name).collect();
    let bases = bases::bases(&spec.frameworks, &known, &sink);
    let rulesets = lower_all(&spec.frameworks, &bases, &world);
    if let (Some(file), Ok(())) = (no_op, sink.so_far()) {
        sink.report(ops::missing(file));
    }
    match sink.so_far().and_then(|()| dtypes.into_dtypes()) {
        Err(_) => Err(sink.into_sorted()),
        Ok(dtypes) => Ok(Catalog {
            dtypes,
            ops: ops.items,
            policies: policies.items,
            id_systems,
            foreign,
            rulesets,
            files: sources.files.iter().map(|file| file.name.clone()).collect(),
        }),
    }
}

/// The dtypes that some framework gives and the spec does not have, each once.
fn foreign(frameworks: &[Framework]) -> Vec<String> {
    let names = frameworks.iter().flat_map(|framework| framework.foreign.iter());
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
fn lower_all(
    frameworks: &[Framework],
    bases: &[Checked<Option<usize>>],
    world: &World<'_>,
) -> Vec<Ruleset> {
    let mut lowered: Vec<Option<Lowered>> = frameworks.iter().map(|_| None).collect();
    // Every chain of bases ends, so each round lowers at least one framework more.
    while lowered.iter().any(Option::is_none) {
        for (one, framework) in frameworks.iter().enumerate() {
            let base = bases[one].map(|base| base.map(|base| lowered[base].as_ref()));
            match base {
                _ if lowered[one].is_some() => {}
                Ok(Some(None)) => {}
                base => {
                    let base = base.map(Option::flatten);
                    lowered[one] = Some(framework::lower(framework, base, world));
                }
            }
        }
    }
    let mut rulesets = Vec::new();
    for (framework, lowered) in frameworks.iter().zip(lowered) {
        let lowered = lowered.expect("every framework is lowered");
        let devices = device::lower(framework, &lowered, world);
        rulesets.push(lowered.ruleset);
        rulesets.extend(devices);
    }
    check_modules(frameworks, &rulesets, world.sink);
    rulesets
}
