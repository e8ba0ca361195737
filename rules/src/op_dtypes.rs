//! An operation and its operands → the dtype it computes in and the dtype it returns.

use crate::{
    Cell, Compute, DTypeId, DefaultKind, Format, Kind, OpDTypes, OpError, OpId, OpResult, OpRule,
    Operand, PromotionError, Tables,
};

impl Tables<'_> {
    /// What an operation computes in and returns for some operands; of a ternary operation, for those
    /// that promote.
    ///
    /// # Errors
    ///
    /// [`OpError`] says why there is no answer.
    ///
    /// # Panics
    ///
    /// Where [`op_rules`](Tables::op_rules) has no such operation.
    #[inline]
    pub const fn op_dtypes(&self, op: OpId, operands: &[Operand]) -> Result<OpDTypes, OpError> {
        match *operands {
            [first, second] if matches!(self.op_rule(op).compute, Compute::First) => {
                self.indexed_dtypes(op, first, second)
            }
            [Operand::Tensor(lhs), Operand::Tensor(rhs)] => self.binary_dtypes(op, lhs, rhs),
            [only @ (Operand::Tensor(dtype) | Operand::ZeroDim(dtype) | Operand::Weak(dtype))] => {
                match self.promote_only(op, only) {
                    Ok(promoted) => self.dtypes_of_promoted(op, promoted, dtype),
                    Err(error) => Err(error),
                }
            }
            _ => match (self.promote_together(Some(op), operands), Operand::first_tensor(operands))
            {
                (Ok(promoted), Some(first)) => self.dtypes_of_promoted(op, promoted, first),
                (Ok(_), None) => Err(OpError::Promotion(PromotionError::NoTensor)),
                (Err(error), _) => Err(error),
            },
        }
    }

    /// What an operation returns, as a cell: where it is not defined on what it would compute in, there is no
    /// kernel; where a default dtype is not stated, the result is unknown.
    ///
    /// # Panics
    ///
    /// As [`op_dtypes`](Tables::op_dtypes).
    pub const fn op_gives(&self, op: OpId, operands: &[Operand]) -> Cell {
        Tables::cell_of(self.op_dtypes(op, operands))
    }

    /// The cell that stands for the dtypes of an operation, or for the lack of them.
    pub const fn cell_of(dtypes: Result<OpDTypes, OpError>) -> Cell {
        match dtypes {
            Ok(OpDTypes { result, weak: true, .. }) => Cell::Weak(result),
            Ok(OpDTypes { result, weak: false, .. }) => Cell::DType(result),
            Err(OpError::Promotion(error)) => error.cell(),
            Err(OpError::Cell { cell, .. }) => cell,
            Err(OpError::NoDefault(_)) => Cell::Unknown,
            Err(OpError::Undefined(_) | OpError::NotFirst { .. }) => Cell::NoKernel,
        }
    }

    /// The same for two tensors.
    ///
    /// # Errors
    ///
    /// As [`op_dtypes`](Tables::op_dtypes).
    ///
    /// # Panics
    ///
    /// As [`op_dtypes`](Tables::op_dtypes).
    #[inline]
    pub const fn binary_dtypes(
        &self,
        op: OpId,
        lhs: DTypeId,
        rhs: DTypeId,
    ) -> Result<OpDTypes, OpError> {
        let right = Operand::Tensor(rhs);
        let own = self.op_cell(op, lhs, Some(right));
        let promoted = match own {
            None => match self.promote_pair(Operand::Tensor(lhs), right) {
                Ok(promoted) => promoted,
                Err(error) => return Err(OpError::Promotion(error)),
            },
            Some(Cell::DType(promoted)) => Operand::Tensor(promoted),
            Some(Cell::Weak(promoted)) => Operand::Weak(promoted),
            Some(cell) => return Err(OpError::Cell { lhs, rhs: Some(right), cell }),
        };
        self.dtypes_of_promoted(op, promoted, lhs)
    }

    /// The same of elements and where they stand: the second tensor, of integers, does not promote with the first.
    const fn indexed_dtypes(
        &self,
        op: OpId,
        first: Operand,
        second: Operand,
    ) -> Result<OpDTypes, OpError> {
        let (Some(lhs), Some(rhs), false) =
            (first.dtype(), second.dtype(), first.is_scalar() || second.is_scalar())
        else {
            return Err(OpError::Promotion(PromotionError::NoTensor));
        };
        if !self.has.contains(lhs) {
            return Err(OpError::Promotion(PromotionError::Unsupported(lhs)));
        }
        if !self.has.contains(rhs) {
            return Err(OpError::Promotion(PromotionError::Unsupported(rhs)));
        }
        let right = Operand::Tensor(rhs);
        let promoted = match self.op_cell(op, lhs, Some(right)) {
            None if matches!(self.kind(rhs), Kind::Int | Kind::Uint) => first,
            None => return Err(OpError::Undefined(rhs)),
            Some(Cell::DType(own)) => Operand::Tensor(own),
            Some(Cell::Weak(own)) => Operand::Weak(own),
            Some(cell) => return Err(OpError::Cell { lhs, rhs: Some(right), cell }),
        };
        self.dtypes_of_promoted(op, promoted, lhs)
    }

    /// What the rule of an operation makes of what its operands promote to, whatever cells the operation
    /// has of its own; `first` is the dtype of the first tensor.
    ///
    /// # Errors
    ///
    /// [`OpError::Undefined`], [`OpError::NoDefault`] or [`OpError::NotFirst`].
    ///
    /// # Panics
    ///
    /// As [`op_dtypes`](Tables::op_dtypes).
    #[inline]
    pub const fn dtypes_of_promoted(
        &self,
        op: OpId,
        promoted: Operand,
        first: DTypeId,
    ) -> Result<OpDTypes, OpError> {
        let OpRule { on, compute, result, strong_result, .. } = self.op_rule(op);
        let (promoted, weak) = match self.as_result(promoted) {
            Ok(result) => (result.dtype, result.weak),
            Err(error) => return Err(OpError::Promotion(error)),
        };
        let compute = match compute {
            Compute::Promoted => promoted,
            compute => match self.compute_dtype(compute, promoted) {
                Ok(dtype) => dtype,
                Err(error) => return Err(error),
            },
        };
        if !on.contains(self.kind(compute)) {
            return Err(OpError::Undefined(compute));
        }
        match result {
            OpResult::Compute => {
                Ok(OpDTypes { compute, result: compute, weak: weak && !strong_result })
            }
            OpResult::Bool => match self.bool() {
                Some(bool) => Ok(OpDTypes::strong(compute, bool)),
                None => Err(OpError::Undefined(compute)),
            },
            OpResult::Part => match self.facts(compute).format {
                Format::Complex { part } => Ok(OpDTypes::strong(compute, part)),
                Format::Bool | Format::Int | Format::Uint | Format::Float(_) => {
                    Ok(OpDTypes::strong(compute, compute))
                }
            },
            OpResult::Index => match self.needed(DefaultKind::Indexing) {
                Ok(index) => Ok(OpDTypes::strong(compute, index)),
                Err(error) => Err(error),
            },
            OpResult::Integral => match self.needed(DefaultKind::Integral) {
                Ok(integral) => Ok(OpDTypes::strong(compute, integral)),
                Err(error) => Err(error),
            },
            OpResult::First if compute.is(first) => Ok(OpDTypes::strong(compute, first)),
            OpResult::First => Err(OpError::NotFirst { first, promoted: compute }),
        }
    }

    /// What an operand counts as in an operation: a 0-d tensor as one with axes where the operation says so.
    pub(crate) const fn counted_in_op(&self, op: OpId, operand: Operand) -> Operand {
        match self.category(operand) {
            Operand::ZeroDim(dtype) if self.op_rule(op).zero_dim_as_tensor => {
                Operand::Tensor(dtype)
            }
            _ => operand,
        }
    }

    /// What two operands of an operation promote to. An operation has cells for tensors and Python
    /// scalars alone; other operands take the cell of the dtype that the tables give, beside itself.
    pub(crate) const fn promote_pair_in_op(
        &self,
        op: OpId,
        lhs: Operand,
        rhs: Operand,
    ) -> Result<Operand, OpError> {
        use Operand::{Scalar, Tensor};
        let (left, right, promoted) = match (self.category(lhs), self.category(rhs)) {
            (Tensor(left), right @ (Tensor(_) | Scalar(_))) => (left, right, None),
            (scalar @ Scalar(_), Tensor(tensor)) => (tensor, scalar, None),
            _ => match self.promote_pair(lhs, rhs) {
                Ok(promoted) => match promoted.dtype() {
                    Some(dtype) => (dtype, Tensor(dtype), Some(promoted)),
                    None => return Err(OpError::Promotion(PromotionError::NoTensor)),
                },
                Err(error) => return Err(OpError::Promotion(error)),
            },
        };
        match (self.op_cell(op, left, Some(right)), promoted) {
            (Some(Cell::DType(dtype)), _) => Ok(Tensor(dtype)),
            (Some(Cell::Weak(dtype)), _) => Ok(Operand::Weak(dtype)),
            (Some(cell), _) => Err(OpError::Cell { lhs: left, rhs: Some(right), cell }),
            (None, Some(promoted)) => Ok(promoted),
            (None, None) => match self.promote_pair(lhs, rhs) {
                Ok(promoted) => Ok(promoted),
                Err(error) => Err(OpError::Promotion(error)),
            },
        }
    }

    /// What the only operand of an operation counts as.
    ///
    /// # Errors
    ///
    /// As [`op_dtypes`](Tables::op_dtypes); [`PromotionError::NoTensor`] for a scalar.
    #[inline]
    pub const fn promote_only(&self, op: OpId, only: Operand) -> Result<Operand, OpError> {
        let (Operand::Tensor(dtype) | Operand::ZeroDim(dtype) | Operand::Weak(dtype)) = only else {
            return Err(OpError::Promotion(PromotionError::NoTensor));
        };
        match self.op_cell(op, dtype, None) {
            None if self.has.contains(dtype) => Ok(only),
            None => Err(OpError::Promotion(PromotionError::Unsupported(dtype))),
            Some(Cell::DType(own)) => Ok(Operand::Tensor(own)),
            Some(Cell::Weak(own)) => Ok(Operand::Weak(own)),
            Some(cell) => Err(OpError::Cell { lhs: dtype, rhs: None, cell }),
        }
    }

    const fn compute_dtype(&self, rule: Compute, promoted: DTypeId) -> Result<DTypeId, OpError> {
        let exact = self.kind(promoted).is_exact();
        match rule {
            Compute::Truth => match self.bool() {
                Some(bool) => Ok(bool),
                None => Err(OpError::Undefined(promoted)),
            },
            Compute::Inexact if exact => match self.inexact_of(promoted) {
                Some(own) => Ok(own),
                None => self.needed(DefaultKind::RealFloating),
            },
            Compute::Real if exact => self.needed(DefaultKind::RealFloating),
            Compute::Widened if exact => match self.needed(DefaultKind::Integral) {
                Ok(default) => Ok(self.widened(promoted, default)),
                Err(error) => Err(error),
            },
            Compute::Widest => match (self.kind(promoted), self.widest(Kind::Complex)) {
                (Kind::Complex, Some(widest)) => Ok(widest),
                (Kind::Complex, None) => Ok(promoted),
                (Kind::Bool | Kind::Int | Kind::Uint | Kind::Float, _) => {
                    match self.widest(Kind::Float) {
                        Some(widest) => Ok(widest),
                        None => Err(OpError::Undefined(promoted)),
                    }
                }
            },
            Compute::Promoted
            | Compute::Inexact
            | Compute::Real
            | Compute::Widened
            | Compute::First => Ok(promoted),
        }
    }

    /// A default dtype that an operation cannot do without.
    const fn needed(&self, kind: DefaultKind) -> Result<DTypeId, OpError> {
        match self.default(kind) {
            Some(dtype) => Ok(dtype),
            None => Err(OpError::NoDefault(kind)),
        }
    }

    const fn inexact_of(&self, dtype: DTypeId) -> Option<DTypeId> {
        let mut place = 0;
        while place < self.inexact.len() {
            if self.inexact[place].0.is(dtype) {
                return Some(self.inexact[place].1);
            }
            place += 1;
        }
        None
    }

    /// The widest dtype of a kind; of several as wide the first.
    const fn widest(&self, kind: Kind) -> Option<DTypeId> {
        let (mut found, mut place) = (None, 0);
        while place < self.dtypes.len() {
            let dtype = DTypeId::at(place);
            let wider = match found {
                Some(widest) => self.facts(dtype).bits > self.facts(widest).bits,
                None => true,
            };
            if self.has.contains(dtype) && self.kind(dtype) as u8 == kind as u8 && wider {
                found = Some(dtype);
            }
            place += 1;
        }
        found
    }

    /// An integer at least as wide as the default, of its own signedness if the ruleset has that.
    const fn widened(&self, dtype: DTypeId, default: DTypeId) -> DTypeId {
        let (facts, width) = (self.facts(dtype), self.facts(default).bits);
        match facts.kind() {
            Kind::Int | Kind::Uint if facts.bits >= width => dtype,
            Kind::Uint => {
                let mut place = 0;
                while place < self.dtypes.len() {
                    let wide = DTypeId::at(place);
                    let is_uint = matches!(self.kind(wide), Kind::Uint);
                    if self.has.contains(wide) && is_uint && self.facts(wide).bits == width {
                        return wide;
                    }
                    place += 1;
                }
                default
            }
            Kind::Bool | Kind::Int | Kind::Float | Kind::Complex => default,
        }
    }
}
