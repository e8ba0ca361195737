//! Turns angles into sines, cosines and tangents.

use super::bits::{low_bits, pick, poly};
use super::coefficients::{COS, SIN};
use super::dd::{Dd, fast_two_sum, square};
use super::explog::SIXTH;
use super::reduce::{NEAR, Turn, far, near};

/// Below this, odd functions are their argument, to `2^-57`.
const SMALL: f64 = 3.725_290_298_461_914e-9;

/// Whether an angle is too large for the fast functions here.
#[inline(always)]
pub(super) fn is_far(x: f64) -> bool {
    (x.abs() > NEAR) & (x.abs() < f64::INFINITY)
}

/// Sine and cosine for `|r| ≤ π/4`, to `2^-57`: the leading terms in full, the rest as doubles.
#[inline(always)]
fn sin_cos(r: Dd) -> (Dd, Dd) {
    let u = square(r.hi);
    // r³ reaches 0.07 of r: as a double it would cost 0.2 ulp.
    let cube = u.mul(Dd::new(r.hi));
    let factor = fast_two_sum(-SIXTH.hi, u.hi * poly(u.hi, &SIN));
    let tail = cube.hi * factor.hi + (cube.hi * (factor.lo - SIXTH.lo) + cube.lo * factor.hi);
    let sin = Dd { hi: r.hi, lo: r.lo * (1.0 - 0.5 * u.hi) + tail };
    let base = fast_two_sum(1.0, -0.5 * u.hi);
    let small = (0.5 * u.lo + r.hi * r.lo) - (u.hi * u.hi) * poly(u.hi, &COS);
    (sin, Dd { hi: base.hi, lo: base.lo - small })
}

/// The sine of a turn, or of a quarter more than it.
#[inline(always)]
fn sin_turn(turn: Turn, more: f64) -> f64 {
    let (sin, cos) = sin_cos(turn.rest);
    let quarters = low_bits(turn.quarters + more);
    let y = pick(quarters & 1 == 0, sin.value(), cos.value());
    f64::from_bits(y.to_bits() ^ ((quarters & 2) << 62))
}

#[inline(always)]
fn tan_turn(turn: Turn) -> f64 {
    let (sin, cos) = sin_cos(turn.rest);
    let even = low_bits(turn.quarters) & 1 == 0;
    let (over, under) = (Dd::pick(even, sin, cos), Dd::pick(even, cos, sin.times(-1.0)));
    over.normal().div(under.normal()).value()
}

/// Right for all but far angles, like its two neighbours.
#[inline(always)]
pub(super) fn sin_near(x: f64) -> f64 {
    pick(x.abs() < SMALL, x, sin_turn(near(x), 0.0))
}

#[inline(always)]
pub(super) fn cos_near(x: f64) -> f64 {
    sin_turn(near(x), 1.0)
}

#[inline(always)]
pub(super) fn tan_near(x: f64) -> f64 {
    pick(x.abs() < SMALL, x, tan_turn(near(x)))
}

#[cold]
#[inline(never)]
pub(super) fn sin_far(x: f64) -> f64 {
    sin_turn(far(x), 0.0)
}

#[cold]
#[inline(never)]
pub(super) fn cos_far(x: f64) -> f64 {
    sin_turn(far(x), 1.0)
}

#[cold]
#[inline(never)]
pub(super) fn tan_far(x: f64) -> f64 {
    tan_turn(far(x))
}
