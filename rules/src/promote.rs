//! Two operands → the dtype they promote to, and the cell that says so.

use core::fmt;

use crate::{
    Cell, Column, DTypeId, DefaultKind, Operand, PromotionError, ResultType, Scalar, TableName,
    Tables, TypedScalars,
};

/// Where a table answers for two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table.
    pub table: TableName,
    /// Its row.
    pub row: DTypeId,
    /// Its column.
    pub column: Column,
}

/// The place in the list.
impl fmt::Display for DTypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dtype {}", self.0)
    }
}

impl Tables<'_> {
    /// What two tensors promote to; the left operand first, as some tables are not symmetric.
    ///
    /// # Errors
    ///
    /// [`PromotionError::Unsupported`] for a dtype the ruleset does not have, [`PromotionError::Cell`]
    /// for a pair that gives no dtype.
    #[inline]
    pub const fn promote(&self, lhs: DTypeId, rhs: DTypeId) -> Result<DTypeId, PromotionError> {
        match self.cell(TableName::Promotion, lhs, Column::DType(rhs)) {
            Cell::DType(dtype) | Cell::Weak(dtype) => Ok(dtype),
            cell => Err(self.failure(cell, Operand::Tensor(lhs), Operand::Tensor(rhs))),
        }
    }

    /// What two operands promote to, as the operand that the result is.
    ///
    /// # Errors
    ///
    /// As [`promote_all`](Tables::promote_all).
    #[inline]
    pub const fn promote_pair(
        &self,
        lhs: Operand,
        rhs: Operand,
    ) -> Result<Operand, PromotionError> {
        let Some((_, cell)) = self.lookup(lhs, rhs) else { return Err(PromotionError::NoTensor) };
        let low = self.is_zero_dim(lhs) && self.is_zero_dim(rhs);
        match cell {
            Cell::DType(dtype) if low => Ok(Operand::ZeroDim(dtype)),
            Cell::DType(dtype) => Ok(Operand::Tensor(dtype)),
            Cell::Weak(dtype) => Ok(Operand::Weak(dtype)),
            cell => Err(self.failure(cell, lhs, rhs)),
        }
    }

    /// What two operands give, and which cell of which table says so; `None` where neither is a tensor.
    ///
    /// A table that a ruleset does not state falls back to another, as the fields of [`Tables`] say.
    /// Beside a weakly typed tensor, a Python scalar counts as a weakly typed tensor of its kind's
    /// default dtype; where there is no such default, as a Python scalar beside any tensor.
    #[inline]
    pub const fn lookup(&self, lhs: Operand, rhs: Operand) -> Option<(Entry, Cell)> {
        use Operand::{Scalar, Tensor, TypedScalar, Weak, ZeroDim};
        let (table, row, column) = match (self.category(lhs), self.category(rhs)) {
            (Tensor(row), Tensor(column)) => (TableName::Promotion, row, Column::DType(column)),
            (Tensor(row), Scalar(scalar)) | (Scalar(scalar), Tensor(row)) => {
                (TableName::Scalars, row, Column::Scalar(scalar))
            }
            (Tensor(row) | ZeroDim(row), TypedScalar(column))
            | (TypedScalar(column), Tensor(row) | ZeroDim(row)) => {
                (TableName::Scalars, row, Column::DType(column))
            }
            (Tensor(row), ZeroDim(column)) | (ZeroDim(column), Tensor(row)) => {
                (TableName::ZeroDim, row, Column::DType(column))
            }
            (ZeroDim(row), ZeroDim(column)) => {
                let table = self.stated(TableName::ZeroDimPair);
                (table, row, Column::DType(column))
            }
            (ZeroDim(row), Scalar(scalar)) | (Scalar(scalar), ZeroDim(row)) => {
                let table = self.stated(TableName::ZeroDimScalars);
                (table, row, Column::Scalar(scalar))
            }
            (Tensor(row) | ZeroDim(row), Weak(column))
            | (Weak(column), Tensor(row) | ZeroDim(row)) => {
                (TableName::Weak, row, Column::DType(column))
            }
            (Weak(column), TypedScalar(row)) | (TypedScalar(row), Weak(column)) => {
                (TableName::Weak, row, Column::DType(column))
            }
            (Weak(row), Weak(column)) => {
                let table = self.stated(TableName::WeakPair);
                let entry = Entry { table, row, column: Column::DType(column) };
                let cell = match self.cell(table, row, entry.column) {
                    Cell::DType(dtype) if matches!(table, TableName::Promotion) => {
                        Cell::Weak(dtype)
                    }
                    cell => cell,
                };
                return Some((entry, cell));
            }
            (Weak(row), Scalar(scalar)) => match self.tensor_of(scalar) {
                Some(tensor) => return self.lookup(lhs, tensor),
                None => (TableName::Scalars, row, Column::Scalar(scalar)),
            },
            (Scalar(scalar), Weak(row)) => match self.tensor_of(scalar) {
                Some(tensor) => return self.lookup(tensor, rhs),
                None => (TableName::Scalars, row, Column::Scalar(scalar)),
            },
            (Scalar(_) | TypedScalar(_), Scalar(_) | TypedScalar(_)) => return None,
        };
        Some((Entry { table, row, column }, self.cell(table, row, column)))
    }

    /// The operand as the ruleset counts it: a 0-d or weakly typed tensor is a plain tensor if the
    /// ruleset does not distinguish it, and a scalar that has a dtype is what [`typed`](Tables::typed) says.
    #[inline]
    pub const fn category(&self, operand: Operand) -> Operand {
        match operand {
            Operand::ZeroDim(dtype) if self.zero_dim.is_empty() => Operand::Tensor(dtype),
            Operand::Weak(dtype) if self.weak.is_empty() => Operand::Tensor(dtype),
            Operand::TypedScalar(dtype) => match self.typed {
                TypedScalars::Table | TypedScalars::Converted => operand,
                TypedScalars::Tensor => Operand::Tensor(dtype),
                TypedScalars::ZeroDim => self.category(Operand::ZeroDim(dtype)),
                TypedScalars::Kind => Operand::Scalar(Scalar::of(self.kind(dtype))),
            },
            operand => operand,
        }
    }

    /// Whether the ruleset distinguishes 0-d tensors or weakly typed tensors from other tensors.
    #[inline]
    pub const fn distinguishes_categories(&self) -> bool {
        !self.zero_dim.is_empty() || !self.weak.is_empty()
    }

    /// The result that an operand stands for: weakly typed only if the ruleset distinguishes that.
    ///
    /// # Errors
    ///
    /// [`PromotionError::NoTensor`] for a Python scalar.
    pub const fn as_result(&self, operand: Operand) -> Result<ResultType, PromotionError> {
        match self.category(operand) {
            Operand::Weak(dtype) => Ok(ResultType { dtype, weak: true }),
            operand => match operand.dtype() {
                Some(dtype) => Ok(ResultType { dtype, weak: false }),
                None => Err(PromotionError::NoTensor),
            },
        }
    }

    const fn stated(&self, table: TableName) -> TableName {
        match table.fallback() {
            Some((_, other)) if !self.has_table(table) => other,
            _ => table,
        }
    }

    const fn is_zero_dim(&self, operand: Operand) -> bool {
        let operand = self.category(operand);
        matches!(operand, Operand::ZeroDim(_)) || operand.is_scalar()
    }

    /// A Python scalar as the tensor that it counts as beside a weakly typed one.
    const fn tensor_of(&self, scalar: Scalar) -> Option<Operand> {
        let default = match scalar {
            Scalar::Bool => {
                return match self.bool() {
                    Some(dtype) => Some(Operand::Tensor(dtype)),
                    None => None,
                };
            }
            Scalar::Int => self.default(DefaultKind::Integral),
            Scalar::Float => self.default(DefaultKind::RealFloating),
            Scalar::Complex => self.default(DefaultKind::ComplexFloating),
        };
        match default {
            Some(dtype) => Some(Operand::Weak(dtype)),
            None => None,
        }
    }

    /// Why two operands give no dtype.
    #[cold]
    const fn failure(&self, cell: Cell, lhs: Operand, rhs: Operand) -> PromotionError {
        if let Some(dtype) = lhs.dtype()
            && !self.has.contains(dtype)
        {
            return PromotionError::Unsupported(dtype);
        }
        if let Some(dtype) = rhs.dtype()
            && !self.has.contains(dtype)
        {
            return PromotionError::Unsupported(dtype);
        }
        PromotionError::Cell { lhs, rhs, cell }
    }
}
