//! Tensors joined along an axis → one new tensor, of which each becomes a part.
#![expect(unsafe_code, reason = "each operand is converted into a part of the output")]

use alloc::vec::Vec;

use super::apply::wrong_operands;
use super::cast::Flat;
use super::cast::copy;
use super::elementwise::mismatch;
use super::reduce::axis_of;
use super::{ComputeError, Options};
use crate::generated::kernels::KERNELS;
use crate::kernel::interleave::interleave;
use crate::kernel::ops::JoinOp;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::tensor::fresh::fresh;
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::{AsView, Tensor};
use crate::{DType, Op, Operand, Ruleset};

impl Ruleset {
    pub(crate) fn join(
        self,
        op: Op,
        operands: &[RawView<'_>],
        options: &Options,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.join_dtypes(op, operands)?;
        if !options.flattened {
            return self.join_along(op, operands, options.axis.unwrap_or(0), dtypes);
        }
        let flat: Result<Vec<Flat<'_>>, ComputeError> =
            operands.iter().map(|operand| self.flat(operand)).collect();
        let flat = flat?;
        let flat: Vec<RawView<'_>> = flat.iter().map(Flat::raw).collect();
        self.join_along(op, &flat, 0, dtypes)
    }

    fn join_along(
        self,
        op: Op,
        operands: &[RawView<'_>],
        axis: isize,
        OpDTypes { compute, result, weak }: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let parts = Parts::new(op, operands, axis)?;
        let joined = fresh(compute, &parts.shape, None, &mut |out| {
            if let (&[one, other], JoinOp::Stack) = (operands, parts.with)
                && parts.axis + 1 == parts.shape.len()
                && [one, other].iter().all(|raw| raw.dtype == compute && raw.is_standard())
            {
                let (count, size) = (out.len() / 2, compute.size());
                // SAFETY: both have one shape, and the output is a new tensor with room for both.
                unsafe { interleave([one.at, other.at], out.at, count, size) };
                return Ok(());
            }
            let mut begin = 0;
            for operand in operands {
                let (strides, len) = parts.of(operand, out);
                let skipped = begin * out.strides[parts.axis] * compute.size().cast_signed();
                begin += len.cast_signed();
                // SAFETY: the part lies inside the output, which is borrowed mutably; only it refers to the part.
                let mut part = unsafe {
                    let at = out.at.wrapping_offset(skipped);
                    RawViewMut::new(compute, at, operand.shape, &strides)
                };
                copy(self, operand, &mut part);
            }
            Ok::<(), ComputeError>(())
        })?;
        let joined = match compute == result {
            true => joined,
            false => self.as_dtype(&joined.raw(), result, &parts.shape)?,
        };
        Ok(joined.with_weak(weak))
    }

    /// The dtypes of some tensors joined. A single one promotes with itself, as if it were there twice.
    pub(super) fn join_dtypes(
        self,
        op: Op,
        operands: &[RawView<'_>],
    ) -> Result<OpDTypes, ComputeError> {
        let asked: Vec<Operand> = operands.iter().map(RawView::operand).collect();
        let dtypes = match asked.as_slice() {
            [] => return Err(wrong_operands(op, &[])),
            &[only] => self.dtypes_in(op, &[only, only]),
            all => self.dtypes_in(op, all),
        };
        dtypes.map_err(ComputeError::of(op))
    }
}

/// Where the parts of a result lie.
struct Parts {
    with: JoinOp,
    shape: Vec<usize>,
    axis: usize,
}

impl Parts {
    fn new(op: Op, operands: &[RawView<'_>], axis: isize) -> Result<Parts, ComputeError> {
        let no_loop = ComputeError::NoLoop { op, dtype: DType::bool() };
        let Kernels::Join(with) = KERNELS[op as usize] else { return Err(no_loop) };
        let Some((first, others)) = operands.split_first() else { return Err(no_loop) };
        let mut shape = first.shape.to_vec();
        let axis = match with {
            JoinOp::Concat => axis_of(op, axis, shape.len())?,
            JoinOp::Stack => {
                let axis = axis_of(op, axis, shape.len() + 1)?;
                shape.insert(axis, 1);
                axis
            }
        };
        for other in others {
            let fits = match with {
                JoinOp::Concat => {
                    let lens = other.shape.iter().zip(first.shape).enumerate();
                    other.shape.len() == first.shape.len()
                        && lens.into_iter().all(|(at, (one, other))| at == axis || one == other)
                }
                JoinOp::Stack => other.shape == first.shape,
            };
            if !fits {
                return Err(mismatch(op, first.shape, other.shape));
            }
            // Where that is more than can be counted, memory cannot hold it either.
            shape[axis] = shape[axis].saturating_add(match with {
                JoinOp::Concat => other.shape[axis],
                JoinOp::Stack => 1,
            });
        }
        Ok(Parts { with, shape, axis })
    }

    /// The strides of an operand's part of an output, and its length along the axis.
    fn of(&self, operand: &RawView<'_>, out: &RawViewMut<'_>) -> (Vec<isize>, usize) {
        let mut strides = out.strides.to_vec();
        match self.with {
            JoinOp::Concat => (strides, operand.shape[self.axis]),
            JoinOp::Stack => {
                strides.remove(self.axis);
                (strides, 1)
            }
        }
    }
}
