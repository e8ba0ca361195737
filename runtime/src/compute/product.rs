//! Products of matrices, vectors and stacks of matrices: shapes, dtypes, and which kernel multiplies.

use alloc::vec::Vec;

use super::ComputeError;
use super::cast::copy;
use crate::generated::kernels;
use crate::kernel::buffer::fresh;
use crate::kernel::isa::Isa;
use crate::kernel::layout::{Walk, broadcast_shapes, broadcast_strides};
use crate::kernel::product::{Matrix, MatrixMut, Multiplier, Sizes};
use crate::kernel::raw::{Raw, RawMut};
use crate::tensor::{AsView, Tensor};
use crate::{DType, Op, Ruleset};

/// An operand as a stack of matrices: its leading axes, and the two of the matrices.
struct Stack<'a> {
    raw: Raw<'a>,
    rows: (usize, isize),
    columns: (usize, isize),
}

impl Ruleset {
    pub(crate) fn product(
        self,
        op: Op,
        lhs: Raw<'_>,
        rhs: Raw<'_>,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.pair_dtypes(op, &lhs, &rhs)?;
        let table = kernels::product(op).and_then(|table| table.find(dtypes.compute));
        let with = table.ok_or(ComputeError::NoLoop { op, dtype: dtypes.compute })?;
        let mismatch =
            || ComputeError::Shapes { op, lhs: lhs.shape.to_vec(), rhs: rhs.shape.to_vec() };
        if lhs.shape.is_empty() || rhs.shape.is_empty() {
            let message =
                "multiplies vectors and matrices, not tensors without axes: multiply instead";
            return Err(ComputeError::Operands { op, message: message.into() });
        }
        let lhs = self.converted(lhs, dtypes.compute, with.with)?;
        let rhs = self.converted(rhs, dtypes.compute, with.with)?;
        let (left, right) = (lhs.stack_of_rows(), rhs.stack_of_columns());
        if left.columns.0 != right.rows.0 {
            return Err(mismatch());
        }
        let leading = broadcast_shapes(left.leading().0, right.leading().0).ok_or_else(mismatch)?;
        let mut shape = leading.clone();
        shape.extend((lhs.raw().shape.len() > 1).then_some(left.rows.0));
        shape.extend((rhs.raw().shape.len() > 1).then_some(right.columns.0));
        let product = fresh(with.with, &shape, None, &mut |mut out| {
            multiply(&left, &right, &leading, &mut out, with);
            Ok(())
        })?;
        if with.with == dtypes.result {
            return Ok(product.with_weak(dtypes.weak));
        }
        let result = fresh(dtypes.result, &shape, None, &mut |mut out| {
            copy(self, product.raw(), &mut out);
            Ok(())
        });
        result.map(|result| result.with_weak(dtypes.weak))
    }

    /// An operand of what is multiplied in, by way of the compute dtype.
    fn converted<'a>(
        self,
        raw: Raw<'a>,
        compute: DType,
        with: DType,
    ) -> Result<Converted<'a>, ComputeError> {
        let to = |raw: Raw<'_>, dtype| {
            fresh(dtype, raw.shape, None, &mut |mut out| {
                copy(self, raw, &mut out);
                Ok(())
            })
        };
        if raw.dtype == with && compute == with {
            return Ok(Converted::Same(raw));
        }
        if raw.dtype == compute {
            return Ok(Converted::Fresh(to(raw, with)?));
        }
        let rounded = to(raw, compute)?;
        Ok(Converted::Fresh(if compute == with { rounded } else { to(rounded.raw(), with)? }))
    }
}

enum Converted<'a> {
    Same(Raw<'a>),
    Fresh(Tensor),
}

impl Converted<'_> {
    fn raw(&self) -> Raw<'_> {
        match self {
            Converted::Same(raw) => *raw,
            Converted::Fresh(tensor) => tensor.raw(),
        }
    }

    /// As a left operand: a vector is a row.
    fn stack_of_rows(&self) -> Stack<'_> {
        let raw = self.raw();
        let (shape, strides) = (raw.shape, raw.strides);
        match shape.len() {
            1 => Stack { raw, rows: (1, 0), columns: (shape[0], strides[0]) },
            n => Stack {
                raw,
                rows: (shape[n - 2], strides[n - 2]),
                columns: (shape[n - 1], strides[n - 1]),
            },
        }
    }

    /// As a right operand: a vector is a column.
    fn stack_of_columns(&self) -> Stack<'_> {
        let raw = self.raw();
        match raw.shape.len() {
            1 => Stack { raw, rows: (raw.shape[0], raw.strides[0]), columns: (1, 0) },
            _ => self.stack_of_rows(),
        }
    }
}

impl Stack<'_> {
    /// The axes before the matrices'.
    fn leading(&self) -> (&[usize], &[isize]) {
        let count = self.raw.shape.len().saturating_sub(2);
        (&self.raw.shape[..count], &self.raw.strides[..count])
    }
}

/// All matrices of two stacks into those of the output, whose elements lie one after the other.
fn multiply(
    left: &Stack<'_>,
    right: &Stack<'_>,
    leading: &[usize],
    out: &mut RawMut<'_>,
    with: &Multiplier,
) {
    let sizes = Sizes { rows: left.rows.0, inner: left.columns.0, columns: right.columns.0 };
    let each = sizes.rows * sizes.columns;
    let size = with.with.size();
    let strides = [left, right].map(|stack| {
        let (shape, strides) = stack.leading();
        broadcast_strides(leading, shape, strides)
    });
    let order: Vec<isize> = crate::kernel::buffer::standard_strides(leading);
    let stacks = Walk::new(leading, [&strides[0], &strides[1], &order]);
    if each == 0 {
        return;
    }
    let run = with.run[Isa::active() as usize];
    for matrix in 0..stacks.len {
        let from = |raw: Raw<'_>, operand| {
            raw.at.wrapping_offset(stacks.offset(operand, matrix) * size.cast_signed())
        };
        let a = Matrix { at: from(left.raw, 0), strides: (left.rows.1, left.columns.1) };
        let b = Matrix { at: from(right.raw, 1), strides: (right.rows.1, right.columns.1) };
        let at = out.at.wrapping_add(matrix * each * size);
        let to = MatrixMut { at, strides: (sizes.columns.cast_signed(), 1) };
        with.multiply(run, sizes, (a, b), to);
    }
}
