//! Integers divided by one and the same: by a multiplication and a shift.
//!
//! Of integers of N bits and a divisor d, let l be the bits that d - 1 has. A signed dividend is made less than 2^(N-1): with
//! p = N - 1 + l and m = floor(2^p / d) + 1, which fits in N bits, m·d is above 2^p by no more than 2^l, so that x·m / 2^p
//! is above x / d by less than 1/d: rounded down, both are the same. An unsigned one can be twice as great, and needs a
//! factor of a bit more, m + 2^N with m = floor(2^N · (2^l - d) / d) + 1: the quotient is the sum of x and the upper half
//! of x·m, shifted by l. The sum could overflow, so half of their difference is added to the lesser.

#![expect(clippy::cast_possible_truncation, reason = "factors and quotients fit, as it says above")]

/// Integers that are divided.
pub(super) trait Divisor: Sized {
    /// How to divide by the only one of some divisors; none where they differ, are few, or one of them is less than 2.
    fn divisor(all: &[Self]) -> Option<By<Self>>;
}

/// A divisor, the factor in place of it, and by how many bits a product is shifted.
#[derive(Clone, Copy)]
pub(super) struct By<T> {
    divisor: T,
    factor: u64,
    shift: u32,
}

/// With fewer, finding the factor takes longer than it saves.
const MANY: usize = 64;

/// What all of many elements are.
#[inline(always)]
fn the_only_one<T: Copy + PartialEq>(all: &[T]) -> Option<T> {
    let (&first, &last) = (all.first()?, all.last()?);
    let many = all.len() >= MANY && first == last;
    (many && all.iter().fold(true, |same, &one| same & (one == first))).then_some(first)
}

macro_rules! signed {
    ($($t:ty, $unsigned:ty, |$x:ident, $factor:ident, $shift:ident| $product:expr;)*) => { $(
        impl Divisor for $t {
            #[inline(always)]
            fn divisor(all: &[$t]) -> Option<By<$t>> {
                let first = the_only_one(all).filter(|&first| first >= 2)?;
                let shift = <$t>::BITS - 1 + (<$t>::BITS - (first - 1).leading_zeros());
                let factor = (1_u128 << shift) / u128::from(first.cast_unsigned()) + 1;
                Some(By { divisor: first, factor: factor as u64, shift })
            }
        }

        impl By<$t> {
            /// Rounded down: of a negative dividend, the complement of what its complement gives.
            #[inline(always)]
            pub(super) fn quotient(self, dividend: $t) -> $t {
                let sign = dividend >> (<$t>::BITS - 1);
                let $x = (dividend ^ sign).cast_unsigned();
                let ($factor, $shift) = (self.factor as $unsigned, self.shift);
                let quotient: $unsigned = $product;
                quotient.cast_signed() ^ sign
            }

            /// What that leaves.
            #[inline(always)]
            pub(super) fn remainder(self, dividend: $t) -> $t {
                dividend.wrapping_sub(self.quotient(dividend).wrapping_mul(self.divisor))
            }

            /// Rounded towards 0.
            #[inline(always)]
            pub(super) fn truncated(self, dividend: $t) -> $t {
                let inside = (dividend < 0) & (self.remainder(dividend) != 0);
                self.quotient(dividend) + <$t>::from(inside)
            }

            /// What that leaves.
            #[inline(always)]
            pub(super) fn left(self, dividend: $t) -> $t {
                let left = self.remainder(dividend);
                let inside = (dividend < 0) & (left != 0);
                if inside { left - self.divisor } else { left }
            }
        }
    )* };
}

signed! {
    i8, u8, |x, factor, shift| ((u16::from(x) * u16::from(factor)) >> shift) as u8;
    i16, u16, |x, factor, shift| ((u32::from(x) * u32::from(factor)) >> shift) as u16;
    i32, u32, |x, factor, shift| ((u64::from(x) * u64::from(factor)) >> shift) as u32;
    i64, u64, |x, factor, shift| {
        (((u128::from(x) * u128::from(factor)) >> 64) as u64) >> (shift - 64)
    };
}

macro_rules! unsigned {
    ($($t:ty, $twice:ty;)*) => { $(
        impl Divisor for $t {
            #[inline(always)]
            fn divisor(all: &[$t]) -> Option<By<$t>> {
                let first = the_only_one(all).filter(|&first| first >= 2)?;
                let bits = <$t>::BITS - (first - 1).leading_zeros();
                let above = (1_u128 << bits) - u128::from(first);
                let factor = (above << <$t>::BITS) / u128::from(first) + 1;
                Some(By { divisor: first, factor: factor as u64, shift: bits - 1 })
            }
        }

        impl By<$t> {
            #[inline(always)]
            pub(super) fn quotient(self, dividend: $t) -> $t {
                let product = <$twice>::from(dividend) * <$twice>::from(self.factor as $t);
                let upper = (product >> <$t>::BITS) as $t;
                (upper + ((dividend - upper) >> 1)) >> self.shift
            }

            #[inline(always)]
            pub(super) fn remainder(self, dividend: $t) -> $t {
                dividend - self.quotient(dividend) * self.divisor
            }

            #[inline(always)]
            pub(super) fn truncated(self, dividend: $t) -> $t {
                self.quotient(dividend)
            }

            #[inline(always)]
            pub(super) fn left(self, dividend: $t) -> $t {
                self.remainder(dividend)
            }
        }
    )* };
}

unsigned! {
    u8, u16;
    u16, u32;
    u32, u64;
    u64, u128;
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Integers of 8 bits by every divisor, and the ends of the others.
    #[test]
    fn quotients_are_those_of_a_division() {
        macro_rules! check {
            ($t:ty, $dividends:expr, $divisors:expr) => {
                for divisor in $divisors {
                    let by = <$t>::divisor(&[divisor; MANY]).expect("a divisor");
                    for dividend in $dividends {
                        let floor = dividend.div_euclid(divisor);
                        assert_eq!(by.quotient(dividend), floor, "{dividend} // {divisor}");
                        let left = dividend.rem_euclid(divisor);
                        assert_eq!(by.remainder(dividend), left, "{dividend} % {divisor}");
                        let truncated = dividend / divisor;
                        assert_eq!(by.truncated(dividend), truncated, "{dividend} / {divisor}");
                        let left = dividend % divisor;
                        assert_eq!(by.left(dividend), left, "{dividend} fmod {divisor}");
                    }
                }
            };
        }
        check!(i8, i8::MIN..=i8::MAX, 2..=i8::MAX);
        check!(u8, 0..=u8::MAX, 2..=u8::MAX);
        check!(i16, i16::MIN..=i16::MAX, (2..=i16::MAX).step_by(97));
        check!(u16, 0..=u16::MAX, (2..=u16::MAX).step_by(193).chain([u16::MAX]));
        macro_rules! ends {
            ($t:ty: $bits:expr, |$x:ident| $others:expr) => {{
                let powers = || (1..$bits).map(|bit| <$t>::from(true) << bit);
                let near = || powers().flat_map(|power| [power - 1, power, power + 1]);
                let divisors = near().chain([7, 10, 12_345, <$t>::MAX - 1, <$t>::MAX]);
                let divisors: Vec<$t> = divisors.filter(|&divisor| divisor >= 2).collect();
                let multiples = divisors.iter().flat_map(|&divisor| {
                    let most = <$t>::MAX / divisor * divisor;
                    [most - 1, most, most.saturating_add(1), divisor, divisor - 1]
                });
                let dividends: Vec<$t> = multiples
                    .chain(near())
                    .flat_map(|$x| $others)
                    .chain([0, <$t>::MIN, <$t>::MIN + 1, <$t>::MAX])
                    .collect();
                check!($t, dividends.iter().copied(), divisors.iter().copied());
            }};
        }
        ends!(i32: 31, |x| [x, -x, !x]);
        ends!(i64: 63, |x| [x, -x, !x]);
        ends!(u32: 32, |x| [x, x.wrapping_neg(), !x]);
        ends!(u64: 64, |x| [x, x.wrapping_neg(), !x]);
    }
}
