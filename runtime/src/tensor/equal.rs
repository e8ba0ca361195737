//! Two tensors → whether they are of one dtype and one shape, and hold equal elements.
#![expect(unsafe_code, reason = "rows are read through pointers that know no types")]

use super::raw::{RawView, alike};
use super::walk::Walk;
use super::{AsView, Tensor, TensorView, TensorViewMut};
use crate::generated::codes::*;
use crate::{DType, Kind};

/// Where a row begins, and how far apart its elements are.
type Row = (*const u8, isize);
type RowsAreEqual = unsafe fn(Row, Row, usize) -> bool;

fn equal(lhs: &RawView<'_>, rhs: &RawView<'_>) -> bool {
    if lhs.dtype != rhs.dtype || !alike(lhs.shape, rhs.shape) {
        return false;
    }
    macro_rules! by_dtype {
        ($($variant:ident $element:ident),*) => {
            match lhs.dtype {
                $(DType::$variant => equal_rows::<$element>,)*
            }
        };
    }
    let rows: RowsAreEqual = each_dtype!(by_dtype);
    let standard = lhs.is_standard() && rhs.is_standard();
    // Elements that lie alike are compared as they lie.
    if standard || (alike(lhs.strides, rhs.strides) && lhs.is_permuted()) {
        // SAFETY: both have as many elements, one after the other.
        return unsafe { in_order(rows, lhs.dtype, [lhs.at, rhs.at], lhs.shape.iter().product()) };
    }
    let (at, size) = ([lhs.at, rhs.at], lhs.dtype.size().cast_signed());
    Walk::over_long_rows(lhs.shape, [lhs.strides, rhs.strides], |walk, [one, other]| {
        let (len, strides) = (walk.row(), [0, 1].map(|place| walk.row_stride(place)));
        walk.each_row([0, 1], &mut |offsets| {
            let row = |side: usize, offset| at[side].wrapping_offset(offset * size);
            let (one, other) = (row(one, offsets[0]), row(other, offsets[1]));
            // SAFETY: the elements of a row of each are there.
            unsafe {
                match strides {
                    [1, 1] => in_order(rows, lhs.dtype, [one, other], len),
                    [along, other_along] => rows((one, along), (other, other_along), len),
                }
            }
        })
    })
}

/// Whether so many elements are equal that lie one after the other: of complex ones each part.
#[inline]
unsafe fn in_order(rows: RowsAreEqual, dtype: DType, at: [*const u8; 2], len: usize) -> bool {
    let (rows, len) = match (dtype.kind(), dtype.size()) {
        (Kind::Bool | Kind::Int | Kind::Uint | Kind::Float, _) => (rows, len),
        (Kind::Complex, 4) => (equal_rows::<f16> as RowsAreEqual, 2 * len),
        (Kind::Complex, 8) => (equal_rows::<f32> as RowsAreEqual, 2 * len),
        (Kind::Complex, _) => (equal_rows::<f64> as RowsAreEqual, 2 * len),
    };
    // SAFETY: as the caller vouches.
    unsafe { rows((at[0], 1), (at[1], 1), len) }
}

/// Whether two rows are equal.
unsafe fn equal_rows<T: Copy + PartialEq>(lhs: Row, rhs: Row, len: usize) -> bool {
    const CHUNK: usize = 64;
    let (a, b) = (lhs.0.cast::<T>(), rhs.0.cast::<T>());
    if (lhs.1, rhs.1) == (1, 1) && len != 0 {
        // SAFETY: as the caller vouches.
        let (a, b) =
            unsafe { (core::slice::from_raw_parts(a, len), core::slice::from_raw_parts(b, len)) };
        // In a chunk all are looked at: that is faster than to stop.
        let alike =
            |(a, b): (&[T], &[T])| a.iter().zip(b).fold(true, |alike, (&a, &b)| alike & (a == b));
        return a.chunks(CHUNK).zip(b.chunks(CHUNK)).all(alike);
    }
    (0..len).all(|place| {
        let place = place.cast_signed();
        // SAFETY: as above.
        unsafe { *a.wrapping_offset(place * lhs.1) == *b.wrapping_offset(place * rhs.1) }
    })
}

/// Of the same dtype and shape, and with equal elements, wherever they lie; NaN equals nothing.
///
/// ```
/// use concord_runtime::Tensor;
///
/// assert_eq!(Tensor::from(vec![1_i8, 2]), Tensor::from(vec![1_i8, 2]));
/// assert_ne!(Tensor::from(vec![1_i8, 2]), Tensor::from(vec![1_i16, 2]));
/// assert_ne!(Tensor::scalar(f32::NAN), Tensor::scalar(f32::NAN));
/// ```
impl PartialEq for Tensor {
    fn eq(&self, other: &Tensor) -> bool {
        equal(&self.raw(), &other.raw())
    }
}

/// As for tensors.
impl<'b> PartialEq<TensorView<'b>> for TensorView<'_> {
    fn eq(&self, other: &TensorView<'b>) -> bool {
        equal(&self.raw(), &other.raw())
    }
}

/// As for tensors.
impl<'b> PartialEq<TensorViewMut<'b>> for TensorViewMut<'_> {
    fn eq(&self, other: &TensorViewMut<'b>) -> bool {
        equal(&self.raw(), &other.raw())
    }
}
