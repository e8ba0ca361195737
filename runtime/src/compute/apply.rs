//! An op as a value and operands of any kind → a new tensor, or an existing one: for interpreters, bindings and tests.

use alloc::string::String;

use super::number::ScalarOperand;
use super::ternary::ternary_op;
use super::{ComputeError, Reduce};
use crate::kernel::ops::TernaryOp;
use crate::op::OpDTypes;
use crate::tensor::raw::{RawView, Single};
use crate::tensor::{AsView, AsViewMut, Number, Tensor, TensorView};
use crate::{DType, Group, Op, Operand, Ruleset};

/// An operand of an op: a tensor or a scalar.
#[derive(Clone)]
#[non_exhaustive]
pub enum Arg<'a> {
    /// A tensor.
    Tensor(TensorView<'a>),
    /// A Python scalar.
    Number(Number),
    /// A scalar that has a dtype of its own, such as an aclScalar.
    Typed(DType, Number),
}

/// What an op takes besides operands: nothing, or how a reduction is done.
///
/// ```
/// use concord_runtime::{Op, Options, Reduce, Tensor, rulesets};
///
/// let a = Tensor::from(vec![1_i16, 2]);
/// let options = Options::from(Reduce::axis(0).keepdims(true));
/// assert_eq!(rulesets::DPCTL.apply(Op::Sum, &[(&a).into()], &options)?.shape(), [1]);
/// let refused = rulesets::DPCTL.apply(Op::Sign, &[(&a).into()], &options);
/// assert_eq!(refused.unwrap_err().kind(), "options");
/// # Ok::<(), concord_runtime::ComputeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    reduce: Option<Reduce>,
}

impl From<Reduce> for Options {
    fn from(reduce: Reduce) -> Options {
        Options { reduce: Some(reduce) }
    }
}

impl Options {
    /// How a reduction is done: over all axes unless these options say otherwise.
    pub(super) fn reduce(&self) -> Reduce {
        self.reduce.clone().unwrap_or_default()
    }

    /// Refuses options for an op that takes none.
    pub(super) fn none(&self, op: Op) -> Result<(), ComputeError> {
        match self.reduce {
            None => Ok(()),
            Some(_) => Err(ComputeError::Options { op }),
        }
    }
}

impl Arg<'_> {
    pub(super) fn scalar(&self) -> Option<ScalarOperand> {
        match *self {
            Arg::Tensor(_) => None,
            Arg::Number(number) => Some(ScalarOperand { number, dtype: None }),
            Arg::Typed(dtype, number) => Some(ScalarOperand { number, dtype: Some(dtype) }),
        }
    }

    pub(super) fn operand(&self) -> Operand {
        match self {
            Arg::Tensor(tensor) => tensor.raw().operand(),
            Arg::Number(number) => number.operand(),
            Arg::Typed(dtype, _) => Operand::ForeignScalar(*dtype),
        }
    }
}

impl<'a, T: AsView> From<&'a T> for Arg<'a> {
    fn from(tensor: &'a T) -> Arg<'a> {
        Arg::Tensor(tensor.as_view())
    }
}

impl From<Number> for Arg<'_> {
    fn from(number: Number) -> Self {
        Arg::Number(number)
    }
}

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
        if op.group() != Group::Reduction {
            options.none(op)?;
        }
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
                self.product(op, lhs.raw(), rhs.raw())
            }
            (Group::Reduction, [Arg::Tensor(operand)]) => {
                self.reduction(op, operand.raw(), &options.reduce())
            }
            (
                Group::Unary | Group::Binary | Group::Ternary | Group::Product | Group::Reduction,
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
                options.none(op)?;
                self.binary_into(op, lhs.raw(), rhs.raw(), out.raw_mut())
            }
            (Group::Unary, [Arg::Tensor(operand)]) => {
                options.none(op)?;
                self.unary_into(op, operand.raw(), out.raw_mut())
            }
            (
                Group::Unary | Group::Binary | Group::Ternary | Group::Product | Group::Reduction,
                _,
            ) => Err(no_output(op, operands)),
        }
    }

    /// A ternary op with scalars among its operands. A scalar becomes an element of the compute dtype; the first
    /// operand, of the dtype it promotes to beside the tensors.
    fn ternary_of(self, op: Op, args: [&Arg<'_>; 3]) -> Result<Tensor, ComputeError> {
        let (dtypes, made) = self.ternary_elements(op, args)?;
        fn raw<'a>(arg: &'a Arg<'_>, made: &'a Option<Single>) -> RawView<'a> {
            match (arg, made) {
                (_, Some(element)) => element.raw(),
                (Arg::Tensor(tensor), None) => tensor.raw(),
                (Arg::Number(_) | Arg::Typed(..), None) => {
                    unreachable!("an element is made of each scalar")
                }
            }
        }
        let operands = core::array::from_fn(|place| raw(args[place], &made[place]));
        self.ternary_fresh(op, operands, dtypes)
    }

    /// The dtypes of such an op, and the elements that its scalars become.
    pub(super) fn ternary_elements(
        self,
        op: Op,
        args: [&Arg<'_>; 3],
    ) -> Result<(OpDTypes, [Option<Single>; 3]), ComputeError> {
        let mut operands = args.map(Arg::operand);
        let beside = match ternary_op(op)? {
            // A condition does not take part in the promotion.
            TernaryOp::Where => &operands[1..],
            TernaryOp::Clip => &operands[..1],
        };
        let Some(beside) = beside.iter().copied().find(|operand| !operand.is_scalar()) else {
            let message = "takes a tensor besides numbers: make one of them a tensor of a dtype";
            return Err(ComputeError::Operands { op, message: message.into() });
        };
        let element = |arg: &Arg<'_>, dtype| match arg.scalar() {
            None => Ok(None),
            Some(scalar) => self.scalar_element(scalar, dtype).map(Some),
        };
        let mut first = None;
        if operands[0].is_scalar() {
            let result = self.result_type(&[beside, operands[0]]).map_err(ComputeError::of(op))?;
            operands[0] = Operand::Tensor(result.dtype);
            first = element(args[0], result.dtype)?;
        }
        let dtypes = self.ternary_dtypes(op, operands)?;
        let made = [first, element(args[1], dtypes.compute)?, element(args[2], dtypes.compute)?];
        Ok((dtypes, made))
    }
}

/// Why an op does not take these operands.
pub(super) fn wrong_operands(op: Op, operands: &[Arg<'_>]) -> ComputeError {
    let message: String = match op.group() {
        _ if operands.len() != op.arity() => {
            let plural = if op.arity() == 1 { "" } else { "s" };
            alloc::format!("takes {} operand{plural}, not {}", op.arity(), operands.len())
        }
        Group::Binary => "takes a tensor on one side at the least".into(),
        Group::Unary | Group::Ternary | Group::Product | Group::Reduction => {
            "takes tensors, not numbers".into()
        }
    };
    ComputeError::Operands { op, message }
}

/// Why an op does not write into an output, or not with these operands.
pub(super) fn no_output(op: Op, operands: &[Arg<'_>]) -> ComputeError {
    let message: String = match op.group() {
        Group::Binary | Group::Unary if operands.len() != op.arity() => {
            alloc::format!("takes {} operands, not {}", op.arity(), operands.len())
        }
        Group::Binary | Group::Unary => "takes only tensors where it writes into an output".into(),
        Group::Ternary | Group::Product | Group::Reduction => {
            "cannot write into an output: cast its result into one".into()
        }
    };
    ComputeError::Operands { op, message }
}
