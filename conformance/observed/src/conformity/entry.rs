//! One difference between a ruleset and a run, found or declared; and which of them have no partner.

use std::collections::BTreeMap;

use codegen::catalog::{Asked, DTypeId};

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

impl Entry {
    /// Whether it declares that a run gave what was found, whatever the rule gives there.
    pub(super) fn covers(&self, found: &Entry) -> bool {
        let run = self.run == "*" || self.run == found.run;
        self.subject == found.subject && run
    }
}

/// What a difference is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
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
    /// What a function gives as it is called, and with which arguments.
    Call(String, String),
}

/// The differences that nothing declares, and the declarations that are no difference, or a second one.
pub(super) fn settle(found: Vec<Entry>, declared: Vec<Entry>) -> (Vec<Entry>, Vec<Entry>) {
    let fits = |said: &str, is: &str| said == "*" || is == "*" || said == is;
    let mut places: BTreeMap<Subject, Vec<usize>> = BTreeMap::new();
    for (place, one) in found.iter().enumerate() {
        places.entry(one.subject.clone()).or_default().push(place);
    }
    let mut open: Vec<Option<Entry>> = found.into_iter().map(Some).collect();
    let mut stale = Vec::new();
    for one in declared {
        let partners = places.get(&one.subject).into_iter().flatten();
        let partner = partners.copied().find(|&place| {
            let found = open[place].as_ref();
            found.is_some_and(|is| fits(&one.rule, &is.rule) && fits(&one.run, &is.run))
        });
        match partner {
            Some(place) => open[place] = None,
            None => stale.push(one),
        }
    }
    (open.into_iter().flatten().collect(), stale)
}

/// The same of declarations of which one at least is a difference: all are stale where none is.
pub(super) fn settle_some(found: Vec<Entry>, declared: Vec<Entry>) -> (Vec<Entry>, Vec<Entry>) {
    let count = found.len();
    let (open, stale) = settle(found, declared);
    let stale = if open.len() == count { stale } else { Vec::new() };
    (open, stale)
}
