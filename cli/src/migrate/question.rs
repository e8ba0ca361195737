//! What is asked of both rulesets: what operands promote to, or what an op gives of them.

use codegen::Catalog;
use codegen::catalog::{Cell, DTypeId, Op, Operand, Ruleset};

/// The promotion of two operands, or an op.
#[derive(Clone, Copy)]
pub(super) struct Question<'c> {
    pub(super) catalog: &'c Catalog,
    /// None, where the question is what the tables say.
    pub(super) op: Option<&'c Op>,
}

impl Question<'_> {
    /// What a ruleset gives.
    pub(super) fn gives(self, ruleset: &Ruleset, operands: &[Operand]) -> Cell {
        let tables = self.catalog.tables(ruleset);
        match (self.op, operands) {
            (Some(op), operands) => tables.op_gives(self.catalog.op_id(op), operands),
            (None, &[lhs, rhs]) => tables.lookup(lhs, rhs).map_or(Cell::Unknown, |(_, cell)| cell),
            (None, _) => Cell::Unknown,
        }
    }

    /// What a ruleset converts the operands to.
    pub(super) fn computes(self, ruleset: &Ruleset, operands: &[Operand]) -> Option<DTypeId> {
        match self.op {
            Some(op) => {
                let tables = self.catalog.tables(ruleset);
                let dtypes = tables.op_dtypes(self.catalog.op_id(op), operands);
                dtypes.ok().map(|dtypes| dtypes.compute)
            }
            None => self.gives(ruleset, operands).dtype(),
        }
    }
}
