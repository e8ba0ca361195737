//! Turns pairs of doubles into sums, products, quotients and roots of about 100 bits.
//!
//! No step needs a fused multiply-add, so the bits are the same wherever it runs. A product is exact because its
//! operands are cut in two by a mask: 26 bits above, 27 below; only the product of the two lower halves can lose a
//! bit, at 2^-106 of the whole.

use super::bits::pick;

/// The unevaluated sum `hi + lo`, with `lo` at most an ulp or two of `hi`.
#[derive(Clone, Copy)]
pub(super) struct Dd {
    pub(super) hi: f64,
    pub(super) lo: f64,
}

/// `a + b`, exactly.
#[inline(always)]
pub(super) fn two_sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    let of_b = hi - a;
    let lo = (a - (hi - of_b)) + (b - of_b);
    Dd { hi, lo }
}

/// `a + b`, exactly, for `|a| ≥ |b|` or `a = 0`.
#[inline(always)]
pub(super) fn fast_two_sum(a: f64, b: f64) -> Dd {
    let hi = a + b;
    Dd { hi, lo: b - (hi - a) }
}

/// `a · b`, to 106 bits.
#[inline(always)]
pub(super) const fn two_prod(a: f64, b: f64) -> Dd {
    let (ah, bh) = (upper(a), upper(b));
    let (al, bl) = (a - ah, b - bh);
    let hi = a * b;
    let lo = (((ah * bh - hi) + ah * bl) + al * bh) + al * bl;
    Dd { hi, lo }
}

/// `a²`, to 106 bits.
#[inline(always)]
pub(super) fn square(a: f64) -> Dd {
    let ah = upper(a);
    let al = a - ah;
    let hi = a * a;
    let lo = ((ah * ah - hi) + 2.0 * (ah * al)) + al * al;
    Dd { hi, lo }
}

/// The upper 26 bits of a significand.
#[inline(always)]
const fn upper(a: f64) -> f64 {
    f64::from_bits(a.to_bits() & !((1 << 27) - 1))
}

impl Dd {
    /// A double as a pair.
    #[inline(always)]
    pub(super) const fn new(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }

    /// The double next to the pair.
    #[inline(always)]
    pub(super) fn value(self) -> f64 {
        self.hi + self.lo
    }

    /// One of two pairs, both already computed.
    #[inline(always)]
    pub(super) fn pick(condition: bool, yes: Self, no: Self) -> Self {
        Self { hi: pick(condition, yes.hi, no.hi), lo: pick(condition, yes.lo, no.lo) }
    }

    /// Both halves times a power of two.
    #[inline(always)]
    pub(super) fn times(self, power: f64) -> Self {
        Self { hi: self.hi * power, lo: self.lo * power }
    }

    /// The pair with `lo` below half an ulp of `hi`.
    #[inline(always)]
    pub(super) fn normal(self) -> Self {
        fast_two_sum(self.hi, self.lo)
    }

    #[inline(always)]
    pub(super) fn add(self, other: Self) -> Self {
        let sum = two_sum(self.hi, other.hi);
        fast_two_sum(sum.hi, sum.lo + (self.lo + other.lo))
    }

    #[inline(always)]
    pub(super) fn sub(self, other: Self) -> Self {
        self.add(other.times(-1.0))
    }

    #[inline(always)]
    pub(super) fn mul(self, other: Self) -> Self {
        let product = two_prod(self.hi, other.hi);
        Self { hi: product.hi, lo: product.lo + (self.hi * other.lo + self.lo * other.hi) }
    }

    #[inline(always)]
    pub(super) const fn div(self, other: Self) -> Self {
        let q = self.hi / other.hi;
        let back = two_prod(q, other.hi);
        let rest = ((self.hi - back.hi) - back.lo) + (self.lo - q * other.lo);
        Self { hi: q, lo: rest / other.hi }
    }

    /// The square root; of 0 it is 0.
    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        let root = self.hi.sqrt();
        let back = square(root);
        let rest = ((self.hi - back.hi) - back.lo) + self.lo;
        Self { hi: root, lo: pick(root == 0.0, 0.0, rest / (root + root)) }
    }
}
