//! What a ruleset states: its tables of cells, defaults and rules of operations.

use crate::{
    Cell, Column, DTypeId, DTypeSet, DefaultKind, Facts, Kind, OpId, OpRow, OpRows, OpRule,
    Operand, TableName,
};

/// All that a ruleset states.
///
/// Tables are row-major with a row for every dtype of [`dtypes`](Tables::dtypes), whether the ruleset
/// has it or not; a table that is empty is not stated. Everything is plain data behind references, so
/// that a `static` can hold it. [`Tables::new`] gives one that states nothing but its dtypes, to be
/// completed by struct update syntax.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    /// Every dtype that tables have a row for.
    pub dtypes: &'a [Facts],
    /// Those the ruleset has.
    pub has: DTypeSet,
    /// The dtype where none is given, by [`DefaultKind`].
    pub defaults: [Option<DTypeId>; 4],
    /// Tensor × tensor: rows the left operand, columns the right.
    pub promotion: &'a [Cell],
    /// Tensor × Python scalar: a column for each [`Scalar`](crate::Scalar).
    pub scalars: &'a [Cell],
    /// Tensor × scalar that has a dtype, where [`typed`](Tables::typed) is [`TypedScalars::Table`].
    pub typed_scalars: &'a [Cell],
    /// What a scalar that has a dtype counts as.
    pub typed: TypedScalars,
    /// Tensor with axes × 0-d tensor. Where it is not stated, a 0-d tensor promotes as any other.
    pub zero_dim: &'a [Cell],
    /// 0-d tensor × 0-d tensor; `promotion`, where it is not stated.
    pub zero_dim_pair: &'a [Cell],
    /// 0-d tensor × Python scalar; `scalars`, where it is not stated.
    pub zero_dim_scalars: &'a [Cell],
    /// Strongly typed tensor × weakly typed tensor. Where it is not stated, tensors are never weakly
    /// typed.
    pub weak: &'a [Cell],
    /// Weakly typed tensor × another; `promotion` with weakly typed results, where it is not stated.
    pub weak_pair: &'a [Cell],
    /// How more than two operands are promoted.
    pub nary: Nary,
    /// The operation that [`result_type`](Tables::result_type) asks as, where its cells are others than those of
    /// the tables.
    pub result_type: Option<OpId>,
    /// For each dtype, those that a result of it may be converted to for an output of another; empty
    /// where no source states a rule.
    pub output: &'a [DTypeSet],
    /// The rule of every operation.
    pub op_rules: &'a [OpRule],
    /// What single operations give, where that is not what the tables say; see
    /// [`OpCells`](crate::OpCells).
    pub op_rows: &'a [OpRow],
    /// For each operation, its rows; empty where no operation has any.
    pub op_rows_of: &'a [OpRows],
    /// The float that bool or an integer becomes in [`Compute::Inexact`](crate::Compute::Inexact), where it is not the default.
    pub inexact: &'a [(DTypeId, DTypeId)],
}

/// What a scalar that has a dtype, such as NumPy's `float32(1)`, counts as beside a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedScalars {
    /// As nothing else: [`typed_scalars`](Tables::typed_scalars) says what it gives, if anything does.
    Table,
    /// As a tensor of its dtype.
    Tensor,
    /// As a 0-d tensor of its dtype.
    ZeroDim,
    /// As the Python scalar of its kind.
    Kind,
    /// As a tensor of the dtype beside it, to which it is converted.
    Converted,
}

/// How more than two operands are promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nary {
    /// From the left, two at a time, in the order given.
    Fold,
    /// Operands of the highest kind first (complex, float, then integers and bool), scalars last, then
    /// as in a fold; none of the tensors may be refused beside another. The order given does not matter, but of
    /// two operands.
    Join,
    /// Tensors with axes, 0-d tensors and scalars each by themselves; then 0-d tensors with the highest
    /// scalar, and the result of that with the tensors with axes.
    CategoryFold,
}

impl<'a> Tables<'a> {
    /// Tables that state nothing: of these dtypes, some of which the ruleset has.
    pub const fn new(dtypes: &'a [Facts], has: DTypeSet) -> Tables<'a> {
        Tables {
            dtypes,
            has,
            defaults: [None; 4],
            promotion: &[],
            scalars: &[],
            typed_scalars: &[],
            typed: TypedScalars::Table,
            zero_dim: &[],
            zero_dim_pair: &[],
            zero_dim_scalars: &[],
            weak: &[],
            weak_pair: &[],
            nary: Nary::Fold,
            result_type: None,
            output: &[],
            op_rules: &[],
            op_rows: &[],
            op_rows_of: &[],
            inexact: &[],
        }
    }

    /// What is true of a dtype.
    #[inline]
    pub const fn facts(&self, dtype: DTypeId) -> Facts {
        self.dtypes[dtype.index()]
    }

    /// The kind of a dtype.
    #[inline]
    pub const fn kind(&self, dtype: DTypeId) -> Kind {
        self.facts(dtype).kind()
    }

    /// The dtypes that the ruleset has, in order.
    pub fn supported(&self) -> impl Iterator<Item = DTypeId> + use<> {
        let has = self.has;
        (0..self.dtypes.len()).map(DTypeId::at).filter(move |&dtype| has.contains(dtype))
    }

    /// The dtype where none is given; `None` where no source states one.
    #[inline]
    pub const fn default(&self, kind: DefaultKind) -> Option<DTypeId> {
        self.defaults[kind as usize]
    }

    /// The first dtype of kind bool.
    #[inline]
    pub const fn bool(&self) -> Option<DTypeId> {
        let mut place = 0;
        while place < self.dtypes.len() {
            if matches!(self.dtypes[place].kind(), Kind::Bool) {
                return Some(DTypeId::at(place));
            }
            place += 1;
        }
        None
    }

    /// Whether the ruleset states a table.
    #[inline]
    pub const fn has_table(&self, name: TableName) -> bool {
        match name {
            TableName::Promotion => !self.promotion.is_empty(),
            TableName::Scalars => !self.scalars.is_empty() || !self.typed_scalars.is_empty(),
            TableName::ZeroDim => !self.zero_dim.is_empty(),
            TableName::ZeroDimPair => !self.zero_dim_pair.is_empty(),
            TableName::ZeroDimScalars => !self.zero_dim_scalars.is_empty(),
            TableName::Weak => !self.weak.is_empty(),
            TableName::WeakPair => !self.weak_pair.is_empty(),
        }
    }

    const fn converts_typed_scalars(&self) -> bool {
        matches!(self.typed, TypedScalars::Converted)
    }

    /// The cell at a row and a column of a table; unknown where the table has none.
    #[inline]
    pub const fn cell(&self, name: TableName, row: DTypeId, column: Column) -> Cell {
        let (table, width, column) = match (name, column) {
            (TableName::Promotion, Column::DType(column)) => {
                (self.promotion, self.dtypes.len(), column.index())
            }
            (TableName::Scalars, Column::DType(_)) if self.converts_typed_scalars() => {
                return if self.has.contains(row) { Cell::DType(row) } else { Cell::Unknown };
            }
            (TableName::Scalars, Column::DType(column)) => {
                (self.typed_scalars, self.dtypes.len(), column.index())
            }
            (TableName::ZeroDim, Column::DType(column)) => {
                (self.zero_dim, self.dtypes.len(), column.index())
            }
            (TableName::ZeroDimPair, Column::DType(column)) => {
                (self.zero_dim_pair, self.dtypes.len(), column.index())
            }
            (TableName::Weak, Column::DType(column)) => {
                (self.weak, self.dtypes.len(), column.index())
            }
            (TableName::WeakPair, Column::DType(column)) => {
                (self.weak_pair, self.dtypes.len(), column.index())
            }
            (TableName::Scalars, Column::Scalar(scalar)) => (self.scalars, 4, scalar as usize),
            (TableName::ZeroDimScalars, Column::Scalar(scalar)) => {
                (self.zero_dim_scalars, 4, scalar as usize)
            }
            (TableName::ZeroDimScalars, Column::DType(_))
            | (
                TableName::Promotion
                | TableName::ZeroDim
                | TableName::ZeroDimPair
                | TableName::Weak
                | TableName::WeakPair,
                Column::Scalar(_),
            ) => return Cell::Unknown,
        };
        let place = row.index() * width + column;
        if place < table.len() { table[place] } else { Cell::Unknown }
    }

    /// The rule of an operation.
    ///
    /// # Panics
    ///
    /// Where [`op_rules`](Tables::op_rules) has no such operation.
    #[inline]
    pub const fn op_rule(&self, op: OpId) -> OpRule {
        self.op_rules[op.0 as usize]
    }
}

impl Tables<'_> {
    /// What an operation gives for these operands in place of the tables, if it has a cell for them.
    ///
    /// `rhs` is a tensor or a Python scalar, or `None` for an operation of one operand; other operands
    /// have no cells.
    #[inline]
    pub const fn op_cell(&self, op: OpId, lhs: DTypeId, rhs: Option<Operand>) -> Option<Cell> {
        if self.op_rows_of.is_empty() {
            return None;
        }
        let OpRows { first, count } = self.op_rows_of[op.0 as usize];
        let (mut place, end) = (first as usize, first as usize + count as usize);
        while place < end {
            if self.op_rows[place].is_of(lhs, rhs) {
                return Some(self.op_rows[place].gives);
            }
            place += 1;
        }
        None
    }
}
