//! Two numbers and an operator of SQL → what Python computes of them.
//!
//! Ints have no bounds in Python: a result that no literal of SQL holds is an error, never a wrapped one.

use std::cmp::Ordering;

use datafusion::logical_expr::{Expr, lit};
use num_bigint::{BigInt, BigUint};
use runtime::{DType, Number, Op};

use crate::exact::rounded;

/// Why two numbers have no result.
const BY_ZERO: &str = "division by zero, which is an error in Python too";
const TOO_LARGE: &str = "no literal of SQL holds the result: make an operand a float, such as 2.0";
const NO_BITS: &str = "Python has it of ints alone: write both operands without a point";
const NEGATIVE_SHIFT: &str = "Python shifts by no negative number: shift the other way";
const UNKNOWN: &str = "Python has no such operator of two numbers: make a column of an operand";

/// A number as a literal that a function takes for a Python scalar; `None` of an int that SQL has no literal of.
pub(crate) fn expr_of(number: Number) -> Option<Expr> {
    Some(match number {
        Number::Bool(value) => lit(value),
        Number::Int(value) => match i64::try_from(value) {
            Ok(value) => lit(value),
            Err(_) => lit(u64::try_from(value).ok()?),
        },
        Number::Float(value) => lit(value),
        _ => return None,
    })
}

/// What an operator makes of two literals: `7 / 2` is 3.5, and `-7 % 3` is 2.
pub(crate) fn computed(op: Op, lhs: Number, rhs: Number) -> Result<Expr, &'static str> {
    if let Some(wanted) = comparison(op) {
        return Ok(lit(wanted(ordering(lhs, rhs)?)));
    }
    if let (Number::Bool(lhs), Number::Bool(rhs)) = (lhs, rhs)
        && let Some(result) = of_bools(op, lhs, rhs)
    {
        return Ok(lit(result));
    }
    let number = match (int(lhs), int(rhs)) {
        (Some(lhs), Some(rhs)) => of_ints(op, lhs, rhs)?,
        _ => Number::Float(of_floats(op, float(lhs)?, float(rhs)?)?),
    };
    expr_of(number).ok_or(TOO_LARGE)
}

/// The number as an int, which a bool is too.
fn int(number: Number) -> Option<i128> {
    match number {
        Number::Bool(value) => Some(value.into()),
        Number::Int(value) => Some(value),
        _ => None,
    }
}

#[expect(clippy::cast_precision_loss, reason = "Python rounds an int to the nearest float")]
fn float(number: Number) -> Result<f64, &'static str> {
    match number {
        Number::Float(value) => Ok(value),
        other => int(other).map(|value| value as f64).ok_or(UNKNOWN),
    }
}

/// Which orders make a comparison true; there is none with a NaN.
fn comparison(op: Op) -> Option<fn(Option<Ordering>) -> bool> {
    Some(match op {
        Op::Equal => |order| order == Some(Ordering::Equal),
        Op::NotEqual => |order| order != Some(Ordering::Equal),
        Op::Less => |order| order == Some(Ordering::Less),
        Op::LessEqual => |order| order.is_some_and(Ordering::is_le),
        Op::Greater => |order| order == Some(Ordering::Greater),
        Op::GreaterEqual => |order| order.is_some_and(Ordering::is_ge),
        _ => return None,
    })
}

/// The order of the values themselves: an int is not rounded to a float.
fn ordering(lhs: Number, rhs: Number) -> Result<Option<Ordering>, &'static str> {
    Ok(match (int(lhs), int(rhs)) {
        (Some(lhs), Some(rhs)) => Some(lhs.cmp(&rhs)),
        (Some(lhs), None) => beside(lhs, float(rhs)?),
        (None, Some(rhs)) => beside(rhs, float(lhs)?).map(Ordering::reverse),
        (None, None) => float(lhs)?.partial_cmp(&float(rhs)?),
    })
}

/// The order of an int and a float.
#[expect(clippy::cast_possible_truncation, reason = "floats beyond an i128 become the last one")]
fn beside(int: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    let below = float.floor();
    let fraction = if float > below { Ordering::Less } else { Ordering::Equal };
    Some(int.cmp(&(below as i128)).then(fraction))
}

fn of_bools(op: Op, lhs: bool, rhs: bool) -> Option<bool> {
    match op {
        Op::BitwiseAnd => Some(lhs & rhs),
        Op::BitwiseOr => Some(lhs | rhs),
        Op::BitwiseXor => Some(lhs ^ rhs),
        _ => None,
    }
}

fn of_ints(op: Op, lhs: i128, rhs: i128) -> Result<Number, &'static str> {
    let by_zero = matches!(op, Op::Divide | Op::FloorDivide | Op::Remainder) && rhs == 0;
    if by_zero {
        return Err(BY_ZERO);
    }
    let result = match op {
        Op::Add => lhs.checked_add(rhs),
        Op::Subtract => lhs.checked_sub(rhs),
        Op::Multiply => lhs.checked_mul(rhs),
        Op::Divide => return Ok(Number::Float(quotient(lhs, rhs))),
        // Rust's go to zero, Python's down.
        Op::FloorDivide => lhs.checked_div(rhs).map(|towards_zero| {
            let down = lhs % rhs != 0 && (lhs < 0) != (rhs < 0);
            towards_zero - i128::from(down)
        }),
        Op::Remainder => lhs.checked_rem(rhs).map(|rest| {
            let up = rest != 0 && (rest < 0) != (rhs < 0);
            if up { rest + rhs } else { rest }
        }),
        Op::BitwiseAnd => Some(lhs & rhs),
        Op::BitwiseOr => Some(lhs | rhs),
        Op::BitwiseXor => Some(lhs ^ rhs),
        Op::BitwiseLeftShift | Op::BitwiseRightShift if rhs < 0 => return Err(NEGATIVE_SHIFT),
        Op::BitwiseLeftShift if lhs == 0 => Some(0),
        Op::BitwiseLeftShift => {
            let power = u32::try_from(rhs).ok().and_then(|bits| 2_i128.checked_pow(bits));
            power.and_then(|power| lhs.checked_mul(power))
        }
        Op::BitwiseRightShift => Some(lhs >> rhs.min(127)),
        _ => return Err(UNKNOWN),
    };
    result.map(Number::Int).ok_or(TOO_LARGE)
}

/// The quotient of two ints, of which Python rounds nothing but the result.
fn quotient(lhs: i128, rhs: i128) -> f64 {
    let magnitude = BigInt::from(lhs.unsigned_abs());
    let value = rounded(&magnitude, &BigUint::from(rhs.unsigned_abs()), 0, DType::F64);
    if (lhs < 0) != (rhs < 0) { -value } else { value }
}

fn of_floats(op: Op, lhs: f64, rhs: f64) -> Result<f64, &'static str> {
    let by_zero = matches!(op, Op::Divide | Op::FloorDivide | Op::Remainder) && rhs == 0.0;
    Ok(match op {
        _ if by_zero => return Err(BY_ZERO),
        Op::Add => lhs + rhs,
        Op::Subtract => lhs - rhs,
        Op::Multiply => lhs * rhs,
        Op::Divide => lhs / rhs,
        Op::FloorDivide => floor_and_rest(lhs, rhs).0,
        Op::Remainder => floor_and_rest(lhs, rhs).1,
        Op::BitwiseAnd
        | Op::BitwiseOr
        | Op::BitwiseXor
        | Op::BitwiseLeftShift
        | Op::BitwiseRightShift => return Err(NO_BITS),
        _ => return Err(UNKNOWN),
    })
}

/// Python's `divmod` of floats: the rest has the sign of the divisor, and is exact but for that.
fn floor_and_rest(lhs: f64, rhs: f64) -> (f64, f64) {
    let mut rest = lhs % rhs;
    let mut quotient = (lhs - rest) / rhs;
    if rest == 0.0 {
        rest = 0.0_f64.copysign(rhs);
    } else if (rest < 0.0) != (rhs < 0.0) {
        rest += rhs;
        quotient -= 1.0;
    }
    let floor = match quotient == 0.0 {
        true => 0.0_f64.copysign(lhs / rhs),
        false if quotient - quotient.floor() > 0.5 => quotient.floor() + 1.0,
        false => quotient.floor(),
    };
    (floor, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::python;

    /// What Python 3.11 printed of them; of errors, how ours begin.
    const CASES: &[(&str, Op, &str, &str)] = &[
        ("7", Op::FloorDivide, "-2", "-4"),
        ("-7", Op::FloorDivide, "-2", "3"),
        ("-7", Op::FloorDivide, "2", "-4"),
        ("6", Op::FloorDivide, "-2", "-3"),
        ("7", Op::Remainder, "-3", "-2"),
        ("-7", Op::Remainder, "3", "2"),
        ("-7", Op::Remainder, "-3", "-1"),
        ("6", Op::Remainder, "-3", "0"),
        ("7.5", Op::Remainder, "-2", "-0.5"),
        ("-7.5", Op::Remainder, "2", "0.5"),
        ("-6.0", Op::Remainder, "2", "0.0"),
        ("6.0", Op::Remainder, "-2", "-0.0"),
        ("7.5", Op::FloorDivide, "-2", "-4.0"),
        ("2.0", Op::FloorDivide, "0.5", "4.0"),
        ("1.0", Op::FloorDivide, "0.1", "9.0"),
        ("-0.0", Op::FloorDivide, "3", "-0.0"),
        ("inf", Op::FloorDivide, "2", "nan"),
        ("1.5", Op::Remainder, "inf", "1.5"),
        ("-1.5", Op::Remainder, "inf", "inf"),
        ("7", Op::FloorDivide, "0", "division by zero"),
        ("7.5", Op::Remainder, "0", "division by zero"),
        ("1.0", Op::Divide, "0", "division by zero"),
        ("7", Op::Divide, "2", "3.5"),
        ("0", Op::Divide, "-5", "-0.0"),
        ("9007199254740993", Op::Divide, "3", "3002399751580331.0"),
        ("9007199254740993", Op::Divide, "1", "9007199254740992.0"),
        ("-18446744073709551615", Op::Divide, "18446744073709551614", "-1.0"),
        ("9007199254740993", Op::Equal, "9007199254740992.0", "False"),
        ("9007199254740992", Op::Equal, "9007199254740992.0", "True"),
        ("9007199254740993", Op::Greater, "9007199254740992.0", "True"),
        ("1e300", Op::Less, "18446744073709551615", "False"),
        ("-1", Op::Less, "-0.5", "True"),
        ("-0.5", Op::LessEqual, "-1", "False"),
        ("nan", Op::NotEqual, "1", "True"),
        ("nan", Op::GreaterEqual, "1", "False"),
        ("True", Op::Equal, "1.0", "True"),
        ("True", Op::Add, "True", "2"),
        ("True", Op::BitwiseAnd, "False", "False"),
        ("True", Op::BitwiseOr, "2", "3"),
        ("5", Op::BitwiseXor, "3", "6"),
        ("5", Op::BitwiseAnd, "3.0", "Python has it of ints alone"),
        ("1", Op::BitwiseLeftShift, "63", "9223372036854775808"),
        ("1", Op::BitwiseLeftShift, "70", "no literal of SQL"),
        ("0", Op::BitwiseLeftShift, "700", "0"),
        ("-5", Op::BitwiseRightShift, "700", "-1"),
        ("1", Op::BitwiseRightShift, "-1", "Python shifts by no negative"),
        ("-9223372036854775808", Op::Subtract, "1", "no literal of SQL"),
        ("9223372036854775807", Op::Add, "1", "9223372036854775808"),
        ("18446744073709551615", Op::Add, "1", "no literal of SQL"),
        ("18446744073709551615", Op::Multiply, "18446744073709551615", "no literal of SQL"),
        ("1", Op::Add, "0.5", "1.5"),
    ];

    #[test]
    fn two_numbers_are_computed_as_python_computes() {
        for (lhs, op, rhs, wanted) in CASES {
            let [lhs, rhs] = [lhs, rhs].map(|text| python(text).expect("a number"));
            let got = match computed(*op, lhs, rhs) {
                Ok(result) => {
                    let number = result.as_literal().and_then(crate::dtype::number);
                    number.expect("a number").to_string()
                }
                Err(why) => why[..wanted.len().min(why.len())].to_owned(),
            };
            assert_eq!(got, *wanted, "{lhs} {op} {rhs}");
        }
    }
}
