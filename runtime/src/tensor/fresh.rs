//! A dtype, a shape and a function that writes elements → a new tensor.
#![expect(unsafe_code, reason = "new memory is written before it is read, not initialised first")]

use alloc::vec::Vec;
use core::alloc::Layout;
use core::fmt;
use std::sync::LazyLock;

use ndarray::{ArrayD, ArrayViewD, Dimension, IxDyn, ShapeBuilder};

use super::raw::{Line, RawViewMut};
use super::shape::{Shape, element_count, fill_strides, standard_strides};
use super::{Tensor, Typed};
use crate::DType;
use crate::generated::codes::*;

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

/// A copy of an array whose elements lie in the order of its axes.
pub(super) fn copied<T: Typed>(array: &ArrayViewD<'_, T>) -> Result<ArrayD<T>, TooLarge> {
    let mut elements = Vec::new();
    elements
        .try_reserve_exact(array.len())
        .map_err(|_| TooLarge { dtype: T::DTYPE, shape: array.shape().to_vec() })?;
    match array.as_slice() {
        Some(slice) => elements.extend_from_slice(slice),
        None => array.iter().for_each(|&element| elements.push(element)),
    }
    Ok(ArrayD::from_shape_vec(array.raw_dim(), elements).expect("as many elements as it has"))
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
    fresh_in(alloc::alloc::alloc, dtype, shape, strides, write)
}

/// A new tensor in the order of its axes all of whose bits are zero. Large ones are memory that the system gives zeroed.
pub(crate) fn zeroed(dtype: DType, shape: &[usize]) -> Result<Tensor, TooLarge> {
    fresh_in(alloc::alloc::alloc_zeroed, dtype, shape, None, &mut |_| Ok(()))
}

/// What gives memory for elements.
pub(super) type Allocate = unsafe fn(Layout) -> *mut u8;

/// A new tensor in memory from `allocate`. `write` writes all of its elements, unless that memory is initialised.
fn fresh_in<E: From<TooLarge>>(
    allocate: Allocate,
    dtype: DType,
    shape: &[usize],
    strides: Option<&[isize]>,
    write: &mut dyn FnMut(&mut RawViewMut<'_>) -> Result<(), E>,
) -> Result<Tensor, E> {
    macro_rules! by_dtype {
        ($($variant:ident $element:ident),*) => {
            match dtype {
                $(DType::$variant => fresh_of::<$element, E>(allocate, shape, strides, write),)*
            }
        };
    }
    each_dtype!(by_dtype)
}

/// A new tensor of one axis. `None` where memory cannot hold it or `write`, which writes all of its elements, returns
/// false.
pub(crate) fn fresh_line(
    dtype: DType,
    weak: bool,
    len: usize,
    write: &mut dyn FnMut(Line) -> bool,
) -> Option<Tensor> {
    macro_rules! by_dtype {
        ($($variant:ident $element:ident),*) => {
            match dtype {
                $(DType::$variant => fresh_line_of::<$element>(len, write),)*
            }
        };
    }
    each_dtype!(by_dtype).map(|tensor| tensor.with_weak(weak))
}

fn fresh_line_of<T: Typed>(len: usize, write: &mut dyn FnMut(Line) -> bool) -> Option<Tensor> {
    let mut elements = room::<T>(alloc::alloc::alloc, len)?;
    let at = elements.as_mut_ptr().cast();
    if !write(Line { dtype: T::DTYPE, weak: false, at, len }) {
        return None;
    }
    // SAFETY: the memory is there, and `write` has written all of its elements.
    unsafe { elements.set_len(len) };
    let (dim, mut steps) = (dim(&[len]), ONE.clone());
    steps[0] = usize::from(len > 0);
    // SAFETY: there are as many elements as the shape has, one after the other.
    Some(T::tensor(unsafe { ArrayD::from_shape_vec_unchecked(dim.strides(steps), elements) }))
}

/// A shape as a dimension: of one axis or none as a copy of one, which takes fewer instructions.
#[inline]
pub(super) fn dim(shape: &[usize]) -> IxDyn {
    match *shape {
        [] => NONE.clone(),
        [len] => {
            let mut dim = ONE.clone();
            dim[0] = len;
            dim
        }
        _ => IxDyn(shape),
    }
}

/// A dimension without axes.
static NONE: LazyLock<IxDyn> = LazyLock::new(|| IxDyn(&[]));

/// A dimension of one axis.
static ONE: LazyLock<IxDyn> = LazyLock::new(|| IxDyn(&[1]));

fn fresh_of<T: Typed, E: From<TooLarge>>(
    allocate: Allocate,
    shape: &[usize],
    strides: Option<&[isize]>,
    write: &mut dyn FnMut(&mut RawViewMut<'_>) -> Result<(), E>,
) -> Result<Tensor, E> {
    let too_large = || TooLarge { dtype: T::DTYPE, shape: shape.to_vec() };
    let len = element_count(shape).ok_or_else(too_large)?;
    let mut elements = room::<T>(allocate, len).ok_or_else(too_large)?;
    let at = elements.as_mut_ptr();
    advise(at.cast(), len * size_of::<T>());
    // The strides of most shapes fit on the stack; only longer ones are allocated.
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
    let strides = strides.unwrap_or(standard);
    // SAFETY: the memory has room for the shape's elements, which the strides place inside it, and nothing
    // else refers to it.
    let mut out = unsafe { RawViewMut::new(T::DTYPE, at.cast(), shape, strides) };
    write(&mut out)?;
    // SAFETY: the memory is there, and `write` has written all of its elements.
    unsafe { elements.set_len(len) };
    let (dim, mut steps) = (dim(shape), dim(shape));
    for (step, stride) in steps.slice_mut().iter_mut().zip(strides) {
        // An array without elements has no strides.
        *step = if len == 0 { 0 } else { stride.cast_unsigned() };
    }
    // SAFETY: there are as many elements as the shape has, each at a place of its own.
    let array = unsafe { ArrayD::from_shape_vec_unchecked(dim.strides(steps), elements) };
    Ok(T::tensor(array))
}

/// An empty vector with room for exactly so many elements, if memory has it. As `try_reserve_exact` makes it, in
/// fewer instructions.
fn room<T>(allocate: Allocate, len: usize) -> Option<Vec<T>> {
    let layout = Layout::array::<T>(len).ok()?;
    if layout.size() == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the layout has a size.
    let at = unsafe { allocate(layout) };
    // SAFETY: the memory was allocated for so many elements, of which none is there yet.
    (!at.is_null()).then(|| unsafe { Vec::from_raw_parts(at.cast(), 0, len) })
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
