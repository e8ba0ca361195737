//! `ndarray` arrays of any element type → tensors, whose dtype is known at run time.

mod access;
mod buffer;
mod convert;
mod extents;
pub(crate) mod fresh;
pub(crate) mod moves;
mod number;
pub(crate) mod raw;
pub(crate) mod shape;
pub(crate) mod walk;

use core::marker::PhantomData;

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD};

use crate::DType;
use extents::Extents;
use raw::{Line, RawView, RawViewMut};

pub use access::{DTypeMismatch, Typed};
pub use axes::ReshapeError;
pub use buffer::Buffer;
pub use foreign::{Elements, ElementsMut};
pub use fresh::TooLarge;
#[cfg(feature = "npy")]
pub use npy::NpyError;
pub use number::Number;
pub use unique::Unique;

macro_rules! arms {
    ($view:tt $array:ident $body:tt $($variant:ident $element:ident),*) => {
        match $view.dtype() {
            $($crate::DType::$variant => {
                let $array = $view.typed::<$element>();
                $body
            })*
        }
    };
}

/// Does the same with the array of a view, whatever its dtype.
macro_rules! with_array {
    ($view:ident, $array:ident => $body:expr) => {
        $crate::generated::codes::each_dtype!(arms $view $array ($body))
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
mod repeated;
mod unique;

/// An array of any dtype that owns its elements.
///
/// It is made of an [`ndarray::Array`] without copying, unless the array was sliced or an axis of it is inverted, and
/// becomes one again.
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
pub struct Tensor {
    /// Its elements lie in the first places of this memory, the first of them in the first.
    buffer: Buffer,
    dtype: DType,
    weak: bool,
    extents: Extents,
}

/// A view of elements of any dtype that others own.
#[derive(Clone)]
pub struct TensorView<'a> {
    at: *const u8,
    dtype: DType,
    weak: bool,
    extents: Extents,
    elements: PhantomData<&'a u8>,
}

/// A view of elements of any dtype that others own, to write to.
pub struct TensorViewMut<'a> {
    at: *mut u8,
    dtype: DType,
    weak: bool,
    extents: Extents,
    elements: PhantomData<&'a mut u8>,
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

    /// Its elements, if they are of one axis and lie one after the other.
    #[doc(hidden)]
    #[inline]
    fn line(&self) -> Option<Line> {
        Line::of(&self.raw())
    }
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

    /// Its elements, if they are of one axis and lie one after the other.
    #[doc(hidden)]
    #[inline]
    fn line_mut(&mut self) -> Option<Line> {
        Line::of_mut(&self.raw_mut())
    }
}

macro_rules! shape_methods {
    () => {
        /// The dtype of its elements.
        #[inline]
        pub fn dtype(&self) -> DType {
            self.dtype
        }

        /// How many elements it has along each axis.
        #[inline]
        pub fn shape(&self) -> &[usize] {
            self.extents.shape()
        }

        /// How many elements lie between neighbours along each axis.
        #[inline]
        pub fn strides(&self) -> &[isize] {
            self.extents.strides()
        }

        /// How many axes it has.
        #[inline]
        pub fn ndim(&self) -> usize {
            self.shape().len()
        }

        /// How many elements it has.
        pub fn len(&self) -> usize {
            self.shape().iter().product()
        }

        /// Whether it has no elements.
        pub fn is_empty(&self) -> bool {
            self.len() == 0
        }

        /// Whether it is weakly typed: its dtype came from Python scalars, and yields to others of its kind under
        /// rulesets that distinguish such tensors.
        #[inline]
        pub fn is_weak(&self) -> bool {
            AsView::raw(self).weak
        }

        /// A view of all of it.
        #[inline]
        pub fn view(&self) -> TensorView<'_> {
            TensorView {
                at: self.as_ptr(),
                dtype: self.dtype,
                weak: self.is_weak(),
                extents: self.extents.clone(),
                elements: PhantomData,
            }
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
            DTypeMismatch::check::<T>(self.dtype)?;
            Ok(self.typed())
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
            fresh::copied(&self.raw())
        }
    };
}

impl Tensor {
    shape_methods!();

    /// A view of all of it, to write to.
    #[inline]
    pub fn view_mut(&mut self) -> TensorViewMut<'_> {
        let (at, dtype, weak) = (self.as_mut_ptr(), self.dtype, self.weak);
        TensorViewMut { at, dtype, weak, extents: self.extents.clone(), elements: PhantomData }
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
        DTypeMismatch::check::<T>(self.dtype)?;
        Ok(self.typed_mut())
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
    pub fn into_array<T: Typed>(self) -> Result<ArrayD<T>, Tensor> {
        match DTypeMismatch::check::<T>(self.dtype) {
            Ok(()) => Ok(self.into_typed()),
            Err(_) => Err(self),
        }
    }

    /// The same elements, weakly typed or not; results of operations are as their ruleset says.
    ///
    /// ```
    /// use concord_runtime::{DType, Tensor};
    ///
    /// let learned = Tensor::from(vec![0.5_f32]).with_weak(true);
    /// assert!(learned.is_weak() && learned.dtype() == DType::F32);
    /// ```
    #[inline]
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
    shape_methods!();

    /// The same elements, weakly typed or not.
    #[must_use]
    pub fn with_weak(self, weak: bool) -> TensorView<'a> {
        TensorView { weak, ..self }
    }

    /// A view of the elements of a slice, of one axis.
    pub fn of<T: Typed>(elements: &'a [T]) -> TensorView<'a> {
        TensorView::of_slice(elements)
    }
}

impl<'a> TensorViewMut<'a> {
    shape_methods!();

    /// The same elements, weakly typed or not, which counts where an op in place takes them as an operand.
    #[must_use]
    pub fn with_weak(self, weak: bool) -> TensorViewMut<'a> {
        TensorViewMut { weak, ..self }
    }

    /// A view of the elements of a slice, of one axis, to write to.
    pub fn of<T: Typed>(elements: &'a mut [T]) -> TensorViewMut<'a> {
        TensorViewMut::of_slice(elements)
    }

    /// A view of all of it, to write to.
    #[inline]
    pub fn view_mut(&mut self) -> TensorViewMut<'_> {
        let (at, dtype, weak) = (self.as_mut_ptr(), self.dtype, self.weak);
        TensorViewMut { at, dtype, weak, extents: self.extents.clone(), elements: PhantomData }
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
        DTypeMismatch::check::<T>(self.dtype)?;
        Ok(self.typed_mut())
    }
}
