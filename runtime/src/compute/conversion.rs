//! Operands and the dtype an op converts them to → an error for an integer that it cannot hold, where the policy
//! checks.

use super::ComputeError;
use crate::policy::IntegerConversion;
use crate::tensor::raw::RawView;
use crate::tensor::{Number, Typed};
use crate::{DType, Kind, Op, Ruleset};

/// The integers from the least to the greatest that a dtype has without a gap; `None` for bool and complex dtypes.
fn integers_of(dtype: DType) -> Option<(i128, i128)> {
    if let Some(info) = dtype.iinfo() {
        return Some((info.min, info.max));
    }
    let float = dtype.finfo().filter(|_| dtype.kind() == Kind::Float)?;
    // Beside 1, the next float is as far as two integers are from there on.
    #[expect(clippy::cast_possible_truncation, reason = "2^53 at the most")]
    let most = (2.0 / float.eps) as i128;
    Some((-most, most))
}

/// Whether an operand of a dtype can have an integer that its conversion to another refuses.
pub(super) fn may_refuse(ruleset: Ruleset, from: DType, to: DType) -> bool {
    let (Some(held), Some((min, max))) = (from.iinfo(), integers_of(to)) else { return false };
    ruleset.checks_conversions() && from != to && (held.min < min || max < held.max)
}

impl Ruleset {
    /// Whether an elementwise op checks the integers that it converts.
    fn checks_conversions(self) -> bool {
        self.fixed_policies().integer_conversion == IntegerConversion::Checked
    }

    /// Checks that every operand's integers can be converted to the dtype an op computes in.
    pub(super) fn check_conversions(
        self,
        op: Op,
        operands: &[RawView<'_>],
        to: DType,
    ) -> Result<(), ComputeError> {
        for operand in operands {
            let from = operand.dtype;
            if !may_refuse(self, from, to) {
                continue;
            }
            let outside = match from.kind() {
                Kind::Int => self.outside::<i64>(operand, to)?,
                Kind::Uint => self.outside::<u64>(operand, to)?,
                Kind::Bool | Kind::Float | Kind::Complex => None,
            };
            if let Some(value) = outside {
                return Err(ComputeError::Conversion { ruleset: self, op, value, from, to });
            }
        }
        Ok(())
    }

    /// The first integer of an operand that a dtype cannot hold; `T` holds all of the operand's.
    fn outside<T: Typed + Copy + Into<i128>>(
        self,
        operand: &RawView<'_>,
        to: DType,
    ) -> Result<Option<i128>, ComputeError> {
        let Some((min, max)) = integers_of(to) else { return Ok(None) };
        let wide = self.as_dtype(operand, T::DTYPE, operand.shape)?;
        let wide = wide.array::<T>().expect("it was converted to that dtype");
        let mut values = wide.iter().map(|&value| -> i128 { value.into() });
        Ok(values.find(|value| !(min..=max).contains(value)))
    }

    /// Whether a Python int beside a tensor is refused, as an operand's integers are.
    pub(super) fn refuses_number(self, number: Number, to: DType) -> bool {
        let Number::Int(value) = number else { return false };
        let (true, Some((min, max))) = (self.checks_conversions(), integers_of(to)) else {
            return false;
        };
        to.kind() == Kind::Float && !(min..=max).contains(&value)
    }
}
