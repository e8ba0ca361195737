//! Lines of elements → the places that they had, in the order of the elements.
//!
//! The highest bits of what stands for an element and its place are one key of 64 bits. Those of all lines are sorted at
//! once, and have the order of the places where elements are equal.
#![expect(unsafe_code, reason = "levels are functions of their own")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "halves of 64 bits are cut out"
)]

use alloc::vec::Vec;

use super::counts::{Counts, bounds};
use super::keyed::{SORT_WIDE, Sorted};
use super::{compared, radix};
use crate::kernel::isa::Level;
use crate::kernel::ops::Ordered;

/// The bits of a place, below those of the element.
const PLACE: u32 = u32::BITS;

/// The bytes of a key below those of the element.
const BELOW: usize = (PLACE / u8::BITS) as usize;

/// Lines at least that long are looked at one by one for a faster way.
const LONG: usize = 256;

/// The place that each element had, of lines of `len` in ascending or descending order; those of equal elements as they
/// are.
#[inline(always)]
pub(crate) fn places<L: Level, C: Ordered>(
    elements: &[C],
    len: usize,
    descending: bool,
    out: &mut [i64],
) {
    let are_few = !C::RANKED && len < compared::MANY;
    if are_few || u32::try_from(len).is_err() {
        return compared::places(elements, len, descending, out);
    }
    let mut spare = Vec::new();
    let lines = elements.len() / len;
    let (mut begin, mut told) = (0, true);
    for number in 0..=lines {
        if number < lines {
            let here = number * len..(number + 1) * len;
            match place(&elements[here.clone()], descending, &mut out[here], &mut spare) {
                Placed::No { all_told } => {
                    told &= all_told;
                    continue;
                }
                Placed::Yes => {}
            }
        }
        // Those before it that are only packed.
        let here = begin * len..number * len;
        let packed = Packed { len, descending, told };
        packed.place::<L, C>(&elements[here.clone()], &mut out[here]);
        (begin, told) = (number + 1, true);
    }
}

/// What became of a line.
enum Placed {
    Yes,
    /// Its keys are packed. Whether they tell all elements apart.
    No {
        all_told: bool,
    },
}

/// Places the elements of a line where that is faster than what sorts many lines, or packs them.
#[inline(always)]
fn place<C: Ordered>(
    line: &[C],
    descending: bool,
    out: &mut [i64],
    spare: &mut Vec<i64>,
) -> Placed {
    let rank = |element: &C| element.rank() ^ -i64::from(descending);
    let is_long = C::RANKED && line.len() >= LONG;
    if is_long && let Some(counts) = Counts::of(line, rank) {
        counts.place(line, rank, out);
        return Placed::Yes;
    }
    let (least, most) = bounds(line.iter().map(rank)).unwrap_or_default();
    let above = |rank: i64| rank.wrapping_sub(least) as u64;
    let bits = u64::BITS - above(most).leading_zeros();
    let cut = bits.saturating_sub(u64::BITS - PLACE);
    for (place, (out, element)) in (0..).zip(out.iter_mut().zip(line)) {
        let packed = (above(rank(element)) >> cut) << PLACE | place;
        *out = packed.cast_signed() ^ i64::MIN;
    }
    // Two bytes order them.
    if is_long && bits <= u16::BITS {
        radix::sort(out, BELOW..BELOW + 2, spare);
        out.iter_mut().for_each(unpack);
        return Placed::Yes;
    }
    Placed::No { all_told: C::RANKED && cut == 0 }
}

/// A key as the place in it.
#[inline(always)]
fn unpack(packed: &mut i64) {
    *packed = i64::from(*packed as u32);
}

/// Lines of which the keys are packed.
struct Packed {
    len: usize,
    descending: bool,
    /// Whether keys tell all elements apart.
    told: bool,
}

impl Packed {
    /// Sorts all of the lines at once.
    #[inline(always)]
    fn place<L: Level, C: Ordered>(&self, elements: &[C], out: &mut [i64]) {
        let sorted = Sorted { len: self.len, below: BELOW };
        // SAFETY: there are as many; the level is that of the caller.
        unsafe { SORT_WIDE[L::ISA as usize](out.as_mut_ptr().cast(), out.len(), sorted) };
        if !self.told {
            let lines = elements.chunks_exact(self.len).zip(out.chunks_exact_mut(self.len));
            lines.for_each(|(line, out)| order_alike(line, self.descending, out));
        }
        out.iter_mut().for_each(unpack);
    }
}

/// Puts the places of elements in order of which the keys do not tell them apart.
#[inline(always)]
fn order_alike<C: Ordered>(line: &[C], descending: bool, packed: &mut [i64]) {
    let element = |packed: i64| &line[packed as u32 as usize];
    for alike in packed.chunk_by_mut(|&one, &other| one >> PLACE == other >> PLACE) {
        if alike.len() > 1 {
            alike.sort_by(|&one, &other| {
                let order = element(one).order(element(other));
                if descending { order.reverse() } else { order }
            });
        }
    }
}
