//! A slice of numbers → the one that beats all others, compared in whatever order is fastest.

use core::hint::black_box;

use super::lanes::{IN_ORDER, LANES, combined};

/// What a loop finds the extreme of.
pub(super) trait Extreme: Copy {
    /// The element of `first` and those after it that no other beats, or a NaN if one of them is. Of zeros it is any.
    fn extreme(first: Self, elements: &[Self], beats: impl Fn(Self, Self) -> bool) -> Self;
}

macro_rules! in_any_order {
    ($($t:ty)*) => { $(
        impl Extreme for $t {
            #[inline(always)]
            fn extreme(first: $t, elements: &[$t], beats: impl Fn($t, $t) -> bool) -> $t {
                elements.iter().fold(first, |old, &new| if beats(new, old) { new } else { old })
            }
        }
    )* };
}

in_any_order!(bool i8 i16 i32 i64 u8 u16 u32 u64);

/// In lanes, with NaN apart: a comparison leaves it out.
macro_rules! in_lanes {
    ($($t:ty)*) => { $(
        impl Extreme for $t {
            #[inline(always)]
            fn extreme(first: $t, elements: &[$t], beats: impl Fn($t, $t) -> bool) -> $t {
                let beyond = |new, old| if beats(new, old) { new } else { old };
                if elements.len() < IN_ORDER {
                    let has_nan = elements.iter().fold(first.is_nan(), |nan, new| nan | new.is_nan());
                    let all = elements.iter().fold(first, |old, &new| beyond(new, old));
                    return if has_nan { <$t>::NAN } else { all };
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

in_lanes!(f32 f64);
