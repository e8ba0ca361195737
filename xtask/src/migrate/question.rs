//! What is asked of both rulesets: what operands promote to, or what an op gives of them.

use codegen::Catalog;
use codegen::catalog::{DTypeId, Op, Operand, Outcome, Ruleset};
use codegen::op_dtypes::{self, OpDTypes, OpFailure};
use codegen::promote;

/// The promotion of two operands, or an op.
#[derive(Clone, Copy)]
pub(super) struct Question<'c> {
    pub(super) catalog: &'c Catalog,
    /// None, where the question is what the tables say.
    pub(super) op: Option<&'c Op>,
}

impl Question<'_> {
    /// What a ruleset gives.
    pub(super) fn gives(self, ruleset: &Ruleset, operands: &[Operand]) -> Outcome {
        match (self.op, operands) {
            (Some(op), operands) => op_dtypes::outcome(self.op_dtypes(op, ruleset, operands)),
            (None, &[lhs, rhs]) => promote::pair(self.catalog, ruleset, [lhs, rhs])
                .map_or(Outcome::Unknown, |(_, outcome)| outcome),
            (None, _) => Outcome::Unknown,
        }
    }

    /// What a ruleset converts the operands to.
    pub(super) fn computes(self, ruleset: &Ruleset, operands: &[Operand]) -> Option<DTypeId> {
        match self.op {
            Some(op) => self.op_dtypes(op, ruleset, operands).ok().map(|dtypes| dtypes.compute),
            None => self.gives(ruleset, operands).dtype(),
        }
    }

    fn op_dtypes(
        self,
        op: &Op,
        ruleset: &Ruleset,
        operands: &[Operand],
    ) -> Result<OpDTypes, OpFailure> {
        match *operands {
            [Operand::Tensor(id)] => op_dtypes::unary(self.catalog, ruleset, op, id),
            [lhs, rhs] => op_dtypes::pair(self.catalog, ruleset, op, [lhs, rhs]),
            _ => unreachable!("an op is asked of one tensor or of two operands"),
        }
    }
}
