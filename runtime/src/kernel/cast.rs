//! One element of any dtype that a Rust type holds → one of any other.
//!
//! This is the meaning of every such conversion, written without branches so that a
//! loop over slices vectorises; [`convert`](super::convert) is the fast form for slices.
//!
//! - integer to integer wraps; `bool` is 0 or 1; to `bool` is "not zero", and NaN is not zero;
//! - to a float is one rounding of the exact value to the nearest, ties to even; [`casts`](super::casts) has `f16`
//!   with ties away from zero;
//! - float to integer goes by a [`Policy`];
//! - complex to real takes the real part, real to complex adds a zero imaginary part.
//!
//! All levels give the same bits, those of a NaN included: a conversion that rounds or passes
//! through `f32` keeps the sign and the top of the payload and makes it quiet, as `vcvtps2ph`
//! does. What moves bits only (a dtype to itself, `bf16` to `f32`) leaves a signalling NaN as it is.

mod float;
mod half;
mod integer;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use self::half::{Half, round_away};
pub(crate) use float::{Near, needs_detour};

use ::half::{bf16, f16};
use num_complex::Complex;

use super::isa::Level;
use crate::policy::{
    Float16Ties, FloatOverflow, FloatToInt, HalfRounding, Policies, UnsignedFloat,
};

/// The policies of conversions.
#[derive(Clone, Copy)]
pub(super) struct How {
    pub(super) float_to_int: FloatToInt,
    pub(super) half_rounding: HalfRounding,
    pub(super) float16_ties: Float16Ties,
    pub(super) float_overflow: FloatOverflow,
    pub(super) unsigned_float: UnsignedFloat,
}

impl How {
    #[inline]
    pub(super) fn of(policies: &Policies) -> How {
        let &Policies {
            float_to_int,
            half_rounding,
            float16_ties,
            float_overflow,
            unsigned_float,
            ..
        } = policies;
        How { float_to_int, half_rounding, float16_ties, float_overflow, unsigned_float }
    }
}

/// What a float out of an integer dtype's range becomes; a fraction is always cut off.
pub(crate) trait Policy: Copy + 'static {
    /// Whether it becomes the nearest integer there is.
    const SATURATE: bool;
}

/// The nearest integer of the dtype, and 0 for NaN: Rust's `as`.
#[derive(Clone, Copy)]
pub(crate) struct Saturate;

/// What C on x86-64 gives: the smallest `i32` or `i64`, then wrapped.
///
/// Dtypes below 32 bits go through `i32`, `u32` through `i64`; `u64` subtracts 2^63 first where
/// the value reaches it.
#[derive(Clone, Copy)]
pub(crate) struct Truncate;

impl Policy for Saturate {
    const SATURATE: bool = true;
}

impl Policy for Truncate {
    const SATURATE: bool = false;
}

/// One element of a dtype as an element of another.
///
/// The level only chooses between ways to the same bits: the instruction it has, or a detour.
pub(crate) trait Cast<T>: Copy {
    /// The element of the other dtype.
    fn cast<L: Level, P: Policy>(self) -> T;
}

/// Implements `Cast<$to> for $from` for one `$from` and some `$to` by an expression.
macro_rules! cast {
    ($from:ty => [$($to:ty),*], |$x:ident, $L:ident, $P:ident, $T:ident| $cast:expr) => { $(
        impl Cast<$to> for $from {
            #[inline(always)]
            fn cast<$L: Level, $P: Policy>(self) -> $to {
                #[allow(dead_code, reason = "not every conversion names what it converts to")]
                type $T = $to;
                let $x = self;
                $cast
            }
        }
    )* };
}
use cast;

/// To and from `bool`: "is not zero", and 0 or 1.
macro_rules! bools {
    ($($number:ty = $zero:expr, $one:expr;)*) => { $(
        cast!($number => [bool], |x, L, P, T| x != $zero);
        cast!(bool => [$number], |x, L, P, T| if x { $one } else { $zero });
    )* };
}

bools! {
    i8 = 0, 1;
    i16 = 0, 1;
    i32 = 0, 1;
    i64 = 0, 1;
    u8 = 0, 1;
    u16 = 0, 1;
    u32 = 0, 1;
    u64 = 0, 1;
    f32 = 0.0, 1.0;
    f64 = 0.0, 1.0;
}

cast!(bool => [bool], |x, L, P, T| x);
// Bits, not `==`: of a half, `==` would be a branch for NaN, which is not zero anyway.
cast!(f16 => [bool], |x, L, P, T| x.to_bits() & 0x7FFF != 0);
cast!(bf16 => [bool], |x, L, P, T| x.to_bits() & 0x7FFF != 0);
cast!(bool => [f16], |x, L, P, T| if x { f16::ONE } else { f16::ZERO });
cast!(bool => [bf16], |x, L, P, T| if x { bf16::ONE } else { bf16::ZERO });

cast!(f32 => [f32], |x, L, P, T| x);
cast!(f64 => [f64], |x, L, P, T| x);
cast!(f32 => [f64], |x, L, P, T| T::from(x));

cast!(f16 => [f16], |x, L, P, T| x);
cast!(bf16 => [bf16], |x, L, P, T| x);
cast!(f16 => [bf16], |x, L, P, T| T::round(x.exact()));
cast!(bf16 => [f16], |x, L, P, T| T::round(x.exact()));

/// Every real dtype that is not a half, to the halves.
macro_rules! to_halves {
    ($($from:ty),*) => { $(
        cast!($from => [f16, bf16], |x, L, P, T| T::round(Near::<f32>::near::<L, T>(x)));
    )* };
}

to_halves!(i8, i16, i32, i64, u8, u16, u32, u64, f32, f64);

/// The halves, to every real dtype that is not one: by way of `f32`, which holds them exactly.
macro_rules! from_halves {
    ($($from:ty),*) => { $(
        cast!($from => [i8, i16, i32, i64, u8, u16, u32, u64, f64],
            |x, L, P, T| Cast::<T>::cast::<L, P>(x.exact()));
        cast!($from => [f32], |x, L, P, T| x.exact());
    )* };
}

from_halves!(f16, bf16);

/// The type of a complex number's parts.
pub(crate) trait Part: Copy + Default + 'static {}

impl Part for f16 {}
impl Part for bf16 {}
impl Part for f32 {}
impl Part for f64 {}

/// Every real dtype to and from the complex ones. To `bool` is not by the real part alone.
macro_rules! complex {
    ($($real:ty),*) => { $(
        impl<T: Part> Cast<Complex<T>> for $real
        where
            $real: Cast<T>,
        {
            #[inline(always)]
            fn cast<L: Level, P: Policy>(self) -> Complex<T> {
                Complex { re: Cast::<T>::cast::<L, P>(self), im: T::default() }
            }
        }

        impl<S: Part + Cast<$real>> Cast<$real> for Complex<S> {
            #[inline(always)]
            fn cast<L: Level, P: Policy>(self) -> $real {
                self.re.cast::<L, P>()
            }
        }
    )* };
}

complex!(i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64);

impl<T: Part> Cast<Complex<T>> for bool
where
    bool: Cast<T>,
{
    #[inline(always)]
    fn cast<L: Level, P: Policy>(self) -> Complex<T> {
        Complex { re: Cast::<T>::cast::<L, P>(self), im: T::default() }
    }
}

impl<S: Part + Cast<bool>> Cast<bool> for Complex<S> {
    #[inline(always)]
    fn cast<L: Level, P: Policy>(self) -> bool {
        Cast::<bool>::cast::<L, P>(self.re) | Cast::<bool>::cast::<L, P>(self.im)
    }
}

impl<S: Part + Cast<T>, T: Part> Cast<Complex<T>> for Complex<S> {
    #[inline(always)]
    fn cast<L: Level, P: Policy>(self) -> Complex<T> {
        Complex { re: self.re.cast::<L, P>(), im: self.im.cast::<L, P>() }
    }
}
