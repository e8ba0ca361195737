//! What a ruleset lists, its defaults and names, beside what a run showed of them.

use crate::observation::Seen;
use codegen::catalog::DEFAULT_KINDS;

use super::entry::{Entry, Subject};
use super::{Count, Held};

/// The default dtypes on which both speak.
pub(super) fn defaults(held: Held<'_>) -> (Count, Vec<Entry>) {
    let (mut count, mut all) = (Count::default(), Vec::new());
    for (kind, seen) in &held.view.defaults {
        let place = DEFAULT_KINDS.iter().position(|known| known == kind);
        let rule = place.and_then(|place| held.ruleset.defaults[place]);
        match (rule, seen) {
            (None, _) => count.silent += 1,
            (Some(rule), Seen::DType(seen)) if rule == *seen => count.agreed += 1,
            (Some(rule), seen) => {
                count.differed += 1;
                all.push(Entry {
                    subject: Subject::Default(kind.clone()),
                    rule: held.catalog.dtype(rule).code.clone(),
                    run: code(held, Some(seen)),
                    error: held.observation.error(seen).map(str::to_owned),
                });
            }
        }
    }
    (count, all)
}

/// The spellings of both; a spelling is compared where the run was asked for its like.
pub(super) fn names(held: Held<'_>) -> (Count, Vec<Entry>) {
    let (mut count, mut all) = (Count::default(), Vec::new());
    let lines = held.ruleset.names.iter();
    let ruled: Vec<(&String, _)> =
        lines.flat_map(|(id, names)| names.iter().map(|name| (name, *id))).collect();
    let asked = |name: &str| held.view.names.iter().any(|(seen, _)| place(seen) == place(name));
    let mut compare = |name: &str, rule: Option<_>, seen: Option<&Seen>| {
        let code_of = |id| held.catalog.dtype(id).code.clone();
        if rule.is_some() && seen.is_some_and(|seen| rule == id(seen)) {
            count.agreed += 1;
            return;
        }
        count.differed += 1;
        all.push(Entry {
            subject: Subject::Name(name.to_owned()),
            rule: rule.map_or_else(|| "?".to_owned(), code_of),
            run: code(held, seen),
            error: None,
        });
    };
    for (name, id) in &ruled {
        if asked(name) {
            let seen = held.view.names.iter().find(|(seen, _)| seen == *name);
            compare(name, Some(*id), seen.map(|(_, seen)| seen));
        }
    }
    for (name, seen) in &held.view.names {
        if ruled.iter().all(|(known, _)| *known != name) {
            compare(name, None, Some(seen));
        }
    }
    (count, all)
}

fn id(seen: &Seen) -> Option<codegen::catalog::DTypeId> {
    match seen {
        Seen::DType(id) => Some(*id),
        _ => None,
    }
}

/// What stands before a name's last dot: `mindspore` of `mindspore.int8`.
fn place(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(place, _)| place)
}

/// As a `[[divergence]]` writes it; `?` is what is not there.
fn code(held: Held<'_>, seen: Option<&Seen>) -> String {
    match seen {
        Some(Seen::DType(id)) => held.catalog.dtype(*id).code.clone(),
        Some(Seen::Other(name)) => name.clone(),
        Some(_) => "-".to_owned(),
        None => "?".to_owned(),
    }
}
