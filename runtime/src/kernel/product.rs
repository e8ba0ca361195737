//! A product op and the dtype it computes in → the kernel that multiplies matrices of it.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::accum::Lane;
use super::gemm::{Gemm, Matrix, MatrixMut, Sizes};
use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels};
use super::ops::{ProductOp, Sums};
use super::parallel;
use super::thin::thin;
use crate::{DType, Element};

/// How matrices of a dtype are multiplied.
pub(crate) struct Multiplier {
    /// What operands must be converted to, and the dtype of the product.
    pub(crate) dtype: DType,
    pub(crate) sums: Sums,
    levels: PerLevel<ProductLoop>,
}

type ProductLoop = unsafe fn(Sizes, Matrix, Matrix, MatrixMut);

/// The fewest rows that a thread takes, and how many multiplications are worth several threads.
const ROWS: usize = 128;
const WORTH_IT: usize = 1 << 21;

impl Multiplier {
    /// The product of two matrices into a third, whose rows lie one after the other.
    ///
    /// # Safety
    ///
    /// The matrices are of these sizes and of this dtype, and `out` overlaps neither of the others.
    pub(crate) unsafe fn multiply(&self, sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
        let Sizes { rows, inner, columns } = sizes;
        if inner == 0 {
            // The empty sum is zero, whose bits are zero in every dtype.
            // SAFETY: as the caller vouches.
            return unsafe { out.at.write_bytes(0, rows * columns * self.dtype.size()) };
        }
        // A row times a matrix is, transposed, a matrix times a column.
        let (sizes, a, b, out) = match rows {
            1 => (sizes.transposed(), b.transposed(), a.transposed(), out.transposed()),
            _ => (sizes, a, b, out),
        };
        let Sizes { rows, columns, .. } = sizes;
        let product = self.levels[Isa::active() as usize];
        if rows < 2 * ROWS || rows.saturating_mul(inner).saturating_mul(columns) < WORTH_IT {
            // SAFETY: as the caller vouches.
            return unsafe { product(sizes, a, b, out) };
        }
        let tasks = (rows / ROWS).min(parallel::threads());
        let size = rows.div_ceil(tasks).saturating_mul(inner).saturating_mul(columns);
        // As even as they can be: a stretch of one row would be summed in another order.
        let edge = |task: usize| rows / tasks * task + (rows % tasks).min(task);
        let row = self.dtype.size().cast_signed();
        // Every stretch of rows puts the right matrix in order once more.
        parallel::for_tasks(tasks, size, &|task| {
            let (a, out) = (&a, &out);
            let sizes = Sizes { rows: edge(task + 1) - edge(task), ..sizes };
            let first = edge(task).cast_signed() * row;
            let a = Matrix { at: a.at.wrapping_offset(first * a.strides.0), ..*a };
            let out = MatrixMut { at: out.at.wrapping_offset(first * out.strides.0), ..*out };
            // SAFETY: as the caller vouches; stretches are of different rows.
            unsafe { product(sizes, a, b, out) };
        });
    }
}

/// The kernel of a product op that computes in a dtype.
pub(crate) const fn product_kernel<C: Lane, O: ProductOp<C>>() -> Multiplier {
    Multiplier {
        dtype: <O::With as Element>::DTYPE,
        sums: O::SUMS,
        levels: loops::<<O::With as Gemm>::Loops>(),
    }
}

const fn loops<T: Gemm>() -> PerLevel<ProductLoop> {
    levels!(products::<T>)
}

for_each_level! {
    /// The product of two matrices.
    fn products<T>(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut)
    where { T: Gemm, }
    product_of
}

#[inline(always)]
unsafe fn product_of<L: Level, T: Gemm>(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
    // SAFETY: as the caller vouches.
    unsafe {
        match sizes.columns {
            1 => thin::<T>((sizes.rows, sizes.inner), a, b, out),
            _ => T::gemm(sizes, a, b, out),
        }
        settle(out.at.cast::<T>(), (sizes.rows, sizes.columns), out.strides);
    }
}

/// Makes every NaN of a matrix the canonical one, and every zero that of a sum which begins with 0: positive.
///
/// # Safety
///
/// The matrix is of that size and initialised, and nothing else refers to it.
#[inline(always)]
unsafe fn settle<T: Gemm>(at: *mut T, (rows, columns): (usize, usize), strides: (isize, isize)) {
    for row in 0..rows.cast_signed() {
        let at = at.wrapping_offset(row * strides.0);
        if strides.1 == 1 {
            // SAFETY: as the caller vouches.
            let row = unsafe { core::slice::from_raw_parts_mut(at, columns) };
            row.iter_mut().for_each(|element| *element = T::ZERO.plus(*element).canonical());
            continue;
        }
        for column in 0..columns.cast_signed() {
            // SAFETY: as above.
            let element = unsafe { &mut *at.offset(column * strides.1) };
            *element = T::ZERO.plus(*element).canonical();
        }
    }
}
