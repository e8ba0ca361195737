//! Lines of elements that no key stands for → the same in order, by comparison.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::search::place_all;
use crate::kernel::isa::Level;
use crate::kernel::ops::Ordered;

/// Lines of `len` elements in ascending or descending order; elements that are equal keep theirs.
pub(crate) fn sort<L: Level, C: Ordered>(
    elements: &[C],
    len: usize,
    descending: bool,
    out: &mut [C],
) {
    out.copy_from_slice(elements);
    for line in out.chunks_exact_mut(len) {
        backwards(line, descending);
        line.sort_by(C::order);
        backwards(line, descending);
    }
}

/// The place that each element of such a line had.
pub(crate) fn places<C: Ordered>(elements: &[C], len: usize, descending: bool, out: &mut [i64]) {
    let mut places = Vec::with_capacity(len);
    for (line, out) in elements.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        let order = |one: usize, other: usize| line[one].order(&line[other]);
        places_of_line(order, descending, &mut places, out);
    }
}

/// The same of lines that nearly nobody has: compiled once for all dtypes.
#[cold]
pub(crate) fn places_of_many<C: Ordered>(
    elements: &[C],
    len: usize,
    descending: bool,
    out: &mut [i64],
) {
    let mut places = Vec::with_capacity(len);
    for (line, out) in elements.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        let order: &dyn Fn(usize, usize) -> Ordering = &|one, other| line[one].order(&line[other]);
        places_of_line(order, descending, &mut places, out);
    }
}

fn places_of_line(
    order: impl Fn(usize, usize) -> Ordering,
    descending: bool,
    places: &mut Vec<usize>,
    out: &mut [i64],
) {
    places.clear();
    places.extend(0..out.len());
    backwards(places, descending);
    places.sort_by(|&one, &other| order(one, other));
    backwards(places, descending);
    for (out, place) in out.iter_mut().zip(places) {
        *out = place.cast_signed() as i64;
    }
}

/// The places in elements in order at which others belong.
pub(crate) fn search<C: Ordered>(ordered: &[C], elements: &[C], after: bool, out: &mut [i64]) {
    let before = |other: C, element: C| match after {
        true => other.order(&element).is_le(),
        false => other.order(&element).is_lt(),
    };
    place_all(ordered, elements, out, |element| element, before);
}

/// The last one first. What is sorted backwards, then turned round, is in descending order, and equal elements keep
/// theirs.
fn backwards<T>(line: &mut [T], descending: bool) {
    if descending {
        line.reverse();
    }
}
