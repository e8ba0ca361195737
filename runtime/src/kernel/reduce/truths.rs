//! Integers and a reduction of truth values → loops that test them on the way, without a conversion before.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use core::ops::AddAssign;

use super::narrow::Narrow;
use crate::Element;
use crate::kernel::isa::Level;
use crate::kernel::levels::{for_each_level, levels, slice, slice_mut};

/// The loops of a reduction of truth values over integers.
pub(crate) const fn truth_kernel<A: Truth, O: Truths>() -> Narrow {
    Narrow::new(A::DTYPE, levels!(folds::<A, O>), levels!(steps::<A, O>))
}

/// Elements that are true or not.
pub(crate) trait Truth: Element {
    /// What they are counted in: an integer as wide as they are takes the same vectors.
    type Count: Copy + Default + AddAssign + From<bool> + Into<u64>;

    fn is_true(self) -> bool;
}

macro_rules! integers {
    ($($t:ty: $count:ty),*) => { $(
        impl Truth for $t {
            type Count = $count;

            #[inline(always)]
            fn is_true(self) -> bool {
                self != 0
            }
        }
    )* };
}

integers!(i8: u8, i16: u16, i32: u32, i64: u64, u8: u8, u16: u16, u32: u32, u64: u64);

impl Truth for bool {
    type Count = u8;

    #[inline(always)]
    fn is_true(self) -> bool {
        self
    }
}

/// A reduction of truth values.
pub(crate) trait Truths: 'static {
    type Accumulator: Copy + 'static;

    fn total<A: Truth>(all: &[A]) -> Self::Accumulator;

    fn with(so_far: Self::Accumulator, one: bool) -> Self::Accumulator;
}

/// How many are true.
#[inline(always)]
pub(crate) fn count<A: Truth>(all: &[A]) -> i64 {
    const LANES: usize = 64;
    let mut count = 0;
    // As many as a byte counts in each lane; `map` and `sum` would be functions without the instructions of the level.
    for part in all.chunks(LANES * 255) {
        let mut lanes = [A::Count::default(); LANES];
        let (chunks, rest) = part.as_chunks::<LANES>();
        for chunk in chunks {
            for (lane, element) in lanes.iter_mut().zip(chunk) {
                *lane += element.is_true().into();
            }
        }
        for lane in lanes {
            let lane: u64 = lane.into();
            count += lane.cast_signed();
        }
        for element in rest {
            count += i64::from(element.is_true());
        }
    }
    count
}

for_each_level! {
    /// Elements into one accumulator.
    fn folds<A, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { A: Truth, O: Truths, }
    fold_of
}

#[inline(always)]
unsafe fn fold_of<L: Level, A: Truth, O: Truths>(
    elements: *const u8,
    len: usize,
    _: usize,
    into: *mut u8,
) {
    // SAFETY: the caller vouches for the elements, and for room for an accumulator.
    unsafe { into.cast::<O::Accumulator>().write(O::total(slice::<A>(elements, len))) }
}

for_each_level! {
    /// Elements into accumulators of their own.
    fn steps<A, O>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { A: Truth, O: Truths, }
    step_of
}

#[inline(always)]
unsafe fn step_of<L: Level, A: Truth, O: Truths>(
    elements: *const u8,
    len: usize,
    _: usize,
    into: *mut u8,
) {
    // SAFETY: the caller vouches for as many elements and accumulators.
    let (elements, into) =
        unsafe { (slice::<A>(elements, len), slice_mut::<O::Accumulator>(into, len)) };
    for (into, &element) in into.iter_mut().zip(elements) {
        *into = O::with(*into, element.is_true());
    }
}
