//! Keys of a small range → the same in order, by how many there are of each.

use super::keys::Key;

/// The greatest range, in which all counts stay in the L1 cache.
const RANGE: usize = 512;

/// Elements of which the range is looked at first.
const FIRST: usize = 64;

/// Parts of a line that are counted side by side: a count waits for the one before it of the same key, those of other
/// parts need not.
const PARTS: usize = 4;

/// How many keys there are of each value from the least on, in each part of a line.
pub(super) struct Counts<K> {
    least: K,
    range: usize,
    counts: [[u32; RANGE]; PARTS],
}

impl<K: Key> Counts<K> {
    /// The counts of the keys of elements, unless their range or their number is too large.
    #[inline(always)]
    pub(super) fn of<T>(elements: &[T], key: impl Fn(&T) -> K) -> Option<Counts<K>> {
        // The first ones tell most ranges that are too large.
        let first = &elements[..elements.len().min(FIRST)];
        let largest = RANGE.min(elements.len());
        let range_of = |elements: &[T]| {
            let (least, most) = bounds(elements.iter().map(&key))?;
            let range = usize::try_from(most.above(least)).ok()?.checked_add(1)?;
            (range <= largest).then_some((least, range))
        };
        range_of(first)?;
        let (least, range) = range_of(elements)?;
        u32::try_from(elements.len()).ok()?;
        let mut counts = [[0; RANGE]; PARTS];
        side_by_side(elements, |part, _, element| {
            counts[part][place(key(element), least)] += 1;
        });
        Some(Counts { least, range, counts })
    }

    /// Writes all of the keys, as many as were counted, in ascending order.
    #[inline(always)]
    pub(super) fn write(&self, mut keys: &mut [K]) {
        let mut key = self.least;
        for value in 0..self.range {
            let count: u32 = self.counts.iter().map(|counts| counts[value]).sum();
            let (these, others) = keys.split_at_mut(count as usize);
            these.fill(key);
            keys = others;
            key = key.next().unwrap_or(key);
        }
    }

    /// Writes the places of the elements that were counted, in ascending order of the keys; those of equal ones as they
    /// are.
    #[inline(always)]
    pub(super) fn place<T>(mut self, elements: &[T], key: impl Fn(&T) -> K, out: &mut [i64]) {
        let mut begin = 0;
        for value in 0..self.range {
            for counts in &mut self.counts {
                (counts[value], begin) = (begin, begin + counts[value]);
            }
        }
        side_by_side(elements, |part, at, element| {
            let next = &mut self.counts[part][place(key(element), self.least)];
            out[*next as usize] = at.cast_signed() as i64;
            *next += 1;
        });
    }
}

/// Calls `with` for the elements of each part in turn: the number of the part, the place of the element, and the element.
#[inline(always)]
fn side_by_side<T>(elements: &[T], mut with: impl FnMut(usize, usize, &T)) {
    let each = elements.len() / PARTS;
    for at in 0..each {
        for part in 0..PARTS {
            with(part, part * each + at, &elements[part * each + at]);
        }
    }
    // The last part has what is left.
    for (at, element) in elements.iter().enumerate().skip(PARTS * each) {
        with(PARTS - 1, at, element);
    }
}

/// The least key and the greatest; `None` of no keys.
#[inline(always)]
pub(super) fn bounds<K: Key>(mut keys: impl Iterator<Item = K>) -> Option<(K, K)> {
    let first = keys.next()?;
    Some(keys.fold((first, first), |(least, most), key| (least.min(key), most.max(key))))
}

/// Where the count of a key is.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the range is small")]
fn place<K: Key>(key: K, least: K) -> usize {
    key.above(least) as usize % RANGE
}
