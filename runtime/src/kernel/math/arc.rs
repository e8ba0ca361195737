//! Turns ratios into angles: all four inverse functions are the angle of a point in the first quadrant.

use super::bits::{pick, poly};
use super::coefficients::ATAN;
use super::dd::{Dd, fast_two_sum, two_sum};
use super::reduce::HALF_PI_PAIR;

/// `tan(π/8)` and `tan(3π/8)`, where the octants part.
pub(super) const OCTANTS: (f64, f64) = (0.414_213_562_373_095_03, 2.414_213_562_373_095);
/// Below this, odd functions are their argument, to `2^-57`.
const SMALL: f64 = 3.725_290_298_461_914e-9;

/// The angle of the point `(x, y)` with `x, y ≥ 0`, to `2^-55`: a part of `π/4` and the arctangent of what is left.
#[inline(always)]
fn angle(y: Dd, x: Dd) -> Dd {
    let (high, middle) = (y.hi > OCTANTS.1 * x.hi, y.hi > OCTANTS.0 * x.hi);
    let over = Dd::pick(high, x.times(-1.0), Dd::pick(middle, y.sub(x), y));
    let under = Dd::pick(high, y, Dd::pick(middle, y.add(x), x));
    let base = pick(high, 1.0, pick(middle, 0.5, 0.0));
    let t = over.div(under);
    let u = t.hi * t.hi;
    let tail = t.lo * (1.0 - u) + (t.hi * u) * poly(u, &ATAN);
    let sum = fast_two_sum(base * HALF_PI_PAIR.hi, t.hi);
    fast_two_sum(sum.hi, sum.lo + (base * HALF_PI_PAIR.lo + tail))
}

/// `π` less an angle, for points left of the vertical.
#[inline(always)]
fn reflect(left: bool, a: Dd) -> Dd {
    Dd::pick(left, HALF_PI_PAIR.times(2.0).sub(a), a)
}

#[inline(always)]
pub(super) fn atan(x: f64) -> f64 {
    let size = x.abs();
    let inside = pick(size > 1e300, 1e300, size);
    let y = angle(Dd::new(inside), Dd::new(1.0)).value();
    pick(size < SMALL, x, y.copysign(x))
}

/// `√(1 - x²)` as `√((1 - x)(1 + x))`, for `0 ≤ x ≤ 1`.
#[inline(always)]
fn other_leg(x: f64) -> Dd {
    two_sum(1.0, -x).mul(two_sum(1.0, x)).sqrt()
}

#[inline(always)]
pub(super) fn asin(x: f64) -> f64 {
    let size = x.abs();
    let y = angle(Dd::new(size), other_leg(size)).value();
    let y = pick(size > 1.0, f64::NAN, y);
    pick(size < SMALL, x, y.copysign(x))
}

#[inline(always)]
pub(super) fn acos(x: f64) -> f64 {
    let size = x.abs();
    let a = angle(other_leg(size), Dd::new(size));
    pick(size > 1.0, f64::NAN, reflect(x < 0.0, a).value())
}

/// The angle of the point `(x, y)`, by the table of C99 F.9.1.4.
#[inline(always)]
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    let (tall, wide) = (y.abs(), x.abs());
    let most = pick(tall > wide, tall, wide);
    // Sums and cut products need some room at both ends.
    let factor = pick(most > 1e300, 0.25, pick(most < 1e-270, 1.606_938_044_258_990_3e60, 1.0));
    // Two zeros or two infinities are as good as (0, 1) and (1, 1).
    let (tall, wide) =
        (pick(most == f64::INFINITY, pick(tall == most, 1.0, 0.0), tall * factor), {
            let scaled = pick(most == f64::INFINITY, pick(wide == most, 1.0, 0.0), wide * factor);
            pick(most == 0.0, 1.0, scaled)
        });
    let left = x.is_sign_negative();
    // A tiny ratio may be subnormal: there the plain quotient is the nearest double.
    let plain = !left & (tall < SMALL * wide);
    let r = pick(plain, tall / wide, reflect(left, angle(Dd::new(tall), Dd::new(wide))).value());
    pick((x != x) | (y != y), f64::NAN, r.copysign(y))
}
