//! `sin`, `cos` and `tan` of `f64`: near angles for loops, far ones apart.

use super::rare::{Angle, Cos, Sin, Tan, Trigonometric};
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{low_bits, select};
use crate::constants::{LINEAR, SIXTH};
use crate::double_double::Dd;
use crate::polynomials::{COS, SIN, polynomial};
use crate::reduction::{self, NEAR, Turn};

impl Trigonometric<f64> for Sin {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f64) -> f64 {
        select(x.abs() < LINEAR, x, sin_turn::<A>(reduction::near(x), 0.0))
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f64) -> f64 {
        sin_turn::<A>(reduction::far(x), 0.0)
    }
}

impl Trigonometric<f64> for Cos {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f64) -> f64 {
        sin_turn::<A>(reduction::near(x), 1.0)
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f64) -> f64 {
        sin_turn::<A>(reduction::far(x), 1.0)
    }
}

impl Trigonometric<f64> for Tan {
    #[inline(always)]
    fn near<A: Arithmetic>(x: f64) -> f64 {
        select(x.abs() < LINEAR, x, tan_turn::<A>(reduction::near(x)))
    }

    #[cold]
    #[inline(never)]
    fn far<A: Arithmetic>(x: f64) -> f64 {
        tan_turn::<A>(reduction::far(x))
    }
}

impl Angle for f64 {
    #[inline(always)]
    fn is_far(self) -> bool {
        (self.abs() > NEAR) & (self.abs() < f64::INFINITY)
    }
}

/// The sine of a turn, or of `more` quarters than it has.
#[inline(always)]
fn sin_turn<A: Arithmetic>(turn: Turn, more: f64) -> f64 {
    let (sin, cos) = sin_cos::<A>(turn.rest);
    let quarters = low_bits(turn.quarters + more);
    let y = select(quarters & 1 == 0, sin.value(), cos.value());
    f64::from_bits(y.to_bits() ^ ((quarters & 2) << 62))
}

#[inline(always)]
fn tan_turn<A: Arithmetic>(turn: Turn) -> f64 {
    let (sin, cos) = sin_cos::<A>(turn.rest);
    let even = low_bits(turn.quarters) & 1 == 0;
    let (over, under) = (Dd::select(even, sin, cos), Dd::select(even, cos, sin.scale(-1.0)));
    over.normalize().div_fast::<A>(under.normalize()).value()
}

/// Sine and cosine for `|r| ≤ π/4`, to `2^-57`: the leading terms as double-doubles, the rest as `f64`.
#[inline(always)]
fn sin_cos<A: Arithmetic>(r: Dd) -> (Dd, Dd) {
    let u = Dd::square_of::<A>(r.hi);
    // r³ reaches 0.07 of r: as an f64 it would cost 0.2 ulp.
    let cube = u.mul_fast::<A>(Dd::from(r.hi));
    let factor = Dd::ordered_sum(-SIXTH.hi, u.hi * polynomial::<Plain, _>(u.hi, &SIN));
    let tail = Dd::product::<A>(cube.hi, factor.hi);
    let rest = tail.lo + (cube.hi * (factor.lo - SIXTH.lo) + cube.lo * factor.hi);
    let sum = Dd::ordered_sum(r.hi, tail.hi);
    let sin = Dd::new(sum.hi, sum.lo + (r.lo * (1.0 - 0.5 * u.hi) + rest));
    let base = Dd::ordered_sum(1.0, -0.5 * u.hi);
    let small = (0.5 * u.lo + r.hi * r.lo) - (u.hi * u.hi) * polynomial::<Plain, _>(u.hi, &COS);
    (sin, Dd::new(base.hi, base.lo - small))
}
