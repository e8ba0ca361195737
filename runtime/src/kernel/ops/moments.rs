//! Means, variances and standard deviations, as reductions.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a mean and a variance are rounded once to the dtype they are of"
)]

use super::lanes::{LANES, combined};
use super::reduction::{Gives, Reduction};
use super::reductions::Sum;
use crate::generated::codes::*;
use crate::kernel::accum::{Canonical, Lane};
use crate::policy::{HalfAccumulator, Policies};

pub(crate) struct Mean;
pub(crate) struct Var;
pub(crate) struct Std;

/// Means: the sum divided by the count.
macro_rules! means {
    ($($t:ty: |$sum:ident, $count:ident| $mean:expr;)*) => { $(
        impl Reduction<$t> for Mean {
            type Accumulator = <$t as Lane>::Accum;
            type Out = <$t as Lane>::Accum;
            type Loops = Sum;

            const GIVES: Gives = Gives::Total;

            #[inline(always)]
            fn identity() -> Self::Accumulator {
                <Sum as Reduction<$t>>::identity()
            }

            #[inline(always)]
            fn step(so_far: Self::Accumulator, element: Self::Accumulator, _: usize) -> Self::Accumulator {
                so_far + element
            }

            #[inline(always)]
            fn combine(before: Self::Accumulator, after: Self::Accumulator) -> Self::Accumulator {
                before + after
            }

            #[inline(always)]
            fn rounded(all: Self::Accumulator) -> Self::Accumulator {
                <Sum as Reduction<$t>>::rounded(all)
            }

            fn rounds(policies: Policies) -> bool {
                policies.half_accumulator == HalfAccumulator::Own
            }

            #[inline(always)]
            fn finish($sum: Self::Accumulator, count: usize, _: f64) -> Self::Out {
                let $count = count as f64;
                $mean
            }
        }
    )* };
}

/// Count, mean and sum of the squared distances from it.
#[derive(Clone, Copy)]
pub(crate) struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    const NONE: Moments = Moments { count: 0.0, mean: 0.0, squares: 0.0 };

    fn combine(self, other: Moments) -> Moments {
        if self.count == 0.0 {
            return other;
        }
        if other.count == 0.0 {
            return self;
        }
        let count = self.count + other.count;
        let apart = other.mean - self.mean;
        let share = other.count / count;
        Moments {
            count,
            mean: self.mean + apart * share,
            squares: self.squares + other.squares + apart * apart * self.count * share,
        }
    }

    /// Of one element more each, as `combine` has it; all are of equally many, so one division is enough.
    #[inline(always)]
    fn step_all<T: Copy + Into<f64>>(into: &mut [Moments], elements: &[T]) {
        let before = into.first().map_or(0.0, |first| first.count);
        let count = before + 1.0;
        let share = 1.0 / count;
        for (so_far, &element) in into.iter_mut().zip(elements) {
            let element: f64 = element.into();
            let apart = element - so_far.mean;
            let squares = so_far.squares + apart * apart * before * share;
            let mean = so_far.mean + apart * share;
            *so_far = match before == 0.0 {
                true => Moments { count, mean: element, squares: 0.0 },
                false => Moments { count, mean, squares },
            };
        }
    }

    /// Of elements that are in the L1 cache, in two passes.
    #[inline(always)]
    fn of<T: Copy + Into<f64>>(elements: &[T]) -> Moments {
        let count = elements.len() as f64;
        let mean = total(elements, |element| element) / count;
        let squares = total(elements, |element| {
            let apart = element - mean;
            apart * apart
        });
        Moments { count, mean, squares }
    }

    fn variance(self, correction: f64) -> f64 {
        // With no more elements than the correction it is infinite, or NaN for 0/0. The NaN is the canonical one before
        // a root is taken of it: afterwards LLVM takes it for the root.
        (self.squares / (self.count - correction).max(0.0)).canonical()
    }
}

/// The sum of something of each element, in lanes.
#[inline(always)]
fn total<T: Copy + Into<f64>>(elements: &[T], of: impl Fn(f64) -> f64) -> f64 {
    let mut lanes = [0.0; LANES];
    let (chunks, rest) = elements.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &element) in lanes.iter_mut().zip(chunk) {
            *lane += of(element.into());
        }
    }
    for (lane, &element) in lanes.iter_mut().zip(rest) {
        *lane += of(element.into());
    }
    combined(lanes, |low, high| low + high)
}

macro_rules! variances {
    ($($op:ident for $($t:ty),*: |$variance:ident| $finish:expr;)*) => { $( $(
        impl Reduction<$t> for $op {
            type Accumulator = Moments;
            type Out = <$t as Lane>::Accum;
            type Loops = Var;

            const GIVES: Gives = Gives::Total;
            const FEW_BY_STEPS: bool = false;

            #[inline(always)]
            fn identity() -> Moments {
                Moments::NONE
            }

            #[inline(always)]
            fn step(so_far: Moments, element: Self::Out, _: usize) -> Moments {
                so_far.combine(Moments { count: 1.0, mean: f64::from(element), squares: 0.0 })
            }

            #[inline(always)]
            fn steps(into: &mut [Moments], elements: &[Self::Out], _: usize) {
                Moments::step_all(into, elements);
            }

            #[inline(always)]
            fn combine(before: Moments, after: Moments) -> Moments {
                before.combine(after)
            }

            #[inline(always)]
            fn finish(all: Moments, _: usize, correction: f64) -> Self::Out {
                let $variance = all.variance(correction);
                $finish as Self::Out
            }

            #[inline(always)]
            fn fold(elements: &[Self::Out], _: usize) -> Moments {
                match elements.len() {
                    0 => Moments::NONE,
                    _ => Moments::of(elements),
                }
            }
        }
    )* )* };
}

means! {
    f16: |sum, count| (f64::from(sum) / count) as f32;
    bf16: |sum, count| (f64::from(sum) / count) as f32;
    f32: |sum, count| (f64::from(sum) / count) as f32;
    f64: |sum, count| sum / count;
    c32: |sum, count| c64::new((f64::from(sum.re) / count) as f32, (f64::from(sum.im) / count) as f32);
    c64: |sum, count| c64::new((f64::from(sum.re) / count) as f32, (f64::from(sum.im) / count) as f32);
    c128: |sum, count| c128::new(sum.re / count, sum.im / count);
}

variances! {
    Var for f16, bf16, f32, f64: |variance| variance;
    Std for f16, bf16, f32, f64: |variance| variance.sqrt();
}
