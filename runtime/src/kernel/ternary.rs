//! Elements of three operands → one of two of them, or a number between two.
#![expect(unsafe_code, reason = "kernels are called through pointers that know no types")]

use super::accum::{Lane, Output};
use super::complex::to_math;
use super::flush::Part;
use super::isa::Level;
use super::levels::{PerLevel, for_each_level, levels, slice, slice_mut};
use super::ops::{Add, BinaryOp, Multiply, Subtract};
use super::signatures::TernaryLoop;
use crate::generated::codes::*;
use crate::policy::{Policies, Subnormals};
use crate::tensor::moves::by_size;
use crate::{DType, Element};

/// The loop that chooses between elements of some bytes each.
pub(crate) const fn select_kernel(size: usize) -> PerLevel<TernaryLoop> {
    by_size!(size, T => levels!(selects::<T>))
}

for_each_level! {
    /// One of two elements of the size of `T`.
    fn selects<T>(condition: *const u8, yes: *const u8, no: *const u8, out: *mut u8, len: usize)
    where { T: Bits, }
    selects_of
}

/// The bits of an element.
pub(crate) trait Bits: Copy {
    /// One of two, by a mask: a branch would be taken as often as not.
    fn choose(condition: bool, yes: Self, no: Self) -> Self;
}

macro_rules! bits {
    ($($t:ty),*) => { $(
        impl Bits for $t {
            #[inline(always)]
            fn choose(condition: bool, yes: $t, no: $t) -> $t {
                let mask = <$t>::from(condition).wrapping_neg();
                (yes & mask) | (no & !mask)
            }
        }
    )* };
}

bits!(u8, u16, u32, u64);

impl Bits for [u64; 2] {
    #[inline(always)]
    fn choose(condition: bool, yes: [u64; 2], no: [u64; 2]) -> [u64; 2] {
        [u64::choose(condition, yes[0], no[0]), u64::choose(condition, yes[1], no[1])]
    }
}

/// Some bytes at any address.
#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Unaligned<T>(T);

#[inline(always)]
unsafe fn selects_of<L: Level, T: Bits>(
    condition: *const u8,
    yes: *const u8,
    no: *const u8,
    out: *mut u8,
    len: usize,
) {
    // SAFETY: the caller vouches for as many elements of this size.
    let (condition, yes, no, out) = unsafe {
        (
            slice::<bool>(condition, len),
            slice::<Unaligned<T>>(yes, len),
            slice::<Unaligned<T>>(no, len),
            slice_mut::<Unaligned<T>>(out, len),
        )
    };
    for (((out, &condition), &yes), &no) in out.iter_mut().zip(condition).zip(yes).zip(no) {
        *out = Unaligned(T::choose(condition, yes.0, no.0));
    }
}

/// What loops between two numbers compute in.
pub(crate) trait Number: Lane<Accum = Self> + Output<Self, As = Self> {
    const ONE: Self;

    /// With zeros in place of subnormal parts.
    fn flushed(self) -> Self;

    /// Whether a share of the way is less than half of it.
    fn is_near(self) -> bool;
}

macro_rules! numbers {
    ($($t:ident: $one:expr, |$x:ident| $flushed:expr, $is_near:expr;)*) => { $(
        impl Number for $t {
            const ONE: $t = $one;

            #[inline(always)]
            fn flushed(self) -> $t {
                let $x = self;
                $flushed
            }

            #[inline(always)]
            fn is_near(self) -> bool {
                let $x = self;
                $is_near
            }
        }
    )* };
}

/// Zero, with its sign, in place of a subnormal float.
macro_rules! flushed {
    ($t:ident, $x:expr) => {{
        let bits = $x.to_bits();
        $t::from_bits(if bits.rank() < Part::SUBNORMALS { bits.zero() } else { bits })
    }};
}

numbers! {
    f32: 1.0, |x| flushed!(f32, x), x.abs() < 0.5;
    f64: 1.0, |x| flushed!(f64, x), x.abs() < 0.5;
    c64: c64::new(1.0, 0.0), |z| c64::new(z.re.flushed(), z.im.flushed()), to_math(z).abs() < 0.5;
    c128: c128::new(1.0, 0.0), |z| c128::new(z.re.flushed(), z.im.flushed()), {
        // The sum of the squares says it, but near a quarter, where the rounded root may be the half.
        let above = z.re * z.re + z.im * z.im - 0.25;
        if above.abs() > 1e-6 { above < 0.0 } else { to_math(z).abs() < 0.5 }
    };
}

/// What each step of a loop makes of its result.
pub(crate) trait Step: 'static {
    fn of<C: Number>(x: C) -> C;
}

/// Subnormal numbers stay as they are.
pub(crate) struct Keep;

/// Subnormal numbers become zeros.
pub(crate) struct Flush;

impl Step for Keep {
    #[inline(always)]
    fn of<C: Number>(x: C) -> C {
        x
    }
}

impl Step for Flush {
    #[inline(always)]
    fn of<C: Number>(x: C) -> C {
        x.flushed()
    }
}

/// The loop to numbers between two of a dtype: from the first, to the second, by a share of the way. `None` of a dtype
/// that loops do not compute in, or that has none between.
pub(crate) fn lerp_kernel(dtype: DType, policies: &Policies) -> Option<PerLevel<TernaryLoop>> {
    macro_rules! by_dtype {
        ($($t:ident),*) => {
            match (dtype, policies.subnormals) {
                $(
                    (<$t>::DTYPE, Subnormals::Keep) => Some(levels!(between::<$t, Keep>)),
                    (<$t>::DTYPE, Subnormals::Flush) => Some(levels!(between::<$t, Flush>)),
                )*
                _ => None,
            }
        };
    }
    by_dtype!(f32, f64, c64, c128)
}

for_each_level! {
    /// Numbers between two.
    fn between<C, S>(start: *const u8, end: *const u8, share: *const u8, out: *mut u8, len: usize)
    where { C: Number, S: Step, Add: BinaryOp<C, Out = C>, Subtract: BinaryOp<C, Out = C>, Multiply: BinaryOp<C, Out = C>, }
    between_of
}

/// From the nearer end, so that a share of 0 gives the one and a share of 1 the other.
#[inline(always)]
unsafe fn between_of<L: Level, C: Number, S: Step>(
    start: *const u8,
    end: *const u8,
    share: *const u8,
    out: *mut u8,
    len: usize,
) where
    Add: BinaryOp<C, Out = C>,
    Subtract: BinaryOp<C, Out = C>,
    Multiply: BinaryOp<C, Out = C>,
{
    // SAFETY: the caller vouches for as many elements of this dtype.
    let (start, end, share, out) = unsafe {
        (
            slice::<C>(start, len),
            slice::<C>(end, len),
            slice::<C>(share, len),
            slice_mut::<C>(out, len),
        )
    };
    let add = |a, b| S::of(Add::apply(a, b, Policies::DEFAULT));
    let less = |a, b| S::of(Subtract::apply(a, b, Policies::DEFAULT));
    let times = |a, b| S::of(Multiply::apply(a, b, Policies::DEFAULT));
    for (((out, &start), &end), &share) in out.iter_mut().zip(start).zip(end).zip(share) {
        let (start, end, share) = (S::of(start), S::of(end), S::of(share));
        let apart = less(end, start);
        let near = add(start, times(share, apart));
        let far = less(end, times(apart, less(C::ONE, share)));
        *out = if share.is_near() { near } else { far }.canonical();
    }
}
