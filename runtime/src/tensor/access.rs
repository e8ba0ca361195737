//! Tensors and views ⇄ arrays of their element type, and what kernels see of them.
#![expect(unsafe_code, reason = "the dtype says of which type the elements at an address are")]

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use ndarray::{
    Array, ArrayD, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, Axis, Dimension, IxDyn,
    RawArrayView, RawArrayViewMut, ShapeBuilder,
};

use super::buffer::Buffer;
use super::extents::Extents;
use super::raw::{Line, RawView, RawViewMut};
use super::shape::element_count;
use super::{AsView, AsViewMut, Tensor, TensorView, TensorViewMut, sealed};
use crate::generated::codes::*;
use crate::{DType, Element};

/// An element type, as what tensors are made of.
pub trait Typed: Element + private::Sealed {}

mod private {
    /// Element types alone implement it.
    pub trait Sealed {}
}

macro_rules! element_types {
    ($($variant:ident $element:ident),*) => { $(
        impl private::Sealed for $element {}
        impl Typed for $element {}
    )* };
}
each_dtype!(element_types);

/// An array of one dtype is asked for as an array of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DTypeMismatch {
    /// The dtype of the elements asked for.
    pub asked: DType,
    /// The dtype of the tensor.
    pub is: DType,
}

impl fmt::Display for DTypeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DTypeMismatch { asked, is } = self;
        write!(f, "asked for an array of {asked}, and the tensor is of {is}: cast it first")
    }
}

impl core::error::Error for DTypeMismatch {}

impl DTypeMismatch {
    /// Refuses elements of another type than those of a dtype.
    #[inline]
    pub(super) fn check<T: Typed>(is: DType) -> Result<(), DTypeMismatch> {
        match T::DTYPE {
            asked if asked == is => Ok(()),
            asked => Err(DTypeMismatch { asked, is }),
        }
    }
}

/// Implements what operations read, for what has a dtype, an address and extents.
macro_rules! as_view {
    ($($tensor:ty;)*) => { $(
        impl sealed::Sealed for $tensor {}

        impl AsView for $tensor {
            fn as_view(&self) -> TensorView<'_> {
                self.view()
            }

            #[inline]
            fn raw(&self) -> RawView<'_> {
                let (shape, strides) = self.extents.parts();
                // SAFETY: its elements are there, and initialised.
                unsafe { RawView::new(self.dtype, self.as_ptr(), shape, strides) }.with_weak(self.weak)
            }

            #[inline]
            fn line(&self) -> Option<Line> {
                let Extents::Line(len) = self.extents else { return None };
                let at = self.as_ptr().cast_mut();
                Some(Line { dtype: self.dtype, weak: self.weak, at, len })
            }
        }
    )* };
}

/// The same of what they write to.
macro_rules! as_view_mut {
    ($($tensor:ty;)*) => { $(
        impl AsViewMut for $tensor {
            fn as_view_mut(&mut self) -> TensorViewMut<'_> {
                self.view_mut()
            }

            #[inline]
            fn raw_mut(&mut self) -> RawViewMut<'_> {
                let at = self.as_mut_ptr();
                let (shape, strides) = self.extents.parts();
                // SAFETY: its elements are there, and it is borrowed mutably.
                unsafe { RawViewMut::new(self.dtype, at, shape, strides) }.with_weak(self.weak)
            }

            #[inline]
            fn line_mut(&mut self) -> Option<Line> {
                let Extents::Line(len) = self.extents else { return None };
                Some(Line { dtype: self.dtype, weak: false, at: self.as_mut_ptr(), len })
            }
        }
    )* };
}

as_view! {
    Tensor;
    TensorView<'_>;
    TensorViewMut<'_>;
}
as_view_mut! {
    Tensor;
    TensorViewMut<'_>;
}

/// The array of the elements of extents at an address, as a raw view of ndarray.
macro_rules! raw_array {
    ($view:ident, $at:expr, $extents:expr) => {{
        let (shape, at) = (IxDyn($extents.shape()), $at.cast::<T>());
        match steps($extents) {
            // SAFETY: there are no elements.
            None => unsafe { $view::from_shape_ptr(shape, at) },
            Some((steps, back)) => {
                let shape = shape.strides(steps);
                // SAFETY: the element farthest back is one of them, and it is at the lowest address.
                let mut array = unsafe { $view::from_shape_ptr(shape, at.offset(back)) };
                $extents.inverted().for_each(|axis| array.invert_axis(Axis(axis)));
                array
            }
        }
    }};
}

/// The array of a tensor's or a view's elements, whose type is that of its dtype.
macro_rules! typed {
    ($($tensor:ty),*; $($tensor_mut:ty),*) => {
        $(impl $tensor {
            pub(super) fn typed<T: Typed>(&self) -> ArrayViewD<'_, T> {
                assert_eq!(self.dtype, T::DTYPE, "the type of its elements");
                let array = raw_array!(RawArrayView, self.as_ptr(), &self.extents);
                // SAFETY: they are there, initialised and of that type.
                unsafe { array.deref_into_view() }
            }
        })*
        $(impl $tensor_mut {
            pub(super) fn typed_mut<T: Typed>(&mut self) -> ArrayViewMutD<'_, T> {
                assert_eq!(self.dtype, T::DTYPE, "the type of its elements");
                let at = self.as_mut_ptr();
                let array = raw_array!(RawArrayViewMut, at, &self.extents);
                // SAFETY: likewise, and it is borrowed mutably.
                unsafe { array.deref_into_view_mut() }
            }
        })*
    };
}
typed!(Tensor, TensorView<'_>, TensorViewMut<'_>; Tensor, TensorViewMut<'_>);

/// The strides without their signs, and how far back the element at the lowest address is: an array is made of
/// strides that are not negative, and its axes are inverted then. `None` of no elements, which have no strides.
fn steps(extents: &Extents) -> Option<(IxDyn, isize)> {
    let steps: Vec<usize> = extents.strides().iter().map(|stride| stride.unsigned_abs()).collect();
    let mut back = 0;
    for (len, stride) in extents.axes() {
        back += stride.min(0) * len.checked_sub(1)?.cast_signed();
    }
    Some((IxDyn(&steps), back))
}

impl Tensor {
    /// A tensor of these elements, which lie in the order of the shape's axes.
    pub(super) fn in_order<T: Typed>(shape: &[usize], elements: Vec<T>) -> Tensor {
        assert_eq!(element_count(shape), Some(elements.len()), "as many elements as the shape has");
        let (buffer, extents) = (Buffer::of(elements), Extents::in_order(shape));
        Tensor { buffer, dtype: T::DTYPE, weak: false, extents }
    }

    /// The tensor of an array. Elements are copied where they do not fill the array's memory, or an axis is inverted.
    pub(super) fn of_array<T: Typed, D: Dimension>(array: Array<T, D>) -> Tensor {
        let (extents, len) = (Extents::new(array.shape(), array.strides()), array.len());
        let (elements, first) = array.into_raw_vec_and_offset();
        let first = first.unwrap_or(0);
        if len == elements.len() && first == 0 && extents.inverted().next().is_none() {
            return Tensor { buffer: Buffer::of(elements), dtype: T::DTYPE, weak: false, extents };
        }
        // SAFETY: the array's first element is there, if it has one.
        let at = unsafe { elements.as_ptr().add(first) }.cast();
        let dtype = T::DTYPE;
        TensorView { at, dtype, weak: false, extents, elements: PhantomData }.to_tensor()
    }

    /// The array it is made of.
    pub(super) fn into_typed<T: Typed>(self) -> ArrayD<T> {
        assert_eq!(self.dtype, T::DTYPE, "the type of its elements");
        let (shape, steps) = (IxDyn(self.shape()), steps(&self.extents));
        let len = self.len();
        // SAFETY: the buffer is of that type, and its first elements are the tensor's.
        let elements = unsafe { self.buffer.into_vec::<T>(len) };
        // SAFETY: there are as many elements as the shape has, each at a place of its own.
        unsafe {
            match steps {
                Some((steps, _)) => {
                    ArrayD::from_shape_vec_unchecked(shape.strides(steps), elements)
                }
                None => ArrayD::from_shape_vec_unchecked(shape, elements),
            }
        }
    }
}

impl Clone for Tensor {
    fn clone(&self) -> Tensor {
        // SAFETY: its elements are the first of the buffer.
        let buffer = unsafe { self.buffer.copied(self.len() * self.dtype.size()) };
        Tensor { buffer, extents: self.extents.clone(), ..*self }
    }
}

impl<'a> TensorView<'a> {
    #[inline]
    pub(super) fn of_slice<T: Typed>(elements: &'a [T]) -> TensorView<'a> {
        let (at, extents) = (elements.as_ptr().cast(), Extents::Line(elements.len()));
        TensorView { at, dtype: T::DTYPE, weak: false, extents, elements: PhantomData }
    }

    pub(super) fn of_array<T: Typed, D: Dimension>(array: ArrayView<'a, T, D>) -> TensorView<'a> {
        let extents = Extents::new(array.shape(), array.strides());
        let (at, dtype) = (array.as_ptr().cast(), T::DTYPE);
        TensorView { at, dtype, weak: false, extents, elements: PhantomData }
    }
}

impl<'a> TensorViewMut<'a> {
    #[inline]
    pub(super) fn of_slice<T: Typed>(elements: &'a mut [T]) -> TensorViewMut<'a> {
        let (at, extents) = (elements.as_mut_ptr().cast(), Extents::Line(elements.len()));
        TensorViewMut { at, dtype: T::DTYPE, weak: false, extents, elements: PhantomData }
    }

    pub(super) fn of_array<T: Typed, D: Dimension>(
        mut array: ArrayViewMut<'a, T, D>,
    ) -> TensorViewMut<'a> {
        let at = array.as_mut_ptr().cast();
        let extents = Extents::new(array.shape(), array.strides());
        TensorViewMut { at, dtype: T::DTYPE, weak: false, extents, elements: PhantomData }
    }
}

// SAFETY: elements are read through it alone, and those of every type may be from any thread.
unsafe impl Send for TensorView<'_> {}
// SAFETY: likewise.
unsafe impl Sync for TensorView<'_> {}
// SAFETY: likewise, and nothing else refers to them.
unsafe impl Send for TensorViewMut<'_> {}
// SAFETY: likewise.
unsafe impl Sync for TensorViewMut<'_> {}
