//! Floor quotients and remainders of integers.
#![expect(
    unsafe_code,
    reason = "a conversion to an integer that is known to fit vectorises only unchecked"
)]

use super::super::divisor::Divisor;
use super::{
    BinaryOp, FloorDivide, Fmod, Remainder, TruncDivide, any_pair_fails, each_pair, overflow_fails,
    stepwise, zero_fails,
};
use crate::kernel::accum::Lane;
use crate::kernel::cast::{Cast, Saturate, Truncate};
use crate::kernel::isa::Baseline;
use crate::policy::{
    FloatToInt, IntegerDivisionByZero, IntegerMath, IntegerQuotientOverflow, Policies,
};

/// Floor quotient and remainder of one integer type, by a truncated quotient of divisors that have
/// one; by 0 both are 0.
macro_rules! integers {
    ($($t:ty: $quotient:expr, $is_minus_one:expr;)*) => { $(
        impl FloorDivision for $t {
            #[inline(always)]
            fn floor_division(self, divisor: $t) -> ($t, $t) {
                let is_minus_one: fn($t) -> bool = $is_minus_one;
                // By -1 the least integer would overflow; it wraps around.
                let (zero, minus_one) = (divisor == 0, is_minus_one(divisor));
                let safe = if zero | minus_one { 1 } else { divisor };
                let quotient: fn($t, $t) -> $t = $quotient;
                let truncated = quotient(self, safe);
                let left = self.wrapping_sub(truncated.wrapping_mul(safe));
                // The remainder takes the divisor's sign.
                let below = (left != 0) & ((left < 0 as $t) != (safe < 0 as $t));
                let floor = truncated.wrapping_sub(below as $t);
                let left = if below { left.wrapping_add(safe) } else { left };
                let floor = if minus_one { self.wrapping_neg() } else { floor };
                let left = if minus_one { 0 } else { left };
                if zero { (0, 0) } else { (floor, left) }
            }

            #[inline(always)]
            fn truncated(self, divisor: $t) -> $t {
                let is_minus_one: fn($t) -> bool = $is_minus_one;
                let (zero, minus_one) = (divisor == 0, is_minus_one(divisor));
                let quotient: fn($t, $t) -> $t = $quotient;
                let truncated = quotient(self, if zero | minus_one { 1 } else { divisor });
                if minus_one { self.wrapping_neg() } else { truncated }
            }

            #[inline(always)]
            fn overflows(self, divisor: $t) -> bool {
                let is_minus_one: fn($t) -> bool = $is_minus_one;
                is_minus_one(divisor) & (self == <$t>::MIN)
            }

            #[inline(always)]
            fn limit(self) -> $t {
                match self {
                    0 => 0,
                    _ if self > 0 => <$t>::MAX,
                    _ => <$t>::MIN,
                }
            }
        }

        impl BinaryOp<$t> for FloorDivide {
            type Out = $t;

            #[inline(always)]
            fn apply(a: $t, b: $t, policies: Policies) -> $t {
                use IntegerDivisionByZero::{Dividend, Error, Limit, Zero};
                use IntegerMath::{Exact, Float64, Float64Pow};
                match (policies.integer_math, policies.integer_division_by_zero) {
                    (Exact | Float64 | Float64Pow, Limit) if b == 0 => a.limit(),
                    (Float64, Zero | Error | Limit | Dividend) if b != 0 => {
                        from_float64((a as f64 / b as f64).floor(), policies)
                    }
                    (Exact | Float64 | Float64Pow, Zero | Error | Limit | Dividend) => {
                        a.floor_division(b).0
                    }
                }
            }

            #[inline(always)]
            fn each(a: &[$t], b: &[$t], out: &mut [$t], policies: Policies) {
                match <$t>::divisor(b).filter(|_| policies.integer_math != IntegerMath::Float64) {
                    Some(by) => out.iter_mut().zip(a).for_each(|(out, &a)| *out = by.quotient(a)),
                    None => each_integer::<$t, Self>(a, b, out, policies),
                }
            }

            #[inline(always)]
            fn fails(_: $t, b: $t, policies: Policies) -> bool {
                zero_fails(&policies) & (b == 0)
            }
        }

        impl BinaryOp<$t> for Remainder {
            type Out = $t;

            #[inline(always)]
            fn apply(a: $t, b: $t, policies: Policies) -> $t {
                use IntegerDivisionByZero::{Dividend, Error, Limit, Zero};
                use IntegerMath::{Exact, Float64, Float64Pow};
                match (policies.integer_math, policies.integer_division_by_zero) {
                    (Exact | Float64 | Float64Pow, Dividend) if b == 0 => a,
                    (Float64, by_zero @ (Zero | Error | Limit | Dividend))
                        if b != 0 || by_zero == Limit =>
                    {
                        from_float64(stepwise!(a as f64, b as f64), policies)
                    }
                    (Exact | Float64 | Float64Pow, Zero | Error | Limit | Dividend) => {
                        a.floor_division(b).1
                    }
                }
            }

            #[inline(always)]
            fn each(a: &[$t], b: &[$t], out: &mut [$t], policies: Policies) {
                match <$t>::divisor(b).filter(|_| policies.integer_math != IntegerMath::Float64) {
                    Some(by) => out.iter_mut().zip(a).for_each(|(out, &a)| *out = by.remainder(a)),
                    None => each_integer::<$t, Self>(a, b, out, policies),
                }
            }

            #[inline(always)]
            fn fails(_: $t, b: $t, policies: Policies) -> bool {
                zero_fails(&policies) & (b == 0)
            }
        }
    )* };
}

/// Integers that divide.
trait FloorDivision: Sized {
    /// The quotient rounded towards negative infinity, and what it leaves.
    fn floor_division(self, divisor: Self) -> (Self, Self);

    /// The quotient rounded towards 0; by 0 any number.
    fn truncated(self, divisor: Self) -> Self;

    /// Whether the quotient is greater than the greatest integer.
    fn overflows(self, divisor: Self) -> bool;

    /// The dtype's limit on this side of zero; 0 of 0.
    fn limit(self) -> Self;
}

/// The pairs of a loop under the policies that most rulesets have, which it then does not ask for.
#[inline(always)]
fn each_integer<C: Lane, O: BinaryOp<C>>(
    a: &[C::Accum],
    b: &[C::Accum],
    out: &mut [O::Out],
    policies: Policies,
) {
    use IntegerDivisionByZero::{Dividend, Error, Limit, Zero};
    match (policies.integer_math, policies.integer_division_by_zero) {
        (IntegerMath::Exact | IntegerMath::Float64Pow, Zero | Error) => {
            each_pair::<C, O>(a, b, out, Policies::DEFAULT);
        }
        (IntegerMath::Float64, Zero | Error | Limit | Dividend)
        | (IntegerMath::Exact | IntegerMath::Float64Pow, Limit | Dividend) => {
            each_integer_otherwise::<C, O>(a, b, out, policies);
        }
    }
}

/// The others, apart: beside this loop LLVM leaves that of int16 scalar, 18 times slower.
#[cold]
#[inline(never)]
fn each_integer_otherwise<C: Lane, O: BinaryOp<C>>(
    a: &[C::Accum],
    b: &[C::Accum],
    out: &mut [O::Out],
    policies: Policies,
) {
    each_pair::<C, O>(a, b, out, policies);
}

/// Whether the least integer divided by -1 is 0.
#[inline(always)]
fn gives_zero(policies: &Policies) -> bool {
    policies.integer_quotient_overflow == IntegerQuotientOverflow::Zero
}

/// A float64 as the integer that the policy converts it to.
#[inline(always)]
pub(in crate::kernel::ops) fn from_float64<T>(value: f64, policies: Policies) -> T
where
    f64: Cast<T>,
{
    match policies.float_to_int {
        FloatToInt::Saturate => value.cast::<Baseline, Saturate>(),
        FloatToInt::Truncate => value.cast::<Baseline, Truncate>(),
    }
}

/// A quotient of narrow integers by way of a float that holds both: loops over it vectorise, and
/// none over an integer division does. Two integers of b bits have a quotient that is an integer
/// or at least 2⁻ᵇ away from one, far more than the float's error.
macro_rules! through {
    ($t:ty, $float:ty) => {
        |a, b| {
            let quotient = <$float>::from(a) / <$float>::from(b);
            // SAFETY: the divisor is neither 0 nor -1, so the quotient lies between the dividend
            // and 0, inside the dtype.
            unsafe { quotient.to_int_unchecked::<$t>() }
        }
    };
}

integers! {
    i8: through!(i8, f32), |b| b == -1;
    i16: through!(i16, f32), |b| b == -1;
    i32: through!(i32, f64), |b| b == -1;
    i64: |a, b| a / b, |b| b == -1;
    u8: through!(u8, f32), |_| false;
    u16: through!(u16, f32), |_| false;
    u32: through!(u32, f64), |_| false;
    u64: |a, b| a / b, |_| false;
}

/// Quotients rounded towards zero, and what they leave.
macro_rules! truncated {
    ($($t:ty),*) => { $(
        impl BinaryOp<$t> for TruncDivide {
            type Out = $t;

            #[inline(always)]
            fn apply(a: $t, b: $t, policies: Policies) -> $t {
                use IntegerDivisionByZero::{Dividend, Error, Limit, Zero};
                let by_zero = match policies.integer_division_by_zero {
                    Limit => a.limit(),
                    Zero | Error | Dividend => 0,
                };
                // Loops choose between the two, and have no branch.
                let truncated = a.truncated(b);
                let quotient = if gives_zero(&policies) & a.overflows(b) { 0 } else { truncated };
                if b == 0 { by_zero } else { quotient }
            }

            #[inline(always)]
            fn each(a: &[$t], b: &[$t], out: &mut [$t], policies: Policies) {
                if <$t>::MIN != 0 && gives_zero(&policies) {
                    return each_integer_otherwise::<$t, Self>(a, b, out, policies);
                }
                match <$t>::divisor(b) {
                    Some(by) => out.iter_mut().zip(a).for_each(|(out, &a)| *out = by.truncated(a)),
                    None => each_integer::<$t, Self>(a, b, out, policies),
                }
            }

            #[inline(always)]
            fn fails(a: $t, b: $t, policies: Policies) -> bool {
                zero_fails(&policies) & (b == 0) | overflow_fails(&policies) & a.overflows(b)
            }

            #[inline(always)]
            fn any_fails(a: &[$t], b: &[$t], policies: Policies) -> bool {
                // Under most rulesets only a zero is, as in a floor quotient: no dividend need be looked at.
                match overflow_fails(&policies) {
                    true => any_pair_fails::<$t, Self>(a, b, policies),
                    false => any_pair_fails::<$t, FloorDivide>(a, b, policies),
                }
            }
        }

        impl BinaryOp<$t> for Fmod {
            type Out = $t;

            #[inline(always)]
            fn apply(a: $t, b: $t, policies: Policies) -> $t {
                use IntegerDivisionByZero::{Dividend, Error, Limit, Zero};
                let by_zero = match policies.integer_division_by_zero {
                    Dividend => a,
                    Limit | Zero | Error => 0,
                };
                let left = a.wrapping_sub(a.truncated(b).wrapping_mul(b));
                if b == 0 { by_zero } else { left }
            }

            #[inline(always)]
            fn each(a: &[$t], b: &[$t], out: &mut [$t], policies: Policies) {
                match <$t>::divisor(b) {
                    Some(by) => out.iter_mut().zip(a).for_each(|(out, &a)| *out = by.left(a)),
                    None => each_integer::<$t, Self>(a, b, out, policies),
                }
            }

            #[inline(always)]
            fn fails(_: $t, b: $t, policies: Policies) -> bool {
                zero_fails(&policies) & (b == 0)
            }
        }
    )* };
}

truncated!(i8, i16, i32, i64, u8, u16, u32, u64);
