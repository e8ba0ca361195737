//! Greatest common divisors and least common multiples.

use super::{binary_op, binary_ops};

binary_ops! { None; Gcd, Lcm }

/// Of one integer type, by its magnitudes; of the least integer and itself or 0 the divisor wraps around.
macro_rules! divisors {
    ($($t:ty, $unsigned:ty, |$a:ident| $magnitude:expr;)*) => { $(
        binary_op!(Gcd for $t: |a, b| {
            let magnitude = |$a: $t| -> $unsigned { $magnitude };
            <$unsigned>::common_divisor(magnitude(a), magnitude(b)) as $t
        });
        binary_op!(Lcm for $t: |a, b| {
            let magnitude = |$a: $t| -> $unsigned { $magnitude };
            let (a, b) = (magnitude(a), magnitude(b));
            let divisor = <$unsigned>::common_divisor(a, b);
            // One that does not fit wraps around, as of a product.
            if divisor == 0 { 0 } else { (a / divisor).wrapping_mul(b) as $t }
        });
    )* };
}

/// Integers that have a common divisor.
trait CommonDivisor {
    fn common_divisor(a: Self, b: Self) -> Self;
}

macro_rules! by_remainders {
    ($($t:ty),*) => { $(
        impl CommonDivisor for $t {
            #[inline]
            fn common_divisor(mut a: $t, mut b: $t) -> $t {
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            }
        }
    )* };
}

by_remainders!(u8, u16, u32, u64);

divisors! {
    i8, u8, |a| a.unsigned_abs();
    i16, u16, |a| a.unsigned_abs();
    i32, u32, |a| a.unsigned_abs();
    i64, u64, |a| a.unsigned_abs();
    u8, u8, |a| a;
    u16, u16, |a| a;
    u32, u32, |a| a;
    u64, u64, |a| a;
}
