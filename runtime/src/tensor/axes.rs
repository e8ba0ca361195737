//! A tensor or a view → the same elements over other axes.

use alloc::vec::Vec;
use core::fmt;

use ndarray::{Axis, IxDyn, Slice};

use super::shape::{Shape, element_count};
use super::{Owned, Tensor, TensorView, TensorViewMut, View, ViewMut};

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

/// The view that an expression makes of the array of a view, as weakly typed as that.
macro_rules! map_view {
    ($view:expr, $array:ident => $body:expr) => {{
        let TensorView { array, weak } = $view;
        TensorView { array: map_array!(array, View => View, $array => $body), weak }
    }};
}

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
        let array = map_array!(self.array, Owned => Owned, array => {
            let ordered = if array.is_standard_layout() {
                array
            } else {
                array.as_standard_layout().into_owned()
            };
            ordered.into_shape_with_order(IxDyn(shape)).expect("as many elements, in order")
        });
        Ok(Tensor { array, weak: self.weak })
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
        let inside = self.shape().get(axis).is_some_and(|&len| index < len);
        inside.then(|| map_view!(self, array => array.index_axis_move(Axis(axis), index)))
    }

    /// The elements at some indices of an axis: a range, or a [`Slice`] with a step, whose negative ends
    /// count from the last. A negative step gives them from the last to the first.
    ///
    /// `None` where there is no such axis, the slice begins or ends beyond it, or the step is 0.
    pub fn slice_axis(self, axis: usize, slice: impl Into<Slice>) -> Option<TensorView<'a>> {
        let slice = slice.into();
        let len = *self.shape().get(axis)?;
        let inside = |place: isize| place.unsigned_abs() <= len;
        let steps = slice.step != 0 && slice.step != isize::MIN;
        (steps && inside(slice.start) && slice.end.is_none_or(inside)).then(|| {
            map_view!(self, array => {
                let mut array = array;
                array.slice_axis_inplace(Axis(axis), slice);
                array
            })
        })
    }

    /// The elements from the last to the first along an axis.
    ///
    /// `None` where there is no such axis.
    pub fn invert_axis(self, axis: usize) -> Option<TensorView<'a>> {
        (axis < self.ndim()).then(|| {
            map_view!(self, array => {
                let mut array = array;
                array.invert_axis(Axis(axis));
                array
            })
        })
    }

    /// The axes in the order given: the first of the result is the axis that is named first.
    ///
    /// `None` where `axes` does not name each of them once.
    pub fn permuted(self, axes: &[usize]) -> Option<TensorView<'a>> {
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        let all = sorted.into_iter().eq(0..self.ndim());
        all.then(|| map_view!(self, array => array.permuted_axes(IxDyn(axes))))
    }

    /// The axes in reverse order.
    pub fn transposed(self) -> TensorView<'a> {
        map_view!(self, array => array.reversed_axes())
    }

    /// A view whose elements stand for those of a greater shape, by the standard's rule.
    ///
    /// `None` where the shape is not one it broadcasts to: each axis, from the last, must be equal or 1.
    pub fn broadcast(&self, shape: &[usize]) -> Option<TensorView<'_>> {
        element_count(shape)?;
        let array = map_array!(&self.array, View => View, array => array.broadcast(IxDyn(shape))?);
        Some(TensorView { array, weak: self.weak })
    }
}

impl<'a> TensorViewMut<'a> {
    /// The axes in the order given, to write to.
    ///
    /// `None` where `axes` does not name each of them once.
    pub fn permuted(self, axes: &[usize]) -> Option<TensorViewMut<'a>> {
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        let all = sorted.into_iter().eq(0..self.ndim());
        all.then(|| {
            let array = self.array;
            let array =
                map_array!(array, ViewMut => ViewMut, array => array.permuted_axes(IxDyn(axes)));
            TensorViewMut { array }
        })
    }
}
