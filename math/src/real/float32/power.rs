//! `pow` and `logaddexp` of `f32`.
//!
//! Plain arithmetic: it is not proven that both ways give the same bits.

use super::exponential::exp_wide;
use super::logarithm::{log_wide, log1p_wide};
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{clamp, pow2, select};
use crate::real::power;
use crate::real::rare::Logaddexp;

/// `e^(y·ln|x|)`, good to `2^-43`.
#[inline(always)]
pub(in crate::real) fn pow<A: Arithmetic>(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x), f64::from(y));
    let inside = exp_wide::<Plain>(clamp(y * log_wide::<Plain>(x.abs()), -300.0, 300.0));
    // To 40 bits, so that a power that lies exactly between two results is found there.
    let scaled = inside * 8193.0;
    A::narrow(power::limits(x, y, scaled - (scaled - inside)))
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
