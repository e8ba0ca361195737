//! What counts by its value, and not by its dtype alone: numbers beside tensors that do not hold them, and, under
//! [`ScalarOutOfRange::Widen`], all that has no axes.

use alloc::vec::Vec;

use super::number::{ScalarOperand, is_other};
use super::ternary::ternary_op;
use super::{Arg, ComputeError};
use crate::kernel::ops::TernaryOp;
use crate::op::OpDTypes;
use crate::policy::ScalarOutOfRange;
use crate::tensor::raw::RawView;
use crate::tensor::{AsView, Number};
use crate::{DType, DefaultKind, Kind, Op, Operand, Ruleset, Scalar};

/// The greatest float16 and float32, and what a number must be below to count as one under [`ScalarOutOfRange::Widen`].
const BELOW: [(f64, f64); 2] = [(65_504.0, 65_000.0), (f32::MAX as f64, 3.4e38)];

/// Whether a dtype promotes by tables alone where others count by their values: a narrow one, or one that [`is_other`].
fn is_foreign(dtype: DType) -> bool {
    dtype.is_narrow() || is_other(dtype)
}

/// Whether a scalar is of a higher category than a tensor: bool, integers, floats together with complex numbers.
fn is_higher(scalar: ScalarOperand, tensor: DType) -> bool {
    let category = |kind: Scalar| match kind {
        Scalar::Bool => 0,
        Scalar::Int => 1,
        Scalar::Float | Scalar::Complex => 2,
    };
    category(scalar.number.kind()) > category(Scalar::of(tensor.kind()))
}

impl Ruleset {
    /// Whether a number that the dtype beside it does not hold widens that; under [`ScalarOutOfRange::Widen`] only
    /// beside a tensor with axes, since among scalars alone no value counts.
    pub(super) fn values_count(self, has_axes: bool) -> bool {
        let policy = self.fixed_policies().scalar_out_of_range;
        policy.widens() && (has_axes || policy != ScalarOutOfRange::Widen)
    }

    /// What several scalars count as beside a tensor where one of them is of a higher category, so that no value counts:
    /// their own dtypes, of a Python number the default one of its kind.
    pub(super) fn own_dtypes(self, tensor: DType, scalars: &[ScalarOperand]) -> Option<Vec<DType>> {
        let counts = self.fixed_policies().scalar_out_of_range == ScalarOutOfRange::Widen;
        let higher = || scalars.iter().any(|&scalar| is_higher(scalar, tensor));
        let foreign =
            || is_foreign(tensor) || scalars.iter().filter_map(|one| one.dtype).any(is_foreign);
        if !counts || scalars.len() < 2 || !higher() || foreign() {
            return None;
        }
        let default = |kind| self.default_dtype(kind).ok();
        let own = scalars.iter().map(|scalar| match (scalar.dtype, scalar.number.kind()) {
            (Some(own), _) => Some(own),
            (None, Scalar::Bool) => Some(DType::bool()),
            (None, Scalar::Int) => default(DefaultKind::Integral),
            (None, Scalar::Float) => default(DefaultKind::RealFloating),
            (None, Scalar::Complex) => default(DefaultKind::ComplexFloating),
        });
        own.collect()
    }

    /// What a tensor becomes beside a scalar that counts as of the least dtype that holds it: of several such, the
    /// one that changes the tensor least. A Python scalar of a higher kind than the tensor's decides by itself, as
    /// long as the dtype that gives holds it; one that has a dtype then counts as that, unless it is complex and the
    /// tensor of floats.
    pub(super) fn widened(self, tensor: DType, scalar: ScalarOperand) -> Option<DType> {
        let ScalarOperand { number, dtype } = scalar;
        let rank = Scalar::of(tensor.kind());
        let integers = self.fixed_policies().scalar_out_of_range == ScalarOutOfRange::WidenIntegers;
        if let Some(own) = dtype
            && (integers || is_foreign(own) || is_foreign(tensor) || is_higher(scalar, tensor))
        {
            return None;
        }
        if integers
            && matches!(number, Number::Int(_) | Number::Float(_))
            && tensor.kind() == Kind::Float
        {
            return None;
        }
        let fits = |part: f64, max: f64| {
            let below = BELOW.iter().find(|(own, _)| own.to_bits() == max.to_bits());
            match below.filter(|_| !integers) {
                _ if !part.is_finite() => true,
                Some((_, below)) => part.abs() < *below,
                None => part.abs() <= max,
            }
        };
        let holds = |dtype: &DType| match (number, dtype.iinfo(), dtype.finfo()) {
            (Number::Int(value), Some(info), _) => (info.min..=info.max).contains(&value),
            (Number::Float(value), _, Some(info)) => {
                dtype.kind() == Kind::Float && fits(value, info.max)
            }
            (Number::Complex(re, im), _, Some(info)) => {
                dtype.kind() == Kind::Complex && fits(re, info.max) && fits(im, info.max)
            }
            (Number::Bool(_), ..)
            | (Number::Int(_), None, _)
            | (Number::Float(_) | Number::Complex(..), _, None) => false,
        };
        if number.kind() > rank {
            let plain = self.promote_scalar(tensor, number.kind()).ok()?;
            let least = matches!(plain.kind(), Kind::Bool | Kind::Float);
            if holds(&plain) || least {
                return None;
            }
        }
        let holders = self.dtypes().iter().copied().filter(holds);
        let promoted = holders.filter_map(|holder| self.promote(tensor, holder).ok());
        let other_kind = |promoted: DType| promoted.kind() != tensor.kind();
        let unsigned =
            |promoted: DType| integers && rank == Scalar::Bool && promoted.kind() == Kind::Uint;
        promoted.min_by_key(|&promoted| {
            (promoted != tensor, unsigned(promoted), promoted.bits(), other_kind(promoted))
        })
    }

    /// What a tensor becomes beside Python scalars that it cannot hold, under
    /// [`ScalarOutOfRange::Widen`]: of several tensors, what they promote to. Under
    /// [`ScalarOutOfRange::WidenIntegers`] the least int comes first, so that the dtype is signed before a large one is
    /// beside it.
    pub(super) fn widened_beside(
        self,
        operands: &[Operand],
        mut scalars: [Option<ScalarOperand>; 2],
    ) -> Result<Option<DType>, ComputeError> {
        let weak = operands.iter().any(|operand| matches!(operand, Operand::Weak(_)));
        let has_axes = operands.iter().any(|operand| matches!(operand, Operand::Tensor(_)));
        if !self.values_count(has_axes) || weak {
            return Ok(None);
        }
        let int = |scalar: &Option<ScalarOperand>| scalar.and_then(ScalarOperand::int);
        let integers = self.fixed_policies().scalar_out_of_range == ScalarOutOfRange::WidenIntegers;
        if integers && int(&scalars[1]).unwrap_or(0) < int(&scalars[0]).unwrap_or(0) {
            scalars.swap(0, 1);
        }
        let tensors = operands.iter().filter(|operand| !operand.is_scalar());
        let mut tensors = tensors.filter_map(|operand| operand.dtype());
        let Some(mut tensor) = tensors.next() else { return Ok(None) };
        for other in tensors {
            tensor = self.promote(tensor, other)?;
        }
        let scalars: Vec<ScalarOperand> = scalars.into_iter().flatten().collect();
        let mut wide = tensor;
        match self.own_dtypes(tensor, &scalars) {
            Some(own) => {
                for dtype in own {
                    wide = self.promote(wide, dtype)?;
                }
            }
            None => {
                for scalar in scalars {
                    wide = self.widened(wide, scalar).unwrap_or(wide);
                }
            }
        }
        Ok((wide != tensor).then_some(wide))
    }

    /// The dtypes of an op on a tensor with axes and one without, whose value counts as that of a scalar of its dtype does,
    /// and which the dtype of the other does not hold.
    #[inline]
    pub(super) fn pair_by_value(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
    ) -> Option<Result<OpDTypes, ComputeError>> {
        if lhs.shape.is_empty() == rhs.shape.is_empty()
            || lhs.dtype == rhs.dtype
            || self.fixed_policies().scalar_out_of_range != ScalarOutOfRange::Widen
        {
            return None;
        }
        let (tensor, single) = if lhs.shape.is_empty() { (rhs, lhs) } else { (lhs, rhs) };
        let scalar = ScalarOperand { number: single.number()?, dtype: Some(single.dtype) };
        let widened = self.widened(tensor.dtype, scalar).filter(|&wide| wide != tensor.dtype)?;
        Some(self.dtypes_in(op, &[Operand::Tensor(widened); 2]).map_err(ComputeError::of(op)))
    }

    /// The operands of a ternary op where one that promotes is a tensor without axes whose value counts: that as a
    /// scalar of its dtype.
    pub(super) fn counted_by_value<'a>(self, op: Op, args: [&Arg<'a>; 3]) -> Option<[Arg<'a>; 3]> {
        let is_single = matches!(args[0], Arg::Tensor(one) if one.raw().shape.is_empty());
        // A condition does not promote, and what `clip` moves between bounds is a tensor.
        let promote = match ternary_op(op).ok()? {
            TernaryOp::Clip if is_single => return None,
            TernaryOp::Where => 1..,
            TernaryOp::Clip | TernaryOp::Lerp => 0..,
        };
        let counted = self.counted(&args[promote.clone()])?;
        let mut args = args.map(Clone::clone);
        args[promote].clone_from_slice(&counted);
        Some(args)
    }

    /// Operands that promote, where one is a tensor without axes whose value counts beside others: that as a scalar of
    /// its dtype.
    pub(super) fn counted<'a>(self, args: &[&Arg<'a>]) -> Option<Vec<Arg<'a>>> {
        if self.fixed_policies().scalar_out_of_range != ScalarOutOfRange::Widen {
            return None;
        }
        let has_axes =
            |arg: &&Arg<'_>| matches!(arg, Arg::Tensor(one) if !one.raw().shape.is_empty());
        let single = |arg: &Arg<'_>| match arg {
            Arg::Tensor(tensor) if tensor.raw().shape.is_empty() => {
                Some(Arg::Typed(tensor.raw().dtype, tensor.raw().number()?))
            }
            Arg::Tensor(_) | Arg::Number(_) | Arg::Typed(..) | Arg::Absent => None,
        };
        let counts = args.iter().any(has_axes) && args.iter().any(|arg| single(arg).is_some());
        counts.then(|| args.iter().map(|&arg| single(arg).unwrap_or_else(|| arg.clone())).collect())
    }
}
