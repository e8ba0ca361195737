//! `logaddexp` of `f64`: `ln(e^a + e^b)`, also where the two terms nearly add up to 1.

use super::exponential::{exp, exp_wide};
use super::fixed;
use super::logarithm::{log_wide, parts_of_1_plus};
use super::rare::Logaddexp;
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{pow2, round, select};
use crate::constants::{INVERSE_FACTORIALS, LN_2, LOG2_E, TWO_OVER_ODD};
use crate::double_double::Dd;
use crate::lanes::{Lanes, map_pairs};
use crate::number::Part;

impl Logaddexp for f64 {
    #[inline(always)]
    fn fast<A: Arithmetic>(a: f64, b: f64) -> f64 {
        fast::<A, f64>(a, b)
    }

    #[inline(always)]
    fn fast_each<A: Arithmetic>(a: &[f64], b: &[f64], out: &mut [f64]) {
        map_pairs!(a, b, out, fast::<A, _>);
    }

    #[inline(always)]
    fn cancels(result: f64) -> bool {
        result.abs() < const { pow2(-9.0) }
    }

    /// `ln(1 + (e^a - 1) + e^b)` in double-doubles throughout, where `a` is the larger.
    ///
    /// The error is `2^-99` of `|a|` (for `b ≥ -700`): where the result is below `2^-36` of it, double-doubles do
    /// not suffice either.
    #[cold]
    #[inline(never)]
    fn slow<A: Arithmetic>(a: f64, b: f64) -> f64 {
        let (high, low) = if a > b { (a, b) } else { (b, a) };
        // Here `high` lies between -0.7 and 0.002, so that its series converges at once.
        let sum = expm1_series(Dd::from(high)).add_fast(exp_series(low));
        if (high < 0.0) & (sum.hi.abs() < high * -pow2(-36.0)) {
            return fixed::logaddexp(high, low);
        }
        if sum.hi.abs() < 1e-18 {
            return sum.value() - 0.5 * (sum.hi * sum.hi);
        }
        // |sum| ≤ 0.002: ln(1 + sum) as 2 artanh(s).
        let s = sum.div_fast::<A>(sum.add_fast(Dd::new(2.0, 0.0)));
        let u = s.mul_fast::<A>(s);
        let mut series = Dd::ZERO;
        for &c in TWO_OVER_ODD.iter().rev() {
            series = series.mul_fast::<A>(u).add_fast(c);
        }
        series.mul_fast::<A>(s).value()
    }
}

/// The function to `2^-63` of the larger term.
#[inline(always)]
fn fast<A: Arithmetic, T: Lanes>(a: T, b: T) -> T {
    let high = a.each_with(b, |a, b| select(a > b, a, b));
    let low = a.each_with(b, |a, b| select(a > b, b, a));
    let d = Dd::sum(low, -high);
    // Beyond this the smaller term makes no difference. Infinities are handled here too: their d is NaN.
    let apart = d.hi.is(|d| (d <= -700.0) | d.is_nan());
    let e = exp_wide::<A, T>(Dd::select(apart, Dd::new(-700.0, 0.0).splat(), d));
    let l = log_wide::<A, T>(parts_of_1_plus(e));
    let sum = Dd::sum(high, l.hi);
    let y = sum.hi + (sum.lo + l.lo);
    let y = T::select(apart | high.is(|high| high == f64::INFINITY), high, y);
    T::select(a.is(f64::is_nan) | b.is(f64::is_nan), a + b, y)
}

/// `e^x` for `x ≤ 1/16`, to `2^-99` of itself above `e^-700`.
fn exp_series(x: f64) -> Dd {
    if x < -700.0 {
        return Dd::from(exp(x));
    }
    let k = round(x * LOG2_E.hi);
    let r = Dd::from(x).sub_fast(LN_2.mul_fast::<Plain>(Dd::from(k)));
    Dd::ONE.add_fast(expm1_series(r)).scale(pow2(k))
}

/// `e^x - 1` for `|x| ≤ ¾`: `0.75^27 / 27!` is below `2^-104`.
fn expm1_series(x: Dd) -> Dd {
    let mut sum = Dd::ZERO;
    for &c in INVERSE_FACTORIALS.iter().rev() {
        sum = sum.mul_fast::<Plain>(x).add_fast(c);
    }
    sum.mul_fast::<Plain>(x)
}
