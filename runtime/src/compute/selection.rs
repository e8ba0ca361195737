//! Selections from tensors → new tensors: axes, dtypes, shapes, and which kernel runs.
#![expect(unsafe_code, reason = "lines are passed as untyped pointers")]

use alloc::vec::Vec;

use super::reduce::axes;
use super::{ComputeError, Reduce};
use crate::generated::kernels::KERNELS;
use crate::kernel::tables::Kernels;
use crate::tensor::fresh::fresh;
use crate::tensor::raw::RawView;
use crate::tensor::{AsView, AsViewMut, Tensor};
use crate::{Kind, Op, Ruleset};

impl Ruleset {
    pub(crate) fn selection(
        self,
        op: Op,
        operand: RawView<'_>,
        how: &Reduce,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.reduction_dtypes(op, operand.dtype, how)?;
        let no_loop = ComputeError::NoLoop { op, dtype: dtypes.compute };
        let Kernels::Selection(table) = KERNELS[op as usize] else { return Err(no_loop) };
        let with = table.find(self.carrier(dtypes.compute)).ok_or(no_loop)?;
        let goes = axes(op, operand.shape.len(), how.axes.as_deref())?;
        let order: Vec<usize> = [false, true]
            .into_iter()
            .flat_map(|gone| goes.iter().enumerate().filter(move |&(_, &goes)| goes == gone))
            .map(|(axis, _)| axis)
            .collect();
        let shape: Vec<usize> = order.iter().map(|&axis| operand.shape[axis]).collect();
        let strides: Vec<isize> = order.iter().map(|&axis| operand.strides[axis]).collect();
        let (kept, gone) = shape.split_at(goes.iter().filter(|&&goes| !goes).count());
        let (count, len): (usize, usize) = (kept.iter().product(), gone.iter().product());
        let has_nan = matches!(dtypes.compute.kind(), Kind::Float | Kind::Complex);
        if len == 0 && count > 0 && !has_nan {
            return Err(ComputeError::Empty { op, shape: operand.shape.to_vec() });
        }
        // SAFETY: the same elements, their axes in another order.
        let lines = unsafe { RawView::new(operand.dtype, operand.at, &shape, &strides) };
        // A copy in any case, since selecting changes the order.
        let mut lines = self.as_dtype(&lines, dtypes.compute, &shape)?;
        lines = self.flushed_result(lines);
        if self.is_carried(dtypes.compute) {
            lines = self.as_dtype(&lines.raw(), with.dtype, &shape)?;
        }
        let result: Vec<usize> = match how.keepdims {
            true => {
                let lens = operand.shape.iter().zip(&goes);
                lens.map(|(&len, &goes)| if goes { 1 } else { len }).collect()
            }
            false => kept.to_vec(),
        };
        let selected = fresh(with.dtype, &result, None, &mut |out| {
            let from = lines.raw_mut().at;
            // SAFETY: the copy has these lines one after the other, and the output an element for each.
            unsafe { with.select(from, (count, len), self.fixed_policies(), out.at) };
            Ok::<(), ComputeError>(())
        })?;
        let selected = self.flushed_result(selected);
        let selected = match with.dtype != dtypes.result {
            true => self.as_dtype(&selected.raw(), dtypes.result, &result)?,
            false => selected,
        };
        Ok(selected.with_weak(dtypes.weak))
    }
}
