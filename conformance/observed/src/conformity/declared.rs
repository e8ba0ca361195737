//! The divergences of a file → the differences that they declare, cell by cell.

use codegen::catalog::{
    Asked, Aspect, DTypeId, DifferenceCell, DifferenceOf, ObservedDifference, Ruleset, Triples,
    ValueCells,
};

use super::entry::{Entry, Subject};
use super::{Held, ops};

/// What a file declares of an aspect, cell by cell; of three tensors, the triples that are `wanted`.
pub(super) fn of_aspect(
    held: Held<'_>,
    aspect: Aspect,
    wanted: impl Fn(&Triples) -> bool,
) -> Vec<Entry> {
    let mine = observed_differences(held.ruleset, held.observed.source);
    mine.flat_map(|one| {
        let subjects: Vec<Subject> = match (&one.of, aspect) {
            (
                DifferenceOf::Ops(names, cells),
                Aspect::Promotion | Aspect::Scalars | Aspect::Ops,
            ) => {
                let subjects = names.iter().flat_map(|name| of_op(held, name, cells));
                subjects.filter(|subject| ops::aspect(held, subject) == Some(aspect)).collect()
            }
            (DifferenceOf::Nary(names, triples), Aspect::Nary) => {
                let of = |name: &String| -> Vec<Subject> {
                    let triples = triples.iter().filter(|one| wanted(one));
                    triples.flat_map(|one| of_three(held, name, one)).collect()
                };
                names.iter().flat_map(of).collect()
            }
            (DifferenceOf::Defaults(kinds), Aspect::Defaults) => {
                kinds.iter().cloned().map(Subject::Default).collect()
            }
            (DifferenceOf::Names(names), Aspect::Names) => {
                names.iter().cloned().map(Subject::Name).collect()
            }
            _ => Vec::new(),
        };
        subjects.into_iter().map(|subject| entry(one, subject)).collect::<Vec<_>>()
    })
    .collect()
}

/// What a file declares of some of the triples that a word stands for.
pub(super) fn of_some(held: Held<'_>) -> Vec<Vec<Entry>> {
    let mine = observed_differences(held.ruleset, held.observed.source);
    let declared = mine.flat_map(|one| {
        let (names, triples) = match &one.of {
            DifferenceOf::Nary(names, triples) => (names.as_slice(), triples.as_slice()),
            _ => (&[][..], &[][..]),
        };
        names.iter().flat_map(move |name| {
            let some = triples.iter().filter(|triples| triples.some.is_some());
            some.map(move |triples| {
                of_three(held, name, triples).map(|subject| entry(one, subject)).collect()
            })
        })
    });
    declared.collect()
}

/// The triples whose dtypes the ruleset has.
fn of_three<'a>(
    held: Held<'a>,
    name: &'a str,
    triples: &'a Triples,
) -> impl Iterator<Item = Subject> {
    let has = move |ids: &[DTypeId; 3]| ids.iter().all(|id| held.ruleset.dtypes.contains(id));
    triples.each().filter(has).map(move |ids| Subject::Together(name.to_owned(), ids))
}

/// What the file of the ruleset that this one is a mode of declares of an aspect: a mode does likewise wherever its
/// own run shows it.
pub(super) fn of_base(held: Held<'_>, aspect: Aspect) -> Vec<Entry> {
    let mode_of = |base: &&Ruleset| {
        let rest = held.ruleset.name.strip_prefix(base.name.as_str());
        rest.is_some_and(|rest| rest.starts_with('/')) && held.ruleset.base.is_some()
    };
    let base = held.catalog.rulesets.iter().filter(mode_of).min_by_key(|base| base.name.len());
    let Some(base) = base else { return Vec::new() };
    let runs = base.observed.iter();
    runs.flat_map(|observed| of_aspect(Held { ruleset: base, observed, ..held }, aspect, |_| true))
        .collect()
}

/// What a file declares of computed values: ops, or `cast`, and cells of which one at least differs.
pub(super) fn of_values(
    ruleset: &Ruleset,
    source: usize,
) -> impl Iterator<Item = (&str, &ValueCells)> {
    observed_differences(ruleset, source).flat_map(|one| {
        let (ops, cells) = match &one.of {
            DifferenceOf::Values(ops, cells) => (ops.as_slice(), cells.as_slice()),
            DifferenceOf::Ops(..)
            | DifferenceOf::Defaults(_)
            | DifferenceOf::Names(_)
            | DifferenceOf::Nary(..)
            | DifferenceOf::Calls(..) => (&[][..], &[][..]),
        };
        ops.iter().flat_map(move |op| cells.iter().map(move |cell| (op.as_str(), cell)))
    })
}

/// What a file declares of functions as they are called.
pub(super) fn of_calls(ruleset: &Ruleset, source: usize) -> Vec<Entry> {
    let mine = observed_differences(ruleset, source);
    mine.flat_map(|one| {
        let subjects = match &one.of {
            DifferenceOf::Calls(names, calls) => names
                .iter()
                .flat_map(|name| calls.iter().map(|call| Subject::Call(name.clone(), call.clone())))
                .collect(),
            DifferenceOf::Ops(..)
            | DifferenceOf::Defaults(_)
            | DifferenceOf::Names(_)
            | DifferenceOf::Nary(..)
            | DifferenceOf::Values(..) => Vec::new(),
        };
        subjects.into_iter().map(|subject| entry(one, subject)).collect::<Vec<_>>()
    })
    .collect()
}

/// Those of a run that hold on the ruleset's device.
fn observed_differences(
    ruleset: &Ruleset,
    source: usize,
) -> impl Iterator<Item = &ObservedDifference> {
    let device = ruleset.device.as_deref();
    let mine = ruleset.observed_differences.iter().filter(move |one| one.source == source);
    mine.filter(move |one| one.holds_on(device))
}

fn entry(difference: &ObservedDifference, subject: Subject) -> Entry {
    let ObservedDifference { rule, run, .. } = difference;
    Entry { subject, rule: rule.clone(), run: run.clone(), error: None }
}

/// The cells of an op, as far as the ruleset has their dtypes.
fn of_op(held: Held<'_>, name: &str, cells: &[DifferenceCell]) -> Vec<Subject> {
    let Some(place) = held.catalog.ops.iter().position(|op| op.name == name) else {
        return Vec::new();
    };
    let op = &held.catalog.ops[place];
    let asked = cells.iter().flat_map(|cell| match *cell {
        DifferenceCell::Asked(asked) => Vec::from_iter(ops::has(held, op, asked).then_some(asked)),
        DifferenceCell::Into(id) => {
            let into = |asked: &Asked| {
                let seen = held.view.seen(place, *asked).is_some();
                seen && ops::computes(held, place, *asked) == Some(id)
            };
            ops::questions(held, op).into_iter().filter(into).collect()
        }
    });
    asked.map(|asked| Subject::Cell(place, asked)).collect()
}
