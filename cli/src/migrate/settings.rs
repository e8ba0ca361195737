//! What two rulesets choose once and for all: dtypes, defaults, policies, how many operands promote.

use codegen::catalog::{DEFAULT_KINDS, DTypeId, POLICIES};
use rules::Losses;

use super::Move;
use crate::policies;

/// What of it differs.
pub(super) struct Settings {
    pub(super) lacks: Vec<Lacking>,
    /// The kind of default, and the dtypes; `None` where no source says.
    pub(super) defaults: Vec<(&'static str, [Option<DTypeId>; 2])>,
    pub(super) policies: Vec<Policy>,
    /// What becomes of more than two operands, in words.
    pub(super) nary: Option<[&'static str; 2]>,
}

/// A dtype that the second ruleset does not have.
pub(super) struct Lacking {
    pub(super) dtype: DTypeId,
    /// What stands best for it, and what that loses.
    pub(super) stand_in: Option<(DTypeId, Losses)>,
}

/// A policy that differs: the words of the spec, and what they do.
pub(super) struct Policy {
    pub(super) name: &'static str,
    pub(super) values: [&'static str; 2],
    pub(super) phrases: [&'static str; 2],
}

impl Settings {
    pub(super) fn of(moved: &Move<'_>) -> Settings {
        let Move { catalog, from, to, .. } = *moved;
        let lacks = moved.lacks.iter().map(|&dtype| {
            let stand_in = catalog.tables(to).stand_in(dtype);
            Lacking { dtype, stand_in: stand_in.map(|id| (id, catalog.losses(dtype, id))) }
        });
        let defaults = DEFAULT_KINDS.iter().zip(from.defaults.into_iter().zip(to.defaults));
        let defaults = defaults.filter(|(_, (was, becomes))| was != becomes);
        let values = from.policies.into_iter().zip(to.policies);
        let policies = POLICIES.iter().zip(values).filter(|(_, (was, becomes))| was != becomes);
        let policies = policies.map(|((name, words), (was, becomes))| {
            let values = [words[was], words[becomes]];
            Policy { name, values, phrases: values.map(|value| policies::phrase(name, value)) }
        });
        let nary = [from, to].map(|ruleset| policies::nary(ruleset.nary));
        Settings {
            lacks: lacks.collect(),
            defaults: defaults.map(|(kind, (was, becomes))| (*kind, [was, becomes])).collect(),
            policies: policies.collect(),
            nary: (from.nary != to.nary).then_some(nary),
        }
    }

    /// Whether nothing differs.
    pub(super) fn is_empty(&self) -> bool {
        let Settings { lacks, defaults, policies, nary } = self;
        lacks.is_empty() && defaults.is_empty() && policies.is_empty() && nary.is_none()
    }
}
