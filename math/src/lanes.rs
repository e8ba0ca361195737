//! One `f64`, or several on which each operation is done in turn.
//!
//! A function of `f64` is a chain in which each step waits for the one before. The functions of [`crate::real`] are
//! written for [`Lanes`], so that a loop may compute several elements side by side: each step is done for all of them
//! before the next one, and none of them waits for another. The bits are the same.

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use crate::arithmetic::Arithmetic;
use crate::number::Part;

/// What the functions of `f64` compute on.
///
/// A chain of operations that is long enough to wait for is written with the operators and [`Lanes::mul_add`]; what is
/// short is a closure over `f64`.
pub(crate) trait Lanes:
    Copy
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
{
    /// A condition of each.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The same number in each.
    fn splat(x: f64) -> Self;

    /// `f` of each.
    fn each(self, f: impl Fn(f64) -> f64) -> Self;

    /// `f` of each of both.
    fn each_with(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self;

    /// `f` of each of all three.
    fn each_with_two(self, b: Self, c: Self, f: impl Fn(f64, f64, f64) -> f64) -> Self;

    /// Whether each is so.
    fn is(self, condition: impl Fn(f64) -> bool) -> Self::Mask;

    /// Whether each is above that of the other.
    fn is_above(self, other: Self) -> Self::Mask;

    /// One of two numbers for each, both already computed.
    fn select(condition: Self::Mask, yes: Self, no: Self) -> Self;

    /// `self · b + c`, as `A` rounds it.
    #[inline(always)]
    fn mul_add<A: Arithmetic>(self, b: Self, c: Self) -> Self {
        self.each_with_two(b, c, A::mul_add)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.each(f64::abs)
    }

    /// With the sign of another.
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        self.each_with(sign, f64::copysign)
    }
}

impl Lanes for f64 {
    type Mask = bool;

    #[inline(always)]
    fn splat(x: f64) -> Self {
        x
    }

    #[inline(always)]
    fn each(self, f: impl Fn(f64) -> f64) -> Self {
        f(self)
    }

    #[inline(always)]
    fn each_with(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        f(self, other)
    }

    #[inline(always)]
    fn each_with_two(self, b: Self, c: Self, f: impl Fn(f64, f64, f64) -> f64) -> Self {
        f(self, b, c)
    }

    #[inline(always)]
    fn is(self, condition: impl Fn(f64) -> bool) -> bool {
        condition(self)
    }

    #[inline(always)]
    fn is_above(self, other: Self) -> bool {
        self > other
    }

    #[inline(always)]
    fn select(condition: bool, yes: Self, no: Self) -> Self {
        if condition { yes } else { no }
    }
}

/// Several `f64`. A loop over it is vectorised as one over `f64` is, into as many vectors.
#[derive(Clone, Copy)]
pub(crate) struct Several<const N: usize>(pub(crate) [f64; N]);

/// A condition of each of [`Several`].
#[derive(Clone, Copy)]
pub(crate) struct Mask<const N: usize>([bool; N]);

/// Declares operators between lanes.
macro_rules! operators {
    ($of:ident: $($trait:ident $function:ident)*) => { $(
        impl<const N: usize> $trait for $of<N> {
            type Output = Self;

            #[inline(always)]
            fn $function(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i] = self.0[i].$function(other.0[i]);
                }
                self
            }
        }
    )* };
}

/// Declares operators of lanes and a number.
macro_rules! operators_with_number {
    ($($trait:ident $function:ident)*) => { $(
        impl<const N: usize> $trait<f64> for Several<N> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: f64) -> Self {
                self.$function(Self::splat(other))
            }
        }
    )* };
}

/// Declares operators of lanes alone.
macro_rules! operators_of_one {
    ($($of:ident: $trait:ident $function:ident;)*) => { $(
        impl<const N: usize> $trait for $of<N> {
            type Output = Self;

            #[inline(always)]
            fn $function(mut self) -> Self {
                for x in &mut self.0 {
                    *x = x.$function();
                }
                self
            }
        }
    )* };
}

operators!(Several: Add add Sub sub Mul mul Div div);
operators!(Mask: BitAnd bitand BitOr bitor);
operators_with_number!(Add add Sub sub Mul mul);
operators_of_one! {
    Several: Neg neg;
    Mask: Not not;
}

impl<const N: usize> Lanes for Several<N> {
    type Mask = Mask<N>;

    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; N])
    }

    #[inline(always)]
    fn each(mut self, f: impl Fn(f64) -> f64) -> Self {
        for x in &mut self.0 {
            *x = f(*x);
        }
        self
    }

    #[inline(always)]
    fn each_with(mut self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i], other.0[i]);
        }
        self
    }

    #[inline(always)]
    fn each_with_two(mut self, b: Self, c: Self, f: impl Fn(f64, f64, f64) -> f64) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i], b.0[i], c.0[i]);
        }
        self
    }

    #[inline(always)]
    fn is(self, condition: impl Fn(f64) -> bool) -> Mask<N> {
        let mut mask = Mask([false; N]);
        for i in 0..N {
            mask.0[i] = condition(self.0[i]);
        }
        mask
    }

    #[inline(always)]
    fn is_above(self, other: Self) -> Mask<N> {
        let mut mask = Mask([false; N]);
        for i in 0..N {
            mask.0[i] = self.0[i] > other.0[i];
        }
        mask
    }

    #[inline(always)]
    fn select(condition: Mask<N>, mut yes: Self, no: Self) -> Self {
        for i in 0..N {
            yes.0[i] = if condition.0[i] { yes.0[i] } else { no.0[i] };
        }
        yes
    }
}

/// How many elements are computed side by side.
const SIDE_BY_SIDE: usize = 4;
/// What a loop computes at once.
pub(crate) type Group = Several<SIDE_BY_SIDE>;
/// Elements of a run: a block is as many runs as a [`Group`] has lanes, and each lane goes along its own.
pub(crate) const RUN: usize = 32;
pub(crate) const BLOCK: usize = SIDE_BY_SIDE * RUN;

/// A function of each element, by its canonical value: of a [`Group`] at a time, and of those left over one by one.
///
/// It is a macro, and not a function of functions, because one that is passed on is not always inlined.
macro_rules! map {
    ($x:expr, $out:expr, $($f:tt)+) => {{
        use $crate::lanes::{BLOCK, Group, RUN};
        let (x, out): (&[f64], &mut [f64]) = ($x, $out);
        let length = x.len().min(out.len());
        let (blocks, rest) = x[..length].as_chunks::<BLOCK>();
        let (out_blocks, out_rest) = out[..length].as_chunks_mut::<BLOCK>();
        for (x, out) in blocks.iter().zip(out_blocks) {
            for i in 0..RUN {
                $($f)+(Group::take(x, i)).put(out, i);
            }
        }
        for (out, &x) in out_rest.iter_mut().zip(rest) {
            *out = $($f)+(x).canonical();
        }
    }};
}
pub(crate) use map;

/// The same of each pair of elements.
macro_rules! map_pairs {
    ($x:expr, $y:expr, $out:expr, $($f:tt)+) => {{
        use $crate::lanes::{BLOCK, Group, RUN};
        let (x, y, out): (&[f64], &[f64], &mut [f64]) = ($x, $y, $out);
        let length = x.len().min(y.len()).min(out.len());
        let (x_blocks, x_rest) = x[..length].as_chunks::<BLOCK>();
        let (y_blocks, y_rest) = y[..length].as_chunks::<BLOCK>();
        let (out_blocks, out_rest) = out[..length].as_chunks_mut::<BLOCK>();
        for ((x, y), out) in x_blocks.iter().zip(y_blocks).zip(out_blocks) {
            for i in 0..RUN {
                $($f)+(Group::take(x, i), Group::take(y, i)).put(out, i);
            }
        }
        for ((out, &x), &y) in out_rest.iter_mut().zip(x_rest).zip(y_rest) {
            *out = $($f)+(x, y).canonical();
        }
    }};
}
pub(crate) use map_pairs;

impl Group {
    /// The elements at `i` of all runs.
    #[inline(always)]
    pub(crate) fn take(block: &[f64; BLOCK], i: usize) -> Self {
        let mut group = Self::splat(0.0);
        for lane in 0..SIDE_BY_SIDE {
            group.0[lane] = block[lane * RUN + i];
        }
        group
    }

    /// Stores each in its run.
    #[inline(always)]
    pub(crate) fn put(self, block: &mut [f64; BLOCK], i: usize) {
        for lane in 0..SIDE_BY_SIDE {
            block[lane * RUN + i] = self.0[lane].canonical();
        }
    }
}
