//! What reading or writing an `.npz` file answers instead of a tensor.

use alloc::string::String;
use core::fmt;

use zip::result::ZipError;

use crate::NpyError;
use crate::exchange::MemoryError;

/// An `.npz` file, or a tensor of one, that cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum NpzError {
    /// It is no archive.
    Archive(ZipError),
    /// It cannot be written.
    Write(ZipError),
    /// Two tensors to be written have one name.
    Twice {
        /// The name.
        name: String,
    },
    /// The file has no tensor of a name.
    NoTensor {
        /// The name.
        name: String,
        /// The nearest name that it has.
        nearest: Option<String>,
    },
    /// There is no view of elements that are compressed.
    Compressed {
        /// The tensor's name.
        name: String,
    },
    /// A tensor that is no `.npy` file, or cannot be viewed.
    Member {
        /// The tensor's name.
        name: String,
        /// Why not.
        error: NpyError,
    },
}

impl fmt::Display for NpzError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NpzError::Archive(ZipError::Io(error)) | NpzError::Write(ZipError::Io(error)) => {
                error.fmt(f)
            }
            NpzError::Write(error) => write!(f, "the .npz file cannot be written: {error}"),
            NpzError::Twice { name } => {
                write!(f, "two tensors are called `{name}`: give each a name of its own")
            }
            NpzError::Archive(error) => {
                write!(f, "not an .npz file: {error}: write it again from where it came")
            }
            NpzError::NoTensor { name, nearest } => {
                write!(f, "the file has no tensor `{name}`")?;
                match nearest {
                    Some(near) => write!(f, ": did you mean `{near}`?"),
                    None => f.write_str(": `names` lists those it has"),
                }
            }
            NpzError::Compressed { name } => {
                write!(f, "tensor `{name}` is compressed: read it with `tensor`")
            }
            NpzError::Member {
                name,
                error: NpyError::Memory(error @ MemoryError::Unaligned { .. }),
            } => {
                write!(f, "tensor `{name}`: {error} with `tensor`")
            }
            NpzError::Member { name, error } => write!(f, "tensor `{name}`: {error}"),
        }
    }
}

impl core::error::Error for NpzError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            NpzError::Archive(error) | NpzError::Write(error) => Some(error),
            NpzError::Member { error, .. } => Some(error),
            NpzError::NoTensor { .. } | NpzError::Compressed { .. } | NpzError::Twice { .. } => {
                None
            }
        }
    }
}
