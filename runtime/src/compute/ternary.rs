//! Ops on three operands: one chosen by a condition, one kept within bounds.

use super::ComputeError;
use super::elementwise::{mismatch, shapes};
use crate::kernel::buffer::fresh;
use crate::kernel::layout::broadcast_shapes;
use crate::kernel::raw::Raw;
use crate::kernel::select;
use crate::op::OpDTypes;
use crate::tensor::{AsView, Tensor};
use crate::{Kind, Op, Operand, Ruleset};

impl Ruleset {
    pub(crate) fn ternary(self, op: Op, operands: [Raw<'_>; 3]) -> Result<Tensor, ComputeError> {
        let dtypes = operands.map(|raw| raw.operand());
        self.ternary_fresh(op, operands, self.ternary_dtypes(op, dtypes)?)
    }

    /// The dtypes of an op on three operands; a condition promotes with nothing.
    pub(super) fn ternary_dtypes(
        self,
        op: Op,
        operands: [Operand; 3],
    ) -> Result<OpDTypes, ComputeError> {
        let promoting = match (op, operands[0].dtype()) {
            (Op::Where, Some(condition)) if condition.kind() != Kind::Bool => {
                let message = alloc::format!(
                    "takes a bool condition first, not {condition}: compare it with 0"
                );
                return Err(ComputeError::Operands { op, message });
            }
            (Op::Where, _) => &operands[1..],
            _ => &operands[..],
        };
        self.op_dtypes(op, promoting).map_err(ComputeError::of(op))
    }

    /// Operands of which the dtypes are known.
    pub(super) fn ternary_fresh(
        self,
        op: Op,
        [first, second, third]: [Raw<'_>; 3],
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        match op {
            Op::Where => self.choose(op, first, (second, third), dtypes),
            _ => self.bounded(op, first, (second, third), dtypes),
        }
    }

    /// The second operand where the first is true, the third elsewhere.
    fn choose(
        self,
        op: Op,
        condition: Raw<'_>,
        (yes, no): (Raw<'_>, Raw<'_>),
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let both = broadcast_shapes(yes.shape, no.shape).ok_or_else(|| mismatch(op, yes, no))?;
        let shape = broadcast_shapes(condition.shape, &both);
        let shape = shape.ok_or_else(|| shapes(op, condition.shape, &both))?;
        let yes = self.as_dtype(yes, dtypes.compute)?;
        let no = self.as_dtype(no, dtypes.compute)?;
        let chosen = fresh(dtypes.result, &shape, None, &mut |mut out| {
            select::select(condition, yes.raw(), no.raw(), &mut out);
            Ok(())
        });
        chosen.map(|chosen| chosen.with_weak(dtypes.weak))
    }

    /// The first operand, but not below the second nor above the third.
    fn bounded(
        self,
        op: Op,
        operand: Raw<'_>,
        (low, high): (Raw<'_>, Raw<'_>),
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let raised = self.binary_fresh(Op::Maximum, operand, low, dtypes);
        let raised = raised.map_err(|error| of_op(op, error))?;
        let bounded = self.binary_fresh(Op::Minimum, raised.raw(), high, dtypes);
        bounded.map_err(|error| of_op(op, error))
    }
}

/// The same error, of the op that was asked for.
fn of_op(asked: Op, error: ComputeError) -> ComputeError {
    match error {
        ComputeError::Shapes { lhs, rhs, .. } => ComputeError::Shapes { op: asked, lhs, rhs },
        ComputeError::NoLoop { dtype, .. } => ComputeError::NoLoop { op: asked, dtype },
        other => other,
    }
}
