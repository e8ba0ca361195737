//! Where the extremes are: argmax and argmin, as reductions.
#![expect(clippy::bool_comparison, reason = "the same lines for truth values and numbers")]

use super::compare::{greater, has_nan, lesser};
use super::extremes::Extreme;
use super::reduction::{Gives, Reduction};
use crate::generated::codes::*;
use crate::kernel::accum::Lane;
use crate::kernel::reduce::{Seek, seek_kernel};

pub(crate) struct Argmax;
pub(crate) struct Argmin;

/// The extreme so far and its index; of no elements, `NOWHERE`.
#[derive(Clone, Copy)]
pub(crate) struct Found<T> {
    value: T,
    place: usize,
}

const NOWHERE: usize = usize::MAX;

/// An op whose results are the places of elements.
pub(crate) trait Finds<C: Lane>: Reduction<C> {
    /// An integer as wide as an element, for the number of one of a few rows.
    type Row: Copy + PartialEq + From<u8> + TryInto<u8> + 'static;

    /// Whether an element comes in the place of one before it.
    fn beats(new: C::Accum, old: C::Accum) -> bool;
}

/// The index of the first extreme, or of the first NaN.
macro_rules! places {
    ($($op:ident by $order:expr, |$new:ident, $old:ident| $beats:expr, $identity:expr,
        for $($t:ty: $row:ty),*;)*) => { $( $(
        impl Finds<$t> for $op {
            type Row = $row;

            #[inline(always)]
            fn beats($new: <$t as Lane>::Accum, $old: <$t as Lane>::Accum) -> bool {
                $beats
            }
        }

        impl Reduction<$t> for $op {
            type Accumulator = Found<<$t as Lane>::Accum>;
            type Out = i64;
            type Loops = $op;

            const GIVES: Gives = Gives::Place;
            const SEEK: Option<Seek> = Some(seek_kernel::<$t, $op>());
            const ANY_ORDER: bool = true;

            #[inline(always)]
            fn identity() -> Self::Accumulator {
                Found { value: $identity, place: NOWHERE }
            }

            #[inline(always)]
            fn step(so_far: Self::Accumulator, element: <$t as Lane>::Accum, place: usize) -> Self::Accumulator {
                let beats = <Self as Finds<$t>>::beats(element, so_far.value);
                if beats | (so_far.place == NOWHERE) { Found { value: element, place } } else { so_far }
            }

            #[inline(always)]
            fn combine(one: Self::Accumulator, other: Self::Accumulator) -> Self::Accumulator {
                // Of equal elements the first; lanes are not combined in the order of their elements.
                let (before, after) = if one.place <= other.place { (one, other) } else { (other, one) };
                if after.place == NOWHERE { before } else { <Self as Reduction<$t>>::step(before, after.value, after.place) }
            }

            /// By blocks that stay in the cache: the value first, then, if it beats those before, where it is. Each is a
            /// loop without a branch for every element.
            #[inline(always)]
            fn fold(elements: &[<$t as Lane>::Accum], place: usize) -> Self::Accumulator {
                const BLOCK: usize = (16 << 10) / size_of::<<$t as Lane>::Accum>();
                let mut all = <Self as Reduction<$t>>::identity();
                let mut begin = place;
                for block in elements.chunks(BLOCK) {
                    let before = (all.place != NOWHERE).then_some(all.value);
                    if let Some((value, place)) = Extreme::place(before, block, $order, <Self as Finds<$t>>::beats) {
                        all = Found { value, place: begin + place };
                    }
                    begin += block.len();
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

places! {
    Argmax by |new, old| new > old, |new, old| new > old, false, for bool: u8;
    Argmin by |new, old| new < old, |new, old| new < old, false, for bool: u8;
    Argmax by |new, old| new > old, |new, old| new > old, 0,
        for i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64;
    Argmin by |new, old| new < old, |new, old| new < old, 0,
        for i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64;
    Argmax by |new, old| new > old, |new, old| !old.is_nan() & ((new > old) | new.is_nan()), 0.0,
        for f16: u32, bf16: u32, f32: u32, f64: u64;
    Argmin by |new, old| new < old, |new, old| !old.is_nan() & ((new < old) | new.is_nan()), 0.0,
        for f16: u32, bf16: u32, f32: u32, f64: u64;
    Argmax by greater, |new, old| !has_nan(old) & (greater(new, old) | has_nan(new)), c64::new(0.0, 0.0), for c64: u64;
    Argmin by lesser, |new, old| !has_nan(old) & (lesser(new, old) | has_nan(new)), c64::new(0.0, 0.0), for c64: u64;
    Argmax by greater, |new, old| !has_nan(old) & (greater(new, old) | has_nan(new)), c128::new(0.0, 0.0), for c128: u128;
    Argmin by lesser, |new, old| !has_nan(old) & (lesser(new, old) | has_nan(new)), c128::new(0.0, 0.0), for c128: u128;
}
