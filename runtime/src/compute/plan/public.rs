//! A ruleset, an op and operands → a plan that users run on as many tensors as they like.

use alloc::vec::Vec;

use super::Resolved;
use crate::compute::ComputeError;
use crate::compute::apply::wrong_count;
use crate::op::OpDTypes;
use crate::tensor::raw::{Line, RawView};
use crate::tensor::{AsView, AsViewMut};
use crate::{Group, Op, Operand, Ruleset};

/// What a ruleset does with a unary or binary op on operands of some dtypes and categories, resolved once.
///
/// [`Ruleset::plan`] makes it, for those who have a loop of their own: a run looks nothing up.
#[derive(Clone, Copy)]
pub struct Plan(Resolved);

impl Ruleset {
    /// Resolves a unary or binary op on operands of some dtypes, once for any number of tensors.
    ///
    /// A dtype stands for tensors with axes; [`Operand`]s state the category too. Under a ruleset that does not
    /// distinguish 0-d or weakly typed tensors, a plan for tensors takes those as well.
    ///
    /// # Errors
    ///
    /// [`ComputeError`]: operands that the ruleset does not promote, an op that is not defined on them or is neither
    /// unary nor binary, another number of operands than it takes, a scalar among them.
    ///
    /// ```
    /// use concord_runtime::DType::{I8, I16, U8};
    /// use concord_runtime::{Op, Operand, Tensor, rulesets};
    ///
    /// let ruleset = rulesets::MINDSPORE;
    /// let add = ruleset.plan(Op::Add, &[I8, U8])?;
    /// assert_eq!(add.dtypes().result, I16);
    /// let mut out = ruleset.zeros(&[2], I16)?;
    /// for step in 0..3 {
    ///     let (a, b) = (Tensor::from(vec![step, -1_i8]), Tensor::from(vec![200_u8, 1]));
    ///     add.run(&a, &b, &mut out)?;
    ///     assert_eq!(out.array::<i16>()?.as_slice(), Some(&[200 + i16::from(step), 0][..]));
    /// }
    ///
    /// // torch promotes a 0-d tensor as less than others of its kind.
    /// let beside = [Operand::Tensor(I8), Operand::ZeroDim(I16)];
    /// assert_eq!(rulesets::TORCH.plan(Op::Add, &beside)?.dtypes().result, I8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan<O: Into<Operand> + Copy>(
        self,
        op: Op,
        operands: &[O],
    ) -> Result<Plan, ComputeError> {
        let operands: Vec<Operand> = operands.iter().map(|&operand| operand.into()).collect();
        let message = match (op.group(), &*operands) {
            (Group::Binary, [lhs, rhs]) if !lhs.is_scalar() && !rhs.is_scalar() => {
                return self.resolve_binary(op, [*lhs, *rhs]).map(Plan);
            }
            (Group::Unary, [operand]) if !operand.is_scalar() => {
                return self.resolve_unary(op, *operand).map(Plan);
            }
            (Group::Binary | Group::Unary, all) if all.len() != op.arity() => {
                wrong_count(op, all.len())
            }
            (Group::Binary | Group::Unary, _) => "is planned for tensors, not for numbers".into(),
            (
                Group::Ternary
                | Group::Product
                | Group::Reduction
                | Group::Join
                | Group::Sorting
                | Group::Selection
                | Group::Lookup
                | Group::Arrangement,
                _,
            ) => "cannot be planned: only unary and binary ops can".into(),
        };
        Err(ComputeError::Operands { op, message })
    }
}

impl Plan {
    /// The op.
    pub fn op(&self) -> Op {
        self.0.op
    }

    /// Whose rules it follows.
    pub fn ruleset(&self) -> Ruleset {
        self.0.ruleset
    }

    /// What it computes in and what it gives, where no value of an operand makes it another dtype.
    pub fn dtypes(&self) -> OpDTypes {
        self.0.dtypes
    }

    /// A binary op into an existing tensor, as the methods whose names end in `_into` do it.
    ///
    /// # Errors
    ///
    /// [`ComputeError`]: operands of other dtypes or categories than it was planned for, shapes that do not broadcast,
    /// an output of another shape or of a dtype to which the result may not be converted, a pair that a policy
    /// makes an error; `out` is unchanged then.
    #[inline]
    pub fn run(
        &self,
        lhs: &impl AsView,
        rhs: &impl AsView,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        match self.lines(lhs, rhs, out) {
            Some([lhs, rhs, out]) if self.0.run_lines(self.0.ruleset, lhs, rhs, out) => Ok(()),
            _ => self.run_views(lhs, rhs, out),
        }
    }

    /// The operands it was planned for, and an output, where all have one axis.
    #[inline]
    fn lines(
        &self,
        lhs: &impl AsView,
        rhs: &impl AsView,
        out: &mut impl AsViewMut,
    ) -> Option<[Line; 3]> {
        let lines = [lhs.line()?, rhs.line()?, out.line_mut()?];
        let operands = [lines[0].operand(), lines[1].operand()];
        let is_planned = self.0.op.group() == Group::Binary && operands == self.0.operands;
        is_planned.then_some(lines)
    }

    /// Any way.
    #[inline(never)]
    fn run_views(
        &self,
        lhs: &impl AsView,
        rhs: &impl AsView,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        if let Some([lhs, rhs, out]) = self.lines(lhs, rhs, out)
            && self.0.run_converted_lines(lhs, rhs, out)
        {
            return Ok(());
        }
        let (lhs, rhs) = (lhs.raw(), rhs.raw());
        self.check(Group::Binary, [&lhs, &rhs])?;
        let Resolved { ruleset, op, .. } = self.0;
        // What was planned goes by dtypes, and here the value of a 0-d operand counts.
        match ruleset.pair_by_value(op, &lhs, &rhs) {
            Some(dtypes) => Resolved::of_pair(ruleset, op, [lhs.dtype, rhs.dtype], dtypes?)
                .binary_into(lhs, rhs, out.raw_mut()),
            None => self.0.binary_into(lhs, rhs, out.raw_mut()),
        }
    }

    /// A unary op into an existing tensor, likewise.
    ///
    /// # Errors
    ///
    /// As [`run`](Plan::run).
    ///
    /// ```
    /// use concord_runtime::{DType, Op, Tensor, rulesets};
    ///
    /// let negative = rulesets::NUMPY.plan(Op::Negative, &[DType::F32])?;
    /// let mut out = rulesets::NUMPY.zeros(&[2], DType::F32)?;
    /// negative.run_unary(&Tensor::from(vec![1.0_f32, -2.0]), &mut out)?;
    /// assert_eq!(out.array::<f32>()?.as_slice(), Some(&[-1.0, 2.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_unary(
        &self,
        operand: &impl AsView,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        let operand = operand.raw();
        self.check(Group::Unary, [&operand; 2])?;
        self.0.unary_into(operand, out.raw_mut())
    }

    /// Refuses operands that it was not planned for.
    fn check(&self, group: Group, operands: [&RawView<'_>; 2]) -> Result<(), ComputeError> {
        let given = operands.map(RawView::operand);
        match self.0.op.group() == group && given == self.0.operands {
            true => Ok(()),
            false => self.check_dtypes(group, given),
        }
    }

    /// The same where categories differ, which may not matter.
    #[cold]
    fn check_dtypes(&self, group: Group, given: [Operand; 2]) -> Result<(), ComputeError> {
        let Resolved { ruleset, op, operands, .. } = self.0;
        let message = if op.group() != group {
            wrong_count(op, group.arity())
        } else if given.map(|operand| operand.dtype()) == operands.map(|operand| operand.dtype())
            && !ruleset.tables().distinguishes_categories()
        {
            return Ok(());
        } else {
            let text = |all: [Operand; 2]| match group {
                Group::Unary => alloc::format!("{}", all[0]),
                _ => alloc::format!("{} and {}", all[0], all[1]),
            };
            alloc::format!("was planned for {}, not for {}", text(operands), text(given))
        };
        Err(ComputeError::Operands { op, message })
    }
}

impl core::fmt::Debug for Plan {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Resolved { ruleset, op, dtypes, operands, .. } = self.0;
        f.debug_struct("Plan")
            .field("ruleset", &ruleset)
            .field("op", &op)
            .field("operands", &&operands[..op.arity()])
            .field("dtypes", &dtypes)
            .finish()
    }
}
