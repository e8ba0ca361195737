//! Items that have a key → the same in ascending order, equal ones as they were: byte by byte.

use alloc::vec::Vec;

use super::keys::Key;

/// More bytes of items than that are spread by their highest byte first: what follows stays in the cache.
const NEAR: usize = 256 * 1024;

/// How many items have each value of a byte.
type Counts = [usize; 256];

/// What is sorted by a key.
pub(super) trait Item: Copy {
    type Key: Key;
    /// So few are faster by comparison.
    const FEW: usize;

    fn key(&self) -> Self::Key;

    /// Sorts a few items.
    fn sort_few(items: &mut [Self]);
}

impl<K: Key> Item for K {
    type Key = K;
    const FEW: usize = 128 * K::BYTES;

    #[inline(always)]
    fn key(&self) -> K {
        *self
    }

    /// Equal keys are the same: no order of theirs is to be kept.
    fn sort_few(items: &mut [K]) {
        items.sort_unstable();
    }
}

/// A key, and the place where it was.
#[derive(Clone, Copy)]
pub(super) struct Placed<K>(pub(super) K, pub(super) u32);

impl<K: Key> Item for Placed<K> {
    type Key = K;
    const FEW: usize = 96 * K::BYTES;

    #[inline(always)]
    fn key(&self) -> K {
        self.0
    }

    fn sort_few(items: &mut [Placed<K>]) {
        items.sort_by_key(Placed::key);
    }
}

/// Sorts items; `spare` becomes as long as they are.
#[inline(never)]
pub(super) fn sort<T: Item>(items: &mut [T], spare: &mut Vec<T>) {
    spare.clear();
    spare.extend_from_slice(items);
    sort_in(items, spare);
}

fn sort_in<T: Item>(items: &mut [T], spare: &mut [T]) {
    if items.len() < T::FEW {
        return T::sort_few(items);
    }
    let mut counts = [[0; 256]; 8];
    for item in &*items {
        let key = item.key();
        for (place, counts) in counts[..T::Key::BYTES].iter_mut().enumerate() {
            counts[key.byte(place)] += 1;
        }
    }
    // A byte that all have in common orders nothing.
    let first = items[0].key();
    let len = items.len();
    let differs = |place: &usize| counts[*place][first.byte(*place)] < len;
    match (0..T::Key::BYTES).rev().find(differs) {
        None => {}
        Some(highest) if highest > 0 && size_of_val(items) > NEAR => {
            spread(items, spare, &counts[highest], |item| item.key().byte(highest));
            items.copy_from_slice(spare);
            let mut at = 0;
            for count in counts[highest] {
                sort_in(&mut items[at..at + count], &mut spare[at..at + count]);
                at += count;
            }
        }
        Some(_) => {
            let mut is_swapped = false;
            let (mut from, mut to) = (&mut *items, spare);
            for place in (0..T::Key::BYTES).filter(differs) {
                spread(from, to, &counts[place], |item| item.key().byte(place));
                core::mem::swap(&mut from, &mut to);
                is_swapped = !is_swapped;
            }
            if is_swapped {
                to.copy_from_slice(from);
            }
        }
    }
}

/// Brings items to the places of their byte's value, in the order in which they are.
#[inline(always)]
fn spread<T: Copy>(from: &[T], to: &mut [T], counts: &Counts, byte: impl Fn(&T) -> usize) {
    let mut next = [0; 256];
    let mut sum = 0;
    for (next, count) in next.iter_mut().zip(counts) {
        *next = sum;
        sum += count;
    }
    for item in from {
        let place = &mut next[byte(item)];
        to[*place] = *item;
        *place += 1;
    }
}
