//! What a framework is lowered against, and how the codes of dtypes in it are looked up.

use std::cell::RefCell;

use crate::catalog::{DTypeId, Op, Policy};
use crate::diagnostic::{At, Mistake, Place, Sink};

use super::dtypes::{self, Dtypes};
use super::sources::Sources;

/// What every framework is lowered against.
pub(super) struct World<'a> {
    pub(super) dtypes: &'a Dtypes,
    pub(super) ops: &'a [Op],
    /// Whether `ops` are all that `ops.toml` has.
    pub(super) ops_whole: bool,
    /// The dtypes that frameworks give and the spec does not have.
    pub(super) foreign: &'a [String],
    /// The policies of `ops.toml`.
    pub(super) policies: &'a [Policy],
    pub(super) sink: &'a Sink,
}

/// The dtypes a framework has.
#[derive(Clone)]
pub(super) struct Supported {
    pub(super) ids: Vec<DTypeId>,
    /// Where each is listed, if the file itself lists them.
    pub(super) places: Vec<Place>,
    /// What is listed and is no dtype; reported there, and nowhere else.
    pub(super) unknown: Vec<String>,
    /// Whether the list itself is free of mistakes; if not, what does not fit it is no second mistake.
    pub(super) certain: bool,
}

/// What the sections of one framework are lowered against.
pub(super) struct Scope<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) sources: &'a Sources<'a>,
    pub(super) supported: &'a Supported,
    pub(super) unsupported: &'a [DTypeId],
    /// The dtypes it gives that the spec does not have.
    pub(super) foreign: &'a [String],
    /// Whether that list is free of mistakes.
    pub(super) foreign_certain: bool,
    /// Names that cells give and the list has not: one mistake each.
    pub(super) foreign_missed: &'a RefCell<Vec<String>>,
    /// Whether that list is free of mistakes.
    pub(super) unsupported_certain: bool,
}

impl Scope<'_> {
    pub(super) fn has(&self, id: DTypeId) -> bool {
        self.supported.ids.contains(&id)
    }

    /// Those of a base's dtypes that the framework has too.
    pub(super) fn own(&self, ids: &[DTypeId]) -> Vec<DTypeId> {
        ids.iter().copied().filter(|&id| self.has(id)).collect()
    }

    /// The dtype of that code, which the framework must have.
    pub(super) fn resolve(&self, code: &At<String>, whereabouts: &str) -> Option<DTypeId> {
        self.resolve_or(code, whereabouts, &[])
    }

    /// The same, where one of `keys` would do as well.
    pub(super) fn resolve_or(
        &self,
        code: &At<String>,
        whereabouts: &str,
        keys: &[&str],
    ) -> Option<DTypeId> {
        let id = self.find(code, whereabouts, keys)?;
        if self.supported.certain && !self.supported.ids.contains(&id) {
            let message = format!("the framework has no `{}`, named {whereabouts}", code.value);
            let diagnostic =
                code.at.mistake(Mistake::DtypeNotSupported, message, "not in its `dtypes`");
            self.world.sink.report(diagnostic);
            return None;
        }
        Some(id)
    }

    /// The dtype of that code, whether or not the framework has it; `keys` would do as well.
    pub(super) fn find(
        &self,
        code: &At<String>,
        whereabouts: &str,
        keys: &[&str],
    ) -> Option<DTypeId> {
        let dtypes = self.world.dtypes;
        let found = dtypes.find(&code.value);
        // A word that `dtypes` lists is reported there.
        if found.is_none() && !self.supported.unknown.contains(&code.value) {
            let own = |&(id, _): &(DTypeId, &str)| {
                !self.supported.certain || self.supported.ids.contains(&id)
            };
            let known = dtypes.codes().enumerate().map(|(place, code)| (DTypeId::at(place), code));
            let known = known.filter(own).map(|(_, code)| code).chain(keys.iter().copied());
            self.world.sink.report(dtypes::unknown(code, whereabouts, known));
            if keys.contains(&"source") {
                self.sources.doubt(&code.value);
            }
        }
        found
    }

    /// The dtype of that code, which the framework has or names as not supported.
    pub(super) fn resolve_known(
        &self,
        code: &At<String>,
        whereabouts: &str,
        keys: &[&str],
    ) -> Option<DTypeId> {
        let named = self.unsupported.iter().map(|&id| self.world.dtypes.code(id));
        let known: Vec<&str> = keys.iter().copied().chain(named).collect();
        let id = self.find(code, whereabouts, &known)?;
        match self.unsupported_certain && !self.unsupported.contains(&id) {
            true => self.resolve(code, whereabouts),
            false => Some(id),
        }
    }
}
