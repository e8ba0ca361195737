//! The product of large matrices of floats, by the crate `gemm`.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

use gemm_common::Parallelism;

use super::{Matrix, MatrixMut, Sizes};
use crate::generated::codes::{c64, c128};
use crate::kernel::ring::Ring;

/// How many products are summed before they are added to an element. The crate sums as many at once, however the
/// matrices are cut into stretches for threads, so that the order of a sum depends on its length alone.
const DEEP: usize = 512;
/// The most rows that the crate puts in order at a time: it takes what memory that needs.
const ROWS: usize = 2048;

/// What the crate multiplies.
pub(super) trait Large: Ring {
    /// Adds the product of two matrices to a third, which is written without being read where it `begins`.
    ///
    /// # Safety
    ///
    /// The matrices are of these sizes and of this type, and `out` overlaps neither of the others.
    unsafe fn add(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut, begins: bool);
}

macro_rules! large {
    ($($t:ident: $one:expr, $gemm:path;)*) => { $(
        impl Large for $t {
            #[inline(always)]
            unsafe fn add(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut, begins: bool) {
                // It is fast where columns lie in lines: those of the transposed product are our rows.
                let (sizes, out) = (sizes.transposed(), out.transposed());
                let (a, b) = (b.transposed(), a.transposed());
                // SAFETY: as the caller vouches.
                unsafe {
                    $gemm()(
                        sizes.rows, sizes.columns, sizes.inner,
                        out.at.cast(), out.strides.1, out.strides.0, !begins,
                        a.at.cast(), a.strides.1, a.strides.0,
                        b.at.cast(), b.strides.1, b.strides.0,
                        $one, $one, false, false, false, Parallelism::None,
                    );
                }
            }
        }
    )* };
}

large! {
    f32: 1.0, gemm_f32::gemm::f32::get_gemm_fn;
    f64: 1.0, gemm_f64::gemm::f64::get_gemm_fn;
    c64: c64::new(1.0, 0.0), gemm_c32::gemm::f32::get_gemm_fn;
    c128: c128::new(1.0, 0.0), gemm_c64::gemm::f64::get_gemm_fn;
}

/// The product of two matrices into a third.
///
/// # Safety
///
/// The matrices are of these sizes and of type `T`, and `out` overlaps neither of the others.
pub(super) unsafe fn multiply<T: Large>(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
    for (row, rows) in parts(sizes.rows, ROWS) {
        for (begin, inner) in parts(sizes.inner, DEEP) {
            let sizes = Sizes { rows, inner, ..sizes };
            let out = out.from::<T>(row, 0);
            // SAFETY: as the caller vouches, of a part of each.
            unsafe {
                T::add(sizes, a.from::<T>(row, begin), b.from::<T>(begin, 0), out, begin == 0);
            }
        }
    }
}

/// A length in parts of at most `most`, as even as they can be: where each begins, and how long it is.
fn parts(len: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = len.div_ceil(most).max(1);
    let part = len.div_ceil(count).max(1);
    (0..len).step_by(part).map(move |begin| (begin, part.min(len - begin)))
}
