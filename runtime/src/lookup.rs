//! Names → rulesets, dtypes and abstract types, and the name that was perhaps meant.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::str::FromStr;

use crate::ruleset::Presence;
use crate::{DType, NameError, Ruleset, rulesets};

impl Ruleset {
    /// The ruleset of that name: `"mindspore"`, `"aclnn@2025.09"`, `"dpctl/no-fp64"`.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownRuleset`], with the name that comes near.
    ///
    /// ```
    /// use runtime::{Ruleset, rulesets};
    ///
    /// assert_eq!(Ruleset::find("mindspore"), Ok(rulesets::MINDSPORE));
    /// ```
    pub fn find(name: &str) -> Result<Ruleset, NameError> {
        let known = |ruleset: &Ruleset| ruleset.name() == name;
        rulesets::ALL.iter().copied().find(known).ok_or_else(|| NameError::UnknownRuleset {
            name: name.to_owned(),
            nearest: nearest(name, rulesets::ALL.iter().map(|ruleset| ruleset.name())),
        })
    }

    /// The dtype the framework calls so. Its own names come first, then the public names
    /// (`"float16"`) and short codes (`"f16"`), where they mean nothing else to it.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownDType`] with the name that comes near, or [`NameError::Unsupported`] for
    /// a dtype the ruleset does not have.
    ///
    /// ```
    /// use runtime::{DType, rulesets};
    ///
    /// assert_eq!(rulesets::ACLNN.dtype("ACL_FLOAT"), Ok(DType::F32));
    /// assert_eq!(rulesets::MINDSPORE.dtype("mindspore.half"), Ok(DType::F16));
    /// assert_eq!(
    ///     rulesets::MEGENGINE.dtype("int64").unwrap_err().to_string(),
    ///     "MegEngine guide does not support int64: cast to int32, its nearest dtype (which can lose values)",
    /// );
    /// ```
    pub fn dtype(self, name: &str) -> Result<DType, NameError> {
        let own = self.rules().names.iter().find(|(_, names)| names.contains(&name));
        let found = own.map(|&(dtype, _)| dtype).or_else(|| DType::from_str(name).ok());
        match found {
            Some(dtype) => {
                self.require(dtype).map_err(|_| NameError::Unsupported { ruleset: self, dtype })
            }
            None => {
                let own = self.rules().names.iter().flat_map(|(_, names)| names.iter().copied());
                let public = self.dtypes().iter().map(|dtype| dtype.name());
                Err(NameError::UnknownDType {
                    ruleset: self,
                    name: name.to_owned(),
                    nearest: nearest(name, own.chain(public)),
                })
            }
        }
    }

    /// The framework's own names of a dtype, the one it prints first; none where it has none.
    pub fn names(self, dtype: DType) -> &'static [&'static str] {
        let names = self.rules().names.iter().find(|(named, _)| *named == dtype);
        names.map_or(&[], |(_, names)| names)
    }

    /// The framework's names for sets of dtypes, such as `"number"`.
    pub fn abstract_types(self) -> impl Iterator<Item = &'static str> {
        self.rules().abstract_types.iter().map(|(name, _)| *name)
    }

    /// Whether a dtype belongs to a set the framework has a name for; no dtype belongs to what is
    /// not a set of dtypes, such as MindSpore's `"tuple_"`.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownAbstractType`], or [`NameError::Unsupported`] for a dtype the ruleset does not have.
    ///
    /// ```
    /// use runtime::{DType, rulesets};
    ///
    /// assert_eq!(rulesets::MINDSPORE.is(DType::I8, "number"), Ok(true));
    /// assert_eq!(rulesets::MINDSPORE.is(DType::I8, "float_"), Ok(false));
    /// ```
    pub fn is(self, dtype: DType, abstract_type: &str) -> Result<bool, NameError> {
        if !self.has(dtype) {
            return Err(NameError::Unsupported { ruleset: self, dtype });
        }
        let known = self.rules().abstract_types.iter().find(|(name, _)| *name == abstract_type);
        match known {
            Some((_, members)) => Ok(members.contains(&dtype)),
            None => Err(NameError::UnknownAbstractType {
                ruleset: self,
                name: abstract_type.to_owned(),
                nearest: nearest(abstract_type, self.abstract_types()),
            }),
        }
    }

    pub(crate) fn presence(self, dtype: DType) -> Presence {
        self.rules().presence[dtype as usize]
    }
}

/// The name of a ruleset.
impl FromStr for Ruleset {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Ruleset, NameError> {
        Ruleset::find(name)
    }
}

/// The known name nearest to `name`, if it is near enough to be what was meant.
///
/// Upper and lower case are alike. Of several that are as far, the one of the same letters is
/// nearest, then the one that begins alike the longest, then the shortest.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let ranked = known.filter_map(|known| {
        let other = known.to_lowercase();
        let distance = distance(&lower, &other);
        let near = distance <= 1 + known.len().min(name.len()) / 4;
        let swapped = letters(&lower) == letters(&other);
        let prefix =
            lower.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
        near.then_some(((distance, !swapped, Reverse(prefix), known.len()), known))
    });
    ranked.min_by_key(|&(rank, _)| rank).map(|(_, known)| known)
}

/// The letters of a name, sorted.
fn letters(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

/// How many letters must be put in, taken out, replaced or swapped with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut before = None;
    for (index, letter) in from.chars().enumerate() {
        let mut next = alloc::vec![index + 1];
        for column in 0..to.len() {
            let replaced = row[column] + usize::from(letter != to[column]);
            let mut best = replaced.min(row[column + 1] + 1).min(next[column] + 1);
            if column > 0 && before == Some(to[column]) && letter == to[column - 1] {
                best = best.min(above[column - 1] + 1);
            }
            next.push(best);
        }
        above = core::mem::replace(&mut row, next);
        before = Some(letter);
    }
    row[to.len()]
}
