//! `.npy` files ⇄ tensors.

mod element;
mod error;
mod header;
mod view;

use alloc::vec::Vec;
use std::io::{Read, Write};

use ndarray::{ArrayD, IxDyn, ShapeBuilder};

use self::element::Npy;
pub use self::error::NpyError;
use self::header::Header;
use super::{Tensor, TensorView};
use crate::DType;
use crate::exchange::memory::check_bytes;
use crate::generated::codes::*;
use crate::tensor::shape::element_count;

/// How many bytes are read at once: a file that promises more than it holds costs no more memory.
const CHUNK: usize = 1 << 16;

impl Tensor {
    /// The tensor of a `.npy` file, as `numpy.save` writes it.
    ///
    /// Numbers of either byte order and arrays in Fortran order are read; reading ends with the last
    /// element, so that the reader may hold more.
    ///
    /// # Errors
    ///
    /// [`NpyError`]: what is no `.npy` file, is damaged or ends too early, and elements of which there is
    /// no dtype here.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let a = Tensor::from(ndarray::array![[1.5_f32, 2.0], [3.0, 4.0]]);
    /// let mut file = Vec::new();
    /// a.write_npy(&mut file)?;
    /// assert_eq!(Tensor::read_npy(&file[..])?, a);
    /// # Ok::<(), concord_runtime::NpyError>(())
    /// ```
    pub fn read_npy(reader: impl Read) -> Result<Tensor, NpyError> {
        read_as(reader, None)
    }

    /// The tensor of a `.npy` file whose elements are of a dtype that NumPy has no name for, such as bfloat16 and
    /// float8_e4m3fn: ml_dtypes writes so many bytes, and the format does not say what they are.
    ///
    /// # Errors
    ///
    /// [`NpyError`], as [`read_npy`](Tensor::read_npy), and elements that are not of that dtype's size; in
    /// [`NpyError::Memory`] are bytes that are no elements of it, as in [`TensorView::from_npy_as`].
    ///
    /// ```
    /// use concord_runtime::{DType, NpyError, Tensor, rulesets};
    ///
    /// let a = rulesets::NUMPY.cast(&Tensor::from(vec![1.5_f32, 448.0]), DType::Bf16).unwrap();
    /// let mut file = Vec::new();
    /// a.write_npy(&mut file)?;
    /// assert!(matches!(Tensor::read_npy(&file[..]), Err(NpyError::Descr { .. })));
    /// assert_eq!(Tensor::read_npy_as(&file[..], DType::Bf16)?, a);
    /// # Ok::<(), NpyError>(())
    /// ```
    pub fn read_npy_as(reader: impl Read, dtype: DType) -> Result<Tensor, NpyError> {
        read_as(reader, Some(dtype))
    }

    /// Writes a `.npy` file, which `numpy.load` reads: little-endian, in the order of the axes. The writer is flushed.
    ///
    /// Of a dtype that NumPy has no name for, such as bfloat16, `numpy.load` gives so many bytes, of which
    /// `array.view(ml_dtypes.bfloat16)` makes numbers.
    ///
    /// # Errors
    ///
    /// [`NpyError::Io`] where the writer fails.
    pub fn write_npy(&self, writer: impl Write) -> Result<(), NpyError> {
        self.view().write_npy(writer)
    }
}

impl TensorView<'_> {
    /// Writes a `.npy` file, as [`Tensor::write_npy`].
    ///
    /// # Errors
    ///
    /// As [`Tensor::write_npy`].
    pub fn write_npy(&self, mut writer: impl Write) -> Result<(), NpyError> {
        let header = Header::bytes(self.dtype(), self.shape())?;
        writer.write_all(&header)?;
        with_array!(self, array => write(array.iter().copied(), &mut writer))?;
        // A buffer that is dropped passes over the error of what it still holds.
        Ok(writer.flush()?)
    }
}

fn read_as(mut reader: impl Read, asked: Option<DType>) -> Result<Tensor, NpyError> {
    let header = Header::read(&mut reader, asked)?;
    macro_rules! by_dtype {
        ($($dtype:ident $element:ident),*) => {
            match header.dtype {
                $(DType::$dtype => read::<$element>(&header, &mut reader),)*
            }
        };
    }
    each_dtype!(by_dtype)
}

fn read<T: Npy>(header: &Header, reader: &mut impl Read) -> Result<Tensor, NpyError> {
    let too_large = || NpyError::TooLarge { shape: header.shape.clone() };
    let len = element_count(&header.shape).ok_or_else(too_large)?;
    let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| isize::try_from(bytes).is_ok());
    let mut left = bytes.ok_or_else(too_large)?;
    let mut elements: Vec<T> = Vec::new();
    let mut chunk = alloc::vec![0; CHUNK.min(left)];
    while left > 0 {
        let now = &mut chunk[..CHUNK.min(left)];
        let filled = fill(reader, now)?;
        elements.try_reserve(filled / size_of::<T>()).map_err(|_| too_large())?;
        check_bytes(header.dtype, &now[..filled], elements.len())?;
        for bytes in now[..filled].chunks_exact(size_of::<T>()) {
            let element = T::read(bytes, header.big_endian);
            elements.push(element.expect("bytes that were looked at, as many as an element takes"));
        }
        if filled < now.len() {
            return Err(NpyError::Short { expected: len, found: elements.len() });
        }
        left -= filled;
    }
    let shape = IxDyn(&header.shape).set_f(header.fortran);
    let array = ArrayD::from_shape_vec(shape, elements).map_err(|_| too_large())?;
    Ok(Tensor::from(array))
}

/// Reads until a buffer is full or the reader is at its end: how many bytes there were.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> Result<usize, NpyError> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            // A reader that claims more than it was given room for is broken.
            Ok(count) => filled = (filled + count).min(buffer.len()),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(filled)
}

fn write<T: Npy>(
    elements: impl Iterator<Item = T>,
    writer: &mut impl Write,
) -> Result<(), NpyError> {
    let mut chunk = Vec::with_capacity(CHUNK);
    for element in elements {
        element.write(&mut chunk);
        if chunk.len() >= CHUNK - size_of::<c128>() {
            writer.write_all(&chunk)?;
            chunk.clear();
        }
    }
    writer.write_all(&chunk)?;
    Ok(())
}
