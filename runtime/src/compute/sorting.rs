//! Tensors sorted along an axis → new tensors: elements or indices in order.
#![expect(unsafe_code, reason = "lines are passed as untyped pointers")]

use alloc::vec::Vec;

use super::reduce::axis_of;
use super::{ComputeError, Options};
use crate::generated::kernels::KERNELS;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::tensor::fresh::fresh;
use crate::tensor::raw::RawView;
use crate::tensor::{AsView, Tensor};
use crate::{Op, Ruleset};

impl Ruleset {
    pub(crate) fn sorting(
        self,
        op: Op,
        operand: RawView<'_>,
        options: &Options,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.unary_dtypes(op, &operand)?;
        if !options.flattened {
            return self.sorted(
                op,
                operand,
                options.axis.unwrap_or(-1),
                options.descending,
                dtypes,
            );
        }
        let flat = self.flat(&operand)?;
        self.sorted(op, flat.raw(), 0, options.descending, dtypes)
    }

    fn sorted(
        self,
        op: Op,
        operand: RawView<'_>,
        axis: isize,
        descending: bool,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let no_loop = ComputeError::NoLoop { op, dtype: dtypes.compute };
        let Kernels::Sorting(table) = KERNELS[op as usize] else { return Err(no_loop) };
        let with = table.find(dtypes.compute.carrier()).ok_or(no_loop)?;
        let axis = axis_of(op, axis, operand.shape.len())?;
        let shape = last(operand.shape, axis);
        let strides = last(operand.strides, axis);
        // SAFETY: the same elements, their axes in another order.
        let lines = unsafe { RawView::new(operand.dtype, operand.at, &shape, &strides) };
        let moves = op.moves(dtypes.compute);
        let flushed = if moves { None } else { self.flushed(&lines)? };
        let lines = flushed.as_ref().map_or(lines, AsView::raw);
        let made = self.carried(&lines, dtypes.compute)?;
        let lines = made.as_ref().map_or(lines, AsView::raw);
        let len = shape[shape.len() - 1];
        let count = shape[..shape.len() - 1].iter().product();
        let sorted = fresh(with.result, &shape, None, &mut |out| {
            if len > 0 {
                // SAFETY: the operand has these lines one after the other, and so has the output.
                unsafe { with.sort(lines.at, (count, len), descending, out.at) };
            }
            Ok::<(), ComputeError>(())
        })?;
        let result = match axis + 1 == shape.len() && with.result == dtypes.result {
            true => sorted,
            false => {
                let sorted = sorted.raw();
                let strides = back(sorted.strides, axis);
                // SAFETY: as above.
                let sorted =
                    unsafe { RawView::new(sorted.dtype, sorted.at, operand.shape, &strides) };
                self.as_dtype(&sorted, dtypes.result, operand.shape)?
            }
        };
        Ok(result.with_weak(dtypes.weak))
    }
}

/// The axes in the order in which one of them is last.
pub(super) fn last<T: Copy>(axes: &[T], axis: usize) -> Vec<T> {
    let mut axes = axes.to_vec();
    let last = axes.remove(axis);
    axes.push(last);
    axes
}

/// The axes in their order again.
fn back<T: Copy>(axes: &[T], axis: usize) -> Vec<T> {
    let mut axes = axes.to_vec();
    if let Some(last) = axes.pop() {
        axes.insert(axis, last);
    }
    axes
}
