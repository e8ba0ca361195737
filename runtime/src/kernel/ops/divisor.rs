//! Integers divided by one and the same: by a multiplication and a shift.
//!
//! Of integers of N bits and a divisor d, let l be the bits that d - 1 has, p = N - 1 + l, and m = floor(2^p / d) + 1,
//! which fits in N bits. Since m·d is above 2^p by no more than 2^l, x·m / 2^p is above x / d by less than 1/d for every x
//! below 2^(N-1): rounded down, both are the same.

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

macro_rules! signed {
    ($($t:ty, $unsigned:ty, |$x:ident, $factor:ident, $shift:ident| $product:expr;)*) => { $(
        impl Divisor for $t {
            #[inline(always)]
            fn divisor(all: &[$t]) -> Option<By<$t>> {
                let (&first, &last) = (all.first()?, all.last()?);
                if all.len() < MANY || first != last || first < 2 {
                    return None;
                }
                if !all.iter().fold(true, |same, &one| same & (one == first)) {
                    return None;
                }
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

/// A factor would have a bit more than the integers.
macro_rules! unsigned {
    ($($t:ty),*) => { $(
        impl Divisor for $t {
            #[inline(always)]
            fn divisor(_: &[$t]) -> Option<By<$t>> {
                None
            }
        }

        impl By<$t> {
            #[inline(always)]
            pub(super) fn quotient(self, dividend: $t) -> $t {
                dividend / self.divisor
            }

            #[inline(always)]
            pub(super) fn remainder(self, dividend: $t) -> $t {
                dividend % self.divisor
            }
        }
    )* };
}

unsigned!(u8, u16, u32, u64);

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Every int8 by every divisor, and the ends of the others.
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
                    }
                }
            };
        }
        check!(i8, i8::MIN..=i8::MAX, 2..=i8::MAX);
        check!(i16, i16::MIN..=i16::MAX, (2..=i16::MAX).step_by(97));
        macro_rules! ends {
            ($t:ty) => {{
                let powers = || (1..<$t>::BITS - 1).map(|bit| <$t>::from(1_i8) << bit);
                let near = || powers().flat_map(|power| [power - 1, power, power + 1]);
                let divisors = near().chain([7, 10, 12_345, <$t>::MAX - 1, <$t>::MAX]);
                let divisors: Vec<$t> = divisors.filter(|&divisor| divisor >= 2).collect();
                let multiples = divisors.iter().flat_map(|&divisor| {
                    let most = <$t>::MAX / divisor * divisor;
                    [most - 1, most, most.saturating_add(1), divisor, divisor - 1]
                });
                let dividends: Vec<$t> = multiples
                    .chain(near())
                    .flat_map(|x| [x, -x, !x])
                    .chain([0, <$t>::MIN, <$t>::MIN + 1, <$t>::MAX])
                    .collect();
                check!($t, dividends.iter().copied(), divisors.iter().copied());
            }};
        }
        ends!(i32);
        ends!(i64);
    }
}
