//! From an element type to the storage of its dtype, and back.

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
    fn owned(tensor: Tensor) -> Result<ArrayD<Self>, Tensor>;
    #[doc(hidden)]
    fn view(view: TensorView<'_>) -> Result<ArrayViewD<'_, Self>, DType>;
    #[doc(hidden)]
    fn view_mut(view: TensorViewMut<'_>) -> Result<ArrayViewMutD<'_, Self>, DType>;
}

mod private {
    /// Only the sixteen element types are what tensors are made of.
    pub trait Sealed {}
}

macro_rules! typed {
    ($($variant:ident $element:ident),*) => { $(
        impl private::Sealed for $element {}

        impl Typed for $element {
            fn tensor(array: ArrayD<Self>) -> Tensor {
                Tensor(Owned::$variant(array))
            }

            fn tensor_view(array: ArrayViewD<'_, Self>) -> TensorView<'_> {
                TensorView(View::$variant(array))
            }

            fn tensor_view_mut(array: ArrayViewMutD<'_, Self>) -> TensorViewMut<'_> {
                TensorViewMut(ViewMut::$variant(array))
            }

            fn owned(tensor: Tensor) -> Result<ArrayD<Self>, Tensor> {
                match tensor.0 {
                    Owned::$variant(array) => Ok(array),
                    other => Err(Tensor(other)),
                }
            }

            fn view(view: TensorView<'_>) -> Result<ArrayViewD<'_, Self>, DType> {
                match view.0 {
                    View::$variant(array) => Ok(array),
                    other => Err(TensorView(other).dtype()),
                }
            }

            fn view_mut(view: TensorViewMut<'_>) -> Result<ArrayViewMutD<'_, Self>, DType> {
                match view.0 {
                    ViewMut::$variant(array) => Ok(array),
                    other => Err(TensorViewMut(other).dtype()),
                }
            }
        }
    )* };
}
each_dtype!(typed);
