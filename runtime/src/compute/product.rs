//! Products of matrices, vectors and stacks of matrices → new tensors: shapes, dtypes, and which kernel runs.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

use super::ComputeError;
use super::elementwise::mismatch;
use crate::generated::kernels::KERNELS;
use crate::kernel::gemm::{Matrix, MatrixMut, Sizes};
use crate::kernel::layout::Walk;
use crate::kernel::product::Multiplier;
use crate::kernel::tables::Kernels;
use crate::op::OpDTypes;
use crate::tensor::fresh::fresh;
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::shape::{broadcast_shapes, standard_strides};
use crate::tensor::{AsView, Tensor};
use crate::{Op, Ruleset};

impl Ruleset {
    pub(crate) fn product(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
    ) -> Result<Tensor, ComputeError> {
        let (dtypes, with) = self.product_dtypes(op, &lhs, &rhs)?;
        let [lhs_tensor, rhs_tensor] = [lhs, rhs].map(|raw| self.converted(raw, dtypes, with));
        let (lhs_tensor, rhs_tensor) = (lhs_tensor?, rhs_tensor?);
        let left = Stack::of_rows(lhs_tensor.as_ref().map_or(lhs, AsView::raw));
        let right = Stack::of_columns(rhs_tensor.as_ref().map_or(rhs, AsView::raw));
        let leading = broadcast_shapes(left.leading().0, right.leading().0);
        let leading = leading.filter(|_| left.columns.0 == right.rows.0);
        let leading = leading.ok_or_else(|| mismatch(op, lhs.shape, rhs.shape))?;
        let mut shape = leading.clone();
        shape.extend((lhs.shape.len() > 1).then_some(left.rows.0));
        shape.extend((rhs.shape.len() > 1).then_some(right.columns.0));
        let product = fresh(with.dtype, &shape, None, &mut |out| {
            multiply(&left, &right, &leading, out, with);
            Ok::<(), ComputeError>(())
        })?;
        let result = match with.dtype == dtypes.result {
            true => product,
            false => self.as_dtype(&product.raw(), dtypes.result, &shape)?,
        };
        Ok(result.with_weak(dtypes.weak))
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
        let with = table.find(dtypes.compute).ok_or(no_loop)?;
        if lhs.shape.is_empty() || rhs.shape.is_empty() {
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
        let mut tensor = None;
        for dtype in [compute, with.dtype] {
            let from = tensor.as_ref().map_or(raw, AsView::raw);
            if from.dtype != dtype {
                tensor = Some(self.as_dtype(&from, dtype, from.shape)?);
            }
        }
        Ok(tensor)
    }
}

/// An operand as a stack of matrices: its leading axes, and the length and stride of the two of the matrices.
struct Stack<'a> {
    raw: RawView<'a>,
    rows: (usize, isize),
    columns: (usize, isize),
}

impl<'a> Stack<'a> {
    /// A left operand; a vector is a row.
    fn of_rows(raw: RawView<'a>) -> Stack<'a> {
        let axis = |axis: usize| (raw.shape[axis], raw.strides[axis]);
        match raw.shape.len() {
            1 => Stack { raw, rows: (1, 0), columns: axis(0) },
            n => Stack { raw, rows: axis(n - 2), columns: axis(n - 1) },
        }
    }

    /// A right operand; a vector is a column.
    fn of_columns(raw: RawView<'a>) -> Stack<'a> {
        let Stack { rows, columns, .. } = Stack::of_rows(raw);
        match raw.shape.len() {
            1 => Stack { raw, rows: columns, columns: (1, 0) },
            _ => Stack { raw, rows, columns },
        }
    }

    /// The axes before the matrices'.
    fn leading(&self) -> (&'a [usize], &'a [isize]) {
        let count = self.raw.shape.len().saturating_sub(2);
        (&self.raw.shape[..count], &self.raw.strides[..count])
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
    let order = standard_strides(leading);
    let stacks = Walk::new(leading, &[(leading, &order), left.leading(), right.leading()]);
    for place in 0..stacks.len {
        let matrix = |stack: &Stack<'_>, operand| {
            let offset = stacks.offset(operand, place) * size.cast_signed();
            let strides = (stack.rows.1, stack.columns.1);
            Matrix { at: stack.raw.at.wrapping_offset(offset), strides }
        };
        let at = out.at.wrapping_add(place * each * size);
        let to = MatrixMut { at, strides: (sizes.columns.cast_signed(), 1) };
        // SAFETY: the stacks have these matrices, of the multiplier's dtype, and nothing else refers to the
        // output.
        unsafe { with.multiply(sizes, matrix(left, 1), matrix(right, 2), to) };
    }
}
