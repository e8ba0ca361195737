//! Ops on three operands: one chosen by a condition, one kept within bounds.

use super::ComputeError;
use super::elementwise::{mismatch, shapes};
use crate::kernel::buffer::fresh;
use crate::kernel::layout::broadcast_shapes;
use crate::kernel::raw::Raw;
use crate::kernel::select;
use crate::tensor::{AsView, Tensor};
use crate::{Kind, Op, Operand, Ruleset};

impl Ruleset {
    pub(crate) fn ternary(
        self,
        op: Op,
        first: Raw<'_>,
        second: Raw<'_>,
        third: Raw<'_>,
    ) -> Result<Tensor, ComputeError> {
        match op {
            Op::Where => self.choose(op, first, second, third),
            _ => self.bounded(op, first, second, third),
        }
    }

    /// The second operand where the first is true, the third elsewhere.
    fn choose(
        self,
        op: Op,
        condition: Raw<'_>,
        yes: Raw<'_>,
        no: Raw<'_>,
    ) -> Result<Tensor, ComputeError> {
        if condition.dtype.kind() != Kind::Bool {
            let message = alloc::format!(
                "takes a bool condition first, not {}: compare it with 0",
                condition.dtype
            );
            return Err(ComputeError::Operands { op, message });
        }
        let dtypes = self.binary_dtypes(op, yes.dtype, no.dtype).map_err(ComputeError::of(op))?;
        let both = broadcast_shapes(yes.shape, no.shape).ok_or_else(|| mismatch(op, yes, no))?;
        let shape = broadcast_shapes(condition.shape, &both);
        let shape = shape.ok_or_else(|| shapes(op, condition.shape, &both))?;
        let yes = self.as_dtype(yes, dtypes.compute)?;
        let no = self.as_dtype(no, dtypes.compute)?;
        fresh(dtypes.result, &shape, None, &mut |mut out| {
            select::select(condition, yes.raw(), no.raw(), &mut out);
            Ok(())
        })
    }

    /// The first operand, but not below the second nor above the third.
    fn bounded(
        self,
        op: Op,
        operand: Raw<'_>,
        low: Raw<'_>,
        high: Raw<'_>,
    ) -> Result<Tensor, ComputeError> {
        let operands = [operand, low, high].map(|raw| Operand::Tensor(raw.dtype));
        let dtypes = self.op_dtypes(op, &operands).map_err(ComputeError::of(op))?;
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
