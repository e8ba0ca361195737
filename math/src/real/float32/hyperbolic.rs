//! `sinh`, `cosh`, `tanh` of `f32` and their inverses.

use super::exponential::{expm1_wide, reduce};
use super::logarithm::{add_exponent, log_of_quotient, split};
use super::polynomials::{COSH, LOG_WIDE};
use super::{clamp, except, odd};
use crate::arithmetic::Arithmetic;
use crate::bits::{select, sqrt};
use crate::polynomials::{SINH, polynomial};

/// The magnitude whose hyperbolic sine is too close to the middle of two `f32`, and the nearer one, as bits.
const SINH_EXCEPTIONS: [(u32, u32); 1] = [(0x3a12_85ff, 0x3a12_85ff)];

#[inline(always)]
pub(in crate::real) fn sinh<A: Arithmetic>(x: f32) -> f32 {
    let Halves { cosh, sinh, sum, difference } = halves::<A>(x);
    let y = A::narrow(A::mul_add(difference, cosh, sum * sinh));
    odd(x, except(x.abs(), y.abs(), &SINH_EXCEPTIONS))
}

#[inline(always)]
pub(in crate::real) fn cosh<A: Arithmetic>(x: f32) -> f32 {
    let Halves { cosh, sinh, sum, difference } = halves::<A>(x);
    A::narrow(A::mul_add(sum, cosh, difference * sinh))
}

/// What `sinh` and `cosh` of `k·ln 2 + r` are made of.
struct Halves {
    /// Of `r`.
    cosh: f64,
    sinh: f64,
    /// `½ (2^k + 2^-k)`
    sum: f64,
    /// `½ (2^k - 2^-k)`
    difference: f64,
}

#[inline(always)]
fn halves<A: Arithmetic>(x: f32) -> Halves {
    const HALF: u64 = 0.5_f64.to_bits();
    let (shifted, r) = reduce::<A>(f64::from(clamp(x, -100.0, 100.0)));
    let u = r * r;
    let sinh = A::mul_add(r * u, polynomial::<A, _, _>(u, &SINH), r);
    let cosh = A::mul_add(u, polynomial::<A, _, _>(u, &COSH), 1.0);
    let k = shifted.to_bits() << 52;
    let up = f64::from_bits(HALF.wrapping_add(k));
    let down = f64::from_bits(HALF.wrapping_sub(k));
    Halves { cosh, sinh, sum: up + down, difference: up - down }
}

/// `E / (E + 2)` with `E = e^(2|x|) - 1`.
#[inline(always)]
pub(in crate::real) fn tanh<A: Arithmetic>(x: f32) -> f32 {
    let e = expm1_wide::<A>(2.0 * f64::from(clamp(x.abs(), 0.0, 20.0)));
    odd(x, A::narrow(e / (e + 2.0)))
}

/// Magnitudes whose inverse hyperbolic sine is too close to the middle of two `f32`, and the nearer one, as bits.
const ASINH_EXCEPTIONS: [(u32, u32); 3] =
    [(0x4bdd_65a5, 0x418f_034b), (0x6558_90d3, 0x4254_d1f9), (0x6eb1_a8ec, 0x4284_5a89)];

/// `ln(x + √(x² + 1))`; near 0 as `2·artanh(x / (1 + √(x² + 1)))`.
#[inline(always)]
pub(in crate::real) fn asinh<A: Arithmetic>(x: f32) -> f32 {
    let size = f64::from(x.abs());
    let root = sqrt(A::mul_add(size, size, 1.0));
    let (k, m) = split(size + root);
    let near = k == 0.0;
    let s = select(near, size, m - 1.0) / select(near, root + 1.0, m + 1.0);
    let y = except(x.abs(), A::narrow(log_of_quotient::<A>(k, s)), &ASINH_EXCEPTIONS);
    odd(x, if x.abs() < f32::INFINITY { y } else { x })
}

/// Arguments whose inverse hyperbolic cosine is too close to the middle of two `f32`, and the nearer one, as bits.
const ACOSH_EXCEPTIONS: [(u32, u32); 2] = [(0x6558_90d3, 0x4254_d1f9), (0x6eb1_a8ec, 0x4284_5a89)];

/// `ln(x + √(x² - 1))`; near 1 as `2·artanh(v / (2 + v))` with `v = (x - 1) + √(x² - 1)`.
#[inline(always)]
pub(in crate::real) fn acosh<A: Arithmetic>(x: f32) -> f32 {
    let wide = f64::from(x);
    let over = wide - 1.0;
    let v = over + sqrt(over * (wide + 1.0));
    let (k, m) = split(1.0 + v);
    let near = k == 0.0;
    let over = select(near, v, m - 1.0);
    let y = A::narrow(log_of_quotient::<A>(k, over / (2.0 + over)));
    let y = except(x, y, &ACOSH_EXCEPTIONS);
    let y = if x < f32::INFINITY { y } else { x };
    if x >= 1.0 { y } else { f32::NAN }
}

/// `½ ln((1 + x) / (1 - x))`, where the quotient is that of the two, less a power of 2.
#[inline(always)]
pub(in crate::real) fn atanh<A: Arithmetic>(x: f32) -> f32 {
    const HALF: u64 = 1 << 51;
    const EXPONENT: u64 = !((1 << 52) - 1);
    const INTEGERS: f64 = 4_503_599_627_370_496.0;
    let size = f64::from(x.abs());
    let (above, below) = (1.0 + size, 1.0 - size);
    // The bits of a float are its logarithm, to 0.09.
    let ratio = above.to_bits().wrapping_sub(below.to_bits()).wrapping_add(HALF);
    let k = f64::from_bits((ratio >> 52) | INTEGERS.to_bits()) - INTEGERS;
    let power = f64::from_bits((ratio & EXPONENT).wrapping_add(1.0_f64.to_bits()));
    let scaled = below * power;
    let s = select(k == 0.0, size + size, above - scaled) / (above + scaled);
    let u = s * s;
    let l = A::mul_add(s * u, polynomial::<A, _, _>(u, &LOG_WIDE), s + s);
    let y = A::narrow(0.5 * add_exponent::<A>(k, l));
    let y = if x.abs() < 1.0 { y } else { f32::INFINITY };
    if x.abs() <= 1.0 { odd(x, y) } else { f32::NAN }
}
