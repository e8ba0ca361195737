//! Ternary ops on tensors → new tensors.

use super::ComputeError;
use super::elementwise::{fresh_result, mismatch};
use crate::generated::kernels::KERNELS;
use crate::kernel::elementwise::{Kernel, run};
use crate::kernel::ops::TernaryOp;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::tensor::raw::RawView;
use crate::tensor::shape::broadcast_shapes;
use crate::tensor::{AsView, Tensor};
use crate::{DType, Kind, Op, Operand, Ruleset};

/// What computes a ternary op.
pub(super) fn ternary_op(op: Op) -> Result<TernaryOp, ComputeError> {
    match KERNELS[op as usize] {
        Kernels::Ternary(ternary) => Ok(ternary),
        Kernels::Unary(_)
        | Kernels::Binary(_)
        | Kernels::Product(_)
        | Kernels::Reduction(_)
        | Kernels::Join(_)
        | Kernels::Sorting(_) => Err(ComputeError::NoLoop { op, dtype: DType::bool() }),
    }
}

impl Ruleset {
    pub(crate) fn ternary(
        self,
        op: Op,
        operands: [RawView<'_>; 3],
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.ternary_dtypes(op, operands.map(|raw| raw.operand()))?;
        self.ternary_fresh(op, operands, dtypes)
    }

    /// The dtypes of an op on three operands; a condition does not take part in the promotion.
    pub(super) fn ternary_dtypes(
        self,
        op: Op,
        operands: [Operand; 3],
    ) -> Result<OpDTypes, ComputeError> {
        let condition = operands[0].dtype().filter(|dtype| dtype.kind() != Kind::Bool);
        let promoting = match (ternary_op(op)?, condition) {
            (TernaryOp::Where, Some(dtype)) => {
                let message =
                    alloc::format!("takes a bool condition first, not {dtype}: compare it with 0");
                return Err(ComputeError::Operands { op, message });
            }
            (TernaryOp::Where, None) => &operands[1..],
            (TernaryOp::Clip, _) => &operands[..],
        };
        self.op_dtypes(op, promoting).map_err(ComputeError::of(op))
    }

    /// A ternary op into a new tensor, once its dtypes are known.
    pub(super) fn ternary_fresh(
        self,
        op: Op,
        operands: [RawView<'_>; 3],
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        match ternary_op(op)? {
            TernaryOp::Where => self.choose(op, operands, dtypes),
            TernaryOp::Clip => self.bounded(op, operands, dtypes),
        }
    }

    /// The second operand where the first is true, the third elsewhere.
    fn choose(
        self,
        op: Op,
        operands: [RawView<'_>; 3],
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let broadcast = |one: &[usize], other: &[usize]| {
            broadcast_shapes(one, other).ok_or_else(|| mismatch(op, one, other))
        };
        let [condition, yes, no] = operands.map(|raw| raw.shape);
        let shape = broadcast(condition, &broadcast(yes, no)?)?;
        fresh_result(dtypes, &shape, None, &mut |out| {
            run(&Kernel::select(dtypes.compute), &operands, out, self.fixed_policies());
            Ok(())
        })
    }

    /// The first operand, but not below the second nor above the third.
    fn bounded(
        self,
        op: Op,
        [operand, low, high]: [RawView<'_>; 3],
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
