//! Numbers of about 106 bits as sums of two `f64`.
//!
//! The one type has two sets of operations:
//!
//! - **fast**: [`Dd::add_fast`] and its siblings, good to about 100 bits, without branches, with as few steps as
//!   that allows. The real functions use them: their loops are vectorised, and one double-double in the
//!   middle of an algorithm is rounded to an `f64` soon after.
//! - **accurate**: the operators and [`Dd::sqrt`], good to about 104 bits also where a sum cancels. The complex
//!   functions use them: they compute whole formulas in double-doubles, with differences of products.
//!
//! Products are exact with a fused multiply-add and without, so the bits are the same on every machine. Values are finite and of moderate
//! size: callers scale first, and handle infinity and NaN apart.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::arithmetic::{Arithmetic, Plain};
use crate::bits::{select, sqrt};

/// The unevaluated sum `hi + lo`, where `lo` is at most an ulp or two of `hi`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dd {
    pub(crate) hi: f64,
    pub(crate) lo: f64,
}

/// Exact sums and products of two `f64`.
impl Dd {
    /// `a + b`, exactly.
    #[inline(always)]
    pub(crate) fn sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        let of_b = hi - a;
        Self { hi, lo: (a - (hi - of_b)) + (b - of_b) }
    }

    /// `a + b`, exactly, for `|a| ≥ |b|` or `a = 0`.
    #[inline(always)]
    pub(crate) fn ordered_sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        Self { hi, lo: b - (hi - a) }
    }

    /// `a · b`, exactly if nothing overflows or underflows.
    #[inline(always)]
    pub(crate) fn product<A: Arithmetic>(a: f64, b: f64) -> Self {
        let hi = a * b;
        Self { hi, lo: A::product_error(a, b, hi) }
    }

    /// `a²`, likewise.
    #[inline(always)]
    pub(crate) fn square_of<A: Arithmetic>(a: f64) -> Self {
        let hi = a * a;
        Self { hi, lo: A::square_error(a, hi) }
    }

    /// `a · b`, where no loop's instruction set is known.
    pub(crate) fn exact_product(a: f64, b: f64) -> Self {
        Self::product::<Plain>(a, b)
    }
}

/// The upper 26 bits of a significand.
#[inline(always)]
const fn upper_half(a: f64) -> f64 {
    f64::from_bits(a.to_bits() & !((1 << 27) - 1))
}

impl Dd {
    pub(crate) const ZERO: Self = Self::new(0.0, 0.0);
    pub(crate) const ONE: Self = Self::new(1.0, 0.0);

    /// `hi + lo`, where `lo` is at most half an ulp of `hi`.
    #[inline(always)]
    pub(crate) const fn new(hi: f64, lo: f64) -> Self {
        Self { hi, lo }
    }

    /// The nearest `f64`.
    #[inline(always)]
    pub(crate) fn value(self) -> f64 {
        self.hi + self.lo
    }

    /// One of two numbers, both already computed.
    #[inline(always)]
    pub(crate) fn select(condition: bool, yes: Self, no: Self) -> Self {
        Self { hi: select(condition, yes.hi, no.hi), lo: select(condition, yes.lo, no.lo) }
    }

    /// Times a power of two, or its negative.
    #[inline(always)]
    pub(crate) fn scale(self, power: f64) -> Self {
        Self { hi: self.hi * power, lo: self.lo * power }
    }

    /// The same number with `lo` at most half an ulp of `hi`.
    #[inline(always)]
    pub(crate) fn normalize(self) -> Self {
        Self::ordered_sum(self.hi, self.lo)
    }

    pub(crate) fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }
}

impl From<f64> for Dd {
    #[inline(always)]
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

/// Fast operations. The result need not be normalized, except that of a sum.
impl Dd {
    /// The sum. Its error is relative to the operands: it is not for sums that cancel.
    #[inline(always)]
    pub(crate) fn add_fast(self, other: Self) -> Self {
        let sum = Self::sum(self.hi, other.hi);
        Self::ordered_sum(sum.hi, sum.lo + (self.lo + other.lo))
    }

    /// The difference, as [`Dd::add_fast`].
    #[inline(always)]
    pub(crate) fn sub_fast(self, other: Self) -> Self {
        self.add_fast(other.scale(-1.0))
    }

    /// The product, without the one of the lower parts.
    #[inline(always)]
    pub(crate) fn mul_fast<A: Arithmetic>(self, other: Self) -> Self {
        let product = Self::product::<A>(self.hi, other.hi);
        Self { hi: product.hi, lo: product.lo + (self.hi * other.lo + self.lo * other.hi) }
    }

    /// The quotient, with one correction and one division: the inverse of the divisor is multiplied with.
    #[inline(always)]
    pub(crate) fn div_fast<A: Arithmetic>(self, other: Self) -> Self {
        let inverse = 1.0 / other.hi;
        let hi = self.hi * inverse;
        let back = Self::product::<A>(hi, other.hi);
        let rest = ((self.hi - back.hi) - back.lo) + (self.lo - hi * other.lo);
        Self { hi, lo: rest * inverse }
    }

    /// The square root, with one correction; 0 of 0.
    #[inline(always)]
    pub(crate) fn sqrt_fast<A: Arithmetic>(self) -> Self {
        let root = sqrt(self.hi);
        let back = Self::square_of::<A>(root);
        let rest = ((self.hi - back.hi) - back.lo) + self.lo;
        Self { hi: root, lo: select(root == 0.0, 0.0, rest / (root + root)) }
    }
}

/// For constants.
impl Dd {
    /// The quotient of two numbers that an `f64` holds, to about 100 bits.
    pub(crate) const fn quotient(over: f64, under: f64) -> Self {
        let hi = over / under;
        let (ah, bh) = (upper_half(hi), upper_half(under));
        let (al, bl) = (hi - ah, under - bh);
        let rest = (((over - ah * bh) - ah * bl) - al * bh) - al * bl;
        Self { hi, lo: rest / under }
    }
}

/// Accurate operations; the operators below are the others.
impl Dd {
    pub(crate) fn square(self) -> Self {
        self * self
    }

    /// The square root of a number that is not negative.
    pub(crate) fn sqrt(self) -> Self {
        let root = sqrt(self.hi);
        if root == 0.0 {
            return Self::ZERO;
        }
        let rest = (self - Self::exact_product(root, root)).hi;
        Self::ordered_sum(root, rest / (2.0 * root))
    }
}

impl Add for Dd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.hi, other.hi), Self::sum(self.lo, other.lo));
        let middle = Self::ordered_sum(high.hi, high.lo + low.hi);
        Self::ordered_sum(middle.hi, low.lo + middle.lo)
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
        let product = Self::exact_product(self.hi, other.hi);
        let cross = self.hi * other.lo + self.lo * other.hi + self.lo * other.lo;
        Self::ordered_sum(product.hi, product.lo + cross)
    }
}

impl Div for Dd {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * Self::from(first);
        let second = rest.hi / other.hi;
        let third = (rest - other * Self::from(second)).hi / other.hi;
        Self::ordered_sum(first, second) + Self::from(third)
    }
}
