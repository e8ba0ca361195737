//! A binary floating-point number → its decimal digits: the fewest that tell it from its neighbours, or as many as asked for.
//!
//! The algorithm is Steele and White's, in the form Burger and Dybvig gave it and NumPy uses
//! ("Dragon4"): exact integers, a digit at a time.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// A positive number: `mantissa * 2^exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binary {
    mantissa: u64,
    exponent: i32,
    /// Whether the neighbour below is nearer than the one above.
    unequal: bool,
}

/// How many digits there may be, and how many there must be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// After the decimal point.
    Fraction { most: Option<i32>, least: Option<i32> },
    /// In all.
    Total { most: Option<i32>, least: Option<i32> },
}

impl Binary {
    /// A positive finite float as one of `precision` bits whose lowest bit is worth `2^lowest` at the least.
    pub(super) fn new(value: f64, precision: i32, lowest: i32) -> Binary {
        let (odd, exponent) = odd_part(value);
        let top = exponent + bits(odd) - 1;
        let last = lowest.max(top - (precision - 1));
        let mantissa = odd << (exponent - last).max(0);
        let unequal = bits(mantissa) == precision && mantissa.is_power_of_two() && last > lowest;
        Binary { mantissa, exponent: last, unequal }
    }

    /// The digits from the first on, and the power of ten which that one counts.
    pub(super) fn digits(&self, limit: Limit) -> (Vec<u8>, i32) {
        let (up, down) = (self.exponent.max(0), (-self.exponent).max(0));
        let fine = if self.unequal { 2 } else { 1 };
        let mut value = Big::shifted(self.mantissa, up + fine);
        let mut scale = Big::shifted(1, down + fine);
        let mut margin = Big::shifted(1, up);

        // 10^place is the least power of ten above the value, or one below that yet.
        let top = self.exponent + bits(self.mantissa) - 1;
        let mut place = (top * 30103).div_euclid(100_000) + 1;
        if let Limit::Fraction { most: Some(most), .. } = limit {
            place = place.max(1 - most);
        }
        scale.times_power_of_ten(place);
        value.times_power_of_ten(-place);
        margin.times_power_of_ten(-place);
        if value.cmp(&scale) == Ordering::Less {
            value.times(10);
            margin.times(10);
        } else {
            place += 1;
        }
        let (last, first_last) = match limit {
            Limit::Fraction { most, least } => (most.map(|most| -most), least.map(|least| -least)),
            Limit::Total { most, least } => {
                (most.map(|most| place - most), least.map(|least| place - least))
            }
        };
        let first_last = first_last.unwrap_or(place).min(place);
        self.generate((value, margin, scale), place, last, first_last)
    }

    fn generate(
        &self,
        (mut value, mut margin, scale): (Big, Big, Big),
        mut place: i32,
        last: Option<i32>,
        first_last: i32,
    ) -> (Vec<u8>, i32) {
        let mut digits = Vec::new();
        let first = place - 1;
        // An even mantissa is what a number half way to its neighbour rounds to.
        let even = self.mantissa.is_multiple_of(2);
        loop {
            place -= 1;
            let digit = value.take_quotient(&scale);
            let mut above = value.clone();
            above.add(&margin);
            if self.unequal {
                above.add(&margin);
            }
            let low = within(value.cmp(&margin), even);
            let high = within(scale.cmp(&above), even);
            digits.push(digit);
            if ((low || high) && place <= first_last) || last == Some(place) {
                let up = match low == high {
                    false => high,
                    true => {
                        value.times(2);
                        match value.cmp(&scale) {
                            Ordering::Less => false,
                            Ordering::Equal => digit % 2 == 1,
                            Ordering::Greater => true,
                        }
                    }
                };
                let first = if up { raise(&mut digits, first) } else { first };
                return (digits, first);
            }
            value.times(10);
            margin.times(10);
        }
    }
}

/// Whether one number is less than another, or equal to it where that counts.
fn within(order: Ordering, even: bool) -> bool {
    order == Ordering::Less || (even && order == Ordering::Equal)
}

/// Adds one to the last digit; nines at the end go. The power of ten of the first.
fn raise(digits: &mut Vec<u8>, first: i32) -> i32 {
    while let Some(digit) = digits.last_mut() {
        if *digit < 9 {
            *digit += 1;
            return first;
        }
        digits.pop();
    }
    digits.push(1);
    first + 1
}

/// How many bits a number has.
fn bits(number: u64) -> i32 {
    64 - number.leading_zeros().cast_signed()
}

/// A positive finite float as an odd number times a power of two.
pub(super) fn odd_part(value: f64) -> (u64, i32) {
    let all = value.to_bits();
    let fraction = all & ((1 << 52) - 1);
    let exponent = i32::try_from((all >> 52) & 0x7ff).unwrap_or(0);
    let (mantissa, exponent) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    let zeros = mantissa.trailing_zeros() % 64;
    (mantissa >> zeros, exponent + zeros.cast_signed())
}

/// A natural number of any size, its lowest 32 bits first and its highest not zero.
#[derive(Clone, Debug)]
struct Big(Vec<u32>);

impl Big {
    /// `number * 2^shift`.
    fn shifted(number: u64, shift: i32) -> Big {
        let shift = usize::try_from(shift).unwrap_or(0);
        let wide = u128::from(number) << (shift % 32);
        let mut limbs = alloc::vec![0; shift / 32];
        limbs.extend([0, 32, 64].map(|from| low(wide >> from)));
        let mut big = Big(limbs);
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn times(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = low(product.into());
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(low(carry.into()));
        }
    }

    /// Nothing where the power is negative.
    fn times_power_of_ten(&mut self, power: i32) {
        let mut left = power;
        while left > 0 {
            let now = left.min(9);
            self.times(10_u32.pow(now.cast_unsigned()));
            left -= now;
        }
    }

    fn add(&mut self, other: &Big) {
        self.0.resize(self.0.len().max(other.0.len()) + 1, 0);
        let mut carry = 0;
        for (place, limb) in self.0.iter_mut().enumerate() {
            let addend = other.0.get(place).copied().unwrap_or(0);
            let sum = u64::from(*limb) + u64::from(addend) + carry;
            *limb = low(sum.into());
            carry = sum >> 32;
        }
        self.trim();
    }

    /// The other number is not greater.
    fn subtract(&mut self, other: &Big) {
        let mut borrow = false;
        for (place, limb) in self.0.iter_mut().enumerate() {
            let less = other.0.get(place).copied().unwrap_or(0);
            let (difference, under) = limb.overflowing_sub(less);
            let (difference, again) = difference.overflowing_sub(u32::from(borrow));
            *limb = difference;
            borrow = under || again;
        }
        self.trim();
    }

    /// How often the divisor fits, nine times at the most; the remainder is left.
    fn take_quotient(&mut self, divisor: &Big) -> u8 {
        let mut digit = 0;
        while self.cmp(divisor) != Ordering::Less {
            self.subtract(divisor);
            digit += 1;
        }
        digit
    }

    fn cmp(&self, other: &Big) -> Ordering {
        let lens = self.0.len().cmp(&other.0.len());
        lens.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

/// The lowest 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "the rest is carried on")]
fn low(number: u128) -> u32 {
    number as u32
}
