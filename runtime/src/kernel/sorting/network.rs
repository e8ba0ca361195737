//! Several lines of keys → each in ascending order: a network of exchanges, of all of the lines at the same time.
//!
//! Which keys are compared does not depend on them, so an exchange is a minimum and a maximum of whole vectors, and no
//! branch is mispredicted. Lines lie side by side for that: the n-th row has the n-th key of every line.

use alloc::vec::Vec;
use core::ops::Range;

use super::keys::Key;
use crate::kernel::turn::turn;

/// Lines longer than this need more exchanges than other ways take.
pub(super) const LONGEST: usize = 2048;

/// Rows that stay in the L1 cache while they are sorted.
const NEAR: usize = 32 * 1024;

/// A key of each of as many lines as there are columns.
pub(super) type Row<K, const COLUMNS: usize> = [K; COLUMNS];

/// Sorts up to `COLUMNS` lines, each a range of the keys, none longer than [`LONGEST`]. Needs room for the rows.
#[inline(always)]
pub(super) fn sort_lines<K: Key, const COLUMNS: usize>(
    keys: &mut [K],
    lines: &[Range<usize>],
    rows: &mut Vec<Row<K, COLUMNS>>,
) {
    let len = lines.iter().map(Range::len).max().unwrap_or(0);
    if len <= 8 {
        return sort_short::<K, COLUMNS>(keys, lines);
    }
    rows.resize(len.next_power_of_two().max(COLUMNS), [K::MAX; COLUMNS]);
    let mut tile = [[K::default(); COLUMNS]; COLUMNS];
    let (tiles, _) = rows.as_chunks_mut();
    for (at, turned) in (0..len).step_by(COLUMNS).zip(tiles) {
        for (line, part) in lines.iter().zip(&mut tile) {
            let here = keys[line.clone()].get(at..).unwrap_or(&[]);
            match here.first_chunk() {
                Some(whole) => *part = *whole,
                None => {
                    part[..here.len()].copy_from_slice(here);
                    // Padding stays behind all keys.
                    if line.len() < len {
                        part[here.len()..].fill(K::MAX);
                    }
                }
            }
        }
        turn(&mut tile, turned);
    }
    // So does that of all lines.
    rows[len..].fill([K::MAX; COLUMNS]);
    sort_columns(&mut rows[..len.next_power_of_two().max(8)]);
    let (tiles, _) = rows.as_chunks_mut();
    for (at, turned) in (0..len).step_by(COLUMNS).zip(tiles) {
        turn(turned, &mut tile);
        for (line, part) in lines.iter().zip(&tile) {
            let Some(here) = keys[line.clone()].get_mut(at..) else { continue };
            match here.first_chunk_mut() {
                Some(whole) => *whole = *part,
                None => here.copy_from_slice(&part[..here.len()]),
            }
        }
    }
}

/// The same of lines of up to 8 keys, which are moved one by one.
#[inline(always)]
fn sort_short<K: Key, const COLUMNS: usize>(keys: &mut [K], lines: &[Range<usize>]) {
    let mut rows = [[K::MAX; COLUMNS]; 8];
    for (column, line) in lines.iter().enumerate() {
        for (row, &key) in rows.iter_mut().zip(&keys[line.clone()]) {
            row[column] = key;
        }
    }
    sort_columns(&mut rows);
    for (column, line) in lines.iter().enumerate() {
        for (row, key) in rows.iter().zip(&mut keys[line.clone()]) {
            *key = row[column];
        }
    }
}

/// Sorts every column of as many rows as a power of two, at least 8.
#[inline(always)]
fn sort_columns<K: Key, const COLUMNS: usize>(rows: &mut [Row<K, COLUMNS>]) {
    for rows in rows.chunks_exact_mut(8) {
        sort_8(rows, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
    let near = (NEAR / size_of::<Row<K, COLUMNS>>()).min(rows.len());
    for (stretch, in_order) in [(near, 8), (rows.len(), near)] {
        for rows in rows.chunks_exact_mut(stretch) {
            merge_all(rows, in_order);
        }
    }
}

/// Merges stretches that are in order, until all is.
#[inline(always)]
fn merge_all<K: Key, const COLUMNS: usize>(rows: &mut [Row<K, COLUMNS>], mut in_order: usize) {
    while in_order < rows.len() {
        in_order *= 2;
        for rows in rows.chunks_exact_mut(in_order) {
            merge(rows);
        }
    }
}

/// Merges two halves that are in order: each row is exchanged with the one as far from the other end, then halves of
/// what that gives with each other, and so on; three such steps at a time.
#[inline(always)]
fn merge<K: Key, const COLUMNS: usize>(rows: &mut [Row<K, COLUMNS>]) {
    let (last, eighth) = (rows.len() - 1, rows.len() / 8);
    for at in 0..eighth {
        let place = |row: usize| match row {
            0..4 => at + row * eighth,
            _ => last - at - (7 - row) * eighth,
        };
        fold_8(rows, core::array::from_fn(place));
    }
    let mut left = eighth;
    while left >= 8 {
        let apart = left / 8;
        for rows in rows.chunks_exact_mut(left) {
            for at in 0..apart {
                halve_8(rows, core::array::from_fn(|row| at + row * apart));
            }
        }
        left = apart;
    }
    for rows in rows.chunks_exact_mut(left) {
        match left {
            4 => halve_4(rows, [0, 1, 2, 3]),
            2 => halve_2(rows, [0, 1]),
            _ => {}
        }
    }
}

/// Exchanges the keys of some rows, column by column, so that the first of each pair of rows has the lesser.
macro_rules! exchanges {
    ($($name:ident, $rows:literal: $($low:literal $high:literal),*;)*) => { $(
        #[inline(always)]
        fn $name<K: Key, const COLUMNS: usize>(
            rows: &mut [Row<K, COLUMNS>],
            places: [usize; $rows],
        ) {
            // In copies: of them the compiler knows that none overlaps another.
            let from: [Row<K, COLUMNS>; $rows] = core::array::from_fn(|row| rows[places[row]]);
            let mut to = from;
            for column in 0..COLUMNS {
                let mut keys: [K; $rows] = core::array::from_fn(|row| from[row][column]);
                $({
                    let (one, other) = (keys[$low], keys[$high]);
                    (keys[$low], keys[$high]) = (one.min(other), one.max(other));
                })*
                for row in 0..$rows {
                    to[row][column] = keys[row];
                }
            }
            for row in 0..$rows {
                rows[places[row]] = to[row];
            }
        }
    )* };
}

exchanges! {
    sort_8, 8: 0 2, 1 3, 4 6, 5 7, 0 4, 1 5, 2 6, 3 7, 0 1, 2 3, 4 5, 6 7, 2 4, 3 5, 1 4, 3 6, 1 2, 3 4, 5 6;
    fold_8, 8: 0 7, 1 6, 2 5, 3 4, 0 2, 1 3, 4 6, 5 7, 0 1, 2 3, 4 5, 6 7;
    halve_8, 8: 0 4, 1 5, 2 6, 3 7, 0 2, 1 3, 4 6, 5 7, 0 1, 2 3, 4 5, 6 7;
    halve_4, 4: 0 2, 1 3, 0 1, 2 3;
    halve_2, 2: 0 1;
}
