//! Cells of single ops, which stand in place of a ruleset's tables.

use crate::op::Op;
use crate::ruleset::Ruleset;
use crate::table::Cell;
use crate::{DType, Operand, ResultType, RuleError, Scalar};

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
        Some(Operand::Scalar(scalar)) => 0x200 | scalar as u32,
        Some(Operand::ForeignScalar(dtype)) => 0x300 | dtype as u32,
        Some(Operand::ZeroDim(dtype)) => 0x400 | dtype as u32,
        Some(Operand::Weak(dtype)) => 0x500 | dtype as u32,
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
    /// What an op's two tensors promote to: by a cell of its own, else by the ruleset's tables.
    #[inline]
    pub(crate) fn promote_of(self, op: Op, lhs: DType, rhs: DType) -> Result<DType, RuleError> {
        let other = Some(Operand::Tensor(rhs));
        match self.own_cell(op, lhs, other) {
            None => self.promote(lhs, rhs),
            Some(Cell::To(dtype) | Cell::Weak(dtype)) => Ok(dtype),
            Some(cell) => Err(self.own_failure(cell, op, lhs, other)),
        }
    }

    /// What any number of operands of an op promote to together, as [`result_type`](Ruleset::result_type).
    pub(crate) fn result_type_of(
        self,
        op: Op,
        operands: &[Operand],
    ) -> Result<ResultType, RuleError> {
        let all = match *operands {
            [only] if !only.is_scalar() => match only.dtype() {
                Some(dtype) => match self.own_cell(op, dtype, None) {
                    None => {
                        self.require(dtype)?;
                        only
                    }
                    Some(Cell::To(own)) => Operand::Tensor(own),
                    Some(Cell::Weak(own)) => Operand::Weak(own),
                    Some(cell) => return Err(self.own_failure(cell, op, dtype, None)),
                },
                None => only,
            },
            _ => self.together(operands, |lhs, rhs| self.two_of(op, lhs, rhs))?,
        };
        self.result(all)
    }

    /// What two operands of an op promote to. Of operands that are not just tensors or numbers the op's cell
    /// is that of what the tables give, beside itself.
    fn two_of(self, op: Op, lhs: Operand, rhs: Operand) -> Result<Operand, RuleError> {
        use Operand::{Scalar, Tensor};
        if self.rules().op_cells.is_empty() {
            return self.two(lhs, rhs);
        }
        let (place, promoted) = match (self.sort(lhs), self.sort(rhs)) {
            (Tensor(lhs), rhs @ (Tensor(_) | Scalar(_))) => ((lhs, rhs), None),
            (number @ Scalar(_), Tensor(tensor)) => ((tensor, number), None),
            _ => {
                let promoted = self.two(lhs, rhs)?;
                let dtype = self.result(promoted)?.dtype;
                ((dtype, Tensor(dtype)), Some(promoted))
            }
        };
        match (self.own_cell(op, place.0, Some(place.1)), promoted) {
            (Some(Cell::To(dtype)), _) => Ok(Tensor(dtype)),
            (Some(Cell::Weak(dtype)), _) => Ok(Operand::Weak(dtype)),
            (Some(cell), _) => Err(self.own_failure(cell, op, place.0, Some(place.1))),
            (None, Some(promoted)) => Ok(promoted),
            (None, None) => self.two(lhs, rhs),
        }
    }

    #[inline]
    fn own_cell(self, op: Op, lhs: DType, rhs: Option<Operand>) -> Option<Cell> {
        let cells = self.rules().op_cells;
        if cells.is_empty() {
            return None;
        }
        let place = cells.binary_search_by_key(&key(op, lhs, rhs), |cell| cell.key);
        place.ok().map(|place| cells[place].gives)
    }

    fn own_failure(self, gives: Cell, op: Op, lhs: DType, rhs: Option<Operand>) -> RuleError {
        let ruleset = self;
        match gives {
            Cell::NoKernel => RuleError::OpRefused { ruleset, op, lhs, rhs },
            Cell::Refused => RuleError::OpNotPromoted { ruleset, op, lhs, rhs },
            Cell::Foreign(place) => {
                let name = crate::generated::cells::FOREIGN[place as usize];
                let lhs = Operand::Tensor(lhs);
                RuleError::Foreign { ruleset, lhs, rhs: rhs.unwrap_or(lhs), name }
            }
            Cell::Unknown | Cell::Unsupported | Cell::To(_) | Cell::Weak(_) => {
                RuleError::OpUnknown { ruleset, op, lhs, rhs }
            }
        }
    }
}
