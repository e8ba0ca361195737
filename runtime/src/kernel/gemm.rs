//! Two matrices of any strides → their product: by the crate `gemm`, or by a loop over rows.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

mod large;
mod rows;

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

    /// How many products of elements are summed.
    fn products(self) -> usize {
        self.rows.saturating_mul(self.inner).saturating_mul(self.columns)
    }
}

impl Matrix {
    pub(super) fn transposed(self) -> Matrix {
        Matrix { strides: (self.strides.1, self.strides.0), ..self }
    }

    /// Where an element of type `T` is.
    #[inline(always)]
    fn element<T>(self, row: usize, column: usize) -> *const T {
        self.at.cast::<T>().wrapping_offset(place(self.strides, row, column))
    }

    /// The matrix that begins at an element of type `T`.
    #[inline(always)]
    fn from<T>(self, row: usize, column: usize) -> Matrix {
        Matrix { at: self.element::<T>(row, column).cast(), ..self }
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

    /// Where an element of type `T` is.
    #[inline(always)]
    fn element<T>(self, row: usize, column: usize) -> *mut T {
        self.at.cast::<T>().wrapping_offset(place(self.strides, row, column))
    }

    /// The matrix that begins at an element of type `T`.
    #[inline(always)]
    fn from<T>(self, row: usize, column: usize) -> MatrixMut {
        MatrixMut { at: self.element::<T>(row, column).cast(), ..self }
    }
}

/// How many elements an element is from the first.
#[inline(always)]
fn place(strides: (isize, isize), row: usize, column: usize) -> isize {
    row.cast_signed() * strides.0 + column.cast_signed() * strides.1
}

// SAFETY: elements are numbers; tasks write different rows.
unsafe impl Sync for Matrix {}
// SAFETY: as above.
unsafe impl Sync for MatrixMut {}

/// Element types that matrices are multiplied in.
pub(crate) trait Gemm: Ring + Canonical {
    /// The type whose loops multiply its matrices: itself, or one of as many bits whose products have the same bits.
    type Loops: Gemm;

    /// The product of two matrices; a NaN in it is any, and a zero of any sign.
    ///
    /// # Safety
    ///
    /// The matrices are of these sizes and of this type, and `out` overlaps neither of the others.
    unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut);
}

/// Floats: large matrices by the crate `gemm`. At most so many products of elements are summed faster by a loop over rows.
macro_rules! floats {
    ($($t:ty: $few:literal),*) => { $(
        impl Gemm for $t {
            type Loops = $t;

            #[inline(always)]
            unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
                // SAFETY: as the caller vouches.
                unsafe {
                    match sizes.products() <= $few {
                        true => rows::multiply::<$t, { rows::columns::<$t>() }>(sizes, a, b, out),
                        false => large::multiply::<$t>(sizes, a, b, out),
                    }
                }
            }
        }
    )* };
}

floats!(f32: 1_000, f64: 1_000, c64: 512, c128: 512);

/// Integers, which wrap around, and bools, of which any pair may be true in both.
macro_rules! integers {
    ($($t:ty => $loops:ty),*) => { $(
        impl Gemm for $t {
            type Loops = $loops;

            #[inline(always)]
            unsafe fn gemm(sizes: Sizes, a: Matrix, b: Matrix, out: MatrixMut) {
                // SAFETY: as the caller vouches.
                unsafe { rows::multiply::<$t, { rows::columns::<$t>() }>(sizes, a, b, out) }
            }
        }
    )* };
}

integers!(bool => bool, i8 => u8, i16 => u16, i32 => u32, i64 => u64, u8 => u8, u16 => u16, u32 => u32, u64 => u64);
