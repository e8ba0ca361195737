//! Quotients, floor quotients and remainders.

mod floats;
mod integers;

pub(super) use integers::from_float64;

use super::{BinaryOp, binary_op, binary_ops, each_pair, unary_op};
use crate::generated::codes::*;
use crate::kernel::complex::{from_math, pairs_by_parts, to_math};
use crate::policy::{IntegerDivisionByZero, Policies};

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
use stepwise;
