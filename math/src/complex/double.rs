//! Complex functions of numbers whose parts are `f64`, in double-doubles of about 57 bits: the error is far below an ulp,
//! and loops over several numbers have no branch.
//!
//! Each is for most numbers. Of the others the real part is NaN, and they are left to the function that holds for all:
//! those where something is far from 1 or not finite, and those of which more cancels than the bits beyond 53.

mod pairs;

pub(super) use pairs::{by_real, divide, divide_f32, integer, pow, reciprocal, reciprocal_f32};

use crate::arithmetic::Arithmetic;
use crate::bits::{pow2, scale, select, sqrt as root};
use crate::constants::{LN_2, LOG2_E, LOG10_E};
use crate::double_double::Dd;
use crate::lanes::Lanes;
use crate::real::unrounded::{self, NEAR, atan2, hypot};

/// Below this a part is left to the others: products keep all their bits.
const SMALL: f64 = pow2(-100.0);
/// Beyond this neither `e^x` nor a product of it with a sine leaves the range.
const LARGE: f64 = 600.0;
/// Up to this squares of `e^x` stay in range, and so do those of `e^-x`.
const SQUARES: f64 = 250.0;
/// A difference that is a smaller part of its terms has lost too many bits.
const CANCELLED: f64 = pow2(-7.0);
/// A norm that is so near to 1 has lost too many bits.
const NEAR_ONE: f64 = pow2(-45.0);

/// The result where the formula is good; NaN in its real part where it is not.
#[inline(always)]
fn only<T: Lanes>(good: T::Mask, re: T, im: T) -> (T, T) {
    (T::select(good, re, T::splat(f64::NAN)), im)
}

/// Whether the parts are an exponent and an angle that the formulas are good for.
#[inline(always)]
fn is_moderate<T: Lanes>(x: T, y: T, most: f64) -> T::Mask {
    x.is(|x| x.abs() < most) & y.is(|y| (y.abs() <= NEAR) & ((y.abs() > SMALL) | (y == 0.0)))
}

/// Whether the squares of both parts, and what their sum rounds off, are in range; one of the parts may be 0.
#[inline(always)]
fn has_squares<T: Lanes>(x: T, y: T) -> T::Mask {
    let within = |x: f64| (x.abs() > const { pow2(-400.0) }) & (x.abs() < const { pow2(400.0) });
    let (x_within, y_within) = (x.is(within), y.is(within));
    (x_within & y_within) | (x_within & is_zero(y)) | (is_zero(x) & y_within)
}

#[inline(always)]
fn is_zero<T: Lanes>(x: T) -> T::Mask {
    x.is(|x| x == 0.0)
}

/// Of a part that is 0 what `zero` says, since double-doubles lose the sign of a zero.
#[inline(always)]
fn unless_zero<T: Lanes>(part: T, result: T, zero: T) -> T {
    T::select(is_zero(part), zero, result)
}

/// Whether squares keep all their bits beside 1, and so do those of sums of squares.
#[inline(always)]
fn is_between<T: Lanes>(x: T) -> T::Mask {
    x.is(|x| ((x.abs() > SMALL) & (x.abs() < const { 1.0 / SMALL })) | (x == 0.0))
}

#[inline(always)]
fn one<T: Lanes>() -> Dd<T> {
    Dd::ONE.splat()
}

/// `2^k (1 + p)`.
#[inline(always)]
fn power<T: Lanes>(k: T, p: Dd<T>) -> Dd<T> {
    one().add_smaller(p).scale(k.each(pow2))
}

/// `2^k (1 + p) - 1`.
#[inline(always)]
fn power_less_one<T: Lanes>(k: T, p: Dd<T>) -> Dd<T> {
    Dd::select(k.is(|k| k == 0.0), p, power(k, p).add_fast(-one()))
}

/// `2^k (1 + p) (cos + i·sin)`.
#[inline(always)]
fn from_polar<A: Arithmetic, T: Lanes>(k: T, p: Dd<T>, (sin, cos): (Dd<T>, Dd<T>)) -> (T, T) {
    let e = one().add_smaller(p);
    let part = |part: Dd<T>| e.mul_fast::<A>(part).value().each_with(k, scale);
    (part(cos), part(sin))
}

#[inline(always)]
pub(super) fn exp<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (k, p) = unrounded::exp::<A, T>(x);
    let (re, im) = from_polar::<A, T>(k, p, unrounded::sin_cos::<A, T>(y, T::splat(0.0)));
    only(is_moderate(x, y, LARGE), re, unless_zero(y, im, y))
}

#[inline(always)]
pub(super) fn exp2<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let angle = LN_2.splat().mul_fast::<A>(Dd::from(y));
    let (sin, cos) = unrounded::sin_cos::<A, T>(angle.hi, angle.lo);
    let (k, p) = unrounded::exp2::<A, T>(x);
    let (re, im) = from_polar::<A, T>(k, p, (sin, cos));
    // Near a multiple of a quarter turn the angle's own error is no small part of what is left.
    let near = |part: f64| part.abs() < const { pow2(-20.0) };
    let lost = angle.hi.is(|angle| angle.abs() > 1.0) & (sin.hi.is(near) | cos.hi.is(near));
    // Powers of 2 are exact on the real axis.
    only(is_moderate(x, y, LARGE) & !lost & !is_zero(y), re, im)
}

#[inline(always)]
pub(super) fn expm1<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (sin, cos) = unrounded::sin_cos::<A, T>(y, T::splat(0.0));
    let (k, p) = unrounded::exp::<A, T>(x);
    let (e, more) = (power(k, p), power_less_one(k, p));
    // cos(y) - 1, which is small where the sine is.
    let less = -sin.mul_fast::<A>(sin).div_fast::<A>(one().add_fast(cos));
    let near = more.add_fast(e.mul_fast::<A>(less));
    let far = e.mul_fast::<A>(cos).add_fast(-one());
    let is_near = cos.hi.is(|cos| cos > 0.5);
    let re = Dd::select(is_near, near, far);
    let term = T::select(is_near, more.hi, T::splat(1.0));
    let cancelled = (term.abs() * CANCELLED).is_above(re.hi.abs());
    let re = T::select(is_zero(x) & is_zero(y), x, re.value());
    let good = is_moderate(x, y, SQUARES) & !cancelled;
    only(good, re, unless_zero(y, e.mul_fast::<A>(sin).value(), y))
}

/// `½ + (sinh x + i·sin y) / (2·(cosh x + cos y))`, by `s = e^x - 1` and half the angle.
#[inline(always)]
pub(super) fn sigmoid<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (sin, cos) = unrounded::sin_cos::<A, T>(y * 0.5, T::splat(0.0));
    let (k, p) = unrounded::exp::<A, T>(x);
    let (e, s) = (power(k, p), power_less_one(k, p));
    let square = cos.mul_fast::<A>(cos);
    let under = s.mul_fast::<A>(s).div_fast::<A>(e).add_fast(square.scale(T::splat(4.0)));
    let over = s.add_fast(square.scale(T::splat(2.0)));
    let im = sin.mul_fast::<A>(cos).scale(T::splat(2.0)).div_fast::<A>(under).value();
    let cancelled = (s.hi.abs() * CANCELLED).is_above(over.hi.abs());
    let good = is_moderate(x, y, SQUARES) & !cancelled;
    only(good, over.div_fast::<A>(under).value(), unless_zero(y, im, y))
}

/// Hyperbolic sine and cosine, for `|x|` up to [`LARGE`].
#[inline(always)]
fn sinh_cosh<A: Arithmetic, T: Lanes>(x: T) -> (Dd<T>, Dd<T>) {
    let (k, p) = unrounded::exp::<A, T>(x.abs());
    // With s = eˣ - 1: sinh = (s + s/eˣ)/2 and cosh = 1 + s·(s/eˣ)/2.
    let s = power_less_one(k, p);
    let half = s.div_fast::<A>(power(k, p)).scale(T::splat(0.5));
    let sinh = s.scale(T::splat(0.5)).add_fast(half);
    let sign = T::splat(1.0).copysign(x);
    (sinh.scale(sign), one().add_fast(s.mul_fast::<A>(half)))
}

/// Whether the parts are good for hyperbolic functions, too.
#[inline(always)]
fn is_hyperbolic<T: Lanes>(x: T, y: T, most: f64) -> T::Mask {
    is_moderate(x, y, most) & x.is(|x| (x.abs() > SMALL) | (x == 0.0))
}

#[inline(always)]
pub(super) fn sinh<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (sinh, cosh) = sinh_cosh::<A, T>(x);
    let (sin, cos) = unrounded::sin_cos::<A, T>(y, T::splat(0.0));
    let re = unless_zero(x, sinh.mul_fast::<A>(cos).value(), x * cos.hi);
    let im = unless_zero(y, cosh.mul_fast::<A>(sin).value(), y);
    only(is_hyperbolic(x, y, LARGE), re, im)
}

#[inline(always)]
pub(super) fn cosh<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (sinh, cosh) = sinh_cosh::<A, T>(x);
    let (sin, cos) = unrounded::sin_cos::<A, T>(y, T::splat(0.0));
    let im = unless_zero(y, sinh.mul_fast::<A>(sin).value(), y * sinh.hi);
    let im = unless_zero(x, im, x * sin.hi);
    let im = T::select(is_zero(x) & is_zero(y), x * y, im);
    only(is_hyperbolic(x, y, LARGE), cosh.mul_fast::<A>(cos).value(), im)
}

#[inline(always)]
pub(super) fn tanh<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (sinh, cosh) = sinh_cosh::<A, T>(x);
    let (sin, cos) = unrounded::sin_cos::<A, T>(y, T::splat(0.0));
    // Nothing cancels, not even near the poles.
    let below = sinh.mul_fast::<A>(sinh).add_fast(cos.mul_fast::<A>(cos));
    let part = |a: Dd<T>, b: Dd<T>| a.mul_fast::<A>(b).div_fast::<A>(below).value();
    let (re, im) = (unless_zero(x, part(sinh, cosh), x), unless_zero(y, part(sin, cos), y));
    only(is_hyperbolic(x, y, SQUARES), re, im)
}

/// `k` and `v` with `|z|² = 2^k (1 + v)`, for parts that have squares.
#[inline(always)]
fn norm<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, Dd<T>) {
    let least = x.each_with(y, |x, y| select(x.abs() < y.abs(), x.abs(), y.abs()));
    let most = x.each_with(y, |x, y| select(x.abs() < y.abs(), y.abs(), x.abs()));
    // Little numbers by 2^450, so that 1 is nothing beside their norm.
    let little = |most: f64| most < 0.5;
    let factor = most.each(|most| select(little(most), const { pow2(450.0) }, 1.0));
    let k = most.each(|most| select(little(most), -900.0, 0.0));
    let (xx, yy) = (Dd::square_of::<A>(most * factor), Dd::square_of::<A>(least * factor));
    // x² - 1 + y², from exact terms: those that cancel are added first.
    let first = Dd::sum(xx.hi, T::splat(-1.0));
    let second = Dd::sum(first.hi, yy.hi);
    (k, Dd::ordered_sum(second.hi, second.lo + (first.lo + (xx.lo + yy.lo))))
}

/// Whether a norm less 1 has kept its bits.
#[inline(always)]
fn is_off_one<T: Lanes>(v: Dd<T>) -> T::Mask {
    v.hi.is(|v| v.abs() > NEAR_ONE)
}

/// Twice the logarithm of the modulus, and whether it is good.
#[inline(always)]
fn log_of_norm<A: Arithmetic, T: Lanes>(x: T, y: T) -> (Dd<T>, T::Mask) {
    let (k, v) = norm::<A, T>(x, y);
    (unrounded::log_of_power::<A, T>(k, v), has_squares(x, y) & is_off_one(v))
}

#[inline(always)]
pub(super) fn log<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (twice, good) = log_of_norm::<A, T>(x, y);
    only(good, twice.value() * 0.5, atan2::<A, T>(y, x))
}

#[inline(always)]
pub(super) fn log1p<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    // |1 + z|² - 1 = 2x + y² + x², from exact terms: those that cancel are added first.
    let (xx, yy) = (Dd::square_of::<A>(x), Dd::square_of::<A>(y));
    let terms = Dd::sum(x * 2.0, yy.hi).add_accurate(Dd::sum(xx.hi, yy.lo));
    let v = terms.add_accurate(Dd::from(xx.lo));
    let kept = (x.abs() * NEAR_ONE).each_with(v.hi, |least, v| select(v.abs() > least, v, -1.0));
    let good = is_between(x) & is_between(y) & kept.is(|v| v > -0.75);
    only(good, unrounded::log1p::<A, T>(v) * 0.5, atan2::<A, T>(y, x + 1.0))
}

/// The logarithm to another base: of powers of the base it is exact.
#[inline(always)]
fn log_base<A: Arithmetic, T: Lanes>(x: T, y: T, inverse: Dd) -> (T, T) {
    let (twice, good) = log_of_norm::<A, T>(x, y);
    let re = twice.mul_fast::<A>(inverse.splat()).value() * 0.5;
    only(good, re, atan2::<A, T>(y, x) * inverse.hi)
}

#[inline(always)]
pub(super) fn log2<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    log_base::<A, T>(x, y, LOG2_E)
}

#[inline(always)]
pub(super) fn log10<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    log_base::<A, T>(x, y, LOG10_E)
}

#[inline(always)]
pub(super) fn sign<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let squares = Dd::square_of::<A>(x).add_fast(Dd::square_of::<A>(y));
    let modulus = squares.sqrt_fast::<A>();
    let part = |x: T| unless_zero(x, Dd::from(x).div_fast::<A>(modulus).value(), x);
    only(has_squares(x, y), part(x), part(y))
}

#[inline(always)]
pub(super) fn sqrt<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let most = ((x.abs() + hypot::<A, T>(x, y)) * 0.5).each(root);
    let least = y.abs() / (most * 2.0);
    let left = x.is(|x| x < 0.0);
    let (re, im) = (T::select(left, least, most), T::select(left, most, least));
    only(has_squares(x, y), re, im.copysign(y))
}

/// The root's conjugate over the modulus.
#[inline(always)]
pub(super) fn rsqrt<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let ((re, im), modulus) = (sqrt::<A, T>(x, y), hypot::<A, T>(x, y));
    (re / modulus, -im / modulus)
}

/// `-i·g(iz)`, given `g(iz)`.
#[inline(always)]
fn turned<T: Lanes>((re, im): (T, T)) -> (T, T) {
    only(re.is(|re| !re.is_nan()), im, -re)
}

#[inline(always)]
pub(super) fn sin<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    turned(sinh::<A, T>(-y, x))
}

#[inline(always)]
pub(super) fn cos<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    cosh::<A, T>(-y, x)
}

#[inline(always)]
pub(super) fn tan<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    turned(tanh::<A, T>(-y, x))
}

/// Of the arc cosine in the first quadrant: the leg opposite to the real part, of which `x` is the other one, and the
/// imaginary part, except for its sign. The formulas are those of Hull, Fairgrieve and Tang.
#[inline(always)]
fn arc_cosine<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (above, below) = (Dd::sum(x, T::splat(1.0)), Dd::sum(x, T::splat(-1.0)));
    let yy = Dd::square_of::<A>(y);
    let sign = below.hi.each(|below| 1.0_f64.copysign(below));
    let distance = |leg: Dd<T>| leg.mul_fast::<A>(leg).add_fast(yy).sqrt_fast::<A>();
    // r - (x + 1) and s - |x - 1|, where only terms of one sign are added.
    let far = yy.div_fast::<A>(distance(above).add_fast(above));
    let large = distance(below).add_fast(below.scale(sign));
    let small = yy.div_fast::<A>(large);
    let inside = x.is(|x| x < 1.0);
    // With a = (r + s)/2: a - 1 and a - x.
    let half = T::splat(0.5);
    let less_one = far.add_fast(Dd::select(inside, small, large)).scale(half);
    let less_x = far.add_fast(Dd::select(inside, large, small)).scale(half);
    let two_more = less_one.add_fast(one().scale(T::splat(2.0)));
    let root = less_one.mul_fast::<A>(two_more).sqrt_fast::<A>();
    let opposite = less_x.mul_fast::<A>(less_one.add_fast(above)).sqrt_fast::<A>();
    (opposite.value(), unrounded::log1p::<A, T>(less_one.add_fast(root)))
}

#[inline(always)]
pub(super) fn acos<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (opposite, im) = arc_cosine::<A, T>(x.abs(), y.abs());
    only(is_between(x) & is_between(y), atan2::<A, T>(opposite, x), im.copysign(-y))
}

#[inline(always)]
pub(super) fn acosh<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let (re, im) = acos::<A, T>(x, y);
    only(re.is(|re| !re.is_nan()), im.abs(), re.copysign(y))
}

#[inline(always)]
pub(super) fn asinh<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    // -i·asin(iz), where y is the real part.
    let (opposite, re) = arc_cosine::<A, T>(y.abs(), x.abs());
    let im = atan2::<A, T>(y, opposite);
    // At ±i one of the two is 0/0.
    let good = is_between(x) & is_between(y) & im.is(|im| !im.is_nan());
    only(good, re.copysign(x), im)
}

#[inline(always)]
pub(super) fn asin<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    turned(asinh::<A, T>(-y, x))
}

#[inline(always)]
pub(super) fn atanh<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    let a = x.abs();
    let (below, above) = (Dd::sum(T::splat(1.0), -a), Dd::sum(T::splat(1.0), a));
    let yy = Dd::square_of::<A>(y);
    let t = Dd::from(a * 4.0).div_fast::<A>(below.mul_fast::<A>(below).add_fast(yy));
    let re = unrounded::log1p::<A, T>(t) * 0.25;
    // 1 - |z|², which cancels.
    let adjacent = below.mul_fast::<A>(above).normalize().add_accurate(-yy).value();
    let im = atan2::<A, T>(y * 2.0, adjacent) * 0.5;
    only(is_between(x) & is_between(y), re.copysign(x), im)
}

#[inline(always)]
pub(super) fn atan<A: Arithmetic, T: Lanes>(x: T, y: T) -> (T, T) {
    turned(atanh::<A, T>(-y, x))
}
