//! A sorting op and the dtype it computes in → the loop over a line of contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use core::cmp::Ordering;

use super::accum::Lane;
use super::levels::{slice, slice_mut};
use super::ops::{Ordered, Sorting};
use super::parallel::for_tasks;
use crate::{DType, Element};

/// How lines of a dtype are sorted. Comparing elements gains nothing from wider instructions: there is one level.
pub(crate) struct Sorter {
    pub(crate) result: DType,
    size: usize,
    /// So many elements, whether they go in descending order, and where as many results go.
    line: unsafe fn(*const u8, usize, bool, *mut u8),
    /// The places in so many elements in order at which so many others belong.
    search: unsafe fn(Elements, Elements, bool, *mut u8),
}

/// Where elements are, and how many.
type Elements = (*const u8, usize);

/// Pointers that threads use for different lines.
struct Lines(*const u8, *mut u8);

// SAFETY: elements are numbers; threads write different lines of the output and only read the operand.
unsafe impl Sync for Lines {}

impl Sorter {
    /// Sorts `lines` lines of `len` elements, one after the other, in ascending or descending order.
    ///
    /// # Safety
    ///
    /// There are as many elements of its dtype, and room for as many results, which nothing else refers to.
    pub(crate) unsafe fn sort(
        &self,
        elements: *const u8,
        (lines, len): (usize, usize),
        descending: bool,
        out: *mut u8,
    ) {
        let all = Lines(elements, out);
        for_tasks(lines, len, &|line| {
            let Lines(elements, out) = &all;
            let begin = line * len;
            let (from, to) = (begin * self.size, begin * self.result.size());
            // SAFETY: the caller vouches for the lines, and each task has one of its own.
            unsafe { (self.line)(elements.add(from), len, descending, out.add(to)) };
        });
    }

    /// Writes the places, as int64, at which elements belong in others that are in ascending order: before those
    /// equal to them, or `after` them.
    ///
    /// # Safety
    ///
    /// There are as many elements of its dtype in both, and room for as many places as in the second, which nothing
    /// else refers to.
    pub(crate) unsafe fn search(
        &self,
        ordered: Elements,
        (elements, count): Elements,
        after: bool,
        out: *mut u8,
    ) {
        /// How many searches a task has.
        const EACH: usize = 1024;
        let all = Lines(elements, out);
        let (ordered, len) = (Lines(ordered.0, core::ptr::null_mut()), ordered.1);
        for_tasks(count.div_ceil(EACH), EACH * 8, &|task| {
            let (Lines(elements, out), Lines(ordered, _)) = (&all, &ordered);
            let first = task * EACH;
            let here = EACH.min(count - first);
            // SAFETY: the caller vouches for the elements, and each task has places of its own.
            unsafe {
                let elements = (elements.add(first * self.size), here);
                (self.search)((*ordered, len), elements, after, out.add(first * size_of::<i64>()));
            }
        });
    }
}

/// The kernel of a sorting op that computes in a dtype.
pub(crate) const fn sorting_kernel<C: Lane + Ordered, O: Sorting<C>>() -> Sorter {
    Sorter {
        result: <O::Out as Element>::DTYPE,
        size: size_of::<C>(),
        line: line::<C, O>,
        search: search::<C>,
    }
}

unsafe fn line<C: Lane, O: Sorting<C>>(
    elements: *const u8,
    len: usize,
    descending: bool,
    out: *mut u8,
) {
    // SAFETY: the caller vouches for as many in both.
    unsafe { O::line(slice(elements, len), slice_mut(out, len), descending) };
}

unsafe fn search<C: Ordered>(
    (ordered, len): Elements,
    (elements, count): Elements,
    after: bool,
    out: *mut u8,
) {
    // SAFETY: the caller vouches for the elements and for room for as many places.
    let (ordered, elements, out) = unsafe {
        (slice::<C>(ordered, len), slice::<C>(elements, count), slice_mut::<i64>(out, count))
    };
    for (out, element) in out.iter_mut().zip(elements) {
        let place = ordered.partition_point(|other| match other.order(element) {
            Ordering::Less => true,
            Ordering::Equal => after,
            Ordering::Greater => false,
        });
        *out = place.cast_signed() as i64;
    }
}
