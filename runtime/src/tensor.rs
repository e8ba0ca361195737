//! `ndarray` arrays of any element type → tensors, whose dtype is known at run time.

mod access;
mod convert;
pub(crate) mod fresh;
mod number;
pub(crate) mod raw;
pub(crate) mod shape;

use ndarray::{ArrayD, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD};

use crate::DType;
use crate::generated::codes::*;
use raw::{RawView, RawViewMut};

pub use access::Typed;
pub use axes::ReshapeError;
pub use foreign::{Buffer, Elements, ElementsMut, OwnedLine};
pub use fresh::TooLarge;
#[cfg(feature = "npy")]
pub use npy::NpyError;
pub use number::Number;
pub use unique::Unique;

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

mod axes;
mod display;
mod equal;
mod foreign;
#[cfg(feature = "npy")]
mod npy;
mod numbers;
mod places;
mod unique;

/// An array of any dtype that owns its elements.
///
/// It is made of an [`ndarray::Array`] without copying, and becomes one again.
///
/// ```
/// use ndarray::array;
/// use concord_runtime::{DType, Tensor, rulesets};
///
/// let a = Tensor::from(array![[1_i8, 2], [3, 4]]);
/// let b = Tensor::from(vec![200_u8, 100]);
/// let sum = rulesets::MINDSPORE.add(&a, &b)?;
/// assert_eq!(sum.dtype(), DType::I16);
/// assert_eq!(sum.array::<i16>()?, array![[201, 102], [203, 104]].into_dyn());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tensor {
    pub(crate) array: Owned,
    pub(crate) weak: bool,
}

/// A view of elements of any dtype that others own.
#[derive(Clone)]
pub struct TensorView<'a> {
    pub(crate) array: View<'a>,
    pub(crate) weak: bool,
}

/// A view of elements of any dtype that others own, to write to.
pub struct TensorViewMut<'a> {
    pub(crate) array: ViewMut<'a>,
}

pub(crate) mod sealed {
    /// Only tensors, arrays and views of them are operands.
    pub trait Sealed {}
}

/// What operations read: a tensor, an [`ndarray`] array of any dimension, or a view of either.
///
/// A slice, a `Vec` or an array of Rust has no shape that a view could refer to: [`TensorView::of`] makes a view
/// of one axis of it, and [`Tensor::from`] a tensor.
///
/// ```
/// use concord_runtime::{DType, TensorView, rulesets};
/// use ndarray::array;
///
/// let torch = rulesets::TORCH;
/// let table = array![[1_i8, 2], [3, 4]];
/// let row = [0.5_f32, 1.5];
/// let sum = torch.add(&table, &TensorView::of(&row))?;
/// assert_eq!(sum.dtype(), DType::F32);
/// let twice = torch.add(&table.t(), &table.t())?;
/// assert_eq!(twice.array::<i8>()?, array![[2_i8, 6], [4, 8]].into_dyn());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tensor, ndarray array or view",
    label = "not an operand",
    note = "a slice, a `Vec` or an array of Rust becomes a view of one axis by `TensorView::of(&elements)`, a tensor \
            by `Tensor::from(elements)`"
)]
pub trait AsView: sealed::Sealed {
    /// A view of all of it.
    fn as_view(&self) -> TensorView<'_>;

    #[doc(hidden)]
    fn raw(&self) -> RawView<'_>;
}

/// What operations write to: a tensor, an [`ndarray`] array of any dimension, or a mutable view of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tensor, ndarray array or mutable view",
    label = "not an output",
    note = "a mutable slice becomes a view of one axis by `TensorViewMut::of(&mut elements)`"
)]
pub trait AsViewMut: sealed::Sealed {
    /// A view of all of it.
    fn as_view_mut(&mut self) -> TensorViewMut<'_>;

    #[doc(hidden)]
    fn raw_mut(&mut self) -> RawViewMut<'_>;
}

macro_rules! as_view {
    ($(AsView $storage:ident for $tensor:ty, $weak:expr;)* $(AsViewMut $storage_mut:ident for $tensor_mut:ty;)*) => {
        $(
            impl AsView for $tensor {
                fn as_view(&self) -> TensorView<'_> {
                    self.view()
                }

                #[inline]
                fn raw(&self) -> RawView<'_> {
                    let is_weak: fn(&Self) -> bool = $weak;
                    with_array!(&self.array, $storage, array => RawView::of(array)).with_weak(is_weak(self))
                }
            }
        )*
        $(
            impl AsViewMut for $tensor_mut {
                fn as_view_mut(&mut self) -> TensorViewMut<'_> {
                    self.view_mut()
                }

                #[inline]
                fn raw_mut(&mut self) -> RawViewMut<'_> {
                    with_array!(&mut self.array, $storage_mut, array => RawViewMut::of(array))
                }
            }
        )*
    };
}

impl sealed::Sealed for Tensor {}
impl sealed::Sealed for TensorView<'_> {}
impl sealed::Sealed for TensorViewMut<'_> {}

as_view! {
    AsView Owned for Tensor, |tensor| tensor.weak;
    AsView View for TensorView<'_>, |view| view.weak;
    AsView ViewMut for TensorViewMut<'_>, |_| false;
    AsViewMut Owned for Tensor;
    AsViewMut ViewMut for TensorViewMut<'_>;
}

/// An array of one dtype is asked for as an array of another.
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
            with_array!(&self.array, $storage, array => array.len())
        }

        /// Whether it has no elements.
        pub fn is_empty(&self) -> bool {
            self.len() == 0
        }

        /// Whether it is weakly typed: its dtype came from Python scalars, and yields to others of its kind under
        /// rulesets that distinguish such tensors.
        pub fn is_weak(&self) -> bool {
            AsView::raw(self).weak
        }

        /// A view of all of it.
        #[inline]
        pub fn view(&self) -> TensorView<'_> {
            let array = map_array!(&self.array, $storage => View, array => array.view());
            TensorView { array, weak: AsView::raw(self).weak }
        }

        /// Its elements as a view of an array of their type; none is copied.
        ///
        /// # Errors
        ///
        /// [`DTypeMismatch`] where they are of another type.
        ///
        /// ```
        /// use concord_runtime::{DType, Tensor};
        ///
        /// let a = Tensor::from(vec![1_i8, 2]);
        /// assert_eq!(a.array::<i8>()?.sum(), 3);
        /// assert_eq!(a.array::<u8>().unwrap_err().is, DType::I8);
        /// # Ok::<(), concord_runtime::DTypeMismatch>(())
        /// ```
        pub fn array<T: Typed>(&self) -> Result<ArrayViewD<'_, T>, DTypeMismatch> {
            T::view(self.view()).map_err(|is| DTypeMismatch { asked: T::DTYPE, is })
        }

        /// A copy that owns its elements, which lie in the order of its axes.
        ///
        /// # Panics
        ///
        /// If memory cannot hold it, which a view that broadcasts can easily ask for;
        /// [`try_to_tensor`](Self::try_to_tensor) says so instead.
        pub fn to_tensor(&self) -> Tensor {
            self.try_to_tensor().unwrap_or_else(|error| panic!("{error}"))
        }

        /// A copy that owns its elements, which lie in the order of its axes.
        ///
        /// # Errors
        ///
        /// [`TooLarge`] where memory cannot hold it.
        ///
        /// ```
        /// use concord_runtime::Tensor;
        ///
        /// let one = Tensor::from(vec![1_i64]);
        /// let view = one.view();
        /// let many = view.broadcast(&[1 << 61]).expect("a view takes no memory");
        /// let error = many.try_to_tensor().unwrap_err();
        /// assert_eq!(
        ///     error.to_string(),
        ///     "memory cannot hold int64 elements of shape (2305843009213693952,)",
        /// );
        /// ```
        pub fn try_to_tensor(&self) -> Result<Tensor, TooLarge> {
            let array = map_array!(&self.array, $storage => Owned, array => fresh::copied(&array.view())?);
            Ok(Tensor { array, weak: AsView::raw(self).weak })
        }
    };
}

impl Tensor {
    shape_methods!(Owned);

    /// A view of all of it, to write to.
    #[inline]
    pub fn view_mut(&mut self) -> TensorViewMut<'_> {
        let array = map_array!(&mut self.array, Owned => ViewMut, array => array.view_mut());
        TensorViewMut { array }
    }

    /// Its elements as a view of an array of their type, to write to; none is copied.
    ///
    /// # Errors
    ///
    /// [`DTypeMismatch`] where they are of another type.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let mut a = Tensor::from(vec![1_i8, 2]);
    /// a.array_mut::<i8>()?[0] = 5;
    /// assert_eq!(a, Tensor::from(vec![5_i8, 2]));
    /// # Ok::<(), concord_runtime::DTypeMismatch>(())
    /// ```
    pub fn array_mut<T: Typed>(&mut self) -> Result<ArrayViewMutD<'_, T>, DTypeMismatch> {
        T::view_mut(self.view_mut()).map_err(|is| DTypeMismatch { asked: T::DTYPE, is })
    }

    /// The array it is made of, if its elements are of that type; none is copied.
    ///
    /// # Errors
    ///
    /// The tensor itself where they are of another type.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let a = Tensor::from(vec![1.5_f64, 2.0]);
    /// let a = a.into_array::<f32>().unwrap_err();
    /// let (elements, _) = a.into_array::<f64>().unwrap().into_raw_vec_and_offset();
    /// assert_eq!(elements, [1.5, 2.0]);
    /// ```
    #[expect(clippy::result_large_err, reason = "the tensor is given back as it was")]
    pub fn into_array<T: Typed>(self) -> Result<ArrayD<T>, Tensor> {
        T::owned(self)
    }

    /// The same elements, weakly typed or not; results of operations are as their ruleset says.
    ///
    /// ```
    /// use concord_runtime::{DType, Tensor};
    ///
    /// let learned = Tensor::from(vec![0.5_f32]).with_weak(true);
    /// assert!(learned.is_weak() && learned.dtype() == DType::F32);
    /// ```
    #[must_use]
    pub fn with_weak(self, weak: bool) -> Tensor {
        Tensor { weak, ..self }
    }

    /// A tensor of shape `()`: of one element, and without axes.
    pub fn scalar<T: Typed>(element: T) -> Tensor {
        Tensor::from(ndarray::arr0(element))
    }
}

impl<'a> TensorView<'a> {
    shape_methods!(View);

    /// The same elements, weakly typed or not.
    #[must_use]
    pub fn with_weak(self, weak: bool) -> TensorView<'a> {
        TensorView { weak, ..self }
    }

    /// A view of the elements of a slice, of one axis.
    pub fn of<T: Typed>(elements: &'a [T]) -> TensorView<'a> {
        TensorView::from(ArrayView::from(elements))
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
        let array = map_array!(&mut self.array, ViewMut => ViewMut, array => array.view_mut());
        TensorViewMut { array }
    }

    /// Its elements as a view of an array of their type, to write to; none is copied.
    ///
    /// # Errors
    ///
    /// [`DTypeMismatch`] where they are of another type.
    ///
    /// ```
    /// use concord_runtime::TensorViewMut;
    ///
    /// let mut elements = [1_i8, 2];
    /// let mut a = TensorViewMut::of(&mut elements);
    /// a.array_mut::<i8>()?[0] = 5;
    /// assert_eq!(elements, [5, 2]);
    /// # Ok::<(), concord_runtime::DTypeMismatch>(())
    /// ```
    pub fn array_mut<T: Typed>(&mut self) -> Result<ArrayViewMutD<'_, T>, DTypeMismatch> {
        T::view_mut(self.view_mut()).map_err(|is| DTypeMismatch { asked: T::DTYPE, is })
    }
}
