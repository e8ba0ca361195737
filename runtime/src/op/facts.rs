//! A row of the generated table of ops.

use rules::{Compute, Group, Kind, OpResult, OpRule};

/// What is true of an op where a ruleset does not say otherwise.
pub(crate) struct Facts {
    pub(super) name: &'static str,
    pub(super) group: Group,
    pub(super) rule: OpRule,
}

impl Facts {
    pub(crate) const fn new(name: &'static str, group: Group, rule: OpRule) -> Facts {
        Facts { name, group, rule }
    }
}

/// The rule of an op: the kinds it is defined on, what it computes in and what it returns.
pub(crate) const fn rule(on: &[Kind], compute: Compute, result: OpResult) -> OpRule {
    OpRule::new(on, compute, result)
}
