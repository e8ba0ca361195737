//! Operands under a ruleset → the dtypes they promote to, by the rule engine.

use rules::{Cell, Column, OpError, OpId, Promotion, PromotionError, TableName};

use crate::operand::{id_of, of_id};
use crate::{
    Casting, DType, DefaultKind, Op, OpDTypes, Operand, ResultType, RuleError, Ruleset, Scalar,
};

impl Ruleset {
    /// Returns the dtype itself if the ruleset has it.
    ///
    /// # Errors
    ///
    /// [`RuleError::Unsupported`] if the framework or the device lacks the dtype.
    ///
    /// ```
    /// use concord_runtime::{DType, rulesets};
    ///
    /// let error = rulesets::DPCTL_NO_FP64.require(DType::F64).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "dpctl 0.21 (no-fp64) lacks float64: cast to float32, its nearest dtype (which can lose values)",
    /// );
    /// ```
    pub const fn require(self, dtype: DType) -> Result<DType, RuleError> {
        match self.has(dtype) {
            true => Ok(dtype),
            false => Err(RuleError::Unsupported { ruleset: self, dtype }),
        }
    }

    /// Returns the dtype of a new tensor when none is given.
    ///
    /// # Errors
    ///
    /// [`RuleError::NoDefault`] if no source of the ruleset states one.
    ///
    /// ```
    /// use concord_runtime::{DType, DefaultKind, rulesets};
    ///
    /// let real = DefaultKind::RealFloating;
    /// assert_eq!(rulesets::DPCTL.default_dtype(real), Ok(DType::F64));
    /// assert_eq!(rulesets::DPCTL_NO_FP64.default_dtype(real), Ok(DType::F32));
    /// ```
    pub const fn default_dtype(self, kind: DefaultKind) -> Result<DType, RuleError> {
        match self.tables().default(kind) {
            Some(id) => Ok(DType::from_id(id)),
            None => Err(RuleError::NoDefault { ruleset: self, kind }),
        }
    }

    /// Returns the dtype that two tensors promote to. Some tables are not symmetric, so the order counts.
    ///
    /// This is a look-up in a constant table, usable in `const` contexts.
    /// [`promote_all`](Ruleset::promote_all) also says whether the result is weakly typed.
    ///
    /// # Errors
    ///
    /// [`RuleError::Unsupported`] for a dtype the ruleset does not have, [`RuleError::Refused`],
    /// [`RuleError::NoKernel`] or [`RuleError::Unknown`] for a pair that gives no dtype,
    /// [`RuleError::Foreign`] where it gives a dtype that [`DType`] does not have.
    ///
    /// ```
    /// use concord_runtime::{DType, rulesets};
    ///
    /// assert_eq!(rulesets::ACLNN.promote(DType::F16, DType::Bf16), Ok(DType::F32));
    /// assert_eq!(rulesets::ACLNN.promote(DType::Bf16, DType::F16), Ok(DType::F64));
    /// ```
    #[inline]
    pub const fn promote(self, lhs: DType, rhs: DType) -> Result<DType, RuleError> {
        let table = self.tables().promotion;
        let place = lhs as usize * DType::ALL.len() + rhs as usize;
        if place < table.len()
            && let Some(id) = table[place].dtype()
        {
            return Ok(DType::from_id(id));
        }
        match self.tables().promote(lhs.id(), rhs.id()) {
            Ok(id) => Ok(DType::from_id(id)),
            Err(error) => Err(self.promotion_error(error)),
        }
    }

    /// Returns the dtype that a tensor and a Python scalar promote to, in either order.
    ///
    /// # Errors
    ///
    /// As [`promote`](Ruleset::promote); [`RuleError::Unknown`] for a kind of scalar that no source of
    /// the ruleset mentions.
    ///
    /// ```
    /// use concord_runtime::{DType, Scalar, rulesets};
    ///
    /// assert_eq!(rulesets::MEGENGINE.promote_scalar(DType::I16, Scalar::Int), Ok(DType::I16));
    /// assert_eq!(rulesets::MEGENGINE.promote_scalar(DType::I16, Scalar::Float), Ok(DType::F32));
    /// ```
    #[inline]
    pub const fn promote_scalar(self, tensor: DType, scalar: Scalar) -> Result<DType, RuleError> {
        let cell = self.tables().cell(TableName::Scalars, tensor.id(), Column::Scalar(scalar));
        if let Some(id) = cell.dtype() {
            return Ok(DType::from_id(id));
        }
        match self.promote_all(&[Operand::Tensor(tensor), Operand::Scalar(scalar)]) {
            Ok(result) => Ok(result.dtype),
            Err(error) => Err(error),
        }
    }

    /// Returns the dtype that any number of operands promote to, by the ruleset's tables and its
    /// [`nary`](Ruleset::nary) rule.
    ///
    /// The order of operands counts if the rule depends on it. Scalars that come before the first tensor are
    /// promoted with it in their order. A ruleset that does not distinguish 0-d or weakly typed tensors
    /// treats them as plain tensors.
    ///
    /// # Errors
    ///
    /// The error of the first pair that gives no dtype, as [`promote`](Ruleset::promote);
    /// [`RuleError::NoTensor`] if no operand is a tensor.
    ///
    /// ```
    /// use concord_runtime::{DType, Operand, Scalar, rulesets};
    ///
    /// let operands = [Operand::from(DType::Bool), Scalar::Int.into(), DType::F16.into()];
    /// assert_eq!(rulesets::MINDSPORE.promote_all(&operands)?.dtype, DType::F16);
    ///
    /// let half = Operand::TypedScalar(DType::F16);
    /// let result = rulesets::ACLNN_2025_09.promote_all(&[DType::I8.into(), half])?;
    /// assert_eq!((result.dtype, result.weak), (DType::F32, false));
    ///
    /// const SUM: DType = match rulesets::TORCH
    ///     .promote_all(&[Operand::Tensor(DType::I8), Operand::ZeroDim(DType::I64)])
    /// {
    ///     Ok(result) => result.dtype,
    ///     Err(_) => panic!("torch promotes int8 with a 0-d int64"),
    /// };
    /// assert_eq!(SUM, DType::I8);
    /// # Ok::<(), concord_runtime::RuleError>(())
    /// ```
    pub const fn promote_all(self, operands: &[Operand]) -> Result<ResultType, RuleError> {
        self.as_result(self.promote_together(None, operands))
    }

    /// Returns the dtype that the framework's function `result_type` gives for any number of operands.
    ///
    /// It is what they [promote to](Ruleset::promote_all) in most rulesets. NumPy's function looks for a
    /// dtype that all of them can be stored in, as `where` and `concat` do, which dtypes that it does not
    /// define itself have with few others.
    ///
    /// # Errors
    ///
    /// As [`promote_all`](Ruleset::promote_all).
    ///
    /// ```
    /// use concord_runtime::{DType, rulesets};
    ///
    /// let (numpy, operands) = (rulesets::NUMPY, [DType::Bf16.into(), DType::I32.into()]);
    /// assert_eq!(numpy.promote_all(&operands)?.dtype, DType::F64);
    /// assert!(numpy.result_type(&operands).is_err());
    /// # Ok::<(), concord_runtime::RuleError>(())
    /// ```
    pub const fn result_type(self, operands: &[Operand]) -> Result<ResultType, RuleError> {
        self.as_result(self.promote_together(self.tables().result_type, operands))
    }

    /// Returns the compute dtype and the result dtype of an op on operands; of a ternary op, on those that
    /// promote.
    ///
    /// # Errors
    ///
    /// The errors of [`promote_all`](Ruleset::promote_all) if the operands do not promote;
    /// [`RuleError::OpUndefined`] where they do and the op is not defined on the result;
    /// [`RuleError::OpRefused`], [`RuleError::OpNotPromoted`] or [`RuleError::OpUnknown`] where the
    /// ruleset says so of this op; [`RuleError::OpKeepsFirst`] where the op returns its first operand's
    /// dtype and the operands promote to another; [`RuleError::NoDefault`] where the op needs a default
    /// dtype that no source states; [`RuleError::Operands`] for another number of operands than the op takes.
    ///
    /// ```
    /// use concord_runtime::{DType, Op, rulesets};
    ///
    /// let sin = rulesets::DPCTL_NO_FP64.op_dtypes(Op::Sin, &[DType::I64.into()])?;
    /// assert_eq!(sin.result, DType::F32);
    /// let less = rulesets::MINDSPORE.op_dtypes(Op::Less, &[DType::I8.into(), DType::U8.into()])?;
    /// assert_eq!((less.compute, less.result), (DType::I16, DType::Bool));
    ///
    /// let shift = rulesets::MINDSPORE.op_dtypes(Op::BitwiseLeftShift, &[DType::F32.into(); 2]);
    /// assert_eq!(
    ///     shift.unwrap_err().to_string(),
    ///     "MindSpore 2.5: bitwise_left_shift is not defined on float32, only on int and uint",
    /// );
    /// # Ok::<(), concord_runtime::RuleError>(())
    /// ```
    #[inline]
    pub const fn op_dtypes(self, op: Op, operands: &[Operand]) -> Result<OpDTypes, RuleError> {
        match op.group().takes(operands.len()) {
            true => self.dtypes_in(op, operands),
            false => Err(RuleError::Operands { op, count: operands.len() }),
        }
    }

    /// The same of as many operands as the op takes.
    #[inline]
    pub(crate) const fn dtypes_in(
        self,
        op: Op,
        operands: &[Operand],
    ) -> Result<OpDTypes, RuleError> {
        let (tables, id) = (self.tables(), op.id());
        let dtypes = match *operands {
            [lhs, rhs] => tables.op_dtypes(id, &[id_of(lhs), id_of(rhs)]),
            [only] => tables.op_dtypes(id, &[id_of(only)]),
            _ => match (self.promote_together(Some(id), operands), Operand::first_tensor(operands))
            {
                (Ok(promoted), Some(first)) => tables.dtypes_of_promoted(id, promoted, first.id()),
                (Ok(_), None) => Err(OpError::Promotion(PromotionError::NoTensor)),
                (Err(error), _) => Err(error),
            },
        };
        self.op_dtypes_of(op, dtypes)
    }

    /// Returns whether `from` may be cast to `to`, as `numpy.can_cast` does.
    ///
    /// # Errors
    ///
    /// [`RuleError::Unsupported`] for a dtype the ruleset does not have, [`RuleError::NoOutputRule`]
    /// for [`Casting::Output`] where no source states a rule.
    ///
    /// ```
    /// use concord_runtime::{Casting, DType, rulesets};
    ///
    /// let dpctl = rulesets::DPCTL;
    /// assert_eq!(dpctl.can_cast(DType::I32, DType::F64, Casting::Safe), Ok(true));
    /// assert_eq!(dpctl.can_cast(DType::I32, DType::F32, Casting::Safe), Ok(false));
    /// assert_eq!(dpctl.can_cast(DType::I32, DType::F32, Casting::SameKind), Ok(true));
    /// let aclnn = rulesets::ACLNN_2025_09;
    /// assert_eq!(aclnn.can_cast(DType::F32, DType::I8, Casting::Output), Ok(true));
    /// assert_eq!(aclnn.can_cast(DType::C64, DType::F32, Casting::Output), Ok(false));
    /// ```
    pub const fn can_cast(
        self,
        from: DType,
        to: DType,
        casting: Casting,
    ) -> Result<bool, RuleError> {
        let ruleset = self;
        match self.tables().can_cast(from.id(), to.id(), casting) {
            Ok(may) => Ok(may),
            Err(rules::CastError::Unsupported(id)) => {
                Err(RuleError::Unsupported { ruleset, dtype: DType::from_id(id) })
            }
            Err(rules::CastError::NoOutputRule) => Err(RuleError::NoOutputRule { ruleset }),
        }
    }

    /// Operands taken together, pass by pass, since they are not in the engine's own form.
    const fn promote_together(
        self,
        op: Option<OpId>,
        operands: &[Operand],
    ) -> Result<rules::Operand, OpError> {
        let mut promotion = Promotion::new(self.tables(), op);
        loop {
            let mut place = 0;
            while place < operands.len() {
                if let Err(error) = promotion.take(id_of(operands[place])) {
                    return Err(error);
                }
                place += 1;
            }
            match promotion.end_pass() {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => {}
                Err(error) => return Err(error),
            }
        }
    }

    const fn as_result(
        self,
        promoted: Result<rules::Operand, OpError>,
    ) -> Result<ResultType, RuleError> {
        let result = match promoted {
            Ok(operand) => self.tables().as_result(operand),
            Err(error) => Err(error.of_tables()),
        };
        match result {
            Ok(result) => Ok(ResultType { dtype: DType::from_id(result.dtype), weak: result.weak }),
            Err(error) => Err(self.promotion_error(error)),
        }
    }

    #[inline]
    const fn op_dtypes_of(
        self,
        op: Op,
        dtypes: Result<rules::OpDTypes, OpError>,
    ) -> Result<OpDTypes, RuleError> {
        match dtypes {
            Ok(rules::OpDTypes { compute, result, weak }) => {
                let [compute, result] = [DType::from_id(compute), DType::from_id(result)];
                Ok(OpDTypes { compute, result, weak })
            }
            Err(error) => Err(self.op_error(op, error)),
        }
    }

    #[cold]
    const fn promotion_error(self, error: PromotionError) -> RuleError {
        let ruleset = self;
        match error {
            PromotionError::NoTensor => RuleError::NoTensor { ruleset },
            PromotionError::Unsupported(id) => {
                RuleError::Unsupported { ruleset, dtype: DType::from_id(id) }
            }
            PromotionError::Cell { lhs, rhs, cell } => {
                let [lhs, rhs] = [of_id(lhs), of_id(rhs)];
                match cell {
                    Cell::Refused => RuleError::Refused { ruleset, lhs, rhs },
                    Cell::NoKernel => RuleError::NoKernel { ruleset, lhs, rhs },
                    Cell::Foreign(place) => {
                        RuleError::Foreign { ruleset, lhs, rhs, name: self.foreign(place) }
                    }
                    Cell::Unknown | Cell::DType(_) | Cell::Weak(_) => {
                        RuleError::Unknown { ruleset, lhs, rhs }
                    }
                }
            }
        }
    }

    #[cold]
    const fn op_error(self, op: Op, error: OpError) -> RuleError {
        let ruleset = self;
        match error {
            OpError::Promotion(error) => self.promotion_error(error),
            OpError::Undefined(id) => {
                RuleError::OpUndefined { ruleset, op, dtype: DType::from_id(id) }
            }
            OpError::NoDefault(kind) => RuleError::NoDefault { ruleset, kind },
            OpError::NotFirst { first, promoted } => {
                let [first, promoted] = [DType::from_id(first), DType::from_id(promoted)];
                RuleError::OpKeepsFirst { ruleset, op, first, promoted }
            }
            OpError::Cell { lhs, rhs, cell } => {
                let lhs = DType::from_id(lhs);
                let rhs = match rhs {
                    Some(rhs) => Some(of_id(rhs)),
                    None => None,
                };
                match cell {
                    Cell::NoKernel => RuleError::OpRefused { ruleset, op, lhs, rhs },
                    Cell::Refused => RuleError::OpNotPromoted { ruleset, op, lhs, rhs },
                    Cell::Foreign(place) => {
                        let (name, lhs) = (self.foreign(place), Operand::Tensor(lhs));
                        let rhs = match rhs {
                            Some(rhs) => rhs,
                            None => lhs,
                        };
                        RuleError::Foreign { ruleset, lhs, rhs, name }
                    }
                    Cell::Unknown | Cell::DType(_) | Cell::Weak(_) => {
                        RuleError::OpUnknown { ruleset, op, lhs, rhs }
                    }
                }
            }
        }
    }
}
