//! Two matrices of any strides → their product: floats by `matrixmultiply`, integers by a loop that wraps around.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

use super::accum::Canonical;
use super::ring::Ring;
use crate::generated::codes::*;

/// `rows × inner` times `inner × columns`.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) rows: usize,
    pub(crate) inner: usize,
    pub(crate) columns: usize,
}

/// A matrix to read: its first element, and the strides of its rows and columns in elements.
#[derive(Clone, Copy)]
pub(crate) struct Matrix {
    pub(crate) at: *const u8,
    pub(crate) strides: (isize, isize),
}

impl Sizes {
    /// Of the transposed product.
    pub(super) fn transposed(self) -> Sizes {
        Sizes { rows: self.columns, columns: self.rows, ..self }
    }
}

impl Matrix {
    pub(super) fn transposed(self) -> Matrix {
        Matrix { strides: (self.strides.1, self.strides.0), ..self }
    }
}

/// A matrix to write; it need not be initialised.
#[derive(Clone, Copy)]
pub(crate) struct MatrixMut {
    pub(crate) at: *mut u8,
    pub(crate) strides: (isize, isize),
}

impl MatrixMut {
    pub(super) fn transposed(self) -> MatrixMut {
        MatrixMut { strides: (self.strides.1, self.strides.0), ..self }
    }
}

// SAFETY: elements are numbers; tasks write different rows.
unsafe impl Sync for Matrix {}
// SAFETY: as above.
unsafe impl Sync for MatrixMut {}

/// Element types that matrices are multiplied in.
pub(crate) trait Gemm: Ring + Canonical {
    /// The product of two matrices; a NaN in it is any.
    ///
    /// # Safety
    ///
    /// The matrices are of these sizes and of this type, and `out` overlaps neither of the others.
    unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut);
}

macro_rules! floats {
    ($($t:ty: $pointer:ty, $zero:expr, $one:expr, $gemm:path $(, $option:expr)?;)*) => { $(
        impl Gemm for $t {
            #[inline(always)]
            unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
                // SAFETY: as the caller vouches; `out` is written without being read.
                unsafe {
                    $gemm(
                        $($option, $option,)?
                        sizes.rows, sizes.inner, sizes.columns,
                        $one, a.at.cast::<$pointer>(), a.strides.0, a.strides.1,
                        b.at.cast::<$pointer>(), b.strides.0, b.strides.1,
                        $zero, out.at.cast::<$pointer>(), out.strides.0, out.strides.1,
                    );
                }
            }
        }
    )* };
}

floats! {
    f32: f32, 0.0, 1.0, matrixmultiply::sgemm;
    f64: f64, 0.0, 1.0, matrixmultiply::dgemm;
    c64: [f32; 2], [0.0, 0.0], [1.0, 0.0], matrixmultiply::cgemm, matrixmultiply::CGemmOption::Standard;
    c128: [f64; 2], [0.0, 0.0], [1.0, 0.0], matrixmultiply::zgemm, matrixmultiply::CGemmOption::Standard;
}

macro_rules! integers {
    ($($t:ty),*) => { $(
        impl Gemm for $t {
            #[inline(always)]
            unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
                /// Columns that are summed at the same time.
                const COLUMNS: usize = 256 / size_of::<$t>();
                /// Rows of the right matrix that are copied, where its columns do not lie one after the other.
                const DEEP: usize = 64;
                let at = |matrix: *const u8, strides: (isize, isize), row: usize, column: usize| {
                    let place = row.cast_signed() * strides.0 + column.cast_signed() * strides.1;
                    matrix.cast::<$t>().wrapping_offset(place)
                };
                let is_in_rows = b.strides.1 == 1;
                let deep = if is_in_rows { sizes.inner.max(1) } else { DEEP };
                let mut copied = [[0 as $t; COLUMNS]; DEEP];
                for first in (0..sizes.columns).step_by(COLUMNS) {
                    let columns = first..sizes.columns.min(first + COLUMNS);
                    for begin in (0..sizes.inner).step_by(deep) {
                        let depth = deep.min(sizes.inner - begin);
                        if !is_in_rows {
                            for (row, copied) in copied[..depth].iter_mut().enumerate() {
                                for (copied, column) in copied.iter_mut().zip(columns.clone()) {
                                    // SAFETY: the matrix is of these sizes.
                                    *copied = unsafe { *at(b.at, b.strides, begin + row, column) };
                                }
                            }
                        }
                        for row in 0..sizes.rows {
                            let to = |column| at(out.at, out.strides, row, column).cast_mut();
                            let mut sums = [0 as $t; COLUMNS];
                            if begin > 0 {
                                for (sum, column) in sums.iter_mut().zip(columns.clone()) {
                                    // SAFETY: as above; the rows before wrote it.
                                    *sum = unsafe { *to(column) };
                                }
                            }
                            for inner in 0..depth {
                                // SAFETY: as above.
                                let (left, right) = unsafe {
                                    let right = match is_in_rows {
                                        true => at(b.at, b.strides, begin + inner, first),
                                        false => copied[inner].as_ptr(),
                                    };
                                    let right = core::slice::from_raw_parts(right, columns.len());
                                    (*at(a.at, a.strides, row, begin + inner), right)
                                };
                                for (sum, &right) in sums.iter_mut().zip(right) {
                                    *sum = sum.wrapping_add(left.wrapping_mul(right));
                                }
                            }
                            for (&sum, column) in sums.iter().zip(columns.clone()) {
                                // SAFETY: as above.
                                unsafe { to(column).write(sum) };
                            }
                        }
                    }
                }
            }
        }
    )* };
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);
