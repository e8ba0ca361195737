//! A slice of numbers → the one that beats all others, compared in whatever order is fastest.

use core::hint::black_box;

use num_complex::Complex;

use super::compare::has_nan;
use super::lanes::{LANES, combined};
use crate::generated::codes::{c64, c128};

/// What a loop finds the extreme of.
pub(super) trait Extreme: Copy {
    /// The element of `first` and those after it that no other beats, or a NaN if one of them is. Of zeros it is any; of
    /// complex numbers it is the first, or the first that has a NaN.
    #[inline(always)]
    fn extreme(first: Self, elements: &[Self], beats: impl Fn(Self, Self) -> bool) -> Self {
        elements.iter().fold(first, |old, &new| if beats(new, old) { new } else { old })
    }

    /// The first of some elements that no other beats, or the first that is or has a NaN, and its place, if it comes in the
    /// place of the one `before` them.
    #[inline(always)]
    fn place(
        before: Option<Self>,
        elements: &[Self],
        beats: impl Fn(Self, Self) -> bool,
        replaces: impl Fn(Self, Self) -> bool,
    ) -> Option<(Self, usize)>
    where
        Self: PartialEq,
    {
        let value = Self::extreme(before.unwrap_or(elements[0]), elements, beats);
        // No closures: the loops in them would not become vector code.
        if let Some(before) = before
            && !replaces(value, before)
        {
            return None;
        }
        Some((value, first_of(elements, value)))
    }
}

/// Where a value is first among elements, of which it is one; any NaN stands for another.
#[inline(always)]
#[expect(clippy::eq_op, reason = "a NaN alone is unlike itself")]
fn first_of<T: Copy + PartialEq>(elements: &[T], value: T) -> usize {
    match value == value {
        true => first(elements, |element| element == value),
        false => first(elements, |element| element != element),
    }
}

/// Where an element is the first for which something is true; beyond the last if it is for none.
#[inline(always)]
fn first<T: Copy>(elements: &[T], is_it: impl Fn(T) -> bool) -> usize {
    const CHUNK: u32 = 64;
    let mut begin = 0;
    if elements.len() > CHUNK as usize {
        // `position` would be a function of its own, without the instructions of the level.
        for chunk in elements.as_chunks::<{ CHUNK as usize }>().0 {
            if chunk.iter().fold(false, |has, &one| has | is_it(one)) {
                break;
            }
            begin += CHUNK as usize;
        }
    }
    // In vectors too: the least of the places where it is true.
    let place = |(place, &element)| if is_it(element) { place } else { CHUNK };
    let places =
        (0_u32..).zip(&elements[begin..elements.len().min(begin + CHUNK as usize)]).map(place);
    begin + places.fold(CHUNK, u32::min) as usize
}

macro_rules! in_any_order {
    ($($t:ty)*) => { $(
        impl Extreme for $t {}
    )* };
}

in_any_order!(i8 i16 i32 i64 u8 u16 u32 u64);

/// The one that no other beats is known before it is found.
impl Extreme for bool {
    #[inline(always)]
    fn place(
        before: Option<bool>,
        elements: &[bool],
        beats: impl Fn(bool, bool) -> bool,
        _: impl Fn(bool, bool) -> bool,
    ) -> Option<(bool, usize)> {
        let best = beats(true, false);
        if before == Some(best) {
            return None;
        }
        let place = first_of(elements, best);
        match elements.get(place) {
            Some(&found) if found == best => Some((best, place)),
            _ => before.is_none().then_some((!best, 0)),
        }
    }
}

/// Few by integers in the order of the numbers, more in lanes; NaN apart, since a comparison leaves it out.
macro_rules! in_lanes {
    ($($t:ty: $int:ty),*) => { $(
        impl Extreme for $t {
            #[inline(always)]
            fn extreme(first: $t, elements: &[$t], beats: impl Fn($t, $t) -> bool) -> $t {
                // So many take as long as it takes to combine the lanes.
                const FEW: usize = 512 / size_of::<$t>();
                let beyond = |new, old| if beats(new, old) { new } else { old };
                if elements.len() <= FEW {
                    if elements.iter().fold(first.is_nan(), |nan, new| nan | new.is_nan()) {
                        return <$t>::NAN;
                    }
                    // Its own inverse. That numbers beat those below is known when a loop is compiled.
                    let flipped = |bits: $int| bits ^ (bits >> (<$int>::BITS - 1)).cast_unsigned().wrapping_shr(1).cast_signed();
                    let rank = |number: $t| flipped(number.to_bits().cast_signed());
                    let all = match beats(1.0, 0.0) {
                        true => elements.iter().fold(rank(first), |all, &new| all.max(rank(new))),
                        false => elements.iter().fold(rank(first), |all, &new| all.min(rank(new))),
                    };
                    return <$t>::from_bits(flipped(all).cast_unsigned());
                }
                let (mut lanes, mut nans) = ([first; LANES], [0.0; LANES]);
                // Two at a time, since one comparison finds a NaN in either.
                let (pairs, rest) = elements.as_chunks::<{ 2 * LANES }>();
                for pair in pairs {
                    for lane in 0..LANES {
                        let (one, other) = (pair[lane], pair[LANES + lane]);
                        lanes[lane] = beyond(other, beyond(one, lanes[lane]));
                        let has_nan = one.is_nan() | other.is_nan();
                        nans[lane] = if has_nan { <$t>::NAN } else { nans[lane] };
                    }
                }
                for chunk in rest.chunks(LANES) {
                    for (lane, &element) in chunk.iter().enumerate() {
                        lanes[lane] = beyond(element, lanes[lane]);
                        nans[lane] = if element.is_nan() { element } else { nans[lane] };
                    }
                }
                // In memory, or else the compiler compares each lane by itself, in the order in which they are combined.
                let (lanes, nans) = black_box((lanes, nans));
                let all = combined(lanes, |one, other| beyond(other, one));
                // A sum is NaN if one of them is.
                let nan = first + combined(nans, |one, other| one + other);
                if nan.is_nan() { <$t>::NAN } else { all }
            }
        }
    )* };
}

in_lanes!(f32: i32, f64: i64);

/// How many complex numbers are compared with one before any of them takes its place.
const CHUNK: usize = 16;

/// In order, by chunks: of few the real parts alone do not tell that none beats those before.
macro_rules! in_chunks {
    ($($t:ty)*) => { $(
        impl Extreme for $t {
            #[inline(always)]
            fn extreme(first: $t, elements: &[$t], beats: impl Fn($t, $t) -> bool) -> $t {
                Self::place(Some(first), elements, beats, |_, _| true).map_or(first, |(all, _)| all)
            }

            #[inline(always)]
            fn place(
                before: Option<$t>,
                elements: &[$t],
                beats: impl Fn($t, $t) -> bool,
                _: impl Fn($t, $t) -> bool,
            ) -> Option<($t, usize)> {
                let (mut all, mut place) = match before {
                    Some(before) => (before, None),
                    None => (elements[0], Some(0)),
                };
                // Known when a loop is compiled; by `beats` itself the chunks would not become vector code.
                let upwards = beats(Complex { re: 1.0, im: 0.0 }, Complex { re: 0.0, im: 0.0 });
                for (number, chunk) in elements.chunks(CHUNK).enumerate() {
                    if has_nan(all) {
                        break;
                    }
                    if let Ok(chunk) = <&[$t; CHUNK]>::try_from(chunk) {
                        let behind = |new: &$t| {
                            let by_real_part = if upwards { new.re < all.re } else { new.re > all.re };
                            by_real_part & !new.im.is_nan()
                        };
                        if chunk.iter().fold(true, |every, new| every & behind(new)) {
                            continue;
                        }
                    }
                    // With a branch: few elements take the place of those before.
                    for (at, &new) in chunk.iter().enumerate() {
                        if beats(new, all) | has_nan(new) {
                            (all, place) = (new, Some(number * CHUNK + at));
                            if has_nan(all) {
                                break;
                            }
                        }
                    }
                }
                place.map(|place| (all, place))
            }
        }
    )* };
}

in_chunks!(c64 c128);
