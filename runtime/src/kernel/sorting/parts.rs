//! Lines of keys → parts so short that a network sorts many of them at the same time.
//!
//! A pivot splits the keys in two, a vector at a time: those below it are written to the front, the others to other memory
//! until all are through. Each half is split again.
#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "AVX-512 intrinsics"))]

use alloc::vec::Vec;
use core::ops::Range;

use super::keys::Key;
use super::network::{self, Row};
use super::radix;
use crate::kernel::isa::{Isa, Level};

/// Parts no longer than that are not split.
const SHORT: usize = 64;

/// Whole lines no longer than that are left to a network.
pub(super) const WHOLE: usize = 128;

/// Fewer keys have too few parts for a network.
const LONG: usize = 1024;

/// The pivot of fewer keys is the middle one of three.
const MANY: usize = 256;

/// Memory for the keys and parts of lines.
pub(super) struct Room<K, const COLUMNS: usize> {
    /// Keys not below the pivot.
    others: Vec<K>,
    /// Parts that are to be split, and how often they may be.
    waiting: Vec<(Range<usize>, u32)>,
    /// Parts that are short enough: up to half as long as may be, and longer ones.
    short: [Vec<Range<usize>>; 2],
    pub(super) rows: Vec<Row<K, COLUMNS>>,
}

impl<K, const COLUMNS: usize> Room<K, COLUMNS> {
    pub(super) fn new() -> Self {
        let (others, waiting, rows) = (Vec::new(), Vec::new(), Vec::new());
        Room { others, waiting, short: [Vec::new(), Vec::new()], rows }
    }

    /// Notes a line that is to be sorted.
    pub(super) fn wait(&mut self, line: Range<usize>) {
        // Twice as often as if all pivots were in the middle.
        let splits = 2 * line.len().ilog2();
        self.waiting.push((line, splits));
    }
}

/// Whether lines of so many keys in all are sorted sooner that way: where vectors are split by an instruction.
#[inline(always)]
pub(super) fn splits<K>(isa: Isa, count: usize) -> bool {
    isa == Isa::Avx512 && size_of::<K>() >= 4 && count >= LONG
}

/// Sorts the lines that wait, in parts.
#[inline(always)]
pub(super) fn sort<L: Level, K: Key, const COLUMNS: usize>(
    keys: &mut [K],
    room: &mut Room<K, COLUMNS>,
) {
    let Room { others, waiting, short, rows } = room;
    let longest = waiting.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    others.resize(longest, K::MAX);
    while let Some((part, splits)) = waiting.pop() {
        if part.len() <= SHORT {
            let short = &mut short[usize::from(part.len() > SHORT / 2)];
            short.push(part);
            if short.len() == COLUMNS {
                network::sort_lines(keys, short, rows);
                short.clear();
            }
            continue;
        }
        let here = &mut keys[part.clone()];
        if splits == 0 {
            radix::sort(here, 0..K::BYTES, &mut Vec::new());
            continue;
        }
        let pivot = pivot(here);
        let mut below = split::<L, K>(here, others, pivot);
        if below == 0 {
            // It is the least, and what equals it is in order.
            let Some(next) = pivot.next() else { continue };
            below = split::<L, K>(here, others, next);
        } else {
            waiting.push((part.start..part.start + below, splits - 1));
        }
        waiting.push((part.start + below..part.end, splits - 1));
    }
    for short in short {
        // A network of fewer takes as long.
        if short.len() >= COLUMNS / 4 {
            network::sort_lines(keys, short, rows);
            short.clear();
        }
        for part in short.drain(..) {
            keys[part].sort_unstable();
        }
    }
}

/// The middle one of three keys, or of three such.
#[inline(always)]
fn pivot<K: Key>(keys: &[K]) -> K {
    let middle = |a: K, b: K, c: K| a.min(b).max(a.max(b).min(c));
    let eighth = keys.len() / 8;
    let around = |at: usize, apart: usize| middle(keys[at - apart], keys[at], keys[at + apart]);
    if keys.len() < MANY {
        return around(4 * eighth, 3 * eighth);
    }
    let apart = eighth / 3;
    middle(around(eighth, apart), around(4 * eighth, apart), around(7 * eighth, apart))
}

/// Brings the keys below a pivot before the others; returns how many they are. There is room for as many others.
#[inline(always)]
fn split<L: Level, K: Key>(keys: &mut [K], others: &mut [K], pivot: K) -> usize {
    let others = &mut others[..keys.len()];
    let (mut at, mut below) = (0, 0);
    #[cfg(target_arch = "x86_64")]
    if L::ISA == Isa::Avx512 {
        let lanes = x86::BYTES / size_of::<K>();
        while at < keys.len() {
            let count = lanes.min(keys.len() - at);
            let (from, others) = (keys.as_mut_ptr(), others.as_mut_ptr());
            // SAFETY: so many keys are there, in both no more are written than were read, and the machine has the
            // instructions of the level.
            unsafe {
                let to = (from.add(below), others.add(at - below));
                below += match count == lanes {
                    true => x86::split(from.add(at), pivot, to),
                    false => x86::split_last(from.add(at), count, pivot, to),
                };
            }
            at += count;
        }
    }
    while at < keys.len() {
        let key = keys[at];
        keys[below] = key;
        others[at - below] = key;
        below += usize::from(key < pivot);
        at += 1;
    }
    let count = keys.len() - below;
    keys[below..].copy_from_slice(&others[..count]);
    below
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64 as x86;

    use crate::kernel::accum::{itself, same};
    use crate::kernel::sorting::keys::Key;

    /// The bytes of a vector.
    pub(super) const BYTES: usize = 64;

    /// Splits a vector of keys: writes those below a pivot to the first place, the others to the second, and behind both
    /// what fills a vector. Returns how many are below.
    ///
    /// # Safety
    ///
    /// The keys are there, of 4 bytes or 8, and room for as many in both places. To be called at the level of AVX-512.
    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) unsafe fn split<K: Key>(from: *const K, pivot: K, to: (*mut K, *mut K)) -> usize {
        macro_rules! by {
            ($splat:ident, $below:ident, $compress:ident) => {{
                let keys = x86::_mm512_loadu_si512(from.cast());
                let is_below = x86::$below(keys, x86::$splat(itself(pivot)));
                x86::_mm512_storeu_si512(to.0.cast(), x86::$compress(is_below, keys));
                x86::_mm512_storeu_si512(to.1.cast(), x86::$compress(!is_below, keys));
                is_below.count_ones() as usize
            }};
        }
        // SAFETY: as the caller vouches.
        unsafe {
            match same::<K, i32>() {
                true => {
                    by!(_mm512_set1_epi32, _mm512_cmplt_epi32_mask, _mm512_maskz_compress_epi32)
                }
                false => {
                    by!(_mm512_set1_epi64, _mm512_cmplt_epi64_mask, _mm512_maskz_compress_epi64)
                }
            }
        }
    }

    /// The same of fewer keys, behind which nothing is written.
    ///
    /// # Safety
    ///
    /// As above.
    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) unsafe fn split_last<K: Key>(
        from: *const K,
        count: usize,
        pivot: K,
        to: (*mut K, *mut K),
    ) -> usize {
        macro_rules! by {
            ($load:ident, $splat:ident, $below:ident, $store:ident) => {{
                let all = (1 << count) - 1;
                let keys = x86::$load(all, from.cast());
                let is_below = x86::$below(all, keys, x86::$splat(itself(pivot)));
                x86::$store(to.0.cast(), is_below, keys);
                x86::$store(to.1.cast(), all & !is_below, keys);
                is_below.count_ones() as usize
            }};
        }
        // SAFETY: as above.
        unsafe {
            match same::<K, i32>() {
                true => by!(
                    _mm512_maskz_loadu_epi32,
                    _mm512_set1_epi32,
                    _mm512_mask_cmplt_epi32_mask,
                    _mm512_mask_compressstoreu_epi32
                ),
                false => by!(
                    _mm512_maskz_loadu_epi64,
                    _mm512_set1_epi64,
                    _mm512_mask_cmplt_epi64_mask,
                    _mm512_mask_compressstoreu_epi64
                ),
            }
        }
    }
}
