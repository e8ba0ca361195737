//! What can stand in a promotion, and what comes of it.

use core::fmt;

use crate::DType;

/// An operand of a promotion.
///
/// Which of these a framework tells apart is the ruleset's to say: a tensor without axes, or a weakly typed
/// one, is a tensor like all others to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operand {
    /// A tensor of this dtype.
    Tensor(DType),
    /// A tensor without axes.
    ZeroDim(DType),
    /// A weakly typed tensor: its dtype came of numbers, and gives way to others of its kind.
    Weak(DType),
    /// A number that is no tensor and has no dtype.
    Scalar(Scalar),
    /// A number that is no tensor and has a dtype of its own, such as an aclScalar.
    ForeignScalar(DType),
}

/// The kinds of a Python number, which has a kind but no dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
}

/// What operands promote to together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResultType {
    /// The dtype.
    pub dtype: DType,
    /// Whether it is weakly typed: as an operand it is [`Operand::Weak`].
    pub weak: bool,
}

impl Operand {
    /// The dtype, where it has one.
    pub const fn dtype(self) -> Option<DType> {
        match self {
            Operand::Tensor(dtype)
            | Operand::ZeroDim(dtype)
            | Operand::Weak(dtype)
            | Operand::ForeignScalar(dtype) => Some(dtype),
            Operand::Scalar(_) => None,
        }
    }

    /// Whether it is no tensor.
    pub const fn is_scalar(self) -> bool {
        matches!(self, Operand::Scalar(_) | Operand::ForeignScalar(_))
    }
}

impl Scalar {
    /// All four.
    pub const ALL: [Scalar; 4] = [Scalar::Bool, Scalar::Int, Scalar::Float, Scalar::Complex];
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

/// A dtype that is not weakly typed.
impl From<DType> for ResultType {
    fn from(dtype: DType) -> ResultType {
        ResultType { dtype, weak: false }
    }
}

/// A tensor of that dtype, weakly typed or not.
impl From<ResultType> for Operand {
    fn from(ResultType { dtype, weak }: ResultType) -> Operand {
        match weak {
            true => Operand::Weak(dtype),
            false => Operand::Tensor(dtype),
        }
    }
}

/// `int8`, `0-d int8`, `weak int8`, or what the scalar is called.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Tensor(dtype) => dtype.fmt(f),
            Operand::ZeroDim(dtype) => write!(f, "0-d {dtype}"),
            Operand::Weak(dtype) => write!(f, "weak {dtype}"),
            Operand::Scalar(scalar) => scalar.fmt(f),
            Operand::ForeignScalar(dtype) => write!(f, "{dtype} scalar"),
        }
    }
}

/// `Python int`.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scalar::Bool => "Python bool",
            Scalar::Int => "Python int",
            Scalar::Float => "Python float",
            Scalar::Complex => "Python complex",
        })
    }
}

/// `int8`, with a star behind it if it is weakly typed.
impl fmt::Display for ResultType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.dtype.fmt(f)?;
        f.write_str(if self.weak { "*" } else { "" })
    }
}
