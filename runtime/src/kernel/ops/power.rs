//! Powers.

use math::Real;

use super::divide::from_float64;
use super::{BinaryOp, binary_ops, each_pair};
use crate::generated::codes::*;
use crate::kernel::complex::{from_math, pairs_by_parts, to_math};
use crate::policy::{IntegerMath, NegativeIntegerPower, Policies};

binary_ops! { None; Pow; by negative_fails }

/// The same, but never in integers.
pub(crate) type FloatPower = Pow;

/// Whether an integer to a negative power is an error.
fn negative_fails(policies: &Policies) -> bool {
    policies.negative_integer_power == NegativeIntegerPower::Error
        && policies.integer_math == IntegerMath::Exact
}

/// Integers to integers, wrapping around.
trait Power: Sized {
    fn power(self, exponent: Self) -> Self;

    /// Of several bases and exponents, none of which is negative, at the same time.
    fn powers(bases: [Self; TOGETHER], exponents: [Self; TOGETHER]) -> [Self; TOGETHER];
}

const TOGETHER: usize = 32;

macro_rules! integers {
    ($($t:ty: |$base:ident, $exponent:ident| $negative:expr, $is_negative:expr;)*) => { $(
        impl Power for $t {
            #[inline(always)]
            fn power(self, exponent: $t) -> $t {
                let ($base, $exponent) = (self, exponent);
                if $is_negative {
                    return $negative;
                }
                let (mut product, mut base, mut left) = (1 as $t, self, exponent);
                while left != 0 {
                    if left & 1 != 0 {
                        product = product.wrapping_mul(base);
                    }
                    base = base.wrapping_mul(base);
                    left >>= 1;
                }
                product
            }

            #[inline(always)]
            fn powers(
                mut bases: [$t; TOGETHER],
                mut exponents: [$t; TOGETHER],
            ) -> [$t; TOGETHER] {
                let mut products = [1; TOGETHER];
                // As many steps as the greatest exponent has bits.
                let mut left = exponents.iter().fold(0, |all, exponent| all | exponent);
                while left != 0 {
                    for lane in 0..TOGETHER {
                        let factor = if exponents[lane] & 1 != 0 { bases[lane] } else { 1 };
                        products[lane] = factor.wrapping_mul(products[lane]);
                        bases[lane] = bases[lane].wrapping_mul(bases[lane]);
                        exponents[lane] >>= 1;
                    }
                    left >>= 1;
                }
                products
            }
        }

        impl BinaryOp<$t> for Pow {
            type Out = $t;

            #[inline(always)]
            fn apply(a: $t, b: $t, policies: Policies) -> $t {
                let ($base, $exponent) = (a, b);
                let _ = ($base, $exponent);
                use NegativeIntegerPower::{Error, Truncate, Zero};
                match (policies.integer_math, policies.negative_integer_power) {
                    (IntegerMath::Float64 | IntegerMath::Float64Pow, _) => {
                        from_float64(Real::pow(a as f64, b as f64), policies)
                    }
                    (IntegerMath::Exact, Zero) if $is_negative => 0,
                    (IntegerMath::Exact, Truncate | Zero | Error) => a.power(b),
                }
            }

            #[inline(always)]
            fn each(a: &[$t], b: &[$t], out: &mut [$t], policies: Policies) {
                if policies.integer_math != IntegerMath::Exact {
                    return each_pair::<$t, Self>(a, b, out, policies);
                }
                let ((a, a_rest), (b, b_rest)) = (a.as_chunks(), b.as_chunks());
                let (out, out_rest) = out.as_chunks_mut();
                for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
                    let is_negative = |&$exponent: &$t| {
                        let _ = $exponent;
                        $is_negative
                    };
                    match b.iter().fold(false, |any, one| any | is_negative(one)) {
                        true => each_pair::<$t, Self>(a, b, out, policies),
                        false => *out = <$t>::powers(*a, *b),
                    }
                }
                each_pair::<$t, Self>(a_rest, b_rest, out_rest, policies);
            }

            #[inline(always)]
            fn fails($base: $t, $exponent: $t, policies: Policies) -> bool {
                let _ = ($base, $exponent);
                negative_fails(&policies) && $is_negative
            }
        }
    )* };
}

/// 1 / xⁿ rounded towards zero.
macro_rules! inverse {
    ($base:ident, $exponent:ident) => {
        match $base {
            1 => 1,
            -1 if $exponent & 1 == 0 => 1,
            -1 => -1,
            _ => 0,
        }
    };
}

integers! {
    i8: |base, exponent| inverse!(base, exponent), exponent < 0;
    i16: |base, exponent| inverse!(base, exponent), exponent < 0;
    i32: |base, exponent| inverse!(base, exponent), exponent < 0;
    i64: |base, exponent| inverse!(base, exponent), exponent < 0;
    u8: |base, exponent| { let _ = (base, exponent); 0 }, false;
    u16: |base, exponent| { let _ = (base, exponent); 0 }, false;
    u32: |base, exponent| { let _ = (base, exponent); 0 }, false;
    u64: |base, exponent| { let _ = (base, exponent); 0 }, false;
}

pairs_by_parts!(Pow for c32, c64, c128: |a, b| a.pow(b), pow_parts);
