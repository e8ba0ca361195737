//! An operand of any kind, for ops as values.

use super::number::ScalarOperand;
use crate::tensor::{AsView, Elements, Number};
use crate::{DType, Operand};

/// An operand of an op: a tensor or a scalar.
#[derive(Clone)]
#[non_exhaustive]
pub enum Arg<'a> {
    /// A tensor.
    Tensor(Elements<'a>),
    /// A Python scalar.
    Number(Number),
    /// A scalar that has a dtype of its own, such as an aclScalar or NumPy's `float32(1)`.
    Typed(DType, Number),
    /// A bound of `clip` that is left out. No other op takes it.
    Absent,
}

impl Arg<'_> {
    pub(super) fn scalar(&self) -> Option<ScalarOperand> {
        match *self {
            Arg::Tensor(_) | Arg::Absent => None,
            Arg::Number(number) => Some(ScalarOperand { number, dtype: None }),
            Arg::Typed(dtype, number) => Some(ScalarOperand { number, dtype: Some(dtype) }),
        }
    }

    /// As what it promotes; nothing if it is left out.
    pub(super) fn operand(&self) -> Option<Operand> {
        match self {
            Arg::Tensor(tensor) => Some(tensor.raw().operand()),
            Arg::Number(number) => Some(number.operand()),
            Arg::Typed(dtype, _) => Some(Operand::TypedScalar(*dtype)),
            Arg::Absent => None,
        }
    }
}

impl<'a, T: AsView> From<&'a T> for Arg<'a> {
    fn from(tensor: &'a T) -> Arg<'a> {
        Arg::Tensor(Elements::of(tensor))
    }
}

impl<'a> From<Elements<'a>> for Arg<'a> {
    fn from(elements: Elements<'a>) -> Arg<'a> {
        Arg::Tensor(elements)
    }
}

impl From<Number> for Arg<'_> {
    fn from(number: Number) -> Self {
        Arg::Number(number)
    }
}
