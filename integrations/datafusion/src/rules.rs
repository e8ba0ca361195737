//! The name of a ruleset, or the text of one's own → a ruleset that functions can carry from process to process.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use runtime::{Op, Ruleset};

use crate::Error;

/// A ruleset, and its text if it is one's own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    ruleset: Ruleset,
    text: Option<Arc<str>>,
}

/// Rulesets that were loaded: each text is read once, and its data are kept until the program ends.
static LOADED: LazyLock<Mutex<HashMap<(String, String), Ruleset>>> = LazyLock::new(Mutex::default);

impl Rules {
    /// A ruleset of Concord's: `"torch"`, `"dpctl/no-fp64"`.
    ///
    /// # Errors
    ///
    /// [`Error::Ruleset`] for a name that no ruleset has.
    pub fn find(name: &str) -> Result<Rules, Error> {
        let ruleset = Ruleset::find(name).map_err(Error::Ruleset)?;
        Ok(Rules { ruleset, text: None })
    }

    /// A ruleset of one's own, called `name`, from the text of its spec file.
    ///
    /// # Errors
    ///
    /// [`Error::Own`] with every mistake in the text.
    pub fn own(name: &str, text: &str) -> Result<Rules, Error> {
        let key = (name.to_owned(), text.to_owned());
        let mut loaded = LOADED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let ruleset = match loaded.get(&key) {
            Some(&ruleset) => ruleset,
            None => {
                let all = load::load_text(&format!("{name}.toml"), text);
                let all = all.map_err(|mistakes| Error::Own(mistakes.to_string()))?;
                let first = all.first().copied();
                let none = || Error::Own(format!("{name}: the text states no ruleset"));
                *loaded.entry(key).or_insert(first.ok_or_else(none)?)
            }
        };
        Ok(Rules { ruleset, text: Some(text.into()) })
    }

    /// The ruleset.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The text it was made of, if it is one's own.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// What the names of its functions begin with: its name, with `_` for what SQL does not have in names.
    pub fn prefix(&self) -> String {
        let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        self.ruleset.name().chars().map(word).collect()
    }

    /// The name of the function of an op: `torch_add`.
    pub fn function(&self, op: Op) -> String {
        format!("{}_{op}", self.prefix())
    }
}

impl From<Ruleset> for Rules {
    fn from(ruleset: Ruleset) -> Rules {
        Rules { ruleset, text: None }
    }
}

/// The op of a name.
pub(crate) fn op(name: &str) -> Result<Op, Error> {
    name.parse().map_err(|error: runtime::UnknownOp| Error::Op(error.to_string()))
}
