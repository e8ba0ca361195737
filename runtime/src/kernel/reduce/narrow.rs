//! Narrow integers and a sum that is wider → loops that widen on the way, without a conversion before.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::fold::{Fold, Loops};
use crate::kernel::isa::Level;
use crate::kernel::levels::{PerLevel, for_each_level, levels, slice, slice_mut};
use crate::{DType, Element};

/// The loops of a reduction over elements of a narrower dtype than it computes in.
pub(crate) struct Narrow {
    pub(super) from: DType,
    pub(super) loops: PerLevel<Loops>,
}

/// The loops that add up integers of one type as integers of a wider one.
pub(crate) const fn narrow_kernel<A: Widen<W> + Element, W: Copy + 'static>() -> Narrow {
    Narrow::new(A::DTYPE, levels!(folds::<A, W>), levels!(steps::<A, W>))
}

impl Narrow {
    pub(super) const fn new(from: DType, folds: PerLevel<Fold>, steps: PerLevel<Fold>) -> Narrow {
        let [fold_0, fold_1, fold_2] = folds;
        let [step_0, step_1, step_2] = steps;
        let loops =
            [Loops::fold(fold_0, step_0), Loops::fold(fold_1, step_1), Loops::fold(fold_2, step_2)];
        Narrow { from, loops }
    }
}

/// Integers that are added up as wider ones; sums wrap around there.
pub(crate) trait Widen<W>: Copy + 'static {
    fn widened(self) -> W;

    /// The sum of some, at most of a block, which fits in an integer between the two.
    fn total(all: &[Self]) -> W;

    fn added(one: W, other: W) -> W;
}

macro_rules! widen {
    ($($t:ty => $middle:ty => $wide:ty;)*) => { $(
        impl Widen<$wide> for $t {
            #[inline(always)]
            fn widened(self) -> $wide {
                self.into()
            }

            #[inline(always)]
            fn total(all: &[$t]) -> $wide {
                let parts = all.chunks(4096).map(|part| {
                    let sum = part.iter().fold(0, |sum: $middle, &one| sum.wrapping_add(one.into()));
                    <$wide>::from(sum)
                });
                parts.fold(0, <$wide>::wrapping_add)
            }

            #[inline(always)]
            fn added(one: $wide, other: $wide) -> $wide {
                one.wrapping_add(other)
            }
        }
    )* };
}

widen! {
    i8 => i32 => i64; i16 => i32 => i64; i32 => i64 => i64;
    u8 => u32 => u64; u16 => u32 => u64; u32 => u64 => u64;
}

for_each_level! {
    /// Elements into one accumulator.
    fn folds<A, W>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { A: Widen<W>, W: Copy + 'static, }
    fold_of
}

#[inline(always)]
unsafe fn fold_of<L: Level, A: Widen<W>, W>(
    elements: *const u8,
    len: usize,
    _: usize,
    into: *mut u8,
) {
    // SAFETY: the caller vouches for the elements, and for room for an accumulator.
    unsafe { into.cast::<W>().write(A::total(slice::<A>(elements, len))) }
}

for_each_level! {
    /// Elements into accumulators of their own.
    fn steps<A, W>(elements: *const u8, len: usize, place: usize, into: *mut u8)
    where { A: Widen<W>, W: Copy + 'static, }
    step_of
}

#[inline(always)]
unsafe fn step_of<L: Level, A: Widen<W>, W: Copy>(
    elements: *const u8,
    len: usize,
    _: usize,
    into: *mut u8,
) {
    // SAFETY: the caller vouches for as many elements and accumulators.
    let (elements, into) = unsafe { (slice::<A>(elements, len), slice_mut::<W>(into, len)) };
    for (into, &element) in into.iter_mut().zip(elements) {
        *into = A::added(*into, element.widened());
    }
}
