//! Numbers that are no tensors: of Python's kinds, without a dtype, or of one.

use core::fmt;

use crate::kernel::cast::{Cast, Saturate};
use crate::kernel::isa::Baseline;
use crate::policy::ScalarOutOfRange;
use crate::tensor::{Tensor, Typed};
use crate::{ComputeError, DType, Kind, Operand, Ruleset, Scalar};

/// A number that is no tensor; beside one it is weak, as a Python number is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Number {
    /// A Python `bool`.
    Bool(bool),
    /// A Python `int`, as far as 128 bits reach.
    Int(i128),
    /// A Python `float`.
    Float(f64),
    /// A Python `complex`: its real and its imaginary part.
    Complex(f64, f64),
    /// A scalar that has a dtype of its own, such as an aclScalar: the dtype, and the value as the
    /// kind of number that can hold it.
    Typed(DType, Value),
}

/// The value of a scalar that has a dtype of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Of a bool dtype.
    Bool(bool),
    /// Of an integer dtype.
    Int(i128),
    /// Of a floating dtype.
    Float(f64),
    /// Of a complex dtype.
    Complex(f64, f64),
}

impl Number {
    /// As what it takes part in a promotion.
    pub fn operand(self) -> Operand {
        match self {
            Number::Bool(_) => Scalar::Bool.into(),
            Number::Int(_) => Scalar::Int.into(),
            Number::Float(_) => Scalar::Float.into(),
            Number::Complex(..) => Scalar::Complex.into(),
            Number::Typed(dtype, _) => Operand::ForeignScalar(dtype),
        }
    }

    /// The kind of number it is; of a scalar that has a dtype, the kind that holds it.
    pub fn kind(self) -> Scalar {
        match self.value() {
            Value::Bool(_) => Scalar::Bool,
            Value::Int(_) => Scalar::Int,
            Value::Float(_) => Scalar::Float,
            Value::Complex(..) => Scalar::Complex,
        }
    }

    /// Its real and its imaginary part, each as the nearest float.
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is what is wanted")]
    pub(super) fn complex(self) -> (f64, f64) {
        match self.value() {
            Value::Bool(value) => (f64::from(value), 0.0),
            Value::Int(value) => (value as f64, 0.0),
            Value::Float(value) => (value, 0.0),
            Value::Complex(re, im) => (re, im),
        }
    }

    fn value(self) -> Value {
        match self {
            Number::Bool(value) => Value::Bool(value),
            Number::Int(value) => Value::Int(value),
            Number::Float(value) => Value::Float(value),
            Number::Complex(re, im) => Value::Complex(re, im),
            Number::Typed(_, value) => value,
        }
    }

    /// What it makes of a tensor beside it if it counts as of the least dtype that holds it: of several such,
    /// the one that changes the tensor least. Where its kind is the higher, it decides by itself, as long as
    /// what that gives holds it.
    pub(super) fn widened(self, tensor: DType, ruleset: Ruleset) -> Option<DType> {
        let rank = |kind| match kind {
            Kind::Bool => Scalar::Bool,
            Kind::Int | Kind::Uint => Scalar::Int,
            Kind::Float => Scalar::Float,
            Kind::Complex => Scalar::Complex,
        };
        if matches!(self, Number::Typed(..) | Number::Bool(_)) {
            return None;
        }
        let fits = |part: f64, max: f64| !part.is_finite() || part.abs() <= max;
        let holds = |dtype: &DType| match (self.value(), dtype.iinfo(), dtype.finfo()) {
            (Value::Int(value), Some(info), _) => (info.min..=info.max).contains(&value),
            (Value::Float(value), _, Some(info)) => {
                dtype.kind() == Kind::Float && fits(value, info.max)
            }
            (Value::Complex(re, im), _, Some(info)) => {
                dtype.kind() == Kind::Complex && fits(re, info.max) && fits(im, info.max)
            }
            _ => false,
        };
        if self.kind() > rank(tensor.kind()) {
            let plain = ruleset.promote_scalar(tensor, self.kind()).ok()?;
            if holds(&plain) || plain.iinfo().is_none() {
                return None;
            }
        }
        let holders = ruleset.dtypes().iter().copied().filter(holds);
        let promoted = holders.filter_map(|holder| ruleset.promote(tensor, holder).ok());
        let other_kind = |promoted: DType| promoted.kind() != tensor.kind();
        promoted.min_by_key(|&promoted| (promoted != tensor, promoted.bits(), other_kind(promoted)))
    }

    /// A tensor of one element of a dtype, and of no axes. A typed scalar is first of its own dtype.
    ///
    /// # Errors
    ///
    /// [`ComputeError::ScalarOutOfRange`] for an integer the dtype cannot hold, by the ruleset's policy.
    pub(crate) fn tensor(self, dtype: DType, ruleset: Ruleset) -> Result<Tensor, ComputeError> {
        if let Number::Typed(own, value) = self {
            let number = match value {
                Value::Bool(value) => Number::Bool(value),
                Value::Int(value) => Number::Int(value),
                Value::Float(value) => Number::Float(value),
                Value::Complex(re, im) => Number::Complex(re, im),
            };
            let tensor = number.tensor(own, ruleset)?;
            return if own == dtype { Ok(tensor) } else { ruleset.cast(&tensor, dtype) };
        }
        match self.value() {
            Value::Bool(value) => Ok(element(dtype, value)),
            Value::Int(value) => self.integer(value, dtype, ruleset),
            Value::Float(value) => Ok(element(dtype, value)),
            Value::Complex(re, im) => Ok(element(dtype, num_complex::Complex::new(re, im))),
        }
    }

    fn integer(self, value: i128, dtype: DType, ruleset: Ruleset) -> Result<Tensor, ComputeError> {
        if let Some(info) = dtype.iinfo() {
            let inside = (info.min..=info.max).contains(&value);
            let wraps = ruleset.fixed_policies().scalar_out_of_range == ScalarOutOfRange::Wrap
                && i64::try_from(value).is_ok();
            if !inside && !wraps {
                return Err(ComputeError::ScalarOutOfRange { ruleset, number: self, dtype });
            }
            // The low 64 bits are all that any dtype keeps.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it wraps around"
            )]
            return Ok(element(dtype, value as u64));
        }
        if dtype.kind() == Kind::Bool {
            return Ok(element(dtype, value != 0));
        }
        if let Ok(value) = u64::try_from(value) {
            return Ok(element(dtype, value));
        }
        // To a float by way of as many bits as decide the rounding: the last stands for all that were
        // cut off. They fit in an i64, and for the narrower floats in an f64, so that one rounding is left.
        let narrow = dtype.finfo().is_none_or(|finfo| finfo.bits < 64);
        let bits = if narrow { 52 } else { 63 };
        let magnitude = value.unsigned_abs();
        let cut = (128 - magnitude.leading_zeros()).saturating_sub(bits);
        let sticky = u128::from(magnitude & ((1 << cut) - 1) != 0);
        let kept = i64::try_from((magnitude >> cut) | sticky).unwrap_or(i64::MAX);
        let signed = if value < 0 { -kept } else { kept };
        match cut {
            0 => Ok(element(dtype, signed)),
            #[expect(
                clippy::cast_precision_loss,
                reason = "the one rounding; beyond 2^63 halves are infinite or have few bits"
            )]
            _ => Ok(element(dtype, signed as f64 * f64::from(cut).exp2())),
        }
    }
}

/// A tensor of one element, converted.
fn element<T>(dtype: DType, value: T) -> Tensor
where
    T: Numeric,
{
    value.into_tensor(dtype)
}

/// A number that becomes an element of any dtype.
trait Numeric: Copy {
    fn into_tensor(self, dtype: DType) -> Tensor;
}

macro_rules! numeric {
    ($($variant:ident $element:ident),*) => {
        numeric!(@for bool, u64, i64, f64, num_complex::Complex<f64>; [$($variant $element),*]);
    };
    (@for $($t:ty),*; $all:tt) => { $(numeric!(@one $t; $all);)* };
    (@one $t:ty; [$($variant:ident $element:ident),*]) => {
        impl Numeric for $t {
            fn into_tensor(self, dtype: DType) -> Tensor {
                match dtype {
                    $(DType::$variant => {
                        let element: $element = self.cast::<Baseline, Saturate>();
                        Typed::tensor(ndarray::arr0(element).into_dyn())
                    })*
                }
            }
        }
    };
}

use crate::generated::codes::*;
each_dtype!(numeric);

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
    f64 => |value| Number::Float(value);
    num_complex::Complex<f64> => |value| Number::Complex(value.re, value.im);
}

/// As Python prints it.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        match value {
            Value::Bool(true) => f.write_str("True")?,
            Value::Bool(false) => f.write_str("False")?,
            Value::Int(value) => write!(f, "{value}")?,
            Value::Float(value) => write!(f, "{value:?}")?,
            Value::Complex(re, im) => write!(f, "({re:?}{im:+?}j)")?,
        }
        match self {
            Number::Typed(dtype, _) => write!(f, " of {dtype}"),
            _ => Ok(()),
        }
    }
}
