//! What going to and from DLPack answers instead of a tensor.

use core::fmt;

use super::{Device, Version};
use crate::exchange::MemoryError;
use crate::{CodeAndBits, DType, NoId, UnknownId};

/// Elements that cannot be taken from DLPack, or given to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DlpackError {
    /// A pointer that leads to something is null.
    Null {
        /// Its name in `dlpack.h`.
        pointer: &'static str,
    },
    /// A structure of another major version, which lies otherwise in memory.
    Version(Version),
    /// The elements are not in the memory of the CPU.
    Device(Device),
    /// Elements of several values each.
    Lanes {
        /// How many.
        lanes: u16,
    },
    /// The elements are of a type of which there is no dtype here.
    Unknown(UnknownId<CodeAndBits>),
    /// The dtype has no code in DLPack.
    NoId(NoId),
    /// A negative number of axes, or more than 64, which no library makes.
    Axes {
        /// The number.
        ndim: i32,
    },
    /// A number of elements along an axis, or a stride, that this machine has no number for.
    Axis {
        /// Which axis.
        axis: usize,
        /// The number.
        found: i64,
    },
    /// An offset that leads out of memory.
    Offset {
        /// The offset in bytes.
        byte_offset: u64,
    },
    /// Elements of fewer than 8 bits that share bytes.
    Packed {
        /// Their dtype.
        dtype: DType,
    },
    /// The form before version 1.0 cannot say that elements are read-only, or that each of fewer than 8 bits takes a
    /// byte.
    OldForm {
        /// Their dtype.
        dtype: DType,
    },
    /// The memory cannot be read as the elements it is said to be.
    Memory(MemoryError),
}

impl fmt::Display for DlpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DlpackError::Null { pointer } => {
                write!(f, "`{pointer}` of the DLPack tensor is null: its producer is broken")
            }
            DlpackError::Version(Version { major, minor }) => write!(
                f,
                "a tensor of DLPack {major}.{minor}: ask its producer for max_version=({}, {})",
                Version::WRITTEN.major,
                Version::WRITTEN.minor
            ),
            DlpackError::Device(Device { kind, id }) => {
                write!(f, "the elements are on device ({kind}, {id}): bring them to the cpu, (1, 0)")
            }
            DlpackError::Lanes { lanes } => write!(
                f,
                "each element is a vector of {lanes}: lend them with an axis of length {lanes} more"
            ),
            DlpackError::Unknown(error) => write!(f, "{error}: cast the elements first"),
            DlpackError::NoId(error) => write!(f, "{error}: cast it to a dtype that it has"),
            DlpackError::Axes { ndim } => {
                write!(f, "a DLPack tensor of {ndim} axes: there are 0 to 64")
            }
            DlpackError::Axis { axis, found } => {
                write!(f, "axis {axis} of the DLPack tensor has the length or the stride {found}")?;
                f.write_str(", which no array has: its producer is broken")
            }
            DlpackError::Offset { byte_offset } => write!(
                f,
                "the byte_offset {byte_offset} of the DLPack tensor leads out of memory: its producer is broken"
            ),
            DlpackError::Packed { dtype } => write!(
                f,
                "elements of {dtype} that share bytes: lend them a byte each, with the flag \
                 IS_SUBBYTE_TYPE_PADDED"
            ),
            DlpackError::OldForm { dtype } if dtype.bits() < 8 => write!(
                f,
                "DLPack before 1.0 does not say that each {dtype} takes a byte: ask for max_version=(1, 1), or cast it"
            ),
            DlpackError::OldForm { .. } => f.write_str(
                "the elements are read-only, which DLPack before 1.0 cannot say: ask for max_version=(1, 0), or lend a copy",
            ),
            DlpackError::Memory(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DlpackError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            DlpackError::Unknown(error) => Some(error),
            DlpackError::NoId(error) => Some(error),
            DlpackError::Memory(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MemoryError> for DlpackError {
    fn from(error: MemoryError) -> DlpackError {
        DlpackError::Memory(error)
    }
}
