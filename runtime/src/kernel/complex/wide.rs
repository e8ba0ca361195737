//! Real elementary functions of double-double numbers, for what cancels: exp, log1p, sin and cos, angles.
//!
//! Each is good to about 100 bits, relative to its result.

use super::dd::{Dd, exponent, ldexp, pow2};
use super::real;
use super::reduce::reduce;

/// 1/n! for n = 2, 3, …
const INVERSE_FACTORIALS: [Dd; 16] = [
    Dd::new(0.5, 0.0),
    Dd::new(0.16666666666666666, 9.25185853854297e-18),
    Dd::new(0.041666666666666664, 2.3129646346357427e-18),
    Dd::new(0.008333333333333333, 1.1564823173178714e-19),
    Dd::new(0.001388888888888889, -5.300543954373577e-20),
    Dd::new(0.0001984126984126984, 1.7209558293420705e-22),
    Dd::new(2.48015873015873e-05, 2.1511947866775882e-23),
    Dd::new(2.7557319223985893e-06, -1.858393274046472e-22),
    Dd::new(2.755731922398589e-07, 2.3767714622250297e-23),
    Dd::new(2.505210838544172e-08, -1.448814070935912e-24),
    Dd::new(2.08767569878681e-09, -1.20734505911326e-25),
    Dd::new(1.6059043836821613e-10, 1.2585294588752098e-26),
    Dd::new(1.1470745597729725e-11, 2.0655512752830745e-28),
    Dd::new(7.647163731819816e-13, 7.03872877733453e-30),
    Dd::new(4.779477332387385e-14, 4.399205485834081e-31),
    Dd::new(2.8114572543455206e-15, 1.6508842730861433e-31),
];

/// Sine and cosine of n·π/32.
const SINES: [(Dd, Dd); 9] = [
    (Dd::ZERO, Dd::ONE),
    (
        Dd::new(0.0980171403295606, -1.634582362244256e-18),
        Dd::new(0.9951847266721969, -4.248691367830441e-17),
    ),
    (
        Dd::new(0.19509032201612828, -7.991079068461731e-18),
        Dd::new(0.9807852804032304, 1.8546939997825006e-17),
    ),
    (
        Dd::new(0.2902846772544624, -1.892797870777425e-17),
        Dd::new(0.9569403357322088, 4.05538698618757e-17),
    ),
    (
        Dd::new(0.3826834323650898, -1.0050772696461588e-17),
        Dd::new(0.9238795325112867, 1.7645047084336677e-17),
    ),
    (
        Dd::new(0.47139673682599764, 6.516678136069013e-18),
        Dd::new(0.881921264348355, -1.9843248405890562e-17),
    ),
    (
        Dd::new(0.5555702330196022, 4.709410940561677e-17),
        Dd::new(0.8314696123025452, 1.4073856984728024e-18),
    ),
    (
        Dd::new(0.6343932841636455, 1.0420901929280035e-17),
        Dd::new(0.773010453362737, -3.256590703364977e-17),
    ),
    (
        Dd::new(core::f64::consts::FRAC_1_SQRT_2, -4.833646656726457e-17),
        Dd::new(core::f64::consts::FRAC_1_SQRT_2, -4.833646656726457e-17),
    ),
];
const PI_32: Dd = Dd::new(core::f64::consts::PI / 32.0, 3.827021247335479e-18);

/// ln 2 as 40 bits, whose product with an exponent is exact, and the rest.
const LN_2_HIGH: f64 = 0.6931471805592082;
const LN_2_REST: Dd = Dd::new(7.371002565167799e-13, 1.94704509238075e-31);

/// The nearest integer, for `|x| < 2⁵¹`.
fn nearest(x: f64) -> f64 {
    const MAGIC: f64 = 6_755_399_441_055_744.0;
    (x + MAGIC) - MAGIC
}

/// Without the fraction.
#[expect(clippy::cast_possible_truncation, reason = "of numbers up to a few thousand")]
pub(super) fn int(x: f64) -> i32 {
    x as i32
}

/// The sum of `tⁿ⁻ˢᵏⁱᵖ/n!` for `n` = `first`, `first + step`, … : the leading `wide` terms in full width.
///
/// `x` is `t` to the power of `step`, with its sign where the signs alternate.
fn series(x: Dd, first: usize, step: usize, wide: usize, last: usize) -> Dd {
    let mut terms = INVERSE_FACTORIALS[first - 2..=last - 2].iter().step_by(step).enumerate().rev();
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

/// `(p, k)` with `eˣ = (1 + p)·2ᵏ`, `p` good relative to itself, and `k` = 0 for small `x`.
fn exp_parts(x: Dd) -> (Dd, i32) {
    let k = nearest(x.hi * Dd::INV_LN_2.hi);
    let r = Dd::sum(x.hi, -(k * LN_2_HIGH)) + (Dd::from(x.lo) - LN_2_REST * Dd::from(k));
    // e^(r/32) - 1 by its series, then squared five times as e²ᵗ - 1 = p(p + 2), which loses nothing.
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
        (p, k) => (p + Dd::ONE).scale(pow2(k)) - Dd::ONE,
    }
}

/// `log(1 + s)` for -1 < s < 2¹⁰⁰: the real function, and one step of Newton's.
pub(super) fn log1p(s: Dd) -> Dd {
    let first = real::log1p(s.hi);
    if first == 0.0 {
        return s;
    }
    let e = expm1(Dd::from(first));
    let step = (s - e) / (e + Dd::ONE);
    Dd::from(first) + (step - Dd::from(0.5 * step.hi * step.hi))
}

/// Sine and cosine of `q` quarter turns and the angle `r`, at most a bit above π/4.
fn sin_cos_reduced(q: u8, r: Dd) -> (Dd, Dd) {
    let j = nearest(r.hi * (1.0 / PI_32.hi)).clamp(-8.0, 8.0);
    let t = r - PI_32 * Dd::from(j);
    let x = -t.square();
    let sin = t + t * x * series(x, 3, 2, 4, 17);
    let cos = Dd::ONE + x * series(x, 2, 2, 4, 16);
    let (s, c) = SINES[int(j.abs()).unsigned_abs() as usize];
    let s = if j < 0.0 { -s } else { s };
    let (sin, cos) = if j == 0.0 { (sin, cos) } else { (sin * c + cos * s, cos * c - sin * s) };
    match q & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Sine and cosine of a finite angle.
pub(super) fn sin_cos(y: f64) -> (Dd, Dd) {
    let (q, r) = reduce(y);
    sin_cos_reduced(q, r)
}

/// Sine and cosine of at most 4 quarter turns and an angle: exact where they are 0 or ±1.
pub(super) fn sin_cos_quarters(quarters: f64, more: Dd) -> (Dd, Dd) {
    let q = nearest(quarters);
    let (turned, r) = reduce(more.hi);
    let mut r = Dd::from(quarters - q) * Dd::HALF_PI + (r + Dd::from(more.lo));
    let mut q = int(q) + i32::from(turned);
    // Each of the two is at most an eighth of a turn.
    if r.hi.abs() > core::f64::consts::FRAC_PI_4 {
        let up = r.hi > 0.0;
        r = if up { r - Dd::HALF_PI } else { r + Dd::HALF_PI };
        q += if up { 1 } else { -1 };
    }
    sin_cos_reduced(u8::try_from(q.rem_euclid(4)).unwrap_or(0), r)
}

/// The angle of a finite `(x, y)` with `0 < x` and `|y| ≤ x`: the real function, and one step of Newton's.
pub(super) fn angle(y: f64, x: f64) -> Dd {
    let first = real::atan2(y, x);
    // The step needs no more than the ratio; only under- and overflow have to be kept away.
    let k = -exponent(x);
    let (x, y) = (ldexp(x, k), ldexp(y, k));
    if y.abs() < pow2(-400) {
        return Dd::from(first);
    }
    let (sin, cos) = sin_cos(first);
    let (x, y) = (Dd::from(x), Dd::from(y));
    Dd::from(first) + (y * cos - x * sin) / (x * cos + y * sin)
}
