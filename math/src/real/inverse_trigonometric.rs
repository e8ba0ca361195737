//! `asin`, `acos`, `atan` and `atan2` of `f64`.

use super::hyperbolic::odd;
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{over_twice, pow2, select, sqrt};
use crate::constants::{HALF_PI, LINEAR, SIXTH};
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::polynomials::{ASIN, ATAN, polynomial};

/// `tan(π/8)` and `tan(3π/8)`, between which the middle octants lie.
pub(super) const OCTANTS: (f64, f64) = (0.414_213_562_373_095_03, 2.414_213_562_373_095);

/// From here on the arcsine is computed from that of another number.
const HALF: f64 = 0.5;

#[inline(always)]
pub(super) fn asin<A: Arithmetic, T: Lanes>(x: T) -> T {
    let size = x.abs();
    let quarters = size.each(|x| select(x > HALF, 1.0, 0.0));
    let factor = size.each(|x| select(x > HALF, -2.0, 1.0));
    odd(x, from_folded::<A, T>(size, quarters, factor))
}

#[inline(always)]
pub(super) fn acos<A: Arithmetic, T: Lanes>(x: T) -> T {
    let quarters = x.each(|x| select(x > HALF, 0.0, select(x < -HALF, 2.0, 1.0)));
    // -1 within ½ of 0, with the other sign left of it.
    let factor = x.each(|x| select(x.abs() > HALF, 2.0, -1.0) * 1.0_f64.copysign(x));
    from_folded::<A, T>(x.abs(), quarters, factor)
}

/// `quarters · π/2 + factor · a`, where `a` is the arcsine of `x ≥ 0`, and beyond ½ that of `√(½ (1 - x))`, which is half of
/// the other angle. NaN beyond 1.
#[inline(always)]
fn from_folded<A: Arithmetic, T: Lanes>(x: T, quarters: T, factor: T) -> T {
    // Exact beyond ½; the root of a rounded square is the number itself.
    let u = x.each(|x| select(x > HALF, 0.5 * (1.0 - x), x * x));
    let t = u.each(sqrt);
    let square = Dd::square_of::<A>(t);
    let lost = over_twice((u - square.hi) - square.lo, t);
    let lost = T::select(x.is(|x| x > HALF), lost, T::splat(0.0));
    // t³/6 reaches a twentieth of t: as an f64 it would cost 0.1 ulp.
    let cube = Dd::product::<A>(t, u);
    let sixth = Dd::product::<A>(cube.hi, T::splat(SIXTH.hi));
    let rest = (cube.hi * u) * polynomial::<Plain, _, _>(u, &ASIN);
    let rest = rest + (lost + (sixth.lo + (cube.lo * SIXTH.hi + cube.hi * SIXTH.lo)));
    let near = Dd::ordered_sum(t, sixth.hi);
    let base = Dd::new(quarters * HALF_PI.hi, quarters * HALF_PI.lo);
    base.add_smaller(Dd::new(near.hi, near.lo + rest).scale(factor)).value()
}

#[inline(always)]
pub(super) fn atan<A: Arithmetic, T: Lanes>(x: T) -> T {
    let inside = x.abs().each(|x| select(x > 1e200, 1e200, x));
    odd(x, angle::<A, T>(Dd::from(inside), Dd::ONE.splat()).value())
}

/// The angle of the point `(x, y)`, by the table of C99 F.9.1.4.
#[inline(always)]
pub(crate) fn atan2<A: Arithmetic, T: Lanes>(y: T, x: T) -> T {
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
