//! Real functions of double-doubles, for what cancels: exp, log1p, sin and cos, angles.
//!
//! Each is good to about 100 bits, relative to its result.

use core::f64::consts::FRAC_PI_4;

use super::real;
use crate::bits::{exponent, ldexp, low_bits, pow2_int, round};
use crate::constants::{HALF_PI, INVERSE_FACTORIALS, LN_2_WIDE, LOG2_E, PI_32, SINES};
use crate::double_double::Dd;
use crate::reduction::{self, Turn};

/// `x` without its fraction.
#[expect(
    clippy::cast_possible_truncation,
    reason = "it is called with numbers up to a few thousand"
)]
pub(super) fn int(x: f64) -> i32 {
    x as i32
}

/// The sum of `x^i / n!` for `n = first + i·step` up to `last`: the leading `wide` terms as double-doubles.
///
/// Where the signs of a series alternate, `x` is negative.
fn series(x: Dd, first: usize, step: usize, wide: usize, last: usize) -> Dd {
    let mut terms = INVERSE_FACTORIALS[first - 1..last].iter().step_by(step).enumerate().rev();
    let mut narrow = 0.0;
    let mut sum = Dd::ZERO;
    for (i, term) in &mut terms {
        if i < wide {
            sum = *term + Dd::from(narrow * x.hi);
            break;
        }
        narrow = term.hi + narrow * x.hi;
    }
    for (_, term) in terms {
        sum = *term + sum * x;
    }
    sum
}

/// `(p, k)` with `eˣ = (1 + p)·2ᵏ`, where `p` is good relative to itself, and `k` is 0 for small `x`.
fn exp_parts(x: Dd) -> (Dd, i32) {
    let k = round(x.hi * LOG2_E.hi);
    let r = Dd::sum(x.hi, -(k * LN_2_WIDE.0)) + (Dd::from(x.lo) - LN_2_WIDE.1 * Dd::from(k));
    // e^(r/32) - 1 by its series, then e²ᵗ - 1 = p(p + 2) five times, which loses nothing.
    let t = r.scale(1.0 / 32.0);
    let mut p = t + t.square() * series(t, 2, 1, 6, 13);
    for _ in 0..5 {
        p = p * (p + Dd::from(2.0));
    }
    (p, int(k))
}

/// `(m, k)` with `eˣ = m·2ᵏ` and `m` between ½ and 2, for `|x|` up to 5000.
pub(super) fn exp(x: Dd) -> (Dd, i32) {
    let (p, k) = exp_parts(x);
    (p + Dd::ONE, k)
}

/// `eˣ - 1`, for `|x| < 600`.
pub(super) fn expm1(x: Dd) -> Dd {
    match exp_parts(x) {
        (p, 0) => p,
        (p, k) => (p + Dd::ONE).scale(pow2_int(k)) - Dd::ONE,
    }
}

/// `log(1 + s)` for `-1 < s < 2¹⁰⁰`: the real function and one step of Newton's method.
pub(super) fn log1p(s: Dd) -> Dd {
    let first = real::log1p(s.hi);
    if first == 0.0 {
        return s;
    }
    let e = expm1(Dd::from(first));
    let step = (s - e) / (e + Dd::ONE);
    Dd::from(first) + (step - Dd::from(0.5 * step.hi * step.hi))
}

fn sin_cos_turn(turn: Turn) -> (Dd, Dd) {
    let j = round(turn.rest.hi * (1.0 / PI_32.hi)).clamp(-8.0, 8.0);
    let t = turn.rest - PI_32 * Dd::from(j);
    let x = -t.square();
    let sin = t + t * x * series(x, 3, 2, 4, 17);
    let cos = Dd::ONE + x * series(x, 2, 2, 4, 16);
    let (s, c) = SINES[int(j.abs()).unsigned_abs() as usize];
    let s = if j < 0.0 { -s } else { s };
    let (sin, cos) = if j == 0.0 { (sin, cos) } else { (sin * c + cos * s, cos * c - sin * s) };
    match low_bits(turn.quarters) & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Sine and cosine of a finite angle.
pub(super) fn sin_cos(y: f64) -> (Dd, Dd) {
    sin_cos_turn(reduction::far(y))
}

/// Sine and cosine of at most 4 quarter turns and an angle: exact where they are 0 or ±1.
pub(super) fn sin_cos_quarters(quarters: f64, more: Dd) -> (Dd, Dd) {
    let whole = round(quarters);
    let turn = reduction::far(more.hi);
    // Beyond 2⁵³ the low part, too, may be more than a turn.
    let low = if more.lo.abs() < pow2_int(-10) {
        Turn { quarters: 0.0, rest: Dd::from(more.lo) }
    } else {
        reduction::far(more.lo)
    };
    let rest = Dd::from(quarters - whole) * HALF_PI + (turn.rest + low.rest);
    let quarters = whole + turn.quarters + low.quarters;
    // Each of the three rests is at most an eighth of a turn.
    sin_cos_turn(if rest.hi > FRAC_PI_4 {
        Turn { quarters: quarters + 1.0, rest: rest - HALF_PI }
    } else if rest.hi < -FRAC_PI_4 {
        Turn { quarters: quarters - 1.0, rest: rest + HALF_PI }
    } else {
        Turn { quarters, rest }
    })
}

/// The angle of a finite `(x, y)` with `0 < x` and `|y| ≤ x`: the real function and one step of Newton's method.
pub(super) fn angle(y: f64, x: f64) -> Dd {
    let first = real::atan2(y, x);
    // The step needs only the ratio, so both are scaled away from overflow and underflow.
    let k = -exponent(x);
    let (x, y) = (ldexp(x, k), ldexp(y, k));
    if y.abs() < pow2_int(-400) {
        return Dd::from(first);
    }
    let (sin, cos) = sin_cos(first);
    let (x, y) = (Dd::from(x), Dd::from(y));
    Dd::from(first) + (y * cos - x * sin) / (x * cos + y * sin)
}

/// `y/d`, rounded once even if it is subnormal; a zero keeps its sign.
pub(super) fn quotient(y: f64, d: Dd) -> f64 {
    if y == 0.0 {
        return y;
    }
    let k = exponent(y);
    ldexp((Dd::from(ldexp(y, -k)) / d).value(), k)
}
