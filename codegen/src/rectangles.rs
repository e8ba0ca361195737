//! A set of pairs → a few rectangles with the same pairs: each row of a rectangle is paired with each of its columns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Rows and columns, each row paired with each column.
pub type Rectangle<R, C> = (Vec<R>, Vec<C>);

/// A few large rectangles whose pairs are just these. Two of them may have a pair in common.
pub fn rectangles<R: Ord + Copy, C: Ord + Copy>(pairs: &[(R, C)]) -> Vec<Rectangle<R, C>> {
    cover(pairs.iter().copied().collect(), |_| None)
}

/// The same for symmetric pairs: `(a, b)` also stands for `(b, a)` if `same(a, b)`.
pub fn symmetric_rectangles<T: Ord + Copy>(
    pairs: &[(T, T)],
    same: impl Fn(T, T) -> bool,
) -> Vec<Rectangle<T, T>> {
    let mirror = |(row, column): (T, T)| same(row, column).then_some((column, row));
    let mut all: BTreeSet<(T, T)> = pairs.iter().copied().collect();
    all.extend(pairs.iter().filter_map(|&pair| mirror(pair)));
    let mut found = cover(all, mirror);
    for (rows, columns) in &mut found {
        if columns < rows && same(rows[0], columns[0]) {
            std::mem::swap(rows, columns);
        }
    }
    found.sort();
    found
}

fn cover<R: Ord + Copy, C: Ord + Copy>(
    all: BTreeSet<(R, C)>,
    mirror: impl Fn((R, C)) -> Option<(R, C)>,
) -> Vec<Rectangle<R, C>> {
    let (candidates, mut open) = (maximal(&all), all);
    let mut found: Vec<Rectangle<R, C>> = Vec::new();
    while !open.is_empty() {
        let gain = |(rows, columns): &&Rectangle<R, C>| {
            let cells =
                rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
            let gained = cells.filter(|cell| open.contains(cell)).count();
            // Of those that add the same number of pairs, the one that repeats the fewest.
            (gained, Reverse(rows.len() * columns.len()))
        };
        // Every pair is in a rectangle, so the greatest gain is at least one.
        let Some(best) = candidates.iter().max_by_key(gain) else { break };
        let best = trimmed(best, &open);
        for &row in &best.0 {
            for &column in &best.1 {
                open.remove(&(row, column));
                if let Some(mirrored) = mirror((row, column)) {
                    open.remove(&mirrored);
                }
            }
        }
        found.push(best);
    }
    found.sort();
    found
}

/// The rectangles that cannot grow: the columns of a row, and all rows that have those columns.
fn maximal<R: Ord + Copy, C: Ord + Copy>(all: &BTreeSet<(R, C)>) -> Vec<Rectangle<R, C>> {
    let mut of_row: BTreeMap<R, BTreeSet<C>> = BTreeMap::new();
    let mut of_column: BTreeMap<C, BTreeSet<R>> = BTreeMap::new();
    for &(row, column) in all {
        of_row.entry(row).or_default().insert(column);
        of_column.entry(column).or_default().insert(row);
    }
    let by_row =
        of_row.values().map(|columns| (having(&of_row, columns), Vec::from_iter(columns.clone())));
    let by_column =
        of_column.values().map(|rows| (Vec::from_iter(rows.clone()), having(&of_column, rows)));
    let mut found: Vec<Rectangle<R, C>> = by_row.chain(by_column).collect();
    found.sort();
    found.dedup();
    found
}

/// The keys whose sets contain all of `wanted`.
fn having<A: Ord + Copy, B: Ord>(all: &BTreeMap<A, BTreeSet<B>>, wanted: &BTreeSet<B>) -> Vec<A> {
    all.iter().filter(|(_, have)| wanted.is_subset(have)).map(|(&one, _)| one).collect()
}

/// A rectangle without the rows and columns that have no open pair.
fn trimmed<R: Ord + Copy, C: Ord + Copy>(
    (rows, columns): &Rectangle<R, C>,
    open: &BTreeSet<(R, C)>,
) -> Rectangle<R, C> {
    let rows: Vec<R> = rows
        .iter()
        .copied()
        .filter(|&row| columns.iter().any(|&column| open.contains(&(row, column))))
        .collect();
    let columns = columns
        .iter()
        .copied()
        .filter(|&column| rows.iter().any(|&row| open.contains(&(row, column))))
        .collect();
    (rows, columns)
}
