//! Elementary functions to about `2^-80`, by series and Newton's method: the reference, written apart from `math`.
//!
//! Plain formulas for loops: each is compiled for the instruction set of the loop it is called in.

use crate::constants::{HALF_PI, INVERSE_FACTORIALS, LN_2, LN_2_PIECES, LOG2_E, LOG10_E, PI};
use crate::double::Double;

/// Adding it rounds to an integer.
const SHIFTER: f64 = 6_755_399_441_055_744.0;

/// An angle as quarter turns and a rest within ±π/4 and a little.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// An integer, of which only the remainder by 4 counts.
    pub quarters: f64,
    /// What is left.
    pub rest: Double,
}

/// `2^k`.
#[inline(always)]
fn pow2(k: f64) -> f64 {
    f64::from_bits((k + (SHIFTER + 1023.0)).to_bits() << 52)
}

/// `Σ xⁱ / (first + step·i)!`, beginning with `count` terms of it as doubles.
#[inline(always)]
fn series<const COUNT: usize>(
    x: Double,
    first: usize,
    step: usize,
    last: usize,
    sign: f64,
) -> Double {
    let factor = |i: usize| {
        let size = INVERSE_FACTORIALS[first + step * i];
        if i % 2 == 1 { size.scale(sign) } else { size }
    };
    let mut tail = factor(last).h;
    for i in (COUNT..last).rev() {
        tail = tail.mul_add(x.h, factor(i).h);
    }
    let mut sum = Double::from(tail);
    for i in (0..COUNT).rev() {
        sum = sum * x + factor(i);
    }
    sum
}

/// `x` as `k·ln 2 + r`.
#[inline(always)]
fn reduced(x: Double) -> (f64, Double) {
    let k = (x.h * LOG2_E.h + SHIFTER) - SHIFTER;
    let near = Double::sum(x.h - k * LN_2_PIECES[0], -(k * LN_2_PIECES[1]));
    (k, near + (Double::from(x.l) - Double::product(k, LN_2_PIECES[2])))
}

/// `e^r - 1` for `|r| ≤ ½·ln 2`.
#[inline(always)]
fn expm1_reduced(r: Double) -> Double {
    series::<8>(r, 1, 1, 18, 1.0) * r
}

/// `e^x` for `|x| ≤ 700`.
#[inline(always)]
pub fn exp(x: Double) -> Double {
    let (k, r) = reduced(x);
    (expm1_reduced(r) + Double::ONE).scale(pow2(k))
}

/// `2^x` for `|x| ≤ 1000`.
#[inline(always)]
pub fn exp2(x: f64) -> Double {
    let k = (x + SHIFTER) - SHIFTER;
    (expm1_reduced(LN_2 * Double::from(x - k)) + Double::ONE).scale(pow2(k))
}

/// `e^x - 1` for `|x| ≤ 700`.
#[inline(always)]
pub fn expm1(x: Double) -> Double {
    let (k, r) = reduced(x);
    expm1_reduced(r).scale(pow2(k)) + Double::from(pow2(k) - 1.0)
}

/// `½ (E + E / (1 + E))`.
#[inline(always)]
pub fn sinh(x: f64) -> Double {
    let e = expm1(Double::from(x.abs()));
    (e + e / (e + Double::ONE)).scale(0.5_f64.copysign(x))
}

/// `½ (e^x + e^-x)`.
#[inline(always)]
pub fn cosh(x: f64) -> Double {
    let e = exp(Double::from(x.abs()));
    (e + Double::ONE / e).scale(0.5)
}

/// `E / (E + 2)` with `E` of `2x`.
#[inline(always)]
pub fn tanh(x: f64) -> Double {
    let e = expm1(Double::from(2.0 * x.abs()));
    (e / (e + Double::from(2.0))).scale(1.0_f64.copysign(x))
}

/// `1 / (1 + e^-x)`.
#[inline(always)]
pub fn sigmoid(x: f64) -> Double {
    Double::ONE / (Double::ONE + exp(Double::from(-x)))
}

/// Sine and cosine.
#[inline(always)]
pub fn sin_cos(turn: Turn) -> (Double, Double) {
    let r = turn.rest;
    let u = r * r;
    let sin = series::<5>(u, 1, 2, 10, -1.0) * r;
    let cos = series::<5>(u, 0, 2, 10, -1.0);
    let quarters = (turn.quarters + SHIFTER).to_bits();
    let (even, back) = (quarters & 1 == 0, quarters & 2 == 2);
    let (s, c) = (Double::select(even, sin, cos), Double::select(even, cos, -sin));
    (Double::select(back, -s, s), Double::select(back, -c, c))
}

/// Sine and cosine of an angle of at most `π/2` and a little.
#[inline(always)]
fn sin_cos_near(x: f64) -> (Double, Double) {
    let quarters = if x > 0.8 { 1.0 } else { 0.0 } - if x < -0.8 { 1.0 } else { 0.0 };
    // π/2 to a third piece: the difference may be as small as an ulp.
    const THIRD: f64 = -1.497_384_904_859_169_8e-33;
    let near = Double::sum(x - quarters * HALF_PI.h, -(quarters * HALF_PI.l));
    let rest = near + Double::from(-(quarters * THIRD));
    sin_cos(Turn { quarters, rest })
}

/// `ln x` given it to `2^-40`.
#[inline(always)]
pub fn log(x: f64, start: f64) -> Double {
    let d = exp(Double::from(-start)) * Double::from(x) - Double::ONE;
    Double::from(start) + (d - Double::from(0.5 * d.h * d.h))
}

/// `log2 x` given `ln x` to `2^-40`.
#[inline(always)]
pub fn log2(x: f64, start: f64) -> Double {
    log(x, start) * LOG2_E
}

/// `log10 x` given `ln x` to `2^-40`.
#[inline(always)]
pub fn log10(x: f64, start: f64) -> Double {
    log(x, start) * LOG10_E
}

/// `ln(1 + x)` given it to `2^-40`.
#[inline(always)]
pub fn log1p(x: f64, start: f64) -> Double {
    let e = expm1(Double::from(start));
    let d = (Double::from(x) - e) / (Double::ONE + e);
    Double::from(start) + (d - Double::from(0.5 * d.h * d.h))
}

/// `asinh x` given it to `2^-40`.
#[inline(always)]
pub fn asinh(x: f64, start: f64) -> Double {
    let (s, c) = (sinh(start), cosh(start));
    let d = (Double::from(x) - s) / c;
    Double::from(start) + (d - Double::from(0.5 * (s.h / c.h) * (d.h * d.h)))
}

/// `acosh x` for `x > 1`, given it to `2^-40`.
#[inline(always)]
pub fn acosh(x: f64, start: f64) -> Double {
    let (s, c) = (sinh(start), cosh(start));
    let d = (Double::from(x) - c) / s;
    Double::from(start) + (d - Double::from(0.5 * (c.h / s.h) * (d.h * d.h)))
}

/// `atanh x` for `|x| < 1`, given it to `2^-40`.
#[inline(always)]
pub fn atanh(x: f64, start: f64) -> Double {
    let t = tanh(start);
    let under = Double::ONE - t * t;
    let d = (Double::from(x) - t) / under;
    Double::from(start) + (d + Double::from(t.h * (d.h * d.h)))
}

/// `asin x` for `|x| < 1`, given it to `2^-40`.
#[inline(always)]
pub fn asin(x: f64, start: f64) -> Double {
    let (s, c) = sin_cos_near(start);
    let d = (Double::from(x) - s) / c;
    Double::from(start) + (d + Double::from(0.5 * (s.h / c.h) * (d.h * d.h)))
}

/// `acos x` for `|x| < 1`, as `π/2 - asin x` or, near 1, by its own step.
#[inline(always)]
pub fn acos(x: f64, start: f64) -> Double {
    // An angle beyond π/2 is π less one below it.
    let beyond = x < 0.0;
    let from = if beyond { PI.h - start } else { start };
    let (s, c) = sin_cos_near(from);
    let d = (c - Double::from(x.abs())) / s;
    let y = Double::from(from) + (d - Double::from(0.5 * (c.h / s.h) * (d.h * d.h)));
    Double::select(beyond, PI - y, y)
}

/// `atan x` given it to `2^-40`.
#[inline(always)]
pub fn atan(x: f64, start: f64) -> Double {
    let (s, c) = sin_cos_near(start);
    let x = Double::from(x);
    Double::from(start) + (x * c - s) / (c + x * s)
}

/// `∛x` given it to `2^-40`.
#[inline(always)]
pub fn cbrt(x: f64, start: f64) -> Double {
    let square = Double::product(start, start);
    let d = (Double::from(x) - square * Double::from(start)) / square.scale(3.0);
    Double::from(start) + (d - Double::from(d.h * d.h / start))
}

/// `1/√x` given it to `2^-40`.
#[inline(always)]
pub fn rsqrt(x: f64, start: f64) -> Double {
    let d = Double::ONE - Double::product(start, start) * Double::from(x);
    let start = Double::from(start);
    start + start * (d.scale(0.5) + Double::from(0.375 * d.h * d.h))
}

/// `√x` for `x > 0`, given it to `2^-40`.
#[inline(always)]
pub fn sqrt(x: f64, start: f64) -> Double {
    let d = (Double::from(x) - Double::product(start, start)) / Double::from(2.0 * start);
    Double::from(start) + (d - Double::from(d.h * d.h / (2.0 * start)))
}
