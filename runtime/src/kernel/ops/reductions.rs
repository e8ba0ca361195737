//! Reductions by a binary op, and counts: what they accumulate, how two accumulators are combined, and the result.

use super::compare::{greater, lesser};
use super::extremes::Extreme;
use super::lanes::LANES;
use super::reduction::{Gives, Reduction, in_lanes};
use super::{Add, BinaryOp, Maximum, Minimum, Multiply};
use crate::generated::codes::*;
use crate::kernel::accum::{Lane, Output};
use crate::kernel::reduce::{Narrow, Truth, Truths, count, narrow_kernel, truth_kernel};
use crate::policy::{CumulativeAccumulator, CumulativeStart, HalfAccumulator, Policies};

pub(crate) struct Sum;
pub(crate) struct Prod;
pub(crate) struct Max;
pub(crate) struct Min;
pub(crate) struct All;
pub(crate) struct Any;
pub(crate) struct CountNonzero;
pub(crate) struct CumulativeSum;
pub(crate) struct CumulativeProd;

/// Reductions that accumulate with a binary op, starting from its identity.
macro_rules! by_op {
    ($($reduction:ident gives $gives:ident $(by $loops:ident)? = $op:ident from $identity:expr, for $($t:ty),*;)*) => {
        $(by_op!(@each $reduction $gives ($($loops)? $reduction) $op [$identity] $($t),*);)*
    };
    (@each $reduction:ident $gives:ident ($loops:ident $($own:ident)?) $op:ident [$identity:expr] $($t:ty),*) => {
        $(by_op!(@one $reduction $gives $loops $op [$identity] $t;);)*
    };
    (@one $reduction:ident $gives:ident $loops:ident $op:ident [$identity:expr] $t:ty; $($more:item)*) => {
        impl Reduction<$t> for $reduction {
            type Accumulator = <$t as Lane>::Accum;
            type Out = <$t as Lane>::Accum;
            type Loops = $loops;

            const GIVES: Gives = Gives::$gives;
            const TWO_BLOCKS: bool = size_of::<Self::Accumulator>() == 4;

            #[inline(always)]
            fn identity() -> Self::Accumulator {
                let identity: fn() -> <$t as Lane>::Accum = $identity;
                identity()
            }

            #[inline(always)]
            fn step(so_far: Self::Accumulator, element: Self::Accumulator, _: usize) -> Self::Accumulator {
                <$op as BinaryOp<$t>>::apply(so_far, element, Policies::DEFAULT)
            }

            #[inline(always)]
            fn of_one(element: Self::Accumulator) -> Self::Accumulator {
                element
            }

            #[inline(always)]
            fn combine(before: Self::Accumulator, after: Self::Accumulator) -> Self::Accumulator {
                <$op as BinaryOp<$t>>::apply(before, after, Policies::DEFAULT)
            }

            #[inline(always)]
            fn rounded(all: Self::Accumulator) -> Self::Accumulator {
                <$t as Lane>::rounded(all)
            }

            fn rounds(policies: Policies) -> bool {
                $op::rounds(Gives::$gives, policies)
            }

            fn keeps_first(policies: Policies) -> bool {
                $op::keeps_first(policies)
            }

            #[inline(always)]
            fn finish(all: Self::Accumulator, _: usize, _: f64) -> Self::Out {
                all
            }

            $($more)*
        }
    };
}

/// An op that reductions accumulate with.
trait Accumulates {
    /// Whether the policies want every accumulator rounded to the dtype.
    fn rounds(gives: Gives, policies: Policies) -> bool;

    /// Whether they want that the first of several results is the first element as it is.
    fn keeps_first(policies: Policies) -> bool;
}

impl Accumulates for Add {
    fn rounds(gives: Gives, policies: Policies) -> bool {
        use HalfAccumulator::{Float32, Own, OwnButMean, OwnProd};
        match (gives, policies.half_accumulator) {
            (Gives::EveryStep, _) => policies.cumulative_accumulator == CumulativeAccumulator::Own,
            (Gives::Total | Gives::TotalOfSome | Gives::Place, Own | OwnButMean) => true,
            (Gives::Total | Gives::TotalOfSome | Gives::Place, Float32 | OwnProd) => false,
        }
    }

    fn keeps_first(policies: Policies) -> bool {
        match policies.cumulative_start {
            CumulativeStart::First => true,
            CumulativeStart::Identity | CumulativeStart::FirstFactor => false,
        }
    }
}

impl Accumulates for Multiply {
    fn rounds(gives: Gives, policies: Policies) -> bool {
        use HalfAccumulator::{Float32, Own, OwnButMean, OwnProd};
        match (gives, policies.half_accumulator) {
            (Gives::EveryStep, _) => policies.cumulative_accumulator == CumulativeAccumulator::Own,
            (Gives::Total | Gives::TotalOfSome | Gives::Place, Own | OwnButMean | OwnProd) => true,
            (Gives::Total | Gives::TotalOfSome | Gives::Place, Float32) => false,
        }
    }

    fn keeps_first(policies: Policies) -> bool {
        match policies.cumulative_start {
            CumulativeStart::First | CumulativeStart::FirstFactor => true,
            CumulativeStart::Identity => false,
        }
    }
}

/// An extreme is one of the elements.
macro_rules! never_rounds {
    ($($op:ident),*) => { $(
        impl Accumulates for $op {
            fn rounds(_: Gives, _: Policies) -> bool {
                false
            }

            fn keeps_first(_: Policies) -> bool {
                false
            }
        }
    )* };
}

never_rounds!(Maximum, Minimum);

by_op! {
    Sum gives Total = Add from || 0.0, for f16, bf16, f32, f64;
    Sum gives Total = Add from || c64::new(0.0, 0.0), for c32, c64;
    Sum gives Total = Add from || c128::new(0.0, 0.0), for c128;
    CumulativeSum gives EveryStep by Sum = Add from || 0, for i8, i16, i32, i64, u8, u16, u32, u64;
    CumulativeSum gives EveryStep by Sum = Add from || 0.0, for f16, bf16, f32, f64;
    CumulativeSum gives EveryStep by Sum = Add from || c64::new(0.0, 0.0), for c32, c64;
    CumulativeSum gives EveryStep by Sum = Add from || c128::new(0.0, 0.0), for c128;
    Prod gives Total = Multiply from || 1.0, for f16, bf16, f32, f64;
    Prod gives Total = Multiply from || c64::new(1.0, 0.0), for c32, c64;
    Prod gives Total = Multiply from || c128::new(1.0, 0.0), for c128;
    CumulativeProd gives EveryStep = Multiply from || true, for bool;
    CumulativeProd gives EveryStep by Prod = Multiply from || 1, for i8, i16, i32, i64, u8, u16, u32, u64;
    CumulativeProd gives EveryStep by Prod = Multiply from || 1.0, for f16, bf16, f32, f64;
    CumulativeProd gives EveryStep by Prod = Multiply from || c64::new(1.0, 0.0), for c32, c64;
    CumulativeProd gives EveryStep by Prod = Multiply from || c128::new(1.0, 0.0), for c128;
    Max gives TotalOfSome = Maximum from || false, for bool;
    Min gives TotalOfSome = Minimum from || true, for bool;
}

/// Reductions of truth values over integers.
macro_rules! truths {
    ($($op:ident gives $accumulator:ty, over $($t:ident)*: |$all:ident| $total:expr, |$so_far:ident, $one:ident| $with:expr;)*) => { $(
        impl Truths for $op {
            type Accumulator = $accumulator;

            #[inline(always)]
            fn total<A: Truth>($all: &[A]) -> $accumulator {
                $total
            }

            #[inline(always)]
            fn with($so_far: $accumulator, $one: bool) -> $accumulator {
                $with
            }
        }

        impl $op {
            const OF_INTEGERS: &'static [Narrow] = &[
                $(truth_kernel::<$t, $op>(),)*
            ];
        }
    )* };
}

// Those of 64 bits are counted faster by way of truth values.
truths! {
    All gives bool, over i8 i16 i32 i64 u8 u16 u32 u64: |all| all.iter().fold(true, |so_far, one| so_far & one.is_true()), |so_far, one| so_far & one;
    Any gives bool, over i8 i16 i32 i64 u8 u16 u32 u64: |all| all.iter().fold(false, |so_far, one| so_far | one.is_true()), |so_far, one| so_far | one;
    CountNonzero gives i64, over i8 i16 i32 u8 u16 u32: |all| count(all), |so_far, one| so_far + i64::from(one);
}

by_op!(@one All Total All Minimum [|| true] bool;
    const NARROW: &'static [Narrow] = All::OF_INTEGERS;
    const SETTLES: bool = true;

    #[inline(always)]
    fn is_settled(all: bool) -> bool {
        !all
    }
);
by_op!(@one Any Total Any Maximum [|| false] bool;
    const NARROW: &'static [Narrow] = Any::OF_INTEGERS;
    const SETTLES: bool = true;

    #[inline(always)]
    fn is_settled(all: bool) -> bool {
        all
    }
);

/// Extremes of floats: by comparison, or by the op's own rule where that gives NaN or zero.
macro_rules! float_extremes {
    ($($reduction:ident = $op:ident, $beats:tt from $identity:expr, for $($t:ty),*;)*) => { $( $(
        by_op!(@one $reduction TotalOfSome $reduction $op [|| $identity] $t;
            const ANY_ORDER: bool = true;

            #[inline(always)]
            fn fold(elements: &[Self::Out], place: usize) -> Self::Out {
                let all = Extreme::extreme($identity, elements, |new, old| new $beats old);
                match all.is_nan() | (all == 0.0) {
                    true => in_lanes::<$t, Self, LANES>(elements, place),
                    false => all,
                }
            }
        );
    )* )* };
}

float_extremes! {
    Max = Maximum, > from f32::NEG_INFINITY, for f16, bf16, f32;
    Max = Maximum, > from f64::NEG_INFINITY, for f64;
    Min = Minimum, < from f32::INFINITY, for f16, bf16, f32;
    Min = Minimum, < from f64::INFINITY, for f64;
}

/// Extremes of complex numbers: the first of equal ones, and the first that has a NaN.
macro_rules! complex_extremes {
    ($($reduction:ident = $op:ident, $beats:ident from $identity:expr, for $($t:ty),*;)*) => { $( $(
        by_op!(@one $reduction TotalOfSome $reduction $op [|| $identity] $t;
            const ANY_ORDER: bool = true;

            #[inline(always)]
            fn fold(elements: &[Self::Out], _: usize) -> Self::Out {
                Extreme::extreme($identity, elements, $beats)
            }
        );
    )* )* };
}

complex_extremes! {
    Max = Maximum, greater from c64::new(f32::NEG_INFINITY, f32::NEG_INFINITY), for c32, c64;
    Max = Maximum, greater from c128::new(f64::NEG_INFINITY, f64::NEG_INFINITY), for c128;
    Min = Minimum, lesser from c64::new(f32::INFINITY, f32::INFINITY), for c32, c64;
    Min = Minimum, lesser from c128::new(f64::INFINITY, f64::INFINITY), for c128;
}

/// Reductions of integers, in whatever order is fastest: it makes no difference.
macro_rules! of_integers {
    ($($reduction:ident gives $gives:ident = $op:ident from $identity:expr, for $t:ident $(with $narrow:expr)?;)*) => { $(
        by_op!(@one $reduction $gives $reduction $op [|| $identity] $t;
            $(const NARROW: &'static [Narrow] = $narrow;)?
            const ANY_ORDER: bool = true;

            #[inline(always)]
            fn fold(elements: &[$t], _: usize) -> $t {
                let step = |all, &element| <$op as BinaryOp<$t>>::apply(all, element, Policies::DEFAULT);
                elements.iter().fold($identity, step)
            }
        );
    )* };
}

macro_rules! of_each_integer {
    ($($t:ident)*) => {
        of_integers! { $(
            Prod gives Total = Multiply from 1, for $t;
            Max gives TotalOfSome = Maximum from $t::MIN, for $t;
            Min gives TotalOfSome = Minimum from $t::MAX, for $t;
        )* }
    };
}

of_each_integer!(i8 i16 i32 i64 u8 u16 u32 u64);
of_integers! {
    Sum gives Total = Add from 0, for i8;
    Sum gives Total = Add from 0, for i16;
    Sum gives Total = Add from 0, for i32;
    Sum gives Total = Add from 0, for i64 with
        &[narrow_kernel::<i8, i64>(), narrow_kernel::<i16, i64>(), narrow_kernel::<i32, i64>()];
    Sum gives Total = Add from 0, for u8;
    Sum gives Total = Add from 0, for u16;
    Sum gives Total = Add from 0, for u32;
    Sum gives Total = Add from 0, for u64 with
        &[narrow_kernel::<u8, u64>(), narrow_kernel::<u16, u64>(), narrow_kernel::<u32, u64>()];
}

/// How many elements are other than zero.
impl Reduction<bool> for CountNonzero {
    type Accumulator = i64;
    type Out = i64;
    type Loops = CountNonzero;

    const GIVES: Gives = Gives::Total;

    const NARROW: &'static [Narrow] = CountNonzero::OF_INTEGERS;
    const ANY_ORDER: bool = true;

    #[inline(always)]
    fn identity() -> i64 {
        0
    }

    #[inline(always)]
    fn step(so_far: i64, element: bool, _: usize) -> i64 {
        so_far + i64::from(element)
    }

    #[inline(always)]
    fn combine(before: i64, after: i64) -> i64 {
        before + after
    }

    #[inline(always)]
    fn finish(all: i64, _: usize, _: f64) -> i64 {
        all
    }

    #[inline(always)]
    fn fold(elements: &[bool], _: usize) -> i64 {
        count(elements)
    }
}

/// An index or a count is stored as an int64, then converted to the indexing dtype.
macro_rules! index_outputs {
    ($($t:ty),*) => { $(
        impl Output<$t> for i64 {
            type As = i64;
        }
    )* };
}

index_outputs!(bool, i8, i16, i32, u8, u16, u32, u64, f16, bf16, f32, f64, c64, c128);
