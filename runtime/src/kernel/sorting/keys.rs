//! Elements → signed integers in the same order, and back.

use crate::generated::codes::*;
use crate::kernel::ops::Ordered;

/// A signed integer that elements are sorted by.
pub(crate) trait Key: Copy + Default + Into<i64> + Ord + 'static {
    const MAX: Self;
    const BYTES: usize;

    /// The `place`-th byte from the lowest on, so that bytes are in the order of the keys.
    fn byte(self, place: usize) -> usize;

    /// In the opposite order where asked.
    fn turned(self, round: bool) -> Self;

    /// The least of those above it.
    fn next(self) -> Option<Self>;

    /// How far it is above a lesser one.
    fn above(self, other: Self) -> u64;
}

macro_rules! keys {
    ($($key:ty)*) => { $(
        impl Key for $key {
            const MAX: $key = <$key>::MAX;
            const BYTES: usize = size_of::<$key>();

            #[inline(always)]
            fn byte(self, place: usize) -> usize {
                ((self ^ <$key>::MIN).cast_unsigned() >> (8 * place) & 0xff) as usize
            }

            #[inline(always)]
            fn turned(self, round: bool) -> $key {
                self ^ -<$key>::from(round)
            }

            #[inline(always)]
            fn next(self) -> Option<$key> {
                self.checked_add(1)
            }

            #[inline(always)]
            fn above(self, other: $key) -> u64 {
                self.wrapping_sub(other).cast_unsigned().into()
            }
        }
    )* };
}

keys! { i8 i16 i32 i64 }

/// Elements that have a key, which is as large.
pub(crate) trait Keyed: Ordered {
    type Key: Key;

    /// An element of each class of equal elements that differ in their bits. Their keys do not say in which order they
    /// were, or which they are.
    const TIES: &[Self];

    /// Whether its bits are others than those of the element that its key stands for, or the key is less than that of an
    /// equal element.
    fn is_tied(self) -> bool;

    fn key(self) -> Self::Key;

    /// The greatest key of the elements equal to it, or the least.
    fn extreme_key(self, greatest: bool) -> Self::Key;

    /// The element of a key; of a NaN's, some NaN.
    fn of_key(key: Self::Key) -> Self;

    /// The key of the one that stands for all elements equal to it.
    #[inline(always)]
    fn common_key(self) -> i64 {
        let tie = || Self::TIES.iter().find(|tie| tie.order(&self).is_eq());
        let tie = if self.is_tied() { tie() } else { None };
        tie.unwrap_or(&self).key().into()
    }
}

macro_rules! integers {
    ($($t:ty, $key:ty: |$x:ident| $to:expr, |$k:ident| $from:expr;)*) => { $(
        impl Keyed for $t {
            type Key = $key;

            const TIES: &[$t] = &[];

            #[inline(always)]
            fn is_tied(self) -> bool {
                false
            }

            #[inline(always)]
            fn key(self) -> $key {
                let $x = self;
                $to
            }

            #[inline(always)]
            fn extreme_key(self, _: bool) -> $key {
                self.key()
            }

            #[inline(always)]
            fn of_key($k: $key) -> $t {
                $from
            }
        }
    )* };
}

integers! {
    bool, i8: |x| i8::from(x), |k| k != 0;
    i8, i8: |x| x, |k| k;
    i16, i16: |x| x, |k| k;
    i32, i32: |x| x, |k| k;
    i64, i64: |x| x, |k| k;
    u8, i8: |x| x.cast_signed() ^ i8::MIN, |k| (k ^ i8::MIN).cast_unsigned();
    u16, i16: |x| x.cast_signed() ^ i16::MIN, |k| (k ^ i16::MIN).cast_unsigned();
    u32, i32: |x| x.cast_signed() ^ i32::MIN, |k| (k ^ i32::MIN).cast_unsigned();
    u64, i64: |x| x.cast_signed() ^ i64::MIN, |k| (k ^ i64::MIN).cast_unsigned();
}

/// The bits as a signed integer have the order of the floats once those of negative ones but for the sign are turned
/// round: -0 has -1 and +0 has 0. Every NaN has the greatest key.
macro_rules! floats {
    ($($t:ty, $key:ty, $zero:expr, $nan:expr;)*) => { $(
        impl Keyed for $t {
            type Key = $key;

            const TIES: &[$t] = &[$zero, $nan];

            #[inline(always)]
            fn is_tied(self) -> bool {
                self.is_nan() | (self.to_bits().cast_signed() == <$key>::MIN)
            }

            #[inline(always)]
            fn key(self) -> $key {
                let key = turned(self.to_bits().cast_signed());
                if self.is_nan() { <$key>::MAX } else { key }
            }

            #[inline(always)]
            fn extreme_key(self, greatest: bool) -> $key {
                let is_zero = self.to_bits() << 1 == 0;
                if is_zero { <$key>::from(greatest) - 1 } else { self.key() }
            }

            #[inline(always)]
            fn of_key(key: $key) -> $t {
                <$t>::from_bits(turned(key).cast_unsigned())
            }
        }
    )* };
}

floats! {
    f16, i16, f16::ZERO, f16::NAN;
    bf16, i16, bf16::ZERO, bf16::NAN;
    f32, i32, 0.0, f32::NAN;
    f64, i64, 0.0, f64::NAN;
}

/// Of a negative integer all bits but the sign, the other way.
#[inline(always)]
fn turned<K>(bits: K) -> K
where
    K: Key + core::ops::BitXor<Output = K> + core::ops::BitAnd<Output = K>,
{
    bits ^ (K::default().turned(bits < K::default()) & K::MAX)
}
