//! The bytes of a `.npy` file → a view of its elements.

use super::{Header, NpyError};
use crate::tensor::shape::element_count;
use crate::{DType, TensorView};

impl<'a> TensorView<'a> {
    /// A view of the elements of a `.npy` file, where its bytes are.
    ///
    /// Bytes behind the last element are left alone. Of arrays in Fortran order, the view has the strides.
    ///
    /// # Errors
    ///
    /// As [`Tensor::read_npy`](crate::Tensor::read_npy), which reads two more kinds of file: elements in the other byte
    /// order are [`NpyError::ByteOrder`], and in [`NpyError::Memory`] are bytes that are not aligned. Those of a file that
    /// was read or mapped as a whole are aligned: a header's length is a multiple of 64.
    ///
    /// ```
    /// use concord_runtime::{Tensor, TensorView};
    ///
    /// let a = Tensor::from(vec![true, false]);
    /// let mut file = Vec::new();
    /// a.write_npy(&mut file)?;
    /// assert_eq!(TensorView::from_npy(&file)?, a.view());
    /// # Ok::<(), concord_runtime::NpyError>(())
    /// ```
    pub fn from_npy(bytes: &'a [u8]) -> Result<TensorView<'a>, NpyError> {
        view_as(bytes, None)
    }

    /// The same of a file whose elements are of a dtype that NumPy has no name for, as
    /// [`Tensor::read_npy_as`](crate::Tensor::read_npy_as).
    ///
    /// # Errors
    ///
    /// As [`from_npy`](Self::from_npy), and elements that are not of that dtype's size.
    pub fn from_npy_as(bytes: &'a [u8], dtype: DType) -> Result<TensorView<'a>, NpyError> {
        view_as(bytes, Some(dtype))
    }
}

fn view_as(bytes: &[u8], asked: Option<DType>) -> Result<TensorView<'_>, NpyError> {
    let mut left = bytes;
    let Header { dtype, big_endian, fortran, mut shape } = Header::read(&mut left, asked)?;
    if dtype.size() > 1 && big_endian != cfg!(target_endian = "big") {
        return Err(NpyError::ByteOrder);
    }
    let Some(len) = element_count(&shape) else { return Err(NpyError::TooLarge { shape }) };
    let Some(needed) = len.checked_mul(dtype.size()) else {
        return Err(NpyError::TooLarge { shape });
    };
    let Some(elements) = left.get(..needed) else {
        return Err(NpyError::Short { expected: len, found: left.len() / dtype.size() });
    };
    if fortran {
        shape.reverse();
    }
    let view = TensorView::from_bytes(dtype, elements, &shape)?;
    Ok(if fortran { view.transposed() } else { view })
}
