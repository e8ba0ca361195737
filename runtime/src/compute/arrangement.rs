//! Tensors whose elements count by where they stand → new tensors.
#![expect(unsafe_code, reason = "rows are moved through pointers that know no types")]

use alloc::vec::Vec;

use super::elementwise::fresh_result;
use super::reduce::axis_of;
use super::ternary::within;
use super::{ComputeError, Options};
use crate::generated::kernels::KERNELS;
use crate::kernel::levels::{slice, slice_mut};
use crate::kernel::ops::ArrangementOp;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::tensor::fresh::fresh;
use crate::tensor::raw::RawView;
use crate::tensor::{AsView, Tensor};
use crate::{DType, Kind, Op, Ruleset};

impl Ruleset {
    pub(crate) fn arrangement(
        self,
        op: Op,
        operand: RawView<'_>,
        options: &Options,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.unary_dtypes(op, &operand)?;
        let no_loop = ComputeError::NoLoop { op, dtype: dtypes.compute };
        let Kernels::Arrangement(with) = KERNELS[op as usize] else { return Err(no_loop) };
        let made = match with {
            ArrangementOp::Diff => self.differences(op, operand, options, dtypes.compute),
            ArrangementOp::Tril | ArrangementOp::Triu => {
                let diagonal = options.diagonal.unwrap_or(0);
                self.triangle(op, operand, (with, diagonal), dtypes.compute)
            }
            ArrangementOp::Nonzero => return self.places(op, operand, dtypes),
        }?;
        let result = match made.dtype() == dtypes.result {
            true => made,
            false => self.as_dtype(&made.raw(), dtypes.result, made.shape())?,
        };
        Ok(result.with_weak(dtypes.weak))
    }

    /// Each element along an axis less the one before it, as many times over as asked for.
    fn differences(
        self,
        op: Op,
        operand: RawView<'_>,
        options: &Options,
        compute: DType,
    ) -> Result<Tensor, ComputeError> {
        let axis = axis_of(op, options.axis.unwrap_or(-1), operand.shape.len())?;
        let times = options.times.unwrap_or(1).min(operand.shape[axis]);
        let by = match compute.kind() {
            Kind::Bool => Op::BitwiseXor,
            Kind::Int | Kind::Uint | Kind::Float | Kind::Complex => Op::Subtract,
        };
        let mut so_far = match operand.dtype == compute {
            true => None,
            false => Some(self.as_dtype(&operand, compute, operand.shape)?),
        };
        for _ in 0..times {
            let raw = so_far.as_ref().map_or(operand, AsView::raw);
            let mut shape = raw.shape.to_vec();
            shape[axis] -= 1;
            let next = match shape.contains(&0) {
                true => raw.at,
                false => raw.at.wrapping_offset(raw.strides[axis] * compute.size().cast_signed()),
            };
            // SAFETY: all but the last and all but the first elements along the axis are there.
            let [after, before] =
                [next, raw.at].map(|at| unsafe { RawView::new(compute, at, &shape, raw.strides) });
            let made = self.binary_fresh(by, after, before, within(compute));
            so_far = Some(made.map_err(|error| error.of_op(op))?);
        }
        so_far.map_or_else(|| self.as_dtype(&operand, compute, operand.shape), Ok)
    }

    /// The elements of matrices on one side of a diagonal, and zeros.
    fn triangle(
        self,
        op: Op,
        operand: RawView<'_>,
        (side, diagonal): (ArrangementOp, isize),
        compute: DType,
    ) -> Result<Tensor, ComputeError> {
        let &[.., rows, columns] = operand.shape else {
            let message = alloc::format!(
                "takes matrices, or stacks of them: the operand has {} axes",
                operand.shape.len()
            );
            return Err(ComputeError::Operands { op, message });
        };
        let made = self.standard(&operand, compute)?;
        let all = made.as_ref().map_or(operand, AsView::raw);
        let width = columns * compute.size();
        fresh(compute, operand.shape, None, &mut |out| {
            let count = out.len().checked_div(columns).unwrap_or(0);
            for line in 0..count {
                // The elements up to the diagonal, or as far as the element before it.
                let row = (line % rows).cast_signed();
                let last = row.saturating_add(diagonal);
                let last = if side == ArrangementOp::Triu { last } else { last.saturating_add(1) };
                let split = last.clamp(0, columns.cast_signed()).unsigned_abs() * compute.size();
                // SAFETY: both have that many rows of so many bytes, one after the other, and do not overlap.
                unsafe {
                    let from = slice::<u8>(all.at.wrapping_add(line * width), width);
                    let to = slice_mut::<u8>(out.at.wrapping_add(line * width), width);
                    let (kept, zero) = match side == ArrangementOp::Triu {
                        true => (split..width, 0..split),
                        false => (0..split, split..width),
                    };
                    to[kept.clone()].copy_from_slice(&from[kept]);
                    to[zero].fill(0);
                }
            }
            Ok(())
        })
    }

    /// The indices of the elements other than zero: a row of them for each axis.
    fn places(
        self,
        op: Op,
        operand: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        if operand.shape.is_empty() {
            let message = "takes a tensor that has axes".into();
            return Err(ComputeError::Operands { op, message });
        }
        let made = self.standard(&operand, DType::bool())?;
        let all = made.as_ref().map_or(operand, AsView::raw);
        // SAFETY: the elements are bools, one after the other.
        let truths = unsafe { slice::<bool>(all.at, operand.shape.iter().product()) };
        let count = truths.iter().map(|&truth| usize::from(truth)).sum();
        let shape = [operand.shape.len(), count];
        let places = fresh(DType::I64, &shape, None, &mut |out| {
            // SAFETY: the output has room for as many places along each axis.
            let out = unsafe { slice_mut::<i64>(out.at, shape[0] * count) };
            write_places(truths, operand.shape, out, count);
            Ok::<(), ComputeError>(())
        })?;
        match dtypes.result {
            DType::I64 => Ok(places),
            _ => fresh_result(dtypes, &shape, None, &mut |out| {
                super::cast::copy(self, &places.raw(), out);
                Ok(())
            }),
        }
    }
}

/// Writes the index along each axis of every element that is true, axis by axis.
fn write_places(truths: &[bool], shape: &[usize], out: &mut [i64], count: usize) {
    let Some((&row, outer)) = shape.split_last() else { return };
    if count == 0 {
        return;
    }
    let mut index: Vec<i64> = alloc::vec![0; outer.len()];
    let (outers, places) = out.split_at_mut(outer.len() * count);
    let mut found = 0;
    for line in truths.chunks_exact(row) {
        let first = found;
        // Each place is written, and the next one over it unless its element is true: nothing is guessed.
        for (place, &truth) in (0..).zip(line) {
            let Some(next) = places.get_mut(found) else { break };
            *next = place;
            found += usize::from(truth);
        }
        for (axis, &place) in index.iter().enumerate() {
            outers[axis * count + first..axis * count + found].fill(place);
        }
        // The indices count up like the digits of a number.
        for (place, &len) in index.iter_mut().zip(outer).rev() {
            *place += 1;
            if *place < len.cast_signed() as i64 {
                break;
            }
            *place = 0;
        }
    }
}
