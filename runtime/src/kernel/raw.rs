//! A tensor as kernels see it: a dtype, a place, a shape and strides.

use alloc::vec::Vec;
use core::marker::PhantomData;

use ndarray::{ArrayBase, Data, DataMut, IxDyn, RawData};

use crate::{DType, Element, Operand};

/// Elements to read. Its maker vouches that every element of the shape is there and initialised.
#[derive(Clone, Copy)]
pub struct Raw<'a> {
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
pub struct RawMut<'a> {
    pub(crate) dtype: DType,
    pub(crate) at: *mut u8,
    pub(crate) shape: &'a [usize],
    /// In elements.
    pub(crate) strides: &'a [isize],
    marker: PhantomData<&'a mut u8>,
}

impl<'a> Raw<'a> {
    #[inline]
    pub(crate) fn of<T: Element, S: Data<Elem = T>>(array: &'a ArrayBase<S, IxDyn>) -> Raw<'a> {
        Raw::new(T::DTYPE, array.as_ptr().cast(), array.shape(), array.strides())
    }

    #[inline]
    pub(crate) fn new(
        dtype: DType,
        at: *const u8,
        shape: &'a [usize],
        strides: &'a [isize],
    ) -> Raw<'a> {
        Raw { dtype, at, shape, strides, weak: false, marker: PhantomData }
    }

    #[inline]
    pub(crate) fn with_weak(self, weak: bool) -> Raw<'a> {
        Raw { weak, ..self }
    }

    /// As what it takes part in a promotion.
    #[inline]
    pub(crate) fn operand(&self) -> Operand {
        match self.weak {
            true => Operand::Weak(self.dtype),
            false if self.shape.is_empty() => Operand::ZeroDim(self.dtype),
            false => Operand::Tensor(self.dtype),
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
        // An axis of one element may have any stride; only one that an array can have is kept.
        self.strides.iter().all(|&stride| stride >= 0)
    }
}

impl<'a> RawMut<'a> {
    #[inline]
    pub(crate) fn of<T: Element, S>(array: &'a mut ArrayBase<S, IxDyn>) -> RawMut<'a>
    where
        S: DataMut + RawData<Elem = T>,
    {
        let at = array.as_mut_ptr().cast();
        RawMut::new(T::DTYPE, at, array.shape(), array.strides())
    }

    #[inline]
    pub(crate) fn new(
        dtype: DType,
        at: *mut u8,
        shape: &'a [usize],
        strides: &'a [isize],
    ) -> RawMut<'a> {
        RawMut { dtype, at, shape, strides, marker: PhantomData }
    }

    /// The same elements to read, once they are written.
    pub(crate) fn as_raw(&self) -> Raw<'_> {
        Raw::new(self.dtype, self.at, self.shape, self.strides)
    }

    #[inline]
    pub(crate) fn is_standard(&self) -> bool {
        is_standard(self.shape, self.strides)
    }

    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Whether two slices are equal; inlined, as they are short and a call costs as much as a small op.
#[inline]
pub(crate) fn alike<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}

#[inline]
fn is_standard(shape: &[usize], strides: &[isize]) -> bool {
    let mut expected = 1;
    for (&len, &stride) in shape.iter().zip(strides).rev() {
        if len != 1 && stride != expected {
            return len == 0 || shape.contains(&0);
        }
        expected *= len.cast_signed();
    }
    true
}
