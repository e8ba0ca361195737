//! Arrays of an element type ⇄ tensors of its dtype.

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD};

use super::{Owned, Tensor, TensorView, TensorViewMut, View, ViewMut};
use crate::generated::codes::*;
use crate::{DType, Element};

/// An element type, as what tensors are made of.
pub trait Typed: Element + private::Sealed {
    #[doc(hidden)]
    fn tensor(array: ArrayD<Self>) -> Tensor;
    #[doc(hidden)]
    fn tensor_view(array: ArrayViewD<'_, Self>) -> TensorView<'_>;
    #[doc(hidden)]
    fn tensor_view_mut(array: ArrayViewMutD<'_, Self>) -> TensorViewMut<'_>;
    #[doc(hidden)]
    #[expect(clippy::result_large_err, reason = "the tensor is given back as it was")]
    fn owned(tensor: Tensor) -> Result<ArrayD<Self>, Tensor>;
    #[doc(hidden)]
    fn view(view: TensorView<'_>) -> Result<ArrayViewD<'_, Self>, DType>;
    #[doc(hidden)]
    fn view_mut(view: TensorViewMut<'_>) -> Result<ArrayViewMutD<'_, Self>, DType>;
}

mod private {
    /// Element types alone implement it.
    pub trait Sealed {}
}

macro_rules! typed {
    ($($variant:ident $element:ident),*) => { $(
        impl private::Sealed for $element {}

        impl Typed for $element {
            fn tensor(array: ArrayD<Self>) -> Tensor {
                Tensor { array: Owned::$variant(array), weak: false }
            }

            fn tensor_view(array: ArrayViewD<'_, Self>) -> TensorView<'_> {
                TensorView { array: View::$variant(array), weak: false }
            }

            fn tensor_view_mut(array: ArrayViewMutD<'_, Self>) -> TensorViewMut<'_> {
                TensorViewMut { array: ViewMut::$variant(array) }
            }

            fn owned(tensor: Tensor) -> Result<ArrayD<Self>, Tensor> {
                match tensor.array {
                    Owned::$variant(array) => Ok(array),
                    array => Err(Tensor { array, ..tensor }),
                }
            }

            fn view(view: TensorView<'_>) -> Result<ArrayViewD<'_, Self>, DType> {
                match view.array {
                    View::$variant(array) => Ok(array),
                    array => Err(TensorView { array, ..view }.dtype()),
                }
            }

            fn view_mut(view: TensorViewMut<'_>) -> Result<ArrayViewMutD<'_, Self>, DType> {
                match view.array {
                    ViewMut::$variant(array) => Ok(array),
                    array => Err(TensorViewMut { array }.dtype()),
                }
            }
        }
    )* };
}
each_dtype!(typed);
