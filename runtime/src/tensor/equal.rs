//! Two tensors → whether they are of one dtype and one shape, and hold equal elements.

use ndarray::ArrayViewD;

use super::{Tensor, TensorView, TensorViewMut, Typed};
use crate::generated::codes::*;

fn equal(lhs: &TensorView<'_>, rhs: &TensorView<'_>) -> bool {
    lhs.dtype() == rhs.dtype() && with_array!(lhs, lhs => is_equal(&lhs, rhs))
}

fn is_equal<T: Typed + PartialEq>(lhs: &ArrayViewD<'_, T>, rhs: &TensorView<'_>) -> bool {
    *lhs == rhs.typed()
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
        equal(&self.view(), &other.view())
    }
}

/// As of tensors.
impl<'b> PartialEq<TensorView<'b>> for TensorView<'_> {
    fn eq(&self, other: &TensorView<'b>) -> bool {
        equal(self, other)
    }
}

/// As of tensors.
impl<'b> PartialEq<TensorViewMut<'b>> for TensorViewMut<'_> {
    fn eq(&self, other: &TensorViewMut<'b>) -> bool {
        equal(&self.view(), &other.view())
    }
}
