//! Two tensors → whether they are of one dtype and one shape, and hold equal elements.

use super::{Tensor, TensorView, TensorViewMut, View};
use crate::generated::codes::*;

macro_rules! equal {
    ($lhs:tt $rhs:tt $($variant:ident $element:ident),*) => {
        match ($lhs, $rhs) {
            $((View::$variant(lhs), View::$variant(rhs)) => lhs == rhs,)*
            _ => false,
        }
    };
}

fn equal(lhs: &TensorView<'_>, rhs: &TensorView<'_>) -> bool {
    let (lhs, rhs) = (&lhs.array, &rhs.array);
    each_dtype!(equal lhs rhs)
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
