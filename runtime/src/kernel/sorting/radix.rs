//! Keys → the same in ascending order: byte by byte.

use alloc::vec::Vec;

use super::keys::Key;

/// More bytes of keys than that are spread by their highest byte first: what follows stays in the cache.
const NEAR: usize = 256 * 1024;

/// How many keys have each value of a byte.
type Counts = [usize; 256];

/// Sorts keys, which are in the order of the lowest bytes below some already; `spare` becomes as long as they are.
#[inline(never)]
pub(super) fn sort<K: Key>(keys: &mut [K], below: usize, spare: &mut Vec<K>) {
    spare.clear();
    spare.extend_from_slice(keys);
    sort_in(keys, below, spare);
}

fn sort_in<K: Key>(keys: &mut [K], below: usize, spare: &mut [K]) {
    // So few are faster by comparison.
    if keys.len() < 128 * (K::BYTES - below) {
        return keys.sort_unstable();
    }
    let mut counts = [[0; 256]; 8];
    for key in &*keys {
        for (place, counts) in counts[..K::BYTES].iter_mut().enumerate() {
            counts[key.byte(place)] += 1;
        }
    }
    // A byte that all have in common orders nothing.
    let first = keys[0];
    let len = keys.len();
    let differs = |place: &usize| counts[*place][first.byte(*place)] < len;
    match (below..K::BYTES).rev().find(differs) {
        None => {}
        Some(highest) if highest > 0 && size_of_val(keys) > NEAR => {
            spread(keys, spare, &counts[highest], |key| key.byte(highest));
            keys.copy_from_slice(spare);
            let mut at = 0;
            for count in counts[highest] {
                sort_in(&mut keys[at..at + count], below, &mut spare[at..at + count]);
                at += count;
            }
        }
        Some(_) => {
            let mut is_swapped = false;
            let (mut from, mut to) = (&mut *keys, spare);
            for place in (below..K::BYTES).filter(differs) {
                spread(from, to, &counts[place], |key| key.byte(place));
                core::mem::swap(&mut from, &mut to);
                is_swapped = !is_swapped;
            }
            if is_swapped {
                to.copy_from_slice(from);
            }
        }
    }
}

/// Brings keys to the places of their byte's value, in the order in which they are.
#[inline(always)]
fn spread<K: Key>(from: &[K], to: &mut [K], counts: &Counts, byte: impl Fn(K) -> usize) {
    let mut next = [0; 256];
    let mut sum = 0;
    for (next, count) in next.iter_mut().zip(counts) {
        *next = sum;
        sum += count;
    }
    for &key in from {
        let place = &mut next[byte(key)];
        to[*place] = key;
        *place += 1;
    }
}
