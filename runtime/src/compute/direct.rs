//! A unary or binary op as a value, on operands that are views → a new tensor, in the fewest instructions.

use super::apply::wrong_operands;
use super::{Arg, ComputeError};
use crate::tensor::{AsView, Number, Tensor};
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
            _ => Err(wrong_operands(op, &[Arg::Tensor(operand.as_view())])),
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
            let operands = [Arg::Tensor(lhs.as_view()), Arg::Tensor(rhs.as_view())];
            return Err(wrong_operands(op, &operands));
        }
        let (lhs, rhs) = (lhs.raw(), rhs.raw());
        match self.lines_fresh(op, &lhs, &rhs) {
            Some(result) => Ok(result),
            None => self.binary(op, lhs, rhs),
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
            _ => Err(wrong_operands(op, &[Arg::Tensor(tensor.as_view()), scalar.into().into()])),
        }
    }
}
