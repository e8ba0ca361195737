//! A unary or binary op as a value, on operands that are views → a new tensor, in the fewest instructions.

use super::ComputeError;
use super::apply::wrong_operands;
use crate::tensor::{AsView, Elements, Number, Tensor};
use crate::{Group, Op, Ruleset};

impl Ruleset {
    /// A unary op, whichever it is.
    ///
    /// # Errors
    ///
    /// Those of [`apply`](Ruleset::apply).
    #[inline]
    pub fn apply_unary(self, op: Op, operand: &impl AsView) -> Result<Tensor, ComputeError> {
        match op.group() {
            Group::Unary => self.unary(op, operand.raw()),
            _ => Err(wrong_operands(op, &[operand.into()])),
        }
    }

    /// A binary op on two tensors, whichever it is.
    ///
    /// # Errors
    ///
    /// Those of [`apply`](Ruleset::apply).
    ///
    /// ```
    /// use concord_runtime::{Op, Tensor, rulesets};
    ///
    /// let (a, b) = (Tensor::from([1_i8, 2]), Tensor::from([200_u8, 1]));
    /// assert_eq!(rulesets::TORCH.apply_binary(Op::Add, &a, &b)?, Tensor::from([201_i16, 3]));
    /// assert_eq!(rulesets::TORCH.apply_unary(Op::Negative, &a)?, Tensor::from([-1_i8, -2]));
    /// let less = rulesets::TORCH.apply_scalar(Op::Less, &a, 2, false)?;
    /// assert_eq!(less, Tensor::from([true, false]));
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    #[inline]
    pub fn apply_binary(
        self,
        op: Op,
        lhs: &impl AsView,
        rhs: &impl AsView,
    ) -> Result<Tensor, ComputeError> {
        if op.group() != Group::Binary {
            let operands = [lhs.into(), rhs.into()];
            return Err(wrong_operands(op, &operands));
        }
        match self.lines_fresh(op, lhs.line(), rhs.line()) {
            Some(result) => Ok(result),
            None => self.binary(op, lhs.raw(), rhs.raw()),
        }
    }

    /// A binary op on a tensor and a Python scalar, which is on the left if it is `reversed`, whichever op it is.
    ///
    /// # Errors
    ///
    /// Those of [`apply`](Ruleset::apply).
    #[inline]
    pub fn apply_scalar(
        self,
        op: Op,
        tensor: &impl AsView,
        scalar: impl Into<Number>,
        reversed: bool,
    ) -> Result<Tensor, ComputeError> {
        match (op.group(), reversed) {
            (Group::Binary, false) => self.binary_scalar(op, tensor.raw(), scalar.into()),
            (Group::Binary, true) => self.scalar_binary(op, scalar.into(), tensor.raw()),
            _ => Err(wrong_operands(op, &[tensor.into(), scalar.into().into()])),
        }
    }

    /// A unary op on few elements along one axis, as [`apply_unary`](Ruleset::apply_unary) first tries to do it. `None`
    /// where that must be called instead: of other operands, for an op that was not yet called on such, and for an error.
    ///
    /// ```
    /// use concord_runtime::{DType, Elements, Op, Tensor, rulesets};
    ///
    /// let elements = [1_i16, 2];
    /// // SAFETY: there are two elements of int16, one after the other.
    /// let operand = unsafe {
    ///     Elements::from_raw_parts(DType::I16, elements.as_ptr().cast(), &[2], &[1])
    /// };
    /// rulesets::NUMPY.apply_unary(Op::Negative, &operand)?;
    /// let negative = rulesets::NUMPY.unary_line(Op::Negative, &operand).expect("it was called");
    /// assert_eq!(negative, Tensor::from([-1_i16, -2]));
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    #[inline]
    pub fn unary_line(self, op: Op, operand: &Elements<'_>) -> Option<Tensor> {
        match op.group() {
            Group::Unary => self.of_line(op, operand.line()?),
            _ => None,
        }
    }

    /// The same of a binary op on two operands.
    #[inline]
    pub fn binary_line(self, op: Op, lhs: &Elements<'_>, rhs: &Elements<'_>) -> Option<Tensor> {
        match op.group() {
            Group::Binary => self.lines_fresh(op, lhs.line(), rhs.line()),
            _ => None,
        }
    }

    /// The same of a binary op with a Python scalar, which is on the left if it is `reversed`.
    #[inline]
    pub fn scalar_line(
        self,
        op: Op,
        operand: &Elements<'_>,
        scalar: impl Into<Number>,
        reversed: bool,
    ) -> Option<Tensor> {
        match op.group() {
            Group::Binary => self.scalar_of_line(op, &operand.raw(), scalar.into(), reversed),
            _ => None,
        }
    }
}
