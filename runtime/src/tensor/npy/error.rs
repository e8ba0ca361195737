//! What reading or writing a `.npy` file answers instead of a tensor.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use std::io;

use crate::DType;
use crate::exchange::MemoryError;
use crate::tensor::shape::Shape;

/// A `.npy` file that cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum NpyError {
    /// The reader or the writer failed.
    Io(io::Error),
    /// What was read is no `.npy` file, or its header is damaged.
    Header {
        /// What is wrong with it.
        message: String,
    },
    /// The file's elements are of a type of which there is no dtype here, or not of the dtype asked for.
    Descr {
        /// The type as the file describes it: `"<V2"`.
        descr: String,
        /// The dtype asked for.
        asked: Option<DType>,
    },
    /// The file ends before its last element.
    Short {
        /// How many elements its shape has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A shape that memory cannot hold.
    TooLarge {
        /// The shape.
        shape: Vec<usize>,
    },
    /// Elements in the byte order of other machines, of which there is no view.
    ByteOrder,
    /// Bytes that are no elements, such as one that is neither 0 nor 1 where a bool is, or that cannot be viewed as
    /// elements where they are.
    Memory(MemoryError),
}

impl fmt::Display for NpyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NpyError::Io(error) => error.fmt(f),
            NpyError::Header { message } => write!(f, "not a .npy file: {message}"),
            NpyError::Descr { descr, asked: Some(asked) } => {
                write!(
                    f,
                    "the file's elements are `{descr}`, not {asked}: `read_npy` reads what NumPy names"
                )
            }
            NpyError::Descr { descr, asked: None } => {
                write!(f, "the file's elements are `{descr}`, of which there is no dtype here")?;
                match descr.trim_start_matches(['<', '>', '|', '=']) {
                    "V1" | "V2" | "V4" | "f1" => f.write_str(
                        ": the format does not say what they are; `read_npy_as` reads them as the dtype it is given, \
                         such as bfloat16 or float8_e4m3fn",
                    ),
                    _ => f.write_str(": convert them in Python to numbers of a plain dtype"),
                }
            }
            NpyError::Short { expected, found } => {
                write!(f, "the file ends after {found} of {expected} elements")
            }
            NpyError::TooLarge { shape } => {
                write!(f, "memory cannot hold elements of shape {}", Shape(shape))
            }
            NpyError::ByteOrder => f.write_str(
                "the elements are in the byte order of other machines: `read_npy` copies them into this one's",
            ),
            NpyError::Memory(error @ MemoryError::Unaligned { .. }) => {
                write!(f, "{error} with `read_npy`")
            }
            NpyError::Memory(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for NpyError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            NpyError::Io(error) => Some(error),
            NpyError::Memory(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MemoryError> for NpyError {
    fn from(error: MemoryError) -> NpyError {
        NpyError::Memory(error)
    }
}

impl From<io::Error> for NpyError {
    fn from(error: io::Error) -> NpyError {
        NpyError::Io(error)
    }
}
