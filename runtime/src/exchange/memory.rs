//! A dtype, an address, a shape and strides of others → strides that are sound to make a view of, or what is wrong.
#![expect(unsafe_code, reason = "bytes are looked at before they are taken for elements")]

use alloc::vec::Vec;
use core::fmt;

use crate::generated::codes::*;
use crate::tensor::shape::{Shape, element_count, standard_strides};
use crate::{DType, Element, Kind, TensorView, TooLarge};

/// Memory that cannot be read as elements of a dtype.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemoryError {
    /// There are elements, and the address is null.
    Null {
        /// The dtype.
        dtype: DType,
        /// The shape.
        shape: Vec<usize>,
    },
    /// The first element does not lie where one of the dtype may.
    Unaligned {
        /// The dtype.
        dtype: DType,
        /// How many bytes it lies behind such a place.
        beyond: usize,
    },
    /// Memory cannot hold elements of the shape.
    TooLarge {
        /// The dtype.
        dtype: DType,
        /// The shape.
        shape: Vec<usize>,
    },
    /// There is not one stride for each axis, or the strides lead out of the address space.
    Strides {
        /// The shape.
        shape: Vec<usize>,
        /// The strides, in elements.
        strides: Vec<isize>,
    },
    /// There are more or fewer bytes than the elements take.
    Length {
        /// The dtype.
        dtype: DType,
        /// The shape.
        shape: Vec<usize>,
        /// How many bytes the elements take.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// A byte is no element: of bool, neither 0 nor 1; of a narrow dtype, one with bits above the element's.
    Bits {
        /// The dtype.
        dtype: DType,
        /// The byte.
        found: u8,
        /// Which element it is, in the order of the axes.
        place: usize,
    },
    /// Elements of the dtype share no bytes.
    NotPacked {
        /// The dtype.
        dtype: DType,
    },
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Null { dtype, shape } => {
                let shape = Shape(shape);
                write!(f, "{dtype} elements of shape {shape} at a null address: pass theirs")
            }
            MemoryError::Unaligned { dtype, beyond } => write!(
                f,
                "the first element lies {beyond} bytes beyond a multiple of {}, where {dtype} elements lie: copy them",
                alignment(*dtype)
            ),
            MemoryError::TooLarge { dtype, shape } => {
                let shape = Shape(shape);
                write!(f, "memory cannot hold {dtype} elements of shape {shape}: check the shape")
            }
            MemoryError::Strides { shape, strides } if shape.len() != strides.len() => write!(
                f,
                "strides {strides:?} for shape {}: there is one for each axis, in elements",
                Shape(shape)
            ),
            MemoryError::Strides { shape, strides } => write!(
                f,
                "strides {strides:?} lead out of memory for shape {}: they are in elements, not in bytes",
                Shape(shape)
            ),
            MemoryError::Length { dtype, shape, needed, found } => write!(
                f,
                "{dtype} elements of shape {} take {needed} bytes, not {found}: check the shape and the dtype",
                Shape(shape)
            ),
            MemoryError::Bits { dtype, found, place } if dtype.kind() == Kind::Bool => write!(
                f,
                "element {place} is the byte {found}, and a {dtype} is 0 or 1: compare the bytes with 0 first"
            ),
            MemoryError::Bits { dtype, found, place } => write!(
                f,
                "element {place} is the byte {found}, and a {dtype} has {} bits: clear the bits above, or read elements \
                 that share bytes with `Tensor::from_packed`",
                dtype.bits()
            ),
            MemoryError::NotPacked { dtype } if dtype.is_narrow() && dtype.bits() < 8 => write!(
                f,
                "{dtype} has {} bits, which do not divide a byte: give each element a byte, or cast them to a \
                 wider dtype",
                dtype.bits()
            ),
            MemoryError::NotPacked { dtype } => write!(
                f,
                "{dtype} elements share no bytes: read them with `from_bytes`, and write them with `as_bytes`"
            ),
        }
    }
}

impl core::error::Error for MemoryError {}

impl From<TooLarge> for MemoryError {
    fn from(TooLarge { dtype, shape }: TooLarge) -> MemoryError {
        MemoryError::TooLarge { dtype, shape }
    }
}

/// The alignment of a dtype's elements in bytes.
pub(crate) fn alignment(dtype: DType) -> usize {
    macro_rules! by_dtype {
        ($($variant:ident $element:ident),*) => {
            match dtype {
                $(DType::$variant => align_of::<$element>(),)*
            }
        };
    }
    each_dtype!(by_dtype)
}

/// The strides of elements at an address, if they are where a view may have them: aligned, and inside the address
/// space. Without strides, elements lie in the order of the axes.
///
/// An axis of one element gets a stride of 1, whatever it had: it is never taken.
pub(crate) fn checked_strides(
    dtype: DType,
    at: *const u8,
    shape: &[usize],
    strides: Option<&[isize]>,
) -> Result<Vec<isize>, MemoryError> {
    let too_large = || MemoryError::TooLarge { dtype, shape: shape.to_vec() };
    let len = element_count(shape).ok_or_else(too_large)?;
    if strides.is_some_and(|strides| strides.len() != shape.len()) {
        let strides = strides.unwrap_or_default().to_vec();
        return Err(MemoryError::Strides { shape: shape.to_vec(), strides });
    }
    // Elements that there are none of lie nowhere.
    let Some(strides) = strides.filter(|_| len > 0) else {
        let bytes = len.checked_mul(dtype.size()).filter(|&bytes| isize::try_from(bytes).is_ok());
        let bytes = bytes.ok_or_else(too_large)?;
        if bytes > 0 {
            located(dtype, at, shape)?;
            at.addr().checked_add(bytes).ok_or_else(too_large)?;
        }
        return Ok(standard_strides(shape));
    };
    located(dtype, at, shape)?;
    reach(dtype, at, shape, strides)
        .ok_or_else(|| MemoryError::Strides { shape: shape.to_vec(), strides: strides.to_vec() })?;
    let taken = shape.iter().zip(strides);
    Ok(taken.map(|(&len, &stride)| if len == 1 { 1 } else { stride }).collect())
}

/// The address is not null, and aligned.
fn located(dtype: DType, at: *const u8, shape: &[usize]) -> Result<(), MemoryError> {
    if at.is_null() {
        return Err(MemoryError::Null { dtype, shape: shape.to_vec() });
    }
    match at.addr() % alignment(dtype) {
        0 => Ok(()),
        beyond => Err(MemoryError::Unaligned { dtype, beyond }),
    }
}

/// `None` where some element would lie outside the address space, or two of them farther apart than an allocation is
/// long.
fn reach(dtype: DType, at: *const u8, shape: &[usize], strides: &[isize]) -> Option<()> {
    let size = isize::try_from(dtype.size()).ok()?;
    let (mut back, mut ahead) = (0_isize, size);
    for (&len, &stride) in shape.iter().zip(strides) {
        let steps = isize::try_from(len).ok()?.checked_sub(1)?;
        let far = match steps {
            0 => 0,
            _ => stride.checked_mul(steps)?.checked_mul(size)?,
        };
        match far < 0 {
            true => back = back.checked_sub(far)?,
            false => ahead = ahead.checked_add(far)?,
        }
    }
    back.checked_add(ahead)?;
    at.addr().checked_sub(back.unsigned_abs())?;
    at.addr().checked_add(ahead.unsigned_abs())?;
    Some(())
}

/// Looks at the bytes of elements of which not every byte is one: bool and narrow dtypes.
///
/// # Safety
///
/// There is an initialised byte for each element of the shape, at the strides from `at`.
pub(crate) unsafe fn check_bits(
    dtype: DType,
    at: *const u8,
    shape: &[usize],
    strides: &[isize],
) -> Result<(), MemoryError> {
    let Some(greatest) = greatest_byte(dtype) else { return Ok(()) };
    // One element that stands for many is looked at once.
    let once: Vec<usize> = shape
        .iter()
        .zip(strides)
        .map(|(&len, &stride)| if stride == 0 { len.min(1) } else { len })
        .collect();
    // SAFETY: as the caller vouches; bytes have no alignment, and all of them are of uint8.
    let bytes = unsafe { TensorView::from_raw_parts(u8::DTYPE, at, &once, strides) };
    let bytes = bytes.array::<u8>().expect("a view of uint8");
    if bytes.fold(0, |all, &byte| all.max(byte)) <= greatest {
        return Ok(());
    }
    let (index, &found) = bytes
        .indexed_iter()
        .find(|&(_, &byte)| byte > greatest)
        .expect("the greatest of them is one");
    // In the order of all axes, those that were looked at once among them.
    let next = |place: usize, axis| place.saturating_mul(shape[axis]).saturating_add(index[axis]);
    Err(MemoryError::Bits { dtype, found, place: (0..shape.len()).fold(0, next) })
}

/// Looks at the bytes of elements that lie one after the other, behind so many that were looked at before; elements of
/// which not every byte is one take one byte each.
pub(crate) fn check_bytes(dtype: DType, bytes: &[u8], before: usize) -> Result<(), MemoryError> {
    let Some(greatest) = greatest_byte(dtype) else { return Ok(()) };
    if bytes.iter().fold(0, |all, &byte| all.max(byte)) <= greatest {
        return Ok(());
    }
    match bytes.iter().enumerate().find(|&(_, &byte)| byte > greatest) {
        Some((place, &found)) => Err(MemoryError::Bits { dtype, found, place: before + place }),
        None => Ok(()),
    }
}

/// The greatest byte that is an element; `None` where every one is.
fn greatest_byte(dtype: DType) -> Option<u8> {
    match dtype.kind() {
        Kind::Bool => Some(1),
        Kind::Int | Kind::Uint | Kind::Float | Kind::Complex => {
            (dtype.bits() < 8).then(|| (1 << dtype.bits()) - 1)
        }
    }
}

/// Whether each element of a shape has a place of its own, so that it may be written to. Strides count elements; there
/// is one for each axis. Returns false where they alone do not show it.
///
/// ```
/// use concord_runtime::exchange::is_disjoint;
///
/// assert!(is_disjoint(&[2, 3], &[3, 1]));
/// // Of a broadcast row, and of windows that overlap.
/// assert!(!is_disjoint(&[2, 3], &[0, 1]));
/// assert!(!is_disjoint(&[4, 3], &[1, 1]));
/// ```
pub fn is_disjoint(shape: &[usize], strides: &[isize]) -> bool {
    if shape.contains(&0) {
        return true;
    }
    let mut axes: Vec<(usize, usize)> = shape
        .iter()
        .zip(strides)
        .filter(|&(&len, _)| len > 1)
        .map(|(&len, stride)| (stride.unsigned_abs(), len))
        .collect();
    axes.sort_unstable();
    let mut end = 1_usize;
    axes.into_iter().all(|(stride, len)| {
        let fits = stride >= end;
        end = end.saturating_add(stride.saturating_mul(len - 1));
        fits
    })
}
