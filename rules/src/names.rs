//! A name of nothing → the name that was perhaps meant.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The known name nearest to `name`, if it is near enough to be what was meant.
///
/// Upper and lower case count as the same. Of several names at the same distance, the one with the same
/// letters is nearest, then the one with the longest common beginning, then the shortest.
///
/// ```
/// use concord_rules::nearest;
///
/// assert_eq!(nearest("blfoat16", ["bfloat16", "float16"]), Some("bfloat16"));
/// assert_eq!(nearest("int17", ["int1", "int16"]), Some("int16"));
/// assert_eq!(nearest("decimal", ["bfloat16", "float16"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() {
        return None;
    }
    let lower = name.to_lowercase();
    let ranked = known.into_iter().filter_map(|known| {
        let other = known.to_lowercase();
        let distance = distance(&lower, &other);
        let near = distance <= 1 + known.len().min(name.len()) / 4;
        let swapped = letters(&lower) == letters(&other);
        let prefix =
            lower.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
        let longer = known.len().abs_diff(name.len());
        near.then_some(((distance, !swapped, Reverse(prefix), longer, known.len()), known))
    });
    ranked.min_by_key(|&(rank, _)| rank).map(|(_, known)| known)
}

/// The letters of a name, sorted.
fn letters(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour: the optimal string
/// alignment distance.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut before = None;
    for (index, letter) in from.chars().enumerate() {
        let mut next = alloc::vec![index + 1];
        for column in 0..to.len() {
            let replaced = row[column] + usize::from(letter != to[column]);
            let mut best = replaced.min(row[column + 1] + 1).min(next[column] + 1);
            if column > 0 && before == Some(to[column]) && letter == to[column - 1] {
                best = best.min(above[column - 1] + 1);
            }
            next.push(best);
        }
        above = core::mem::replace(&mut row, next);
        before = Some(letter);
    }
    row[to.len()]
}
