//! Memory that others own, by its address, shape and strides → views of any dtype; tensors → their address
//! and their memory.
#![expect(unsafe_code, reason = "only the caller knows what lies at an address")]

use core::marker::PhantomData;

use super::buffer::Buffer;
use super::extents::Extents;
use super::raw::{RawView, RawViewMut};
use super::{AsView, AsViewMut, Tensor, TensorView, TensorViewMut, sealed};
use crate::DType;

impl<'a> TensorView<'a> {
    /// A view of memory that others own: the address of the first element, and how many elements lie between
    /// neighbours along each axis.
    ///
    /// # Safety
    ///
    /// For as long as the view lives, every element of the shape, at the strides from `at`, is an initialised one of
    /// the dtype, aligned for it, inside one allocation, and no one writes to it. There is a stride for each axis.
    ///
    /// ```
    /// use concord_runtime::{DType, TensorView};
    ///
    /// let elements = [1_i16, 2, 3, 4];
    /// // From the last element to the first.
    /// let last = elements[3..].as_ptr().cast();
    /// // SAFETY: there are four elements of int16 from the last one back.
    /// let reversed = unsafe { TensorView::from_raw_parts(DType::I16, last, &[4], &[-1]) };
    /// assert_eq!(reversed, TensorView::of(&[4_i16, 3, 2, 1]));
    /// ```
    pub unsafe fn from_raw_parts(
        dtype: DType,
        at: *const u8,
        shape: &[usize],
        strides: &[isize],
    ) -> TensorView<'a> {
        let extents = Extents::new(shape, strides);
        TensorView { at, dtype, weak: false, extents, elements: PhantomData }
    }

    /// The address of the first element.
    #[inline]
    pub fn as_ptr(&self) -> *const u8 {
        self.at
    }
}

/// Elements that others own, by their address, as an operand: what a binding hands to an op with the fewest
/// instructions.
///
/// ```
/// use concord_runtime::{DType, Elements, Op, Tensor, rulesets};
///
/// let elements = [1_i16, 2];
/// // SAFETY: there are two elements of int16, one after the other.
/// let operand = unsafe {
///     Elements::from_raw_parts(DType::I16, elements.as_ptr().cast(), &[2], &[1])
/// };
/// let sum = rulesets::NUMPY.apply_binary(Op::Add, &operand, &operand)?;
/// assert_eq!(sum, Tensor::from([2_i16, 4]));
/// # Ok::<(), concord_runtime::ComputeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Elements<'a>(RawView<'a>);

impl<'a> Elements<'a> {
    /// Elements at an address.
    ///
    /// # Safety
    ///
    /// As [`TensorView::from_raw_parts`].
    #[inline]
    pub unsafe fn from_raw_parts(
        dtype: DType,
        at: *const u8,
        shape: &'a [usize],
        strides: &'a [isize],
    ) -> Elements<'a> {
        // SAFETY: as the caller vouches.
        Elements(unsafe { RawView::new(dtype, at, shape, strides) })
    }

    /// Those of a tensor, or of a view.
    #[inline]
    pub fn of(tensor: &'a impl AsView) -> Elements<'a> {
        Elements(tensor.raw())
    }

    /// Their dtype.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.0.dtype
    }

    /// How many there are along each axis.
    #[inline]
    pub fn shape(&self) -> &'a [usize] {
        self.0.shape
    }

    /// Whether they are weakly typed.
    #[inline]
    pub fn is_weak(&self) -> bool {
        self.0.weak
    }

    /// The same elements, weakly typed or not.
    #[inline]
    #[must_use]
    pub fn with_weak(self, weak: bool) -> Elements<'a> {
        Elements(self.0.with_weak(weak))
    }
}

impl sealed::Sealed for Elements<'_> {}

// SAFETY: they are read alone, as a view of them.
unsafe impl Send for Elements<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Elements<'_> {}

impl AsView for Elements<'_> {
    fn as_view(&self) -> TensorView<'_> {
        let RawView { dtype, at, shape, strides, weak, .. } = self.0;
        // SAFETY: who made them vouched for it.
        unsafe { TensorView::from_raw_parts(dtype, at, shape, strides) }.with_weak(weak)
    }

    #[inline]
    fn raw(&self) -> RawView<'_> {
        self.0
    }
}

/// Elements that others own, by their address, as an output: what a binding hands to an op with the fewest instructions.
pub struct ElementsMut<'a>(RawViewMut<'a>);

impl<'a> ElementsMut<'a> {
    /// Elements at an address.
    ///
    /// # Safety
    ///
    /// As [`TensorViewMut::from_raw_parts`].
    ///
    /// ```
    /// use concord_runtime::{Arg, DType, ElementsMut, Number, Op, rulesets};
    ///
    /// let mut elements = [1_i16, 2];
    /// // SAFETY: there are two elements of int16, and nothing else refers to them.
    /// let mut out = unsafe {
    ///     ElementsMut::from_raw_parts(DType::I16, elements.as_mut_ptr().cast(), &[2], &[1])
    /// };
    /// rulesets::NUMPY.apply_assign(Op::Multiply, &mut out, &Number::Int(3).into())?;
    /// assert_eq!(elements, [3, 6]);
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    #[inline]
    pub unsafe fn from_raw_parts(
        dtype: DType,
        at: *mut u8,
        shape: &'a [usize],
        strides: &'a [isize],
    ) -> ElementsMut<'a> {
        // SAFETY: as the caller vouches.
        ElementsMut(unsafe { RawViewMut::new(dtype, at, shape, strides) })
    }

    /// The same elements, weakly typed or not, which counts where an op in place takes them as an operand.
    #[inline]
    #[must_use]
    pub fn with_weak(self, weak: bool) -> ElementsMut<'a> {
        ElementsMut(self.0.with_weak(weak))
    }
}

impl sealed::Sealed for ElementsMut<'_> {}

impl AsViewMut for ElementsMut<'_> {
    fn as_view_mut(&mut self) -> TensorViewMut<'_> {
        let RawViewMut { dtype, at, shape, strides, weak, .. } = self.0;
        // SAFETY: who made them vouched for it, and they are borrowed mutably.
        unsafe { TensorViewMut::from_raw_parts(dtype, at, shape, strides) }.with_weak(weak)
    }

    #[inline]
    fn raw_mut(&mut self) -> RawViewMut<'_> {
        let RawViewMut { dtype, at, shape, strides, weak, .. } = self.0;
        // SAFETY: likewise.
        unsafe { RawViewMut::new(dtype, at, shape, strides) }.with_weak(weak)
    }
}

impl<'a> TensorViewMut<'a> {
    /// A view of memory that others own, to write to.
    ///
    /// # Safety
    ///
    /// As [`TensorView::from_raw_parts`]; besides, each element has a place of its own, and no one else reads or
    /// writes it for as long as the view lives.
    ///
    /// ```
    /// use concord_runtime::{DType, TensorViewMut, rulesets};
    ///
    /// let mut elements = [1_i16, 2, 3, 4];
    /// // SAFETY: every other element is one of int16, and nothing else refers to them.
    /// let mut view = unsafe {
    ///     TensorViewMut::from_raw_parts(DType::I16, elements.as_mut_ptr().cast(), &[2], &[2])
    /// };
    /// rulesets::NUMPY.negative_into(&concord_runtime::TensorView::of(&[7_i16, 8]), &mut view)?;
    /// assert_eq!(elements, [-7, 2, -8, 4]);
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    pub unsafe fn from_raw_parts(
        dtype: DType,
        at: *mut u8,
        shape: &[usize],
        strides: &[isize],
    ) -> TensorViewMut<'a> {
        let extents = Extents::new(shape, strides);
        TensorViewMut { at, dtype, weak: false, extents, elements: PhantomData }
    }
}

impl TensorViewMut<'_> {
    /// The address of the first element.
    #[inline]
    pub fn as_ptr(&self) -> *const u8 {
        self.at
    }

    /// The address of the first element, to write to.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.at
    }
}

impl Tensor {
    /// The address of the first element.
    #[inline]
    pub fn as_ptr(&self) -> *const u8 {
        self.buffer.as_ptr()
    }

    /// The address of the first element, to write to.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.buffer.as_mut_ptr()
    }

    /// The memory of its elements, which stay where they are: what a binding keeps that has the dtype, the shape and
    /// the strides itself, in fewer bytes than a tensor.
    ///
    /// ```
    /// use concord_runtime::{Tensor, TensorView, DType};
    ///
    /// let mut tensor = Tensor::from(vec![1_i16, 2]);
    /// let at = tensor.as_mut_ptr();
    /// let buffer = tensor.into_buffer();
    /// // SAFETY: the buffer keeps two elements of int16 there.
    /// let view = unsafe { TensorView::from_raw_parts(DType::I16, at, &[2], &[1]) };
    /// assert_eq!(view, TensorView::of(&[1_i16, 2]));
    /// drop(buffer);
    /// ```
    #[inline]
    #[must_use]
    pub fn into_buffer(self) -> Buffer {
        self.buffer
    }
}
