//! Tensors: `ndarray` arrays of any dtype, known at run time.

mod access;

use alloc::vec::Vec;

use ndarray::{
    ArrayBase, ArrayD, ArrayRef, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Dimension,
    IxDyn, OwnedRepr,
};

use crate::DType;
use crate::generated::codes::*;
use crate::kernel::raw::{Raw, RawMut};

pub use access::Typed;

/// Defines the storage of a tensor: an array for each dtype.
macro_rules! storages {
    ($($variant:ident $element:ident),*) => {
        #[derive(Clone)]
        pub(crate) enum Owned {
            $($variant(ArrayD<$element>),)*
        }

        #[derive(Clone)]
        pub(crate) enum View<'a> {
            $($variant(ArrayViewD<'a, $element>),)*
        }

        pub(crate) enum ViewMut<'a> {
            $($variant(ArrayViewMutD<'a, $element>),)*
        }
    };
}
each_dtype!(storages);

macro_rules! arms {
    ($value:tt $storage:tt $array:ident $body:tt $($variant:ident $element:ident),*) => {
        match $value {
            $($storage::$variant($array) => $body,)*
        }
    };
}

/// Does the same with the array of a storage, whatever its dtype.
macro_rules! with_array {
    ($value:expr, $storage:ident, $array:ident => $body:expr) => {
        $crate::generated::codes::each_dtype!(arms ($value) $storage $array ($body))
    };
}

macro_rules! same_arms {
    ($value:tt $from:tt $to:tt $array:ident $body:tt $($variant:ident $element:ident),*) => {
        match $value {
            $($from::$variant($array) => $to::$variant($body),)*
        }
    };
}

/// The same, where what is done gives a storage of the same dtype.
macro_rules! map_array {
    ($value:expr, $from:ident => $to:ident, $array:ident => $body:expr) => {
        $crate::generated::codes::each_dtype!(same_arms ($value) $from $to $array ($body))
    };
}

mod display;

/// An array of any dtype that owns its elements.
///
/// It is made of an [`ndarray::Array`] without copying, and becomes one again.
///
/// ```
/// use ndarray::array;
/// use runtime::{DType, Tensor, rulesets};
///
/// let a = Tensor::from(array![[1_i8, 2], [3, 4]]);
/// let b = Tensor::from(vec![200_u8, 100]);
/// let sum = rulesets::MINDSPORE.add(&a, &b)?;
/// assert_eq!(sum.dtype(), DType::I16);
/// assert_eq!(sum.array::<i16>()?, array![[201, 102], [203, 104]].into_dyn());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tensor(pub(crate) Owned);

/// A view of elements of any dtype that others own.
#[derive(Clone)]
pub struct TensorView<'a>(pub(crate) View<'a>);

/// A view of elements of any dtype that others own, to write to.
pub struct TensorViewMut<'a>(pub(crate) ViewMut<'a>);

/// What operations read: a tensor or a view of one.
pub trait AsView {
    /// A view of all of it.
    fn as_view(&self) -> TensorView<'_>;

    #[doc(hidden)]
    fn raw(&self) -> Raw<'_>;
}

/// What operations write to: a tensor or a mutable view of one.
pub trait AsViewMut {
    /// A view of all of it.
    fn as_view_mut(&mut self) -> TensorViewMut<'_>;

    #[doc(hidden)]
    fn raw_mut(&mut self) -> RawMut<'_>;
}

macro_rules! as_view {
    ($(AsView $storage:ident for $tensor:ty;)* $(AsViewMut $storage_mut:ident for $tensor_mut:ty;)*) => {
        $(
            impl AsView for $tensor {
                fn as_view(&self) -> TensorView<'_> {
                    self.view()
                }

                #[inline]
                fn raw(&self) -> Raw<'_> {
                    with_array!(&self.0, $storage, array => Raw::of(array))
                }
            }
        )*
        $(
            impl AsViewMut for $tensor_mut {
                fn as_view_mut(&mut self) -> TensorViewMut<'_> {
                    self.view_mut()
                }

                #[inline]
                fn raw_mut(&mut self) -> RawMut<'_> {
                    with_array!(&mut self.0, $storage_mut, array => RawMut::of(array))
                }
            }
        )*
    };
}

as_view! {
    AsView Owned for Tensor;
    AsView View for TensorView<'_>;
    AsView ViewMut for TensorViewMut<'_>;
    AsViewMut Owned for Tensor;
    AsViewMut ViewMut for TensorViewMut<'_>;
}

/// An array is asked for as another dtype than it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DTypeMismatch {
    /// The dtype of the elements asked for.
    pub asked: DType,
    /// The dtype of the tensor.
    pub is: DType,
}

impl core::fmt::Display for DTypeMismatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let DTypeMismatch { asked, is } = self;
        write!(f, "asked for an array of {asked}, and the tensor is of {is}: cast it first")
    }
}

impl core::error::Error for DTypeMismatch {}

macro_rules! shape_methods {
    ($storage:ident) => {
        /// The dtype of its elements.
        #[inline]
        pub fn dtype(&self) -> DType {
            AsView::raw(self).dtype
        }

        /// How many elements it has along each axis.
        #[inline]
        pub fn shape(&self) -> &[usize] {
            AsView::raw(self).shape
        }

        /// How many elements lie between neighbours along each axis.
        #[inline]
        pub fn strides(&self) -> &[isize] {
            AsView::raw(self).strides
        }

        /// How many axes it has.
        #[inline]
        pub fn ndim(&self) -> usize {
            self.shape().len()
        }

        /// How many elements it has.
        pub fn len(&self) -> usize {
            with_array!(&self.0, $storage, array => array.len())
        }

        /// Whether it has no elements.
        pub fn is_empty(&self) -> bool {
            self.len() == 0
        }

        /// A view of all of it.
        #[inline]
        pub fn view(&self) -> TensorView<'_> {
            TensorView(map_array!(&self.0, $storage => View, array => array.view()))
        }

        /// An array of its elements, if they are of that type.
        ///
        /// # Errors
        ///
        /// [`DTypeMismatch`] otherwise.
        pub fn array<T: Typed>(&self) -> Result<ArrayViewD<'_, T>, DTypeMismatch> {
            T::view(self.view()).map_err(|is| DTypeMismatch { asked: T::DTYPE, is })
        }

        /// A copy that owns its elements, in the order of its axes.
        pub fn to_tensor(&self) -> Tensor {
            Tensor(map_array!(&self.0, $storage => Owned, array => array.as_standard_layout().into_owned()))
        }
    };
}

impl Tensor {
    shape_methods!(Owned);

    /// A view of all of it, to write to.
    #[inline]
    pub fn view_mut(&mut self) -> TensorViewMut<'_> {
        TensorViewMut(map_array!(&mut self.0, Owned => ViewMut, array => array.view_mut()))
    }

    /// The array it is made of, if its elements are of that type.
    ///
    /// # Errors
    ///
    /// The tensor itself otherwise.
    pub fn into_array<T: Typed>(self) -> Result<ArrayD<T>, Tensor> {
        T::owned(self)
    }

    /// A tensor of shape `()`.
    pub fn scalar<T: Typed>(element: T) -> Tensor {
        Tensor::from(ndarray::arr0(element))
    }
}

impl<'a> TensorView<'a> {
    shape_methods!(View);

    /// A view of the elements of a slice, of one axis.
    pub fn of<T: Typed>(elements: &'a [T]) -> TensorView<'a> {
        TensorView::from(ArrayView::from(elements))
    }

    /// The axes in the order given.
    ///
    /// # Errors
    ///
    /// `None` where `axes` is not an order of all of them.
    pub fn permuted(self, axes: &[usize]) -> Option<TensorView<'a>> {
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        let all = sorted.into_iter().eq(0..self.ndim());
        all.then(|| {
            TensorView(map_array!(self.0, View => View, array => array.permuted_axes(IxDyn(axes))))
        })
    }

    /// The axes in reverse order.
    pub fn transposed(self) -> TensorView<'a> {
        TensorView(map_array!(self.0, View => View, array => array.reversed_axes()))
    }

    /// A view whose elements stand for those of a greater shape, by the standard's rule.
    pub fn broadcast(&self, shape: &[usize]) -> Option<TensorView<'_>> {
        Some(TensorView(map_array!(&self.0, View => View, array => array.broadcast(IxDyn(shape))?)))
    }
}

impl<'a> TensorViewMut<'a> {
    shape_methods!(ViewMut);

    /// A view of the elements of a slice, of one axis, to write to.
    pub fn of<T: Typed>(elements: &'a mut [T]) -> TensorViewMut<'a> {
        TensorViewMut::from(ArrayViewMut::from(elements))
    }

    /// A view of all of it, to write to.
    #[inline]
    pub fn view_mut(&mut self) -> TensorViewMut<'_> {
        TensorViewMut(map_array!(&mut self.0, ViewMut => ViewMut, array => array.view_mut()))
    }

    /// An array of its elements to write to, if they are of that type.
    ///
    /// # Errors
    ///
    /// [`DTypeMismatch`] otherwise.
    pub fn array_mut<T: Typed>(&mut self) -> Result<ArrayViewMutD<'_, T>, DTypeMismatch> {
        T::view_mut(self.view_mut()).map_err(|is| DTypeMismatch { asked: T::DTYPE, is })
    }
}

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
