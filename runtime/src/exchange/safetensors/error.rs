//! What reading or writing a `.safetensors` file answers instead of a tensor.

use alloc::string::String;
use core::fmt;

use ::safetensors::SafeTensorError;

use super::METADATA;
use crate::exchange::MemoryError;
use crate::{DType, NoId, UnknownId};

/// A `.safetensors` file, or a tensor of one, that cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum SafetensorsError {
    /// It is no such file, or it cannot be written.
    File(SafeTensorError),
    /// The file has no tensor of a name.
    NoTensor {
        /// The name.
        name: String,
        /// The nearest name that it has.
        nearest: Option<String>,
    },
    /// Two tensors to write have the same name.
    NameTwice {
        /// The name.
        name: String,
    },
    /// A tensor to write has the name under which the format has what a file says of itself.
    Reserved,
    /// The format has no dtype of that kind.
    NoId(NoId),
    /// The file's elements are of a type of which there is no dtype here.
    Unknown(UnknownId<String>),
    /// Elements of fewer than 8 bits share bytes in the format, and take a byte each in a view.
    Packed {
        /// The tensor's name.
        name: String,
        /// Its dtype.
        dtype: DType,
    },
    /// A tensor to write has elements of fewer than 8 bits that do not fill their last byte, as the format demands.
    PartOfAByte {
        /// The tensor's name.
        name: String,
        /// Its dtype.
        dtype: DType,
        /// How many elements it has.
        len: usize,
    },
    /// The bytes of a tensor are not the elements they are said to be.
    Memory {
        /// The tensor's name.
        name: String,
        /// Why not.
        error: MemoryError,
    },
}

impl fmt::Display for SafetensorsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SafetensorsError::File(SafeTensorError::IoError(error)) => error.fmt(f),
            SafetensorsError::File(error) => {
                write!(f, "not a .safetensors file: {error}: write it again from where it came")
            }
            SafetensorsError::NoTensor { name, nearest } => {
                write!(f, "the file has no tensor `{name}`")?;
                match nearest {
                    Some(near) => write!(f, ": did you mean `{near}`?"),
                    None => f.write_str(": `names` lists those it has"),
                }
            }
            SafetensorsError::NameTwice { name } => {
                write!(f, "two tensors are called `{name}`: call one otherwise")
            }
            SafetensorsError::Reserved => write!(
                f,
                "no tensor is called `{METADATA}`, where the format has what a file says of itself: call it otherwise"
            ),
            SafetensorsError::NoId(error) => write!(f, "{error}: cast it to a dtype that it has"),
            SafetensorsError::Unknown(error) => write!(f, "{error}: cast the tensor first"),
            SafetensorsError::Packed { name, dtype } => write!(
                f,
                "tensor `{name}`: elements of {dtype} share bytes in the file, and take a byte each in a view: copy them \
                 with `tensor`"
            ),
            SafetensorsError::PartOfAByte { name, dtype, len } => write!(
                f,
                "tensor `{name}`: {len} × {dtype} end within a byte, and the format has whole ones: append an element"
            ),
            SafetensorsError::Memory { name, error: error @ MemoryError::Unaligned { .. } } => {
                write!(f, "tensor `{name}`: {error} with `tensor`")
            }
            SafetensorsError::Memory { name, error } => write!(f, "tensor `{name}`: {error}"),
        }
    }
}

impl core::error::Error for SafetensorsError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SafetensorsError::File(error) => Some(error),
            SafetensorsError::NoId(error) => Some(error),
            SafetensorsError::Unknown(error) => Some(error),
            SafetensorsError::Memory { error, .. } => Some(error),
            _ => None,
        }
    }
}
