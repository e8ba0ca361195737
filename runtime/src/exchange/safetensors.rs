//! `.safetensors` files ⇄ tensors: views of their bytes, and bytes of views.
//!
//! ```
//! use concord_runtime::exchange::safetensors::{Safetensors, to_bytes};
//! use concord_runtime::{Tensor, TensorView};
//!
//! let weight = Tensor::from(ndarray::array![[1.5_f32, 2.0], [3.0, 4.0]]);
//! let file = to_bytes([("weight", weight.view().transposed())], &[("format", "pt")])?;
//!
//! let file = Safetensors::new(&file)?;
//! assert_eq!(file.names().collect::<Vec<_>>(), ["weight"]);
//! assert_eq!(file.metadata("format"), Some("pt"));
//! assert_eq!(file.tensor("weight")?.view(), weight.view().transposed());
//! # Ok::<(), concord_runtime::exchange::safetensors::SafetensorsError>(())
//! ```

mod error;

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::path::Path;

use ::safetensors::tensor::{Dtype, Metadata, SafeTensors, TensorInfo, View};
use rules::nearest;

pub use error::SafetensorsError;

use super::MemoryError;
use super::bytes::in_order;
use super::packed::elements_in_a_byte;
use crate::{DType, Tensor, TensorView};

#[cfg(target_endian = "big")]
compile_error!("safetensors files are little-endian, and are read as they are");

/// The key of a header under which the format has what a file says of itself.
const METADATA: &str = "__metadata__";

/// A `.safetensors` file: bytes that are read, or mapped, into memory, of which only the header is looked at.
#[derive(Debug)]
pub struct Safetensors<'a> {
    header: Metadata,
    /// Those behind the header.
    bytes: &'a [u8],
}

impl<'a> Safetensors<'a> {
    /// The file of these bytes.
    ///
    /// # Errors
    ///
    /// [`SafetensorsError::File`] where it is no such file: a header whose length or JSON is wrong, tensors that overlap or
    /// leave bytes between them, or that take more or fewer bytes than they are said to.
    pub fn new(bytes: &'a [u8]) -> Result<Safetensors<'a>, SafetensorsError> {
        let (len, header) = SafeTensors::read_metadata(bytes).map_err(SafetensorsError::File)?;
        // Eight bytes say how long the header is, which was just read.
        Ok(Safetensors { header, bytes: &bytes[size_of::<u64>() + len..] })
    }

    /// The tensors' names, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.header.offset_keys().into_iter()
    }

    /// What the file says of itself under a key, such as `format`.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.header.metadata().as_ref()?.get(key).map(String::as_str)
    }

    /// A view of a tensor, where the bytes are.
    ///
    /// # Errors
    ///
    /// [`SafetensorsError`]: no tensor of that name; elements of 4 bits, which share bytes, and which
    /// [`tensor`](Self::tensor) copies; and in [`Memory`](SafetensorsError::Memory), elements of 6 bits, bytes that are
    /// not aligned, which `tensor` copies too, and bools that are neither 0 nor 1. The bytes of a file that was read or
    /// mapped as a whole are aligned if it was written as files of this format are.
    pub fn view(&self, name: &str) -> Result<TensorView<'a>, SafetensorsError> {
        let (dtype, shape, bytes) = self.find(name)?;
        let name = || name.to_string();
        if dtype.bits() < 8 {
            return Err(match elements_in_a_byte(dtype) {
                Ok(_) => SafetensorsError::Packed { name: name(), dtype },
                Err(error) => SafetensorsError::Memory { name: name(), error },
            });
        }
        TensorView::from_bytes(dtype, bytes, shape)
            .map_err(|error| SafetensorsError::Memory { name: name(), error })
    }

    /// A copy of a tensor. Elements of 4 bits get a byte each.
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view), but for the alignment and elements of 4 bits.
    pub fn tensor(&self, name: &str) -> Result<Tensor, SafetensorsError> {
        let (dtype, shape, bytes) = self.find(name)?;
        let copy = if dtype.bits() < 8 { Tensor::from_packed } else { Tensor::from_bytes };
        copy(dtype, bytes, shape)
            .map_err(|error| SafetensorsError::Memory { name: name.to_string(), error })
    }

    fn find(&self, name: &str) -> Result<(DType, &[usize], &'a [u8]), SafetensorsError> {
        let Some(TensorInfo { dtype, shape, data_offsets: (from, to) }) = self.header.info(name)
        else {
            let names: Vec<String> = self.names().collect();
            let nearest = nearest(name, names.iter().map(String::as_str)).map(ToString::to_string);
            return Err(SafetensorsError::NoTensor { name: name.to_string(), nearest });
        };
        let dtype = DType::try_from(*dtype).map_err(SafetensorsError::Unknown)?;
        // The reader held the offsets against the length of the file.
        Ok((dtype, shape, &self.bytes[*from..*to]))
    }
}

/// A tensor to write.
struct Written<'a> {
    dtype: Dtype,
    view: TensorView<'a>,
    /// Those of the view, if they lie in the order of its axes and none is shared by elements.
    bytes: Cow<'a, [u8]>,
}

impl<'a> Written<'a> {
    fn new(name: &str, view: TensorView<'a>) -> Result<Written<'a>, SafetensorsError> {
        let dtype = Dtype::try_from(view.dtype()).map_err(SafetensorsError::NoId)?;
        let bits = view.dtype().bits() as usize;
        let bytes = match bits < 8 {
            true => view.to_packed().map(Cow::from),
            false => in_order(&view).map_err(MemoryError::from),
        };
        let bytes =
            bytes.map_err(|error| SafetensorsError::Memory { name: name.to_string(), error })?;
        if bits < 8 && view.len() * bits != bytes.len() * 8 {
            let (dtype, len) = (view.dtype(), view.len());
            return Err(SafetensorsError::PartOfAByte { name: name.to_string(), dtype, len });
        }
        Ok(Written { dtype, view, bytes })
    }
}

impl View for Written<'_> {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        self.view.shape()
    }

    fn data(&self) -> Cow<'_, [u8]> {
        (&*self.bytes).into()
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

fn written<'a, N: AsRef<str>>(
    tensors: impl IntoIterator<Item = (N, TensorView<'a>)>,
) -> Result<Vec<(String, Written<'a>)>, SafetensorsError> {
    let named = |(name, view): (N, _)| {
        let name = name.as_ref();
        Ok((name.to_string(), Written::new(name, view)?))
    };
    let all: Vec<(String, Written<'a>)> =
        tensors.into_iter().map(named).collect::<Result<_, SafetensorsError>>()?;
    if all.iter().any(|(name, _)| name == METADATA) {
        return Err(SafetensorsError::Reserved);
    }
    let mut names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(SafetensorsError::NameTwice { name: pair[0].to_string() }),
        None => Ok(all),
    }
}

fn metadata(said: &[(&str, &str)]) -> Option<std::collections::HashMap<String, String>> {
    let owned = said.iter().map(|(key, value)| (key.to_string(), value.to_string()));
    (!said.is_empty()).then(|| owned.collect())
}

/// The bytes of a `.safetensors` file of named tensors, and of what it says of itself.
///
/// # Errors
///
/// [`SafetensorsError`]: a dtype that the format does not have, elements of 6 bits, an odd number of 4 bits, a name that
/// comes twice or is `__metadata__`, elements that do not lie in the order of the axes and that memory cannot hold in
/// that order.
pub fn to_bytes<'a, N: AsRef<str>>(
    tensors: impl IntoIterator<Item = (N, TensorView<'a>)>,
    said: &[(&str, &str)],
) -> Result<Vec<u8>, SafetensorsError> {
    ::safetensors::serialize(written(tensors)?, metadata(said)).map_err(SafetensorsError::File)
}

/// Writes a `.safetensors` file, tensor by tensor, and puts it in the place of one of the same name once it is whole.
///
/// # Errors
///
/// As [`to_bytes`], and where the file cannot be written.
pub fn write_file<'a, N: AsRef<str>>(
    path: impl AsRef<Path>,
    tensors: impl IntoIterator<Item = (N, TensorView<'a>)>,
    said: &[(&str, &str)],
) -> Result<(), SafetensorsError> {
    ::safetensors::serialize_to_file(written(tensors)?, metadata(said), path.as_ref())
        .map_err(SafetensorsError::File)
}
