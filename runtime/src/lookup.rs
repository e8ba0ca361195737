//! Names → rulesets, dtypes and abstract types; for an unknown name, the nearest one.

use alloc::borrow::ToOwned;
use core::str::FromStr;

use rules::nearest;

use crate::{DType, NameError, Ruleset, rulesets};

impl Ruleset {
    /// Returns the ruleset of this name: `"mindspore"`, `"aclnn@2025.09"`, `"dpctl/no-fp64"`.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownRuleset`], which suggests the nearest name.
    ///
    /// ```
    /// use concord_runtime::{Ruleset, rulesets};
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

    /// Returns the dtype that the framework calls by this name.
    ///
    /// Its own names come first, then the public names (`"float16"`) and short codes (`"f16"`), unless the
    /// framework uses them for another dtype.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownDType`], which suggests the nearest name, or [`NameError::Unsupported`] for
    /// a dtype the ruleset does not have.
    ///
    /// ```
    /// use concord_runtime::{DType, rulesets};
    ///
    /// assert_eq!(rulesets::ACLNN.dtype("ACL_FLOAT"), Ok(DType::F32));
    /// assert_eq!(rulesets::MINDSPORE.dtype("mindspore.half"), Ok(DType::F16));
    /// assert_eq!(
    ///     rulesets::MEGENGINE.dtype("int64").unwrap_err().to_string(),
    ///     "MegEngine guide does not support int64: cast to int32, its nearest dtype (which can lose values)",
    /// );
    /// ```
    pub fn dtype(self, name: &str) -> Result<DType, NameError> {
        let own = self.data().names.iter().find(|(_, names)| names.contains(&name));
        let found = own.map(|&(dtype, _)| dtype).or_else(|| DType::from_str(name).ok());
        match found {
            Some(dtype) => {
                self.require(dtype).map_err(|_| NameError::Unsupported { ruleset: self, dtype })
            }
            None => {
                let own = self.data().names.iter().flat_map(|(_, names)| names.iter().copied());
                let public = self.dtypes().iter().map(|dtype| dtype.name());
                Err(NameError::UnknownDType {
                    ruleset: self,
                    name: name.to_owned(),
                    nearest: nearest(name, own.chain(public)),
                })
            }
        }
    }

    /// Returns the framework's own names of a dtype, the one it prints first.
    pub fn names(self, dtype: DType) -> &'static [&'static str] {
        let names = self.data().names.iter().find(|(named, _)| *named == dtype);
        names.map_or(&[], |(_, names)| names)
    }

    /// The framework's names for sets of dtypes, such as `"number"`.
    pub fn abstract_types(self) -> impl Iterator<Item = &'static str> {
        self.data().abstract_types.iter().map(|(name, _)| *name)
    }

    /// Returns whether a dtype belongs to an abstract type of the framework.
    ///
    /// An abstract type that is not a set of dtypes, such as MindSpore's `"tuple_"`, has no members.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownAbstractType`], or [`NameError::Unsupported`] for a dtype the ruleset does not have.
    ///
    /// ```
    /// use concord_runtime::{DType, rulesets};
    ///
    /// assert_eq!(rulesets::MINDSPORE.is(DType::I8, "number"), Ok(true));
    /// assert_eq!(rulesets::MINDSPORE.is(DType::I8, "float_"), Ok(false));
    /// ```
    pub fn is(self, dtype: DType, abstract_type: &str) -> Result<bool, NameError> {
        if !self.has(dtype) {
            return Err(NameError::Unsupported { ruleset: self, dtype });
        }
        let known = self.data().abstract_types.iter().find(|(name, _)| *name == abstract_type);
        match known {
            Some((_, members)) => Ok(members.contains(&dtype)),
            None => Err(NameError::UnknownAbstractType {
                ruleset: self,
                name: abstract_type.to_owned(),
                nearest: nearest(abstract_type, self.abstract_types()),
            }),
        }
    }
}

/// The name of a ruleset.
impl FromStr for Ruleset {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Ruleset, NameError> {
        Ruleset::find(name)
    }
}
