//! A tensor → its elements moved on along an axis, in a new tensor.
#![expect(unsafe_code, reason = "each part is copied into its place of the output")]

use super::cast::copy_by;
use crate::policy::Policies;
use crate::tensor::fresh::{TooLarge, fresh};
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::{AsView, Tensor, TensorView};

impl TensorView<'_> {
    /// The elements moved on by so many places along an axis, those beyond its end back at its beginning.
    ///
    /// `None` where there is no such axis.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] where memory cannot hold them.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let a = Tensor::from([1_u8, 2, 3, 4]);
    /// assert_eq!(a.view().rolled(1, 0), Some(Ok(Tensor::from([4_u8, 1, 2, 3]))));
    /// assert_eq!(a.view().rolled(-5, 0), Some(Ok(Tensor::from([2_u8, 3, 4, 1]))));
    /// assert_eq!(a.view().rolled(1, 1), None);
    /// ```
    pub fn rolled(&self, shift: isize, axis: usize) -> Option<Result<Tensor, TooLarge>> {
        let from = self.raw();
        let len = *from.shape.get(axis)?;
        // No axis is longer than memory, which is at most `isize::MAX`.
        let first = shift.checked_rem_euclid(len.cast_signed()).map_or(0, isize::cast_unsigned);
        let rolled = fresh(from.dtype, from.shape, None, &mut |out| {
            let mut shape = from.shape.to_vec();
            for (begin, to, count) in [(0, first, len - first), (len - first, 0, first)] {
                shape[axis] = count;
                let skipped = |place: usize, strides: &[isize]| {
                    place.cast_signed() * strides[axis] * from.dtype.size().cast_signed()
                };
                // SAFETY: these are some of the elements along the axis, and places of the output for as many.
                let (part, mut out) = unsafe {
                    let read = from.at.wrapping_offset(skipped(begin, from.strides));
                    let written = out.at.wrapping_offset(skipped(to, out.strides));
                    (
                        RawView::new(from.dtype, read, &shape, from.strides),
                        RawViewMut::new(from.dtype, written, &shape, out.strides),
                    )
                };
                copy_by(&Policies::DEFAULT, &part, &mut out);
            }
            Ok(())
        });
        Some(rolled.map(|tensor| tensor.with_weak(from.weak)))
    }
}
