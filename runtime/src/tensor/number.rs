//! Rust's numbers and a tensor's elements → numbers of Python's kinds.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

use crate::generated::codes::*;
use crate::{Narrow, Operand, Scalar};

/// A number of one of Python's kinds: a Python scalar beside a tensor, or the value of one element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Number {
    /// A `bool`.
    Bool(bool),
    /// An `int`, as far as 128 bits reach.
    Int(i128),
    /// A `float`.
    Float(f64),
    /// A `complex`: its real and its imaginary part.
    Complex(f64, f64),
}

impl Number {
    /// The operand it is in a promotion: a Python scalar of its kind.
    pub fn operand(self) -> Operand {
        self.kind().into()
    }

    /// The kind of Python scalar it is.
    pub fn kind(self) -> Scalar {
        match self {
            Number::Bool(_) => Scalar::Bool,
            Number::Int(_) => Scalar::Int,
            Number::Float(_) => Scalar::Float,
            Number::Complex(..) => Scalar::Complex,
        }
    }

    /// Its real and its imaginary part, each as the nearest float.
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is what is wanted")]
    pub(crate) fn complex(self) -> (f64, f64) {
        match self {
            Number::Bool(value) => (f64::from(value), 0.0),
            Number::Int(value) => (value as f64, 0.0),
            Number::Float(value) => (value, 0.0),
            Number::Complex(re, im) => (re, im),
        }
    }
}

/// An int or a float.
impl<const DTYPE: u8> From<Narrow<DTYPE>> for Number {
    fn from(value: Narrow<DTYPE>) -> Number {
        match value.integer() {
            Some(integer) => Number::Int(integer.into()),
            None => Number::Float(value.to_f64()),
        }
    }
}

/// As Python prints it.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Bool(true) => f.write_str("True"),
            Number::Bool(false) => f.write_str("False"),
            Number::Int(value) => write!(f, "{value}"),
            Number::Float(value) => f.write_str(&float(*value)),
            Number::Complex(re, im) => {
                let part = |value: f64| {
                    let text = float(value);
                    text.strip_suffix(".0").map(ToOwned::to_owned).unwrap_or(text)
                };
                match *re == 0.0 && re.is_sign_positive() {
                    true => write!(f, "{}j", part(*im)),
                    false => {
                        let plus = if im.is_nan() || im.is_sign_positive() { "+" } else { "" };
                        write!(f, "({}{plus}{}j)", part(*re), part(*im))
                    }
                }
            }
        }
    }
}

/// As Python writes it: `nan`, `inf`, `1e+16`, `1e-07`.
fn float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    let text = alloc::format!("{value:?}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    alloc::format!("{mantissa}e{sign}{digits:0>2}")
}

macro_rules! from {
    ($($t:ty => |$value:ident| $number:expr;)*) => { $(
        impl From<$t> for Number {
            fn from($value: $t) -> Number {
                $number
            }
        }
    )* };
}

from! {
    bool => |value| Number::Bool(value);
    i8 => |value| Number::Int(value.into());
    i16 => |value| Number::Int(value.into());
    i32 => |value| Number::Int(value.into());
    u8 => |value| Number::Int(value.into());
    u16 => |value| Number::Int(value.into());
    u32 => |value| Number::Int(value.into());
    f32 => |value| Number::Float(value.into());
    i64 => |value| Number::Int(value.into());
    u64 => |value| Number::Int(value.into());
    i128 => |value| Number::Int(value);
    f16 => |value| Number::Float(value.into());
    bf16 => |value| Number::Float(value.into());
    f64 => |value| Number::Float(value);
    c32 => |value| Number::Complex(value.re.into(), value.im.into());
    c64 => |value| Number::Complex(value.re.into(), value.im.into());
    c128 => |value| Number::Complex(value.re, value.im);
}
