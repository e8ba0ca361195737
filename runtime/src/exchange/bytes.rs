//! Bytes ⇄ views of elements, none of which is copied.
#![expect(unsafe_code, reason = "bytes are elements where their alignment and their bits are so")]

use alloc::borrow::Cow;

use super::memory::{MemoryError, alignment, check_bytes, checked_strides};
use crate::tensor::fresh::fresh;
use crate::tensor::shape::element_count;
use crate::{AsView, DType, Tensor, TensorView, TooLarge};

impl<'a> TensorView<'a> {
    /// A view of bytes as elements of a dtype in the machine's byte order, in the order of the axes.
    ///
    /// # Errors
    ///
    /// [`MemoryError`] where there are more or fewer bytes than the elements take, where they are not aligned, and
    /// where a byte is no element: neither 0 nor 1 where a bool is.
    ///
    /// ```
    /// use concord_runtime::{DType, TensorView};
    ///
    /// let bytes = [0_u8, 1, 1];
    /// let view = TensorView::from_bytes(DType::Bool, &bytes, &[3])?;
    /// assert_eq!(view, TensorView::of(&[false, true, true]));
    /// assert_eq!(
    ///     TensorView::from_bytes(DType::Bool, &[0, 2], &[2]).unwrap_err().to_string(),
    ///     "element 1 is the byte 2, and a bool is 0 or 1: compare the bytes with 0 first",
    /// );
    /// # Ok::<(), concord_runtime::exchange::MemoryError>(())
    /// ```
    pub fn from_bytes(
        dtype: DType,
        bytes: &'a [u8],
        shape: &[usize],
    ) -> Result<TensorView<'a>, MemoryError> {
        check_len(dtype, bytes, shape, bytes_of(dtype, shape))?;
        // Of no elements there is no address.
        let at = match bytes.is_empty() {
            true => core::ptr::without_provenance(alignment(dtype)),
            false => bytes.as_ptr(),
        };
        let strides = checked_strides(dtype, at, shape, None)?;
        check_bytes(dtype, bytes, 0)?;
        // SAFETY: these are the bytes of the elements, all of them borrowed as long as the view lives; they are aligned,
        // and each is part of an element, as was looked at.
        Ok(unsafe { TensorView::from_raw_parts(dtype, at, shape, &strides) })
    }

    /// The bytes of the elements, if these lie in the order of the axes.
    ///
    /// ```
    /// use concord_runtime::TensorView;
    ///
    /// let view = TensorView::of(&[true, false]);
    /// assert_eq!(view.as_bytes(), Some(&[1, 0][..]));
    /// ```
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        let raw = AsView::raw(self);
        if self.is_empty() {
            return Some(&[]);
        }
        // SAFETY: there are so many elements one after the other, of types without padding, borrowed for `'a`.
        raw.is_standard().then(|| unsafe {
            core::slice::from_raw_parts(raw.at, self.len() * self.dtype().size())
        })
    }
}

impl Tensor {
    /// A copy of bytes as elements of a dtype in the machine's byte order, in the order of the axes. They may lie
    /// anywhere.
    ///
    /// # Errors
    ///
    /// [`MemoryError`], as [`TensorView::from_bytes`], but for the alignment.
    ///
    /// ```
    /// use concord_runtime::{DType, Tensor};
    ///
    /// let file = [9, 1, 0, 2, 0];
    /// let tensor = Tensor::from_bytes(DType::I16, &file[1..], &[2])?;
    /// # if cfg!(target_endian = "little") {
    /// assert_eq!(tensor, Tensor::from([1_i16, 2]));
    /// # }
    /// # Ok::<(), concord_runtime::exchange::MemoryError>(())
    /// ```
    pub fn from_bytes(dtype: DType, bytes: &[u8], shape: &[usize]) -> Result<Tensor, MemoryError> {
        check_len(dtype, bytes, shape, bytes_of(dtype, shape))?;
        check_bytes(dtype, bytes, 0)?;
        fresh(dtype, shape, None, &mut |out| {
            // SAFETY: the new memory has room for just as many bytes, each of which, by what was looked at, may be
            // part of an element.
            unsafe { out.at.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
            Ok(())
        })
    }

    /// The bytes of the elements, if these lie in the order of the axes, as those of new tensors do.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        self.view().as_bytes()
    }
}

/// The bytes of the elements in the order of the axes, copied if they do not lie so.
pub(super) fn in_order<'a>(view: &TensorView<'a>) -> Result<Cow<'a, [u8]>, TooLarge> {
    if let Some(bytes) = view.as_bytes() {
        return Ok(bytes.into());
    }
    let ordered = view.try_to_tensor()?;
    Ok(ordered.as_bytes().expect("a copy is in the order of the axes").to_vec().into())
}

/// How many bytes the elements of a shape take; `None` where memory cannot hold them.
fn bytes_of(dtype: DType, shape: &[usize]) -> Option<usize> {
    element_count(shape)?.checked_mul(dtype.size())
}

/// There are as many bytes as needed.
pub(super) fn check_len(
    dtype: DType,
    bytes: &[u8],
    shape: &[usize],
    needed: Option<usize>,
) -> Result<(), MemoryError> {
    match needed {
        Some(needed) if needed == bytes.len() => Ok(()),
        Some(needed) => {
            let (shape, found) = (shape.to_vec(), bytes.len());
            Err(MemoryError::Length { dtype, shape, needed, found })
        }
        None => Err(MemoryError::TooLarge { dtype, shape: shape.to_vec() }),
    }
}
