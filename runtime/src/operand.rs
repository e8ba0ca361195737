//! What can stand beside a tensor in a promotion.

use core::fmt;

use crate::DType;

/// An operand of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operand {
    /// A tensor of this dtype.
    Tensor(DType),
    /// A number that is no tensor.
    Scalar(Scalar),
}

/// A number that is no tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scalar {
    /// A Python `bool`.
    Bool,
    /// A Python `int`.
    Int,
    /// A Python `float`.
    Float,
    /// A Python `complex`.
    Complex,
    /// A scalar that has a dtype of its own, such as an aclScalar.
    Typed(DType),
}

impl From<DType> for Operand {
    fn from(dtype: DType) -> Operand {
        Operand::Tensor(dtype)
    }
}

impl From<Scalar> for Operand {
    fn from(scalar: Scalar) -> Operand {
        Operand::Scalar(scalar)
    }
}

/// `int8`, or what the scalar is called.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Tensor(dtype) => dtype.fmt(f),
            Operand::Scalar(scalar) => scalar.fmt(f),
        }
    }
}

/// `Python int`, or `int8 scalar`.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Bool => f.write_str("Python bool"),
            Scalar::Int => f.write_str("Python int"),
            Scalar::Float => f.write_str("Python float"),
            Scalar::Complex => f.write_str("Python complex"),
            Scalar::Typed(dtype) => write!(f, "{dtype} scalar"),
        }
    }
}
