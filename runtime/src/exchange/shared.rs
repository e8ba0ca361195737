//! Elements that another owns, with what keeps them → a tensor that is read, and written to, where they are.
#![expect(unsafe_code, reason = "the owner of the memory is another, whom the tensor keeps")]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::memory::{MemoryError, alignment, check_bits, checked_strides, is_disjoint};
use crate::tensor::raw::RawView;
use crate::tensor::sealed;
use crate::{AsView, AsViewMut, DType, Tensor, TensorView, TensorViewMut};

/// Whoever keeps elements where they are, until it is dropped.
trait Owner: Send + Sync {}
impl<T: Send + Sync> Owner for T {}

/// A tensor whose elements another owns: a library that lent them, a file that is mapped into memory, or a tensor.
///
/// It keeps their owner, and copies nothing; dropped, it gives them back. It is an operand of any op, as a
/// [`Tensor`] is, and [`view`](Self::view) and [`to_tensor`](Self::to_tensor) make the other two of it.
///
/// ```
/// use concord_runtime::exchange::SharedTensor;
/// use concord_runtime::{Tensor, rulesets};
///
/// let mut shared = SharedTensor::from(Tensor::from(vec![1_i16, 2]));
/// shared.view_mut().unwrap().array_mut::<i16>()?[0] = 5;
/// let twice = rulesets::NUMPY.add(&shared, &shared)?;
/// assert_eq!(twice, Tensor::from(vec![10_i16, 4]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedTensor<'a> {
    dtype: DType,
    at: *mut u8,
    shape: Vec<usize>,
    strides: Vec<isize>,
    writable: bool,
    weak: bool,
    _owner: Option<Box<dyn Owner + 'a>>,
}

// SAFETY: the elements are plain data, read through a shared reference and written through a mutable one; the owner
// may go to another thread.
unsafe impl Send for SharedTensor<'_> {}
// SAFETY: likewise.
unsafe impl Sync for SharedTensor<'_> {}

impl<'a> SharedTensor<'a> {
    /// Elements at an address: how many there are along each axis, and how many elements lie between neighbours,
    /// which are those of the order of the axes where none are given.
    ///
    /// The address is aligned, the strides stay inside the address space, and every byte is an element of the dtype,
    /// or it is an error; the owner is dropped then. Elements that have no place of their own, as where a stride is
    /// 0, are not writable.
    ///
    /// # Errors
    ///
    /// [`MemoryError`] says which of these is not so.
    ///
    /// # Safety
    ///
    /// For as long as the owner is kept, there is an initialised element at each place that the shape and the strides
    /// lead to, inside one allocation; no one else writes to it while it is read, nor, if it is writable, reads it
    /// while it is written to.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use concord_runtime::exchange::{MemoryError, SharedTensor};
    /// use concord_runtime::{DType, TensorView};
    ///
    /// let owner: Arc<[u32]> = Arc::from([1, 2, 3]);
    /// let at = owner.as_ptr().cast_mut().cast();
    /// // SAFETY: the owner has three elements of uint32, which nobody writes to.
    /// let shared = unsafe {
    ///     SharedTensor::from_raw_parts(DType::U32, at, &[3], None, false, owner)
    /// }?;
    /// assert_eq!(shared.view(), TensorView::of(&[1_u32, 2, 3]));
    /// # Ok::<(), MemoryError>(())
    /// ```
    pub unsafe fn from_raw_parts(
        dtype: DType,
        at: *mut u8,
        shape: &[usize],
        strides: Option<&[isize]>,
        writable: bool,
        owner: impl Send + Sync + 'a,
    ) -> Result<SharedTensor<'a>, MemoryError> {
        let strides = checked_strides(dtype, at, shape, strides)?;
        let shape = shape.to_vec();
        let at = match shape.contains(&0) {
            true => core::ptr::without_provenance_mut(alignment(dtype)),
            false => at,
        };
        // SAFETY: the caller vouches for a byte, or more, at each place.
        unsafe { check_bits(dtype, at, &shape, &strides) }?;
        let writable = writable && is_disjoint(&shape, &strides);
        let owner: Box<dyn Owner + 'a> = Box::new(owner);
        Ok(SharedTensor { dtype, at, shape, strides, writable, weak: false, _owner: Some(owner) })
    }

    /// The dtype of its elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// How many elements it has along each axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How many elements lie between neighbours along each axis.
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }

    /// Whether it may be written to: its owner allows it, and each element has a place of its own.
    pub fn is_writable(&self) -> bool {
        self.writable
    }

    /// The address of the first element.
    pub fn as_ptr(&self) -> *const u8 {
        self.at
    }

    /// The address of the first element, to write to if it [is writable](Self::is_writable).
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.at
    }

    /// A view of all of it.
    pub fn view(&self) -> TensorView<'_> {
        // SAFETY: who made it vouched for the memory, and its strides and bits were looked at.
        unsafe { TensorView::from_raw_parts(self.dtype, self.at, &self.shape, &self.strides) }
            .with_weak(self.weak)
    }

    /// A view of all of it, to write to; `None` if it is not [writable](Self::is_writable).
    pub fn view_mut(&mut self) -> Option<TensorViewMut<'_>> {
        // SAFETY: likewise; it is borrowed mutably, and each element has a place of its own.
        let view = self.writable.then(|| unsafe {
            TensorViewMut::from_raw_parts(self.dtype, self.at, &self.shape, &self.strides)
        })?;
        Some(view.with_weak(self.weak))
    }

    /// A copy that owns its elements.
    ///
    /// # Panics
    ///
    /// If memory cannot hold it, as [`TensorView::to_tensor`].
    pub fn to_tensor(&self) -> Tensor {
        self.view().to_tensor()
    }
}

impl fmt::Debug for SharedTensor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SharedTensor");
        shown.field("dtype", &self.dtype).field("shape", &self.shape);
        shown.field("strides", &self.strides).field("writable", &self.writable);
        shown.finish_non_exhaustive()
    }
}

impl sealed::Sealed for SharedTensor<'_> {}

impl AsView for SharedTensor<'_> {
    fn as_view(&self) -> TensorView<'_> {
        self.view()
    }

    fn raw(&self) -> RawView<'_> {
        // SAFETY: as for a view.
        unsafe { RawView::new(self.dtype, self.at, &self.shape, &self.strides) }
            .with_weak(self.weak)
    }
}

/// The tensor is its own elements' owner, and they are writable. It stays weakly typed, if it is.
impl From<Tensor> for SharedTensor<'static> {
    fn from(tensor: Tensor) -> SharedTensor<'static> {
        let mut owner = Box::new(tensor);
        SharedTensor {
            dtype: owner.dtype(),
            at: owner.as_mut_ptr(),
            shape: owner.shape().to_vec(),
            strides: owner.strides().to_vec(),
            writable: true,
            weak: owner.is_weak(),
            _owner: Some(owner),
        }
    }
}

/// Read-only. It stays weakly typed, if the view is.
impl<'a> From<TensorView<'a>> for SharedTensor<'a> {
    fn from(view: TensorView<'a>) -> SharedTensor<'a> {
        SharedTensor {
            dtype: view.dtype(),
            at: view.as_ptr().cast_mut(),
            shape: view.shape().to_vec(),
            strides: view.strides().to_vec(),
            writable: false,
            weak: view.is_weak(),
            _owner: None,
        }
    }
}

/// Writable. It stays weakly typed, if the view is.
impl<'a> From<TensorViewMut<'a>> for SharedTensor<'a> {
    fn from(mut view: TensorViewMut<'a>) -> SharedTensor<'a> {
        SharedTensor {
            dtype: view.dtype(),
            at: view.raw_mut().at,
            shape: view.shape().to_vec(),
            strides: view.strides().to_vec(),
            writable: true,
            weak: view.is_weak(),
            _owner: None,
        }
    }
}
