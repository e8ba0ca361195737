//! Formats of floats: how sign, exponent and mantissa are stored, and which bit patterns are not numbers.

/// How the bits of a float are read: perhaps a sign bit, then the exponent, then the mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// Stored exponent bits.
    pub exponent: u32,
    /// Stored mantissa bits.
    pub mantissa: u32,
    /// What is subtracted from a stored exponent.
    pub bias: i32,
    /// Whether there is a sign bit.
    pub sign: bool,
    /// Whether an exponent of zero bits means zero and subnormal numbers; otherwise it is an exponent like others.
    pub zero: bool,
    /// Whether there is an infinity.
    pub infinity: bool,
    /// Which bit patterns are NaN.
    pub nan: Nan,
    /// Whether exponent and mantissa share their bits, as in HiFloat8: a prefix says how many the exponent takes, and
    /// numbers far from one have a shorter mantissa. `exponent` and `mantissa` are the most that each takes; the
    /// exponent is stored as a sign and a magnitude, without a bias. What lies in the middle between two numbers
    /// rounds to the one farther from zero.
    pub tapered: bool,
}

/// Which bit patterns of a float are NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nan {
    /// Those with an exponent of ones and a mantissa that is not zero, as IEEE 754 has it.
    Ieee,
    /// Those of ones only, whatever the sign.
    Ones,
    /// The one that would be negative zero, which there is none of.
    NegativeZero,
    /// None.
    None,
}

impl Nan {
    /// The words of a spec, with their meanings.
    pub const WORDS: [(&'static str, Nan); 4] = [
        ("ieee", Nan::Ieee),
        ("ones", Nan::Ones),
        ("negative_zero", Nan::NegativeZero),
        ("none", Nan::None),
    ];
}

// Loops over elements compute with a format that is a constant: all of this is inlined, so that nothing of it is left.
impl Float {
    /// As IEEE 754 has it: signed, with zeros, subnormal numbers, infinities and NaN.
    #[inline]
    pub const fn ieee(exponent: u32, mantissa: u32) -> Float {
        Float {
            exponent,
            mantissa,
            bias: (1 << (exponent - 1)) - 1,
            sign: true,
            zero: true,
            infinity: true,
            nan: Nan::Ieee,
            tapered: false,
        }
    }

    /// Width of an element in bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.sign as u32 + self.exponent + self.mantissa
    }

    /// The bits of a mantissa and exponent of ones: all but the sign.
    #[inline]
    pub const fn magnitude(self) -> u64 {
        (1 << (self.exponent + self.mantissa)) - 1
    }

    /// The bits of the greatest finite number.
    #[inline]
    pub const fn greatest(self) -> u64 {
        let ones = self.magnitude();
        if self.tapered {
            return self.tapered_infinity() - 1;
        }
        match (self.infinity, self.nan) {
            (true, _) | (_, Nan::Ieee) => (((1 << self.exponent) - 1) << self.mantissa) - 1,
            (false, Nan::Ones) => ones - 1,
            (false, Nan::NegativeZero | Nan::None) => ones,
        }
    }

    /// The bits of infinity, if there is one.
    #[inline]
    pub const fn infinity_bits(self) -> Option<u64> {
        match self.infinity {
            true if self.tapered => Some(self.tapered_infinity()),
            true => Some(((1 << self.exponent) - 1) << self.mantissa),
            false => None,
        }
    }

    /// A mantissa and a magnitude of the exponent of ones; the sign of the exponent, which stands above its magnitude,
    /// is zero.
    #[inline]
    const fn tapered_infinity(self) -> u64 {
        self.magnitude() - (1 << self.exponent)
    }

    /// The bits of a quiet NaN without a sign or payload, if there is a NaN.
    #[inline]
    pub const fn nan_bits(self) -> Option<u64> {
        match self.nan {
            Nan::Ieee => Some((((2 << self.exponent) - 1) << self.mantissa) >> 1),
            Nan::Ones => Some(self.magnitude()),
            Nan::NegativeZero => Some(self.magnitude() + 1),
            Nan::None => None,
        }
    }

    /// The exponent of the greatest number: it is less than two to one more than this.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an exponent has 11 bits at the most")]
    pub const fn greatest_exponent(self) -> i32 {
        if self.tapered {
            return (1 << self.exponent) - 1;
        }
        (self.greatest() >> self.mantissa) as i32 - self.bias
    }

    /// The exponent of the least number with a full mantissa; of a tapered float, with any.
    #[inline]
    pub const fn least_exponent(self) -> i32 {
        match self.tapered {
            true => -self.greatest_exponent(),
            false => self.zero as i32 - self.bias,
        }
    }

    /// The exponent of the last place of the least number there is.
    #[inline]
    pub const fn last_exponent(self) -> i32 {
        match self.tapered {
            true => self.least_exponent() - ((1 << self.mantissa) - 1),
            false => self.least_exponent() - self.mantissa.cast_signed(),
        }
    }

    /// The significant bits of a number with this exponent that is not subnormal, the leading one among them.
    #[inline]
    pub const fn precision(self, exponent: i32) -> u32 {
        if !self.tapered {
            return self.mantissa + 1;
        }
        // The magnitude of the exponent is stored without its leading one, but with a sign.
        let taken = u32::BITS - exponent.unsigned_abs().leading_zeros();
        let left = (self.exponent + 1).saturating_sub(taken);
        1 + if left < self.mantissa { left } else { self.mantissa }
    }
}
