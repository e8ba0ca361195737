//! Turns pairs of doubles into powers, hypotenuses and neighbours.

use super::bits::{clamp, is_integer, pick};
use super::dd::{Dd, square, two_prod, two_sum};
use super::explog::{exp_of, log_pair, parts};

/// `x^y` as `e^(y·ln|x|)`, with the logarithm to `2^-64`: the exponent reaches 745, so 0.1 ulp of error.
#[inline(always)]
pub(super) fn pow(x: f64, y: f64) -> f64 {
    let size = x.abs();
    let l = log_pair(parts(size));
    let p = two_prod(l.hi, y);
    let inside = (p.hi > -800.0) & (p.hi < 800.0);
    let exponent = Dd { hi: clamp(p.hi, -746.0, 710.0), lo: pick(inside, p.lo + l.lo * y, 0.0) };
    power_limits(x, y, exp_of(exponent))
}

/// The table of C99 F.9.4.4, given `|x|^y` for positive finite `|x|`: shared by both types.
#[inline(always)]
pub(super) fn power_limits(x: f64, y: f64, inside: f64) -> f64 {
    let size = x.abs();
    let (up, down) = (pick(y < 0.0, f64::INFINITY, 0.0), pick(y < 0.0, 0.0, f64::INFINITY));
    let r = pick(size == 0.0, up, inside);
    let r = pick(size == f64::INFINITY, down, r);
    let r = pick(size == 1.0, 1.0, r);
    let integer = is_integer(y);
    let odd = integer & !is_integer(0.5 * y);
    let r = pick(odd, r.copysign(x), r);
    let r = pick((x < 0.0) & (size < f64::INFINITY) & !integer, f64::NAN, r);
    let r = pick((x != x) | (y != y), f64::NAN, r);
    pick((x == 1.0) | (y == 0.0), 1.0, r)
}

/// `√(x² + y²)`, the squares summed in pairs: 0.86 ulp.
#[inline(always)]
pub(super) fn hypot(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    let (high, low) = (pick(x > y, x, y), pick(x > y, y, x));
    // 2^±700 keeps squares in range; what the smaller operand then loses does not show.
    let large = high > 3.273_390_607_896_142e150;
    let little = high < 3.054_936_363_499_605e-151;
    let down = pick(large, 1.901_091_566_295_16e-211, pick(little, 5.260_135_901_548_374e210, 1.0));
    let up = pick(large, 5.260_135_901_548_374e210, pick(little, 1.901_091_566_295_16e-211, 1.0));
    let (a, b) = (square(high * down), square(low * down));
    let sum = two_sum(a.hi, b.hi);
    let r = (sum.hi + (sum.lo + (a.lo + b.lo))).sqrt() * up;
    let r = pick((x != x) | (y != y), f64::NAN, r);
    pick((x == f64::INFINITY) | (y == f64::INFINITY), f64::INFINITY, r)
}

/// The double after `x` in the direction of `y`.
#[inline(always)]
pub(super) fn nextafter(x: f64, y: f64) -> f64 {
    let bits = x.to_bits();
    let away = (y > x) == (x > 0.0);
    let step = if away { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    let step = if x == 0.0 { f64::from_bits(1).copysign(y).to_bits() } else { step };
    let r = pick(x == y, y, f64::from_bits(step));
    pick((x != x) | (y != y), f64::NAN, r)
}

/// The single after `x` in the direction of `y`.
#[inline(always)]
pub(super) fn nextafter_single(x: f32, y: f32) -> f32 {
    let bits = x.to_bits();
    let away = (y > x) == (x > 0.0);
    let step = if away { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    let step = if x == 0.0 { f32::from_bits(1).copysign(y).to_bits() } else { step };
    let r = if x == y { y } else { f32::from_bits(step) };
    if (x != x) | (y != y) { f32::NAN } else { r }
}
