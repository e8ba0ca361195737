//! A matrix and a vector → their product: every element a sum in lanes, the same however the matrix lies.
#![expect(unsafe_code, reason = "matrices are passed as untyped pointers")]

use core::hint::black_box;
use core::mem::MaybeUninit;

use super::gemm::{Matrix, MatrixMut};
use super::ops::{IN_ORDER, combined};
use super::ring::Ring;

/// The `k`-th product of a line is added to lane `k % LANES`, and the lanes are then added up. They are twice as many as
/// those of a reduction: the compiler takes 32 of them apart into single additions.
const LANES: usize = 64;
/// How many products are summed before they are added to the element.
const DEEP: usize = 1024;
/// How many elements are summed side by side, where the columns of a matrix lie in lines and its rows do not.
const WIDE: usize = 64;

/// The product of a matrix and the first column of another, into the first column of a third.
///
/// # Safety
///
/// The matrices are of `rows` and `inner` and of type `T`, and `out` overlaps neither of the others.
#[inline(always)]
pub(super) unsafe fn thin<T: Ring>(
    (rows, inner): (usize, usize),
    a: Matrix,
    vector: Matrix,
    out: MatrixMut,
) {
    let (mut line, mut column) = (Room::<T>::new(), Room::<T>::new());
    let at = |matrix: Matrix, row: usize, column: usize| {
        let place = row.cast_signed() * matrix.strides.0 + column.cast_signed() * matrix.strides.1;
        matrix.at.cast::<T>().wrapping_offset(place)
    };
    for begin in (0..inner).step_by(DEEP) {
        let deep = DEEP.min(inner - begin);
        let add = |row: usize, sum: T| {
            let to = out.at.cast::<T>().wrapping_offset(row.cast_signed() * out.strides.0);
            // SAFETY: the output has that row; the products before, if any, wrote it.
            unsafe { to.write(if begin == 0 { sum } else { (*to).plus(sum) }) };
        };
        // SAFETY: the vector has these elements.
        let vector = unsafe { column.line(at(vector, begin, 0), vector.strides.0, deep) };
        if a.strides.0 == 1 && a.strides.1 != 1 && rows > 1 {
            for first in (0..rows).step_by(WIDE) {
                let wide = WIDE.min(rows - first);
                // SAFETY: the matrix has these elements.
                let sums = unsafe { side_by_side(at(a, first, begin), a.strides.1, wide, vector) };
                for (place, &sum) in sums[..wide].iter().enumerate() {
                    add(first + place, sum);
                }
            }
            continue;
        }
        for row in 0..rows {
            // SAFETY: as above.
            let line = unsafe { line.line(at(a, row, begin), a.strides.1, deep) };
            add(row, sum(line, vector));
        }
    }
}

/// Room for a copy of [`DEEP`] elements.
struct Room<T>([MaybeUninit<T>; DEEP]);

impl<T: Ring> Room<T> {
    #[inline(always)]
    fn new() -> Room<T> {
        Room([const { MaybeUninit::uninit() }; DEEP])
    }

    /// So many elements, `stride` from each other: in place, or copied if they do not lie one after the other.
    ///
    /// # Safety
    ///
    /// There are as many, at most [`DEEP`].
    #[inline(always)]
    unsafe fn line(&mut self, first: *const T, stride: isize, len: usize) -> &[T] {
        if stride == 1 {
            // SAFETY: as the caller vouches.
            return unsafe { core::slice::from_raw_parts(first, len) };
        }
        for (place, copy) in self.0[..len].iter_mut().enumerate() {
            // SAFETY: as above.
            copy.write(unsafe { *first.wrapping_offset(place.cast_signed() * stride) });
        }
        // SAFETY: these have been written.
        unsafe { core::slice::from_raw_parts(self.0.as_ptr().cast(), len) }
    }
}

/// The sum of the products of two lines.
#[inline(always)]
fn sum<T: Ring>(a: &[T], b: &[T]) -> T {
    if a.len() < IN_ORDER {
        return a.iter().zip(b).fold(T::ZERO, |sum, (&a, &b)| sum.plus(a.times(b)));
    }
    let mut lanes = [T::ZERO; LANES];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a.iter().zip(b) {
        for (lane, (&a, &b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane = lane.plus(a.times(b));
        }
    }
    for (lane, (&a, &b)) in lanes.iter_mut().zip(a_rest.iter().zip(b_rest)) {
        *lane = lane.plus(a.times(b));
    }
    // In memory, or else the compiler computes each lane by itself, in the order in which they are combined.
    combined(black_box(lanes), T::plus)
}

/// The same sums, of the first `wide` rows of a matrix whose columns are lines, `stride` from each other.
///
/// # Safety
///
/// There are as many columns as the vector has elements, and so many rows, at most [`WIDE`].
#[inline(always)]
unsafe fn side_by_side<T: Ring>(
    first: *const T,
    stride: isize,
    wide: usize,
    vector: &[T],
) -> [T; WIDE] {
    let mut lanes = [[T::ZERO; WIDE]; LANES];
    let count = if vector.len() < IN_ORDER { 1 } else { LANES };
    for (place, &factor) in vector.iter().enumerate() {
        // SAFETY: as the caller vouches.
        let column = unsafe {
            let column = first.wrapping_offset(place.cast_signed() * stride);
            core::slice::from_raw_parts(column, wide)
        };
        for (sum, &element) in lanes[place % count].iter_mut().zip(column) {
            *sum = sum.plus(element.times(factor));
        }
    }
    combined(lanes, |low, high| core::array::from_fn(|row| low[row].plus(high[row])))
}
