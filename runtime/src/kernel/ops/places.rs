//! Where the extremes are: argmax and argmin, as reductions.
#![expect(clippy::bool_comparison, reason = "the same lines for truth values and numbers")]
#![expect(clippy::cast_possible_truncation, reason = "a stretch has few chunks")]

use super::reductions::{Gives, LANES, Reduction, combined};
use crate::generated::codes::*;
use crate::kernel::accum::Lane;

pub(crate) struct Argmax;
pub(crate) struct Argmin;

/// The extreme so far and its index; of no elements, `NOWHERE`.
#[derive(Clone, Copy)]
pub(crate) struct Found<T> {
    value: T,
    place: usize,
}

const NOWHERE: usize = usize::MAX;

/// Elements of which each lane has so few that a byte counts them.
const STRETCH: usize = 128 * LANES;

/// The index of the first extreme, or of the first NaN.
macro_rules! places {
    ($($op:ident $order:tt, |$new:ident, $old:ident| $beats:expr, $identity:expr, for $($t:ty: $index:ty),*;)*) => { $( $(
        impl Reduction<$t> for $op {
            type Accumulator = Found<<$t as Lane>::Accum>;
            type Out = i64;

            const GIVES: Gives = Gives::Place;

            #[inline(always)]
            fn identity() -> Self::Accumulator {
                Found { value: $identity, place: NOWHERE }
            }

            #[inline(always)]
            fn step(so_far: Self::Accumulator, element: <$t as Lane>::Accum, place: usize) -> Self::Accumulator {
                let ($new, $old) = (element, so_far.value);
                if $beats | (so_far.place == NOWHERE) { Found { value: element, place } } else { so_far }
            }

            #[inline(always)]
            fn combine(one: Self::Accumulator, other: Self::Accumulator) -> Self::Accumulator {
                // Of equal elements the first; lanes are not combined in the order of their elements.
                let (before, after) = if one.place <= other.place { (one, other) } else { (other, one) };
                if after.place == NOWHERE { before } else { <Self as Reduction<$t>>::step(before, after.value, after.place) }
            }

            /// In lanes, each with the extreme so far and the chunk that it was in.
            #[inline(always)]
            fn fold(elements: &[<$t as Lane>::Accum], place: usize) -> Self::Accumulator {
                let in_turn = |all: Self::Accumulator, elements: &[<$t as Lane>::Accum], place: usize| {
                    elements.iter().zip(place..).fold(all, |all, (&element, place)| {
                        <Self as Reduction<$t>>::step(all, element, place)
                    })
                };
                let nothing = <Self as Reduction<$t>>::identity();
                if elements.iter().fold(false, |any, &element| any | (element != element)) {
                    return in_turn(nothing, elements, place);
                }
                let mut all = nothing;
                for (stretch, elements) in elements.chunks(STRETCH).enumerate() {
                    let place = place + stretch * STRETCH;
                    let (chunks, rest) = elements.as_chunks::<LANES>();
                    if let Some((first, others)) = chunks.split_first() {
                        let (mut lanes, mut places) = (*first, [0; LANES]);
                        for (chunk, now) in others.iter().zip(1 as $index..) {
                            // Of copies, in two loops: each becomes a comparison and a choice of whole vectors.
                            let (old, before) = (lanes, places);
                            for lane in 0..LANES {
                                places[lane] =
                                    if chunk[lane] $order old[lane] { now } else { before[lane] };
                            }
                            for lane in 0..LANES {
                                lanes[lane] =
                                    if chunk[lane] $order old[lane] { chunk[lane] } else { old[lane] };
                            }
                        }
                        let value = combined(lanes, |old, new| if new $order old { new } else { old });
                        let least = (0..LANES).fold(NOWHERE, |least, lane| {
                            let offset = places[lane] as usize * LANES + lane;
                            least.min(if lanes[lane] == value { offset } else { NOWHERE })
                        });
                        let found = Found { value, place: place + least };
                        all = <Self as Reduction<$t>>::combine(all, found);
                    }
                    all = in_turn(all, rest, place + elements.len() - rest.len());
                }
                all
            }

            #[inline(always)]
            fn finish(all: Self::Accumulator, _: usize, _: f64) -> i64 {
                all.place.cast_signed() as i64
            }
        }
    )* )* };
}

// With what counts chunks in as many lanes as the elements have.
places! {
    Argmax >, |new, old| new > old, false, for bool: u8;
    Argmin <, |new, old| new < old, false, for bool: u8;
    Argmax >, |new, old| new > old, 0, for i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64;
    Argmin <, |new, old| new < old, 0, for i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64;
    Argmax >, |new, old| !old.is_nan() & ((new > old) | new.is_nan()), 0.0, for f16: u32, bf16: u32, f32: u32, f64: u64;
    Argmin <, |new, old| !old.is_nan() & ((new < old) | new.is_nan()), 0.0, for f16: u32, bf16: u32, f32: u32, f64: u64;
}
