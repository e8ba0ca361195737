//! Numbers of about 106 bits from pairs of `f64`, and powers of two from exponents.
//!
//! An `f64` formula that cancels is computed in these pairs, and its result is rounded once.
//! Finite values of moderate size only: a caller scales first, and deals with inf and NaN first.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::real;

/// The unevaluated sum of two `f64`, of which the second is at most half an ulp of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dd {
    pub(super) hi: f64,
    pub(super) lo: f64,
}

impl Dd {
    pub(super) const ZERO: Self = Self::new(0.0, 0.0);
    pub(super) const ONE: Self = Self::new(1.0, 0.0);
    pub(super) const LN_2: Self = Self::new(core::f64::consts::LN_2, 2.3190468138462996e-17);
    pub(super) const INV_LN_2: Self = Self::new(core::f64::consts::LOG2_E, 2.0355273740931033e-17);
    pub(super) const INV_LN_10: Self = Self::new(core::f64::consts::LOG10_E, 1.098319650216765e-17);
    pub(super) const HALF_PI: Self = Self::new(core::f64::consts::FRAC_PI_2, 6.123233995736766e-17);

    pub(super) const fn new(hi: f64, lo: f64) -> Self {
        Self { hi, lo }
    }

    /// `a + b`, exactly.
    pub(super) fn sum(a: f64, b: f64) -> Self {
        let s = a + b;
        let t = s - a;
        Self::new(s, (a - (s - t)) + (b - t))
    }

    /// `a + b`, exactly, if `a` is not the smaller one or is zero.
    fn fast_sum(a: f64, b: f64) -> Self {
        let s = a + b;
        Self::new(s, b - (s - a))
    }

    /// `a · b`, exactly as long as nothing under- or overflows. Dekker's, for want of a portable fma.
    pub(super) fn product(a: f64, b: f64) -> Self {
        let p = a * b;
        let ((ah, al), (bh, bl)) = (halves(a), halves(b));
        Self::new(p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
    }

    pub(super) fn square(self) -> Self {
        self * self
    }

    /// Times a power of two.
    pub(super) fn scale(self, power: f64) -> Self {
        Self::new(self.hi * power, self.lo * power)
    }

    /// Of a number that is not negative.
    pub(super) fn sqrt(self) -> Self {
        let root = real::sqrt(self.hi);
        if root == 0.0 {
            return Self::ZERO;
        }
        let rest = (self - Self::product(root, root)).hi;
        Self::fast_sum(root, rest / (2.0 * root))
    }

    pub(super) fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }

    /// The nearest `f64`.
    pub(super) fn round(self) -> f64 {
        self.hi + self.lo
    }
}

/// A number as the sum of two of 26 bits, whose products are exact.
fn halves(x: f64) -> (f64, f64) {
    let c = 134_217_729.0 * x;
    let hi = c - (c - x);
    (hi, x - hi)
}

impl From<f64> for Dd {
    fn from(x: f64) -> Self {
        Self::new(x, 0.0)
    }
}

impl Neg for Dd {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.hi, -self.lo)
    }
}

impl Add for Dd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.hi, other.hi), Self::sum(self.lo, other.lo));
        let middle = Self::fast_sum(high.hi, high.lo + low.hi);
        Self::fast_sum(middle.hi, low.lo + middle.lo)
    }
}

impl Sub for Dd {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Dd {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let p = Self::product(self.hi, other.hi);
        let cross = self.hi * other.lo + self.lo * other.hi + self.lo * other.lo;
        Self::fast_sum(p.hi, p.lo + cross)
    }
}

impl Div for Dd {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * Self::from(first);
        let second = rest.hi / other.hi;
        let third = (rest - other * Self::from(second)).hi / other.hi;
        Self::fast_sum(first, second) + Self::from(third)
    }
}

/// 2ᵏ for `k` of a normal number; for others the nearest that is normal.
pub(super) fn pow2(k: i32) -> f64 {
    let biased = u64::try_from(k.clamp(-1022, 1023) + 1023).unwrap_or(0);
    f64::from_bits(biased << 52)
}

/// `x · 2ᵏ`, rounded once.
pub(super) fn ldexp(x: f64, k: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    // Towards 1, which is exact, and from there in steps of which the last one alone may round.
    let e = exponent(x);
    let one = x * pow2(-(e / 2)) * pow2(e / 2 - e);
    let total = k.saturating_add(e).clamp(-1200, 1200);
    if total < -1022 {
        return one * pow2(-200) * pow2(total + 200);
    }
    one * pow2(total / 2) * pow2(total - total / 2)
}

/// The exponent of a finite number: `2ᵏ ≤ |x| < 2ᵏ⁺¹`; that of zero is below all others.
pub(super) fn exponent(x: f64) -> i32 {
    let biased = |x: f64| i32::try_from((x.to_bits() >> 52) & 0x7ff).unwrap_or(0);
    match biased(x) {
        0 if x == 0.0 => -1075,
        0 => biased(x * pow2(54)) - 1077,
        e => e - 1023,
    }
}

/// `y/d`, rounded once even if it is subnormal; a zero keeps its sign.
pub(super) fn quotient(y: f64, d: Dd) -> f64 {
    if y == 0.0 {
        return y;
    }
    let k = exponent(y);
    ldexp((Dd::from(ldexp(y, -k)) / d).round(), k)
}
