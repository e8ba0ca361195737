//! Numbers of about 106 bits as sums of two `f64`, written apart from those of `math`.
//!
//! Products need fused multiply-add, which the standard library computes on every machine.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum `h + l`, where `l` is at most half an ulp of `h`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    /// The nearest `f64`.
    pub h: f64,
    /// What is left.
    pub l: f64,
}

impl Double {
    /// 1.
    pub const ONE: Double = Double { h: 1.0, l: 0.0 };

    /// Exactly `a + b`.
    #[inline(always)]
    pub fn sum(a: f64, b: f64) -> Double {
        let h = a + b;
        let back = h - a;
        Double { h, l: (a - (h - back)) + (b - back) }
    }

    /// Exactly `a + b` for `|a| ≥ |b|`.
    #[inline(always)]
    fn near(a: f64, b: f64) -> Double {
        let h = a + b;
        Double { h, l: b - (h - a) }
    }

    /// Exactly `a · b`.
    #[inline(always)]
    pub fn product(a: f64, b: f64) -> Double {
        let h = a * b;
        Double { h, l: a.mul_add(b, -h) }
    }

    /// Times a power of 2.
    #[inline(always)]
    pub fn scale(self, power: f64) -> Double {
        Double { h: self.h * power, l: self.l * power }
    }

    /// One of two.
    #[inline(always)]
    pub fn select(condition: bool, yes: Double, no: Double) -> Double {
        Double { h: if condition { yes.h } else { no.h }, l: if condition { yes.l } else { no.l } }
    }
}

impl From<f64> for Double {
    #[inline(always)]
    fn from(h: f64) -> Double {
        Double { h, l: 0.0 }
    }
}

impl Neg for Double {
    type Output = Double;

    #[inline(always)]
    fn neg(self) -> Double {
        Double { h: -self.h, l: -self.l }
    }
}

impl Add for Double {
    type Output = Double;

    #[inline(always)]
    fn add(self, other: Double) -> Double {
        let (high, low) = (Double::sum(self.h, other.h), Double::sum(self.l, other.l));
        let middle = Double::near(high.h, high.l + low.h);
        Double::near(middle.h, middle.l + low.l)
    }
}

impl Sub for Double {
    type Output = Double;

    #[inline(always)]
    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;

    #[inline(always)]
    fn mul(self, other: Double) -> Double {
        let p = Double::product(self.h, other.h);
        Double::near(p.h, self.h.mul_add(other.l, self.l.mul_add(other.h, p.l)))
    }
}

impl Div for Double {
    type Output = Double;

    #[inline(always)]
    fn div(self, other: Double) -> Double {
        let first = self.h / other.h;
        let rest = self - other * Double::from(first);
        let second = rest.h / other.h;
        let rest = rest - other * Double::from(second);
        Double::near(first, second) + Double::from(rest.h / other.h)
    }
}
