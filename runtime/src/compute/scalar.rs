//! Binary ops on a tensor and a scalar → new tensors, or the tensor itself.
#![expect(unsafe_code, reason = "an op in place reads the tensor that it writes")]

use super::ComputeError;
use super::elementwise::fresh_result;
use super::number::{ScalarOperand, write};
use super::plan::{binary_table, true_comparison};
use crate::kernel::short::repeated;
use crate::kernel::stream::{BLOCK, Block};
use crate::op::OpDTypes;
use crate::policy::{
    NegativeScalarPower, Policies, ScalarComparison, ScalarDtype, ScalarOutOfRange,
};
use crate::tensor::raw::{Line, RawView, RawViewMut, Single};
use crate::tensor::{Number, Tensor};
use crate::{DType, Op, Operand, Ruleset};

/// What stands beside the tensor.
enum Beside {
    Element(Single),
    /// Nothing: the result is this throughout.
    All(bool),
}

impl Ruleset {
    pub(crate) fn binary_scalar(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: Number,
    ) -> Result<Tensor, ComputeError> {
        self.scalar_fresh(op, lhs, ScalarOperand { number: rhs, dtype: None }, false)
    }

    pub(crate) fn scalar_binary(
        self,
        op: Op,
        lhs: Number,
        rhs: RawView<'_>,
    ) -> Result<Tensor, ComputeError> {
        self.scalar_fresh(op, rhs, ScalarOperand { number: lhs, dtype: None }, true)
    }

    /// A binary op with a scalar on the right, or on the left if `reversed`.
    pub(super) fn scalar_fresh(
        self,
        op: Op,
        tensor: RawView<'_>,
        scalar: ScalarOperand,
        reversed: bool,
    ) -> Result<Tensor, ComputeError> {
        let (dtypes, beside) = self.beside(op, &tensor, scalar, reversed)?;
        let scalar = match beside {
            Beside::Element(scalar) => scalar,
            Beside::All(all) => {
                let strides = tensor.is_permuted().then_some(tensor.strides);
                return fresh_result(dtypes, tensor.shape, strides, &mut |out| {
                    write(all, out, &Policies::DEFAULT);
                    Ok(())
                });
            }
        };
        let (lhs, rhs) = if reversed { (scalar.raw(), tensor) } else { (tensor, scalar.raw()) };
        self.binary_fresh(op, lhs, rhs, dtypes)
    }

    /// A binary op on few elements along one axis and a scalar, in the shortest way; `None` if it does not apply.
    pub(super) fn scalar_of_line(
        self,
        op: Op,
        tensor: &RawView<'_>,
        number: Number,
        reversed: bool,
    ) -> Option<Tensor> {
        let line = Line::of(tensor).filter(|line| line.len <= BLOCK / line.dtype.size())?;
        let scalar = ScalarOperand { number, dtype: None };
        let (dtypes, beside) = self.beside(op, tensor, scalar, reversed).ok()?;
        let Beside::Element(single) = beside else { return None };
        let element = single.raw();
        let mut block = Block::new();
        let repeated = repeated(&element, line.len, &mut block)?;
        let (views, lines) = match reversed {
            true => ([&element, tensor], [repeated, line]),
            false => ([tensor, &element], [line, repeated]),
        };
        let plan = self.binary_plan(op, views[0], views[1]).ok()?;
        if plan.dtypes != dtypes {
            return None;
        }
        plan.of_lines(self, lines[0], lines[1])
    }

    /// A binary op whose left operand, a tensor, becomes the result, and a scalar.
    pub(super) fn scalar_assign(
        self,
        op: Op,
        mut out: RawViewMut<'_>,
        scalar: ScalarOperand,
    ) -> Result<(), ComputeError> {
        // SAFETY: a tensor's elements are initialised, and this view of them is not read.
        let lhs = unsafe { out.as_raw() };
        let (dtypes, beside) = self.beside(op, &lhs, scalar, false)?;
        match beside {
            Beside::Element(scalar) => self.binary_in_place(op, out, scalar.raw(), dtypes),
            Beside::All(all) => {
                self.check_output_dtype(op, dtypes.result, out.dtype)?;
                write(all, &mut out, &Policies::DEFAULT);
                Ok(())
            }
        }
    }

    /// The dtypes of a binary op on a tensor and a scalar, and what stands beside the tensor.
    fn beside(
        self,
        op: Op,
        tensor: &RawView<'_>,
        scalar: ScalarOperand,
        reversed: bool,
    ) -> Result<(OpDTypes, Beside), ComputeError> {
        let dtypes = self.scalar_dtypes(op, tensor, scalar, reversed)?;
        if let Some(all) = self.beyond(op, scalar, reversed, dtypes) {
            return Ok((dtypes, Beside::All(all)));
        }
        let dtypes = self.single_beside_halves(op, dtypes, reversed);
        if !reversed {
            self.check_exponent(op, scalar, dtypes)?;
        }
        let scalar = self.as_compared(op, scalar, reversed);
        // Where true values are compared, one that has a dtype keeps its own.
        let truly = |own| {
            let pair = (tensor.dtype, own);
            true_comparison(op, pair, dtypes.compute, self.fixed_policies()).is_some()
        };
        let dtype = scalar.dtype.filter(|&own| truly(own)).unwrap_or(dtypes.compute);
        Ok((dtypes, Beside::Element(self.scalar_element(scalar, (op, tensor.dtype), dtype)?)))
    }

    /// The dtypes of an op beside a number or a 0-d tensor, which is on the left if it is `reversed`: float32, where the
    /// policy computes in that what would be computed in a half.
    pub(super) fn single_beside_halves(self, op: Op, dtypes: OpDTypes, reversed: bool) -> OpDTypes {
        let policy = self.fixed_policies().scalar_dtype;
        let is_half = matches!(dtypes.compute, DType::F16 | DType::Bf16);
        let on_the_right = matches!(op, Op::Divide | Op::FloorDivide | Op::TruncDivide);
        let applies = op == Op::Multiply || (on_the_right && !reversed);
        match policy == ScalarDtype::SingleBesideHalves && is_half && applies {
            true => OpDTypes { compute: DType::F32, ..dtypes },
            false => dtypes,
        }
    }

    /// Refuses a negative Python int as the exponent of integers, where the policy makes that an error.
    fn check_exponent(
        self,
        op: Op,
        scalar: ScalarOperand,
        OpDTypes { compute, .. }: OpDTypes,
    ) -> Result<(), ComputeError> {
        let refuses = self.fixed_policies().negative_scalar_power == NegativeScalarPower::Error;
        let negative = scalar.int().is_some_and(|exponent| exponent < 0);
        match refuses && negative && op == Op::Pow && compute.iinfo().is_some() {
            true => Err(ComputeError::Policy { ruleset: self, op, dtype: compute }),
            false => Ok(()),
        }
    }

    /// The dtypes of an op on a tensor and a scalar, which must be in range as [`scalar_fresh`] needs it.
    ///
    /// [`scalar_fresh`]: Ruleset::scalar_fresh
    pub(super) fn scalar_dtypes_in_range(
        self,
        op: Op,
        tensor: &RawView<'_>,
        scalar: ScalarOperand,
        reversed: bool,
    ) -> Result<OpDTypes, ComputeError> {
        let dtypes = self.scalar_dtypes(op, tensor, scalar, reversed)?;
        if self.beyond(op, scalar, reversed, dtypes).is_none() {
            let scalar = self.as_compared(op, scalar, reversed);
            self.scalar_element(scalar, (op, tensor.dtype), dtypes.compute)?;
        }
        Ok(dtypes)
    }

    /// The dtypes of an op on a tensor and a scalar.
    fn scalar_dtypes(
        self,
        op: Op,
        tensor: &RawView<'_>,
        scalar: ScalarOperand,
        reversed: bool,
    ) -> Result<OpDTypes, ComputeError> {
        // A comparison with the int's true value needs no wider dtype.
        let exact = scalar.int().is_some()
            && tensor.dtype.iinfo().is_some()
            && self.true_order(op, reversed).is_some();
        if self.values_count(!tensor.shape.is_empty())
            && !exact
            && !tensor.weak
            && let Some(widened) = self.widened(tensor.dtype, scalar)
            && widened != tensor.dtype
        {
            let operands = [Operand::Tensor(widened); 2];
            return self.dtypes_in(op, &operands).map_err(ComputeError::of(op));
        }
        // A scalar that has a dtype may count as a tensor, whose side may count.
        let operands = match reversed {
            true => [scalar.operand(), tensor.operand()],
            false => [tensor.operand(), scalar.operand()],
        };
        self.dtypes_in(op, &operands).map_err(ComputeError::of(op))
    }

    /// What a comparison says of elements that are less than, equal to and greater than the scalar, where the policy
    /// compares with a Python int's true value.
    fn true_order(self, op: Op, reversed: bool) -> Option<[bool; 3]> {
        let [less, equal, greater] = binary_table(op)?.order?;
        let says = if reversed { [greater, equal, less] } else { [less, equal, greater] };
        let truly = match self.fixed_policies().scalar_comparison {
            ScalarComparison::Converted => false,
            ScalarComparison::Exact | ScalarComparison::Unlimited => true,
            ScalarComparison::Less => says == [true, false, false],
        };
        truly.then_some(says)
    }

    /// The scalar as a comparison takes it: where the policy compares with an int of any size, one that cannot be
    /// beside a tensor otherwise is a float. Beside integers, [`beyond`](Ruleset::beyond) has answered before.
    fn as_compared(self, op: Op, scalar: ScalarOperand, reversed: bool) -> ScalarOperand {
        let unlimited = self.fixed_policies().scalar_comparison == ScalarComparison::Unlimited;
        match scalar.number {
            #[expect(clippy::cast_precision_loss, reason = "a float is compared")]
            Number::Int(value)
                if unlimited
                    && !self.takes_int(value, None)
                    && self.true_order(op, reversed).is_some() =>
            {
                ScalarOperand { number: Number::Float(value as f64), ..scalar }
            }
            _ => scalar,
        }
    }

    /// What a comparison says of every element, where it is with the true value of a Python int that the compute
    /// dtype cannot hold.
    fn beyond(
        self,
        op: Op,
        scalar: ScalarOperand,
        reversed: bool,
        dtypes: OpDTypes,
    ) -> Option<bool> {
        let [less, _, greater] = self.true_order(op, reversed)?;
        let policies = self.fixed_policies();
        let (value, info) = (scalar.int()?, dtypes.compute.iinfo()?);
        let unlimited = policies.scalar_comparison == ScalarComparison::Unlimited;
        let unsigned = policies.scalar_out_of_range != ScalarOutOfRange::Wrap;
        let taken = i64::try_from(value).is_ok() || (unsigned && u64::try_from(value).is_ok());
        if !unlimited && !taken {
            return None;
        }
        if value > info.max {
            return Some(less);
        }
        (value < info.min).then_some(greater)
    }
}
