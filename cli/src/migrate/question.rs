//! What is asked of both rulesets: what operands promote to, or what an op gives of them.

use codegen::catalog::{Cell, DTypeId, Op, Operand, Ruleset};

use super::Move;

/// The promotion of two operands, or an op.
#[derive(Clone, Copy)]
pub(super) struct Question<'m> {
    pub(super) moved: &'m Move<'m>,
    /// The op, as its place in the catalog; none, where the question is what the tables say.
    pub(super) op: Option<usize>,
}

impl<'m> Question<'m> {
    /// The op that is asked about, if one is.
    pub(super) fn op(self) -> Option<&'m Op> {
        self.op.map(|place| &self.moved.catalog.ops[place])
    }

    /// What a framework gives: what a run of it gave where that is declared to differ, else what the ruleset gives.
    pub(super) fn gives(self, ruleset: &Ruleset, operands: &[Operand]) -> Cell {
        self.observed(ruleset, operands).unwrap_or_else(|| self.ruled(ruleset, operands))
    }

    /// What a run gave, where that is declared to differ from what the ruleset gives.
    pub(super) fn observed(self, ruleset: &Ruleset, operands: &[Operand]) -> Option<Cell> {
        self.moved.evidence_of(ruleset).gives(self.op?, operands)
    }

    /// What a ruleset gives.
    fn ruled(self, ruleset: &Ruleset, operands: &[Operand]) -> Cell {
        let tables = self.moved.catalog.tables(ruleset);
        match (self.op(), operands) {
            (Some(op), operands) => tables.op_gives(self.moved.catalog.op_id(op), operands),
            (None, &[lhs, rhs]) => tables.lookup(lhs, rhs).map_or(Cell::Unknown, |(_, cell)| cell),
            (None, _) => Cell::Unknown,
        }
    }

    /// What a ruleset converts the operands to.
    pub(super) fn computes(self, ruleset: &Ruleset, operands: &[Operand]) -> Option<DTypeId> {
        match self.op() {
            Some(op) => {
                let tables = self.moved.catalog.tables(ruleset);
                let dtypes = tables.op_dtypes(self.moved.catalog.op_id(op), operands);
                dtypes.ok().map(|dtypes| dtypes.compute)
            }
            None => self.gives(ruleset, operands).dtype(),
        }
    }
}
