//! `asin`, `acos`, `atan` and `atan2` of `f32`.

use core::f64::consts::{FRAC_PI_2, PI};

use super::odd;
use super::polynomials::{ASIN, ATAN, ATAN_SHORT};
use super::roots::sqrt_of_narrow;
use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::select;
use crate::polynomials::polynomial;
use crate::real::Real;
use crate::real::inverse_trigonometric::OCTANTS;
use crate::real::pairs::Pair;

#[inline(always)]
pub(in crate::real) fn asin<A: Arithmetic>(x: f32) -> f32 {
    let (beyond, a) = half_angle::<A>(x);
    let y = A::narrow(select(beyond, A::mul_add(-2.0, a, FRAC_PI_2), a));
    if x.abs() <= 1.0 { odd(x, y) } else { f32::NAN }
}

/// What the nearest `f64` to `π` leaves, as a part of it, and half a unit in the last place more: two arguments are then not
/// rounded to a tie whose even side is the wrong one.
const BELOW_PI: f64 = 1.066e-16;

#[inline(always)]
pub(in crate::real) fn acos<A: Arithmetic>(x: f32) -> f32 {
    let (beyond, a) = half_angle::<A>(x);
    let factor = select(beyond, 2.0, -1.0);
    let factor = if x < 0.0 { -factor } else { factor };
    let base = select(beyond, if x < 0.0 { PI } else { 0.0 }, FRAC_PI_2);
    let y = A::narrow(base + A::mul_add(factor, a, base * BELOW_PI));
    if x.abs() <= 1.0 { y } else { f32::NAN }
}

/// Whether `|x| > ½`; the arcsine of `|x|`, or there that of `√(½ (1 - |x|))`.
#[inline(always)]
fn half_angle<A: Arithmetic>(x: f32) -> (bool, f64) {
    let size = x.abs();
    let beyond = size > 0.5;
    // Exact, because the two are close.
    let rest = 0.5 * (1.0 - size);
    let wide = f64::from(size);
    let u = select(beyond, f64::from(rest), wide * wide);
    let t = select(beyond, sqrt_of_narrow::<A>(rest), wide);
    (beyond, A::mul_add(t * u, polynomial::<A, _, _>(u, &ASIN), t))
}

#[inline(always)]
pub(in crate::real) fn atan<A: Arithmetic>(x: f32) -> f32 {
    let size = x.abs();
    odd(x, A::narrow(angle_by::<A, _>(f64::from(size), 1.0, &ATAN)))
}

/// The angle of a point.
pub(in crate::real) struct Atan2;

impl Pair for Atan2 {
    #[inline(always)]
    fn is_ordinary(y: f32, x: f32) -> bool {
        (y.abs() < f32::INFINITY) & (x.abs() < f32::INFINITY) & (y.abs() + x.abs() > 0.0)
    }

    #[inline(always)]
    fn near<A: Arithmetic, const ORDINARY: bool>(y: f32, x: f32) -> f64 {
        let (y, x) = (f64::from(y), f64::from(x));
        let (tall, wide) = (y.abs(), x.abs());
        if ORDINARY {
            return reflect(angle_by::<A, _>(tall, wide, &ATAN_SHORT), y, x);
        }
        let most = select(tall > wide, tall, wide);
        // The angle of (0, 0) is that of (1, 0), and that of (∞, ∞) is that of (1, 1).
        let infinite = most == f64::INFINITY;
        let tall = select(infinite, select(tall == most, 1.0, 0.0), tall);
        let wide = select(infinite, select(wide == most, 1.0, 0.0), wide);
        let wide = select(most == 0.0, 1.0, wide);
        let r = reflect(angle_by::<A, _>(tall, wide, &ATAN_SHORT), y, x);
        select(x.is_nan() | y.is_nan(), f64::NAN, r)
    }

    fn exact(y: f32, x: f32) -> f64 {
        f64::atan2_by::<Plain>(y.into(), x.into())
    }
}

/// The angle of `(x, y)`, given that of `(|x|, |y|)`.
#[inline(always)]
pub(super) fn reflect(a: f64, y: f64, x: f64) -> f64 {
    select(x.is_sign_negative(), PI - a, a).copysign(y)
}

/// The angle of the point `(x, y)` with finite `x, y ≥ 0`, not both 0.
#[inline(always)]
pub(super) fn angle_by<A: Arithmetic, const N: usize>(
    y: f64,
    x: f64,
    coefficients: &[f64; N],
) -> f64 {
    let (high, middle) = (y > OCTANTS.1 * x, y > OCTANTS.0 * x);
    let over = select(high, -x, select(middle, y - x, y));
    let under = select(high, y, select(middle, y + x, x));
    let base = select(high, FRAC_PI_2, select(middle, 0.5 * FRAC_PI_2, 0.0));
    let t = over / under;
    let u = t * t;
    base + A::mul_add(t * u, polynomial::<A, _, _>(u, coefficients), t)
}
