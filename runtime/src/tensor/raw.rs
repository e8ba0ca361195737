//! Arrays → what kernels see of them: a dtype, a pointer, a shape and strides.
#![expect(
    unsafe_code,
    reason = "a view of untyped memory is as good as the pointer it is made from"
)]

use alloc::vec::Vec;
use core::marker::PhantomData;

use ndarray::{ArrayRef, Dimension};

use crate::{DType, Element, Operand};

/// Elements to read, all of them initialised.
#[derive(Clone, Copy)]
pub struct RawView<'a> {
    pub(crate) dtype: DType,
    pub(crate) at: *const u8,
    pub(crate) shape: &'a [usize],
    /// In elements.
    pub(crate) strides: &'a [isize],
    /// Whether the tensor is weakly typed.
    pub(crate) weak: bool,
    marker: PhantomData<&'a u8>,
}

/// Elements to write, which nothing else refers to; they need not be initialised.
pub struct RawViewMut<'a> {
    pub(crate) dtype: DType,
    pub(crate) at: *mut u8,
    pub(crate) shape: &'a [usize],
    /// In elements.
    pub(crate) strides: &'a [isize],
    /// Whether the tensor is weakly typed, which counts where it is an operand too.
    pub(crate) weak: bool,
    marker: PhantomData<&'a mut u8>,
}

/// Elements of one axis, one after the other, to read or to write: the shortest way from a tensor to a loop.
///
/// Who makes one vouches that the elements are there for as long as it is used, initialised if they are read; and that
/// nothing else refers to them while they are written.
#[derive(Clone, Copy)]
pub struct Line {
    pub(crate) dtype: DType,
    /// Whether the tensor is weakly typed.
    pub(crate) weak: bool,
    pub(crate) at: *mut u8,
    pub(crate) len: usize,
}

impl Line {
    /// The elements of an operand, if they are such ones.
    #[inline(always)]
    pub(crate) fn of(view: &RawView<'_>) -> Option<Line> {
        let RawView { dtype, weak, at, .. } = *view;
        Some(Line { dtype, weak, at: at.cast_mut(), len: line(view.shape, view.strides)? })
    }

    /// The elements of an output, likewise; whether that is weakly typed does not count.
    #[inline(always)]
    pub(crate) fn of_mut(view: &RawViewMut<'_>) -> Option<Line> {
        let RawViewMut { dtype, at, .. } = *view;
        Some(Line { dtype, weak: false, at, len: line(view.shape, view.strides)? })
    }

    /// The category and dtype it has as an operand.
    #[inline]
    pub(crate) fn operand(&self) -> Operand {
        if self.weak { Operand::Weak(self.dtype) } else { Operand::Tensor(self.dtype) }
    }
}

/// The length of the only axis, if there is one and its elements lie one after the other.
#[inline(always)]
fn line(shape: &[usize], strides: &[isize]) -> Option<usize> {
    let &[len] = shape else { return None };
    // SAFETY: an array has a stride for each axis, and there is one.
    let stride = unsafe { *strides.get_unchecked(0) };
    (stride == 1).then_some(len)
}

impl<'a> RawView<'a> {
    #[inline]
    pub(crate) fn of<T: Element, D: Dimension>(array: &'a ArrayRef<T, D>) -> RawView<'a> {
        // SAFETY: an array's shape and strides are those of its initialised elements.
        unsafe { RawView::new(T::DTYPE, array.as_ptr().cast(), array.shape(), array.strides()) }
    }

    /// One element, as a tensor without axes.
    #[inline]
    pub(crate) fn of_element<T: Element>(element: &'a T) -> RawView<'a> {
        // SAFETY: a shape without axes has one element, which is initialised.
        unsafe { RawView::new(T::DTYPE, core::ptr::from_ref(element).cast(), &[], &[]) }
    }

    /// # Safety
    ///
    /// Every element of the shape, at the strides from `at`, is an initialised one of the dtype, and no one
    /// writes to it for as long as the view lives.
    #[inline]
    pub(crate) unsafe fn new(
        dtype: DType,
        at: *const u8,
        shape: &'a [usize],
        strides: &'a [isize],
    ) -> RawView<'a> {
        RawView { dtype, at, shape, strides, weak: false, marker: PhantomData }
    }

    #[inline]
    pub(crate) fn with_weak(self, weak: bool) -> RawView<'a> {
        RawView { weak, ..self }
    }

    /// The category and dtype it has as an operand.
    #[inline]
    pub(crate) fn operand(&self) -> Operand {
        match self.weak {
            true => Operand::Weak(self.dtype),
            false if self.shape.is_empty() => Operand::ZeroDim(self.dtype),
            false => Operand::Tensor(self.dtype),
        }
    }

    /// A number for each category.
    #[inline]
    pub(crate) fn category(&self) -> u8 {
        match self.weak {
            true => 2,
            false => u8::from(self.shape.is_empty()),
        }
    }

    /// Whether the elements lie one after the other in the order of the axes.
    #[inline]
    pub(crate) fn is_standard(&self) -> bool {
        is_standard(self.shape, self.strides)
    }

    /// Whether the elements lie one after the other in some other order of the axes.
    pub(crate) fn is_permuted(&self) -> bool {
        if self.is_standard() || self.shape.contains(&0) {
            return false;
        }
        let mut expected = 1;
        let mut left: Vec<usize> =
            (0..self.shape.len()).filter(|&axis| self.shape[axis] != 1).collect();
        while !left.is_empty() {
            let next = left.iter().position(|&axis| self.strides[axis] == expected);
            let Some(next) = next else { return false };
            expected *= self.shape[left.swap_remove(next)].cast_signed();
        }
        // An axis of length 1 may have any stride; an owned array can have only those that are not negative.
        self.strides.iter().all(|&stride| stride >= 0)
    }
}

impl<'a> RawViewMut<'a> {
    #[inline]
    pub(crate) fn of<T: Element, D: Dimension>(array: &'a mut ArrayRef<T, D>) -> RawViewMut<'a> {
        let at = array.as_mut_ptr().cast();
        // SAFETY: an array's shape and strides are those of its elements, and it is borrowed mutably.
        unsafe { RawViewMut::new(T::DTYPE, at, array.shape(), array.strides()) }
    }

    /// # Safety
    ///
    /// There is memory for every element of the shape at the strides from `at`, and nothing else refers to it
    /// for as long as the view lives.
    #[inline]
    pub(crate) unsafe fn new(
        dtype: DType,
        at: *mut u8,
        shape: &'a [usize],
        strides: &'a [isize],
    ) -> RawViewMut<'a> {
        RawViewMut { dtype, at, shape, strides, weak: false, marker: PhantomData }
    }

    #[inline]
    pub(crate) fn with_weak(self, weak: bool) -> RawViewMut<'a> {
        RawViewMut { weak, ..self }
    }

    /// The same elements to read.
    ///
    /// # Safety
    ///
    /// They are initialised; and where some are written while the view lives, no one reads those through it
    /// any more.
    #[inline]
    pub(crate) unsafe fn as_raw(&self) -> RawView<'a> {
        // SAFETY: as the caller vouches.
        unsafe { RawView::new(self.dtype, self.at, self.shape, self.strides) }.with_weak(self.weak)
    }

    /// One of the elements, which lie in the order of the axes.
    pub(crate) fn element(&mut self, place: usize) -> RawViewMut<'_> {
        assert!(self.is_standard() && place < self.len(), "the place of an element");
        // SAFETY: there is such an element, and this view is borrowed mutably.
        unsafe { RawViewMut::new(self.dtype, self.at.add(place * self.dtype.size()), &[], &[]) }
    }

    #[inline]
    pub(crate) fn is_standard(&self) -> bool {
        is_standard(self.shape, self.strides)
    }

    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// One element of any dtype.
pub(crate) struct Single {
    dtype: DType,
    bytes: [u128; 1],
}

impl Single {
    /// An element of a dtype that `write` writes, unless it fails.
    pub(crate) fn new<E>(
        dtype: DType,
        write: impl FnOnce(&mut RawViewMut<'_>) -> Result<(), E>,
    ) -> Result<Single, E> {
        let mut single = Single { dtype, bytes: [0] };
        // SAFETY: there is room for an element of any dtype, aligned for it, and it is borrowed mutably.
        write(&mut unsafe { RawViewMut::new(dtype, single.bytes.as_mut_ptr().cast(), &[], &[]) })?;
        Ok(single)
    }

    /// Whether all of its bits are zero.
    pub(crate) fn is_zero_bits(&self) -> bool {
        self.bytes == [0]
    }

    /// A tensor without axes.
    pub(crate) fn raw(&self) -> RawView<'_> {
        // SAFETY: `new` has had it written.
        unsafe { RawView::new(self.dtype, self.bytes.as_ptr().cast(), &[], &[]) }
    }
}

/// Whether two slices are equal; inlined, as they are short and a call costs as much as a small op.
#[inline]
pub(crate) fn alike<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}

/// Whether elements lie one after the other in the order of the axes.
#[inline]
pub(crate) fn is_standard(shape: &[usize], strides: &[isize]) -> bool {
    let mut expected = 1;
    for (&len, &stride) in shape.iter().zip(strides).rev() {
        if len != 1 && stride != expected {
            return len == 0 || shape.contains(&0);
        }
        expected *= len.cast_signed();
    }
    true
}
