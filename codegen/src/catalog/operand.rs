//! What stands in a promotion: a tensor, and of which sort, or a number.

use super::{Column, DTypeId};

/// One operand of a promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// A tensor of this dtype.
    Tensor(DTypeId),
    /// A tensor without axes.
    ZeroDim(DTypeId),
    /// A weakly typed tensor.
    Weak(DTypeId),
    /// A number: of a kind of Python's, or of a dtype.
    Scalar(Column),
}

impl Operand {
    /// The dtype, where it has one.
    pub fn dtype(self) -> Option<DTypeId> {
        match self {
            Operand::Tensor(id) | Operand::ZeroDim(id) | Operand::Weak(id) => Some(id),
            Operand::Scalar(Column::DType(id)) => Some(id),
            Operand::Scalar(Column::Kind(_)) => None,
        }
    }

    /// Whether it is no tensor.
    pub fn is_scalar(self) -> bool {
        matches!(self, Operand::Scalar(_))
    }
}
