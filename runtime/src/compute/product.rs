//! Products of matrices, vectors and stacks of matrices → new tensors: shapes, dtypes, and which kernel runs.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

use alloc::vec::Vec;

use super::elementwise::mismatch;
use super::options::SumsOver;
use super::reduce::axis_of;
use super::ternary::within;
use super::{ComputeError, Options};
use crate::generated::kernels::KERNELS;
use crate::kernel::gemm::{Matrix, MatrixMut, Sizes};
use crate::kernel::ops::Sums;
use crate::kernel::product::Multiplier;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::tensor::fresh::fresh;
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::shape::broadcast_shapes;
use crate::tensor::walk::Walk;
use crate::tensor::{AsView, Tensor};
use crate::{Kind, Op, Ruleset};

impl Ruleset {
    pub(crate) fn product(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        options: &Options,
    ) -> Result<Tensor, ComputeError> {
        let (dtypes, with) = self.product_dtypes(op, &lhs, &rhs)?;
        let [lhs_tensor, rhs_tensor] = [lhs, rhs].map(|raw| self.converted(raw, dtypes, with));
        let (lhs_tensor, rhs_tensor) = (lhs_tensor?, rhs_tensor?);
        let (left, right) = (
            lhs_tensor.as_ref().map_or(lhs, AsView::raw),
            rhs_tensor.as_ref().map_or(rhs, AsView::raw),
        );
        let product = match with.sums {
            Sums::Matrices => self.matrices(op, left, right, with),
            Sums::OneAxis => self.lines(op, left, right, options.axis.unwrap_or(-1), with),
            Sums::LastAxes => {
                let lhs_axis = left.shape.len().checked_sub(1);
                let rhs_axis =
                    right.shape.len().checked_sub(2).or(right.shape.len().checked_sub(1));
                let (lhs_axes, rhs_axes) = match (lhs_axis, rhs_axis) {
                    (Some(lhs), Some(rhs)) => (alloc::vec![lhs], alloc::vec![rhs]),
                    // A tensor without axes is multiplied with each element.
                    _ => (Vec::new(), Vec::new()),
                };
                self.over(op, left, right, (&lhs_axes, &rhs_axes), with)
            }
            Sums::AnyAxes => {
                let (lhs_axes, rhs_axes) = axes_of_both(op, left, right, options.sums.as_ref())?;
                self.over(op, left, right, (&lhs_axes, &rhs_axes), with)
            }
        }?;
        let product = self.flushed_result(product);
        let result = match with.dtype == dtypes.result {
            true => product,
            false => self.as_dtype(&product.raw(), dtypes.result, product.shape())?,
        };
        Ok(result.with_weak(dtypes.weak))
    }

    /// The products of matrices.
    fn matrices(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        with: &Multiplier,
    ) -> Result<Tensor, ComputeError> {
        let (left, right) = (Stack::of_rows(lhs), Stack::of_columns(rhs));
        let leading = broadcast_shapes(left.leading.0, right.leading.0);
        let leading = leading.filter(|_| left.columns.0 == right.rows.0);
        let leading = leading.ok_or_else(|| mismatch(op, lhs.shape, rhs.shape))?;
        let mut shape = leading.clone();
        shape.extend((lhs.shape.len() > 1).then_some(left.rows.0));
        shape.extend((rhs.shape.len() > 1).then_some(right.columns.0));
        fresh(with.dtype, &shape, None, &mut |out| {
            multiply(&left, &right, &leading, out, with);
            Ok(())
        })
    }

    /// The sums of products along an axis that both operands have, of the conjugate of the first.
    fn lines(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        axis: isize,
        with: &Multiplier,
    ) -> Result<Tensor, ComputeError> {
        let least = lhs.shape.len().min(rhs.shape.len());
        // Counted from the last one in both, since their axes before those may be fewer.
        let most = lhs.shape.len().max(rhs.shape.len()).cast_signed();
        let from_last = match axis {
            0.. if axis < most => axis - most,
            _ if axis < 0 => axis,
            _ => isize::MAX,
        };
        let axes = [lhs, rhs].map(|raw| axis_of(op, from_last, raw.shape.len()));
        let [Ok(lhs_axis), Ok(rhs_axis)] = axes else {
            return Err(ComputeError::Axis { op, axis, ndim: least, twice: false });
        };
        let conjugate = match with.dtype.kind() {
            Kind::Complex => Some(self.unary_fresh(Op::Conj, lhs, within(with.dtype))?),
            Kind::Bool | Kind::Int | Kind::Uint | Kind::Float => None,
        };
        let left = conjugate.as_ref().map_or(lhs, AsView::raw);
        let without = |axes: &[usize], axis| [&axes[..axis], &axes[axis + 1..]].concat();
        let (lhs_lens, rhs_lens) = (without(left.shape, lhs_axis), without(rhs.shape, rhs_axis));
        let strides = |raw: RawView<'_>, axis: usize| {
            [&raw.strides[..axis], &raw.strides[axis + 1..]].concat()
        };
        let (lhs_strides, rhs_strides) = (strides(left, lhs_axis), strides(rhs, rhs_axis));
        let line = |raw: RawView<'_>, axis: usize| (raw.shape[axis], raw.strides[axis]);
        let (row, column) = (line(left, lhs_axis), line(rhs, rhs_axis));
        let left =
            Stack { at: left.at, leading: (&lhs_lens, &lhs_strides), rows: (1, 0), columns: row };
        let right =
            Stack { at: rhs.at, leading: (&rhs_lens, &rhs_strides), rows: column, columns: (1, 0) };
        let shape = broadcast_shapes(&lhs_lens, &rhs_lens).filter(|_| row.0 == column.0);
        let shape = shape.ok_or_else(|| mismatch(op, lhs.shape, rhs.shape))?;
        fresh(with.dtype, &shape, None, &mut |out| {
            multiply(&left, &right, &shape, out, with);
            Ok(())
        })
    }

    /// The sums of products over axes of both operands; the others follow one another.
    fn over(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        (lhs_axes, rhs_axes): (&[usize], &[usize]),
        with: &Multiplier,
    ) -> Result<Tensor, ComputeError> {
        let lens = |raw: RawView<'_>, axes: &[usize]| -> Vec<usize> {
            axes.iter().map(|&axis| raw.shape[axis]).collect()
        };
        if lens(lhs, lhs_axes) != lens(rhs, rhs_axes) {
            return Err(mismatch(op, lhs.shape, rhs.shape));
        }
        let others = |raw: RawView<'_>, axes: &[usize]| -> Vec<usize> {
            (0..raw.shape.len()).filter(|axis| !axes.contains(axis)).collect()
        };
        let (lhs_others, rhs_others) = (others(lhs, lhs_axes), others(rhs, rhs_axes));
        let [lhs_lens, rhs_lens] =
            [(lhs, &lhs_others), (rhs, &rhs_others)].map(|(raw, axes)| lens(raw, axes));
        let left = self.as_matrix(lhs, &lhs_others, lhs_axes)?;
        let right = self.as_matrix(rhs, rhs_axes, &rhs_others)?;
        let (left, right) = (left.stack(), right.stack());
        let shape = [lhs_lens, rhs_lens].concat();
        fresh(with.dtype, &shape, None, &mut |out| {
            multiply(&left, &right, &[], out, with);
            Ok(())
        })
    }

    /// A tensor as a matrix, of which some axes are the rows and the others the columns.
    fn as_matrix<'a>(
        self,
        raw: RawView<'a>,
        rows: &[usize],
        columns: &[usize],
    ) -> Result<AsMatrix<'a>, ComputeError> {
        let order = [rows, columns].concat();
        let shape: Vec<usize> = order.iter().map(|&axis| raw.shape[axis]).collect();
        let strides: Vec<isize> = order.iter().map(|&axis| raw.strides[axis]).collect();
        let part = |part: core::ops::Range<usize>| as_one(&shape[part.clone()], &strides[part]);
        if let (Some(rows), Some(columns)) = (part(0..rows.len()), part(rows.len()..order.len())) {
            return Ok(AsMatrix { raw, copy: None, rows, columns });
        }
        // SAFETY: the same elements, their axes in another order.
        let ordered = unsafe { RawView::new(raw.dtype, raw.at, &shape, &strides) };
        let copy = self.as_dtype(&ordered, raw.dtype, &shape)?;
        let (rows, columns) = shape.split_at(rows.len());
        let (rows, columns): (usize, usize) = (rows.iter().product(), columns.iter().product());
        let rows = (rows, columns.cast_signed());
        Ok(AsMatrix { raw, copy: Some(copy), rows, columns: (columns, 1) })
    }

    /// The dtypes of a product of tensors that have axes, and its kernel.
    pub(super) fn product_dtypes(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
    ) -> Result<(OpDTypes, &'static Multiplier), ComputeError> {
        let dtypes = self.pair_dtypes(op, lhs, rhs)?;
        let no_loop = ComputeError::NoLoop { op, dtype: dtypes.compute };
        let Kernels::Product(table) = KERNELS[op as usize] else { return Err(no_loop) };
        let with = table.find(self.carrier(dtypes.compute)).ok_or(no_loop)?;
        if with.sums == Sums::Matrices && (lhs.shape.is_empty() || rhs.shape.is_empty()) {
            let message =
                "multiplies vectors and matrices, not tensors without axes: multiply instead";
            return Err(ComputeError::Operands { op, message: message.into() });
        }
        Ok((dtypes, with))
    }

    /// An operand converted to the compute dtype, then to the one that is multiplied in; `None` if it is of both.
    fn converted(
        self,
        raw: RawView<'_>,
        OpDTypes { compute, .. }: OpDTypes,
        with: &Multiplier,
    ) -> Result<Option<Tensor>, ComputeError> {
        let mut tensor = self.flushed(&raw)?;
        for dtype in [compute, with.dtype] {
            let from = tensor.as_ref().map_or(raw, AsView::raw);
            if from.dtype != dtype {
                tensor = Some(self.as_dtype(&from, dtype, from.shape)?);
            }
        }
        Ok(tensor)
    }
}

/// The axes that `tensordot` sums over, of each operand.
fn axes_of_both(
    op: Op,
    lhs: RawView<'_>,
    rhs: RawView<'_>,
    sums: Option<&SumsOver>,
) -> Result<(Vec<usize>, Vec<usize>), ComputeError> {
    let all = |axes: &[isize], raw: RawView<'_>| {
        let mut places = Vec::new();
        for &axis in axes {
            let ndim = raw.shape.len();
            let place = axis_of(op, axis, ndim)?;
            if places.contains(&place) {
                return Err(ComputeError::Axis { op, axis, ndim, twice: true });
            }
            places.push(place);
        }
        Ok(places)
    };
    match sums.unwrap_or(&SumsOver::Last(2)) {
        SumsOver::Last(count) => {
            let least = lhs.shape.len().min(rhs.shape.len());
            if *count > least {
                let message = alloc::format!(
                    "sums over {count} axes, and an operand has {least}: say over how many"
                );
                return Err(ComputeError::Operands { op, message });
            }
            let first = lhs.shape.len() - count;
            Ok(((first..lhs.shape.len()).collect(), (0..*count).collect()))
        }
        SumsOver::Pairs(left, right) if left.len() != right.len() => {
            let message = alloc::format!(
                "sums over pairs of axes, not {} of the first operand and {} of the second",
                left.len(),
                right.len()
            );
            Err(ComputeError::Operands { op, message })
        }
        SumsOver::Pairs(left, right) => Ok((all(left, lhs)?, all(right, rhs)?)),
    }
}

/// Length and stride of axes that are one axis to a walk over their elements; `None` where they are not.
fn as_one(shape: &[usize], strides: &[isize]) -> Option<(usize, isize)> {
    let mut one = (1_usize, 0);
    for (&len, &stride) in shape.iter().zip(strides).rev() {
        if one.0 != 1 && len != 1 && stride != one.1 * one.0.cast_signed() {
            return None;
        }
        one = match (one.0, len) {
            (1, _) => (len, stride),
            (before, 1) => (before, one.1),
            (before, _) => (before * len, one.1),
        };
    }
    Some(one)
}

/// A tensor as a matrix: its elements or a copy of them, and length and stride of rows and columns.
struct AsMatrix<'a> {
    raw: RawView<'a>,
    copy: Option<Tensor>,
    rows: (usize, isize),
    columns: (usize, isize),
}

impl AsMatrix<'_> {
    fn stack(&self) -> Stack<'_> {
        let at = self.copy.as_ref().map_or(self.raw.at, |copy| copy.raw().at);
        Stack { at, leading: (&[], &[]), rows: self.rows, columns: self.columns }
    }
}

/// An operand as a stack of matrices: where it begins, its leading axes, and the length and stride of the two of the
/// matrices.
struct Stack<'a> {
    at: *const u8,
    leading: (&'a [usize], &'a [isize]),
    rows: (usize, isize),
    columns: (usize, isize),
}

impl<'a> Stack<'a> {
    /// A left operand; a vector is a row.
    fn of_rows(raw: RawView<'a>) -> Stack<'a> {
        let axis = |axis: usize| (raw.shape[axis], raw.strides[axis]);
        let count = raw.shape.len().saturating_sub(2);
        let leading = (&raw.shape[..count], &raw.strides[..count]);
        match raw.shape.len() {
            1 => Stack { at: raw.at, leading, rows: (1, 0), columns: axis(0) },
            n => Stack { at: raw.at, leading, rows: axis(n - 2), columns: axis(n - 1) },
        }
    }

    /// A right operand; a vector is a column.
    fn of_columns(raw: RawView<'a>) -> Stack<'a> {
        let stack = Stack::of_rows(raw);
        match raw.shape.len() {
            1 => Stack { rows: stack.columns, columns: (1, 0), ..stack },
            _ => stack,
        }
    }
}

/// The products of all matrices of two stacks, into an output whose elements lie one after the other.
fn multiply(
    left: &Stack<'_>,
    right: &Stack<'_>,
    leading: &[usize],
    out: &RawViewMut<'_>,
    with: &Multiplier,
) {
    let sizes = Sizes { rows: left.rows.0, inner: left.columns.0, columns: right.columns.0 };
    let (each, size) = (sizes.rows * sizes.columns, with.dtype.size());
    if each == 0 {
        return;
    }
    let stacks = Walk::in_order(leading, &[left.leading, right.leading]);
    for place in 0..stacks.len {
        let matrix = |stack: &Stack<'_>, operand| {
            let offset = stacks.offset(operand, place) * size.cast_signed();
            let strides = (stack.rows.1, stack.columns.1);
            Matrix { at: stack.at.wrapping_offset(offset), strides }
        };
        let at = out.at.wrapping_add(place * each * size);
        let to = MatrixMut { at, strides: (sizes.columns.cast_signed(), 1) };
        // SAFETY: the stacks have these matrices, of the multiplier's dtype, and nothing else refers to the
        // output.
        unsafe { with.multiply(sizes, matrix(left, 1), matrix(right, 2), to) };
    }
}
