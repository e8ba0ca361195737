//! `pow` and `logaddexp` of `f32`.

use super::exponential::exp_by;
use super::logarithm::{log_by, log1p_wide};
use super::polynomials::{EXP_MIDDLE, EXP_SHORT, LOG_SHORT};
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{SHIFTER, clamp, pow2, select};
use crate::real::Real;
use crate::real::pairs::Pair;
use crate::real::rare::Logaddexp;

/// `x^y`.
pub(in crate::real) struct Pow;

impl Pair for Pow {
    #[inline(always)]
    fn is_ordinary(x: f32, y: f32) -> bool {
        (x > 0.0) & (x < f32::INFINITY) & (y.abs() < f32::INFINITY)
    }

    /// `e^(y·ln|x|)`, good to `2^-42`, with the limits of C99 F.9.4.4.
    #[inline(always)]
    fn near<A: Arithmetic, const ORDINARY: bool>(x: f32, y: f32) -> f64 {
        let (wide, size) = (f64::from(y), x.abs());
        let log = log_by::<A, _>(f64::from(size), &LOG_SHORT);
        if ORDINARY {
            return exp_by::<A, _>(clamp(wide * log, -300.0, 300.0), &EXP_SHORT);
        }
        // The limits of the logarithm are those of the power, except for `0·∞`.
        let log = select(size < f32::INFINITY, log, f64::from(size));
        let log = select(size == 0.0, f64::NEG_INFINITY, log);
        let exponent = select(size == 1.0, 0.0, wide * log);
        let r = exp_by::<A, _>(clamp(exponent, -300.0, 300.0), &EXP_SHORT);
        let (integer, even) = (is_integer(wide), is_integer(0.5 * wide));
        let r = select(integer & !even, r.copysign(f64::from(x)), r);
        let r = select((x < 0.0) & (size < f32::INFINITY) & !integer, f64::NAN, r);
        select((y == 0.0) | (x == 1.0), 1.0, r)
    }

    fn exact(x: f32, y: f32) -> f64 {
        f64::pow_by::<Plain>(x.into(), y.into())
    }
}

/// Whether an `f32` is an integer; infinities are.
#[inline(always)]
fn is_integer(y: f64) -> bool {
    (y + SHIFTER) - SHIFTER == y
}

/// `ln(e^a + e^b)`.
pub(in crate::real) struct LogOfSum;

impl Pair for LogOfSum {
    #[inline(always)]
    fn is_ordinary(a: f32, b: f32) -> bool {
        (a.abs() < f32::INFINITY) & (b.abs() < f32::INFINITY)
    }

    /// To `2^-49` of the larger term.
    #[inline(always)]
    fn near<A: Arithmetic, const ORDINARY: bool>(a: f32, b: f32) -> f64 {
        let (a, b) = (f64::from(a), f64::from(b));
        let (high, low) = (select(a > b, a, b), select(a > b, b, a));
        let e = exp_by::<A, _>(clamp(low - high, -300.0, 0.0), &EXP_MIDDLE);
        let y = high + log1p_wide::<A, _>(e, &LOG_SHORT);
        if ORDINARY {
            return y;
        }
        let y = select((low == f64::NEG_INFINITY) | (high == f64::INFINITY), high, y);
        select(a.is_nan() | b.is_nan(), f64::NAN, y)
    }

    #[inline(always)]
    fn cancels(result: f32) -> bool {
        result.abs() < const { 1.0 / 256.0 }
    }

    /// As for `f64`, whose fast function is good to `2^-58`; below `2^-30` by its slow one.
    fn exact(a: f32, b: f32) -> f64 {
        let (a, b) = (f64::from(a), f64::from(b));
        let y = <f64 as Logaddexp>::fast::<Plain>(a, b);
        if y.abs() < pow2(-30.0) { <f64 as Logaddexp>::slow::<Plain>(a, b) } else { y }
    }
}
