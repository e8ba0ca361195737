//! Ops over elements: one, two or three operands, into fresh tensors or ones that are there.

use alloc::vec::Vec;

use super::ComputeError;
use super::cast::copy;
use crate::generated::kernels;
use crate::kernel::buffer::fresh;
use crate::kernel::elementwise as loops;
use crate::kernel::isa::Isa;
use crate::kernel::layout::{broadcast_shapes, broadcast_strides};
use crate::kernel::raw::{Raw, RawMut, alike};
use crate::kernel::tables::Loop;
use crate::op::OpDTypes;
use crate::tensor::{AsView, Tensor};
use crate::{Casting, DType, Op, Ruleset};

/// The loop of an op on two dtypes, fused where there is one; whether its operands are swapped.
#[inline]
fn binary_loop(
    op: Op,
    lhs: DType,
    rhs: DType,
    compute: DType,
) -> Result<(Loop, bool), ComputeError> {
    let no_loop = || ComputeError::NoLoop { op, dtype: compute };
    let table = kernels::binary(op).ok_or_else(no_loop)?;
    let isa = Isa::active() as usize;
    let found = |lhs, rhs| {
        let run = table.find(lhs, rhs, compute)?[isa]?;
        Some(Loop::Binary { run, operands: (lhs, rhs) })
    };
    if let Some(fused) = found(lhs, rhs) {
        return Ok((fused, false));
    }
    if table.swaps
        && let Some(swapped) = found(rhs, lhs)
    {
        return Ok((swapped, true));
    }
    Ok((found(compute, compute).ok_or_else(no_loop)?, false))
}

fn unary_loop(op: Op, compute: DType) -> Result<Loop, ComputeError> {
    let found = kernels::unary(op).and_then(|table| table.find(compute));
    let loops = found.ok_or(ComputeError::NoLoop { op, dtype: compute })?;
    Ok(Loop::Unary { run: loops[Isa::active() as usize], operand: compute })
}

impl Ruleset {
    pub(crate) fn binary(self, op: Op, lhs: Raw<'_>, rhs: Raw<'_>) -> Result<Tensor, ComputeError> {
        let dtypes = self.pair_dtypes(op, &lhs, &rhs)?;
        self.binary_fresh(op, lhs, rhs, dtypes)
    }

    /// The dtypes of an op on two tensors, whichever sort each is of.
    #[inline]
    pub(super) fn pair_dtypes(
        self,
        op: Op,
        lhs: &Raw<'_>,
        rhs: &Raw<'_>,
    ) -> Result<OpDTypes, ComputeError> {
        let plain = !self.tables().distinguishes_categories();
        if plain && let Some(dtypes) = self.common_dtypes(op, lhs.dtype, rhs.dtype) {
            return Ok(dtypes);
        }
        let dtypes = self.op_dtypes(op, &[lhs.operand(), rhs.operand()]);
        dtypes.map_err(ComputeError::of(op))
    }

    pub(super) fn binary_fresh(
        self,
        op: Op,
        lhs: Raw<'_>,
        rhs: Raw<'_>,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        if alike(lhs.shape, rhs.shape) {
            // Operands that lie alike give a result that lies so.
            let alike = lhs.strides == rhs.strides && lhs.is_permuted();
            let strides = alike.then_some(lhs.strides);
            let result = fresh(dtypes.result, lhs.shape, strides, &mut |mut out| {
                self.binary_run(op, lhs, rhs, &mut out, dtypes)
            });
            return result.map(|result| result.with_weak(dtypes.weak));
        }
        let shape = broadcast_shapes(lhs.shape, rhs.shape).ok_or_else(|| mismatch(op, lhs, rhs))?;
        let result = fresh(dtypes.result, &shape, None, &mut |mut out| {
            self.binary_run(op, lhs, rhs, &mut out, dtypes)
        });
        result.map(|result| result.with_weak(dtypes.weak))
    }

    /// Operands that broadcast to the output's shape.
    fn binary_run(
        self,
        op: Op,
        lhs: Raw<'_>,
        rhs: Raw<'_>,
        out: &mut RawMut<'_>,
        OpDTypes { compute, result, .. }: OpDTypes,
    ) -> Result<(), ComputeError> {
        if result == out.dtype && !self.may_fail() && self.binary_few(op, &lhs, &rhs, out, compute)
        {
            return Ok(());
        }
        let (run, swapped) = binary_loop(op, lhs.dtype, rhs.dtype, compute)?;
        let (lhs, rhs) = if swapped { (rhs, lhs) } else { (lhs, rhs) };
        let policies = self.fixed_policies();
        let failed = if alike(lhs.shape, out.shape) && alike(rhs.shape, out.shape) {
            loops::binary(lhs, rhs, out, (run, result), policies)
        } else {
            let [left, right] =
                [lhs, rhs].map(|raw| broadcast_strides(out.shape, raw.shape, raw.strides));
            let lhs = Raw::new(lhs.dtype, lhs.at, out.shape, &left);
            let rhs = Raw::new(rhs.dtype, rhs.at, out.shape, &right);
            loops::binary(lhs, rhs, out, (run, result), policies)
        };
        match failed {
            true => Err(ComputeError::Policy { ruleset: self, op, dtype: compute }),
            false => Ok(()),
        }
    }

    pub(crate) fn binary_into(
        self,
        op: Op,
        lhs: Raw<'_>,
        rhs: Raw<'_>,
        out: RawMut<'_>,
    ) -> Result<(), ComputeError> {
        match self.binary_short(op, &lhs, &rhs, &out) {
            true => Ok(()),
            false => self.binary_into_any(op, lhs, rhs, out),
        }
    }

    /// The short way to what is asked for most: few elements that lie alike, an op that computes in what
    /// its operands promote to, an output of the result's dtype. Says whether it could be gone.
    #[inline]
    fn binary_short(self, op: Op, lhs: &Raw<'_>, rhs: &Raw<'_>, out: &RawMut<'_>) -> bool {
        if self.tables().distinguishes_categories() {
            return false;
        }
        let Some(OpDTypes { compute, result, .. }) = self.common_dtypes(op, lhs.dtype, rhs.dtype)
        else {
            return false;
        };
        let plain = result == out.dtype && !self.may_fail();
        plain && self.binary_few(op, lhs, rhs, out, compute)
    }

    /// Few elements of one shape that lie one after the other, through a fused loop. Says whether it could.
    #[inline]
    fn binary_few(
        self,
        op: Op,
        lhs: &Raw<'_>,
        rhs: &Raw<'_>,
        out: &RawMut<'_>,
        compute: DType,
    ) -> bool {
        let table = kernels::binary(op);
        match table.and_then(|table| table.find(lhs.dtype, rhs.dtype, compute)) {
            Some(fused) => loops::binary_few(lhs, rhs, out, fused, self.fixed_policies()),
            None => false,
        }
    }

    fn binary_into_any(
        self,
        op: Op,
        lhs: Raw<'_>,
        rhs: Raw<'_>,
        mut out: RawMut<'_>,
    ) -> Result<(), ComputeError> {
        let dtypes = self.pair_dtypes(op, &lhs, &rhs)?;
        if !(alike(lhs.shape, out.shape) && alike(rhs.shape, out.shape)) {
            let shape =
                broadcast_shapes(lhs.shape, rhs.shape).ok_or_else(|| mismatch(op, lhs, rhs))?;
            check_shape(op, &shape, &out)?;
        }
        if dtypes.result != out.dtype {
            self.check_output(op, dtypes.result, out.dtype)?;
        }
        if self.may_fail() {
            // What was there stays there if a policy makes a pair an error.
            let result = self.binary_fresh(op, lhs, rhs, dtypes)?;
            copy(self, result.raw(), &mut out);
            return Ok(());
        }
        self.binary_run(op, lhs, rhs, &mut out, dtypes)
    }

    pub(crate) fn binary_assign(
        self,
        op: Op,
        mut lhs: RawMut<'_>,
        rhs: Raw<'_>,
    ) -> Result<(), ComputeError> {
        let dtypes = self.pair_dtypes(op, &lhs.as_raw(), &rhs)?;
        if lhs.shape != rhs.shape {
            let shape = broadcast_shapes(lhs.shape, rhs.shape)
                .ok_or_else(|| mismatch(op, lhs.as_raw(), rhs))?;
            check_shape(op, &shape, &lhs)?;
        }
        self.check_output(op, dtypes.result, lhs.dtype)?;
        if self.may_fail() {
            let result = self.binary_fresh(op, lhs.as_raw(), rhs, dtypes)?;
            copy(self, result.raw(), &mut lhs);
            return Ok(());
        }
        let (run, swapped) = binary_loop(op, lhs.dtype, rhs.dtype, dtypes.compute)?;
        let strides = broadcast_strides(lhs.shape, rhs.shape, rhs.strides);
        let rhs = Raw::new(rhs.dtype, rhs.at, lhs.shape, &strides);
        loops::in_place(&mut lhs, rhs, (run, dtypes.result), !swapped, self.fixed_policies());
        Ok(())
    }

    pub(crate) fn unary(self, op: Op, operand: Raw<'_>) -> Result<Tensor, ComputeError> {
        let dtypes = self.unary_dtypes(op, &operand)?;
        let strides = operand.is_permuted().then_some(operand.strides);
        let result = fresh(dtypes.result, operand.shape, strides, &mut |mut out| {
            let run = unary_loop(op, dtypes.compute)?;
            loops::unary(operand, &mut out, (run, dtypes.result), self.fixed_policies());
            Ok(())
        });
        result.map(|result| result.with_weak(dtypes.weak))
    }

    pub(crate) fn unary_into(
        self,
        op: Op,
        operand: Raw<'_>,
        mut out: RawMut<'_>,
    ) -> Result<(), ComputeError> {
        let dtypes = self.unary_dtypes(op, &operand)?;
        check_shape(op, operand.shape, &out)?;
        self.check_output(op, dtypes.result, out.dtype)?;
        let run = unary_loop(op, dtypes.compute)?;
        loops::unary(operand, &mut out, (run, dtypes.result), self.fixed_policies());
        Ok(())
    }

    fn unary_dtypes(self, op: Op, operand: &Raw<'_>) -> Result<OpDTypes, ComputeError> {
        self.op_dtypes(op, &[operand.operand()]).map_err(ComputeError::of(op))
    }

    /// Whether a result may be converted to an output's dtype: by the output rule where a source states
    /// one, else where no value changes its kind.
    #[cold]
    fn check_output(self, op: Op, result: DType, output: DType) -> Result<(), ComputeError> {
        if result == output {
            return Ok(());
        }
        self.require(output).map_err(ComputeError::of(op))?;
        let casting = match self.can_cast(result, output, Casting::Output) {
            Ok(may) => Ok(may),
            Err(crate::RuleError::NoOutputRule { .. }) => {
                self.can_cast(result, output, Casting::SameKind)
            }
            Err(error) => Err(error),
        };
        match casting.map_err(ComputeError::of(op))? {
            true => Ok(()),
            false => Err(ComputeError::OutputDType { ruleset: self, op, result, output }),
        }
    }

    /// Whether a policy can make a pair of elements an error.
    #[inline]
    fn may_fail(self) -> bool {
        use crate::policy::{IntegerDivisionByZero, NegativeIntegerPower};
        let policies = self.fixed_policies();
        policies.integer_division_by_zero == IntegerDivisionByZero::Error
            || policies.negative_integer_power == NegativeIntegerPower::Error
    }
}

pub(super) fn mismatch(op: Op, lhs: Raw<'_>, rhs: Raw<'_>) -> ComputeError {
    shapes(op, lhs.shape, rhs.shape)
}

pub(super) fn shapes(op: Op, lhs: &[usize], rhs: &[usize]) -> ComputeError {
    ComputeError::Shapes { op, lhs: lhs.to_vec(), rhs: rhs.to_vec() }
}

fn check_shape(op: Op, result: &[usize], out: &RawMut<'_>) -> Result<(), ComputeError> {
    match result == out.shape {
        true => Ok(()),
        false => Err(ComputeError::OutputShape {
            op,
            result: result.to_vec(),
            output: Vec::from(out.shape),
        }),
    }
}
