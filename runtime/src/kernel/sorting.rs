//! A sorting op and the dtype it computes in → the loop over lines of contiguous elements.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

pub(super) mod compared;
mod counts;
pub(super) mod keyed;
mod keys;
mod network;
mod parts;
pub(super) mod places;
mod radix;
mod search;
#[cfg(test)]
mod tests;

pub(super) use keys::Keyed;

use super::accum::Lane;
use super::isa::{Isa, Level};
use super::levels::{PerLevel, for_each_level, levels, slice, slice_mut};
use super::ops::{Ordered, Sorting};
use super::parallel::for_tasks;
use crate::{DType, Element};

/// How lines of a dtype are sorted.
pub(crate) struct Sorter {
    pub(crate) result: DType,
    size: usize,
    lines: PerLevel<LinesLoop>,
    /// The places in so many elements in order at which so many others belong. Comparing them gains nothing from wider
    /// instructions: there is one level.
    search: unsafe fn(Elements, Elements, bool, *mut u8),
}

/// A loop over lines: their elements, how many lines of how many, whether they go in descending order, and the results.
type LinesLoop = unsafe fn(*const u8, (usize, usize), bool, *mut u8);

/// Where elements are, and how many.
type Elements = (*const u8, usize);

/// Pointers that threads use for different lines.
struct Lines(*const u8, *mut u8);

// SAFETY: elements are numbers; threads write different lines of the output and only read the operand.
unsafe impl Sync for Lines {}

impl Sorter {
    /// Sorts `lines` lines of `len` elements, at least one, one after the other, in ascending or descending order.
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
        /// How many short lines a task has, which may be sorted at the same time, and about how many elements.
        const TOGETHER: usize = 64;
        const EACH: usize = 64 * 1024;
        let all = Lines(elements, out);
        let together = (EACH / len).clamp(1, TOGETHER);
        for_tasks(lines.div_ceil(together), together.saturating_mul(len), &|task| {
            let Lines(elements, out) = &all;
            let (first, begin) = (task * together, task * together * len);
            let count = together.min(lines - first);
            let (from, to) = (begin * self.size, begin * self.result.size());
            let run = self.lines[Isa::active() as usize];
            // SAFETY: the caller vouches for the lines, and each task has its own.
            unsafe { run(elements.add(from), (count, len), descending, out.add(to)) };
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
        lines: levels!(lines::<C, O>),
        search: search::<C>,
    }
}

for_each_level! {
    /// Lines of elements.
    fn lines<C, O>(elements: *const u8, sizes: (usize, usize), descending: bool, out: *mut u8)
    where { C: Lane, O: Sorting<C>, }
    lines_of
}

#[inline(always)]
unsafe fn lines_of<L: Level, C: Lane, O: Sorting<C>>(
    elements: *const u8,
    (lines, len): (usize, usize),
    descending: bool,
    out: *mut u8,
) {
    // SAFETY: the caller vouches for as many in both.
    let (elements, out) = unsafe { (slice(elements, lines * len), slice_mut(out, lines * len)) };
    O::lines::<L>(elements, len, descending, out);
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
    C::search(ordered, elements, after, out);
}
