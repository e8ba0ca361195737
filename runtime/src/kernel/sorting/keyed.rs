//! Lines of elements that keys stand for → the same in order, by the keys.
#![expect(
    unsafe_code,
    reason = "the memory of the results holds keys on the way, and levels are functions of their own"
)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the lower half of 64 bits is cut out"
)]

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use super::keys::{Key, Keyed};
use super::parts::Room;
use super::radix::{Item, Placed};
use super::search::place_all;
use super::{compared, network, parts, radix};
use crate::kernel::accum::{itself, same};
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
    let by_level: PerLevel<unsafe fn(*mut u8, usize, usize)> = levels!(keys::<C::Key>);
    let at: *mut C::Key = out.as_mut_ptr().cast();
    for (place, element) in elements.iter().enumerate() {
        // SAFETY: there are as many results, a key is as large as one, and it is read as an element only once it is
        // one again.
        unsafe { at.add(place).write(element.key().turned(descending)) };
    }
    // SAFETY: as above; the level is that of the caller.
    unsafe { by_level[L::ISA as usize](at.cast(), elements.len(), len) };
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

/// The place that each element of such a line had.
#[inline(always)]
pub(crate) fn places<C: Keyed>(elements: &[C], len: usize, descending: bool, out: &mut [i64]) {
    let mut room = Places::<C::Key>::default();
    for (line, out) in elements.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        if !room.place(line, descending) {
            return compared::places_of_many(elements, len, descending, out);
        }
        for (out, &place) in out.iter_mut().zip(&room.places) {
            *out = place.into();
        }
    }
}

/// The places of a line's elements in ascending order of the elements; `None` of more than can be counted here.
pub(crate) fn order<C: Keyed>(line: &[C]) -> Option<Vec<usize>> {
    let mut room = Places::<C::Key>::default();
    let fits = room.place(line, false);
    fits.then(|| room.places.iter().map(|&place| place as usize).collect())
}

/// The places of a line's elements in order, and memory to find them.
#[derive(Default)]
struct Places<K> {
    places: Vec<u32>,
    items: Vec<Placed<K>>,
    spare: Vec<Placed<K>>,
    wide: Wide,
}

impl<K: Key> Places<K> {
    /// Finds those of a line. Returns false where there are more than can be counted.
    #[inline(always)]
    fn place<C: Keyed<Key = K>>(&mut self, line: &[C], descending: bool) -> bool {
        let Ok(count) = u32::try_from(line.len()) else { return false };
        // Equal elements have one key.
        let key = |element: &C| {
            let tie = || C::TIES.iter().find(|tie| tie.order(element).is_eq());
            let tie = if element.is_tied() { tie() } else { None };
            tie.unwrap_or(element).key().turned(descending)
        };
        if same::<K, i64>() {
            self.wide.keys.clear();
            self.wide.keys.extend(line.iter().map(|element| itself::<K, i64>(key(element))));
            self.wide.place(count, &mut self.places);
        } else {
            self.items.clear();
            self.items.extend(line.iter().zip(0..count).map(|(x, place)| Placed(key(x), place)));
            radix::sort(&mut self.items, &mut self.spare);
            self.places.clear();
            self.places.extend(self.items.iter().map(|&Placed(_, place)| place));
        }
        true
    }
}

/// Keys of 64 bits, of which at most 32 are looked at first.
#[derive(Default)]
struct Wide {
    keys: Vec<i64>,
    items: Vec<Placed<i32>>,
    spare: Vec<Placed<i32>>,
    packed: Vec<i64>,
}

impl Wide {
    /// Finds their places in order, by how far each is above the least: the highest 32 bits of the greatest of those.
    #[inline(never)]
    fn place(&mut self, count: u32, places: &mut Vec<u32>) {
        let Wide { keys, items, spare, packed } = self;
        let (least, most) = keys
            .iter()
            .fold((i64::MAX, i64::MIN), |(least, most), &key| (key.min(least), key.max(most)));
        let above = |key: i64| key.wrapping_sub(least).cast_unsigned();
        let cut = (u64::BITS - above(most).leading_zeros()).saturating_sub(u32::BITS);
        let upper = keys.iter().map(|&key| (above(key) >> cut) as u32).zip(0..count);
        places.clear();
        if cut == 0 {
            let signed = |upper: u32| upper.cast_signed() ^ i32::MIN;
            items.clear();
            items.extend(upper.map(|(upper, place)| Placed(signed(upper), place)));
            radix::sort(items, spare);
            return places.extend(items.iter().map(|&Placed(_, place)| place));
        }
        // With the place below them they are in the order of the places where they are equal.
        packed.clear();
        packed.extend(upper.map(|(upper, place)| {
            (u64::from(upper) << u32::BITS | u64::from(place)).cast_signed() ^ i64::MIN
        }));
        sort_packed(packed);
        let place = |packed: i64| packed as u32;
        for alike in packed.chunk_by_mut(|&one, &other| one >> u32::BITS == other >> u32::BITS) {
            alike.sort_by_key(|&packed| keys[place(packed) as usize]);
        }
        places.extend(packed.iter().map(|&packed| place(packed)));
    }
}

/// Sorts keys as those of one line.
fn sort_packed(packed: &mut [i64]) {
    // Few need no memory that way.
    if packed.len() < i64::FEW {
        return i64::sort_few(packed);
    }
    let by_level: PerLevel<unsafe fn(*mut u8, usize, usize)> = levels!(keys::<i64>);
    // SAFETY: there are as many, and the machine has the level.
    unsafe {
        by_level[Isa::active() as usize](packed.as_mut_ptr().cast(), packed.len(), packed.len());
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

for_each_level! {
    /// Keys of lines, in place.
    fn keys<K>(at: *mut u8, count: usize, len: usize)
    where { K: Key, }
    keys_of
}

#[inline(always)]
unsafe fn keys_of<L: Level, K: Key>(at: *mut u8, count: usize, len: usize) {
    // SAFETY: the caller vouches for as many.
    let keys = unsafe { slice_mut::<K>(at, count) };
    // A network takes half as many lines of the longest keys at the same time.
    match size_of::<K>() {
        8 => sort_keys::<L, K, 16>(keys, len),
        _ => sort_keys::<L, K, 32>(keys, len),
    }
}

/// By networks of `COLUMNS` lines where that is faster: not without vectors that have a minimum of most keys.
#[inline(always)]
fn sort_keys<L: Level, K: Key, const COLUMNS: usize>(keys: &mut [K], len: usize) {
    let lines = keys.len() / len;
    let left = lines % COLUMNS;
    let has_minimum = L::ISA != Isa::Baseline || !cfg!(target_arch = "x86_64");
    let together = match (has_minimum && len <= network::LONGEST, left < COLUMNS / 2) {
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
    for line in others.chunks_exact_mut(len).filter(|line| !line.is_sorted()) {
        match parts::splits::<K>(L::ISA, len) {
            true => parts::sort::<L, K, COLUMNS>(line, &mut room),
            false => radix::sort(line, &mut spare),
        }
    }
}
