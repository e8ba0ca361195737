//! A reduction: what it accumulates, and how it folds elements that lie one after the other.

use super::lanes::{IN_ORDER, LANES, combined};
use crate::kernel::accum::{Lane, Output};
use crate::kernel::reduce::{Narrow, Seek};
use crate::policy::Policies;

/// What a reduction gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    /// One result, of no elements too.
    Total,
    /// One result, of one element or more.
    TotalOfSome,
    /// The index of an element, of one element or more.
    Place,
    /// A result after every element.
    EveryStep,
}

/// A reduction of elements of a dtype.
pub(crate) trait Reduction<C: Lane>: 'static {
    /// What is known of the elements so far. At every level and with any number of threads, elements are
    /// accumulated in the same order.
    type Accumulator: Copy + 'static;
    type Out: Output<C>;

    /// The reduction whose loops accumulate for this one: itself, or one that gives something else of the same.
    type Loops: Reduction<C, Accumulator = Self::Accumulator>;

    const GIVES: Gives;

    /// Of no elements.
    fn identity() -> Self::Accumulator;

    /// With one element more, the `place`-th.
    fn step(so_far: Self::Accumulator, element: C::Accum, place: usize) -> Self::Accumulator;

    /// Of one element, as it is: an identity may change the sign of its zeros.
    #[inline(always)]
    fn of_one(element: C::Accum) -> Self::Accumulator {
        Self::step(Self::identity(), element, 0)
    }

    /// Each of some elements, all the `place`-th of their output, into an accumulator of its own. All of those are of
    /// equally many elements.
    #[inline(always)]
    fn steps(into: &mut [Self::Accumulator], elements: &[C::Accum], place: usize) {
        for (into, &element) in into.iter_mut().zip(elements) {
            *into = Self::step(*into, element, place);
        }
    }

    /// Of the elements of both, those of `before` first.
    fn combine(before: Self::Accumulator, after: Self::Accumulator) -> Self::Accumulator;

    /// Whether some accumulators are settled.
    const SETTLES: bool = false;

    /// Whether no element more can change the result.
    #[inline(always)]
    fn is_settled(_: Self::Accumulator) -> bool {
        false
    }

    /// Loops over elements of narrower dtypes, which need not be converted first.
    const NARROW: &'static [Narrow] = &[];

    /// Loops for neighbouring outputs, of an op that gives places.
    const SEEK: Option<Seek> = None;

    /// Whether the result is the same, whichever elements are accumulated together first.
    const ANY_ORDER: bool = false;

    /// Whether up to [`LANES`] elements are folded by a step each: fewer than [`IN_ORDER`] one after the other, more into
    /// lanes.
    const FEW_BY_STEPS: bool = true;

    /// The accumulator as the dtype itself would hold it.
    #[inline(always)]
    fn rounded(all: Self::Accumulator) -> Self::Accumulator {
        all
    }

    /// Whether the policies want that of every accumulator.
    fn rounds(_: Policies) -> bool {
        false
    }

    /// Whether the policies want that the first of several results is the first element as it is.
    fn keeps_first(_: Policies) -> bool {
        false
    }

    /// The result of `count` elements; a variance subtracts `correction` from the count.
    fn finish(all: Self::Accumulator, count: usize, correction: f64) -> Self::Out;

    /// Of some elements, of which the first is the `place`-th.
    #[inline(always)]
    fn fold(elements: &[C::Accum], place: usize) -> Self::Accumulator {
        in_lanes::<C, Self, LANES>(elements, place)
    }

    /// Whether the result depends on the correction.
    const CORRECTS: bool = false;

    /// Whether two blocks are accumulated at the same time: where all lanes of one fit in so few registers that each
    /// would wait for its last element.
    const TWO_BLOCKS: bool = false;
}

/// Block after block, each folded and then combined with those before it.
#[inline(always)]
pub(crate) fn fold_blocks<C: Lane, R: Reduction<C> + ?Sized>(
    before: Option<R::Accumulator>,
    elements: &[C::Accum],
    mut place: usize,
    block: usize,
) -> R::Accumulator {
    let mut all = before;
    let mut after = |part: R::Accumulator| {
        all = Some(all.map_or(part, |before| R::combine(before, part)));
    };
    let mut rest = elements;
    if R::TWO_BLOCKS {
        let pairs = elements.chunks_exact(2 * block);
        rest = pairs.remainder();
        for pair in pairs {
            two_in_lanes::<C, R>(pair.split_at(block), place).into_iter().for_each(&mut after);
            place += pair.len();
        }
    }
    for part in rest.chunks(block) {
        after(R::fold(part, place));
        place += part.len();
    }
    all.unwrap_or_else(R::identity)
}

/// Folds two blocks at the same time, each as [`in_lanes`] does; they are as long and have whole numbers of lanes.
#[inline(always)]
fn two_in_lanes<C: Lane, R: Reduction<C> + ?Sized>(
    (first, second): (&[C::Accum], &[C::Accum]),
    place: usize,
) -> [R::Accumulator; 2] {
    let mut lanes = [[R::identity(); LANES]; 2];
    let [one, other] = &mut lanes;
    let chunks = first.as_chunks::<LANES>().0.iter().zip(second.as_chunks::<LANES>().0);
    let mut at = place;
    for (first_chunk, second_chunk) in chunks {
        step_lanes::<C, R>(one, first_chunk, at);
        step_lanes::<C, R>(other, second_chunk, at + first.len());
        at += LANES;
    }
    // A function of its own: combined right here, the lanes would be none of a vector in the loop either.
    lanes.map(|lanes| combined(lanes, R::combine))
}

/// Folds into several accumulators in turn, then combines them in a fixed order.
#[inline(always)]
pub(super) fn in_lanes<C: Lane, R: Reduction<C> + ?Sized, const LANES: usize>(
    elements: &[C::Accum],
    place: usize,
) -> R::Accumulator {
    if elements.len() < IN_ORDER {
        let all = elements.iter().zip(place..);
        return all.fold(R::identity(), |all, (&element, place)| R::step(all, element, place));
    }
    let mut lanes = [R::identity(); LANES];
    let (chunks, rest) = elements.as_chunks::<LANES>();
    let mut at = place;
    for chunk in chunks {
        step_lanes::<C, R>(&mut lanes, chunk, at);
        at += LANES;
    }
    step_lanes::<C, R>(&mut lanes, rest, at);
    combined(lanes, R::combine)
}

/// Each element into a lane of its own; the first of them is the `place`-th.
#[inline(always)]
pub(crate) fn step_lanes<C: Lane, R: Reduction<C> + ?Sized>(
    lanes: &mut [R::Accumulator],
    elements: &[C::Accum],
    place: usize,
) {
    for (lane, (so_far, &element)) in lanes.iter_mut().zip(elements).enumerate() {
        *so_far = R::step(*so_far, element, place + lane);
    }
}
