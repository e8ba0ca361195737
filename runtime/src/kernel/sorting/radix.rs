//! Keys → the same in ascending order: byte by byte.

use alloc::vec::Vec;
use core::ops::Range;

use super::keys::Key;

/// More bytes of keys than that are spread by their highest byte first: what follows stays in the cache.
const NEAR: usize = 256 * 1024;

/// How many keys have each value of a byte.
type Counts = [usize; 256];

/// Sorts keys by some of their bytes, from the lowest on; equal ones keep their order. `spare` becomes as long as they are.
#[inline(never)]
pub(super) fn sort<K: Key>(keys: &mut [K], bytes: Range<usize>, spare: &mut Vec<K>) {
    spare.clear();
    spare.extend_from_slice(keys);
    sort_in(keys, &bytes, spare);
}

fn sort_in<K: Key>(keys: &mut [K], bytes: &Range<usize>, spare: &mut [K]) {
    // So few are faster by comparison, of all bytes: those that are not asked for are in order already.
    if keys.len() < 128 * bytes.len() {
        return keys.sort_unstable();
    }
    let mut counts = [[0; 256]; 8];
    match bytes.len() {
        1 => count::<K, 1>(keys, bytes.start, &mut counts),
        2 => count::<K, 2>(keys, bytes.start, &mut counts),
        4 => count::<K, 4>(keys, bytes.start, &mut counts),
        _ => count::<K, 8>(keys, 0, &mut counts),
    }
    // A byte that all have in common orders nothing.
    let first = keys[0];
    let len = keys.len();
    let differs = |place: &usize| counts[*place][first.byte(*place)] < len;
    match bytes.clone().rev().find(differs) {
        None => {}
        Some(highest) if highest > bytes.start && size_of_val(keys) > NEAR => {
            spread(keys, spare, &counts[highest], |key| key.byte(highest));
            keys.copy_from_slice(spare);
            let mut at = 0;
            for count in counts[highest] {
                sort_in(&mut keys[at..at + count], bytes, &mut spare[at..at + count]);
                at += count;
            }
        }
        Some(_) => {
            let mut is_swapped = false;
            let (mut from, mut to) = (&mut *keys, spare);
            for place in bytes.clone().filter(differs) {
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

/// Counts the keys that have each value of `N` of their bytes, from one on.
#[inline(always)]
fn count<K: Key, const N: usize>(keys: &[K], from: usize, counts: &mut [Counts; 8]) {
    let Some(counts) = counts[from..].first_chunk_mut::<N>() else { return };
    for key in keys {
        for (place, counts) in (from..).zip(&mut *counts) {
            counts[key.byte(place)] += 1;
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
