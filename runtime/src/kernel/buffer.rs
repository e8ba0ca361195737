//! Memory that kernels write to: blocks in the nearest cache, and fresh outputs.
#![expect(unsafe_code, reason = "fresh memory is written by kernels before anyone reads it")]

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use ndarray::{ArrayD, IxDyn, ShapeBuilder};

use super::raw::{Raw, RawMut};
use crate::DType;
use crate::compute::ComputeError;
use crate::generated::codes::*;
use crate::tensor::{Tensor, Typed};

/// The bytes of a block: a few of them fit beside each other in the nearest cache.
pub(crate) const BLOCK: usize = 4096;

/// A block of any elements, not initialised.
#[repr(C, align(64))]
pub(crate) struct Block([MaybeUninit<u8>; BLOCK]);

impl Block {
    #[inline(always)]
    pub(crate) fn new() -> Block {
        Block([MaybeUninit::uninit(); BLOCK])
    }

    #[inline(always)]
    pub(crate) fn at(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// From this many bytes on, fresh memory asks for huge pages: its pages are touched first by the
/// kernel that fills it, and each of them costs.
const HUGE: usize = 4 << 20;

/// A fresh tensor whose elements `write` writes, all of them, unless it fails.
pub(crate) fn fresh(
    dtype: DType,
    shape: &[usize],
    strides: Option<&[isize]>,
    write: &mut dyn FnMut(RawMut<'_>) -> Result<(), ComputeError>,
) -> Result<Tensor, ComputeError> {
    macro_rules! by_dtype {
        ($($variant:ident $element:ident),*) => {
            match dtype {
                $(DType::$variant => fresh_of::<$element>(shape, strides, write),)*
            }
        };
    }
    each_dtype!(by_dtype)
}

fn fresh_of<T: Typed>(
    shape: &[usize],
    strides: Option<&[isize]>,
    write: &mut dyn FnMut(RawMut<'_>) -> Result<(), ComputeError>,
) -> Result<Tensor, ComputeError> {
    let too_large = || ComputeError::TooLarge { dtype: T::DTYPE, shape: shape.to_vec() };
    let len = element_count(shape).ok_or_else(too_large)?;
    let mut elements: Vec<T> = Vec::new();
    elements.try_reserve_exact(len).map_err(|_| too_large())?;
    let at = elements.as_mut_ptr();
    advise(at.cast(), len * size_of::<T>());
    // The strides of most shapes fit beside the pointer; only others ask for memory.
    let mut few = [0; 6];
    let many;
    let standard = match few.get_mut(..shape.len()) {
        Some(few) => {
            fill_strides(shape, few);
            &*few
        }
        None => {
            many = standard_strides(shape);
            &many
        }
    };
    write(RawMut::new(T::DTYPE, at.cast(), shape, strides.unwrap_or(standard)))?;
    // SAFETY: the memory is there, and `write` has written all of its elements.
    unsafe { elements.set_len(len) };
    let array = match strides {
        // SAFETY: there are as many elements as the shape has, and that many fit in memory.
        None => unsafe { ArrayD::from_shape_vec_unchecked(IxDyn(shape), elements) },
        Some(strides) => {
            let strides: Vec<usize> = strides.iter().map(|stride| stride.unsigned_abs()).collect();
            ArrayD::from_shape_vec(IxDyn(shape).strides(IxDyn(&strides)), elements)
                .expect("the strides are an order of the axes")
        }
    };
    Ok(T::tensor(array))
}

/// How many elements a shape has, if memory can hold that many.
pub(crate) fn element_count(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        // An axis of none makes a tensor of none, but the others must still fit together.
        let others = shape.iter().filter(|&&len| len != 0);
        let fits = others.copied().try_fold(1_usize, usize::checked_mul)?;
        return (isize::try_from(fits).is_ok()).then_some(0);
    }
    let len = shape.iter().copied().try_fold(1_usize, usize::checked_mul)?;
    isize::try_from(len).is_ok().then_some(len)
}

/// The strides of elements that lie in the order of the axes.
pub(crate) fn standard_strides(shape: &[usize]) -> Vec<isize> {
    let mut strides = alloc::vec![0; shape.len()];
    fill_strides(shape, &mut strides);
    strides
}

fn fill_strides(shape: &[usize], strides: &mut [isize]) {
    let mut stride = 1_isize;
    for (to, &len) in strides.iter_mut().zip(shape).rev() {
        *to = stride;
        stride = stride.saturating_mul(len.max(1).cast_signed());
    }
}

#[cfg(target_os = "linux")]
fn advise(at: *mut u8, bytes: usize) {
    if bytes < HUGE {
        return;
    }
    let page = 4096;
    let skipped = at.align_offset(page);
    if skipped < bytes {
        // SAFETY: whole pages of memory that is ours; advice changes no contents, and a refusal of it
        // changes nothing.
        unsafe {
            libc::madvise(at.add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, bytes: usize) {
    let _ = bytes >= HUGE;
}

/// Copies the one element of a tensor to a place of an output of its dtype, in bytes from its first.
pub(crate) fn copy_element(element: Raw<'_>, out: &RawMut<'_>, bytes: usize) {
    assert!(element.dtype == out.dtype && bytes < out.len() * out.dtype.size());
    // SAFETY: the element is there, and the output has this place.
    unsafe { core::ptr::copy_nonoverlapping(element.at, out.at.add(bytes), element.dtype.size()) };
}

/// Copies elements of some bytes each, `stride` elements apart, one after the other.
///
/// # Safety
///
/// `from` is a place of `len` such elements that far apart, `to` one of `len` that overlaps none of them.
pub(crate) unsafe fn gather(from: *const u8, stride: isize, len: usize, size: usize, to: *mut u8) {
    // SAFETY: as the caller vouches.
    unsafe {
        if stride == 1 {
            return core::ptr::copy_nonoverlapping(from, to, len * size);
        }
        match size {
            1 => gather_of::<u8>(from.cast(), stride, len, to.cast()),
            2 => gather_of::<u16>(from.cast(), stride, len, to.cast()),
            4 => gather_of::<u32>(from.cast(), stride, len, to.cast()),
            8 => gather_of::<u64>(from.cast(), stride, len, to.cast()),
            _ => gather_of::<[u64; 2]>(from.cast(), stride, len, to.cast()),
        }
    }
}

unsafe fn gather_of<T: Copy>(from: *const T, stride: isize, len: usize, to: *mut T) {
    // SAFETY: as the caller vouches; elements may be less aligned than the integer of their size.
    unsafe {
        if stride == 0 {
            let element = from.read_unaligned();
            for place in 0..len {
                to.add(place).write_unaligned(element);
            }
            return;
        }
        for place in 0..len {
            let element = from.offset(place.cast_signed() * stride).read_unaligned();
            to.add(place).write_unaligned(element);
        }
    }
}

/// Copies elements that lie one after the other to places `stride` elements apart.
///
/// # Safety
///
/// As [`gather`], the other way round.
pub(crate) unsafe fn scatter(from: *const u8, len: usize, size: usize, to: *mut u8, stride: isize) {
    // SAFETY: as the caller vouches.
    unsafe {
        if stride == 1 {
            return core::ptr::copy_nonoverlapping(from, to, len * size);
        }
        match size {
            1 => scatter_of::<u8>(from.cast(), len, to.cast(), stride),
            2 => scatter_of::<u16>(from.cast(), len, to.cast(), stride),
            4 => scatter_of::<u32>(from.cast(), len, to.cast(), stride),
            8 => scatter_of::<u64>(from.cast(), len, to.cast(), stride),
            _ => scatter_of::<[u64; 2]>(from.cast(), len, to.cast(), stride),
        }
    }
}

unsafe fn scatter_of<T: Copy>(from: *const T, len: usize, to: *mut T, stride: isize) {
    // SAFETY: as the caller vouches.
    unsafe {
        for place in 0..len {
            let element = from.add(place).read_unaligned();
            to.offset(place.cast_signed() * stride).write_unaligned(element);
        }
    }
}
