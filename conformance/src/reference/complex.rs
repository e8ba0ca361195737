//! Ops on complex numbers, by their parts.

use std::cmp::Ordering;

use runtime::Op;
use runtime::policy::{ComplexExtremes, ComplexOrder, Policies};

use super::Bits;
use super::big::Big;
use super::complex_inverse::{inverse, inverse_on_axis, root};
use super::complex_special::special;
use super::elementary::{Value, atan2, function, hypot, nonzero, number};
use super::exact::Exact;
use super::float;
use super::format::{F64, Format, Real};
use super::wanted::{Part, Wanted, again, one, rounded, truth};

use Value::{Any, AnyZero, Infinite, Near, Number, Zero};

type Pair = (Value, Value);

/// Units in the last place that a part of a function may be off by: 1, of complex128 4.
fn ulps(format: Format) -> u64 {
    if format == F64 { 4 } else { 1 }
}

/// Relative to the magnitude: what a quotient or a power may be off by, in units of the format that it is
/// computed in.
fn off(format: Format, units: u32, value: &Exact) -> Exact {
    let units = if format == F64 { 4 + 2 * units } else { 1 };
    let epsilon = 1 - i64::from(format.through().precision);
    let least = Exact::dyadic(false, 1_u8, format.through().least);
    value.mul(&Exact::dyadic(false, units, epsilon)).signed(false).add(&least)
}

fn both(format: Format, (re, im): Pair) -> Wanted {
    (re.part(format, ulps(format)), im.part(format, ulps(format)))
}

/// The parts of an element.
pub fn decode(format: Format, bits: Bits) -> (Real, Real) {
    (format.decode(bits.0), format.decode(bits.1))
}

fn is_zero(x: &Real) -> bool {
    matches!(x, Real::Finite(x) if x.is_zero())
}

/// An op on two complex numbers.
pub fn binary(op: Op, format: Format, a: Bits, b: Bits, policies: Policies) -> Option<Wanted> {
    let ((ar, ai), (br, bi)) = (decode(format, a), decode(format, b));
    let part = |value: &Real| Part::bits(format, rounded(format, value));
    match op {
        Op::Add => Some((part(&float::add(&ar, &br)), part(&float::add(&ai, &bi)))),
        Op::Subtract => {
            let minus = |a: &Real, b: &Real| part(&float::add(a, &float::neg(b)));
            Some((minus(&ar, &br), minus(&ai, &bi)))
        }
        Op::Multiply => Some(multiply(format, (&ar, &ai), (&br, &bi))),
        Op::Divide => Some(both(format, divide(format, (&ar, &ai), (&br, &bi)))),
        Op::Maximum | Op::Minimum | Op::Fmax | Op::Fmin => {
            let (re, im) = extreme(op, format, (a, b), policies);
            Some((Part::moved(format, re), Part::moved(format, im)))
        }
        _ => float::comparison(op, compare(format, (a, b), policies.complex_order)),
    }
}

/// Whether a part of an element is NaN.
pub fn has_nan(format: Format, bits: Bits) -> bool {
    format.is_nan(bits.0) || format.is_nan(bits.1)
}

/// By the real parts, then the imaginary ones.
pub fn compare(format: Format, (a, b): (Bits, Bits), order: ComplexOrder) -> Option<Ordering> {
    let ((ar, ai), (br, bi)) = (decode(format, a), decode(format, b));
    let nan = has_nan(format, a) || has_nan(format, b);
    match (float::compare(&ar, &br)?, order) {
        (Ordering::Equal, _) => float::compare(&ai, &bi),
        (_, ComplexOrder::Numbers) if nan => None,
        (real, ComplexOrder::Numbers | ComplexOrder::Parts) => Some(real),
    }
}

/// The one of two elements that an op gives.
fn extreme(op: Op, format: Format, (a, b): (Bits, Bits), policies: Policies) -> Bits {
    let best = match op {
        Op::Maximum | Op::Fmax => Ordering::Greater,
        _ => Ordering::Less,
    };
    let extremes = policies.complex_extremes;
    let nan = match (op, extremes) {
        (Op::Fmax | Op::Fmin, _) => has_nan(format, b),
        (_, ComplexExtremes::Left | ComplexExtremes::Nan) => has_nan(format, a),
        (_, ComplexExtremes::Right) => false,
    };
    match compare(format, (a, b), policies.complex_order) {
        _ if nan => a,
        Some(Ordering::Equal) if extremes == ComplexExtremes::Left => a,
        Some(order) if order == best => a,
        _ => b,
    }
}

/// (ac - bd) + (ad + bc)i, every step rounded to what the loops compute in.
fn multiply(format: Format, (a, b): (&Real, &Real), (c, d): (&Real, &Real)) -> Wanted {
    let wide = format.through();
    let step = |value: Real| wide.decode(rounded(wide, &value));
    let product = |x: &Real, y: &Real| step(float::multiply(x, y));
    let part = |value: Real| Part::bits(format, again(wide, format, rounded(wide, &value)));
    (
        part(float::add(&product(a, c), &float::neg(&product(b, d)))),
        part(float::add(&product(a, d), &product(b, c))),
    )
}

/// By zero, each part is divided by +0; of what is not finite the standard leaves the quotient open.
fn divide(format: Format, (a, b): (&Real, &Real), (c, d): (&Real, &Real)) -> Pair {
    if is_zero(c) && is_zero(d) {
        let zero = Real::Finite(Exact::dyadic(false, 0_u8, 0));
        let part = |x: &Real| match float::divide(x, &zero) {
            Real::Infinite(negative) => Infinite(negative),
            _ => Value::Nan,
        };
        return (part(a), part(b));
    }
    let (Real::Finite(a), Real::Finite(b), Real::Finite(c), Real::Finite(d)) = (a, b, c, d) else {
        return (Any, Any);
    };
    let norm = c.mul(c).add(&d.mul(d));
    let re = a.mul(c).add(&b.mul(d)).div(&norm);
    let im = b.mul(c).sub(&a.mul(d)).div(&norm);
    let magnitude = re.clone().signed(false).add(&im.clone().signed(false));
    let off = off(format, 0, &magnitude);
    (Near(re, off.clone()), Near(im, off))
}

/// A power of finite numbers; of others nothing is said.
pub fn pow(format: Format, z: Bits, w: Bits) -> Wanted {
    let ((a, b), (c, d)) = (decode(format, z), decode(format, w));
    both(format, power(format, (&a, &b), (&c, &d)))
}

fn power(format: Format, (a, b): (&Real, &Real), (c, d): (&Real, &Real)) -> Pair {
    if is_zero(c) && is_zero(d) {
        return (super::elementary::int(1), AnyZero);
    }
    let (Real::Finite(a), Real::Finite(b), Real::Finite(c), Real::Finite(d)) = (a, b, c, d) else {
        return (Any, Any);
    };
    if a.is_zero() && b.is_zero() {
        let up = !c.negative && !c.is_zero();
        return if up { (AnyZero, AnyZero) } else { (Any, Any) };
    }
    let (log, angle) = (log_abs(a, b), Big::of(b).atan2(&Big::of(a)));
    let (c_big, d_big) = (Big::of(c), Big::of(d));
    let exponent = c_big.mul(&log).sub(&d_big.mul(&angle));
    let turned = c_big.mul(&angle).add(&d_big.mul(&log));
    let far = |x: &Big, bound: Big| bound.less(&x.abs());
    if far(&exponent, Big::int(20_000)) || far(&turned, Big::pow2(100)) {
        return (Any, Any);
    }
    let magnitude = exponent.exp();
    // Small integer powers are multiplied out, so that errors add up.
    let steps = u32::try_from(c.trunc().magnitude().clone()).unwrap_or(0);
    let off = off(format, if steps <= 100 { steps } else { 0 }, &magnitude.exact());
    let near = |part: Big| Near(magnitude.mul(&part).exact(), off.clone());
    (near(turned.cos()), near(turned.sin()))
}

/// log|z| of a number that is not 0.
fn log_abs(x: &Exact, y: &Exact) -> Big {
    let square = x.mul(x).add(&y.mul(y));
    log_of(&square.sub(&Exact::dyadic(false, 1_u8, 0)), &square).half()
}

/// log(1 + u), where `whole` is 1 + u.
fn log_of(u: &Exact, whole: &Exact) -> Big {
    let half = Exact::dyadic(false, 1_u8, -1);
    let small = u.clone().signed(false).compare(&half).is_lt();
    if small { Big::of(u).log1p() } else { Big::of(whole).ln() }
}

/// An op on one complex number.
pub fn unary(op: Op, format: Format, a: Bits) -> Option<Wanted> {
    let (x, y) = decode(format, a);
    let bits = |bits: u64| Part::moved(format, bits);
    let any = |test: fn(&Real) -> bool| Some(truth(test(&x) || test(&y)));
    let sign = format.sign();
    match op {
        Op::Positive => Some((bits(a.0), bits(a.1))),
        Op::Negative => Some((bits(a.0 ^ sign), bits(a.1 ^ sign))),
        Op::Conj => Some((bits(a.0), bits(a.1 ^ sign))),
        Op::Real => Some(one(bits(a.0))),
        Op::Imag => Some(one(bits(a.1))),
        Op::Isnan => any(|x| matches!(x, Real::Nan)),
        Op::Isinf => any(|x| matches!(x, Real::Infinite(_))),
        Op::Isfinite => Some(truth(matches!((x, y), (Real::Finite(_), Real::Finite(_))))),
        Op::Round => Some((float::unary(op, format, a.0)?.0, float::unary(op, format, a.1)?.0)),
        Op::Square => Some(multiply(format, (&x, &y), (&x, &y))),
        Op::Reciprocal => {
            let (one, zero) = (Exact::dyadic(false, 1_u8, 0), Exact::dyadic(false, 0_u8, 0));
            Some(both(format, divide(format, (&Real::Finite(one), &Real::Finite(zero)), (&x, &y))))
        }
        Op::Abs => Some(one(hypot(&x, &y).part(format, 1))),
        Op::Sign => Some(both(format, direction(&x, &y))),
        _ => Some(both(format, parts(op, &x, &y))),
    }
}

/// z/|z|.
fn direction(x: &Real, y: &Real) -> Pair {
    match (x, y) {
        (Real::Nan, _) | (_, Real::Nan) => (Value::Nan, Value::Nan),
        (Real::Finite(x), Real::Finite(y)) => {
            if x.is_zero() && y.is_zero() {
                return (AnyZero, AnyZero);
            }
            let (re, im) = (Big::of(x), Big::of(y));
            let modulus = re.hypot(&im);
            let part = |big: &Big, negative: bool| match big.is_zero() {
                true => Zero(negative),
                false => number(&big.div(&modulus)),
            };
            (part(&re, x.negative), part(&im, y.negative))
        }
        _ => (Any, Any),
    }
}

/// A function by its symmetries, from the quarter or half plane where parts are not negative.
fn parts(op: Op, x: &Real, y: &Real) -> Pair {
    use Op::{Asin, Asinh, Atan, Atanh, Cos, Cosh, Sin, Sinh, Tan, Tanh};
    let negative = |x: &Real| match x {
        Real::Infinite(negative) => *negative,
        Real::Finite(x) => x.negative,
        Real::Nan => false,
    };
    let positive = |x: &Real| if negative(x) { float::neg(x) } else { x.clone() };
    let (left, down) = (negative(x), negative(y));
    match op {
        Sinh | Tanh | Asinh | Atanh => {
            let (re, im) = first(op, &positive(x), &positive(y));
            (re.flipped(left), im.flipped(down))
        }
        Sin | Tan | Asin | Atan => {
            let turned = match op {
                Sin => Sinh,
                Tan => Tanh,
                Asin => Asinh,
                _ => Atanh,
            };
            let (im, re) = first(turned, &positive(y), &positive(x));
            (re.flipped(left), im.flipped(down))
        }
        Cosh => {
            let (re, im) = first(op, &positive(x), &positive(y));
            (re, im.flipped(left != down))
        }
        Cos => {
            let (re, im) = first(Cosh, &positive(y), &positive(x));
            (re, im.flipped(left == down))
        }
        _ => {
            let (re, im) = first(op, x, &positive(y));
            (re, im.flipped(down))
        }
    }
}

/// A function of a number whose imaginary part is not negative.
fn first(op: Op, x: &Real, y: &Real) -> Pair {
    let (Real::Finite(re), Real::Finite(im)) = (x, y) else { return special(op, x, y) };
    let by = |(re, im): Pair, big: Big| {
        let part = |value: Value| match value {
            Number(exact) => Number(Big::of(&exact).div(&big).exact()),
            other => other,
        };
        (part(re), part(im))
    };
    let logarithm = || (log_part(re, im), atan2(y, x));
    match op {
        Op::Exp2 => exp2(re, im),
        Op::Rsqrt => inverse_root(re, im),
        Op::Sigmoid => sigmoid(re, im),
        Op::Log => logarithm(),
        Op::Log2 => by(logarithm(), Big::int(2).ln()),
        Op::Log10 => by(logarithm(), Big::int(10).ln()),
        Op::Log1p => log1p(re, im),
        Op::Sqrt if im.is_zero() => {
            let root = match re.is_zero() {
                true => Zero(false),
                false => Number(re.clone().signed(false).sqrt()),
            };
            if re.negative && !re.is_zero() { (Zero(false), root) } else { (root, Zero(false)) }
        }
        Op::Sqrt => {
            let (re, im) = root(&Big::of(re), &Big::of(im));
            (number(&re), number(&im))
        }
        Op::Exp | Op::Expm1 | Op::Sinh | Op::Cosh | Op::Tanh => exponential(op, re, im),
        _ if im.is_zero() => inverse_on_axis(op, x, re),
        _ => inverse(op, re, im),
    }
}

/// 2ˣ·(cos(y·ln 2) + i·sin(y·ln 2)); where the angle is large, nothing is said.
fn exp2(x: &Exact, y: &Exact) -> Pair {
    let ln_2 = Big::int(2).ln();
    let (size, angle) = (Big::of(x).held().mul(&ln_2).exp(), Big::of(y).mul(&ln_2));
    if y.is_zero() {
        return (number(&size), Zero(false));
    }
    if Big::pow2(40).less(&angle) {
        return (Any, Any);
    }
    (number(&size.mul(&angle.cos())), number(&size.mul(&angle.sin())))
}

/// One over the square root.
fn inverse_root(x: &Exact, y: &Exact) -> Pair {
    if x.is_zero() && y.is_zero() {
        return (Infinite(false), Value::Nan);
    }
    let (re, im) = (Big::of(x), Big::of(y));
    if y.is_zero() {
        let size = number(&Big::int(1).div(&re.abs().sqrt()));
        return if x.negative { (AnyZero, size.flipped(true)) } else { (size, AnyZero) };
    }
    let modulus = re.hypot(&im);
    let (re, im) = root(&re, &im);
    (number(&re.div(&modulus)), number(&im.div(&modulus).neg()))
}

/// With u = e^-|x|: (1 + u·cos y) or (u·cos y + u²), and u·sin y, over 1 + 2u·cos y + u².
fn sigmoid(x: &Exact, y: &Exact) -> Pair {
    if y.is_zero() {
        return (function(Op::Sigmoid, &Real::Finite(x.clone())), Zero(false));
    }
    let (u, angle) = (Big::of(x).abs().neg().held().exp(), Big::of(y));
    let (along, across) = (u.mul(&angle.cos()), u.mul(&angle.sin()));
    let one = Big::int(1);
    let square = u.mul(&u);
    let under = one.add(&along).add(&along).add(&square);
    let over = along.add(if x.negative { &square } else { &one });
    let (part, imaginary) = (over.div(&under).exact(), across.div(&under).exact());
    // Near cancellation the bound is relative to the whole.
    let far = Exact::dyadic(false, 1_u8, -52).mul(&imaginary).signed(false);
    let own = Exact::dyadic(false, 1_u8, -50).mul(&part).signed(false);
    (Near(part, far.add(&own)), Number(imaginary))
}

fn log_part(x: &Exact, y: &Exact) -> Value {
    if x.is_zero() && y.is_zero() { Infinite(true) } else { nonzero(log_abs(x, y)) }
}

fn log1p(x: &Exact, y: &Exact) -> Pair {
    let one = Exact::dyadic(false, 1_u8, 0);
    let beside = x.add(&one);
    if x.is_zero() && y.is_zero() {
        return (AnyZero, Zero(false));
    }
    let angle = atan2(&Real::Finite(y.clone()), &Real::Finite(beside.clone()));
    let square = beside.mul(&beside).add(&y.mul(y));
    if square.is_zero() {
        return (Infinite(true), angle);
    }
    let part = log_of(&square.sub(&one), &square).half();
    if x.is_zero() {
        // What is far below the least value is as well a zero of x's sign.
        let part = part.exact();
        let least = Exact::dyadic(false, 1_u8, -1074);
        return (Near(part.clone(), part.mul(&Exact::dyadic(false, 1_u8, -50)).add(&least)), angle);
    }
    (nonzero(part), angle)
}

fn exponential(op: Op, x: &Exact, y: &Exact) -> Pair {
    let (re, im) = (Big::of(x).held(), Big::of(y));
    let (cos, sin) = (im.cos(), im.sin());
    let value = |big: Big, zero: Value| if big.is_zero() { zero } else { number(&big) };
    let axis = |zero: bool| if zero { Zero(false) } else { AnyZero };
    match op {
        Op::Exp => (number(&re.exp().mul(&cos)), value(re.exp().mul(&sin), Zero(false))),
        Op::Expm1 if y.is_zero() => (function(op, &Real::Finite(x.clone())), Zero(false)),
        Op::Expm1 => {
            let half = im.half().sin();
            let part = re.expm1().mul(&cos).sub(&half.mul(&half).mul(&Big::int(2))).exact();
            let imaginary = re.exp().mul(&sin).exact();
            // Near cancellation the bound is relative to the whole.
            let far = Exact::dyadic(false, 1_u8, -52).mul(&imaginary).signed(false);
            let own = Exact::dyadic(false, 1_u8, -50).mul(&part).signed(false);
            (Near(part, far.add(&own)), Number(imaginary))
        }
        Op::Sinh => {
            (value(re.sinh().mul(&cos), axis(y.is_zero())), value(re.cosh().mul(&sin), Zero(false)))
        }
        Op::Cosh => (number(&re.cosh().mul(&cos)), value(re.sinh().mul(&sin), axis(y.is_zero()))),
        _ => {
            let (sinh, cosh) = (re.sinh(), re.cosh());
            let under = sinh.mul(&sinh).add(&cos.mul(&cos));
            let part = |big: Big| value(big.div(&under), Zero(false));
            (part(sinh.mul(&cosh)), part(sin.mul(&cos)))
        }
    }
}
