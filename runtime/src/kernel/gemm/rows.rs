//! The product of matrices row by row: as many elements of a row as fill some registers are summed side by side.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

use core::mem::MaybeUninit;

use super::{Matrix, MatrixMut, Sizes};
use crate::kernel::ring::Ring;

/// Rows of the right matrix that are copied, where its columns do not lie one after the other.
const DEEP: usize = 64;

/// How many elements of a type are summed at the same time.
pub(super) const fn columns<T>() -> usize {
    256 / size_of::<T>()
}

/// The product of two matrices into a third; `COLUMNS` is what [`columns`] says of the type.
///
/// # Safety
///
/// The matrices are of these sizes and of type `T`, and `out` overlaps neither of the others.
#[inline(always)]
pub(super) unsafe fn multiply<T: Ring, const COLUMNS: usize>(
    sizes: Sizes,
    a: Matrix,
    b: Matrix,
    out: MatrixMut,
) {
    let is_in_rows = b.strides.1 == 1;
    let deep = if is_in_rows { sizes.inner.max(1) } else { DEEP };
    let mut copied = [const { MaybeUninit::<[T; COLUMNS]>::uninit() }; DEEP];
    for first in (0..sizes.columns).step_by(COLUMNS) {
        let columns = first..sizes.columns.min(first + COLUMNS);
        for begin in (0..sizes.inner).step_by(deep) {
            let depth = deep.min(sizes.inner - begin);
            if !is_in_rows {
                for (row, copied) in copied[..depth].iter_mut().enumerate() {
                    let copied = copied.write([T::ZERO; COLUMNS]);
                    for (copied, column) in copied.iter_mut().zip(columns.clone()) {
                        // SAFETY: the matrix is of these sizes.
                        *copied = unsafe { *b.element(begin + row, column) };
                    }
                }
            }
            for row in 0..sizes.rows {
                let mut sums = [T::ZERO; COLUMNS];
                if begin > 0 {
                    for (sum, column) in sums.iter_mut().zip(columns.clone()) {
                        // SAFETY: as above; the rows before wrote it.
                        *sum = unsafe { *out.element(row, column) };
                    }
                }
                let line = |inner: usize| match is_in_rows {
                    true => b.element::<T>(begin + inner, first),
                    false => copied[inner].as_ptr().cast(),
                };
                for inner in 0..depth {
                    // SAFETY: as above; what is read of the copies has been written.
                    let (left, right) = unsafe {
                        let right = core::slice::from_raw_parts(line(inner), columns.len());
                        (*a.element::<T>(row, begin + inner), right)
                    };
                    for (sum, &right) in sums.iter_mut().zip(right) {
                        *sum = sum.plus(left.times(right));
                    }
                }
                for (&sum, column) in sums.iter().zip(columns.clone()) {
                    // SAFETY: as above.
                    unsafe { out.element::<T>(row, column).write(sum) };
                }
            }
        }
    }
}
