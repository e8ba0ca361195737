//! An Arrow array → a shared tensor, which keeps the array's buffers, and a mask of its nulls.
#![expect(unsafe_code, reason = "elements are read where Arrow has them")]

use alloc::vec::Vec;

use arrow_array::{Array, BooleanArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use super::{ArrowArrayError, arrow_type};
use crate::exchange::memory::alignment;
use crate::exchange::{MemoryError, SharedTensor};
use crate::{DType, Tensor};

/// The elements of an array without nulls, where they are; bools are copied, and so is what is not aligned.
///
/// The dtype is that of the array's field, `DType::try_from(field)`, or of its type.
///
/// # Errors
///
/// [`ArrowArrayError`]: the array is of another type than [`arrow_type`] of the dtype, it has nulls, or a byte is no
/// element of a narrow dtype.
pub fn from_arrow(
    array: &dyn Array,
    dtype: DType,
) -> Result<SharedTensor<'static>, ArrowArrayError> {
    match array.null_count() {
        0 => elements(array, dtype),
        count => Err(ArrowArrayError::Nulls { count }),
    }
}

/// The elements of an array as [`from_arrow`] gives them, those of nulls as they are in its buffer, and a mask: true
/// where there is a null. Without nulls there is no mask.
///
/// # Errors
///
/// As [`from_arrow`], but for nulls.
pub fn from_arrow_with_nulls(
    array: &dyn Array,
    dtype: DType,
) -> Result<(SharedTensor<'static>, Option<Tensor>), ArrowArrayError> {
    let nulls = array.nulls().filter(|nulls| nulls.null_count() > 0);
    let mask = |nulls: &NullBuffer| {
        let is_null: Vec<bool> = nulls.iter().map(|is_valid| !is_valid).collect();
        Tensor::from(is_null)
    };
    Ok((elements(array, dtype)?, nulls.map(mask)))
}

fn elements(array: &dyn Array, dtype: DType) -> Result<SharedTensor<'static>, ArrowArrayError> {
    let (wanted, _) = arrow_type(dtype);
    let found = array.data_type();
    if *found != wanted {
        return Err(ArrowArrayError::Type { dtype, wanted, found: found.clone() });
    }
    if let (DataType::Boolean, Some(array)) = (found, array.as_any().downcast_ref::<BooleanArray>())
    {
        let bools: Vec<bool> = array.values().iter().collect();
        return Ok(Tensor::from(bools).into());
    }
    let (data, len) = (array.to_data(), array.len());
    let (from, needed) = (data.offset() * dtype.size(), len * dtype.size());
    let buffer = data.buffers().first().map_or(&[][..], |buffer| buffer.as_slice());
    let bytes = buffer.get(from..from + needed).ok_or_else(|| {
        let (shape, found) = ([len].into(), buffer.len());
        MemoryError::Length { dtype, shape, needed: from + needed, found }
    })?;
    if !bytes.as_ptr().addr().is_multiple_of(alignment(dtype)) {
        return Ok(Tensor::from_bytes(dtype, bytes, &[len])?.into());
    }
    let at = bytes.as_ptr().cast_mut();
    // SAFETY: the bytes are as many as the elements take, and the array's data, which nobody writes to, keep them.
    Ok(unsafe { SharedTensor::from_raw_parts(dtype, at, &[len], None, false, data) }?)
}
