//! A selection op and the dtype it computes in → the result of each line of contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::accum::Lane;
use super::levels::slice_mut;
use super::ops::Selection;
use super::parallel::for_tasks;
use crate::policy::Policies;
use crate::{DType, Element};

/// How results are selected from lines of a dtype. Comparing elements gains nothing from wider instructions.
pub(crate) struct Selector {
    pub(crate) dtype: DType,
    /// So many elements, whose order is changed, and where the result goes.
    line: unsafe fn(*mut u8, usize, &Policies, *mut u8),
}

/// Pointers that threads use for different lines.
struct Lines(*mut u8, *mut u8);

// SAFETY: elements are numbers; threads use different lines of the one and different elements of the other.
unsafe impl Sync for Lines {}

impl Selector {
    /// Selects from `lines` lines of `len` elements, one after the other, whose order is changed.
    ///
    /// # Safety
    ///
    /// There are as many elements of its dtype, and room for a result of each line; nothing else refers to either.
    pub(crate) unsafe fn select(
        &self,
        elements: *mut u8,
        (lines, len): (usize, usize),
        policies: &Policies,
        out: *mut u8,
    ) {
        let all = Lines(elements, out);
        let size = self.dtype.size();
        for_tasks(lines, len, &|line| {
            let Lines(elements, out) = &all;
            // SAFETY: the caller vouches for the lines, and each task has one of its own.
            unsafe {
                let elements = elements.wrapping_add(line * len * size);
                (self.line)(elements, len, policies, out.add(line * size));
            }
        });
    }
}

/// The kernel of a selection op that computes in a dtype.
pub(crate) const fn selection_kernel<C: Lane, O: Selection<C>>() -> Selector {
    Selector { dtype: <C as Element>::DTYPE, line: line::<C, O> }
}

unsafe fn line<C: Lane, O: Selection<C>>(
    elements: *mut u8,
    len: usize,
    policies: &Policies,
    out: *mut u8,
) {
    // SAFETY: the caller vouches for the elements and for room for one.
    unsafe { out.cast::<C>().write(O::of(slice_mut(elements, len), policies)) };
}
