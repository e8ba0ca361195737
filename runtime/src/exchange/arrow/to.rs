//! A tensor of one axis → an Arrow array, which keeps the tensor and reads its elements where they are.
#![expect(unsafe_code, reason = "Arrow reads elements where tensors have them")]

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::panic::RefUnwindSafe;
use core::ptr::NonNull;

use arrow_array::{ArrayRef, BooleanArray, make_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;

use super::{ArrowArrayError, arrow_type};
use crate::exchange::{MemoryError, SharedTensor};
use crate::{DType, TensorView};

/// What an array keeps.
struct Kept {
    /// Whoever owns the elements; the array has their address.
    _tensor: SharedTensor<'static>,
}

// Only its address is asked of the tensor.
impl RefUnwindSafe for Kept {}

/// The elements of a tensor of one axis as an array, where they are; bools are copied, and so are elements that do not
/// lie one after the other.
///
/// The array's type is [`arrow_type`] of the dtype; [`field`](super::field) has the name of an extension type too.
///
/// # Errors
///
/// [`ArrowArrayError::Axes`] of a tensor of no axis or of several, [`ArrowArrayError::Memory`] where memory cannot hold
/// a copy.
pub fn to_arrow(tensor: impl Into<SharedTensor<'static>>) -> Result<ArrayRef, ArrowArrayError> {
    array(tensor.into(), None)
}

/// The same, with nulls where a mask of bools is true.
///
/// # Errors
///
/// As [`to_arrow`], and [`ArrowArrayError::Mask`] where there is not one bool for each element.
pub fn to_arrow_with_nulls(
    tensor: impl Into<SharedTensor<'static>>,
    nulls: &TensorView<'_>,
) -> Result<ArrayRef, ArrowArrayError> {
    let tensor = tensor.into();
    let len = tensor.view().len();
    let mask = nulls.array::<bool>().ok().filter(|mask| mask.shape() == [len]);
    let mask = mask.ok_or_else(|| ArrowArrayError::Mask {
        dtype: nulls.dtype(),
        shape: nulls.shape().to_vec(),
        len,
    })?;
    let is_valid = bits(mask.iter().map(|is_null| !is_null))?;
    array(tensor, Some(NullBuffer::new(is_valid)))
}

/// A bit for each bool.
fn bits(bools: impl ExactSizeIterator<Item = bool>) -> Result<BooleanBuffer, MemoryError> {
    let len = bools.len();
    // Arrow aborts where memory cannot hold them.
    let room = Vec::<u8>::new().try_reserve_exact(len.div_ceil(8));
    room.map_err(|_| MemoryError::TooLarge { dtype: DType::Bool, shape: vec![len] })?;
    Ok(bools.collect())
}

fn array(
    tensor: SharedTensor<'static>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowArrayError> {
    let &[len] = tensor.shape() else {
        return Err(ArrowArrayError::Axes { shape: tensor.shape().to_vec() });
    };
    if let Ok(bools) = tensor.view().array::<bool>() {
        return Ok(Arc::new(BooleanArray::new(bits(bools.iter().copied())?, nulls)));
    }
    let tensor = match tensor.view().as_bytes() {
        Some(_) => tensor,
        None => tensor.view().try_to_tensor().map_err(MemoryError::from)?.into(),
    };
    let dtype: DType = tensor.dtype();
    let bytes = len * dtype.size();
    let buffer = match NonNull::new(tensor.as_ptr().cast_mut()).filter(|_| bytes > 0) {
        // SAFETY: the elements lie there one after the other, are never written to again, and are kept.
        Some(at) => unsafe {
            Buffer::from_custom_allocation(at, bytes, Arc::new(Kept { _tensor: tensor }))
        },
        None => Buffer::default(),
    };
    let data = ArrayData::builder(arrow_type(dtype).0).len(len).nulls(nulls).add_buffer(buffer);
    // SAFETY: the buffer has an element of the type, of any bits, for each place, aligned for it, and the nulls are as
    // many.
    Ok(make_array(unsafe { data.build_unchecked() }))
}
