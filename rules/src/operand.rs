//! What can stand in a promotion, and what comes of it.

use core::fmt;

use crate::{DTypeId, Kind};

/// An operand of a promotion.
///
/// Not every ruleset distinguishes all of these: to many, a 0-d tensor or a weakly typed tensor is a
/// tensor like any other.
///
/// `D` is the dtype: a [`DTypeId`], or an enum that has a variant for each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand<D = DTypeId> {
    /// A tensor of this dtype.
    Tensor(D),
    /// A 0-d tensor of this dtype.
    ZeroDim(D),
    /// A weakly typed tensor: its dtype was inferred from Python scalars and gives way to a strongly
    /// typed one of its kind.
    Weak(D),
    /// A Python scalar, which has a kind but no dtype.
    Scalar(Scalar),
    /// A scalar that is not a tensor and has a dtype, such as an aclScalar or
    /// NumPy's `float32(1)`.
    TypedScalar(D),
}

/// The kinds of Python scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// The dtype that operands promote to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResultType<D = DTypeId> {
    /// The dtype.
    pub dtype: D,
    /// Whether the result is weakly typed; as an operand it is [`Operand::Weak`].
    pub weak: bool,
}

impl<D: Copy> Operand<D> {
    /// The dtype; `None` for a Python scalar.
    #[inline]
    pub const fn dtype(self) -> Option<D> {
        match self {
            Operand::Tensor(dtype)
            | Operand::ZeroDim(dtype)
            | Operand::Weak(dtype)
            | Operand::TypedScalar(dtype) => Some(dtype),
            Operand::Scalar(_) => None,
        }
    }

    /// The dtype of the first operand that is a tensor.
    pub const fn first_tensor(operands: &[Operand<D>]) -> Option<D> {
        let mut place = 0;
        while place < operands.len() {
            if !operands[place].is_scalar() {
                return operands[place].dtype();
            }
            place += 1;
        }
        None
    }

    /// Whether it is a scalar and not a tensor.
    #[inline]
    pub const fn is_scalar(self) -> bool {
        matches!(self, Operand::Scalar(_) | Operand::TypedScalar(_))
    }

    /// The same operand with another dtype.
    #[inline]
    pub fn map<E>(self, dtype: impl FnOnce(D) -> E) -> Operand<E> {
        match self {
            Operand::Tensor(of) => Operand::Tensor(dtype(of)),
            Operand::ZeroDim(of) => Operand::ZeroDim(dtype(of)),
            Operand::Weak(of) => Operand::Weak(dtype(of)),
            Operand::Scalar(kind) => Operand::Scalar(kind),
            Operand::TypedScalar(of) => Operand::TypedScalar(dtype(of)),
        }
    }
}

impl Scalar {
    /// All four, in order.
    pub const ALL: [Scalar; 4] = [Scalar::Bool, Scalar::Int, Scalar::Float, Scalar::Complex];

    /// The Python scalar of a kind of dtype.
    pub const fn of(kind: Kind) -> Scalar {
        match kind {
            Kind::Bool => Scalar::Bool,
            Kind::Int | Kind::Uint => Scalar::Int,
            Kind::Float => Scalar::Float,
            Kind::Complex => Scalar::Complex,
        }
    }

    /// Python's name: `"int"`.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Float => "float",
            Scalar::Complex => "complex",
        }
    }

    /// The kind that Python calls so.
    pub fn parse(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|scalar| scalar.name() == name)
    }
}

impl<D> From<Scalar> for Operand<D> {
    fn from(scalar: Scalar) -> Operand<D> {
        Operand::Scalar(scalar)
    }
}

impl From<DTypeId> for Operand {
    fn from(dtype: DTypeId) -> Operand {
        Operand::Tensor(dtype)
    }
}

/// A tensor of that dtype, weakly typed or not.
impl<D> From<ResultType<D>> for Operand<D> {
    fn from(ResultType { dtype, weak }: ResultType<D>) -> Operand<D> {
        match weak {
            true => Operand::Weak(dtype),
            false => Operand::Tensor(dtype),
        }
    }
}

/// A dtype that is strongly typed.
impl<D> From<D> for ResultType<D> {
    fn from(dtype: D) -> ResultType<D> {
        ResultType { dtype, weak: false }
    }
}

/// `int8`, `0-d int8`, `weak int8`, `Python int` or `int8 scalar`.
impl<D: fmt::Display> fmt::Display for Operand<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Tensor(dtype) => dtype.fmt(f),
            Operand::ZeroDim(dtype) => write!(f, "0-d {dtype}"),
            Operand::Weak(dtype) => write!(f, "weak {dtype}"),
            Operand::Scalar(scalar) => scalar.fmt(f),
            Operand::TypedScalar(dtype) => write!(f, "{dtype} scalar"),
        }
    }
}

/// `Python int`.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Python {}", self.name())
    }
}

/// `int8`, followed by a star if it is weakly typed.
impl<D: fmt::Display> fmt::Display for ResultType<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.dtype.fmt(f)?;
        f.write_str(if self.weak { "*" } else { "" })
    }
}
