//! Unary and binary ops on tensors → new tensors, or existing ones: dtypes, shapes, and which kernel runs.
#![expect(unsafe_code, reason = "an op in place reads the tensor that it writes")]

use alloc::vec::Vec;

use super::ComputeError;
use super::cast::copy;
use crate::generated::kernels::KERNELS;
use crate::kernel::casts::rounds_twice;
use crate::kernel::elementwise::{Kernel, run, run_few, run_in_place};
use crate::kernel::isa::Isa;
use crate::kernel::loops::Loop;
use crate::kernel::tables::{BinaryTable, Kernels};
use crate::op::OpDTypes;
use crate::policy::{IntegerComparison, Policies};
use crate::tensor::fresh::fresh;
use crate::tensor::raw::{RawView, RawViewMut, alike};
use crate::tensor::shape::broadcast_shapes;
use crate::tensor::{AsView, Tensor};
use crate::{Casting, DType, Kind, Op, Operand, Ruleset};

/// The kernels of a binary op.
#[inline]
pub(super) fn binary_table(op: Op) -> Option<&'static BinaryTable> {
    match KERNELS[op as usize] {
        Kernels::Binary(table) => Some(table),
        Kernels::Unary(_)
        | Kernels::Ternary(_)
        | Kernels::Product(_)
        | Kernels::Reduction(_)
        | Kernels::Join(_)
        | Kernels::Sorting(_)
        | Kernels::Selection(_)
        | Kernels::Lookup(_)
        | Kernels::Arrangement(_) => None,
    }
}

/// What an op that compares says of an operand of a signed and one of an unsigned integer dtype by their true
/// values, where the policy has it so; whether the unsigned one is on the left.
fn true_comparison(
    op: Op,
    (lhs, rhs): (DType, DType),
    compute: DType,
    policies: &Policies,
) -> Option<([bool; 3], bool)> {
    if policies.integer_comparison != IntegerComparison::Exact || compute.kind() != Kind::Float {
        return None;
    }
    let [less, equal, greater] = binary_table(op)?.order?;
    match (lhs.kind(), rhs.kind()) {
        (Kind::Int, Kind::Uint) => Some(([less, equal, greater], false)),
        (Kind::Uint, Kind::Int) => Some(([greater, equal, less], true)),
        _ => None,
    }
}

/// The kernel of a binary op on two dtypes, fused where there is one; whether its operands are swapped.
fn binary_kernel(
    op: Op,
    lhs: DType,
    rhs: DType,
    OpDTypes { compute, result, .. }: OpDTypes,
    policies: &Policies,
) -> Result<(Kernel, bool), ComputeError> {
    if let Some((says, swapped)) = true_comparison(op, (lhs, rhs), compute, policies) {
        return Ok((Kernel::compare(says), swapped));
    }
    let no_loop = || ComputeError::NoLoop { op, dtype: compute };
    let table = binary_table(op).ok_or_else(no_loop)?;
    let isa = Isa::active() as usize;
    let found = |lhs, rhs| {
        let run = Loop::Binary(table.find(lhs, rhs, compute)?[isa]?);
        Some(Kernel { run, operands: [lhs, rhs, rhs], result })
    };
    let [left, right] = [lhs, rhs].map(|from| rounds_twice(from, compute, policies));
    if !left && !right {
        if let Some(fused) = found(lhs, rhs) {
            return Ok((fused, false));
        }
        if table.swaps
            && let Some(swapped) = found(rhs, lhs)
        {
            return Ok((swapped, true));
        }
    }
    Ok((found(compute, compute).ok_or_else(no_loop)?, false))
}

fn unary_kernel(
    op: Op,
    OpDTypes { compute, result, .. }: OpDTypes,
) -> Result<Kernel, ComputeError> {
    let no_loop = ComputeError::NoLoop { op, dtype: compute };
    let Kernels::Unary(table) = KERNELS[op as usize] else { return Err(no_loop) };
    let loops = table.find(compute).ok_or(no_loop)?;
    let run = Loop::Unary(loops[Isa::active() as usize]);
    Ok(Kernel { run, operands: [compute; 3], result })
}

impl Ruleset {
    pub(crate) fn binary(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = self.pair_dtypes(op, &lhs, &rhs)?;
        self.binary_fresh(op, lhs, rhs, dtypes)
    }

    /// The dtypes of an op on two tensors, whatever the category of each.
    #[inline]
    pub(super) fn pair_dtypes(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
    ) -> Result<OpDTypes, ComputeError> {
        let plain = !self.tables().distinguishes_categories();
        if plain && let Some(dtypes) = self.common_dtypes(op, lhs.dtype, rhs.dtype) {
            return Ok(dtypes);
        }
        let operand = |view: &RawView<'_>| match plain {
            true => Operand::Tensor(view.dtype),
            false => view.operand(),
        };
        let dtypes = self.op_dtypes(op, &[operand(lhs), operand(rhs)]);
        dtypes.map_err(ComputeError::of(op))
    }

    /// A binary op into a new tensor, once its dtypes are known.
    pub(super) fn binary_fresh(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let mut write = |out: &mut RawViewMut<'_>| self.binary_run(op, lhs, rhs, out, dtypes);
        if alike(lhs.shape, rhs.shape) {
            // The output keeps the operands' layout.
            let permuted = lhs.strides == rhs.strides && lhs.is_permuted();
            return fresh_result(dtypes, lhs.shape, permuted.then_some(lhs.strides), &mut write);
        }
        let shape = broadcast_shapes(lhs.shape, rhs.shape);
        let shape = shape.ok_or_else(|| mismatch(op, lhs.shape, rhs.shape))?;
        fresh_result(dtypes, &shape, None, &mut write)
    }

    /// A binary op on operands that broadcast to the output's shape.
    fn binary_run(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        out: &mut RawViewMut<'_>,
        dtypes: OpDTypes,
    ) -> Result<(), ComputeError> {
        let plain = dtypes.result == out.dtype && !self.may_fail();
        if plain && self.binary_few(op, &lhs, &rhs, out, dtypes.compute) {
            return Ok(());
        }
        self.check_conversions(op, &[lhs, rhs], dtypes.compute)?;
        let (kernel, swapped) =
            binary_kernel(op, lhs.dtype, rhs.dtype, dtypes, self.fixed_policies())?;
        let operands = if swapped { [rhs, lhs] } else { [lhs, rhs] };
        match run(&kernel, &operands, out, self.fixed_policies()) {
            true => Err(ComputeError::Policy { ruleset: self, op, dtype: dtypes.compute }),
            false => Ok(()),
        }
    }

    pub(crate) fn binary_into(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        out: RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        match self.binary_short(op, &lhs, &rhs, &out) {
            true => Ok(()),
            false => self.binary_into_any(op, lhs, rhs, out),
        }
    }

    /// The fast path of what is most common: few elements in one layout, an op that computes in what its
    /// operands promote to, an output of the result's dtype. Returns false if it does not apply.
    #[inline]
    fn binary_short(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
        out: &RawViewMut<'_>,
    ) -> bool {
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

    /// Few elements of one shape in standard layout, through a fused loop. Returns false if that does not apply.
    #[inline]
    fn binary_few(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
        out: &RawViewMut<'_>,
        compute: DType,
    ) -> bool {
        let policies = self.fixed_policies();
        if [lhs, rhs].iter().any(|raw| rounds_twice(raw.dtype, compute, policies)) {
            return false;
        }
        let fused = binary_table(op).and_then(|table| table.find(lhs.dtype, rhs.dtype, compute));
        fused.is_some_and(|fused| run_few(lhs, rhs, out, fused, policies))
    }

    fn binary_into_any(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        mut out: RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        let dtypes = self.pair_dtypes(op, &lhs, &rhs)?;
        check_output_shape(op, lhs.shape, rhs.shape, &out)?;
        self.check_output_dtype(op, dtypes.result, out.dtype)?;
        if self.may_fail() {
            // The output stays as it was if a policy makes a pair an error.
            let result = self.binary_fresh(op, lhs, rhs, dtypes)?;
            copy(self, &result.raw(), &mut out);
            return Ok(());
        }
        self.binary_run(op, lhs, rhs, &mut out, dtypes)
    }

    pub(crate) fn binary_assign(
        self,
        op: Op,
        mut out: RawViewMut<'_>,
        rhs: RawView<'_>,
    ) -> Result<(), ComputeError> {
        // SAFETY: a tensor's elements are initialised; `run_in_place` copies them before it writes them.
        let lhs = unsafe { out.as_raw() };
        if self.may_fail() {
            return self.binary_into_any(op, lhs, rhs, out);
        }
        let dtypes = self.pair_dtypes(op, &lhs, &rhs)?;
        check_output_shape(op, lhs.shape, rhs.shape, &out)?;
        self.check_output_dtype(op, dtypes.result, out.dtype)?;
        let (kernel, swapped) =
            binary_kernel(op, lhs.dtype, rhs.dtype, dtypes, self.fixed_policies())?;
        let operands = if swapped { [rhs, lhs] } else { [lhs, rhs] };
        let own = usize::from(swapped);
        run_in_place(&kernel, &operands, &mut out, own, self.fixed_policies());
        Ok(())
    }

    pub(crate) fn unary(self, op: Op, operand: RawView<'_>) -> Result<Tensor, ComputeError> {
        let dtypes = self.unary_dtypes(op, &operand)?;
        self.check_conversions(op, &[operand], dtypes.compute)?;
        self.unary_fresh(op, operand, dtypes)
    }

    /// A unary op into a new tensor, once its dtypes are known.
    pub(super) fn unary_fresh(
        self,
        op: Op,
        operand: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let strides = operand.is_permuted().then_some(operand.strides);
        fresh_result(dtypes, operand.shape, strides, &mut |out| {
            run(&unary_kernel(op, dtypes)?, &[operand], out, self.fixed_policies());
            Ok(())
        })
    }

    pub(crate) fn unary_into(
        self,
        op: Op,
        operand: RawView<'_>,
        mut out: RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        let dtypes = self.unary_dtypes(op, &operand)?;
        check_output_shape(op, operand.shape, operand.shape, &out)?;
        self.check_output_dtype(op, dtypes.result, out.dtype)?;
        self.check_conversions(op, &[operand], dtypes.compute)?;
        run(&unary_kernel(op, dtypes)?, &[operand], &mut out, self.fixed_policies());
        Ok(())
    }

    pub(super) fn unary_dtypes(
        self,
        op: Op,
        operand: &RawView<'_>,
    ) -> Result<OpDTypes, ComputeError> {
        self.op_dtypes(op, &[operand.operand()]).map_err(ComputeError::of(op))
    }

    /// Checks that a result may be converted to an output's dtype: by the output rule where a source states
    /// one, else where no value changes its kind.
    pub(super) fn check_output_dtype(
        self,
        op: Op,
        result: DType,
        output: DType,
    ) -> Result<(), ComputeError> {
        if result == output {
            return Ok(());
        }
        self.require(output).map_err(ComputeError::of(op))?;
        let may = match self.can_cast(result, output, Casting::Output) {
            Err(crate::RuleError::NoOutputRule { .. }) => {
                self.can_cast(result, output, Casting::SameKind)
            }
            other => other,
        };
        match may.map_err(ComputeError::of(op))? {
            true => Ok(()),
            false => Err(ComputeError::OutputDType { ruleset: self, op, result, output }),
        }
    }

    /// Whether a policy can make a pair of elements an error, or one of them.
    #[inline]
    fn may_fail(self) -> bool {
        use crate::policy::{IntegerDivisionByZero, NegativeIntegerPower};
        let policies = self.fixed_policies();
        policies.integer_division_by_zero == IntegerDivisionByZero::Error
            || policies.negative_integer_power == NegativeIntegerPower::Error
            || self.checks_conversions()
    }
}

/// The new tensor of an op's result.
#[inline]
pub(super) fn fresh_result(
    dtypes: OpDTypes,
    shape: &[usize],
    strides: Option<&[isize]>,
    write: &mut dyn FnMut(&mut RawViewMut<'_>) -> Result<(), ComputeError>,
) -> Result<Tensor, ComputeError> {
    let mut result = fresh(dtypes.result, shape, strides, write);
    if let Ok(tensor) = &mut result {
        tensor.weak = dtypes.weak;
    }
    result
}

pub(super) fn mismatch(op: Op, lhs: &[usize], rhs: &[usize]) -> ComputeError {
    ComputeError::Shapes { op, lhs: lhs.to_vec(), rhs: rhs.to_vec() }
}

/// Checks that an output has the shape that two operands broadcast to.
#[inline]
fn check_output_shape(
    op: Op,
    lhs: &[usize],
    rhs: &[usize],
    out: &RawViewMut<'_>,
) -> Result<(), ComputeError> {
    if alike(lhs, out.shape) && alike(rhs, out.shape) {
        return Ok(());
    }
    let result = broadcast_shapes(lhs, rhs).ok_or_else(|| mismatch(op, lhs, rhs))?;
    match result == out.shape {
        true => Ok(()),
        false => Err(ComputeError::OutputShape { op, result, output: Vec::from(out.shape) }),
    }
}
