//! Quotients, floor quotients and remainders.

use core::ops::Rem;

use super::divisor::Divisor;
use super::{BinaryOp, binary_op, binary_ops, each_pair, unary_op};
use crate::generated::codes::*;
use crate::kernel::accum::Lane;
use crate::kernel::cast::{Cast, Half, Saturate, Truncate};
use crate::kernel::complex::{from_math, pairs_by_parts, to_math};
use crate::kernel::isa::Baseline;
use crate::policy::{
    FloatRemainder, FloatToInt, FloorQuotient, IntegerDivisionByZero, IntegerMath, Policies,
};

binary_ops! { basic; Divide }
binary_ops! { None; FloorDivide, Remainder, TruncDivide, Fmod; by zero_fails }
pub(crate) struct Reciprocal;

binary_op!(Divide for f16, bf16, f32, f64: |a, b| a / b);
binary_op!(Divide for c32, c64: |a, b| from_math(to_math(a) / to_math(b)));
pairs_by_parts!(Divide for c128: |a, b| a / b, divide_parts);
unary_op!(Reciprocal for f16, bf16, f32, f64: |a| 1.0 / a);
unary_op!(Reciprocal for c32, c64, c128: |a| from_math(to_math(a).reciprocal()));

/// Whether an integer divided by zero is an error.
fn zero_fails(policies: &Policies) -> bool {
    policies.integer_division_by_zero == IntegerDivisionByZero::Error
}

/// x - floor(x / y)·y with every step rounded.
macro_rules! stepwise {
    ($a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        a - (a / b).floor() * b
    }};
}

/// The same of a narrower float, each step a double's.
#[inline(always)]
fn stepwise_float64(a: f32, b: f32) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "the one rounding of the result")]
    let rounded = stepwise!(f64::from(a), f64::from(b)) as f32;
    rounded
}

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

/// A float64 as the integer that the policy converts it to.
#[inline(always)]
pub(super) fn from_float64<T>(value: f64, policies: Policies) -> T
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

#[expect(
    unsafe_code,
    reason = "a conversion to an integer that is known to fit vectorises only unchecked"
)]
mod integers {
    use super::*;

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
}

/// The remainder, with the divisor's sign.
macro_rules! remainders {
    ($($t:ty: $left:path, |$a:ident, $b:ident| $in_float64:expr;)*) => { $(
        binary_op!(Remainder for $t; by float_remainder: FloatRemainder [Floor, Corrected, Truncate, Stepwise, StepwiseFloat64] |$a, $b| {
            match float_remainder {
                FloatRemainder::Floor | FloatRemainder::Corrected => {}
                FloatRemainder::Truncate => return $left($a, $b),
                FloatRemainder::Stepwise => return stepwise!($a, $b),
                FloatRemainder::StepwiseFloat64 => return $in_float64,
            }
            let left = $left($a, $b);
            // A NaN has crossed nothing.
            let crossed = ((left < 0.0) & ($b > 0.0)) | ((left > 0.0) & ($b < 0.0));
            let crossed_left = if $b.is_infinite() { $b } else { left + $b };
            let signed = (left == 0.0) & (float_remainder == FloatRemainder::Floor);
            if crossed { crossed_left } else if signed { left.abs().copysign($b) } else { left }
        });
    )* };
}

remainders! {
    f16: left, |a, b| stepwise_float64(a, b);
    bf16: left, |a, b| stepwise_float64(a, b);
    f32: left, |a, b| stepwise_float64(a, b);
    f64: Rem::rem, |a, b| stepwise!(a, b);
}

/// Up to here a double that is the quotient of two floats is an integer, or far enough from one, and its integral part
/// times the divisor is exact.
const EXACT: f64 = (1_u64 << 29) as f64;

/// What a quotient rounded towards zero leaves: `a % b`, without the steps of `fmodf` where a double has room for it.
#[inline(always)]
fn left(a: f32, b: f32) -> f32 {
    let (wide_a, wide_b) = (f64::from(a), f64::from(b));
    let quotient = wide_a / wide_b;
    if quotient.abs() >= EXACT || b.is_infinite() {
        return far(a, b);
    }
    #[expect(clippy::cast_possible_truncation, reason = "what is left of floats is one")]
    let left = (wide_a - quotient.trunc() * wide_b) as f32;
    left.copysign(a)
}

/// Apart: LLVM would take the steps of every pair, and then choose.
#[cold]
#[inline(never)]
fn far(a: f32, b: f32) -> f32 {
    a % b
}

/// By way of doubles, without a branch: from [`EXACT`] on a float has no room for what is lost.
#[inline(always)]
fn exact_floor_quotient(a: f32, b: f32) -> f32 {
    let (wide_a, wide_b) = (f64::from(a), f64::from(b));
    let quotient = wide_a / wide_b;
    let floor = quotient.floor();
    // What is left is exact. It has the divisor's sign, or the quotient was rounded up to an integer.
    let left = wide_a - floor * wide_b;
    let crossed = ((left < 0.0) & (wide_b > 0.0)) | ((left > 0.0) & (wide_b < 0.0));
    let floor = if crossed & (floor.abs() < EXACT) { floor - 1.0 } else { floor };
    // By an infinity the quotient is 0, and just below it where the signs differ.
    let below = b.is_infinite() & (((a < 0.0) & (b > 0.0)) | ((a > 0.0) & (b < 0.0)));
    let floor = if below & a.is_finite() { -1.0 } else { floor };
    #[expect(clippy::cast_possible_truncation, reason = "the one rounding of the result")]
    let rounded = floor as f32;
    rounded
}

/// The floor of the quotient that doubles give, rounded.
#[inline(always)]
fn float64_floor_quotient(a: f32, b: f32) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "the one rounding of the result")]
    let rounded = (f64::from(a) / f64::from(b)).floor() as f32;
    rounded
}

/// The integer that the steps of CPython's `float_divmod` take for a quotient: its floor, or the next one if that
/// is nearer. From 2²¹ of a float32 and 2⁵⁰ of a float64 on, the rounded quotient of a multiple may lie below it.
macro_rules! snapped {
    ($quotient:expr, $to_nearest:expr) => {{
        let quotient = $quotient;
        let floor = quotient.floor();
        let above = quotient - floor;
        // To the nearest, a half goes away from zero.
        let up = (above > 0.5) | ($to_nearest & (above == 0.5) & (quotient > 0.0));
        if up { floor + 1.0 } else { floor }
    }};
}

/// The zero that is left of steps: of equal numbers the difference is +0, which is divided.
macro_rules! with_sign_of_difference {
    ($quotient:expr, $divisor:expr) => {{
        let quotient = $quotient;
        let zero = quotient.abs().copysign($divisor);
        if quotient == 0.0 { zero } else { quotient }
    }};
}

/// The steps of CPython's `float_divmod`, each rounded to float32 and then by `rounded`, without a branch: the
/// dividend less its remainder is the truncated quotient times the divisor, exact in float64 up to 2²⁹; from there
/// on it is the dividend itself, once rounded.
#[inline(always)]
fn stepped_floor_quotient(a: f32, b: f32, to_nearest: bool, rounded: impl Fn(f32) -> f32) -> f32 {
    /// A divisor that leaves every float32 whole, as an infinity does, but of which no product is NaN.
    const BEYOND: f64 = 1e60;
    let (wide_a, wide_b) = (f64::from(a), f64::from(b).clamp(-BEYOND, BEYOND));
    let quotient = wide_a / wide_b;
    let multiple = quotient.trunc() * wide_b;
    #[expect(clippy::cast_possible_truncation, reason = "steps are rounded to float32")]
    let (first, by_zero) = (rounded(multiple as f32), quotient as f32);
    let steps = rounded(first / b);
    let crossed = (multiple != wide_a) & ((a < 0.0) != (b < 0.0));
    let steps = if crossed { rounded(steps - 1.0) } else { steps };
    let floor = snapped!(steps, to_nearest);
    let floor = if a.is_infinite() { f32::NAN } else { floor };
    if b == 0.0 { by_zero } else { floor }
}

/// Steps of the two halves are rounded to the dtype or to float32.
macro_rules! floor_quotients {
    ($($t:ty: |$step:ident| $own:expr;)*) => { $(
        binary_op!(FloorDivide for $t; by floor_quotient: FloorQuotient [Exact, Rounded, RoundedOwn, RoundedFloat64, Divmod, DivmodOwn, DivmodNearest] |a, b| {
            let own = |$step: f32| $own;
            match floor_quotient {
                FloorQuotient::Exact => exact_floor_quotient(a, b),
                FloorQuotient::Rounded => (a / b).floor(),
                FloorQuotient::RoundedOwn => own(a / b).floor(),
                FloorQuotient::RoundedFloat64 => float64_floor_quotient(a, b),
                FloorQuotient::Divmod => stepped_floor_quotient(a, b, false, |step| step),
                FloorQuotient::DivmodOwn => stepped_floor_quotient(a, b, false, own),
                FloorQuotient::DivmodNearest => {
                    with_sign_of_difference!(stepped_floor_quotient(a, b, true, own), b)
                }
            }
        });
    )* };
}

floor_quotients! {
    f16: |step| f16::nearest(step);
    bf16: |step| bf16::nearest(step);
    f32: |step| step;
}

binary_op!(FloorDivide for f64; by floor_quotient: FloorQuotient [Exact, Rounded, RoundedOwn, RoundedFloat64, Divmod, DivmodOwn, DivmodNearest] |a, b| {
    match floor_quotient {
        FloorQuotient::Exact => exact_float64_floor_quotient(a, b),
        FloorQuotient::Rounded | FloorQuotient::RoundedOwn | FloorQuotient::RoundedFloat64 => (a / b).floor(),
        FloorQuotient::Divmod | FloorQuotient::DivmodOwn => stepped_float64_floor_quotient(a, b, false),
        FloorQuotient::DivmodNearest => {
            with_sign_of_difference!(stepped_float64_floor_quotient(a, b, true), b)
        }
    }
});

#[inline(always)]
fn exact_float64_floor_quotient(a: f64, b: f64) -> f64 {
    /// From here on every value is an integer.
    const WHOLE: f64 = (1_u64 << 53) as f64;
    let quotient = a / b;
    let floor = quotient.floor();
    if floor != quotient || quotient.abs() >= WHOLE || b == 0.0 || !a.is_finite() {
        return floor;
    }
    // The quotient may have been rounded up to an integer.
    let left = <Remainder as BinaryOp<f64>>::apply(a, b, Policies::DEFAULT);
    let rounded_up = left.is_infinite() || (left / b) >= 0.5;
    if left != 0.0 && rounded_up { floor - 1.0 } else { floor }
}

/// The steps of CPython's `float_divmod`, which are taken where they may give another number than the floor.
#[inline(always)]
fn stepped_float64_floor_quotient(a: f64, b: f64, to_nearest: bool) -> f64 {
    const STEPS: f64 = (1_u64 << 50) as f64;
    if (a / b).abs() < STEPS || b == 0.0 {
        return exact_float64_floor_quotient(a, b);
    }
    each_step(a, b, to_nearest)
}

#[cold]
#[inline(never)]
fn each_step(a: f64, b: f64, to_nearest: bool) -> f64 {
    let left = a % b;
    let steps = (a - left) / b;
    let crossed = (left != 0.0) & ((left < 0.0) != (b < 0.0));
    snapped!(if crossed { steps - 1.0 } else { steps }, to_nearest)
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
                if b == 0 { by_zero } else { truncated }
            }

            #[inline(always)]
            fn each(a: &[$t], b: &[$t], out: &mut [$t], policies: Policies) {
                match <$t>::divisor(b) {
                    Some(by) => out.iter_mut().zip(a).for_each(|(out, &a)| *out = by.truncated(a)),
                    None => each_integer::<$t, Self>(a, b, out, policies),
                }
            }

            #[inline(always)]
            fn fails(_: $t, b: $t, policies: Policies) -> bool {
                zero_fails(&policies) & (b == 0)
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
binary_op!(TruncDivide for f16, bf16, f32, f64: |a, b| (a / b).trunc());
binary_op!(Fmod for f16, bf16, f32: |a, b| left(a, b));
binary_op!(Fmod for f64: |a, b| a % b);
