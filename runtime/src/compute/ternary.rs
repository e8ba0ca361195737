//! Ternary ops on tensors → new tensors.

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
use crate::tensor::raw::{RawView, Single};
use crate::tensor::shape::broadcast_shapes;
use crate::tensor::{AsView, Number, Tensor};
use crate::{DType, Kind, Op, Operand, Ruleset};

/// What computes a ternary op.
pub(super) fn ternary_op(op: Op) -> Result<TernaryOp, ComputeError> {
    let Kernels::Ternary(ternary) = KERNELS[op as usize] else {
        return Err(ComputeError::NoLoop { op, dtype: DType::bool() });
    };
    Ok(ternary)
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
            (TernaryOp::Clip | TernaryOp::Lerp, _) => &operands[..],
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
        let broadcast = |one: &[usize], other: &[usize]| {
            broadcast_shapes(one, other).ok_or_else(|| mismatch(op, one, other))
        };
        let [condition, yes, no] = operands.map(|raw| raw.shape);
        let shape = broadcast(condition, &broadcast(yes, no)?)?;
        self.check_conversions(op, &operands[1..], dtypes.compute)?;
        fresh_result(dtypes, &shape, None, &mut |out| {
            run(&Kernel::select(dtypes.compute), &operands, out, self.fixed_policies());
            Ok(())
        })
    }

    /// From the nearer end, so that a share of 0 gives the one and a share of 1 the other: of 16-bit floats every
    /// step is a float32's.
    fn between(
        self,
        op: Op,
        operands: [RawView<'_>; 3],
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let wide = accum_dtype(dtypes.compute.carrier());
        let part = wide.finfo().map_or(wide, |info| info.dtype);
        let [start, end, share] = operands.map(|raw| {
            let rounded = self.rounded_to_carried(&raw, dtypes.compute)?;
            let raw = rounded.as_ref().map_or(raw, AsView::raw);
            self.as_dtype(&raw, wide, raw.shape)
        });
        let (start, end, share) = (start?, end?, share?);
        let number = |value, dtype| {
            Single::new(dtype, |out| self.write_number(Number::Float(value), out, false))
        };
        let (one, half) = (number(1.0, wide)?, number(0.5, part)?);
        let pair = |op, lhs: RawView<'_>, rhs: RawView<'_>, dtypes| {
            self.binary_fresh(op, lhs, rhs, dtypes)
        };
        let steps = || {
            let apart = pair(Op::Subtract, end.raw(), start.raw(), within(wide))?;
            let size = OpDTypes { result: part, ..within(wide) };
            let size = self.unary_fresh(Op::Abs, share.raw(), size)?;
            let is_near = OpDTypes { result: DType::bool(), ..within(part) };
            let is_near = pair(Op::Less, size.raw(), half.raw(), is_near)?;
            let way = pair(Op::Multiply, share.raw(), apart.raw(), within(wide))?;
            let near = pair(Op::Add, start.raw(), way.raw(), within(wide))?;
            let left = pair(Op::Subtract, one.raw(), share.raw(), within(wide))?;
            let back = pair(Op::Multiply, apart.raw(), left.raw(), within(wide))?;
            let far = pair(Op::Subtract, end.raw(), back.raw(), within(wide))?;
            let chosen = [is_near.raw(), near.raw(), far.raw()];
            let chosen = self.choose(op, chosen, within(wide))?;
            let result = self.as_dtype(&chosen.raw(), dtypes.result, chosen.shape())?;
            Ok(result.with_weak(dtypes.weak))
        };
        steps().map_err(|error: ComputeError| error.of_op(op))
    }
}

/// The dtypes of an op that takes and gives one dtype.
pub(super) fn within(dtype: DType) -> OpDTypes {
    OpDTypes { compute: dtype, result: dtype, weak: false }
}
