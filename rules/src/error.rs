//! Why operands do not promote, and why an operation has no dtypes on them.

use core::fmt;

use crate::{Cell, DTypeId, DefaultKind, Operand};

/// Why operands do not promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionError<D = DTypeId> {
    /// Two operands, the second of them the next in order, give no dtype.
    Cell {
        /// The first operand, or what the operands before gave.
        lhs: Operand<D>,
        /// The second.
        rhs: Operand<D>,
        /// Why: [`Cell::Refused`], [`Cell::NoKernel`], [`Cell::Unknown`] or [`Cell::Foreign`].
        cell: Cell<D>,
    },
    /// The ruleset does not have this dtype.
    Unsupported(D),
    /// No operand is a tensor.
    NoTensor,
}

/// Why an operation has no dtypes on some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpError<D = DTypeId> {
    /// The operands do not promote.
    Promotion(PromotionError<D>),
    /// The operation is not defined on the dtype it would compute in.
    Undefined(D),
    /// The operation's own cell for these operands gives no dtype.
    Cell {
        /// The left operand, the tensor, or the only operand.
        lhs: D,
        /// The right operand, or the scalar; `None` for an operation of one operand.
        rhs: Option<Operand<D>>,
        /// Why: [`Cell::Refused`], [`Cell::NoKernel`], [`Cell::Unknown`] or [`Cell::Foreign`].
        cell: Cell<D>,
    },
    /// A default dtype is needed that no source states.
    NoDefault(DefaultKind),
    /// The operation returns its first operand's dtype, and the operands promote to another.
    NotFirst {
        /// The first operand's dtype.
        first: D,
        /// What the operands promote to.
        promoted: D,
    },
}

impl PromotionError {
    /// The cell that stands for the lack of a dtype: unknown, if it is not a cell that lacks it.
    pub const fn cell(self) -> Cell {
        match self {
            PromotionError::Cell { cell, .. } => cell,
            PromotionError::Unsupported(_) | PromotionError::NoTensor => Cell::Unknown,
        }
    }
}

impl<D: fmt::Display + fmt::Debug> core::error::Error for PromotionError<D> {}

impl<D: fmt::Display> fmt::Display for PromotionError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PromotionError::Cell { lhs, rhs, cell } => {
                let why = match cell {
                    Cell::Refused => "is refused",
                    Cell::NoKernel => "has no kernel",
                    Cell::Foreign(_) => "gives a dtype that is not in the list",
                    Cell::Unknown | Cell::DType(_) | Cell::Weak(_) => "is not known",
                };
                write!(f, "{lhs} × {rhs} {why}")
            }
            PromotionError::Unsupported(dtype) => write!(f, "{dtype} is not supported"),
            PromotionError::NoTensor => f.write_str("no operand is a tensor"),
        }
    }
}

impl<D: fmt::Display + fmt::Debug> core::error::Error for OpError<D> {}

impl<D: fmt::Display> fmt::Display for OpError<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpError::Promotion(error) => error.fmt(f),
            OpError::Undefined(dtype) => write!(f, "the operation is not defined on {dtype}"),
            OpError::Cell { lhs, rhs, cell } => {
                let why = match cell {
                    Cell::Refused => "is refused",
                    Cell::NoKernel => "has no kernel",
                    Cell::Foreign(_) => "gives a dtype that is not in the list",
                    Cell::Unknown | Cell::DType(_) | Cell::Weak(_) => "is not known",
                };
                match rhs {
                    Some(rhs) => write!(f, "the operation on {lhs} × {rhs} {why}"),
                    None => write!(f, "the operation on {lhs} {why}"),
                }
            }
            OpError::NoDefault(kind) => {
                write!(
                    f,
                    "the operation needs a default {} dtype, which is not stated",
                    kind.name()
                )
            }
            OpError::NotFirst { first, promoted } => write!(
                f,
                "the operation returns its first operand's dtype, {first}, and the operands promote to {promoted}"
            ),
        }
    }
}
