//! A shared tensor → a managed tensor that another library takes.
#![expect(unsafe_code, reason = "DLPack is a protocol of pointers")]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::ptr::{self, NonNull};

use super::{DataType, Device, DlpackError, Managed, ManagedTensorVersioned, TensorDescription};
use crate::exchange::SharedTensor;

/// A managed tensor that no library has taken yet: [`into_raw`](Self::into_raw) passes it on. Dropped, it is deleted.
#[derive(Debug)]
pub struct Export<'a, M: Managed> {
    managed: NonNull<M>,
    marker: PhantomData<SharedTensor<'a>>,
}

// SAFETY: it owns a shared tensor, which may go to another thread, and its structure.
unsafe impl<M: Managed> Send for Export<'_, M> {}
// SAFETY: a shared reference reaches only the structure, by `AsRef`: plain data that no one writes to before it is taken.
unsafe impl<M: Managed> Sync for Export<'_, M> {}

/// What a managed tensor needs until its deleter is called.
struct Kept<'a> {
    shape: Vec<i64>,
    strides: Vec<i64>,
    _tensor: SharedTensor<'a>,
}

impl<'a> SharedTensor<'a> {
    /// The elements for another library, where they are. The library gives them back by the deleter.
    ///
    /// The flags say whether they are read-only, and of elements of fewer than 8 bits that each takes a byte.
    ///
    /// # Errors
    ///
    /// [`DlpackError::NoId`] of a dtype that DLPack has no code of; [`DlpackError::OldForm`] where the form before
    /// version 1.0 cannot say what there is to say.
    ///
    /// ```
    /// use concord_runtime::exchange::SharedTensor;
    /// use concord_runtime::exchange::dlpack::{DlpackError, ManagedTensor, ManagedTensorVersioned};
    /// use concord_runtime::TensorView;
    ///
    /// // Of a view, which is read-only, for a library that takes it while the view lives.
    /// let elements = [1_i32, 2, 3];
    /// let lent = SharedTensor::from(TensorView::of(&elements)).into_dlpack::<ManagedTensorVersioned>()?;
    /// assert_eq!(lent.as_ref().flags, ManagedTensorVersioned::READ_ONLY);
    ///
    /// let error = SharedTensor::from(TensorView::of(&elements)).into_dlpack::<ManagedTensor>();
    /// assert!(matches!(error, Err(DlpackError::OldForm { .. })));
    /// # Ok::<(), DlpackError>(())
    /// ```
    pub fn into_dlpack<M: Managed>(mut self) -> Result<Export<'a, M>, DlpackError> {
        let dtype = self.dtype();
        let id = dtype.dlpack().map_err(DlpackError::NoId)?;
        if !M::IS_VERSIONED && (!self.is_writable() || dtype.bits() < 8) {
            return Err(DlpackError::OldForm { dtype });
        }
        let read_only = if self.is_writable() { 0 } else { ManagedTensorVersioned::READ_ONLY };
        let padded = if dtype.bits() < 8 { ManagedTensorVersioned::PADDED } else { 0 };
        let ndim = i32::try_from(self.shape().len());
        let data = self.as_mut_ptr();
        let mut kept = Box::new(Kept {
            shape: self.shape().iter().map(|&len| len as i64).collect(),
            strides: self.strides().iter().map(|&stride| stride as i64).collect(),
            _tensor: self,
        });
        let tensor = TensorDescription {
            data: data.cast(),
            device: Device::CPU,
            ndim: ndim.map_err(|_| DlpackError::Axes { ndim: i32::MAX })?,
            dtype: DataType { code: id.code, bits: id.bits, lanes: 1 },
            shape: kept.shape.as_mut_ptr(),
            strides: kept.strides.as_mut_ptr(),
            byte_offset: 0,
        };
        let context = Box::into_raw(kept).cast();
        let managed = M::new(tensor, read_only | padded, context, delete::<M>);
        let managed = NonNull::from(Box::leak(Box::new(managed)));
        Ok(Export { managed, marker: PhantomData })
    }
}

/// The deleter of what is lent here.
unsafe extern "C" fn delete<M: Managed>(managed: *mut M) {
    // SAFETY: a library calls it once, with the structure it was lent, which was made of these boxes. A shared tensor's
    // lifetime is not part of how it is dropped.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.context().cast::<Kept<'_>>()));
    }
}

impl<M: Managed> AsRef<M> for Export<'_, M> {
    fn as_ref(&self) -> &M {
        // SAFETY: the structure is there until it is deleted or passed on, either of which takes `self`.
        unsafe { self.managed.as_ref() }
    }
}

impl<M: Managed> Export<'_, M> {
    /// The structure, for the library that takes it, which gives it back by its deleter, before what the elements were
    /// borrowed from goes.
    #[must_use = "what is not passed on is never deleted"]
    pub fn into_raw(self) -> *mut M {
        ManuallyDrop::new(self).managed.as_ptr()
    }

    /// The same again, where no library took it.
    ///
    /// # Safety
    ///
    /// The pointer is one of [`into_raw`](Self::into_raw), and it was not deleted.
    pub unsafe fn from_raw(managed: *mut M) -> Self {
        // SAFETY: what was passed on is not null.
        Export { managed: unsafe { NonNull::new_unchecked(managed) }, marker: PhantomData }
    }
}

impl Export<'_, ManagedTensorVersioned> {
    /// With more flags: [`ManagedTensorVersioned::COPIED`] of elements that nobody else has.
    #[must_use]
    pub fn with_flags(mut self, flags: u64) -> Self {
        // SAFETY: the structure is there, and nobody else has it yet.
        unsafe { self.managed.as_mut() }.flags |= flags;
        self
    }
}

impl<M: Managed> Drop for Export<'_, M> {
    fn drop(&mut self) {
        // SAFETY: it was neither passed on nor deleted.
        unsafe { delete::<M>(ptr::from_mut(self.managed.as_mut())) }
    }
}
