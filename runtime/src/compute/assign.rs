//! A binary op or `matmul` as a value, a tensor and an operand of any kind → the tensor, which becomes the result.
#![expect(unsafe_code, reason = "the output is read as an operand first")]

use super::apply::wrong_operands;
use super::cast::copy;
use super::{Arg, ComputeError, Options};
use crate::tensor::raw::{RawView, RawViewMut};
use crate::tensor::{AsView, AsViewMut};
use crate::{Group, Op, Ruleset};

impl Ruleset {
    /// A binary op in place, whichever op it is: the left operand becomes the result, by the rule for an existing
    /// tensor. The methods whose names end in `_assign` do the same with a tensor on the right.
    ///
    /// # Errors
    ///
    /// [`ComputeError`]: those of [`apply_into`](Ruleset::apply_into), and [`ComputeError::Operands`] for an op that
    /// is not binary; the tensor is unchanged then.
    ///
    /// ```
    /// use concord_runtime::{Number, Op, Tensor, rulesets};
    ///
    /// let mut a = Tensor::from([1_i16, 2]);
    /// rulesets::TORCH.apply_assign(Op::Multiply, &mut a, &Number::Int(3).into())?;
    /// assert_eq!(a, Tensor::from([3_i16, 6]));
    /// let refused = rulesets::TORCH.apply_assign(Op::Add, &mut a, &Number::Float(0.5).into());
    /// assert_eq!(refused.unwrap_err().kind(), "output_dtype");
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    pub fn apply_assign(
        self,
        op: Op,
        lhs: &mut impl AsViewMut,
        rhs: &Arg<'_>,
    ) -> Result<(), ComputeError> {
        let out = lhs.raw_mut();
        match (op.group(), rhs, rhs.scalar()) {
            (Group::Binary, Arg::Tensor(rhs), _) => self.binary_assign(op, out, rhs.raw()),
            (Group::Binary, _, Some(scalar)) => self.scalar_assign(op, out, scalar),
            (Group::Product, Arg::Tensor(rhs), _) if op == Op::Matmul => {
                self.matmul_assign(out, rhs.raw())
            }
            _ => Err(wrong_operands(op, core::slice::from_ref(rhs))),
        }
    }

    /// A product of matrices in place: it must have the shape of the left operand.
    fn matmul_assign(self, mut out: RawViewMut<'_>, rhs: RawView<'_>) -> Result<(), ComputeError> {
        let op = Op::Matmul;
        // SAFETY: a tensor's elements are initialised, and this view of them is not read once they are written to.
        let lhs = unsafe { out.as_raw() };
        let product = self.product(op, lhs, rhs, &Options::default())?;
        if product.shape() != out.shape {
            let (result, output) = (product.shape().to_vec(), out.shape.to_vec());
            return Err(ComputeError::OutputShape { op: Some(op), result, output });
        }
        self.check_output_dtype(op, product.dtype(), out.dtype)?;
        copy(self, &product.raw(), &mut out);
        Ok(())
    }
}
