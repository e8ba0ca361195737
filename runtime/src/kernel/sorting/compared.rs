//! Lines of elements that no key stands for → the same in order, by their places and by comparison.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a line was a usize"
)]

use alloc::vec;
use alloc::vec::Vec;

use super::places;
use super::search::place_all;
use crate::kernel::isa::Level;
use crate::kernel::ops::Ordered;

/// Lines of fewer elements are sorted sooner by comparison.
pub(super) const MANY: usize = 16;

/// Lines of `len` elements in ascending or descending order; elements that are equal keep theirs.
pub(crate) fn sort<L: Level, C: Ordered>(
    elements: &[C],
    len: usize,
    descending: bool,
    out: &mut [C],
) {
    if len < MANY {
        out.copy_from_slice(elements);
        for line in out.chunks_exact_mut(len) {
            backwards(line, descending);
            line.sort_by(C::order);
            backwards(line, descending);
        }
        return;
    }
    let mut places = vec![0; elements.len()];
    places::places::<L, C>(elements, len, descending, &mut places);
    let lines = out.chunks_exact_mut(len).zip(places.chunks_exact(len));
    for (line, (out, places)) in elements.chunks_exact(len).zip(lines) {
        for (out, &place) in out.iter_mut().zip(places) {
            *out = line[place as usize];
        }
    }
}

/// The place that each element had, of lines of few elements or of more than 2³².
#[inline(never)]
pub(crate) fn places<C: Ordered>(elements: &[C], len: usize, descending: bool, out: &mut [i64]) {
    let mut places = Vec::with_capacity(len);
    for (line, out) in elements.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        places.clear();
        places.extend(0..len);
        backwards(&mut places, descending);
        places.sort_by(|&one: &usize, &other: &usize| line[one].order(&line[other]));
        backwards(&mut places, descending);
        for (out, place) in out.iter_mut().zip(&places) {
            *out = place.cast_signed() as i64;
        }
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
