//! Lines of elements that keys stand for → the same in order, by the keys.
#![expect(
    unsafe_code,
    reason = "the memory of the results holds keys on the way, and levels are functions of their own"
)]

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use super::counts::Counts;
use super::keys::{Key, Keyed};
use super::parts::Room;
use super::search::place_all;
use super::{network, parts, radix};
use crate::kernel::isa::{Isa, Level};
use crate::kernel::levels::{PerLevel, for_each_level, levels, slice_mut};

/// Lines of `len` elements in ascending or descending order; elements that are equal keep theirs.
#[inline(always)]
pub(crate) fn sort<L: Level, C: Keyed>(
    elements: &[C],
    len: usize,
    descending: bool,
    out: &mut [C],
) {
    const { assert!(size_of::<C>() == size_of::<C::Key>()) };
    let by_level: PerLevel<SortKeys> = levels!(keys::<C::Key>);
    let at: *mut C::Key = out.as_mut_ptr().cast();
    for (place, element) in elements.iter().enumerate() {
        // SAFETY: there are as many results, a key is as large as one, and it is read as an element only once it is
        // one again.
        unsafe { at.add(place).write(element.key().turned(descending)) };
    }
    // SAFETY: as above; the level is that of the caller.
    unsafe { by_level[L::ISA as usize](at.cast(), elements.len(), Sorted { len, below: 0 }) };
    for place in 0..elements.len() {
        // SAFETY: as above.
        unsafe {
            let key = at.add(place).read();
            at.cast::<C>().add(place).write(C::of_key(key.turned(descending)));
        }
    }
    if C::TIES.is_empty() {
        return;
    }
    for (line, out) in elements.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        if line.iter().fold(false, |any, element| any | element.is_tied()) {
            mend(line, descending, out);
        }
    }
}

/// Puts equal elements of which the bits differ back as they were.
#[cold]
fn mend<C: Keyed>(line: &[C], descending: bool, out: &mut [C]) {
    for tie in C::TIES {
        let order = |element: &C| match descending {
            true => tie.order(element),
            false => element.order(tie),
        };
        let before = line.iter().filter(|element| order(element).is_lt()).count();
        let equal = line.iter().filter(|element| order(element).is_eq());
        for (out, element) in out[before..].iter_mut().zip(equal) {
            *out = *element;
        }
    }
}

/// The places in elements in order at which others belong.
pub(crate) fn search<C: Keyed>(ordered: &[C], elements: &[C], after: bool, out: &mut [i64]) {
    /// So many for each that is looked for have their keys made once, not at every step.
    const MANY: usize = 8;
    // Equal elements may have several keys: those before are below the least of them, those not after up to the greatest.
    let bound = |element: C| element.extreme_key(after);
    if ordered.len() > MANY.saturating_mul(elements.len()) {
        return match after {
            true => place_all(ordered, elements, out, bound, |other, most| other.key() <= most),
            false => place_all(ordered, elements, out, bound, |other, least| other.key() < least),
        };
    }
    let keys: Vec<C::Key> = ordered.iter().map(|element| element.key()).collect();
    match after {
        true => place_all(&keys, elements, out, bound, |other, most| other <= most),
        false => place_all(&keys, elements, out, bound, |other, least| other < least),
    }
}

/// What is sorted: lines of so many keys, which are in the order of the lowest bytes below some already.
#[derive(Clone, Copy)]
pub(crate) struct Sorted {
    pub(super) len: usize,
    pub(super) below: usize,
}

type SortKeys = unsafe fn(*mut u8, usize, Sorted);

/// So many keys of 64 bits, in place.
pub(super) const SORT_WIDE: PerLevel<SortKeys> = levels!(keys::<i64>);

for_each_level! {
    /// Keys of lines, in place.
    fn keys<K>(at: *mut u8, count: usize, sorted: Sorted)
    where { K: Key, }
    keys_of
}

#[inline(always)]
unsafe fn keys_of<L: Level, K: Key>(at: *mut u8, count: usize, sorted: Sorted) {
    // SAFETY: the caller vouches for as many.
    let keys = unsafe { slice_mut::<K>(at, count) };
    // A network takes half as many lines of the longest keys at the same time.
    match size_of::<K>() {
        8 => sort_keys::<L, K, 16>(keys, sorted),
        _ => sort_keys::<L, K, 32>(keys, sorted),
    }
}

/// By networks of `COLUMNS` lines where that is faster: not without vectors that have a minimum of most keys.
#[inline(always)]
fn sort_keys<L: Level, K: Key, const COLUMNS: usize>(
    keys: &mut [K],
    Sorted { len, below }: Sorted,
) {
    let lines = keys.len() / len;
    let left = lines % COLUMNS;
    let has_minimum = L::ISA != Isa::Baseline || !cfg!(target_arch = "x86_64");
    let longest = match parts::splits::<K>(L::ISA, keys.len()) {
        true => parts::WHOLE,
        false => network::LONGEST,
    };
    let together = match (has_minimum && len <= longest, left < COLUMNS / 2) {
        (true, true) => lines - left,
        (true, false) => lines,
        (false, _) => 0,
    };
    let (together, others) = keys.split_at_mut(together * len);
    let mut room = Room::<K, COLUMNS>::new();
    for lines in together.chunks_mut(COLUMNS * len) {
        let ranges: [Range<usize>; COLUMNS] = array::from_fn(|line| line * len..(line + 1) * len);
        network::sort_lines(lines, &ranges[..lines.len() / len], &mut room.rows);
    }
    let mut spare = Vec::new();
    let in_parts = parts::splits::<K>(L::ISA, others.len());
    for at in (0..others.len()).step_by(len) {
        let line = &mut others[at..at + len];
        if line.is_sorted() {
            continue;
        }
        if let Some(counts) = Counts::of(line, |&key| key) {
            counts.write(line);
        } else if in_parts {
            room.wait(at..at + len);
        } else {
            radix::sort(line, below..K::BYTES, &mut spare);
        }
    }
    parts::sort::<L, K, COLUMNS>(others, &mut room);
}
