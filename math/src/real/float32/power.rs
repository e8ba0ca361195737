//! `pow` and `logaddexp` of `f32`.
//!
//! Plain arithmetic: it is not proven that both ways give the same bits.

use super::exponential::{exp_by, exp_wide};
use super::logarithm::{log_by, log1p_wide};
use super::polynomials::{EXP_SHORT, LOG_SHORT};
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{SHIFTER, clamp, pow2, select};
use crate::real::rare::Logaddexp;

/// `e^(y·ln|x|)`, good to `2^-43`, with the limits of C99 F.9.4.4.
#[inline(always)]
pub(in crate::real) fn pow<A: Arithmetic>(x: f32, y: f32) -> f32 {
    let (wide, size) = (f64::from(y), x.abs());
    let log = log_by::<Plain, _>(f64::from(size), &LOG_SHORT);
    // The limits of the logarithm are those of the power, except for `0·∞`.
    let log = select(size < f32::INFINITY, log, f64::from(size));
    let log = select(size == 0.0, f64::NEG_INFINITY, log);
    let exponent = select(size == 1.0, 0.0, wide * log);
    let inside = exp_by::<Plain, _>(clamp(exponent, -300.0, 300.0), &EXP_SHORT);
    // To 40 bits, so that a power that lies exactly between two results is found there.
    let scaled = inside * 8193.0;
    let r = A::narrow(scaled - (scaled - inside));
    let (integer, even) = (is_integer(wide), is_integer(0.5 * wide));
    let r = if integer & !even { r.copysign(x) } else { r };
    let r = if (x < 0.0) & (size < f32::INFINITY) & !integer { f32::NAN } else { r };
    if (y == 0.0) | (x == 1.0) { 1.0 } else { r }
}

/// Whether an `f32` is an integer; infinities are.
#[inline(always)]
fn is_integer(y: f64) -> bool {
    (y + SHIFTER) - SHIFTER == y
}

impl Logaddexp for f32 {
    /// To `2^-50` of the larger term.
    #[inline(always)]
    fn fast<A: Arithmetic>(a: f32, b: f32) -> f32 {
        let (a, b) = (f64::from(a), f64::from(b));
        let (high, low) = (select(a > b, a, b), select(a > b, b, a));
        let e = exp_wide::<Plain>(clamp(low - high, -300.0, 0.0));
        let y = high + log1p_wide::<Plain>(e);
        let y = select((low == f64::NEG_INFINITY) | (high == f64::INFINITY), high, y);
        A::narrow(select(a.is_nan() | b.is_nan(), f64::NAN, y))
    }

    #[inline(always)]
    fn cancels(result: f32) -> bool {
        result.abs() < const { 1.0 / 8192.0 }
    }

    /// As of `f64`, whose fast function is good to `2^-58`; below `2^-30` by its slow one.
    #[cold]
    #[inline(never)]
    fn slow<A: Arithmetic>(a: f32, b: f32) -> f32 {
        let (a, b) = (f64::from(a), f64::from(b));
        let y = <f64 as Logaddexp>::fast::<Plain>(a, b);
        let y = if y.abs() < pow2(-30.0) { <f64 as Logaddexp>::slow::<Plain>(a, b) } else { y };
        A::narrow(y)
    }
}
