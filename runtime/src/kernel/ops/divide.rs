//! Quotients, floor quotients and remainders.

mod floats;
mod integers;

pub(super) use integers::from_float64;

use math::Complex;

use super::{BinaryOp, any_pair_fails, binary_op, binary_ops, each_pair, unary_op};
use crate::generated::codes::*;
use crate::kernel::complex::{by_parts, from_math, pairs_by_parts, to_math};
use crate::policy::{IntegerDivisionByZero, IntegerQuotientOverflow, Policies};

binary_ops! { basic; Divide; by quotient_fails }
binary_ops! { None; TruncDivide; by quotient_fails }
binary_ops! { None; FloorDivide, Remainder, Fmod; by zero_fails }
pub(crate) struct Reciprocal;

/// Quotients of complex numbers whose parts are `f32`.
struct DivideOfSingles;
struct ReciprocalOfSingles;

binary_op!(Divide for f16, bf16, f32, f64: |a, b| a / b);
pairs_by_parts!(Divide by DivideOfSingles for c32, c64: |a, b| a / b, divide_f32_parts);
pairs_by_parts!(Divide for c128: |a, b| a / b, divide_parts);
unary_op!(Reciprocal for f16, bf16, f32, f64: |a| 1.0 / a);
by_parts!(Reciprocal by ReciprocalOfSingles for c32, c64: reciprocal, |z| wide(narrow(z).reciprocal()), reciprocal_f32_parts);
by_parts!(Reciprocal for c128: reciprocal reciprocal_parts);

/// A number whose parts are `f32`, as what they are.
#[expect(clippy::cast_possible_truncation, reason = "they are `f32`")]
fn narrow(z: Complex<f64>) -> Complex<f32> {
    Complex::new(z.re as f32, z.im as f32)
}

fn wide(z: Complex<f32>) -> Complex<f64> {
    Complex::new(z.re.into(), z.im.into())
}

/// Whether an integer divided by zero is an error.
fn zero_fails(policies: &Policies) -> bool {
    policies.integer_division_by_zero == IntegerDivisionByZero::Error
}

/// Whether the least integer divided by -1 is an error.
fn overflow_fails(policies: &Policies) -> bool {
    policies.integer_quotient_overflow == IntegerQuotientOverflow::Error
}

/// Whether either is.
fn quotient_fails(policies: &Policies) -> bool {
    zero_fails(policies) || overflow_fails(policies)
}

/// x - floor(x / y)·y with every step rounded.
macro_rules! stepwise {
    ($a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        a - (a / b).floor() * b
    }};
}
use stepwise;
