//! What is known while a framework is lowered → its dtypes by their codes, ops by their names.

use crate::catalog::{DTypeId, Kind, Op, Policy, Ruleset};
use crate::diagnostic::{At, Mistake, Place, did_you_mean};
use crate::poison::{Checked, Listed, Once, Poisoned, Sink};
use crate::spec::Framework;

use super::dtypes::Dtypes;
use super::lowered::{Base, Supported};
use super::sources::Sources;

/// The words that stand for several dtypes of a framework: those of a kind, all, those that are narrow and the others.
pub(super) const SETS: [&str; 10] = [
    "int",
    "uint",
    "float",
    "complex",
    "any",
    "wide",
    "narrow",
    "narrow-int",
    "narrow-uint",
    "narrow-float",
];

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
    /// Dtypes that the framework does not have and a section names.
    pub(super) lacking: Once<DTypeId>,
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

    /// The dtypes of the framework that one word stands for, one of [`SETS`].
    pub(super) fn set(&self, word: &str) -> Option<Vec<DTypeId>> {
        let dtypes = self.world.dtypes;
        let ids = self.supported.ids.iter().copied();
        let of_kind =
            |kind: Kind| move |id: &DTypeId| dtypes.kind(*id).is_ok_and(|one| one == kind);
        let narrow = |kind| {
            let of_kind = of_kind(kind);
            ids.clone().filter(|id| dtypes.is_narrow(*id) && of_kind(id)).collect::<Vec<_>>()
        };
        let kind = match word {
            "any" => return Some(ids.clone().collect()),
            "wide" => return Some(ids.clone().filter(|&id| !dtypes.is_narrow(id)).collect()),
            "narrow" => return Some(ids.clone().filter(|&id| dtypes.is_narrow(id)).collect()),
            "narrow-int" => return Some(narrow(Kind::Int)),
            "narrow-uint" => return Some(narrow(Kind::Uint)),
            "narrow-float" => return Some(narrow(Kind::Float)),
            "int" => Kind::Int,
            "uint" => Kind::Uint,
            "float" => Kind::Float,
            "complex" => Kind::Complex,
            _ => return None,
        };
        Some(ids.filter(of_kind(kind)).collect())
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
        if let Ok(None) = self.supported.ids.find(|&has| has == id) {
            let report = || lacks(code, whereabouts, self.world.sink);
            return Err(self.lacking.report(id, report));
        }
        Ok(id)
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

/// Reports a dtype that a framework does not have.
pub(super) fn lacks(code: &At<String>, whereabouts: &str, sink: &Sink) -> Poisoned {
    let message = format!("the framework has no `{}`, named {whereabouts}", code.value);
    sink.report(code.at.mistake(Mistake::DtypeNotSupported, message, "not in its `dtypes`"))
}
