//! A dtype, a shape and a function that writes elements → a new tensor.
#![expect(unsafe_code, reason = "new memory is written before it is read, not initialised first")]

use alloc::vec::Vec;
use core::fmt;

use super::buffer::{Allocate, Buffer};
use super::extents::Extents;
use super::moves::copy_in_order;
use super::raw::{Line, RawView, RawViewMut};
use super::shape::{Shape, element_count};
use super::{AsViewMut, Tensor};
use crate::DType;

/// Memory cannot hold a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its dtype.
    pub dtype: DType,
    /// Its shape.
    pub shape: Vec<usize>,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { dtype, shape } = self;
        write!(f, "memory cannot hold {dtype} elements of shape {}", Shape(shape))
    }
}

impl core::error::Error for TooLarge {}

/// A copy of elements that lies in the order of the axes.
pub(super) fn copied(from: &RawView<'_>) -> Result<Tensor, TooLarge> {
    let copy = fresh(from.dtype, from.shape, None, &mut |out| {
        // SAFETY: the room is for as many.
        unsafe { copy_in_order(from, out.at) };
        Ok::<(), TooLarge>(())
    })?;
    Ok(copy.with_weak(from.weak))
}

/// New memory of this many bytes or more asks for huge pages: each page that the kernel filling it
/// touches first costs a page fault.
const HUGE: usize = 4 << 20;

/// A new tensor in the order of its axes, or of other strides. `write` writes all of its elements unless it
/// fails.
pub(crate) fn fresh<E: From<TooLarge>>(
    dtype: DType,
    shape: &[usize],
    strides: Option<&[isize]>,
    write: &mut dyn FnMut(&mut RawViewMut<'_>) -> Result<(), E>,
) -> Result<Tensor, E> {
    let mut tensor = room(alloc::alloc::alloc, dtype, shape, strides)?;
    write(&mut tensor.raw_mut())?;
    Ok(tensor)
}

/// A new tensor in the order of its axes all of whose bits are zero. Large ones are memory that the system gives zeroed.
#[inline]
pub(crate) fn zeroed(dtype: DType, shape: &[usize]) -> Result<Tensor, TooLarge> {
    room(alloc::alloc::alloc_zeroed, dtype, shape, None)
}

/// A tensor whose elements are as `allocate` gives them.
#[inline]
fn room(
    allocate: Allocate,
    dtype: DType,
    shape: &[usize],
    strides: Option<&[isize]>,
) -> Result<Tensor, TooLarge> {
    let too_large = || TooLarge { dtype, shape: shape.to_vec() };
    let len = element_count(shape).ok_or_else(too_large)?;
    let mut buffer = Buffer::with_room(allocate, dtype, len).ok_or_else(too_large)?;
    advise(buffer.as_mut_ptr(), len * dtype.size());
    let extents = match strides {
        Some(strides) => Extents::new(shape, strides),
        None => Extents::in_order(shape),
    };
    Ok(Tensor { buffer, dtype, weak: false, extents })
}

/// A new tensor of one axis. `None` where memory cannot hold it or `write`, which writes all of its elements, returns
/// false.
#[inline]
pub(crate) fn fresh_line(
    dtype: DType,
    weak: bool,
    len: usize,
    write: &mut dyn FnMut(Line) -> bool,
) -> Option<Tensor> {
    fresh_line_in(len, dtype, weak, len, write)
}

/// The same in memory for more elements, which may be written too.
#[inline]
pub(super) fn fresh_line_in(
    room: usize,
    dtype: DType,
    weak: bool,
    len: usize,
    write: &mut dyn FnMut(Line) -> bool,
) -> Option<Tensor> {
    let mut buffer = Buffer::with_room(alloc::alloc::alloc, dtype, room)?;
    let at = buffer.as_mut_ptr();
    if !write(Line { dtype, weak, at, len: room }) {
        return None;
    }
    Some(Tensor { buffer, dtype, weak, extents: Extents::Line(len) })
}

#[cfg(target_os = "linux")]
fn advise(at: *mut u8, bytes: usize) {
    if bytes < HUGE {
        return;
    }
    let page = 4096;
    let skipped = at.align_offset(page);
    if skipped < bytes {
        // SAFETY: whole pages of memory that is ours; advice changes no contents, and nothing depends on
        // whether it is taken.
        unsafe {
            libc::madvise(at.add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, bytes: usize) {
    let _ = bytes >= HUGE;
}
