//! An op as a value and operands of any kind → a new tensor, or an existing one: for interpreters, bindings and tests.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ternary::ternary_op;
use super::{Arg, ComputeError, Options};
use crate::error::message::WrongCount;
use crate::kernel::ops::TernaryOp;
use crate::op::OpDTypes;
use crate::tensor::raw::{RawView, Single};
use crate::tensor::{AsView, AsViewMut, Tensor};
use crate::{Group, Op, Operand, Ruleset};

impl Ruleset {
    /// An op on operands, whichever op it is. The methods of the ops' own names do the same.
    ///
    /// # Errors
    ///
    /// [`ComputeError`], also for another number of operands than the op takes, for scalars without a tensor,
    /// and for options where the op takes none.
    ///
    /// ```
    /// use concord_runtime::{DType, Number, Op, Options, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![1_i16, 2]);
    /// let sum = rulesets::MEGENGINE.apply(
    ///     Op::Add,
    ///     &[(&a).into(), Number::Float(1.0).into()],
    ///     &Options::default(),
    /// )?;
    /// assert_eq!(sum.dtype(), DType::F32);
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    pub fn apply(
        self,
        op: Op,
        operands: &[Arg<'_>],
        options: &Options,
    ) -> Result<Tensor, ComputeError> {
        options.check(op)?;
        match (op.group(), operands) {
            (Group::Unary, [Arg::Tensor(operand)]) => self.unary(op, operand.raw()),
            (Group::Binary, [lhs, rhs]) => match (lhs, rhs, lhs.scalar().or(rhs.scalar())) {
                (Arg::Tensor(lhs), Arg::Tensor(rhs), _) => self.binary(op, lhs.raw(), rhs.raw()),
                (Arg::Tensor(lhs), _, Some(rhs)) => self.scalar_fresh(op, lhs.raw(), rhs, false),
                (_, Arg::Tensor(rhs), Some(lhs)) => self.scalar_fresh(op, rhs.raw(), lhs, true),
                (_, _, _) => Err(wrong_operands(op, operands)),
            },
            (Group::Ternary, [first, second, third]) => self.ternary_of(op, [first, second, third]),
            (Group::Product, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                self.product(op, lhs.raw(), rhs.raw(), options)
            }
            (Group::Reduction, [Arg::Tensor(operand)]) => {
                self.reduction(op, operand.raw(), &options.reduce())
            }
            (Group::Join, _) => self.join(op, &joined(op, operands)?, options),
            (Group::Sorting, [Arg::Tensor(operand)]) => self.sorting(op, operand.raw(), options),
            (Group::Selection, [Arg::Tensor(operand)]) => {
                self.selection(op, operand.raw(), &options.reduce())
            }
            (Group::Lookup, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                self.lookup(op, lhs.raw(), rhs.raw(), options)
            }
            (Group::Arrangement, [Arg::Tensor(operand)]) => {
                self.arrangement(op, operand.raw(), options)
            }
            (
                Group::Unary
                | Group::Binary
                | Group::Ternary
                | Group::Product
                | Group::Reduction
                | Group::Sorting
                | Group::Selection
                | Group::Lookup
                | Group::Arrangement,
                _,
            ) => Err(wrong_operands(op, operands)),
        }
    }

    /// A unary or binary op on tensors, into an existing tensor: the result is converted to its dtype where the
    /// ruleset's output rule allows it. The methods whose names end in `_into` do the same.
    ///
    /// # Errors
    ///
    /// [`ComputeError`]: those of [`apply`](Ruleset::apply), [`ComputeError::OutputShape`] and
    /// [`ComputeError::OutputDType`]; [`ComputeError::Operands`] for scalars, and for ops of other groups, which
    /// have no such form; [`ComputeError::Options`] for options, which no op that has one takes.
    ///
    /// ```
    /// use concord_runtime::{DType, Op, Options, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![1_i16, 2]);
    /// let mut out = rulesets::DPCTL.zeros(&[2], DType::F32)?;
    /// rulesets::DPCTL.apply_into(Op::Add, &[(&a).into(), (&a).into()], &Options::default(), &mut out)?;
    /// assert_eq!(out.array::<f32>()?.as_slice(), Some(&[2.0, 4.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_into(
        self,
        op: Op,
        operands: &[Arg<'_>],
        options: &Options,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        match (op.group(), operands) {
            (Group::Binary, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                options.check(op)?;
                self.binary_into(op, lhs.raw(), rhs.raw(), out.raw_mut())
            }
            (Group::Unary, [Arg::Tensor(operand)]) => {
                options.check(op)?;
                self.unary_into(op, operand.raw(), out.raw_mut())
            }
            (
                Group::Unary
                | Group::Binary
                | Group::Ternary
                | Group::Product
                | Group::Reduction
                | Group::Join
                | Group::Sorting
                | Group::Selection
                | Group::Lookup
                | Group::Arrangement,
                _,
            ) => Err(no_output(op, operands)),
        }
    }

    /// A ternary op on operands of any kind. A scalar becomes an element of the compute dtype.
    pub(crate) fn ternary_of(self, op: Op, args: [&Arg<'_>; 3]) -> Result<Tensor, ComputeError> {
        if let Some(counted) = self.counted_by_value(op, args) {
            return self.ternary_of(op, counted.each_ref());
        }
        let (dtypes, made) = match ternary_op(op)? {
            TernaryOp::Clip => return self.clip_of(op, args),
            TernaryOp::Where => self.chosen_elements(op, args)?,
            TernaryOp::Lerp => self.promoted_elements(op, args)?,
        };
        fn raw<'a>(arg: &'a Arg<'_>, made: &'a Option<Single>) -> RawView<'a> {
            match (arg, made) {
                (_, Some(element)) => element.raw(),
                (Arg::Tensor(tensor), None) => tensor.raw(),
                (Arg::Number(_) | Arg::Typed(..) | Arg::Absent, None) => {
                    unreachable!("an element is made of each scalar, and none is left out")
                }
            }
        }
        let operands = core::array::from_fn(|place| raw(args[place], &made[place]));
        self.ternary_fresh(op, operands, dtypes)
    }

    /// The dtypes of such an op.
    pub(super) fn ternary_of_dtypes(
        self,
        op: Op,
        args: [&Arg<'_>; 3],
    ) -> Result<OpDTypes, ComputeError> {
        if let Some(counted) = self.counted_by_value(op, args) {
            return self.ternary_of_dtypes(op, counted.each_ref());
        }
        match ternary_op(op)? {
            TernaryOp::Clip => self.clip_dtypes(op, args),
            TernaryOp::Where => Ok(self.chosen_elements(op, args)?.0),
            TernaryOp::Lerp => Ok(self.promoted_elements(op, args)?.0),
        }
    }

    /// The dtypes of an op whose three operands promote together, and the elements that its scalars become.
    fn promoted_elements(
        self,
        op: Op,
        args: [&Arg<'_>; 3],
    ) -> Result<(OpDTypes, [Option<Single>; 3]), ComputeError> {
        let [Some(first), Some(second), Some(third)] = args.map(Arg::operand) else {
            return Err(wrong_operands(op, &args.map(Clone::clone)));
        };
        let operands = [first, second, third];
        let Some(beside) = operands.iter().find(|operand| !operand.is_scalar()) else {
            let message = "takes a tensor besides numbers: make one of them a tensor of a dtype";
            return Err(ComputeError::Operands { op, message: message.into() });
        };
        let beside = (op, beside.dtype().expect("a tensor has a dtype"));
        let dtypes = self.ternary_dtypes(op, operands)?;
        let element = |arg: &Arg<'_>| match arg.scalar() {
            None => Ok(None),
            Some(scalar) => self.scalar_element(scalar, beside, dtypes.compute).map(Some),
        };
        Ok((dtypes, [element(args[0])?, element(args[1])?, element(args[2])?]))
    }

    /// The dtypes of `where`, and the elements that its scalars become. The condition does not take part in the
    /// promotion.
    fn chosen_elements(
        self,
        op: Op,
        args: [&Arg<'_>; 3],
    ) -> Result<(OpDTypes, [Option<Single>; 3]), ComputeError> {
        let [Some(condition), Some(yes), Some(no)] = args.map(Arg::operand) else {
            let message = "takes three operands, of which none is left out";
            return Err(ComputeError::Operands { op, message: message.into() });
        };
        let Some(beside) = [yes, no].into_iter().find(|operand| !operand.is_scalar()) else {
            let message = "takes a tensor besides numbers: make one of them a tensor of a dtype";
            return Err(ComputeError::Operands { op, message: message.into() });
        };
        let place = (op, beside.dtype().expect("a tensor has a dtype"));
        let mut operands = [condition, yes, no];
        let mut first = None;
        if condition.is_scalar() {
            let result = self.promote_all(&[beside, condition]).map_err(ComputeError::of(op))?;
            operands[0] = Operand::Tensor(result.dtype);
            let number = args[0].scalar();
            first = number
                .map(|scalar| self.scalar_element(scalar, place, result.dtype))
                .transpose()?;
        }
        let scalars = [args[1].scalar(), args[2].scalar()];
        let scalar = yes.is_scalar() || no.is_scalar();
        if scalar && let Some(widened) = self.widened_beside(&[yes, no], scalars)? {
            operands[1..].fill(Operand::Tensor(widened));
        }
        let dtypes = self.ternary_dtypes(op, operands)?;
        let chosen = |arg: &Arg<'_>| match arg.scalar() {
            None => Ok(None),
            Some(scalar) => self.chosen_element(scalar, place, dtypes.compute).map(Some),
        };
        Ok((dtypes, [first, chosen(args[1])?, chosen(args[2])?]))
    }
}

/// The tensors that an op joins.
pub(super) fn joined<'a>(
    op: Op,
    operands: &'a [Arg<'_>],
) -> Result<Vec<RawView<'a>>, ComputeError> {
    let raw = |operand: &'a Arg<'_>| match operand {
        Arg::Tensor(tensor) => Ok(tensor.raw()),
        Arg::Number(_) | Arg::Typed(..) | Arg::Absent => Err(wrong_operands(op, operands)),
    };
    operands.iter().map(raw).collect()
}

/// Why an op does not take these operands.
pub(super) fn wrong_operands(op: Op, operands: &[Arg<'_>]) -> ComputeError {
    let message: String = match op.group() {
        Group::Join if operands.is_empty() => wrong_count(op, 0),
        group if group != Group::Join && operands.len() != op.arity() => {
            wrong_count(op, operands.len())
        }
        _ if operands.iter().any(|operand| matches!(operand, Arg::Absent)) => {
            "takes all of its operands: none may be left out".into()
        }
        Group::Binary => "takes a tensor on one side at the least".into(),
        Group::Unary
        | Group::Ternary
        | Group::Product
        | Group::Reduction
        | Group::Join
        | Group::Sorting
        | Group::Selection
        | Group::Lookup
        | Group::Arrangement => "takes tensors, not numbers".into(),
    };
    ComputeError::Operands { op, message }
}

/// How many operands an op takes instead of so many.
pub(super) fn wrong_count(op: Op, count: usize) -> String {
    WrongCount(op, count).to_string()
}

/// Why an op does not write into an output, or not with these operands.
pub(super) fn no_output(op: Op, operands: &[Arg<'_>]) -> ComputeError {
    let message: String = match op.group() {
        Group::Binary | Group::Unary if operands.len() != op.arity() => {
            wrong_count(op, operands.len())
        }
        Group::Binary | Group::Unary => "takes only tensors where it writes into an output".into(),
        Group::Ternary
        | Group::Product
        | Group::Reduction
        | Group::Join
        | Group::Sorting
        | Group::Selection
        | Group::Lookup
        | Group::Arrangement => "cannot write into an output: cast its result into one".into(),
    };
    ComputeError::Operands { op, message }
}
