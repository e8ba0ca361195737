//! What a pair of operands gives, and the tables in which it is written.

use core::fmt;

use crate::{DTypeId, Operand, Scalar};

/// What a pair of operands gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell<D = DTypeId> {
    /// This dtype.
    DType(D),
    /// This dtype, weakly typed.
    Weak(D),
    /// A dtype that is not in the list, by its place in a list of foreign names.
    Foreign(u8),
    /// The framework's rule raises an error.
    Refused,
    /// The rule allows the pair, and the framework has no kernel that runs it.
    NoKernel,
    /// No source says.
    Unknown,
}

/// The tables of a ruleset, by the operands they are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableName {
    /// Tensor × tensor.
    Promotion,
    /// Tensor × scalar.
    Scalars,
    /// Tensor with axes × 0-d tensor.
    ZeroDim,
    /// 0-d tensor × 0-d tensor.
    ZeroDimPair,
    /// 0-d tensor × scalar.
    ZeroDimScalars,
    /// Strongly typed tensor × weakly typed one.
    Weak,
    /// Weakly typed tensor × another.
    WeakPair,
}

/// What a column of a table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// An operand of this dtype.
    DType(DTypeId),
    /// A Python scalar of this kind.
    Scalar(Scalar),
}

/// What a default dtype is for, by the keys of the Array API's `default_dtypes()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultKind {
    /// Integers without a dtype.
    Integral,
    /// Indices, such as `argmax` gives.
    Indexing,
    /// Floats without a dtype.
    RealFloating,
    /// Complex numbers without a dtype.
    ComplexFloating,
}

impl<D: Copy> Cell<D> {
    /// The dtype, weakly typed or not, where there is one.
    pub const fn dtype(self) -> Option<D> {
        match self {
            Cell::DType(dtype) | Cell::Weak(dtype) => Some(dtype),
            Cell::Foreign(_) | Cell::Refused | Cell::NoKernel | Cell::Unknown => None,
        }
    }

    /// A cell that gives another dtype, weakly typed if this one is.
    #[must_use]
    pub const fn with(self, dtype: D) -> Cell<D> {
        match self {
            Cell::Weak(_) => Cell::Weak(dtype),
            Cell::DType(_) | Cell::Foreign(_) | Cell::Refused | Cell::NoKernel | Cell::Unknown => {
                Cell::DType(dtype)
            }
        }
    }
}

impl TableName {
    /// All of them, in the order in which a spec states them.
    pub const ALL: [TableName; 7] = [
        TableName::Promotion,
        TableName::Scalars,
        TableName::ZeroDim,
        TableName::ZeroDimPair,
        TableName::ZeroDimScalars,
        TableName::Weak,
        TableName::WeakPair,
    ];

    /// Those a ruleset states only if it distinguishes 0-d or weakly typed tensors.
    pub const OF_CATEGORIES: [TableName; 5] = [
        TableName::ZeroDim,
        TableName::ZeroDimPair,
        TableName::ZeroDimScalars,
        TableName::Weak,
        TableName::WeakPair,
    ];

    /// The name in a spec: `"zero-dim"`.
    pub const fn name(self) -> &'static str {
        match self {
            TableName::Promotion => "promotion",
            TableName::Scalars => "scalars",
            TableName::ZeroDim => "zero-dim",
            TableName::ZeroDimPair => "zero-dim-pair",
            TableName::ZeroDimScalars => "zero-dim-scalars",
            TableName::Weak => "weak",
            TableName::WeakPair => "weak-pair",
        }
    }

    /// What an omitted table falls back to, if there is such a table: the table that the ruleset has if it
    /// distinguishes operands of that category, then the one that holds in place of this one.
    pub const fn fallback(self) -> Option<(TableName, TableName)> {
        match self {
            TableName::ZeroDimPair => Some((TableName::ZeroDim, TableName::Promotion)),
            TableName::ZeroDimScalars => Some((TableName::ZeroDim, TableName::Scalars)),
            TableName::WeakPair => Some((TableName::Weak, TableName::Promotion)),
            TableName::Promotion | TableName::Scalars | TableName::ZeroDim | TableName::Weak => {
                None
            }
        }
    }

    /// What its rows and columns are.
    pub const fn title(self) -> &'static str {
        match self {
            TableName::Promotion => "Tensor × tensor, rows the left operand",
            TableName::Scalars => "Tensor × scalar, rows the tensor",
            TableName::ZeroDim => "Tensor with axes × 0-d tensor, rows the one with axes",
            TableName::ZeroDimPair => "0-d tensor × 0-d tensor, rows the left operand",
            TableName::ZeroDimScalars => "0-d tensor × scalar, rows the tensor",
            TableName::Weak => "Tensor × weakly typed tensor, rows the strongly typed one",
            TableName::WeakPair => {
                "Weakly typed tensor × weakly typed tensor, rows the left operand"
            }
        }
    }

    /// The operands that a row and a column of it stand for.
    pub fn operands(self, row: DTypeId, column: Column) -> [Operand; 2] {
        let beside = |category: fn(DTypeId) -> Operand| match column {
            Column::DType(dtype) => category(dtype),
            Column::Scalar(scalar) => Operand::Scalar(scalar),
        };
        match self {
            TableName::Promotion => [Operand::Tensor(row), beside(Operand::Tensor)],
            TableName::Scalars => [Operand::Tensor(row), beside(Operand::TypedScalar)],
            TableName::ZeroDim => [Operand::Tensor(row), beside(Operand::ZeroDim)],
            TableName::ZeroDimPair => [Operand::ZeroDim(row), beside(Operand::ZeroDim)],
            TableName::ZeroDimScalars => [Operand::ZeroDim(row), beside(Operand::TypedScalar)],
            TableName::Weak => [Operand::Tensor(row), beside(Operand::Weak)],
            TableName::WeakPair => [Operand::Weak(row), beside(Operand::Weak)],
        }
    }

    /// Whether its columns are scalars and not tensors.
    pub const fn of_scalars(self) -> bool {
        matches!(self, TableName::Scalars | TableName::ZeroDimScalars)
    }
}

impl DefaultKind {
    /// All four, in order.
    pub const ALL: [DefaultKind; 4] = [
        DefaultKind::Integral,
        DefaultKind::Indexing,
        DefaultKind::RealFloating,
        DefaultKind::ComplexFloating,
    ];

    /// The Array API's key: `"real floating"`.
    pub const fn name(self) -> &'static str {
        match self {
            DefaultKind::Integral => "integral",
            DefaultKind::Indexing => "indexing",
            DefaultKind::RealFloating => "real floating",
            DefaultKind::ComplexFloating => "complex floating",
        }
    }
}

/// The name in a spec.
impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
