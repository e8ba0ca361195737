//! Arrays, vectors and slices → tensors and views; only the impls that say so copy elements.

use alloc::vec::Vec;

use ndarray::{ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Dimension, OwnedRepr};

use super::{Tensor, TensorView, TensorViewMut, Typed};

/// Of the array's shape and strides.
impl<T: Typed, D: Dimension> From<ArrayBase<OwnedRepr<T>, D>> for Tensor {
    fn from(array: ArrayBase<OwnedRepr<T>, D>) -> Tensor {
        T::tensor(array.into_dyn())
    }
}

/// Of one axis.
impl<T: Typed> From<Vec<T>> for Tensor {
    fn from(elements: Vec<T>) -> Tensor {
        T::tensor(ndarray::Array1::from(elements).into_dyn())
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
        T::tensor_view(array.into_dyn())
    }
}

impl<'a, T: Typed> From<&'a [T]> for TensorView<'a> {
    fn from(elements: &'a [T]) -> TensorView<'a> {
        TensorView::of(elements)
    }
}

impl<'a, T: Typed, D: Dimension> From<&'a ArrayRef<T, D>> for TensorView<'a> {
    fn from(array: &'a ArrayRef<T, D>) -> TensorView<'a> {
        T::tensor_view(array.view().into_dyn())
    }
}

impl<'a, T: Typed, D: Dimension> From<ArrayViewMut<'a, T, D>> for TensorViewMut<'a> {
    fn from(array: ArrayViewMut<'a, T, D>) -> TensorViewMut<'a> {
        T::tensor_view_mut(array.into_dyn())
    }
}

impl<'a, T: Typed> From<&'a mut [T]> for TensorViewMut<'a> {
    fn from(elements: &'a mut [T]) -> TensorViewMut<'a> {
        TensorViewMut::of(elements)
    }
}
