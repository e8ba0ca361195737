//! Two matrices of any strides → their product: floats by `matrixmultiply`, integers by a loop that wraps around.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

use alloc::vec::Vec;

use super::accum::Canonical;
use super::parallel;
use crate::Element;
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

/// A matrix to write; it need not be initialised.
#[derive(Clone, Copy)]
pub(crate) struct MatrixMut {
    pub(crate) at: *mut u8,
    pub(crate) strides: (isize, isize),
}

// SAFETY: elements are numbers; tasks write different rows.
unsafe impl Sync for Matrix {}
// SAFETY: as above.
unsafe impl Sync for MatrixMut {}

/// Element types that matrices are multiplied in.
pub(crate) trait Gemm: Element {
    /// The product of two matrices.
    ///
    /// # Safety
    ///
    /// The matrices are of these sizes and of this type, and `out` overlaps neither of the others.
    unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut);
}

/// Rows that a thread takes at a time, and how many multiplications are worth several threads.
const ROWS: usize = 128;
const WORTH_IT: usize = 1 << 21;

/// Runs `work` on stretches of rows, each with its first row and how many there are.
fn for_rows(sizes: Sizes, work: &(dyn Fn(usize, usize) + Sync)) {
    let Sizes { rows, inner, columns } = sizes;
    if rows < 2 * ROWS || rows.saturating_mul(inner).saturating_mul(columns) < WORTH_IT {
        return work(0, rows);
    }
    let size = ROWS.saturating_mul(inner).saturating_mul(columns);
    parallel::for_tasks(rows.div_ceil(ROWS), size, &|task| {
        let first = task * ROWS;
        work(first, ROWS.min(rows - first));
    });
}

/// Makes every NaN of a matrix the canonical one.
///
/// # Safety
///
/// The matrix is of that size and initialised, and nothing else refers to it.
unsafe fn canonical<T: Canonical + PartialEq>(
    at: *mut T,
    (rows, columns): (usize, usize),
    strides: (isize, isize),
) {
    for row in 0..rows.cast_signed() {
        for column in 0..columns.cast_signed() {
            // SAFETY: as the caller vouches.
            let element = unsafe { &mut *at.offset(row * strides.0 + column * strides.1) };
            // Only a NaN differs from itself.
            if *element != element.canonical() {
                *element = element.canonical();
            }
        }
    }
}

macro_rules! floats {
    ($($t:ty: $pointer:ty, $zero:expr, $one:expr, $gemm:path $(, $option:expr)?;)*) => { $(
        impl Gemm for $t {
            #[inline(always)]
            unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
                let size = size_of::<$t>().cast_signed();
                for_rows(sizes, &move |first, rows| {
                    let (a, b, out) = (&a, &b, &out);
                    let first = first.cast_signed();
                    let from = a.at.wrapping_offset(first * a.strides.0 * size);
                    let to = out.at.wrapping_offset(first * out.strides.0 * size);
                    // SAFETY: as the caller vouches; `out` is written without being read.
                    unsafe {
                        $gemm(
                            $($option, $option,)?
                            rows, sizes.inner, sizes.columns,
                            $one, from.cast::<$pointer>(), a.strides.0, a.strides.1,
                            b.at.cast::<$pointer>(), b.strides.0, b.strides.1,
                            $zero, to.cast::<$pointer>(), out.strides.0, out.strides.1,
                        );
                        canonical(to.cast::<$t>(), (rows, sizes.columns), out.strides);
                    }
                });
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

/// The elements of the right matrix, row by row.
///
/// # Safety
///
/// The matrix is of these sizes and of this type.
unsafe fn in_rows<T: Copy>(sizes: Sizes, b: Matrix) -> Vec<T> {
    let places = (0..sizes.inner.cast_signed())
        .flat_map(|row| (0..sizes.columns.cast_signed()).map(move |column| (row, column)));
    let mut elements = Vec::with_capacity(sizes.inner * sizes.columns);
    // SAFETY: as the caller vouches.
    elements.extend(places.map(|(row, column)| unsafe {
        b.at.cast::<T>().offset(row * b.strides.0 + column * b.strides.1).read()
    }));
    elements
}

macro_rules! integers {
    ($($t:ty),*) => { $(
        impl Gemm for $t {
            #[inline(always)]
            unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
                /// Columns that are summed at the same time.
                const COLUMNS: usize = 256 / size_of::<$t>();
                let size = size_of::<$t>().cast_signed();
                let packed;
                let b = match b.strides.1 {
                    1 => b,
                    _ => {
                        // SAFETY: as the caller vouches.
                        packed = unsafe { in_rows::<$t>(sizes, b) };
                        Matrix { at: packed.as_ptr().cast(), strides: (sizes.columns.cast_signed(), 1) }
                    }
                };
                for row in 0..sizes.rows.cast_signed() {
                    for first in (0..sizes.columns).step_by(COLUMNS) {
                        let count = COLUMNS.min(sizes.columns - first);
                        let mut sums = [0 as $t; COLUMNS];
                        for inner in 0..sizes.inner.cast_signed() {
                            let left = (row * a.strides.0 + inner * a.strides.1) * size;
                            let right = inner * b.strides.0 + first.cast_signed() * b.strides.1;
                            let right = b.at.wrapping_offset(right * size).cast::<$t>();
                            // SAFETY: the matrices are of these sizes.
                            unsafe {
                                let left = a.at.wrapping_offset(left).cast::<$t>().read();
                                let right = core::slice::from_raw_parts(right, count);
                                for (sum, &right) in sums.iter_mut().zip(right) {
                                    *sum = sum.wrapping_add(left.wrapping_mul(right));
                                }
                            }
                        }
                        for (place, sum) in sums[..count].iter().enumerate() {
                            let column = (first + place).cast_signed();
                            let to = (row * out.strides.0 + column * out.strides.1) * size;
                            // SAFETY: as above.
                            unsafe { out.at.wrapping_offset(to).cast::<$t>().write(*sum) };
                        }
                    }
                }
            }
        }
    )* };
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);
