//! A dtype, a shape and a function that writes elements → a new tensor.
#![expect(unsafe_code, reason = "new memory is written before it is read, not initialised first")]

use alloc::vec::Vec;
use core::fmt;

use ndarray::{ArrayD, ArrayViewD, IxDyn, ShapeBuilder};

use super::raw::RawViewMut;
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
    macro_rules! by_dtype {
        ($($variant:ident $element:ident),*) => {
            match dtype {
                $(DType::$variant => fresh_of::<$element, E>(shape, strides, write),)*
            }
        };
    }
    each_dtype!(by_dtype)
}

fn fresh_of<T: Typed, E: From<TooLarge>>(
    shape: &[usize],
    strides: Option<&[isize]>,
    write: &mut dyn FnMut(&mut RawViewMut<'_>) -> Result<(), E>,
) -> Result<Tensor, E> {
    let too_large = || TooLarge { dtype: T::DTYPE, shape: shape.to_vec() };
    let len = element_count(shape).ok_or_else(too_large)?;
    let mut elements: Vec<T> = Vec::new();
    elements.try_reserve_exact(len).map_err(|_| too_large())?;
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
    // SAFETY: the memory has room for the shape's elements, which the strides place inside it, and nothing
    // else refers to it.
    let mut out =
        unsafe { RawViewMut::new(T::DTYPE, at.cast(), shape, strides.unwrap_or(standard)) };
    write(&mut out)?;
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
