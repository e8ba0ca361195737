//! Unary and binary ops on tensors → new tensors, or existing ones: dtypes, shapes, and which kernel runs.
#![expect(unsafe_code, reason = "an op in place reads the tensor that it writes")]

use alloc::vec::Vec;

use super::ComputeError;
use super::cast::copy;
use super::plan::{Key, Resolved};
use crate::kernel::call::Loop;
use crate::kernel::elementwise::{run, run_in_place, run_overwriting, run_two};
use crate::kernel::short::{FEW, run_converted, run_converted_lines, run_few, run_line, run_lines};
use crate::op::OpDTypes;
use crate::tensor::fresh::{fresh, fresh_line};
use crate::tensor::raw::{Line, RawView, RawViewMut, alike};
use crate::tensor::shape::broadcast_shapes;
use crate::tensor::{AsView, AsViewMut, Tensor};
use crate::{Casting, DType, Op, Ruleset};

impl Ruleset {
    pub(crate) fn binary(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
    ) -> Result<Tensor, ComputeError> {
        self.binary_plan(op, &lhs, &rhs)?.binary(lhs, rhs)
    }

    /// A binary op into a new tensor, once its dtypes are known.
    pub(super) fn binary_fresh(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        // Most scalars are in a dtype beside which a tensor of it would be the same: that plan is kept.
        match self.binary_plan(op, &lhs, &rhs) {
            Ok(plan) if plan.dtypes == dtypes => plan.binary(lhs, rhs),
            _ => Resolved::of_pair(self, op, [lhs.dtype, rhs.dtype], dtypes).binary(lhs, rhs),
        }
    }

    /// The shortest way, of operands and an output that have one axis and few elements. Returns false if it does not
    /// apply.
    #[inline(always)]
    pub(crate) fn lines_into(
        self,
        op: Op,
        lhs: Option<Line>,
        rhs: Option<Line>,
        out: Option<Line>,
    ) -> bool {
        let (Some(lhs), Some(rhs), Some(out)) = (lhs, rhs, out) else { return false };
        let plan = Key::of_lines(self, op, lhs, rhs).find();
        plan.is_some_and(|plan| plan.run_lines(self, lhs, rhs, out))
    }

    /// The same into a new tensor; `None` if it does not apply.
    #[inline(always)]
    pub(crate) fn lines_fresh(
        self,
        op: Op,
        lhs: Option<Line>,
        rhs: Option<Line>,
    ) -> Option<Tensor> {
        self.of_lines(op, lhs?, rhs?)
    }

    fn of_lines(self, op: Op, lhs: Line, rhs: Line) -> Option<Tensor> {
        Key::of_lines(self, op, lhs, rhs).find()?.of_lines(self, lhs, rhs)
    }

    /// The same of any operands.
    #[inline(never)]
    pub(crate) fn views_into(
        self,
        op: Op,
        lhs: &impl AsView,
        rhs: &impl AsView,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        if let (Some(left), Some(right), Some(to)) = (lhs.line(), rhs.line(), out.line_mut())
            && let Some(plan) = Key::of_lines(self, op, left, right).find()
            && plan.run_converted_lines(left, right, to)
        {
            return Ok(());
        }
        self.binary_into(op, lhs.raw(), rhs.raw(), out.raw_mut())
    }

    /// The same of any operands, into a new tensor.
    #[inline(never)]
    pub(crate) fn views_fresh(
        self,
        op: Op,
        lhs: &impl AsView,
        rhs: &impl AsView,
    ) -> Result<Tensor, ComputeError> {
        self.binary(op, lhs.raw(), rhs.raw())
    }

    pub(crate) fn binary_into(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        out: RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        self.binary_plan(op, &lhs, &rhs)?.binary_into(lhs, rhs, out)
    }

    pub(crate) fn binary_assign(
        self,
        op: Op,
        out: RawViewMut<'_>,
        rhs: RawView<'_>,
    ) -> Result<(), ComputeError> {
        // SAFETY: a tensor's elements are initialised, and this view of them is not read.
        let lhs = unsafe { out.as_raw() };
        let plan = self.binary_plan(op, &lhs, &rhs)?;
        plan.binary_in_place(out, rhs)
    }

    /// A binary op in place, once its dtypes are known.
    pub(super) fn binary_in_place(
        self,
        op: Op,
        out: RawViewMut<'_>,
        rhs: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<(), ComputeError> {
        Resolved::of_pair(self, op, [out.dtype, rhs.dtype], dtypes).binary_in_place(out, rhs)
    }

    pub(crate) fn unary(self, op: Op, operand: RawView<'_>) -> Result<Tensor, ComputeError> {
        match Line::of(&operand).and_then(|line| self.of_line(op, line)) {
            Some(result) => Ok(result),
            None => self.unary_plan(op, &operand)?.unary(operand),
        }
    }

    /// The same of a unary op.
    #[inline(always)]
    pub(super) fn of_line(self, op: Op, operand: Line) -> Option<Tensor> {
        let plan = Key::of_lines(self, op, operand, operand).find()?;
        let OpDTypes { compute, result, weak } = plan.dtypes;
        let (kernel, policies) = (plan.plain_kernel()?, self.fixed_policies());
        match kernel.run {
            Loop::Unary(run) if operand.dtype == compute && operand.len <= FEW => {
                fresh_line(result, weak, operand.len, &mut |out| {
                    // SAFETY: the loop is of the dtypes of both, and the output is one of its own.
                    unsafe { run_line(operand, out, run, policies) }
                })
            }
            _ if !kernel.fits_a_block(operand.len) => None,
            _ => fresh_line(result, weak, operand.len, &mut |out| {
                // SAFETY: a unary op takes one operand, and the output is one of its own.
                unsafe { run_converted_lines(kernel, &[operand], out, policies) }
            }),
        }
    }

    /// Two binary ops one after the other, each with one element on the right and in the same dtypes, into a new
    /// tensor; `None` if there is no such short way.
    pub(super) fn two_in_one(
        self,
        ops: [Op; 2],
        value: RawView<'_>,
        elements: [RawView<'_>; 2],
        dtypes: OpDTypes,
    ) -> Option<Result<Tensor, ComputeError>> {
        let one = |raw: &RawView<'_>| raw.shape.iter().all(|&len| len == 1);
        let few_axes = elements.iter().all(|raw| raw.shape.len() <= value.shape.len());
        let plain = value.is_standard() && !self.is_carried(dtypes.compute);
        if !plain || !few_axes || !elements.iter().all(one) {
            return None;
        }
        let first = Resolved::of_pair(self, ops[0], [value.dtype, elements[0].dtype], dtypes);
        let second = Resolved::of_pair(self, ops[1], [dtypes.result, elements[1].dtype], dtypes);
        if [&first, &second].iter().any(|plan| plan.may_fail || plan.refuses) {
            return None;
        }
        let (Ok((first, false)), Ok((second, false))) = (first.kernel(), second.kernel()) else {
            return None;
        };
        let mut applies = true;
        let result = fresh_result(dtypes, value.shape, None, &mut |out| {
            applies = run_two([first, second], &value, elements, out, self.fixed_policies());
            match applies {
                true => Ok(()),
                // Not the answer: it only keeps an output that was not written from being read.
                false => Err(ComputeError::NoLoop { op: ops[0], dtype: dtypes.compute }),
            }
        });
        applies.then_some(result)
    }

    /// A unary op into a new tensor, once its dtypes are known.
    pub(super) fn unary_fresh(
        self,
        op: Op,
        operand: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        Resolved::of_single(self, op, operand.dtype, dtypes).unary(operand)
    }

    pub(crate) fn unary_into(
        self,
        op: Op,
        operand: RawView<'_>,
        out: RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        self.unary_plan(op, &operand)?.unary_into(operand, out)
    }

    /// The dtypes of an op on two tensors, whatever the category of each.
    #[inline]
    pub(super) fn pair_dtypes(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
    ) -> Result<OpDTypes, ComputeError> {
        match self.pair_by_value(op, lhs, rhs) {
            Some(dtypes) => dtypes,
            None => {
                self.dtypes_in(op, &[lhs.operand(), rhs.operand()]).map_err(ComputeError::of(op))
            }
        }
    }

    pub(super) fn unary_dtypes(
        self,
        op: Op,
        operand: &RawView<'_>,
    ) -> Result<OpDTypes, ComputeError> {
        self.dtypes_in(op, &[operand.operand()]).map_err(ComputeError::of(op))
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
}

impl Resolved {
    /// A binary op on as many elements, in the shortest way; `None` if it does not apply. The ruleset is the plan's own.
    #[inline(always)]
    pub(super) fn of_lines(&self, ruleset: Ruleset, lhs: Line, rhs: Line) -> Option<Tensor> {
        let OpDTypes { result, weak, .. } = self.dtypes;
        let policies = ruleset.fixed_policies();
        match self.short(result).filter(|_| lhs.len <= FEW) {
            Some(fused) => fresh_line(result, weak, lhs.len, &mut |out| {
                // SAFETY: the plan's loop is of these dtypes, and the output is one of its own.
                unsafe { run_lines(lhs, rhs, out, fused, policies) }
            }),
            None => {
                let kernel = self.plain_kernel().filter(|kernel| kernel.fits_a_block(lhs.len))?;
                fresh_line(result, weak, lhs.len, &mut |out| {
                    // SAFETY: a binary op takes two operands, and the output is one of its own.
                    unsafe { run_converted_lines(kernel, &[lhs, rhs], out, policies) }
                })
            }
        }
    }

    /// A binary op into a new tensor.
    pub(super) fn binary(
        &self,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
    ) -> Result<Tensor, ComputeError> {
        let mut write = |out: &mut RawViewMut<'_>| self.binary_run(lhs, rhs, out);
        if alike(lhs.shape, rhs.shape) {
            // The output keeps the operands' layout.
            let permuted = lhs.strides == rhs.strides && lhs.is_permuted();
            let strides = permuted.then_some(lhs.strides);
            return fresh_result(self.dtypes, lhs.shape, strides, &mut write);
        }
        let shape = broadcast_shapes(lhs.shape, rhs.shape);
        let shape = shape.ok_or_else(|| mismatch(self.op, lhs.shape, rhs.shape))?;
        fresh_result(self.dtypes, &shape, None, &mut write)
    }

    /// A binary op on operands that broadcast to the output's shape.
    fn binary_run(
        &self,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        out: &mut RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        if self.run_few(&lhs, &rhs, out) {
            return Ok(());
        }
        self.check_conversions(&[lhs, rhs])?;
        let (kernel, swapped) = self.kernel()?;
        let rounded = [self.rounded(&lhs)?, self.rounded(&rhs)?];
        let lhs = rounded[0].as_ref().map_or(lhs, AsView::raw);
        let rhs = rounded[1].as_ref().map_or(rhs, AsView::raw);
        let operands = if swapped { [rhs, lhs] } else { [lhs, rhs] };
        match run(kernel, &operands, out, self.ruleset.fixed_policies()) {
            true => {
                let (ruleset, op, dtype) = (self.ruleset, self.op, self.dtypes.compute);
                Err(ComputeError::Policy { ruleset, op, dtype })
            }
            false => Ok(()),
        }
    }

    /// A fast path: few elements in one layout, an output of the result's dtype, nothing to check, and nothing to
    /// convert or few enough for a block. Returns false if it does not apply.
    #[inline]
    fn run_few(&self, lhs: &RawView<'_>, rhs: &RawView<'_>, out: &mut RawViewMut<'_>) -> bool {
        let policies = self.ruleset.fixed_policies();
        match self.short(out.dtype) {
            // SAFETY: the plan is one for operands of these dtypes, and of its result's is the output.
            Some(fused) => unsafe { run_few(lhs, rhs, out, fused, policies) },
            None => self.plain_kernel().is_some_and(|kernel| {
                // SAFETY: a binary op takes two operands.
                unsafe { run_converted(kernel, &[*lhs, *rhs], out, policies) }.is_some()
            }),
        }
    }

    /// The fast path of operands and an output that have one axis.
    #[inline]
    pub(super) fn run_lines(&self, ruleset: Ruleset, lhs: Line, rhs: Line, out: Line) -> bool {
        let policies = ruleset.fixed_policies();
        // SAFETY: the plan is one for operands of these dtypes, and of its result's is the output; who made the lines
        // vouched for their elements.
        self.short(out.dtype)
            .is_some_and(|fused| unsafe { run_lines(lhs, rhs, out, fused, policies) })
    }

    /// The same where operands are converted or subnormal numbers flushed: apart, so that what is shorter stays so.
    pub(super) fn run_converted_lines(&self, lhs: Line, rhs: Line, out: Line) -> bool {
        let policies = self.ruleset.fixed_policies();
        self.plain_kernel().is_some_and(|kernel| {
            kernel.fits_a_block(out.len)
                // SAFETY: a binary op takes two operands; who made the lines vouched for their elements.
                && unsafe { run_converted_lines(kernel, &[lhs, rhs], out, policies) }
        })
    }

    pub(super) fn binary_into(
        &self,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        mut out: RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        if self.run_few(&lhs, &rhs, &mut out) {
            return Ok(());
        }
        let (ruleset, op) = (self.ruleset, self.op);
        check_output_shape(op, lhs.shape, rhs.shape, &out)?;
        ruleset.check_output_dtype(op, self.dtypes.result, out.dtype)?;
        if self.may_fail || self.rounds_before(out.dtype) {
            // The output stays as it was if a policy makes a pair an error, and it may be an operand.
            let result = self.binary(lhs, rhs)?;
            copy(ruleset, &result.raw(), &mut out);
            return Ok(());
        }
        self.binary_run(lhs, rhs, &mut out)
    }

    /// A binary op whose left operand becomes the result.
    fn binary_in_place(
        &self,
        mut out: RawViewMut<'_>,
        rhs: RawView<'_>,
    ) -> Result<(), ComputeError> {
        // SAFETY: a tensor's elements are initialised; `run_in_place` copies them before it writes them.
        let lhs = unsafe { out.as_raw() };
        if self.may_fail || self.rounds_before(out.dtype) {
            return self.binary_into(lhs, rhs, out);
        }
        check_output_shape(self.op, lhs.shape, rhs.shape, &out)?;
        self.ruleset.check_output_dtype(self.op, self.dtypes.result, out.dtype)?;
        self.check_conversions(&[lhs, rhs])?;
        let policies = self.ruleset.fixed_policies();
        if let Some(overwrite) = self.overwriting([out.dtype, rhs.dtype])
            // SAFETY: the loop is of the dtype of both, and a tensor's elements are initialised.
            && unsafe { run_overwriting(overwrite, &rhs, &mut out, policies) }
        {
            return Ok(());
        }
        let (kernel, swapped) = self.kernel()?;
        let rounded = self.rounded(&rhs)?;
        let rhs = rounded.as_ref().map_or(rhs, AsView::raw);
        let operands = if swapped { [rhs, lhs] } else { [lhs, rhs] };
        let own = usize::from(swapped);
        run_in_place(kernel, &operands, &mut out, own, policies);
        Ok(())
    }

    /// A unary op into a new tensor.
    fn unary(&self, operand: RawView<'_>) -> Result<Tensor, ComputeError> {
        let strides = operand.is_permuted().then_some(operand.strides);
        let mut write = |out: &mut RawViewMut<'_>| self.unary_run(operand, out);
        fresh_result(self.dtypes, operand.shape, strides, &mut write)
    }

    pub(super) fn unary_into(
        &self,
        operand: RawView<'_>,
        mut out: RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        check_output_shape(self.op, operand.shape, operand.shape, &out)?;
        self.ruleset.check_output_dtype(self.op, self.dtypes.result, out.dtype)?;
        if self.rounds_before(out.dtype) {
            copy(self.ruleset, &self.unary(operand)?.raw(), &mut out);
            return Ok(());
        }
        self.unary_run(operand, &mut out)
    }

    fn unary_run(
        &self,
        operand: RawView<'_>,
        out: &mut RawViewMut<'_>,
    ) -> Result<(), ComputeError> {
        self.check_conversions(&[operand])?;
        let rounded = self.rounded(&operand)?;
        let operand = rounded.as_ref().map_or(operand, AsView::raw);
        run(self.kernel()?.0, &[operand], out, self.ruleset.fixed_policies());
        Ok(())
    }

    /// Whether what the carrier's loop gives is rounded before it is converted to an output's dtype, or what the output holds
    /// before the loop takes it as an operand.
    #[inline]
    fn rounds_before(&self, out: DType) -> bool {
        self.carried && [self.dtypes.compute, self.dtypes.result] != [out; 2]
    }

    /// An operand converted to the dtype that the op computes in, where loops know only its carrier.
    #[inline]
    fn rounded(&self, operand: &RawView<'_>) -> Result<Option<Tensor>, ComputeError> {
        match self.carried {
            true => self.ruleset.rounded_to_carried(operand, self.dtypes.compute),
            false => Ok(None),
        }
    }

    #[inline]
    fn check_conversions(&self, operands: &[RawView<'_>]) -> Result<(), ComputeError> {
        match self.refuses {
            true => self.ruleset.check_conversions(self.op, operands, self.dtypes.compute),
            false => Ok(()),
        }
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
    Ok(fresh(dtypes.result, shape, strides, write)?.with_weak(dtypes.weak))
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
        false => {
            let (op, output) = (Some(op), Vec::from(out.shape));
            Err(ComputeError::OutputShape { op, result, output })
        }
    }
}
