//! Tensors and places in them → new tensors: elements by their indices, or indices of where elements belong.
#![expect(unsafe_code, reason = "elements are moved through pointers that know no types")]

use alloc::vec::Vec;

use super::cast::copy;
use super::elementwise::{fresh_result, mismatch};
use super::reduce::axis_of;
use super::{ComputeError, Options};
use crate::generated::kernels::KERNELS;
use crate::kernel::gather::Gather;
use crate::kernel::levels::{slice, slice_mut};
use crate::kernel::ops::LookupOp;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::policy::{IndexOutOfRange, NegativeIndex};
use crate::tensor::fresh::fresh;
use crate::tensor::raw::{RawView, Single};
use crate::tensor::shape::{broadcast_shapes, standard_strides};
use crate::tensor::walk::Walk;
use crate::tensor::{AsView, Number, Tensor};
use crate::{DType, Kind, Op, Ruleset};

impl Ruleset {
    pub(crate) fn lookup(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        options: &Options,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.lookup_dtypes(op, &lhs, &rhs)?;
        let no_loop = ComputeError::NoLoop { op, dtype: dtypes.compute };
        let Kernels::Lookup(with) = KERNELS[op as usize] else { return Err(no_loop) };
        match (with, options.axis) {
            (LookupOp::Searchsorted, _) => self.searched(op, lhs, rhs, options.right, dtypes),
            (LookupOp::Take, Some(axis)) => self.taken(op, &lhs, &rhs, axis, dtypes),
            (LookupOp::Take, None) => self.taken(op, &self.flat(&lhs)?.raw(), &rhs, 0, dtypes),
            (LookupOp::TakeAlongAxis, _) if options.flattened => {
                let (lhs, rhs) = (self.flat(&lhs)?, self.flat(&rhs)?);
                self.taken_along(op, &lhs.raw(), &rhs.raw(), 0, dtypes)
            }
            (LookupOp::TakeAlongAxis, axis) => {
                self.taken_along(op, &lhs, &rhs, axis.unwrap_or(-1), dtypes)
            }
        }
    }

    pub(super) fn lookup_dtypes(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
    ) -> Result<OpDTypes, ComputeError> {
        self.dtypes_in(op, &[lhs.operand(), rhs.operand()]).map_err(ComputeError::of(op))
    }

    /// The elements at indices along an axis: the axes of the indices stand in its place.
    fn taken(
        self,
        op: Op,
        from: &RawView<'_>,
        indices: &RawView<'_>,
        axis: isize,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let axis = axis_of(op, axis, from.shape.len())?;
        let between =
            |own: &[usize], others: &[usize]| [&own[..axis], others, &own[axis + 1..]].concat();
        let shape = between(from.shape, indices.shape);
        let still = alloc::vec![0; indices.shape.len()];
        let strides = [&from.strides[..axis], &still, &from.strides[axis + 1..]].concat();
        let made = self.indices(indices)?;
        let indices = made.as_ref().map_or(*indices, AsView::raw);
        let mut turns: Vec<isize> = alloc::vec![0; shape.len()];
        let own = standard_strides(indices.shape);
        turns[axis..axis + own.len()].copy_from_slice(&own);
        self.gathered(op, from, &indices, axis, (&shape, &strides, &turns), dtypes)
    }

    /// The elements at indices along an axis, of each line by itself; the other axes broadcast.
    fn taken_along(
        self,
        op: Op,
        from: &RawView<'_>,
        indices: &RawView<'_>,
        axis: isize,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let axis = axis_of(op, axis, from.shape.len())?;
        let mut others = from.shape.to_vec();
        others[axis] = 1;
        let shape = match indices.shape.len() == others.len() {
            true => broadcast_shapes(&others, indices.shape),
            false => None,
        };
        let shape = shape.ok_or_else(|| mismatch(op, from.shape, indices.shape))?;
        let along = |own: &[usize], strides: &[isize]| -> Vec<isize> {
            own.iter()
                .zip(strides)
                .map(|(&len, &stride)| if len == 1 { 0 } else { stride })
                .collect()
        };
        let mut strides = along(from.shape, from.strides);
        strides[axis] = 0;
        let made = self.indices(indices)?;
        let indices = made.as_ref().map_or(*indices, AsView::raw);
        let turns = along(indices.shape, &standard_strides(indices.shape));
        self.gathered(op, from, &indices, axis, (&shape, &strides, &turns), dtypes)
    }

    /// The elements at indices along an axis, in a tensor of a shape that the elements' strides, but for the axis, and
    /// the indices' strides are over.
    fn gathered(
        self,
        op: Op,
        from: &RawView<'_>,
        indices: &RawView<'_>,
        axis: usize,
        (shape, strides, turns): (&[usize], &[isize], &[isize]),
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let len = from.shape[axis];
        let (outside, counted) = self.substitute(op, indices, len, from.dtype)?;
        let positive = match (&outside, indices.dtype) {
            (Some(_), DType::U64) => Some(positive(indices)?),
            _ => None,
        };
        let indices = positive.as_ref().map_or(*indices, AsView::raw);
        let gathered = fresh(from.dtype, shape, None, &mut |out| {
            let gather = Gather {
                walk: Walk::in_order(shape, &[(shape, strides), (shape, turns)]),
                elements: from.at,
                indices: indices.at.cast(),
                out: out.at,
                size: from.dtype.size(),
                axis: (from.strides[axis], len),
                outside: outside.as_ref().map(|element| element.raw().at),
                counted,
            };
            // SAFETY: the operands have these shapes and strides; indices are in range, or an element stands for
            // those that are not.
            unsafe { gather.run() };
            Ok::<(), ComputeError>(())
        })?;
        match gathered.dtype() == dtypes.compute && dtypes.compute == dtypes.result {
            true => Ok(gathered.with_weak(dtypes.weak)),
            false => {
                let computed = self.as_dtype(&gathered.raw(), dtypes.compute, shape)?;
                fresh_result(dtypes, shape, None, &mut |out| {
                    copy(self, &computed.raw(), out);
                    Ok(())
                })
            }
        }
    }

    /// Indices as int64, one after the other; `None` if they are so already. Those of uint64 keep their bits.
    fn indices(self, indices: &RawView<'_>) -> Result<Option<Tensor>, ComputeError> {
        let dtype = match indices.dtype {
            DType::U64 => DType::U64,
            _ => DType::I64,
        };
        self.standard(indices, dtype)
    }

    /// What stands for the elements of indices that are out of range, if some are; whether none is less than 0.
    fn substitute(
        self,
        op: Op,
        indices: &RawView<'_>,
        len: usize,
        dtype: DType,
    ) -> Result<(Option<Single>, bool), ComputeError> {
        let policies = self.fixed_policies();
        let from_end = policies.negative_index == NegativeIndex::FromEnd;
        let signed = indices.dtype != DType::U64;
        let (end, count) = (len.cast_signed() as i64, indices.shape.iter().product());
        let least = if signed && from_end { -end } else { 0 };
        // SAFETY: the indices are of 64 bits, one after the other.
        let all = unsafe { slice::<i64>(indices.at, count) };
        // All are looked at: that is faster than to stop. For what is out of range one of the differences is less than 0.
        let (out, signs) = all.iter().fold((0, 0), |(out, signs), &index| {
            (out | index.wrapping_sub(least) | (end - 1).wrapping_sub(index), signs | index)
        });
        if out >= 0 {
            return Ok((None, signs >= 0));
        }
        let wrong = all.iter().find(|&&index| index < least || index >= end);
        let index = match (wrong, signed) {
            (Some(&index), true) => i128::from(index),
            (Some(&index), false) => i128::from(index.cast_unsigned()),
            (None, _) => 0,
        };
        let error = ComputeError::Index { op, index, len };
        let number = match policies.index_out_of_range {
            IndexOutOfRange::Error => return Err(error),
            // What is less than 0 would be counted from the end.
            IndexOutOfRange::Fill | IndexOutOfRange::Zero if !from_end => return Err(error),
            IndexOutOfRange::Zero => Number::Int(0),
            IndexOutOfRange::Fill => filling(dtype),
        };
        let element = Single::new(dtype, |out| self.write_number(number, out, false))?;
        Ok((Some(element), false))
    }

    /// Where elements belong among others, which are in ascending order along their only axis.
    fn searched(
        self,
        op: Op,
        ordered: RawView<'_>,
        elements: RawView<'_>,
        right: bool,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let no_loop = ComputeError::NoLoop { op, dtype: dtypes.compute };
        let Kernels::Sorting(table) = KERNELS[Op::Sort as usize] else { return Err(no_loop) };
        let with = table.find(dtypes.compute.carrier()).ok_or(no_loop)?;
        let &[len] = ordered.shape else {
            let message = alloc::format!(
                "looks among elements along one axis: the first operand has {}",
                ordered.shape.len()
            );
            return Err(ComputeError::Operands { op, message });
        };
        self.check_conversions(op, &[ordered, elements], dtypes.compute)?;
        let (flushed, elements_flushed) = (self.flushed(&ordered)?, self.flushed(&elements)?);
        let ordered = flushed.as_ref().map_or(ordered, AsView::raw);
        let elements = elements_flushed.as_ref().map_or(elements, AsView::raw);
        let (first, second) =
            (self.carried(&ordered, dtypes.compute)?, self.carried(&elements, dtypes.compute)?);
        let ordered = first.as_ref().map_or(ordered, AsView::raw);
        let elements = second.as_ref().map_or(elements, AsView::raw);
        let count = elements.shape.iter().product();
        let places = fresh(DType::I64, elements.shape, None, &mut |out| {
            // SAFETY: there are as many elements, and room for a place of each.
            unsafe { with.search((ordered.at, len), (elements.at, count), right, out.at) };
            Ok::<(), ComputeError>(())
        })?;
        match dtypes.result {
            DType::I64 => Ok(places),
            result => self.as_dtype(&places.raw(), result, elements.shape),
        }
    }
}

/// Indices of uint64, one after the other, as int64: what is too large for it stays beyond every axis.
fn positive(indices: &RawView<'_>) -> Result<Tensor, ComputeError> {
    fresh(DType::I64, indices.shape, None, &mut |out| {
        let count = indices.shape.iter().product();
        // SAFETY: the indices are of uint64, one after the other, as the room is for as many of int64.
        let (from, to) =
            unsafe { (slice::<u64>(indices.at, count), slice_mut::<i64>(out.at, count)) };
        for (to, &from) in to.iter_mut().zip(from) {
            *to = i64::try_from(from).unwrap_or(i64::MAX);
        }
        Ok::<(), ComputeError>(())
    })
}

/// What an element that is not there is filled with: NaN, or the limit of integers that is farthest from 0.
fn filling(dtype: DType) -> Number {
    match (dtype.kind(), dtype.iinfo()) {
        (Kind::Int, Some(info)) => Number::Int(info.min),
        (Kind::Uint, Some(info)) => Number::Int(info.max),
        (Kind::Bool, _) => Number::Bool(true),
        (Kind::Complex, _) => Number::Complex(f64::NAN, 0.0),
        (Kind::Int | Kind::Uint | Kind::Float, _) => Number::Float(f64::NAN),
    }
}
