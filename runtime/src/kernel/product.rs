//! A product op and the dtype it computes in → the kernel that multiplies matrices of it.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::accum::Lane;
use super::gemm::{Gemm, Matrix, MatrixMut, Sizes};
use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels};
use super::ops::{ProductOp, Sums};
use crate::{DType, Element};

/// How matrices of a dtype are multiplied.
pub(crate) struct Multiplier {
    /// What operands must be converted to, and the dtype of the product.
    pub(crate) dtype: DType,
    pub(crate) sums: Sums,
    levels: PerLevel<unsafe fn(Sizes, Matrix, Matrix, MatrixMut)>,
}

impl Multiplier {
    /// The product of two matrices into a third, whose rows lie one after the other.
    ///
    /// # Safety
    ///
    /// The matrices are of these sizes and of this dtype, and `out` overlaps neither of the others.
    pub(crate) unsafe fn multiply(&self, sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
        // SAFETY: as the caller vouches.
        unsafe {
            match sizes.inner {
                // The empty sum is zero, whose bits are zero in every dtype.
                0 => out.at.write_bytes(0, sizes.rows * sizes.columns * self.dtype.size()),
                _ => self.levels[Isa::active() as usize](sizes, a, b, out),
            }
        }
    }
}

/// The kernel of a product op that computes in a dtype.
pub(crate) const fn product_kernel<C: Lane, O: ProductOp<C>>() -> Multiplier {
    Multiplier {
        dtype: <O::With as Element>::DTYPE,
        sums: O::SUMS,
        levels: levels!(products::<O::With>),
    }
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
    unsafe { T::gemm(sizes, a, b, out) };
}
