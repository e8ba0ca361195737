//! A tensor and its bounds, one of which may be left out → a new tensor.

use super::elementwise::fresh_result;
use super::number::{ScalarOperand, wrapped};
use super::{Arg, ComputeError, cast::copy};
use crate::op::OpDTypes;
use crate::policy::{ClipBounds, ClipOutOfRange, ScalarOutOfRange};
use crate::tensor::raw::{RawView, Single};
use crate::tensor::shape::broadcast_shapes;
use crate::tensor::{AsView, AsViewMut, Number, Tensor};
use crate::{DType, Op, Operand, Ruleset};

/// A bound of `clip`.
#[derive(Clone, Copy)]
pub(super) enum Bound<'a> {
    /// There is none, or no value of the dtype is beyond it.
    Absent,
    /// Elements of any shape.
    At(RawView<'a>),
    /// Every value of the dtype is beyond it: this one element takes the place of all.
    Everywhere(RawView<'a>),
}

/// Which end a bound is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

/// A bound as it was given, with the element that a scalar becomes.
enum Given<'a> {
    Absent,
    At(RawView<'a>),
    Element(Single),
    Everywhere(Single),
}

impl Given<'_> {
    fn bound(&self) -> Bound<'_> {
        match self {
            Given::Absent => Bound::Absent,
            Given::At(view) => Bound::At(*view),
            Given::Element(element) => Bound::At(element.raw()),
            Given::Everywhere(element) => Bound::Everywhere(element.raw()),
        }
    }
}

impl Ruleset {
    /// `clip` with a low bound alone: the value where it is not below that.
    ///
    /// # Errors
    ///
    /// [`ComputeError`], as [`clip`](Ruleset::clip).
    ///
    /// ```
    /// use concord_runtime::{Number, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![-5_i8, 0, 5]);
    /// let raised = rulesets::NUMPY.clip_min(&a, Number::Int(-1))?;
    /// assert_eq!(raised.array::<i8>()?.as_slice(), Some(&[-1, 0, 5][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clip_min<'a>(
        self,
        value: &'a impl AsView,
        low: impl Into<Arg<'a>>,
    ) -> Result<Tensor, ComputeError> {
        self.ternary_of(Op::Clip, [&value.into(), &low.into(), &Arg::Absent])
    }

    /// `clip` with a high bound alone: the value where it is not above that.
    ///
    /// # Errors
    ///
    /// [`ComputeError`], as [`clip`](Ruleset::clip).
    ///
    /// ```
    /// use concord_runtime::{Number, Tensor, rulesets};
    ///
    /// let a = Tensor::from(vec![1_u8, 200]);
    /// let lowered = rulesets::TORCH.clip_max(&a, Number::Int(300))?;
    /// assert_eq!(lowered.array::<u8>()?.as_slice(), Some(&[1, 200][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clip_max<'a>(
        self,
        value: &'a impl AsView,
        high: impl Into<Arg<'a>>,
    ) -> Result<Tensor, ComputeError> {
        self.ternary_of(Op::Clip, [&value.into(), &Arg::Absent, &high.into()])
    }

    /// `clip` of operands of any kind.
    pub(super) fn clip_of(self, op: Op, args: [&Arg<'_>; 3]) -> Result<Tensor, ComputeError> {
        let [Arg::Tensor(value), low, high] = args else {
            return Err(no_tensor(op));
        };
        let (dtypes, [low, high]) = self.clip_bounds(op, value.raw(), [low, high])?;
        self.clipped(op, value.raw(), [low.bound(), high.bound()], dtypes)
    }

    /// The dtypes of such a `clip`.
    pub(super) fn clip_dtypes(self, op: Op, args: [&Arg<'_>; 3]) -> Result<OpDTypes, ComputeError> {
        let [Arg::Tensor(value), low, high] = args else {
            return Err(no_tensor(op));
        };
        Ok(self.clip_bounds(op, value.raw(), [low, high])?.0)
    }

    /// The dtypes of a `clip`, and its bounds as that needs them.
    fn clip_bounds<'a>(
        self,
        op: Op,
        value: RawView<'_>,
        bounds: [&'a Arg<'_>; 2],
    ) -> Result<(OpDTypes, [Given<'a>; 2]), ComputeError> {
        let mut operands = [value.operand(); 3];
        let mut count = 1;
        for operand in bounds.iter().filter_map(|bound| bound.operand()) {
            operands[count] = operand;
            count += 1;
        }
        if count == 1 {
            let message = "takes a bound at the least: a low one, a high one or both";
            return Err(ComputeError::Operands { op, message: message.into() });
        }
        let scalars = bounds.map(|bound| bound.scalar());
        let policy = self.fixed_policies().clip_out_of_range;
        let widened = match policy {
            ClipOutOfRange::Scalar => self.widened_beside(&operands[..count], scalars)?,
            ClipOutOfRange::Error | ClipOutOfRange::Open | ClipOutOfRange::Wrap => None,
        };
        let dtypes = match widened {
            Some(widened) => self.dtypes_in(op, &[Operand::Tensor(widened); 2]),
            None => self.dtypes_in(op, &operands[..count]),
        };
        let dtypes = dtypes.map_err(ComputeError::of(op))?;
        if policy == ClipOutOfRange::Open && dtypes.compute.iinfo().is_some() {
            self.check_bounds_promote(scalars)?;
        }
        let given = |bound: &'a Arg<'_>, end: End| match (bound, bound.scalar()) {
            (Arg::Tensor(tensor), _) => Ok(Given::At(tensor.raw())),
            (_, Some(scalar)) => self.scalar_bound(scalar, end, value.dtype, dtypes.compute),
            (_, None) => Ok(Given::Absent),
        };
        Ok((dtypes, [given(bounds[0], End::Low)?, given(bounds[1], End::High)?]))
    }

    /// Refuses a bound that int64 cannot hold beside one that it holds: under [`ScalarOutOfRange::Wrap`] these ints
    /// do not promote.
    fn check_bounds_promote(self, scalars: [Option<ScalarOperand>; 2]) -> Result<(), ComputeError> {
        let [Some(low), Some(high)] = scalars else { return Ok(()) };
        if self.fixed_policies().scalar_out_of_range != ScalarOutOfRange::Wrap {
            return Ok(());
        }
        let large = |scalar: ScalarOperand| {
            scalar.int().filter(|&value| i64::try_from(value).is_err()).map(Number::Int)
        };
        match (large(low), large(high)) {
            (Some(number), None) | (None, Some(number)) => Err(ComputeError::ScalarOutOfRange {
                ruleset: self,
                number,
                dtype: DType::I64,
                beside_tensor: true,
            }),
            (Some(_), Some(_)) | (None, None) => Ok(()),
        }
    }

    /// A scalar as a bound of elements of a dtype.
    fn scalar_bound<'a>(
        self,
        scalar: ScalarOperand,
        end: End,
        dtype: DType,
        compute: DType,
    ) -> Result<Given<'a>, ComputeError> {
        let policies = self.fixed_policies();
        let out_of_range = || ComputeError::ScalarOutOfRange {
            ruleset: self,
            number: scalar.number,
            dtype,
            beside_tensor: true,
        };
        if policies.clip_out_of_range == ClipOutOfRange::Error
            && let (Some(info), None, Number::Float(value)) =
                (compute.iinfo(), scalar.dtype, scalar.number)
        {
            // What is cut off to an integer is kept.
            #[expect(clippy::cast_possible_truncation, reason = "it saturates, and NaN is caught")]
            let whole = value as i128;
            if value.is_nan() || !(info.min..=info.max).contains(&whole) {
                return Err(out_of_range());
            }
        }
        // Beside a float bound, integers are compared as floats.
        let whole = compute.iinfo().and(dtype.iinfo());
        let (Some(info), Some(value)) = (whole, scalar.int()) else {
            return self.scalar_element(scalar, (Op::Clip, dtype), compute).map(Given::Element);
        };
        let (below, above) = (value < info.min, value > info.max);
        if !below && !above {
            return self.scalar_element(scalar, (Op::Clip, dtype), compute).map(Given::Element);
        }
        let open = (end == End::Low) == below;
        match policies.clip_out_of_range {
            ClipOutOfRange::Scalar => {
                self.scalar_element(scalar, (Op::Clip, dtype), compute).map(Given::Element)
            }
            ClipOutOfRange::Error => Err(out_of_range()),
            ClipOutOfRange::Open if open && self.takes_int(value, Some(compute)) => {
                Ok(Given::Absent)
            }
            ClipOutOfRange::Open => Err(out_of_range()),
            ClipOutOfRange::Wrap if open => Ok(Given::Absent),
            ClipOutOfRange::Wrap => {
                let number = Number::Int(wrapped(value, info));
                self.scalar_element(
                    ScalarOperand { number, dtype: None },
                    (Op::Clip, dtype),
                    compute,
                )
                .map(Given::Everywhere)
            }
        }
    }

    /// The value between two bounds, by the policy.
    pub(super) fn clipped(
        self,
        op: Op,
        value: RawView<'_>,
        [low, high]: [Bound<'_>; 2],
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let low = (low, End::Low);
        let high = (high, End::High);
        let in_order = |first: (Bound<'_>, End), second: (Bound<'_>, End)| {
            if let (Bound::At(one), Bound::At(other)) = (first.0, second.0) {
                let ops = [extreme(first.1), extreme(second.1)];
                if let Some(clipped) = self.two_in_one(ops, value, [one, other], dtypes) {
                    return clipped;
                }
            }
            let between = self.one_sided(value, first, dtypes)?;
            self.one_sided_again(between, second, dtypes)
        };
        let result = match (self.fixed_policies().clip_bounds, low.0, high.0) {
            (ClipBounds::Upper, _, _) => in_order(low, high),
            (ClipBounds::Lower, _, _) => in_order(high, low),
            (ClipBounds::Error, Bound::At(least), Bound::At(most)) => {
                self.check_order(op, least, most, dtypes)?;
                in_order(low, high)
            }
            (ClipBounds::Error, _, _) => in_order(low, high),
            (ClipBounds::Compared, _, _) => {
                let lowered = self.compared(value, value, high, dtypes)?;
                self.compared(value, lowered.raw(), low, dtypes)
            }
            (ClipBounds::Within, Bound::At(least), Bound::At(most)) => {
                let below = self.compare(Op::LessEqual, value, most, dtypes)?;
                let lowered = self.choose(op, [below.raw(), value, most], dtypes)?;
                let below = self.compare(Op::LessEqual, value, least, dtypes)?;
                self.choose(op, [below.raw(), least, lowered.raw()], dtypes)
            }
            (ClipBounds::Within, _, _) => in_order(low, high),
        };
        result.map_err(|error| error.of_op(op))
    }

    /// The greater of a value and a low bound, or the lesser of it and a high one.
    fn one_sided(
        self,
        value: RawView<'_>,
        (bound, end): (Bound<'_>, End),
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let extreme = extreme(end);
        match bound {
            Bound::Absent => fresh_result(dtypes, value.shape, None, &mut |out| {
                copy(self, &value, out);
                Ok(())
            }),
            Bound::At(bound) => self.binary_fresh(extreme, value, bound, dtypes),
            Bound::Everywhere(bound) => {
                self.choose(extreme, [RawView::of_element(&true), bound, value], dtypes)
            }
        }
    }

    /// The same of a new tensor, which becomes the result where the bound fits in it.
    fn one_sided_again(
        self,
        mut value: Tensor,
        (bound, end): (Bound<'_>, End),
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let at = match bound {
            Bound::Absent => return Ok(value),
            Bound::At(at) => Some(at),
            Bound::Everywhere(_) => None,
        };
        let fits = |at: &RawView<'_>| {
            broadcast_shapes(value.shape(), at.shape).is_some_and(|all| all == value.shape())
        };
        match at.filter(fits) {
            Some(at) => {
                self.binary_in_place(extreme(end), value.raw_mut(), at, dtypes)?;
                Ok(value)
            }
            None => self.one_sided(value.raw(), (bound, end), dtypes),
        }
    }

    /// The bound where the value is beyond it, what there is otherwise elsewhere.
    fn compared(
        self,
        value: RawView<'_>,
        otherwise: RawView<'_>,
        (bound, end): (Bound<'_>, End),
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let (beyond, at) = match (end, bound) {
            (End::Low, Bound::At(at)) => (Op::Less, at),
            (End::High, Bound::At(at)) => (Op::Greater, at),
            (End::Low | End::High, Bound::Absent | Bound::Everywhere(_)) => {
                return self.one_sided(otherwise, (bound, end), dtypes);
            }
        };
        let beyond = self.compare(beyond, value, at, dtypes)?;
        self.choose(Op::Clip, [beyond.raw(), at, otherwise], dtypes)
    }

    /// A comparison in the dtype that `clip` computes in.
    fn compare(
        self,
        op: Op,
        lhs: RawView<'_>,
        rhs: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<Tensor, ComputeError> {
        let dtypes = OpDTypes { result: DType::bool(), weak: false, ..dtypes };
        self.binary_fresh(op, lhs, rhs, dtypes)
    }

    /// Refuses bounds of which the low one is greater than the high one.
    fn check_order(
        self,
        op: Op,
        low: RawView<'_>,
        high: RawView<'_>,
        dtypes: OpDTypes,
    ) -> Result<(), ComputeError> {
        let crossed = self.compare(Op::Greater, low, high, dtypes)?;
        match crossed.array::<bool>().is_ok_and(|crossed| crossed.iter().any(|&one| one)) {
            true => Err(ComputeError::CrossedBounds { ruleset: self, op }),
            false => Ok(()),
        }
    }
}

/// The op that keeps values on the right side of a bound.
fn extreme(end: End) -> Op {
    match end {
        End::Low => Op::Maximum,
        End::High => Op::Minimum,
    }
}

fn no_tensor(op: Op) -> ComputeError {
    let message = "takes a tensor besides numbers: make one of them a tensor of a dtype";
    ComputeError::Operands { op, message: message.into() }
}
