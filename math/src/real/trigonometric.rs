//! `sin`, `cos` and `tan` of `f64`: near angles for loops, far ones apart.

use super::rare::{Angle, Cos, Sin, Tan, Trigonometric};
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{low_bits, select};
use crate::constants::{LINEAR, SIXTH};
use crate::double_double::Dd;
use crate::lanes::{Lanes, map};
use crate::number::Part;
use crate::polynomials::{COS, SIN, polynomial};
use crate::reduction::{self, NEAR, Turn};

impl Trigonometric<f64> for Sin {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f64) -> f64 {
        sin_near::<A, f64>(x)
    }

    #[inline(always)]
    fn near_each<A: Arithmetic>(x: &[f64], out: &mut [f64]) {
        map!(x, out, sin_near::<A, _>);
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f64) -> f64 {
        sin_turn::<A, f64>(reduction::far(x), 0.0)
    }
}

impl Trigonometric<f64> for Cos {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f64) -> f64 {
        cos_near::<A, f64>(x)
    }

    #[inline(always)]
    fn near_each<A: Arithmetic>(x: &[f64], out: &mut [f64]) {
        map!(x, out, cos_near::<A, _>);
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f64) -> f64 {
        sin_turn::<A, f64>(reduction::far(x), 1.0)
    }
}

impl Trigonometric<f64> for Tan {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f64) -> f64 {
        tan_near::<A, f64>(x)
    }

    #[inline(always)]
    fn near_each<A: Arithmetic>(x: &[f64], out: &mut [f64]) {
        map!(x, out, tan_near::<A, _>);
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f64) -> f64 {
        tan_turn::<A, f64>(reduction::far(x))
    }
}

impl Angle for f64 {
    #[inline(always)]
    fn is_far(self) -> bool {
        (self.abs() > NEAR) & (self.abs() < f64::INFINITY)
    }
}

/// The sine of an angle that is not far.
#[inline(always)]
fn sin_near<A: Arithmetic, T: Lanes>(x: T) -> T {
    sin_turn::<A, T>(reduction::near(x), 0.0).each_with(x, |y, x| select(x.abs() < LINEAR, x, y))
}

/// The cosine of one.
#[inline(always)]
fn cos_near<A: Arithmetic, T: Lanes>(x: T) -> T {
    sin_turn::<A, T>(reduction::near(x), 1.0)
}

/// The tangent of one.
#[inline(always)]
fn tan_near<A: Arithmetic, T: Lanes>(x: T) -> T {
    tan_turn::<A, T>(reduction::near(x)).each_with(x, |y, x| select(x.abs() < LINEAR, x, y))
}

/// The sine of a turn, or of `more` quarters than it has.
#[inline(always)]
fn sin_turn<A: Arithmetic, T: Lanes>(turn: Turn<T>, more: f64) -> T {
    let (sin, cos) = sin_cos::<A, T>(turn.rest);
    let quarters = turn.quarters + more;
    let even = quarters.is(|quarters| low_bits(quarters) & 1 == 0);
    T::select(even, sin.value(), cos.value()).each_with(quarters, |y, quarters| {
        f64::from_bits(y.to_bits() ^ ((low_bits(quarters) & 2) << 62))
    })
}

#[inline(always)]
fn tan_turn<A: Arithmetic, T: Lanes>(turn: Turn<T>) -> T {
    let (sin, cos) = sin_cos::<A, T>(turn.rest);
    let even = turn.quarters.is(|quarters| low_bits(quarters) & 1 == 0);
    let (over, under) = (Dd::select(even, sin, cos), Dd::select(even, cos, -sin));
    over.normalize().div_fast::<A>(under.normalize()).value()
}

/// Sine and cosine for `|r| ≤ π/4`, to `2^-57`: the leading terms as double-doubles, the rest as `f64`.
#[inline(always)]
pub(super) fn sin_cos<A: Arithmetic, T: Lanes>(r: Dd<T>) -> (Dd<T>, Dd<T>) {
    let (one, u) = (T::splat(1.0), Dd::square_of::<A>(r.hi));
    // r³ reaches 0.07 of r: as an f64 it would cost 0.2 ulp.
    let cube = u.mul_fast::<A>(Dd::from(r.hi));
    let least = u.hi * polynomial::<Plain, _, _>(u.hi, &SIN);
    let factor = Dd::ordered_sum(T::splat(-SIXTH.hi), least);
    let tail = Dd::product::<A>(cube.hi, factor.hi);
    let rest = tail.lo + (cube.hi * (factor.lo - SIXTH.lo) + cube.lo * factor.hi);
    let sum = Dd::ordered_sum(r.hi, tail.hi);
    let sin = Dd::new(sum.hi, sum.lo + (r.lo * (one - u.hi * 0.5) + rest));
    let base = Dd::ordered_sum(one, u.hi * -0.5);
    let least = (u.hi * u.hi) * polynomial::<Plain, _, _>(u.hi, &COS);
    let small = (u.lo * 0.5 + r.hi * r.lo) - least;
    (sin, Dd::new(base.hi, base.lo - small))
}
