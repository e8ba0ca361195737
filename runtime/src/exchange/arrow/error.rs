//! What going to and from Arrow answers instead of a tensor or an array.

use alloc::vec::Vec;
use core::fmt;

use arrow_schema::DataType;

use crate::DType;
use crate::exchange::MemoryError;
use crate::tensor::shape::Shape;

/// An array that cannot be taken from Arrow, or a tensor that cannot be given to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArrowArrayError {
    /// The array is of another type than the one that holds the dtype's elements.
    Type {
        /// The dtype.
        dtype: DType,
        /// The type that holds its elements.
        wanted: DataType,
        /// The array's.
        found: DataType,
    },
    /// The array has nulls, and no mask of them was asked for.
    Nulls {
        /// How many.
        count: usize,
    },
    /// A tensor of no axis or of several; an array has one.
    Axes {
        /// The tensor's shape.
        shape: Vec<usize>,
    },
    /// The mask is not one of bools, one for each element.
    Mask {
        /// Its dtype.
        dtype: DType,
        /// Its shape.
        shape: Vec<usize>,
        /// How many elements there are.
        len: usize,
    },
    /// The array's buffer cannot be read as elements of the dtype.
    Memory(MemoryError),
}

impl fmt::Display for ArrowArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArrowArrayError::Type { dtype, wanted, found } => {
                write!(f, "an array of {found} does not hold {dtype}: cast it to {wanted} first")
            }
            ArrowArrayError::Nulls { count } => write!(
                f,
                "the array has {count} nulls, and a tensor has a number at each place: fill them, or take them as a \
                 mask with `from_arrow_with_nulls`"
            ),
            ArrowArrayError::Axes { shape } => write!(
                f,
                "a tensor of shape {}, and an array has one axis: reshape it first",
                Shape(shape)
            ),
            ArrowArrayError::Mask { dtype, shape, len } => write!(
                f,
                "nulls of {dtype} and shape {} for {len} elements: they are bool, one for each",
                Shape(shape)
            ),
            ArrowArrayError::Memory(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ArrowArrayError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ArrowArrayError::Memory(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MemoryError> for ArrowArrayError {
    fn from(error: MemoryError) -> ArrowArrayError {
        ArrowArrayError::Memory(error)
    }
}
