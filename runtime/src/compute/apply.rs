//! Any op by its value, on any operands: for interpreters, bindings and tests.

use alloc::string::String;

use super::{ComputeError, Number, Reduce};
use crate::kernel::raw::Raw;
use crate::tensor::{AsView, AsViewMut, Tensor, TensorView};
use crate::{DType, Group, Op, Operand, Ruleset};

/// An operand of an op: a tensor or a number.
#[derive(Clone)]
#[non_exhaustive]
pub enum Arg<'a> {
    /// A tensor.
    Tensor(TensorView<'a>),
    /// A number that is no tensor.
    Number(Number),
}

/// What an op takes besides operands: of reductions, which axes and how.
pub type Options = Reduce;

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
    /// [`ComputeError`], also for another number of operands than the op takes, and for numbers without a
    /// tensor.
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
        let wrong = |message: String| Err(ComputeError::Operands { op, message });
        match (op.group(), operands) {
            (Group::Binary, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                self.binary(op, lhs.raw(), rhs.raw())
            }
            (Group::Binary, [Arg::Tensor(lhs), Arg::Number(rhs)]) => {
                self.binary_scalar(op, lhs.raw(), *rhs)
            }
            (Group::Binary, [Arg::Number(lhs), Arg::Tensor(rhs)]) => {
                self.scalar_binary(op, *lhs, rhs.raw())
            }
            (Group::Unary, [Arg::Tensor(operand)]) => self.unary(op, operand.raw()),
            (Group::Reduction, [Arg::Tensor(operand)]) => {
                self.reduction(op, operand.raw(), options)
            }
            (Group::Product, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                self.product(op, lhs.raw(), rhs.raw())
            }
            (Group::Ternary, [first, second, third]) => self.ternary_of(op, [first, second, third]),
            _ if operands.len() != op.arity() => {
                let plural = if op.arity() == 1 { "" } else { "s" };
                wrong(alloc::format!(
                    "takes {} operand{plural}, not {}",
                    op.arity(),
                    operands.len()
                ))
            }
            (Group::Binary, _) => wrong("takes a tensor on one side at the least".into()),
            _ => wrong("takes tensors, not numbers".into()),
        }
    }

    /// A unary or binary op on tensors, into a tensor that is there: the result is converted to its dtype
    /// where the ruleset's output rule lets it. The methods whose names end in `_into` do the same.
    ///
    /// # Errors
    ///
    /// [`ComputeError`]: those of [`apply`](Ruleset::apply), [`ComputeError::OutputShape`] and
    /// [`ComputeError::OutputDType`]; [`ComputeError::Operands`] for numbers, and for ops of other groups,
    /// which have no such form. No op that has one takes options yet.
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
        _options: &Options,
        out: &mut impl AsViewMut,
    ) -> Result<(), ComputeError> {
        let message = match (op.group(), operands) {
            (Group::Binary, [Arg::Tensor(lhs), Arg::Tensor(rhs)]) => {
                return self.binary_into(op, lhs.raw(), rhs.raw(), out.raw_mut());
            }
            (Group::Unary, [Arg::Tensor(operand)]) => {
                return self.unary_into(op, operand.raw(), out.raw_mut());
            }
            (Group::Binary | Group::Unary, _) if operands.len() != op.arity() => {
                alloc::format!("takes {} operands, not {}", op.arity(), operands.len())
            }
            (Group::Binary | Group::Unary, _) => {
                "takes only tensors where it writes into an output".into()
            }
            _ => "cannot write into an output: cast its result into one".into(),
        };
        Err(ComputeError::Operands { op, message })
    }

    /// A ternary op whose second or third operand may be a number, which becomes a tensor of the dtype the
    /// op computes in; a condition that is one, of the dtype it promotes to beside the tensors.
    fn ternary_of(self, op: Op, args: [&Arg<'_>; 3]) -> Result<Tensor, ComputeError> {
        let operand = |arg: &Arg<'_>| match arg {
            Arg::Tensor(tensor) => tensor.raw().operand(),
            Arg::Number(number) => number.operand(),
        };
        let mut operands = args.map(operand);
        let beside = match op {
            // A condition promotes with nothing.
            Op::Where => &operands[1..],
            _ => &operands[..1],
        };
        let Some(beside) = beside.iter().copied().find(|operand| !operand.is_scalar()) else {
            let message = "takes a tensor besides numbers: make one of them a tensor of a dtype";
            return Err(ComputeError::Operands { op, message: message.into() });
        };
        let made = |arg: &Arg<'_>, dtype: DType| match arg {
            Arg::Tensor(_) => Ok(None),
            Arg::Number(number) => number.tensor(dtype, self).map(Some),
        };
        let condition = match operands[0] {
            number if number.is_scalar() => {
                let beside = self.result_type(&[beside, number]).map_err(ComputeError::of(op))?;
                operands[0] = Operand::Tensor(beside.dtype);
                made(args[0], beside.dtype)?
            }
            _ => None,
        };
        let dtypes = self.ternary_dtypes(op, operands)?;
        let tensors = [condition, made(args[1], dtypes.compute)?, made(args[2], dtypes.compute)?];
        fn of<'a>(arg: &'a Arg<'_>, made: &'a Option<Tensor>) -> Option<Raw<'a>> {
            match (arg, made) {
                (Arg::Tensor(tensor), _) => Some(tensor.raw()),
                (_, made) => made.as_ref().map(AsView::raw),
            }
        }
        match (of(args[0], &tensors[0]), of(args[1], &tensors[1]), of(args[2], &tensors[2])) {
            (Some(first), Some(second), Some(third)) => {
                self.ternary_fresh(op, [first, second, third], dtypes)
            }
            _ => Err(ComputeError::Operands { op, message: "takes three operands".into() }),
        }
    }
}
