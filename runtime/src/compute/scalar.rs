//! Ops on a tensor and a number that is none.

use core::cmp::Ordering;

use super::{ComputeError, Number};
use crate::kernel::raw::Raw;
use crate::op::OpDTypes;
use crate::policy::{ScalarComparison, ScalarOutOfRange};
use crate::tensor::{AsView, Tensor};
use crate::{Op, Operand, Ruleset};

impl Ruleset {
    pub(crate) fn binary_scalar(
        self,
        op: Op,
        lhs: Raw<'_>,
        rhs: Number,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.scalar_dtypes(op, &lhs, rhs)?;
        if let Some(order) = self.beyond(op, rhs, dtypes) {
            return self.all_compare(op, lhs, order, dtypes);
        }
        let rhs = rhs.tensor(dtypes.compute, self)?;
        self.binary_fresh(op, lhs, rhs.raw(), dtypes)
    }

    pub(crate) fn scalar_binary(
        self,
        op: Op,
        lhs: Number,
        rhs: Raw<'_>,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.scalar_dtypes(op, &rhs, lhs)?;
        if let Some(order) = self.beyond(op, lhs, dtypes) {
            return self.all_compare(op, rhs, order.reverse(), dtypes);
        }
        let lhs = lhs.tensor(dtypes.compute, self)?;
        self.binary_fresh(op, lhs.raw(), rhs, dtypes)
    }

    /// The dtypes of an op on a tensor and a number.
    fn scalar_dtypes(
        self,
        op: Op,
        tensor: &Raw<'_>,
        number: Number,
    ) -> Result<OpDTypes, ComputeError> {
        let policies = self.fixed_policies();
        // A comparison with the number's true value needs no wider dtype.
        let exact = policies.scalar_comparison == ScalarComparison::Exact
            && of_order(op, Ordering::Equal).is_some()
            && matches!((number, tensor.dtype.iinfo()), (Number::Int(_), Some(_)));
        if policies.scalar_out_of_range == ScalarOutOfRange::Widen
            && !exact
            && let Some(widened) = number.widened(tensor.dtype, self).filter(|_| !tensor.weak)
            && widened != tensor.dtype
        {
            let operands = [Operand::Tensor(widened); 2];
            return self.op_dtypes(op, &operands).map_err(ComputeError::of(op));
        }
        let operands = [tensor.operand(), number.operand()];
        self.op_dtypes(op, &operands).map_err(ComputeError::of(op))
    }

    /// How every element compares with an int, where the policy asks for its value and what is compared in
    /// cannot hold it.
    fn beyond(self, op: Op, number: Number, dtypes: OpDTypes) -> Option<Ordering> {
        let policies = self.fixed_policies();
        if policies.scalar_comparison != ScalarComparison::Exact {
            return None;
        }
        of_order(op, Ordering::Equal)?;
        let (Number::Int(value), Some(info)) = (number, dtypes.compute.iinfo()) else {
            return None;
        };
        let unsigned = policies.scalar_out_of_range != ScalarOutOfRange::Wrap;
        let taken = i64::try_from(value).is_ok() || (unsigned && u64::try_from(value).is_ok());
        match value {
            _ if !taken => None,
            _ if value > info.max => Some(Ordering::Less),
            _ if value < info.min => Some(Ordering::Greater),
            _ => None,
        }
    }

    /// A comparison that comes out alike for every element: a tensor equals itself.
    fn all_compare(
        self,
        op: Op,
        tensor: Raw<'_>,
        order: Ordering,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let same = if of_order(op, order) == Some(true) { Op::Equal } else { Op::NotEqual };
        self.binary_fresh(same, tensor, tensor, dtypes)
    }
}

/// What a comparison says of an order; `None` for an op that is none.
fn of_order(op: Op, order: Ordering) -> Option<bool> {
    match op {
        Op::Equal => Some(order.is_eq()),
        Op::NotEqual => Some(order.is_ne()),
        Op::Less => Some(order.is_lt()),
        Op::LessEqual => Some(order.is_le()),
        Op::Greater => Some(order.is_gt()),
        Op::GreaterEqual => Some(order.is_ge()),
        _ => None,
    }
}
