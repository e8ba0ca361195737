//! Two matrices of any strides → their product: floats by `matrixmultiply`, integers by a loop that wraps around.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

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

/// The fewest rows that a thread takes, and how many multiplications are worth several threads.
const ROWS: usize = 128;
const WORTH_IT: usize = 1 << 21;

/// Runs `work` on a stretch of rows for each thread, with its first row and how many there are: for every stretch the
/// right matrix is put in order once more.
fn for_rows(sizes: Sizes, work: &(dyn Fn(usize, usize) + Sync)) {
    let Sizes { rows, inner, columns } = sizes;
    if rows < 2 * ROWS || rows.saturating_mul(inner).saturating_mul(columns) < WORTH_IT {
        return work(0, rows);
    }
    let stretch = rows.div_ceil(ROWS).div_ceil(parallel::threads()) * ROWS;
    let size = stretch.saturating_mul(inner).saturating_mul(columns);
    parallel::for_tasks(rows.div_ceil(stretch), size, &|task| {
        let first = task * stretch;
        work(first, stretch.min(rows - first));
    });
}

/// Makes every NaN of a matrix the canonical one.
///
/// # Safety
///
/// The matrix is of that size and initialised, and nothing else refers to it.
unsafe fn canonical<T: Canonical>(
    at: *mut T,
    (rows, columns): (usize, usize),
    strides: (isize, isize),
) {
    for row in 0..rows.cast_signed() {
        let at = at.wrapping_offset(row * strides.0);
        if strides.1 == 1 {
            // SAFETY: as the caller vouches.
            let row = unsafe { core::slice::from_raw_parts_mut(at, columns) };
            row.iter_mut().for_each(|element| *element = element.canonical());
            continue;
        }
        for column in 0..columns.cast_signed() {
            // SAFETY: as above.
            let element = unsafe { &mut *at.offset(column * strides.1) };
            *element = element.canonical();
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
