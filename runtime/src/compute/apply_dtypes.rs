//! An op as a value and operands of any kind → the dtypes it computes in and returns, without computing.

use alloc::vec::Vec;

use super::apply::{joined, no_output, wrong_operands};
use super::{Arg, ComputeError, Options};
use crate::op::OpDTypes;
use crate::tensor::AsView;
use crate::{DType, Group, Op, Operand, ResultType, RuleError, Ruleset};

impl Ruleset {
    /// The dtypes that [`apply`](Ruleset::apply) computes in and returns, or [`apply_into`](Ruleset::apply_into)
    /// with an output of the dtype `out`.
    ///
    /// Unlike [`op_dtypes`](Ruleset::op_dtypes), this counts in the value of a scalar and a reduction's dtype.
    /// Elements are not looked at; of shapes only whether there are axes.
    ///
    /// # Errors
    ///
    /// Those of [`apply`](Ruleset::apply) and [`apply_into`](Ruleset::apply_into), apart from errors of elements,
    /// shapes and axes.
    ///
    /// ```
    /// use concord_runtime::{DType, Number, Op, Options, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![1_u8]);
    /// let operands = [(&a).into(), Number::Int(300).into()];
    /// let dtypes =
    ///     rulesets::NUMPY_1_26.apply_dtypes(Op::Add, &operands, &Options::default(), None)?;
    /// assert_eq!(dtypes.result, DType::U16);
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    pub fn apply_dtypes(
        self,
        op: Op,
        operands: &[Arg<'_>],
        options: &Options,
        out: Option<DType>,
    ) -> Result<OpDTypes, ComputeError> {
        let Some(out) = out else { return self.fresh_dtypes(op, operands, options) };
        match (op.group(), operands) {
            (Group::Binary, [Arg::Tensor(_), Arg::Tensor(_)])
            | (Group::Unary, [Arg::Tensor(_)]) => {
                let dtypes = self.fresh_dtypes(op, operands, options)?;
                self.check_output_dtype(op, dtypes.result, out)?;
                Ok(OpDTypes { result: out, weak: false, ..dtypes })
            }
            (
                Group::Unary
                | Group::Binary
                | Group::Ternary
                | Group::Product
                | Group::Reduction
                | Group::Join
                | Group::Sorting
                | Group::Selection
                | Group::Lookup
                | Group::Arrangement,
                _,
            ) => Err(no_output(op, operands)),
        }
    }

    /// What operands promote to, as [`promote_all`](Ruleset::promote_all) says, the values of numbers counted in
    /// where they count: under [`ScalarOutOfRange::Widen`](crate::policy::ScalarOutOfRange::Widen).
    ///
    /// # Errors
    ///
    /// Those of [`promote_all`](Ruleset::promote_all).
    ///
    /// ```
    /// use concord_runtime::{DType, Number, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![1_u8]);
    /// let operands = [(&a).into(), Number::Int(300).into()];
    /// assert_eq!(rulesets::NUMPY_1_26.promote_all_of(&operands)?.dtype, DType::U16);
    /// assert_eq!(rulesets::NUMPY.promote_all_of(&operands)?.dtype, DType::U8);
    /// # Ok::<(), concord_runtime::RuleError>(())
    /// ```
    pub fn promote_all_of(self, operands: &[Arg<'_>]) -> Result<ResultType, RuleError> {
        self.counted_in(operands, Ruleset::promote_all)
    }

    /// What the framework's function [`result_type`](Ruleset::result_type) gives, the values of numbers counted in as
    /// by [`promote_all_of`](Ruleset::promote_all_of).
    ///
    /// # Errors
    ///
    /// Those of [`result_type`](Ruleset::result_type).
    pub fn result_type_of(self, operands: &[Arg<'_>]) -> Result<ResultType, RuleError> {
        self.counted_in(operands, Ruleset::result_type)
    }

    /// What operands give by one of the two, the values of numbers counted in.
    fn counted_in(
        self,
        operands: &[Arg<'_>],
        gives: fn(Ruleset, &[Operand]) -> Result<ResultType, RuleError>,
    ) -> Result<ResultType, RuleError> {
        if let Some(counted) = self.counted(&operands.iter().collect::<Vec<_>>()) {
            return self.counted_in(&counted, gives);
        }
        // One that is left out promotes nothing.
        let given = operands.iter().filter_map(|operand| Some((operand, operand.operand()?)));
        let (operands, mut kinds): (Vec<&Arg<'_>>, Vec<Operand>) = given.unzip();
        let tensors: Vec<Operand> =
            kinds.iter().copied().filter(|operand| !operand.is_scalar()).collect();
        let has_axes = kinds.iter().any(|operand| matches!(operand, Operand::Tensor(_)));
        if self.values_count(has_axes)
            && let Ok(ResultType { dtype: mut promoted, weak: false }) = gives(self, &tensors)
        {
            let scalars: Vec<_> = operands.iter().filter_map(|operand| operand.scalar()).collect();
            if let Some(own) = self.own_dtypes(promoted, &scalars) {
                let scalars = kinds.iter_mut().filter(|kind| kind.is_scalar());
                scalars.zip(own).for_each(|(kind, own)| *kind = Operand::Tensor(own));
                return gives(self, &kinds);
            }
            for (kind, operand) in kinds.iter_mut().zip(operands) {
                let wider = operand.scalar().and_then(|scalar| self.widened(promoted, scalar));
                if let Some(wider) = wider.filter(|&wider| wider != promoted) {
                    *kind = Operand::Tensor(wider);
                    promoted = wider;
                }
            }
        }
        gives(self, &kinds)
    }

    /// The dtypes of an op that makes a new tensor.
    fn fresh_dtypes(
        self,
        op: Op,
        operands: &[Arg<'_>],
        options: &Options,
    ) -> Result<OpDTypes, ComputeError> {
        options.check(op)?;
        match (op.group(), operands) {
            (Group::Unary, [Arg::Tensor(operand)]) => self.unary_dtypes(op, &operand.raw()),
            (Group::Binary, [lhs, rhs]) => match (lhs, rhs, lhs.scalar().or(rhs.scalar())) {
                (Arg::Tensor(lhs), Arg::Tensor(rhs), _) => {
                    self.pair_dtypes(op, &lhs.raw(), &rhs.raw())
                }
                (Arg::Tensor(tensor), _, Some(scalar)) => {
                    self.scalar_dtypes_in_range(op, &tensor.raw(), scalar, false)
                }
                (_, Arg::Tensor(tensor), Some(scalar)) => {
                    self.scalar_dtypes_in_range(op, &tensor.raw(), scalar, true)
                }
                (_, _, _) => Err(wrong_operands(op, operands)),
            },
            (Group::Ternary, [first, second, third]) => {
                self.ternary_of_dtypes(op, [first, second, third])
            }
            (Group::Product, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                Ok(self.product_dtypes(op, &lhs.raw(), &rhs.raw())?.0)
            }
            (Group::Reduction, [Arg::Tensor(operand)]) => {
                self.reduction_dtypes(op, operand.raw().dtype, &options.reduce())
            }
            (Group::Join, _) => self.join_dtypes(op, &joined(op, operands)?),
            (Group::Sorting | Group::Arrangement, [Arg::Tensor(operand)]) => {
                self.unary_dtypes(op, &operand.raw())
            }
            (Group::Selection, [Arg::Tensor(operand)]) => {
                self.reduction_dtypes(op, operand.raw().dtype, &options.reduce())
            }
            (Group::Lookup, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                self.lookup_dtypes(op, &lhs.raw(), &rhs.raw())
            }
            (
                Group::Unary
                | Group::Binary
                | Group::Ternary
                | Group::Product
                | Group::Reduction
                | Group::Sorting
                | Group::Selection
                | Group::Lookup
                | Group::Arrangement,
                _,
            ) => Err(wrong_operands(op, operands)),
        }
    }
}
