//! A row of the generated table of ops.

use rules::{Compute, Group, Kind, OpResult, OpRule};

/// What is true of an op where a ruleset does not say otherwise.
pub(crate) struct Facts {
    pub(super) name: &'static str,
    pub(super) group: Group,
    pub(super) rule: OpRule,
    /// The kinds whose elements it hands on, or changes in sign or last bit, without computing with them.
    #[cfg_attr(not(feature = "kernels"), expect(dead_code, reason = "only kernels ask for it"))]
    pub(super) moves: &'static [Kind],
}

impl Facts {
    pub(crate) const fn new(
        name: &'static str,
        group: Group,
        rule: OpRule,
        moves: &'static [Kind],
    ) -> Facts {
        Facts { name, group, rule: rule.of_group(group), moves }
    }
}

/// Defines the enum of operations and what is true of each: its variant, its name in the spec, what it gives, how it takes
/// operands, its rule where a ruleset does not say otherwise, and the kinds that it moves.
macro_rules! ops {
    ($($op:ident $name:literal, $doc:literal, $group:ident, $rule:expr
        $(, moves [$($moves:ident),*])?;)*) => {
        /// One of the operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Op {$(
            #[doc = concat!("`", $name, "`: ", $doc, ".")]
            $op,
        )*}

        impl Op {
            /// Every op, in the order of the spec.
            pub const ALL: [Op; FACTS.len()] = [$(Op::$op),*];
        }

        /// In the order of [`Op::ALL`].
        pub(crate) const FACTS: [Facts; [$($name),*].len()] =
            [$(Facts::new($name, $group, $rule, &[$($($moves),*)?])),*];
    };
}
pub(crate) use ops;

/// The rule of an op: the kinds it is defined on, what it computes in and what it returns.
pub(crate) const fn rule(on: &[Kind], compute: Compute, result: OpResult) -> OpRule {
    OpRule::new(on, compute, result)
}
