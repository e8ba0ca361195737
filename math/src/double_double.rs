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
use crate::bits::{over_twice, sqrt};
use crate::lanes::Lanes;

/// The unevaluated sum `hi + lo`, where `lo` is at most an ulp or two of `hi`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dd<T = f64> {
    pub(crate) hi: T,
    pub(crate) lo: T,
}

/// Exact sums and products of two `f64`.
impl<T: Lanes> Dd<T> {
    /// `a + b`, exactly.
    #[inline(always)]
    pub(crate) fn sum(a: T, b: T) -> Self {
        let hi = a + b;
        let of_b = hi - a;
        Self { hi, lo: (a - (hi - of_b)) + (b - of_b) }
    }

    /// `a + b`, exactly, for `|a| ≥ |b|` or `a = 0`.
    #[inline(always)]
    pub(crate) fn ordered_sum(a: T, b: T) -> Self {
        let hi = a + b;
        Self { hi, lo: b - (hi - a) }
    }

    /// `a · b`, exactly if nothing overflows or underflows.
    #[inline(always)]
    pub(crate) fn product<A: Arithmetic>(a: T, b: T) -> Self {
        let hi = a * b;
        Self { hi, lo: a.each_with_two(b, hi, A::product_error) }
    }

    /// `a²`, likewise.
    #[inline(always)]
    pub(crate) fn square_of<A: Arithmetic>(a: T) -> Self {
        let hi = a * a;
        Self { hi, lo: a.each_with(hi, A::square_error) }
    }
}

/// The upper 26 bits of a significand.
#[inline(always)]
const fn upper_half(a: f64) -> f64 {
    f64::from_bits(a.to_bits() & !((1 << 27) - 1))
}

impl<T> Dd<T> {
    /// `hi + lo`, where `lo` is at most half an ulp of `hi`.
    #[inline(always)]
    pub(crate) const fn new(hi: T, lo: T) -> Self {
        Self { hi, lo }
    }
}

impl<T: Lanes> Dd<T> {
    /// The nearest `f64`.
    #[inline(always)]
    pub(crate) fn value(self) -> T {
        self.hi + self.lo
    }

    /// One of two numbers, both already computed.
    #[inline(always)]
    pub(crate) fn select(condition: T::Mask, yes: Self, no: Self) -> Self {
        Self { hi: T::select(condition, yes.hi, no.hi), lo: T::select(condition, yes.lo, no.lo) }
    }

    /// Times a power of two, or its negative.
    #[inline(always)]
    pub(crate) fn scale(self, power: T) -> Self {
        Self { hi: self.hi * power, lo: self.lo * power }
    }

    /// The same number with `lo` at most half an ulp of `hi`.
    #[inline(always)]
    pub(crate) fn normalize(self) -> Self {
        Self::ordered_sum(self.hi, self.lo)
    }
}

impl<T: Lanes> From<T> for Dd<T> {
    #[inline(always)]
    fn from(x: T) -> Self {
        Self::new(x, T::splat(0.0))
    }
}

impl Dd {
    pub(crate) const ZERO: Self = Self::new(0.0, 0.0);
    pub(crate) const ONE: Self = Self::new(1.0, 0.0);

    /// The same number in each of the lanes.
    #[inline(always)]
    pub(crate) fn splat<T: Lanes>(self) -> Dd<T> {
        Dd::new(T::splat(self.hi), T::splat(self.lo))
    }

    /// `a · b`, where no loop's instruction set is known.
    pub(crate) fn exact_product(a: f64, b: f64) -> Self {
        Self::product::<Plain>(a, b)
    }

    pub(crate) fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }
}

impl<T: Lanes> Neg for Dd<T> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.hi, -self.lo)
    }
}

/// Fast operations. The result need not be normalized, except that of a sum.
impl<T: Lanes> Dd<T> {
    /// The sum. Its error is relative to the operands: it is not for sums that cancel.
    #[inline(always)]
    pub(crate) fn add_fast(self, other: Self) -> Self {
        let sum = Self::sum(self.hi, other.hi);
        Self::ordered_sum(sum.hi, sum.lo + (self.lo + other.lo))
    }

    /// The sum of a number and a smaller one, or of 0 and any: to 100 bits of the larger.
    #[inline(always)]
    pub(crate) fn add_smaller(self, other: Self) -> Self {
        let sum = Self::ordered_sum(self.hi, other.hi);
        Self { hi: sum.hi, lo: sum.lo + (self.lo + other.lo) }
    }

    /// The difference, as [`Dd::add_fast`].
    #[inline(always)]
    pub(crate) fn sub_fast(self, other: Self) -> Self {
        self.add_fast(-other)
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
        let inverse = T::splat(1.0) / other.hi;
        let hi = self.hi * inverse;
        let back = Self::product::<A>(hi, other.hi);
        let rest = ((self.hi - back.hi) - back.lo) + (self.lo - hi * other.lo);
        Self { hi, lo: rest * inverse }
    }

    /// The square root to `2^-58`, with one correction; 0 of 0.
    #[inline(always)]
    pub(crate) fn sqrt_fast<A: Arithmetic>(self) -> Self {
        let root = self.hi.each(sqrt);
        let back = Self::square_of::<A>(root);
        let rest = ((self.hi - back.hi) - back.lo) + self.lo;
        Self { hi: root, lo: over_twice(rest, root) }
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

impl<T: Lanes> Dd<T> {
    /// The sum, also where it cancels: the operator, for loops.
    #[inline(always)]
    pub(crate) fn add_accurate(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.hi, other.hi), Self::sum(self.lo, other.lo));
        let middle = Self::ordered_sum(high.hi, high.lo + low.hi);
        Self::ordered_sum(middle.hi, low.lo + middle.lo)
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
        self.add_accurate(other)
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
