//! One difference between a ruleset and a run, found or declared; and which of them have no partner.

use crate::catalog::{Asked, Aspect, DTypeId, Departed, DepartedCell, Departure, Ruleset};

use super::{Held, ops};

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Of what.
    pub subject: Subject,
    /// What the ruleset gives, as the spec writes it; `*` stands for anything.
    pub rule: String,
    /// What the run gave.
    pub run: String,
    /// The text of its error, where it was one.
    pub error: Option<String>,
}

/// What a difference is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A cell of an op, by its place in the catalog.
    Cell(usize, Asked),
    /// What was called with three tensors, and their dtypes.
    Together(String, [DTypeId; 3]),
    /// A default dtype, by its kind.
    Default(String),
    /// A spelling of a dtype.
    Name(String),
    /// What an op, or `cast`, computes of operands.
    Value(String, String),
}

/// What a file declares of an aspect, cell by cell.
pub(super) fn declared(held: Held<'_>, aspect: Aspect) -> Vec<Entry> {
    let mine = departures(held.ruleset, held.observed.source);
    mine.flat_map(|one| {
        let subjects: Vec<Subject> = match (&one.of, aspect) {
            (Departed::Ops(names, cells), Aspect::Promotion | Aspect::Scalars | Aspect::Ops) => {
                let subjects = names.iter().flat_map(|name| of_op(held, name, cells));
                subjects.filter(|subject| ops::aspect(held, subject) == Some(aspect)).collect()
            }
            (Departed::Nary(names, triples), Aspect::Nary) => {
                let has =
                    |ids: &&[DTypeId; 3]| ids.iter().all(|id| held.ruleset.dtypes.contains(id));
                let triples = || triples.iter().filter(has);
                let of = |name: &String| {
                    triples().map(|&ids| Subject::Together(name.clone(), ids)).collect::<Vec<_>>()
                };
                names.iter().flat_map(of).collect()
            }
            (Departed::Defaults(kinds), Aspect::Defaults) => {
                kinds.iter().cloned().map(Subject::Default).collect()
            }
            (Departed::Names(names), Aspect::Names) => {
                names.iter().cloned().map(Subject::Name).collect()
            }
            _ => Vec::new(),
        };
        subjects.into_iter().map(|subject| entry(one, subject)).collect::<Vec<_>>()
    })
    .collect()
}

/// What a file declares of computed values.
pub(super) fn declared_values(ruleset: &Ruleset, source: usize) -> Vec<Entry> {
    let mine = departures(ruleset, source);
    let mut all = Vec::new();
    for one in mine {
        if let Departed::Values(ops, cells) = &one.of {
            let pairs = ops.iter().flat_map(|op| cells.iter().map(move |cell| (op, cell)));
            let subjects = pairs.map(|(op, cell)| Subject::Value(op.clone(), cell.clone()));
            all.extend(subjects.map(|subject| {
                let any = || "*".to_owned();
                Entry { subject, rule: any(), run: any(), error: None }
            }));
        }
    }
    all
}

/// Those of a run that hold on the ruleset's device.
fn departures(ruleset: &Ruleset, source: usize) -> impl Iterator<Item = &Departure> {
    let here = |one: &&Departure| match &ruleset.device {
        _ if one.devices.is_empty() => true,
        Some(device) => one.devices.contains(device),
        None => false,
    };
    ruleset.departures.iter().filter(move |one| one.source == source).filter(here)
}

fn entry(departure: &Departure, subject: Subject) -> Entry {
    let Departure { rule, run, .. } = departure;
    Entry { subject, rule: rule.clone(), run: run.clone(), error: None }
}

/// The cells of an op, as far as the ruleset has their dtypes.
fn of_op(held: Held<'_>, name: &str, cells: &[DepartedCell]) -> Vec<Subject> {
    let Some(place) = held.catalog.ops.iter().position(|op| op.name == name) else {
        return Vec::new();
    };
    let questions = ops::questions(held, &held.catalog.ops[place]);
    let asked = cells.iter().flat_map(|cell| match *cell {
        DepartedCell::Asked(asked) => {
            questions.iter().copied().filter(|one| *one == asked).collect::<Vec<_>>()
        }
        DepartedCell::Into(id) => {
            let into = |asked: &Asked| {
                let seen = held.view.seen(place, *asked).is_some();
                seen && ops::computes(held, place, *asked) == Some(id)
            };
            questions.iter().copied().filter(into).collect()
        }
    });
    asked.map(|asked| Subject::Cell(place, asked)).collect()
}

/// The differences that nothing declares, and the declarations that are no difference, or a second one.
pub(super) fn settle(found: Vec<Entry>, declared: Vec<Entry>) -> (Vec<Entry>, Vec<Entry>) {
    let fits = |said: &str, is: &str| said == "*" || is == "*" || said == is;
    let same = |declared: &Entry, found: &Entry| {
        let subject = declared.subject == found.subject;
        subject && fits(&declared.rule, &found.rule) && fits(&declared.run, &found.run)
    };
    let mut open: Vec<Option<Entry>> = found.into_iter().map(Some).collect();
    let mut stale = Vec::new();
    for one in declared {
        let partner = open.iter_mut().find(|found| found.as_ref().is_some_and(|f| same(&one, f)));
        match partner {
            Some(partner) => *partner = None,
            None => stale.push(one),
        }
    }
    (open.into_iter().flatten().collect(), stale)
}
