//! Powers.

use math::Real;

use super::divide::from_float64;
use super::{BinaryOp, binary_op, binary_ops};
use crate::generated::codes::*;
use crate::kernel::complex::{from_math, to_math};
use crate::policy::{IntegerMath, NegativeIntegerPower, Policies};

binary_ops! { None; Pow; by negative_fails }
binary_ops! { None; FloatPower }

/// Whether an integer to a negative power is an error.
fn negative_fails(policies: &Policies) -> bool {
    policies.negative_integer_power == NegativeIntegerPower::Error
        && policies.integer_math == IntegerMath::Exact
}

/// Integers to integers, wrapping around.
trait Power: Sized {
    fn power(self, exponent: Self) -> Self;
}

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

binary_op!(Pow for c32, c64, c128: |a, b| from_math(to_math(a).pow(to_math(b))));
binary_op!(FloatPower for c32, c64, c128: |a, b| from_math(to_math(a).pow(to_math(b))));
