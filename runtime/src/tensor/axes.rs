//! A tensor or a view → the same elements over other axes.

use alloc::vec::Vec;
use core::fmt;

use ndarray::Slice;

use super::extents::Extents;
use super::shape::{Shape, element_count};
use super::{AsView, Tensor, TensorView, TensorViewMut};

/// A shape has another number of elements than the tensor that was to have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReshapeError {
    /// The tensor's shape.
    pub from: Vec<usize>,
    /// The shape asked for.
    pub to: Vec<usize>,
}

impl fmt::Display for ReshapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (Shape(&self.from), Shape(&self.to));
        write!(f, "a tensor of shape {from} cannot be reshaped to {to}: ")?;
        match (element_count(&self.from), element_count(&self.to)) {
            (Some(is), Some(asked)) => write!(f, "it has {is} elements, not {asked}"),
            _ => f.write_str("memory cannot hold that many elements"),
        }
    }
}

impl core::error::Error for ReshapeError {}

impl Tensor {
    /// The same elements, in the order of its axes, over another shape.
    ///
    /// Elements are copied only where they do not lie in that order.
    ///
    /// # Errors
    ///
    /// [`ReshapeError`] where the shape has more or fewer elements.
    ///
    /// ```
    /// use ndarray::array;
    /// use concord_runtime::Tensor;
    ///
    /// let a = Tensor::from(vec![1_u8, 2, 3, 4]).reshape(&[2, 2])?;
    /// assert_eq!(a, Tensor::from(array![[1_u8, 2], [3, 4]]));
    /// let error = a.reshape(&[3]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a tensor of shape (2, 2) cannot be reshaped to (3,): it has 4 elements, not 3",
    /// );
    /// # Ok::<(), concord_runtime::ReshapeError>(())
    /// ```
    pub fn reshape(self, shape: &[usize]) -> Result<Tensor, ReshapeError> {
        if element_count(shape) != Some(self.len()) {
            return Err(ReshapeError { from: self.shape().to_vec(), to: shape.to_vec() });
        }
        let ordered = if AsView::raw(&self).is_standard() { self } else { self.to_tensor() };
        Ok(Tensor { extents: Extents::in_order(shape), ..ordered })
    }
}

/// ```
/// use ndarray::{Slice, array};
/// use concord_runtime::{Tensor, TensorView};
///
/// let a = Tensor::from(array![[1_u8, 2, 3], [4, 5, 6]]);
/// let column = a.view().index_axis(1, 2).unwrap();
/// assert_eq!(column, TensorView::of(&[3_u8, 6]));
/// let ends = a.view().slice_axis(1, Slice::new(0, None, 2)).unwrap();
/// assert_eq!(ends.to_string(), "[[1 3]\n [4 6]]");
/// assert_eq!(a.view().invert_axis(0).unwrap().to_string(), "[[4 5 6]\n [1 2 3]]");
/// assert_eq!(a.view().permuted(&[1, 0]), Some(a.view().transposed()));
/// assert_eq!(column.broadcast(&[3, 2]).unwrap().to_string(), "[[3 6]\n [3 6]\n [3 6]]");
/// ```
impl<'a> TensorView<'a> {
    /// The elements at one index of an axis, which goes.
    ///
    /// `None` where there is no such axis, or the axis has no such index.
    pub fn index_axis(self, axis: usize, index: usize) -> Option<TensorView<'a>> {
        let (len, stride) = self.extents.axes().nth(axis)?;
        let left = self.extents.axes().enumerate().filter(|&(place, _)| place != axis);
        let extents = left.map(|(_, axis)| axis).collect();
        (index < len).then(|| self.moved(index.cast_signed() * stride, extents))
    }

    /// The elements at some indices of an axis: a range, or a [`Slice`] with a step, whose negative ends
    /// count from the last. A negative step gives them from the last to the first.
    ///
    /// `None` where there is no such axis, the slice begins or ends beyond it, or the step is 0.
    pub fn slice_axis(self, axis: usize, slice: impl Into<Slice>) -> Option<TensorView<'a>> {
        let Slice { start, end, step } = slice.into();
        let (len, stride) = self.extents.axes().nth(axis)?;
        let place = |place: isize| match place < 0 {
            true => len.checked_sub(place.unsigned_abs()),
            false => Some(place.unsigned_abs()).filter(|&place| place <= len),
        };
        let (first, end) = (place(start)?, end.map_or(Some(len), place)?);
        if step == 0 || step == isize::MIN {
            return None;
        }
        let taken = end.saturating_sub(first);
        // A negative step begins with the last of them.
        let back = if step < 0 { taken.saturating_sub(1) } else { 0 };
        let len = taken.div_ceil(step.unsigned_abs());
        let stride_between = if len > 1 { stride * step } else { 1 };
        let extents = self.extents.with_axis(axis, (len, stride_between));
        let offset = if len > 0 { (first + back).cast_signed() * stride } else { 0 };
        Some(self.moved(offset, extents))
    }

    /// The elements from the last to the first along an axis.
    ///
    /// `None` where there is no such axis.
    pub fn invert_axis(self, axis: usize) -> Option<TensorView<'a>> {
        self.slice_axis(axis, Slice::new(0, None, -1))
    }

    /// The axes in the order given: the first of the result is the axis that is named first.
    ///
    /// `None` where `axes` does not name each of them once.
    pub fn permuted(self, axes: &[usize]) -> Option<TensorView<'a>> {
        let extents = self.extents.permuted(axes)?;
        Some(TensorView { extents, ..self })
    }

    /// The axes in reverse order.
    pub fn transposed(self) -> TensorView<'a> {
        let extents = self.extents.axes().rev().collect();
        TensorView { extents, ..self }
    }

    /// Of other axes, from an element so many places behind the first.
    fn moved(self, offset: isize, extents: Extents) -> TensorView<'a> {
        let at = self.at.wrapping_byte_offset(offset * self.dtype.size().cast_signed());
        TensorView { at, extents, ..self }
    }

    /// A view whose elements stand for those of a greater shape, by the standard's rule.
    ///
    /// `None` where the shape is not one it broadcasts to: each axis, from the last, must be equal or 1.
    pub fn broadcast(&self, shape: &[usize]) -> Option<TensorView<'_>> {
        element_count(shape)?;
        let new = shape.len().checked_sub(self.ndim())?;
        let repeated = core::iter::repeat_n((1, 0), new).chain(self.extents.axes());
        let axis = |(&to, (len, stride)): (&usize, (usize, isize))| match len {
            _ if len == to => Some((len, stride)),
            1 => Some((to, 0)),
            _ => None,
        };
        let extents = shape.iter().zip(repeated).map(axis).collect::<Option<_>>()?;
        Some(TensorView { extents, ..self.view() })
    }
}

impl<'a> TensorViewMut<'a> {
    /// The axes in the order given, to write to.
    ///
    /// `None` where `axes` does not name each of them once.
    pub fn permuted(self, axes: &[usize]) -> Option<TensorViewMut<'a>> {
        let extents = self.extents.permuted(axes)?;
        Some(TensorViewMut { extents, ..self })
    }
}
