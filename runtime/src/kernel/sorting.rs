//! A sorting op and the dtype it computes in → the loop over a line of contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::accum::Lane;
use super::levels::{slice, slice_mut};
use super::ops::Sorting;
use super::parallel::for_tasks;
use crate::{DType, Element};

/// How lines of a dtype are sorted. Comparing elements gains nothing from wider instructions: there is one level.
pub(crate) struct Sorter {
    pub(crate) result: DType,
    size: usize,
    /// So many elements, and where as many results go.
    line: unsafe fn(*const u8, usize, *mut u8),
}

/// Pointers that threads use for different lines.
struct Lines(*const u8, *mut u8);

// SAFETY: elements are numbers; threads write different lines of the output and only read the operand.
unsafe impl Sync for Lines {}

impl Sorter {
    /// Sorts `lines` lines of `len` elements, one after the other.
    ///
    /// # Safety
    ///
    /// There are as many elements of its dtype, and room for as many results, which nothing else refers to.
    pub(crate) unsafe fn sort(&self, elements: *const u8, lines: usize, len: usize, out: *mut u8) {
        let all = Lines(elements, out);
        for_tasks(lines, len, &|line| {
            let Lines(elements, out) = &all;
            let begin = line * len;
            let (from, to) = (begin * self.size, begin * self.result.size());
            // SAFETY: the caller vouches for the lines, and each task has one of its own.
            unsafe { (self.line)(elements.add(from), len, out.add(to)) };
        });
    }
}

/// The kernel of a sorting op that computes in a dtype.
pub(crate) const fn sorting_kernel<C: Lane, O: Sorting<C>>() -> Sorter {
    Sorter { result: <O::Out as Element>::DTYPE, size: size_of::<C>(), line: line::<C, O> }
}

unsafe fn line<C: Lane, O: Sorting<C>>(elements: *const u8, len: usize, out: *mut u8) {
    // SAFETY: the caller vouches for as many in both.
    unsafe { O::line(slice(elements, len), slice_mut(out, len)) };
}
