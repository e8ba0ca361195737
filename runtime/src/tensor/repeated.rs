//! A view → its elements along an axis, each as often as asked, in a new tensor.
#![expect(unsafe_code, reason = "elements are moved through pointers that know no types")]

use super::fresh::{TooLarge, fresh};
use super::moves::by_size;
use super::places::in_order;
use super::{AsView, Tensor, TensorView};

impl TensorView<'_> {
    /// Each element along an axis so many times, one after the other.
    ///
    /// `None` where there is no such axis.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] where memory cannot hold them.
    ///
    /// ```
    /// use ndarray::array;
    /// use concord_runtime::Tensor;
    ///
    /// let a = Tensor::from(array![[1_u8, 2], [3, 4]]);
    /// let rows = Tensor::from(array![[1_u8, 2], [1, 2], [3, 4], [3, 4]]);
    /// assert_eq!(a.view().repeated(2, 0), Some(Ok(rows)));
    /// let columns = Tensor::from(array![[1_u8, 1, 2, 2], [3, 3, 4, 4]]);
    /// assert_eq!(a.view().repeated(2, 1), Some(Ok(columns)));
    /// assert_eq!(a.view().repeated(2, 2), None);
    /// ```
    pub fn repeated(&self, times: usize, axis: usize) -> Option<Result<Tensor, TooLarge>> {
        let mut shape = self.shape().to_vec();
        let len = shape.get_mut(axis)?;
        // Where that is more than can be counted, memory cannot hold it either.
        *len = len.saturating_mul(times);
        let row = shape[axis + 1..].iter().product();
        let made = match in_order(self) {
            Ok(made) => made,
            Err(error) => return Some(Err(error)),
        };
        let from = made.as_ref().map_or(self.raw(), AsView::raw);
        let repeated = fresh(from.dtype, &shape, None, &mut |out| {
            let count = self.len();
            let repeat = match from.dtype.size() {
                // Halves of 16 bytes would be moved one by one.
                16 => repeat::<u128>,
                size => by_size!(size, T => repeat::<T>),
            };
            // SAFETY: the elements lie one after the other, and there is room for each so many times.
            unsafe { repeat(from.at, (count, row), times, out.at) };
            Ok(())
        });
        Some(repeated.map(|tensor| tensor.with_weak(self.is_weak())))
    }
}

/// Repeats each row of so many elements.
unsafe fn repeat<T: Copy>(
    from: *const u8,
    (count, row): (usize, usize),
    times: usize,
    out: *mut u8,
) {
    let (from, out) = (from.cast::<T>(), out.cast::<T>());
    // SAFETY: as the caller vouches.
    unsafe {
        match (row, times) {
            (1, 2) => each::<T, 2>(from, count, out),
            (1, 3) => each::<T, 3>(from, count, out),
            (1, 4) => each::<T, 4>(from, count, out),
            _ => rows(from, (count, row), times, out),
        }
    }
}

/// Repeats each element a few times, which are known.
unsafe fn each<T: Copy, const TIMES: usize>(from: *const T, count: usize, out: *mut T) {
    let out = out.cast::<[T; TIMES]>();
    for place in 0..count {
        // SAFETY: as the caller vouches; elements may be less aligned than their size.
        unsafe { out.add(place).write_unaligned([from.add(place).read_unaligned(); TIMES]) };
    }
}

/// Repeats each row any number of times.
unsafe fn rows<T: Copy>(from: *const T, (count, row): (usize, usize), times: usize, out: *mut T) {
    let mut out = out;
    for first in (0..count).step_by(row.max(1)) {
        // SAFETY: likewise.
        unsafe {
            let from = from.add(first);
            if row == 1 {
                let element = from.read_unaligned();
                (0..times).for_each(|time| out.add(time).write_unaligned(element));
                out = out.add(times);
                continue;
            }
            for _ in 0..times {
                let bytes = row * size_of::<T>();
                out.cast::<u8>().copy_from_nonoverlapping(from.cast(), bytes);
                out = out.add(row);
            }
        }
    }
}
