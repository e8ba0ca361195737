//! Elements of one dtype into another, because a caller says so.

use super::ComputeError;
use crate::kernel::buffer::fresh;
use crate::kernel::elementwise as loops;
use crate::kernel::raw::{Raw, RawMut};
use crate::tensor::{AsView, AsViewMut, Tensor};
use crate::{DType, Ruleset};

impl Ruleset {
    /// The elements of an operand converted to a dtype, in a tensor of its own shape.
    pub(super) fn as_dtype(self, operand: Raw<'_>, dtype: DType) -> Result<Tensor, ComputeError> {
        fresh(dtype, operand.shape, None, &mut |mut out| {
            copy(self, operand, &mut out);
            Ok(())
        })
    }

    /// The elements of a tensor converted to another dtype, by the ruleset's policy of floats to integers.
    ///
    /// Every conversion is made, whether or not it can lose values: it is asked for by name. What may be
    /// converted silently is [`can_cast`](Ruleset::can_cast)'s to say.
    ///
    /// # Errors
    ///
    /// [`ComputeError::Rule`] where the ruleset lacks the tensor's dtype or the other.
    pub fn cast(self, tensor: &impl AsView, dtype: DType) -> Result<Tensor, ComputeError> {
        let operand = tensor.raw();
        self.require(operand.dtype)?;
        self.require(dtype)?;
        self.as_dtype(operand, dtype)
    }

    /// [`cast`](Ruleset::cast) into a tensor that is there, of the output's dtype.
    ///
    /// # Errors
    ///
    /// Those of [`cast`](Ruleset::cast); an output of another shape is named by its shape.
    pub fn cast_into(
        self,
        tensor: &impl AsView,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        let (operand, mut out) = (tensor.raw(), out.raw_mut());
        self.require(operand.dtype)?;
        self.require(out.dtype)?;
        if operand.shape != out.shape {
            return Err(ComputeError::Creation {
                message: alloc::format!(
                    "cast: the tensor has shape {}, the output {}",
                    super::error::Shape(operand.shape),
                    super::error::Shape(out.shape)
                ),
            });
        }
        copy(self, operand, &mut out);
        Ok(())
    }
}

/// Elements into an output of the same shape, converted.
pub(super) fn copy(ruleset: Ruleset, from: Raw<'_>, to: &mut RawMut<'_>) {
    let run = loops::copy(from.dtype, to.dtype, ruleset.fixed_policies());
    loops::unary(from, to, (run, to.dtype), ruleset.fixed_policies());
}
