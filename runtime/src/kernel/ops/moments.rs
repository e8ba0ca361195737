//! Means, variances and standard deviations, as reductions.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a mean and a variance are rounded once to the dtype they are of"
)]

use core::ops::{Add, Div, Mul, Sub};

use num_complex::Complex;

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

/// What a mean is taken of: a real or a complex number in float64.
pub(crate) trait Wide:
    Copy
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    const ZERO: Self;

    /// The square of its magnitude.
    fn squared(self) -> f64;
}

impl Wide for f64 {
    const ZERO: f64 = 0.0;

    #[inline(always)]
    fn squared(self) -> f64 {
        self * self
    }
}

impl Wide for c128 {
    const ZERO: c128 = c128::new(0.0, 0.0);

    #[inline(always)]
    fn squared(self) -> f64 {
        self.norm_sqr()
    }
}

/// An element in float64.
trait Widen: Copy {
    type Wide: Wide;

    fn widen(self) -> Self::Wide;
}

impl Widen for f32 {
    type Wide = f64;

    #[inline(always)]
    fn widen(self) -> f64 {
        f64::from(self)
    }
}

impl Widen for f64 {
    type Wide = f64;

    #[inline(always)]
    fn widen(self) -> f64 {
        self
    }
}

impl<T: Copy + Into<f64>> Widen for Complex<T> {
    type Wide = c128;

    #[inline(always)]
    fn widen(self) -> c128 {
        c128::new(self.re.into(), self.im.into())
    }
}

/// Count, mean and sum of the squared distances from it.
#[derive(Clone, Copy)]
pub(crate) struct Moments<N> {
    count: f64,
    mean: N,
    squares: f64,
}

impl<N: Wide> Moments<N> {
    const NONE: Moments<N> = Moments { count: 0.0, mean: N::ZERO, squares: 0.0 };

    /// Of one element: zero times an infinity is NaN, as its distance from itself is.
    #[inline(always)]
    fn of_one(element: N) -> Moments<N> {
        Moments { count: 1.0, mean: element, squares: (element * 0.0).squared() }
    }

    fn combine(self, other: Moments<N>) -> Moments<N> {
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
            squares: self.squares + other.squares + apart.squared() * self.count * share,
        }
    }

    /// Of one element more each, as `combine` has it; all are of equally many, so one division is enough.
    #[inline(always)]
    fn step_all(into: &mut [Moments<N>], elements: &[impl Widen<Wide = N>]) {
        let before = into.first().map_or(0.0, |first| first.count);
        let count = before + 1.0;
        let share = 1.0 / count;
        for (so_far, &element) in into.iter_mut().zip(elements) {
            let element = element.widen();
            let one = Moments::of_one(element);
            let apart = element - so_far.mean;
            let squares = so_far.squares + one.squares + apart.squared() * before * share;
            let mean = so_far.mean + apart * share;
            *so_far = match before == 0.0 {
                true => one,
                false => Moments { count, mean, squares },
            };
        }
    }

    /// Of elements that are in the L1 cache, in two passes.
    #[inline(always)]
    fn of(elements: &[impl Widen<Wide = N>]) -> Moments<N> {
        let count = elements.len() as f64;
        let mean = total(elements, N::ZERO, |element| element) / count;
        let squares = total(elements, 0.0, |element| (element - mean).squared());
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
fn total<E: Widen, N: Wide>(elements: &[E], zero: N, of: impl Fn(E::Wide) -> N) -> N {
    let mut lanes = [zero; LANES];
    let (chunks, rest) = elements.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, &element) in lanes.iter_mut().zip(chunk) {
            *lane = *lane + of(element.widen());
        }
    }
    for (lane, &element) in lanes.iter_mut().zip(rest) {
        *lane = *lane + of(element.widen());
    }
    combined(lanes, |low, high| low + high)
}

macro_rules! variances {
    ($($op:ident of $number:ident for $($t:ty => $out:ty),*: |$variance:ident| $finish:expr;)*) => { $( $(
        impl Reduction<$t> for $op {
            type Accumulator = Moments<$number>;
            type Out = $out;
            type Loops = Var;

            const GIVES: Gives = Gives::Total;
            const FEW_BY_STEPS: bool = false;
            const CORRECTS: bool = true;

            #[inline(always)]
            fn identity() -> Moments<$number> {
                Moments::NONE
            }

            #[inline(always)]
            fn step(so_far: Moments<$number>, element: <$t as Lane>::Accum, _: usize) -> Moments<$number> {
                so_far.combine(Moments::of_one(element.widen()))
            }

            #[inline(always)]
            fn steps(into: &mut [Moments<$number>], elements: &[<$t as Lane>::Accum], _: usize) {
                Moments::step_all(into, elements);
            }

            #[inline(always)]
            fn combine(before: Moments<$number>, after: Moments<$number>) -> Moments<$number> {
                before.combine(after)
            }

            #[inline(always)]
            fn finish(all: Moments<$number>, _: usize, correction: f64) -> $out {
                let $variance = all.variance(correction);
                $finish as $out
            }

            #[inline(always)]
            fn fold(elements: &[<$t as Lane>::Accum], _: usize) -> Moments<$number> {
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
    Var of f64 for f16 => f32, bf16 => f32, f32 => f32, f64 => f64: |variance| variance;
    Std of f64 for f16 => f32, bf16 => f32, f32 => f32, f64 => f64: |variance| variance.sqrt();
    Var of c128 for c32 => f32, c64 => f32, c128 => f64: |variance| variance;
    Std of c128 for c32 => f32, c64 => f32, c128 => f64: |variance| variance.sqrt();
}
