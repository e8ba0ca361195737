//! Cells of single ops, which stand in place of a ruleset's tables.

use crate::op::Op;
use crate::ruleset::Ruleset;
use crate::table::Cell;
use crate::{DType, Operand, RuleError, Scalar};

/// What an op gives of some operands; generated.
#[derive(Clone, Copy)]
pub(crate) struct OpCell {
    key: u32,
    gives: Cell,
}

#[allow(dead_code, reason = "which of them occur is the spec's to say")]
impl OpCell {
    /// Of one tensor.
    pub(crate) const fn one(op: Op, operand: DType, gives: Cell) -> OpCell {
        OpCell { key: key(op, operand, None), gives }
    }

    /// Of two tensors.
    pub(crate) const fn two(op: Op, lhs: DType, rhs: DType, gives: Cell) -> OpCell {
        OpCell { key: key(op, lhs, Some(Operand::Tensor(rhs))), gives }
    }

    /// Of a tensor and a scalar, whichever of them comes first.
    pub(crate) const fn scalar(op: Op, tensor: DType, scalar: Scalar, gives: Cell) -> OpCell {
        OpCell { key: key(op, tensor, Some(Operand::Scalar(scalar))), gives }
    }
}

/// An op and its operands in one number, by which cells are sorted: op, left operand, right operand.
const fn key(op: Op, lhs: DType, rhs: Option<Operand>) -> u32 {
    let rhs = match rhs {
        None => 0,
        Some(Operand::Tensor(dtype)) => 0x100 | dtype as u32,
        Some(Operand::Scalar(Scalar::Bool)) => 0x200,
        Some(Operand::Scalar(Scalar::Int)) => 0x201,
        Some(Operand::Scalar(Scalar::Float)) => 0x202,
        Some(Operand::Scalar(Scalar::Complex)) => 0x203,
        Some(Operand::Scalar(Scalar::Typed(dtype))) => 0x300 | dtype as u32,
    };
    (op as u32) << 24 | (lhs as u32) << 16 | rhs
}

/// The cells, of which the compiler has seen that a search finds each.
#[allow(dead_code, reason = "most rulesets have no such cells")]
pub(crate) const fn sorted(cells: &'static [OpCell]) -> &'static [OpCell] {
    let mut next = 1;
    while next < cells.len() {
        assert!(cells[next - 1].key < cells[next].key, "the cells of ops are sorted");
        next += 1;
    }
    cells
}

impl Ruleset {
    /// What an op's operands promote to: by a cell of its own, else by the ruleset's tables. Without a
    /// second operand the first stands alone.
    #[inline]
    pub(crate) fn promote_of(
        self,
        op: Op,
        lhs: DType,
        rhs: Option<Operand>,
    ) -> Result<DType, RuleError> {
        let cells = self.rules().op_cells;
        if !cells.is_empty()
            && let Ok(place) = cells.binary_search_by_key(&key(op, lhs, rhs), |cell| cell.key)
        {
            return self.own(cells[place].gives, op, lhs, rhs);
        }
        match rhs {
            None => self.require(lhs),
            Some(Operand::Tensor(rhs)) => self.promote(lhs, rhs),
            Some(Operand::Scalar(scalar)) => self.promote_scalar(lhs, scalar),
        }
    }

    fn own(
        self,
        gives: Cell,
        op: Op,
        lhs: DType,
        rhs: Option<Operand>,
    ) -> Result<DType, RuleError> {
        let ruleset = self;
        match gives {
            Cell::To(dtype) => Ok(dtype),
            Cell::NoKernel => Err(RuleError::OpRefused { ruleset, op, lhs, rhs }),
            Cell::Refused => Err(RuleError::OpNotPromoted { ruleset, op, lhs, rhs }),
            Cell::Unknown | Cell::Unsupported => {
                Err(RuleError::OpUnknown { ruleset, op, lhs, rhs })
            }
        }
    }

    /// What any number of operands of an op promote to together, as [`result_type`](Ruleset::result_type).
    pub(crate) fn result_type_of(self, op: Op, operands: &[Operand]) -> Result<DType, RuleError> {
        match *operands {
            [Operand::Tensor(only)] => self.promote_of(op, only, None),
            _ => self.fold(operands, |so_far, next| self.promote_of(op, so_far, Some(next))),
        }
    }
}
