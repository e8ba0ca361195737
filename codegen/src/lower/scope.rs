//! What is known while a framework is lowered → its dtypes by their codes, ops by their names.

use crate::catalog::{DTypeId, Op, Policy, Ruleset};
use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Listed, Once, Sink};
use crate::spec::Framework;

use super::dtypes::Dtypes;
use super::lowered::{Base, Supported};
use super::sources::Sources;

/// What is known of the whole spec while a framework is lowered.
pub(super) struct World<'a> {
    pub(super) dtypes: &'a Dtypes,
    pub(super) ops: &'a Listed<Op>,
    /// The dtypes that frameworks give and the spec does not have.
    pub(super) foreign: &'a [String],
    /// The policies of `ops.toml`.
    pub(super) policies: &'a Listed<Policy>,
    /// The default of each.
    pub(super) defaults: &'a [Checked<usize>],
    pub(super) sink: &'a Sink,
}

/// What is known of one framework while its sections are lowered.
pub(super) struct Scope<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) framework: &'a Framework,
    pub(super) base: Base<'a>,
    pub(super) sources: &'a Sources<'a>,
    pub(super) supported: &'a Supported,
    /// The dtypes it gives that the spec does not have.
    pub(super) foreign: &'a Listed<String>,
    /// Names that cells give and that list does not have.
    pub(super) undeclared: Once<String>,
}

impl World<'_> {
    /// The op of that name; one of `besides` would do as well.
    pub(super) fn op(&self, name: &At<String>, besides: &[&str]) -> Checked<&Op> {
        if let Some(op) = self.ops.find(|op| op.name == name.value)? {
            return Ok(op);
        }
        let message = format!("unknown op `{}`", name.value);
        let known = self.ops.iter().map(|op| op.name.as_str()).chain(besides.iter().copied());
        let label = did_you_mean(&name.value, known);
        Err(self.sink.report(name.at.mistake(Mistake::OpUnknown, message, label)))
    }
}

impl<'a> Scope<'a> {
    /// The ruleset whose sections hold if the file has none.
    pub(super) fn inherited(&self) -> Option<&'a Ruleset> {
        self.base.ok().flatten().map(|base| &base.ruleset)
    }

    /// Where the framework names its base.
    pub(super) fn base_at(&self) -> Place {
        let base = self.framework.base.as_ref().ok().and_then(Option::as_ref);
        base.map_or(self.framework.at, |base| base.at)
    }

    pub(super) fn has(&self, id: DTypeId) -> bool {
        self.supported.ids.contains(&id)
    }

    /// Those of a base's dtypes that the framework has too.
    pub(super) fn own(&self, ids: &[DTypeId]) -> Vec<DTypeId> {
        ids.iter().copied().filter(|&id| self.has(id)).collect()
    }

    /// The dtype of that code, which the framework must have.
    pub(super) fn resolve(&self, code: &At<String>, whereabouts: &str) -> Checked<DTypeId> {
        self.resolve_or(code, whereabouts, &[])
    }

    /// The same; one of `keys` would do as well.
    pub(super) fn resolve_or(
        &self,
        code: &At<String>,
        whereabouts: &str,
        keys: &[&str],
    ) -> Checked<DTypeId> {
        let id = self.find(code, whereabouts, keys)?;
        supports(self.supported, id, code, whereabouts, self.world.sink).map(|()| id)
    }

    /// The dtype of that code, whether or not the framework has it; one of `keys` would do as well.
    pub(super) fn find(
        &self,
        code: &At<String>,
        whereabouts: &str,
        keys: &[&str],
    ) -> Checked<DTypeId> {
        let dtypes = self.world.dtypes;
        if let Some(id) = dtypes.find(&code.value) {
            return Ok(id);
        }
        self.supported.check_word(&code.value)?;
        let own =
            |&(id, _): &(DTypeId, &str)| self.supported.ids.find(|&has| has == id) != Ok(None);
        let known = dtypes.codes().enumerate().map(|(place, code)| (DTypeId::at(place), code));
        let known = known.filter(own).map(|(_, code)| code).chain(keys.iter().copied());
        let unknown = self.world.sink.report(dtypes.unknown(code, whereabouts, known));
        if keys.contains(&"source") {
            self.sources.misnamed(&code.value);
        }
        Err(unknown)
    }

    /// The dtype of that code, which the framework has or names as not supported.
    pub(super) fn resolve_known(
        &self,
        code: &At<String>,
        whereabouts: &str,
        keys: &[&str],
    ) -> Checked<DTypeId> {
        let named = self.supported.unsupported.iter().map(|&id| self.world.dtypes.code(id));
        let known: Vec<&str> = keys.iter().copied().chain(named).collect();
        let id = self.find(code, whereabouts, &known)?;
        match self.supported.unsupported.find(|&named| named == id) {
            Ok(None) => self.resolve(code, whereabouts),
            Ok(Some(_)) | Err(_) => Ok(id),
        }
    }
}

/// Reports a dtype that a framework does not have. It is accepted if it may be in a part of the list that could not be
/// read.
pub(super) fn supports(
    supported: &Supported,
    id: DTypeId,
    code: &At<String>,
    whereabouts: &str,
    sink: &Sink,
) -> Checked<()> {
    match supported.ids.find(|&has| has == id) {
        Ok(None) => {
            let message = format!("the framework has no `{}`, named {whereabouts}", code.value);
            let label = "not in its `dtypes`";
            Err(sink.report(code.at.mistake(Mistake::DtypeNotSupported, message, label)))
        }
        Ok(Some(_)) | Err(_) => Ok(()),
    }
}
