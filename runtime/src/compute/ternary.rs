//! Ternary ops on tensors → new tensors.

use alloc::vec::Vec;

use super::ComputeError;
use super::clip::Bound;
use super::elementwise::{fresh_result, mismatch};
use crate::generated::kernels::KERNELS;
use crate::kernel::accum::accum_dtype;
use crate::kernel::call::Kernel;
use crate::kernel::elementwise::run;
use crate::kernel::ops::TernaryOp;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::tensor::raw::RawView;
use crate::tensor::shape::broadcast_shapes;
use crate::tensor::{AsView, Tensor};
use crate::{DType, Kind, Op, Operand, Ruleset};

/// What computes a ternary op.
pub(super) fn ternary_op(op: Op) -> Result<TernaryOp, ComputeError> {
    let Kernels::Ternary(ternary) = KERNELS[op as usize] else {
        return Err(ComputeError::NoLoop { op, dtype: DType::bool() });
    };
    Ok(ternary)
}

impl Ruleset {
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
            (TernaryOp::Clip | TernaryOp::Lerp, _) => &operands[..],
        };
        self.dtypes_in(op, promoting).map_err(ComputeError::of(op))
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
            TernaryOp::Clip => {
                let [value, low, high] = operands;
                self.clipped(op, value, [Bound::At(low), Bound::At(high)], dtypes)
            }
            TernaryOp::Lerp => self.between(op, operands, dtypes),
        }
    }

    /// The second operand where the first is true, the third elsewhere.
    pub(super) fn choose(
        self,
        op: Op,
        operands: [RawView<'_>; 3],
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let [condition, yes, no] = operands.map(|raw| raw.shape);
        let shape = broadcast(op, condition, &broadcast(op, yes, no)?)?;
        self.check_conversions(op, &operands[1..], dtypes.compute)?;
        fresh_result(dtypes, &shape, None, &mut |out| {
            run(&Kernel::select(dtypes.compute), &operands, out, self.fixed_policies());
            Ok(())
        })
    }

    /// From the first to the second by a share of the way: of 16-bit floats every step is a float32's.
    fn between(
        self,
        op: Op,
        operands: [RawView<'_>; 3],
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let (wide, policies) = (accum_dtype(dtypes.compute.carrier()), self.fixed_policies());
        let no_loop = ComputeError::NoLoop { op, dtype: dtypes.compute };
        let kernel = Kernel::lerp(wide, policies).ok_or(no_loop)?;
        let [start, end, share] = operands.map(|raw| raw.shape);
        let shape = broadcast(op, share, &broadcast(op, end, start)?)?;
        let [start, end, share] = operands.map(|raw| self.rounded_to_carried(&raw, dtypes.compute));
        let rounded = [start?, end?, share?];
        let operands: [RawView<'_>; 3] = core::array::from_fn(|place| {
            rounded[place].as_ref().map_or(operands[place], AsView::raw)
        });
        fresh_result(dtypes, &shape, None, &mut |out| {
            run(&kernel, &operands, out, policies);
            Ok(())
        })
    }
}

fn broadcast(op: Op, one: &[usize], other: &[usize]) -> Result<Vec<usize>, ComputeError> {
    broadcast_shapes(one, other).ok_or_else(|| mismatch(op, one, other))
}

/// The dtypes of an op that takes and gives one dtype.
pub(super) fn within(dtype: DType) -> OpDTypes {
    OpDTypes { compute: dtype, result: dtype, weak: false }
}
