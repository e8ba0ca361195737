//! `asin`, `acos`, `atan` and `atan2` of `f64`: all four are the angle of a point in the first quadrant.

use super::hyperbolic::odd;
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{pow2, select};
use crate::constants::{HALF_PI, LINEAR};
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::polynomials::{ATAN, polynomial};

/// `tan(π/8)` and `tan(3π/8)`, between which the middle octants lie.
pub(super) const OCTANTS: (f64, f64) = (0.414_213_562_373_095_03, 2.414_213_562_373_095);

#[inline(always)]
pub(super) fn asin<A: Arithmetic, T: Lanes>(x: T) -> T {
    let size = x.abs();
    let y = angle::<A, T>(Dd::from(size), other_leg::<A, T>(size)).value();
    odd(x, y.each_with(size, |y, size| select(size > 1.0, f64::NAN, y)))
}

#[inline(always)]
pub(super) fn acos<A: Arithmetic, T: Lanes>(x: T) -> T {
    let size = x.abs();
    let a = angle::<A, T>(other_leg::<A, T>(size), Dd::from(size));
    let y = reflect(x.is(|x| x < 0.0), a).value();
    y.each_with(size, |y, size| select(size > 1.0, f64::NAN, y))
}

#[inline(always)]
pub(super) fn atan<A: Arithmetic, T: Lanes>(x: T) -> T {
    let inside = x.abs().each(|x| select(x > 1e200, 1e200, x));
    odd(x, angle::<A, T>(Dd::from(inside), Dd::ONE.splat()).value())
}

/// The angle of the point `(x, y)`, by the table of C99 F.9.1.4.
#[inline(always)]
pub(super) fn atan2<A: Arithmetic, T: Lanes>(y: T, x: T) -> T {
    let legs = |y: f64, x: f64| legs(y.abs(), x.abs());
    let (tall, wide) = (y.each_with(x, |y, x| legs(y, x).0), y.each_with(x, |y, x| legs(y, x).1));
    let a = angle::<A, T>(Dd::from(tall), Dd::from(wide));
    let left = x.is(f64::is_sign_negative);
    // A tiny ratio may be subnormal: there the plain quotient is the nearest f64.
    let plain = !left & (wide * LINEAR).is_above(tall);
    let r = T::select(plain, tall / wide, reflect(left, a).value());
    let r = T::select(x.is(f64::is_nan) | y.is(f64::is_nan), T::splat(f64::NAN), r);
    r.copysign(y)
}

/// The point of the same angle in the first quadrant that sums and products of halves have room for.
#[inline(always)]
fn legs(tall: f64, wide: f64) -> (f64, f64) {
    let most = select(tall > wide, tall, wide);
    let (up, down) = const { (pow2(200.0), pow2(-100.0)) };
    let factor = select(most > 1e280, down, select(most < 1e-270, up, 1.0));
    // The angle of (0, 0) is that of (1, 0), and that of (∞, ∞) is that of (1, 1).
    let infinite = most == f64::INFINITY;
    let tall = select(infinite, select(tall == most, 1.0, 0.0), tall * factor);
    let wide = select(infinite, select(wide == most, 1.0, 0.0), wide * factor);
    (tall, select(most == 0.0, 1.0, wide))
}

/// The angle of the point `(x, y)` with `x, y ≥ 0`, to `2^-55`: a multiple of `π/4` and the arctangent of what is left.
#[inline(always)]
fn angle<A: Arithmetic, T: Lanes>(y: Dd<T>, x: Dd<T>) -> Dd<T> {
    const THIRD: f64 = 1.0 / 3.0;
    let one = T::splat(1.0);
    let high = y.hi.is_above(x.hi * OCTANTS.1);
    let middle = y.hi.is_above(x.hi * OCTANTS.0);
    let over = Dd::select(high, -x, Dd::select(middle, y.sub_fast(x), y));
    let under = Dd::select(high, y, Dd::select(middle, y.add_fast(x), x));
    let base = T::select(high, one, T::select(middle, T::splat(0.5), T::splat(0.0)));
    let t = over.div_fast::<A>(under);
    // t - t³/3 is a sum of two: as an f64 the cube would cost 0.1 ulp.
    let u = Dd::square_of::<A>(t.hi);
    let cube = Dd::product::<A>(t.hi, u.hi);
    let third = Dd::product::<A>(cube.hi, T::splat(-THIRD));
    let lost = third.lo - (cube.lo + t.hi * u.lo) * THIRD;
    let tail = (cube.hi * u.hi) * polynomial::<Plain, _, _>(u.hi, &ATAN);
    let tail = t.lo * (one - u.hi) + (lost + tail);
    let near = Dd::ordered_sum(t.hi, third.hi);
    let sum = Dd::ordered_sum(base * HALF_PI.hi, near.hi);
    Dd::ordered_sum(sum.hi, sum.lo + (base * HALF_PI.lo + (near.lo + tail)))
}

/// `π` less an angle, for points left of the vertical.
#[inline(always)]
fn reflect<T: Lanes>(left: T::Mask, a: Dd<T>) -> Dd<T> {
    Dd::select(left, HALF_PI.scale(2.0).splat().sub_fast(a), a)
}

/// `√(1 - x²)` as `√((1 - x)(1 + x))`, for `0 ≤ x ≤ 1`.
#[inline(always)]
fn other_leg<A: Arithmetic, T: Lanes>(x: T) -> Dd<T> {
    let one = T::splat(1.0);
    Dd::sum(one, -x).mul_fast::<A>(Dd::sum(one, x)).sqrt_fast::<A>()
}
