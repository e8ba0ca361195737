//! Where the extremes are: argmax and argmin, as reductions; and max and min of complex numbers, which are found so.
#![expect(clippy::bool_comparison, reason = "the same lines for truth values and numbers")]

use super::compare::{exceeds, has_nan};
use super::extremes::Extreme;
use super::reduction::{Gives, Reduction};
use super::{Max, Min};
use crate::generated::codes::*;
use crate::kernel::accum::Lane;
use crate::kernel::reduce::{Seek, seek_kernel};
use crate::policy::Policies;

pub(crate) struct Argmax;
pub(crate) struct Argmin;

/// The extreme so far and its index; of no elements, `NOWHERE`.
#[derive(Clone, Copy)]
pub(crate) struct Found<T> {
    value: T,
    place: usize,
}

const NOWHERE: usize = usize::MAX;

/// Where a value is first among elements, of which it is one; any NaN stands for another.
#[inline(always)]
#[expect(clippy::eq_op, reason = "a NaN alone is unlike itself")]
fn first_of<T: Copy + PartialEq>(elements: &[T], value: T) -> usize {
    match value == value {
        true => first(elements, |element| element == value),
        false => first(elements, |element| element != element),
    }
}

/// Where an element is the first for which something is true; the number of them if it is for none.
#[inline(always)]
fn first<T: Copy>(elements: &[T], is_it: impl Fn(T) -> bool) -> usize {
    const CHUNK: u32 = 64;
    let (chunks, _) = elements.as_chunks::<{ CHUNK as usize }>();
    let found = chunks
        .iter()
        .position(|chunk| chunk.iter().fold(false, |found, &element| found | is_it(element)));
    let begin = found.unwrap_or(chunks.len()) * CHUNK as usize;
    // In vectors too: the least of the places where it is true.
    let place = |(place, &element)| if is_it(element) { place } else { CHUNK };
    let places =
        (0_u32..).zip(&elements[begin..elements.len().min(begin + CHUNK as usize)]).map(place);
    begin + places.fold(CHUNK, u32::min) as usize
}

/// An op whose results are the places of elements.
pub(crate) trait Finds<C: Lane>: Reduction<C> {
    /// An integer as wide as an element, for the number of one of a few rows.
    type Row: Copy + PartialEq + From<u8> + Into<u64> + 'static;

    /// Whether an element comes in the place of one before it.
    fn beats(new: C::Accum, old: C::Accum) -> bool;
}

/// A reduction to the first extreme, or the first NaN: to its place, or to the element itself by the loops of one that
/// gives its place.
macro_rules! found {
    ($op:ident gives $gives:ident, $out:ty, by $loops:ident, |$new:ident, $old:ident| $beats:expr, $identity:expr, for $t:ty;
        |$found:ident| $finish:expr; $($more:item)*) => {
        impl Reduction<$t> for $op {
            type Accumulator = Found<<$t as Lane>::Accum>;
            type Out = $out;
            type Loops = $loops;

            const GIVES: Gives = Gives::$gives;
            const ANY_ORDER: bool = true;

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

            #[inline(always)]
            fn finish($found: Self::Accumulator, _: usize, _: f64) -> $out {
                $finish
            }

            $($more)*
        }
    };
}

/// The index of the first extreme of real numbers.
macro_rules! places {
    ($($op:ident $order:tt, |$new:ident, $old:ident| $beats:expr, $identity:expr,
        for $($t:ty: $row:ty),*;)*) => { $( $(
        impl Finds<$t> for $op {
            type Row = $row;

            #[inline(always)]
            fn beats($new: <$t as Lane>::Accum, $old: <$t as Lane>::Accum) -> bool {
                $beats
            }
        }

        found!($op gives Place, i64, by $op, |new, old| <Self as Finds<$t>>::beats(new, old), $identity, for $t;
            |all| all.place.cast_signed() as i64;

            const SEEK: Option<Seek> = Some(seek_kernel::<$t, $op>());

            /// By blocks that stay in the cache: the value first, then, if it beats those before, where it is. Each is a
            /// loop without a branch for every element.
            #[inline(always)]
            fn fold(elements: &[<$t as Lane>::Accum], place: usize) -> Self::Accumulator {
                const BLOCK: usize = (16 << 10) / size_of::<<$t as Lane>::Accum>();
                let mut all = <Self as Reduction<$t>>::identity();
                let mut begin = place;
                for block in elements.chunks(BLOCK) {
                    let value = Extreme::extreme(block[0], block, |new, old| new $order old);
                    if (all.place == NOWHERE) | <Self as Finds<$t>>::beats(value, all.value) {
                        all = Found { value, place: begin + first_of(block, value) };
                    }
                    begin += block.len();
                }
                all
            }
        );
    )* )* };
}

places! {
    Argmax >, |new, old| new > old, false, for bool: u8;
    Argmin <, |new, old| new < old, false, for bool: u8;
    Argmax >, |new, old| new > old, 0, for i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64;
    Argmin <, |new, old| new < old, 0, for i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64;
    Argmax >, |new, old| !old.is_nan() & ((new > old) | new.is_nan()), 0.0, for f16: u32, bf16: u32, f32: u32, f64: u64;
    Argmin <, |new, old| !old.is_nan() & ((new < old) | new.is_nan()), 0.0, for f16: u32, bf16: u32, f32: u32, f64: u64;
}

/// The index of the first extreme of complex numbers, or of the first that has a NaN, and that number.
macro_rules! complex_places {
    ($($place:ident and $extreme:ident, |$new:ident, $old:ident| $beats:expr, $identity:expr, for $($t:ty),*;)*) => { $( $(
        complex_places!(@one $place gives Place, i64, by $place, |$new, $old| $beats, $identity, for $t;
            |all| all.place.cast_signed() as i64);
        complex_places!(@one $extreme gives TotalOfSome, <$t as Lane>::Accum, by $place, |$new, $old| $beats, $identity,
            for $t; |all| all.value);
    )* )* };
    (@one $op:ident gives $gives:ident, $out:ty, by $loops:ident, |$new:ident, $old:ident| $beats:expr, $identity:expr,
        for $t:ty; |$all:ident| $finish:expr) => {
        found!($op gives $gives, $out, by $loops, |$new, $old| !has_nan($old) & ($beats | has_nan($new)), $identity, for $t;
            |$all| $finish;);
    };
}

complex_places! {
    Argmax and Max, |new, old| exceeds(new, old, Policies::DEFAULT), c64::new(0.0, 0.0), for c32, c64;
    Argmax and Max, |new, old| exceeds(new, old, Policies::DEFAULT), c128::new(0.0, 0.0), for c128;
    Argmin and Min, |new, old| exceeds(old, new, Policies::DEFAULT), c64::new(0.0, 0.0), for c32, c64;
    Argmin and Min, |new, old| exceeds(old, new, Policies::DEFAULT), c128::new(0.0, 0.0), for c128;
}
