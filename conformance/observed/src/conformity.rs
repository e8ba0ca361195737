//! A ruleset held against what its framework did when run: every cell on which they differ is
//! declared, and every declared one differs.

mod declared;
mod entry;
mod groups;
mod listed;
mod ops;
mod text;
mod together;

use crate::observation::{Observation, View};
use codegen::catalog::{Aspect, Catalog, Observed, Operand, Ruleset, ValueCells};
pub use entry::{Entry, Subject};
pub(crate) use ops::PROMOTES;
pub use text::report;

/// What came of holding a ruleset against one run.
#[derive(Debug, Default)]
pub struct Conformity {
    /// How many cells of each aspect agree, differ, and could not be compared.
    pub counts: Vec<(Aspect, Count)>,
    /// Where they differ and no `[[divergence]]` says so.
    pub undeclared: Vec<Entry>,
    /// What a `[[divergence]]` says that is not so.
    pub stale: Vec<Entry>,
}

/// The cells of an aspect.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The run gave what the ruleset gives.
    pub agreed: usize,
    /// It did not.
    pub differed: usize,
    /// The ruleset does not say what it gives.
    pub silent: usize,
}

/// A ruleset, a run that speaks for it, and what both are read against.
#[derive(Clone, Copy)]
pub(crate) struct Held<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) observed: &'a Observed,
    pub(crate) view: &'a View,
    pub(crate) observation: &'a Observation,
    /// Whether the run was asked of tensors without axes, and of weakly typed ones.
    zero_dim: bool,
    weak: bool,
}

/// Holds a ruleset against a run that speaks for it, in all but what it computes.
///
/// # Errors
///
/// The observation has no view of the name the ruleset gives.
pub fn compare(
    catalog: &Catalog,
    ruleset: &Ruleset,
    observed: &Observed,
    observation: &Observation,
) -> Result<Conformity, String> {
    let view = observation.view(&observed.view).ok_or_else(|| {
        format!("{}: {}.json has no view `{}`", ruleset.name, observed.file, observed.view)
    })?;
    let zero_dim = view.asks_of(|operand| matches!(operand, Operand::ZeroDim(_)));
    let weak = view.asks_of(|operand| matches!(operand, Operand::Weak(_)));
    let held = Held { catalog, ruleset, observed, view, observation, zero_dim, weak };
    let mut conformity = Conformity::default();
    for &aspect in &observed.about {
        let (count, differences) = match aspect {
            Aspect::Promotion | Aspect::Scalars | Aspect::Ops => ops::differences(held, aspect),
            Aspect::Defaults => listed::defaults(held),
            Aspect::Names => listed::names(held),
            Aspect::Nary => together::differences(held),
            // Only the runtime computes.
            Aspect::Values | Aspect::Calls => continue,
        };
        conformity.counts.push((aspect, count));
        let declared = declared::of_aspect(held, aspect, |triples| triples.some.is_none());
        let (mut undeclared, mut stale) = entry::settle(differences, declared);
        if aspect == Aspect::Nary {
            for some in declared::of_some(held) {
                let unneeded;
                (undeclared, unneeded) = entry::settle_some(undeclared, some);
                stale.extend(unneeded);
            }
        }
        let inherited = declared::of_base(held, aspect);
        undeclared.retain(|found| !inherited.iter().any(|one| one.covers(found)));
        conformity.undeclared.extend(undeclared);
        // The run of a device profile is asked of fewer functions than that of its framework.
        let asked = |one: &Entry| match one.subject {
            Subject::Cell(op, asked) => view.seen(op, asked).is_some(),
            _ => true,
        };
        conformity
            .stale
            .extend(stale.into_iter().filter(|one| ruleset.device.is_none() || asked(one)));
    }
    Ok(conformity)
}

/// What an op, or `cast`, computes of operands, where a replay found other values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DifferingValues {
    /// The op by its name.
    pub op: String,
    /// Its operands, as the spec writes a cell.
    pub cell: String,
    /// Other cells that declare this one too: of tensors with axes, where an operand is 0-d.
    pub declared_by: Vec<String>,
}

/// The same of what is computed.
pub fn hold_values(
    ruleset: &Ruleset,
    observed: &Observed,
    differing: &[DifferingValues],
) -> (Vec<Entry>, Vec<Entry>) {
    let entry = |op: &str, cell: &str| {
        let subject = Subject::Value(op.to_owned(), cell.to_owned());
        Entry { subject, rule: "*".to_owned(), run: "*".to_owned(), error: None }
    };
    let declared: Vec<_> = declared::of_values(ruleset, observed.source).collect();
    let covers = |(op, cells): &(&str, &ValueCells), found: &DifferingValues| {
        *op == found.op && cells.cells.contains(&found.cell)
    };
    let declares = |one: &(&str, &ValueCells), found: &DifferingValues| {
        let of_tensors = found.declared_by.iter().any(|cell| one.1.cells.contains(cell));
        covers(one, found) || one.0 == found.op && of_tensors
    };
    let is_open = |found: &&DifferingValues| !declared.iter().any(|one| declares(one, found));
    let open = differing.iter().filter(is_open);
    let undeclared = open.map(|found| entry(&found.op, &found.cell)).collect();
    let is_stale = |one: &&(&str, &ValueCells)| !differing.iter().any(|found| covers(one, found));
    let stale = declared.iter().filter(is_stale).map(|(op, cells)| entry(op, &cells.written));
    (undeclared, stale.collect())
}

/// The same of functions as they are called, of which the runtime's answers are held against the run's.
pub fn hold_calls(
    ruleset: &Ruleset,
    observed: &Observed,
    differing: Vec<Entry>,
) -> (Vec<Entry>, Vec<Entry>) {
    let (undeclared, stale) =
        entry::settle(differing, declared::of_calls(ruleset, observed.source));
    // A device profile is not asked of them.
    (undeclared, if ruleset.device.is_none() { stale } else { Vec::new() })
}
