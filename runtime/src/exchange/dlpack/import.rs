//! A managed tensor of another library → a shared tensor that gives it back when dropped.
#![expect(unsafe_code, reason = "DLPack is a protocol of pointers")]

use alloc::vec::Vec;
use core::ptr::NonNull;

use super::{DataType, Device, DlpackError, Managed, ManagedTensorVersioned, Version};
use crate::DType;
use crate::exchange::SharedTensor;

/// No library makes arrays of more axes.
const MOST_AXES: usize = 64;

/// What a library lent, given back when dropped.
struct Lent<M: Managed>(NonNull<M>);

// SAFETY: the protocol lets a deleter be called from any thread, and nothing else is done with the pointer.
unsafe impl<M: Managed> Send for Lent<M> {}
// SAFETY: likewise.
unsafe impl<M: Managed> Sync for Lent<M> {}

impl<M: Managed> Drop for Lent<M> {
    fn drop(&mut self) {
        // SAFETY: the structure is the library's until its deleter is called, which happens once.
        unsafe {
            if let Some(delete) = self.0.as_ref().deleter() {
                delete(self.0.as_ptr());
            }
        }
    }
}

impl SharedTensor<'static> {
    /// The elements of a tensor that another library lends through DLPack, where they are.
    ///
    /// It is given back, by its deleter, when the result is dropped, or at once where there is an error.
    ///
    /// # Errors
    ///
    /// [`DlpackError`]: another device, major version or type than those here, elements that share bytes, and
    /// what describes no elements.
    ///
    /// # Safety
    ///
    /// The pointer is null or leads to a managed tensor of that form, which the caller may pass on. It describes
    /// memory as DLPack says, for as long as it is not given back: `ndim` lengths, and as many strides unless they are
    /// null; an initialised element at each place that they lead to; and no one else writes to it while it is read, nor,
    /// unless it is read-only, reads it while it is written to.
    pub unsafe fn from_dlpack<M: Managed + 'static>(
        managed: *mut M,
    ) -> Result<SharedTensor<'static>, DlpackError> {
        let null = DlpackError::Null { pointer: "DLManagedTensor" };
        let lent = Lent(NonNull::new(managed).ok_or(null)?);
        // SAFETY: the caller vouches for the structure, which the library does not touch while it is lent.
        let managed = unsafe { lent.0.as_ref() };
        // Before anything else: the rest of another major version is elsewhere.
        if let Some(version) = managed.version().filter(|it| it.major != Version::WRITTEN.major) {
            return Err(DlpackError::Version(version));
        }
        let tensor = *managed.tensor();
        if tensor.device.kind != Device::CPU.kind {
            return Err(DlpackError::Device(tensor.device));
        }
        let dtype = dtype(tensor.dtype, managed.flags())?;
        let ndim = usize::try_from(tensor.ndim).ok().filter(|&ndim| ndim <= MOST_AXES);
        let ndim = ndim.ok_or(DlpackError::Axes { ndim: tensor.ndim })?;
        // SAFETY: the caller vouches for a length for each axis, and for a stride unless they are null.
        let (shape, strides) = unsafe {
            if ndim > 0 && tensor.shape.is_null() {
                return Err(DlpackError::Null { pointer: "shape" });
            }
            let shape: Vec<usize> = numbers(tensor.shape, ndim)?;
            let strides: Option<Vec<isize>> = match tensor.strides.is_null() {
                true => None,
                false => Some(numbers(tensor.strides, ndim)?),
            };
            (shape, strides)
        };
        let data = tensor.data.cast::<u8>();
        let offset = usize::try_from(tensor.byte_offset).ok();
        let offset = offset.filter(|&offset| data.addr().checked_add(offset).is_some());
        let offset = offset.ok_or(DlpackError::Offset { byte_offset: tensor.byte_offset })?;
        // An offset from nowhere leads nowhere.
        let at = if data.is_null() { data } else { data.wrapping_add(offset) };
        let writable = managed.flags() & ManagedTensorVersioned::READ_ONLY == 0;
        // SAFETY: the caller vouches for the elements, and the guard keeps them.
        let shared = unsafe {
            SharedTensor::from_raw_parts(dtype, at, &shape, strides.as_deref(), writable, lent)
        };
        Ok(shared?)
    }
}

fn dtype(DataType { code, bits, lanes }: DataType, flags: u64) -> Result<DType, DlpackError> {
    if lanes != 1 {
        return Err(DlpackError::Lanes { lanes });
    }
    let dtype = DType::from_dlpack(code, bits).map_err(DlpackError::Unknown)?;
    match dtype.bits() < 8 && flags & ManagedTensorVersioned::PADDED == 0 {
        true => Err(DlpackError::Packed { dtype }),
        false => Ok(dtype),
    }
}

/// # Safety
///
/// There is a number for each axis at the address, unless there are none.
unsafe fn numbers<T: TryFrom<i64>>(at: *const i64, ndim: usize) -> Result<Vec<T>, DlpackError> {
    let number = |axis| {
        // SAFETY: as the caller vouches.
        let found = unsafe { at.add(axis).read() };
        T::try_from(found).map_err(|_| DlpackError::Axis { axis, found })
    };
    (0..ndim).map(number).collect()
}
