//! Two lines of elements → one in which they take turns.
#![expect(unsafe_code, reason = "elements are moved by their size, through untyped pointers")]

use super::levels::{slice, slice_mut};
use super::parallel::for_chunks;

/// Pointers that threads use for different elements.
struct Pointers([*const u8; 2], *mut u8);

// SAFETY: elements are numbers; threads write to disjoint parts of the output and only read operands.
unsafe impl Sync for Pointers {}

/// Writes the elements of two operands in turn.
///
/// # Safety
///
/// Both operands have `count` elements of `size` bytes, one after the other, and the output, which overlaps neither, has
/// room for all of them.
pub(crate) unsafe fn interleave(operands: [*const u8; 2], out: *mut u8, count: usize, size: usize) {
    let all = Pointers(operands, out);
    for_chunks(count, &|range| {
        let Pointers(operands, out) = &all;
        let [a, b] = operands.map(|at| at.wrapping_add(range.start * size));
        let out = out.wrapping_add(2 * range.start * size);
        // SAFETY: as the caller vouches; each thread has elements of its own.
        unsafe {
            match size {
                1 => part::<[u8; 1]>(a, b, out, range.len()),
                2 => part::<[u8; 2]>(a, b, out, range.len()),
                4 => part::<[u8; 4]>(a, b, out, range.len()),
                8 => part::<[u8; 8]>(a, b, out, range.len()),
                16 => part::<[u8; 16]>(a, b, out, range.len()),
                _ => unreachable!("elements have 1, 2, 4, 8 or 16 bytes"),
            }
        }
        false
    });
}

unsafe fn part<T: Copy>(a: *const u8, b: *const u8, out: *mut u8, count: usize) {
    // SAFETY: the caller vouches for the elements, and bytes need no alignment.
    let (a, b, out) =
        unsafe { (slice::<T>(a, count), slice::<T>(b, count), slice_mut::<[T; 2]>(out, count)) };
    pairs(a, b, out);
}

/// One of each in turn.
#[inline(always)]
pub(super) fn pairs<T: Copy>(a: &[T], b: &[T], out: &mut [[T; 2]]) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = [a, b];
    }
}
