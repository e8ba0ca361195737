//! Bytes ⇄ views of elements, none of which is copied.
#![expect(unsafe_code, reason = "bytes are elements where their alignment and their bits are so")]

use super::memory::{MemoryError, check_bits, checked_strides};
use crate::tensor::shape::element_count;
use crate::{AsView, DType, Tensor, TensorView};

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
        let len = element_count(shape).and_then(|len| len.checked_mul(dtype.size()));
        match len {
            Some(needed) if needed != bytes.len() => {
                let (shape, found) = (shape.to_vec(), bytes.len());
                return Err(MemoryError::Length { dtype, shape, needed, found });
            }
            Some(0) => {
                let at = core::ptr::without_provenance(super::memory::alignment(dtype));
                let strides = checked_strides(dtype, at, shape, None)?;
                // SAFETY: there are no elements.
                return Ok(unsafe { TensorView::from_raw_parts(dtype, at, shape, &strides) });
            }
            _ => {}
        }
        let at = bytes.as_ptr();
        let strides = checked_strides(dtype, at, shape, None)?;
        // SAFETY: there is a byte, or more, for each element, all of them borrowed as long as the view lives; they are
        // aligned, and the dtypes that have no element for some bytes take one byte each.
        unsafe {
            check_bits(dtype, at, shape, &strides)?;
            Ok(TensorView::from_raw_parts(dtype, at, shape, &strides))
        }
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
    /// The bytes of the elements, if these lie in the order of the axes, as those of new tensors do.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        self.view().as_bytes()
    }
}
