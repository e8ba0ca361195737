//! Ops that make one element of many: what they gather, how two gatherings meet, what comes out.

use super::{Add, BinaryOp, Maximum, Minimum, Multiply};
use crate::generated::codes::*;
use crate::kernel::lane::{Lane, Stored};
use crate::policy::Policies;

pub(crate) struct Sum;
pub(crate) struct Prod;
pub(crate) struct Mean;
pub(crate) struct Var;
pub(crate) struct Std;
pub(crate) struct Max;
pub(crate) struct Min;
pub(crate) struct Argmax;
pub(crate) struct Argmin;
pub(crate) struct All;
pub(crate) struct Any;
pub(crate) struct CumulativeSum;

/// An op that gathers elements of a dtype.
pub(crate) trait Reduction<C: Lane>: 'static {
    /// What is gathered so far. All levels and any number of threads gather in the same order.
    type Gathered: Copy + 'static;
    type Out: Stored<C>;

    /// Whether every step of the gathering is a result.
    const SCANS: bool = false;

    /// Whether what comes out is a place among the elements.
    const PLACES: bool = false;

    /// Whether something comes out of no elements.
    const OF_NOTHING: bool = true;

    /// Nothing gathered.
    fn nothing() -> Self::Gathered;

    /// One element more, the `place`-th.
    fn push(so_far: Self::Gathered, element: C::Wide, place: usize) -> Self::Gathered;

    /// Two gatherings, of elements that came before and after.
    fn meet(before: Self::Gathered, after: Self::Gathered) -> Self::Gathered;

    /// What comes out of `count` elements; `correction` is taken from the count by a variance.
    fn finish(all: Self::Gathered, count: usize, correction: f64) -> Self::Out;

    /// The gathering of a stretch of elements, of which the first is the `place`-th.
    #[inline(always)]
    fn gather(elements: &[C::Wide], place: usize) -> Self::Gathered {
        in_lanes::<C, Self, LANES>(elements, place)
    }
}

/// As many sums run side by side as fill a few registers.
const LANES: usize = 32;

/// Gathers in lanes, then the lanes in order.
#[inline(always)]
fn in_lanes<C: Lane, R: Reduction<C> + ?Sized, const LANES: usize>(
    elements: &[C::Wide],
    place: usize,
) -> R::Gathered {
    let mut lanes = [R::nothing(); LANES];
    let (chunks, rest) = elements.as_chunks::<LANES>();
    let mut at = place;
    for chunk in chunks {
        for (lane, (so_far, &element)) in lanes.iter_mut().zip(chunk).enumerate() {
            *so_far = R::push(*so_far, element, at + lane);
        }
        at += LANES;
    }
    for (lane, (so_far, &element)) in lanes.iter_mut().zip(rest).enumerate() {
        *so_far = R::push(*so_far, element, at + lane);
    }
    // Halves meet halves, so that no lane is far from the result.
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = R::meet(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}

/// Reductions that gather with an op on pairs, starting from an element that changes nothing.
macro_rules! by_op {
    ($($reduction:ident $flags:tt = $op:ident from $nothing:expr, for $($t:ty),*;)*) => {
        $($(by_op!(@one $reduction $flags $op ($nothing) $t);)*)*
    };
    (@one $reduction:ident [$($flag:ident = $value:literal)?] $op:ident $nothing:tt $t:ty) => {
        impl Reduction<$t> for $reduction {
            type Gathered = <$t as Lane>::Wide;
            type Out = <$t as Lane>::Wide;

            $(const $flag: bool = $value;)?

            #[inline(always)]
            fn nothing() -> Self::Gathered {
                let nothing: fn() -> <$t as Lane>::Wide = $nothing;
                nothing()
            }

            #[inline(always)]
            fn push(so_far: Self::Gathered, element: Self::Gathered, _: usize) -> Self::Gathered {
                <$op as BinaryOp<$t>>::apply(so_far, element, Policies::DEFAULT)
            }

            #[inline(always)]
            fn meet(before: Self::Gathered, after: Self::Gathered) -> Self::Gathered {
                <$op as BinaryOp<$t>>::apply(before, after, Policies::DEFAULT)
            }

            #[inline(always)]
            fn finish(all: Self::Gathered, _: usize, _: f64) -> Self::Out {
                all
            }
        }
    };
}

by_op! {
    Sum [] = Add from || 0, for i8, i16, i32, i64, u8, u16, u32, u64;
    Sum [] = Add from || 0.0, for f16, bf16, f32, f64;
    Sum [] = Add from || c64::new(0.0, 0.0), for c32, c64;
    Sum [] = Add from || c128::new(0.0, 0.0), for c128;
    CumulativeSum [SCANS = true] = Add from || 0, for i8, i16, i32, i64, u8, u16, u32, u64;
    CumulativeSum [SCANS = true] = Add from || 0.0, for f16, bf16, f32, f64;
    CumulativeSum [SCANS = true] = Add from || c64::new(0.0, 0.0), for c32, c64;
    CumulativeSum [SCANS = true] = Add from || c128::new(0.0, 0.0), for c128;
    Prod [] = Multiply from || 1, for i8, i16, i32, i64, u8, u16, u32, u64;
    Prod [] = Multiply from || 1.0, for f16, bf16, f32, f64;
    Prod [] = Multiply from || c64::new(1.0, 0.0), for c32, c64;
    Prod [] = Multiply from || c128::new(1.0, 0.0), for c128;
    Max [OF_NOTHING = false] = Maximum from || false, for bool;
    Min [OF_NOTHING = false] = Minimum from || true, for bool;
    Max [OF_NOTHING = false] = Maximum from || f32::NEG_INFINITY, for f16, bf16, f32;
    Max [OF_NOTHING = false] = Maximum from || f64::NEG_INFINITY, for f64;
    Min [OF_NOTHING = false] = Minimum from || f32::INFINITY, for f16, bf16, f32;
    Min [OF_NOTHING = false] = Minimum from || f64::INFINITY, for f64;
    All [] = Minimum from || true, for bool;
    Any [] = Maximum from || false, for bool;
}

macro_rules! integer_extremes {
    ($($t:ident),*) => { $(
        by_op! {
            Max [OF_NOTHING = false] = Maximum from || $t::MIN, for $t;
            Min [OF_NOTHING = false] = Minimum from || $t::MAX, for $t;
        }
    )* };
}

integer_extremes!(i8, i16, i32, i64, u8, u16, u32, u64);

/// The sum divided by the count.
macro_rules! means {
    ($($t:ty: |$sum:ident, $count:ident| $mean:expr;)*) => { $(
        impl Reduction<$t> for Mean {
            type Gathered = <$t as Lane>::Wide;
            type Out = <$t as Lane>::Wide;

            #[inline(always)]
            fn nothing() -> Self::Gathered {
                <Sum as Reduction<$t>>::nothing()
            }

            #[inline(always)]
            fn push(so_far: Self::Gathered, element: Self::Gathered, _: usize) -> Self::Gathered {
                so_far + element
            }

            #[inline(always)]
            fn meet(before: Self::Gathered, after: Self::Gathered) -> Self::Gathered {
                before + after
            }

            #[inline(always)]
            fn finish($sum: Self::Gathered, count: usize, _: f64) -> Self::Out {
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
    const NOTHING: Moments = Moments { count: 0.0, mean: 0.0, squares: 0.0 };

    fn meet(self, other: Moments) -> Moments {
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

    /// Of a stretch that is in the nearest cache, in two passes.
    #[inline(always)]
    fn of(count: usize, element: impl Fn(usize) -> f64) -> Moments {
        let mut lanes = [0.0; 8];
        for place in 0..count {
            lanes[place % 8] += element(place);
        }
        let mean = lanes.iter().sum::<f64>() / count as f64;
        let mut lanes = [0.0; 8];
        for place in 0..count {
            let apart = element(place) - mean;
            lanes[place % 8] += apart * apart;
        }
        Moments { count: count as f64, mean, squares: lanes.iter().sum() }
    }

    fn variance(self, correction: f64) -> f64 {
        // No more elements than the correction: 0/0, or a negative count is none.
        self.squares / (self.count - correction).max(0.0)
    }
}

macro_rules! variances {
    ($($op:ident for $($t:ty),*: |$variance:ident| $finish:expr;)*) => { $( $(
        impl Reduction<$t> for $op {
            type Gathered = Moments;
            type Out = <$t as Lane>::Wide;

            #[inline(always)]
            fn nothing() -> Moments {
                Moments::NOTHING
            }

            #[inline(always)]
            fn push(so_far: Moments, element: Self::Out, _: usize) -> Moments {
                so_far.meet(Moments { count: 1.0, mean: f64::from(element), squares: 0.0 })
            }

            #[inline(always)]
            fn meet(before: Moments, after: Moments) -> Moments {
                before.meet(after)
            }

            #[inline(always)]
            fn finish(all: Moments, _: usize, correction: f64) -> Self::Out {
                let $variance = all.variance(correction);
                $finish as Self::Out
            }

            #[inline(always)]
            fn gather(elements: &[Self::Out], _: usize) -> Moments {
                match elements.len() {
                    0 => Moments::NOTHING,
                    count => Moments::of(count, |place| f64::from(elements[place])),
                }
            }
        }
    )* )* };
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a mean and a variance are rounded once to the dtype they are of"
)]
mod moments {
    use super::*;

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
}

/// The extreme so far and where it is; nothing is nowhere.
#[derive(Clone, Copy)]
pub(crate) struct Found<T> {
    value: T,
    place: usize,
}

const NOWHERE: usize = usize::MAX;

/// The place of the first extreme, or of the first NaN.
macro_rules! places {
    ($($op:ident, |$new:ident, $old:ident| $beats:expr, $nothing:expr, for $($t:ty),*;)*) => { $( $(
        impl Reduction<$t> for $op {
            type Gathered = Found<<$t as Lane>::Wide>;
            type Out = i64;

            const PLACES: bool = true;
            const OF_NOTHING: bool = false;

            #[inline(always)]
            fn nothing() -> Self::Gathered {
                Found { value: $nothing, place: NOWHERE }
            }

            #[inline(always)]
            fn push(so_far: Self::Gathered, element: <$t as Lane>::Wide, place: usize) -> Self::Gathered {
                let ($new, $old) = (element, so_far.value);
                if $beats || so_far.place == NOWHERE { Found { value: element, place } } else { so_far }
            }

            #[inline(always)]
            fn meet(one: Self::Gathered, other: Self::Gathered) -> Self::Gathered {
                // Of equals the first; lanes meet out of order.
                let (before, after) = if one.place <= other.place { (one, other) } else { (other, one) };
                if after.place == NOWHERE { before } else { <Self as Reduction<$t>>::push(before, after.value, after.place) }
            }

            #[inline(always)]
            fn finish(all: Self::Gathered, _: usize, _: f64) -> i64 {
                all.place.cast_signed() as i64
            }
        }
    )* )* };
}

#[expect(clippy::bool_comparison, reason = "the same lines for truth values and numbers")]
mod places {
    use super::*;

    places! {
        Argmax, |new, old| new > old, false, for bool;
        Argmin, |new, old| new < old, false, for bool;
        Argmax, |new, old| new > old, 0, for i8, i16, i32, i64, u8, u16, u32, u64;
        Argmin, |new, old| new < old, 0, for i8, i16, i32, i64, u8, u16, u32, u64;
        Argmax, |new, old| !old.is_nan() && (new > old || new.is_nan()), 0.0, for f16, bf16, f32, f64;
        Argmin, |new, old| !old.is_nan() && (new < old || new.is_nan()), 0.0, for f16, bf16, f32, f64;
    }
}

/// A place is stored as an int64, then converted to the indexing dtype.
macro_rules! stored_places {
    ($($t:ty),*) => { $(
        impl Stored<$t> for i64 {
            type As = i64;
        }
    )* };
}

stored_places!(bool, i8, i16, i32, u8, u16, u32, u64, f16, bf16, f32, f64);
