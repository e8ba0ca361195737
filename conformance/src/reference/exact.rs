//! Fractions of any size with a sign that zero has too.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

/// ± over / under · 2^exponent.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The sign, of a zero too.
    pub negative: bool,
    /// The numerator.
    pub over: BigUint,
    /// The denominator, which is not 0.
    pub under: BigUint,
    /// A power of two besides.
    pub exponent: i64,
}

/// So many bits up.
pub fn shifted(value: &BigUint, by: i64) -> BigUint {
    value << u64::try_from(by).expect("a shift up")
}

impl Exact {
    /// ± mantissa · 2^exponent.
    pub fn dyadic(negative: bool, mantissa: impl Into<BigUint>, exponent: i64) -> Exact {
        Exact { negative, over: mantissa.into(), under: BigUint::from(1_u8), exponent }
    }

    /// An integer.
    pub fn integer(value: &BigInt) -> Exact {
        Exact::dyadic(value.sign() == Sign::Minus, value.magnitude().clone(), 0)
    }

    /// Whether it is either zero.
    pub fn is_zero(&self) -> bool {
        self.over == BigUint::ZERO
    }

    /// With a sign.
    pub fn signed(self, negative: bool) -> Exact {
        Exact { negative, ..self }
    }

    /// With the other sign.
    pub fn neg(&self) -> Exact {
        Exact { negative: !self.negative, ..self.clone() }
    }

    /// Numerators of two over what they have in common, which comes third.
    fn aligned(&self, other: &Exact) -> (BigInt, BigInt, BigUint, i64) {
        let exponent = self.exponent.min(other.exponent);
        let lift = |one: &Exact, under: &BigUint| {
            let over = shifted(&one.over, one.exponent - exponent) * under;
            let over = BigInt::from(over);
            if one.negative { -over } else { over }
        };
        let (a, b) = (lift(self, &other.under), lift(other, &self.under));
        (a, b, &self.under * &other.under, exponent)
    }

    /// The sum; 0 but of two -0 is +0.
    pub fn add(&self, other: &Exact) -> Exact {
        let (a, b, under, exponent) = self.aligned(other);
        let sum = a + b;
        let negative = match sum.sign() {
            Sign::NoSign => self.is_zero() && self.negative && other.negative,
            sign => sign == Sign::Minus,
        };
        Exact { negative, over: sum.magnitude().clone(), under, exponent }
    }

    /// The difference.
    pub fn sub(&self, other: &Exact) -> Exact {
        self.add(&other.neg())
    }

    /// The product.
    pub fn mul(&self, other: &Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            over: &self.over * &other.over,
            under: &self.under * &other.under,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The quotient by something other than 0.
    pub fn div(&self, other: &Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            over: &self.over * &other.under,
            under: &self.under * &other.over,
            exponent: self.exponent - other.exponent,
        }
    }

    /// Which is less; zeros are equal.
    pub fn compare(&self, other: &Exact) -> Ordering {
        let (a, b, ..) = self.aligned(other);
        a.cmp(&b)
    }

    /// The integer part of the magnitude, and what is left of it over 2^0.
    fn split(&self) -> (BigUint, BigUint, BigUint) {
        let over =
            if self.exponent > 0 { shifted(&self.over, self.exponent) } else { self.over.clone() };
        let under = if self.exponent < 0 {
            shifted(&self.under, -self.exponent)
        } else {
            self.under.clone()
        };
        let whole = &over / &under;
        let rest = over - &whole * &under;
        (whole, rest, under)
    }

    /// The integer part.
    pub fn trunc(&self) -> BigInt {
        let whole = BigInt::from(self.split().0);
        if self.negative { -whole } else { whole }
    }

    /// The nearest integer not above.
    pub fn floor(&self) -> BigInt {
        let (whole, rest, _) = self.split();
        let up = u8::from(self.negative && rest != BigUint::ZERO);
        let whole = BigInt::from(whole + up);
        if self.negative { -whole } else { whole }
    }

    /// The nearest integer, halves to even.
    pub fn round(&self) -> BigInt {
        let (whole, rest, under) = self.split();
        let up = match (rest * 2_u8).cmp(&under) {
            Ordering::Less => false,
            Ordering::Equal => whole.bit(0),
            Ordering::Greater => true,
        };
        let whole = BigInt::from(whole + u8::from(up));
        if self.negative { -whole } else { whole }
    }

    /// The square root of something not negative: so many bits, and one that stands for the rest.
    pub fn sqrt(&self) -> Exact {
        let wide = 600_i64;
        // An even exponent, and enough bits that the root has many.
        let shift = wide + (self.exponent - wide).rem_euclid(2);
        let over = shifted(&self.over, shift) / &self.under;
        let exact = &over * &self.under == shifted(&self.over, shift);
        let root = over.sqrt();
        let sticky = !exact || &root * &root != over;
        let exponent = (self.exponent - shift) / 2;
        Exact::dyadic(false, (root << 1_u8) + u8::from(sticky), exponent - 1)
    }

    /// The nearest with 160 bits: what is that near to a short fraction is taken to be it.
    pub fn short(&self) -> Exact {
        let cut = i64::try_from(self.over.bits()).expect("few bits") - 160;
        if cut <= 0 || self.under != BigUint::from(1_u8) {
            return self.clone();
        }
        let half = shifted(&BigUint::from(1_u8), cut - 1);
        let kept = (&self.over + half) >> u64::try_from(cut).expect("positive");
        Exact::dyadic(self.negative, kept, self.exponent + cut)
    }
}
