//! `asin`, `acos`, `atan` and `atan2` of `f64`: all four are the angle of a point in the first quadrant.

use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{pow2, select};
use crate::constants::{HALF_PI, LINEAR};
use crate::double_double::Dd;
use crate::polynomials::{ATAN, polynomial};

/// `tan(π/8)` and `tan(3π/8)`, between which the middle octants lie.
pub(super) const OCTANTS: (f64, f64) = (0.414_213_562_373_095_03, 2.414_213_562_373_095);

#[inline(always)]
pub(super) fn asin<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let y = angle::<A>(Dd::from(size), other_leg::<A>(size)).value();
    let y = select(size > 1.0, f64::NAN, y);
    select(size < LINEAR, x, y.copysign(x))
}

#[inline(always)]
pub(super) fn acos<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let a = angle::<A>(other_leg::<A>(size), Dd::from(size));
    select(size > 1.0, f64::NAN, reflect(x < 0.0, a).value())
}

#[inline(always)]
pub(super) fn atan<A: Arithmetic>(x: f64) -> f64 {
    let size = x.abs();
    let inside = select(size > 1e200, 1e200, size);
    let y = angle::<A>(Dd::from(inside), Dd::ONE).value();
    select(size < LINEAR, x, y.copysign(x))
}

/// The angle of the point `(x, y)`, by the table of C99 F.9.1.4.
#[inline(always)]
pub(super) fn atan2<A: Arithmetic>(y: f64, x: f64) -> f64 {
    let (tall, wide) = (y.abs(), x.abs());
    let most = select(tall > wide, tall, wide);
    // Sums and products of halves need some room at both ends.
    let (up, down) = const { (pow2(200.0), pow2(-100.0)) };
    let factor = select(most > 1e280, down, select(most < 1e-270, up, 1.0));
    // The angle of (0, 0) is that of (1, 0), and that of (∞, ∞) is that of (1, 1).
    let infinite = most == f64::INFINITY;
    let tall = select(infinite, select(tall == most, 1.0, 0.0), tall * factor);
    let wide = select(infinite, select(wide == most, 1.0, 0.0), wide * factor);
    let wide = select(most == 0.0, 1.0, wide);
    let left = x.is_sign_negative();
    // A tiny ratio may be subnormal: there the plain quotient is the nearest f64.
    let plain = !left & (tall < LINEAR * wide);
    let r = select(
        plain,
        tall / wide,
        reflect(left, angle::<A>(Dd::from(tall), Dd::from(wide))).value(),
    );
    select(x.is_nan() | y.is_nan(), f64::NAN, r.copysign(y))
}

/// The angle of the point `(x, y)` with `x, y ≥ 0`, to `2^-55`: a multiple of `π/4` and the arctangent of what is left.
#[inline(always)]
fn angle<A: Arithmetic>(y: Dd, x: Dd) -> Dd {
    const THIRD: f64 = 1.0 / 3.0;
    let (high, middle) = (y.hi > OCTANTS.1 * x.hi, y.hi > OCTANTS.0 * x.hi);
    let over = Dd::select(high, x.scale(-1.0), Dd::select(middle, y.sub_fast(x), y));
    let under = Dd::select(high, y, Dd::select(middle, y.add_fast(x), x));
    let base = select(high, 1.0, select(middle, 0.5, 0.0));
    let t = over.div_fast::<A>(under);
    // t - t³/3 is a sum of two: as an f64 the cube would cost 0.1 ulp.
    let u = Dd::square_of::<A>(t.hi);
    let cube = Dd::product::<A>(t.hi, u.hi);
    let third = Dd::product::<A>(cube.hi, -THIRD);
    let lost = third.lo - (cube.lo + t.hi * u.lo) * THIRD;
    let tail =
        t.lo * (1.0 - u.hi) + (lost + (cube.hi * u.hi) * polynomial::<Plain, _>(u.hi, &ATAN));
    let near = Dd::ordered_sum(t.hi, third.hi);
    let sum = Dd::ordered_sum(base * HALF_PI.hi, near.hi);
    Dd::ordered_sum(sum.hi, sum.lo + (base * HALF_PI.lo + (near.lo + tail)))
}

/// `π` less an angle, for points left of the vertical.
#[inline(always)]
fn reflect(left: bool, a: Dd) -> Dd {
    Dd::select(left, HALF_PI.scale(2.0).sub_fast(a), a)
}

/// `√(1 - x²)` as `√((1 - x)(1 + x))`, for `0 ≤ x ≤ 1`.
#[inline(always)]
fn other_leg<A: Arithmetic>(x: f64) -> Dd {
    Dd::sum(1.0, -x).mul_fast::<A>(Dd::sum(1.0, x)).sqrt_fast::<A>()
}
