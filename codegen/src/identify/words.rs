//! Words of a table → dtypes, as the framework spells them that knows most of the words.

use crate::catalog::{Catalog, DTypeId};

use super::error::GivenError;

/// A word, and the dtype it stands for; `None` if it is no dtype of the catalog.
pub(super) struct Meaning {
    pub(super) word: String,
    pub(super) dtype: Option<DTypeId>,
}

/// How a word of several meanings was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The word.
    pub word: String,
    /// The dtype it was taken for.
    pub dtype: DTypeId,
    /// What rulesets call so, and which ones.
    pub others: Vec<(DTypeId, Vec<String>)>,
}

/// What each word means, each of them once; `called` are words that the user has explained.
///
/// One spelling holds for a whole table: that of the catalog, or of the ruleset whose names are most of its words. What
/// that does not know is looked up in the catalog's names, then in those of all rulesets.
pub(super) fn meanings(
    catalog: &Catalog,
    words: &[String],
    called: &[(String, String)],
) -> Result<(Vec<Meaning>, Vec<Reading>), GivenError> {
    let known = |ruleset: Option<usize>| {
        words.iter().filter(|word| spelled(catalog, ruleset, word).is_some()).count()
    };
    let rulesets = (0..catalog.rulesets.len()).map(Some);
    // The first of those that know equally many, and the catalog's own names before all.
    let best = rulesets.fold((None, known(None)), |best, ruleset| {
        let count = known(ruleset);
        if count > best.1 { (ruleset, count) } else { best }
    });
    let (mut meanings, mut readings) = (Vec::new(), Vec::new());
    for word in words {
        let explained = called.iter().find(|(name, _)| name == word);
        let dtype = match explained {
            Some((_, name)) => {
                let unknown = || GivenError::NoDType { word: word.clone(), name: name.clone() };
                Some(spelled(catalog, None, name).ok_or_else(unknown)?)
            }
            None => match spelled(catalog, best.0, word).or_else(|| spelled(catalog, None, word)) {
                Some(dtype) => Some(dtype),
                None => in_all(catalog, word)?,
            },
        };
        if let (None, Some(dtype)) = (explained, dtype) {
            readings.extend(reading(catalog, word, dtype));
        }
        meanings.push(Meaning { word: word.clone(), dtype });
    }
    let unused = called.iter().find(|(name, _)| !words.contains(name));
    match unused {
        Some((name, _)) => Err(GivenError::NotInTable(name.clone())),
        None => Ok((meanings, readings)),
    }
}

/// The dtype that a ruleset calls so, or, without one, that the catalog calls so: there, upper and lower case are
/// the same.
fn spelled(catalog: &Catalog, ruleset: Option<usize>, word: &str) -> Option<DTypeId> {
    match ruleset {
        Some(ruleset) => {
            let names = &catalog.rulesets[ruleset].names;
            let named = names.iter().find(|(_, names)| names.iter().any(|name| name == word));
            named.map(|&(id, _)| id)
        }
        None => catalog.ids().find(|&id| {
            let dtype = catalog.dtype(id);
            dtype.name.eq_ignore_ascii_case(word) || dtype.code.eq_ignore_ascii_case(word)
        }),
    }
}

/// The dtype that rulesets call so, if they agree on it.
fn in_all(catalog: &Catalog, word: &str) -> Result<Option<DTypeId>, GivenError> {
    let mut found: Vec<(DTypeId, &str)> = Vec::new();
    for (place, ruleset) in catalog.rulesets.iter().enumerate() {
        let dtype = spelled(catalog, Some(place), word);
        let new = dtype.filter(|dtype| !found.iter().any(|(other, _)| other == dtype));
        found.extend(new.map(|dtype| (dtype, ruleset.name.as_str())));
    }
    match found.as_slice() {
        [] => Ok(None),
        &[(dtype, _)] => Ok(Some(dtype)),
        several => {
            let name = |&(dtype, ruleset): &(DTypeId, &str)| {
                (catalog.dtype(dtype).name.clone(), ruleset.to_owned())
            };
            let meanings = several.iter().map(name).collect();
            Err(GivenError::Ambiguous { word: word.to_owned(), meanings })
        }
    }
}

/// That some rulesets call another dtype so.
fn reading(catalog: &Catalog, word: &str, dtype: DTypeId) -> Option<Reading> {
    let mut others: Vec<(DTypeId, Vec<String>)> = Vec::new();
    for (place, ruleset) in catalog.rulesets.iter().enumerate() {
        let Some(other) = spelled(catalog, Some(place), word).filter(|&other| other != dtype)
        else {
            continue;
        };
        match others.iter_mut().find(|(known, _)| *known == other) {
            Some((_, rulesets)) => rulesets.push(ruleset.name.clone()),
            None => others.push((other, vec![ruleset.name.clone()])),
        }
    }
    (!others.is_empty()).then(|| Reading { word: word.to_owned(), dtype, others })
}
