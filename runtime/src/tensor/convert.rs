//! Arrays, vectors and slices → tensors and views; only the impls that say so copy elements.

use alloc::vec::Vec;

use ndarray::{ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Data, DataMut, Dimension, OwnedRepr};

use super::raw::{RawView, RawViewMut};
use super::{AsView, AsViewMut, Tensor, TensorView, TensorViewMut, Typed, sealed};

/// Of the array's shape and strides. Elements are copied, into the order of the axes, only where some of the array's
/// memory is not its own, as after slicing, or an axis is inverted.
impl<T: Typed, D: Dimension> From<ArrayBase<OwnedRepr<T>, D>> for Tensor {
    fn from(array: ArrayBase<OwnedRepr<T>, D>) -> Tensor {
        Tensor::of_array(array)
    }
}

/// Of one axis.
impl<T: Typed> From<Vec<T>> for Tensor {
    fn from(elements: Vec<T>) -> Tensor {
        Tensor::in_order(&[elements.len()], elements)
    }
}

/// Of one axis.
impl<T: Typed, const N: usize> From<[T; N]> for Tensor {
    fn from(elements: [T; N]) -> Tensor {
        Tensor::from(Vec::from(elements))
    }
}

/// A copy of a slice, of one axis; [`TensorView::of`] needs none.
impl<T: Typed> From<&[T]> for Tensor {
    fn from(elements: &[T]) -> Tensor {
        Tensor::from(elements.to_vec())
    }
}

/// A copy, in the order of its axes.
impl From<TensorView<'_>> for Tensor {
    fn from(view: TensorView<'_>) -> Tensor {
        view.to_tensor()
    }
}

impl<'a> From<&'a Tensor> for TensorView<'a> {
    fn from(tensor: &'a Tensor) -> TensorView<'a> {
        tensor.view()
    }
}

impl<'a> From<&'a mut Tensor> for TensorViewMut<'a> {
    fn from(tensor: &'a mut Tensor) -> TensorViewMut<'a> {
        tensor.view_mut()
    }
}

impl<'a, T: Typed, D: Dimension> From<ArrayView<'a, T, D>> for TensorView<'a> {
    fn from(array: ArrayView<'a, T, D>) -> TensorView<'a> {
        TensorView::of_array(array)
    }
}

impl<'a, T: Typed> From<&'a [T]> for TensorView<'a> {
    fn from(elements: &'a [T]) -> TensorView<'a> {
        TensorView::of(elements)
    }
}

impl<'a, T: Typed, D: Dimension> From<&'a ArrayRef<T, D>> for TensorView<'a> {
    fn from(array: &'a ArrayRef<T, D>) -> TensorView<'a> {
        TensorView::of_array(array.view())
    }
}

impl<'a, T: Typed, D: Dimension> From<ArrayViewMut<'a, T, D>> for TensorViewMut<'a> {
    fn from(array: ArrayViewMut<'a, T, D>) -> TensorViewMut<'a> {
        TensorViewMut::of_array(array)
    }
}

impl<'a, T: Typed> From<&'a mut [T]> for TensorViewMut<'a> {
    fn from(elements: &'a mut [T]) -> TensorViewMut<'a> {
        TensorViewMut::of(elements)
    }
}

impl<T: Typed, D: Dimension> sealed::Sealed for ArrayRef<T, D> {}
impl<T: Typed, S: Data<Elem = T>, D: Dimension> sealed::Sealed for ArrayBase<S, D> {}

impl<T: Typed, D: Dimension> AsView for ArrayRef<T, D> {
    fn as_view(&self) -> TensorView<'_> {
        TensorView::from(self)
    }

    #[inline]
    fn raw(&self) -> RawView<'_> {
        RawView::of(self)
    }
}

impl<T: Typed, S: Data<Elem = T>, D: Dimension> AsView for ArrayBase<S, D> {
    fn as_view(&self) -> TensorView<'_> {
        TensorView::from(&**self)
    }

    #[inline]
    fn raw(&self) -> RawView<'_> {
        RawView::of(self)
    }
}

impl<T: Typed, D: Dimension> AsViewMut for ArrayRef<T, D> {
    fn as_view_mut(&mut self) -> TensorViewMut<'_> {
        TensorViewMut::from(self.view_mut())
    }

    #[inline]
    fn raw_mut(&mut self) -> RawViewMut<'_> {
        RawViewMut::of(self)
    }
}

impl<T: Typed, S: DataMut<Elem = T>, D: Dimension> AsViewMut for ArrayBase<S, D> {
    fn as_view_mut(&mut self) -> TensorViewMut<'_> {
        TensorViewMut::from(self.view_mut())
    }

    #[inline]
    fn raw_mut(&mut self) -> RawViewMut<'_> {
        RawViewMut::of(self)
    }
}
