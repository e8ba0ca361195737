//! Numbers → new tensors of the dtype asked for, or of the ruleset's default for their kind.

use super::ComputeError;
use crate::tensor::fresh::fresh;
use crate::tensor::raw::Single;
use crate::tensor::shape::{Shape, element_count};
use crate::tensor::{Number, Tensor};
use crate::{DType, DefaultKind, Ruleset, Scalar};

/// A tensor of numbers without a dtype takes the default of the highest kind among them.
///
/// ```
/// use concord_runtime::{DType, rulesets};
///
/// let dpctl = rulesets::DPCTL;
/// assert_eq!(dpctl.array(&[1, 2, 3])?.dtype(), DType::I64);
/// assert_eq!(dpctl.array(&[1.0])?.dtype(), DType::F64);
/// assert_eq!(rulesets::DPCTL_NO_FP64.array(&[1.0])?.dtype(), DType::F32);
///
/// let refused = rulesets::MEGENGINE.zeros(&[2], DType::F64).unwrap_err();
/// assert_eq!(refused.kind(), "unsupported");
/// # Ok::<(), concord_runtime::ComputeError>(())
/// ```
impl Ruleset {
    /// A tensor of one axis with these numbers; its dtype is the ruleset's default for them.
    ///
    /// # Errors
    ///
    /// [`ComputeError::Rule`] where no source states that default.
    pub fn array<T: Into<Number> + Copy>(self, numbers: &[T]) -> Result<Tensor, ComputeError> {
        self.array_of(numbers, &[numbers.len()], None)
    }

    /// A tensor of a shape with these numbers in the order of its axes, of a dtype or of the default.
    ///
    /// # Errors
    ///
    /// [`ComputeError`] where the ruleset lacks the dtype, no source states the default, there are more or
    /// fewer numbers than the shape has elements, or one is out of the dtype's range.
    pub fn array_of<T: Into<Number> + Copy>(
        self,
        numbers: &[T],
        shape: &[usize],
        dtype: Option<DType>,
    ) -> Result<Tensor, ComputeError> {
        let dtype = self.dtype_of(dtype, numbers)?;
        if element_count(shape) != Some(numbers.len()) {
            let message = alloc::format!(
                "{} numbers are not the elements of a tensor of shape {}",
                numbers.len(),
                Shape(shape)
            );
            return Err(ComputeError::Creation { message });
        }
        fresh(dtype, shape, None, &mut |out| {
            let mut numbers = numbers.iter().enumerate();
            numbers.try_for_each(|(place, &number)| {
                self.write_number(number.into(), &mut out.element(place))
            })
        })
    }

    /// A tensor of zeros.
    ///
    /// # Errors
    ///
    /// [`ComputeError`] where the ruleset lacks the dtype, no source states the default, or memory cannot
    /// hold the tensor.
    pub fn zeros(
        self,
        shape: &[usize],
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor, ComputeError> {
        self.full(shape, 0, self.real_default(dtype.into())?)
    }

    /// A tensor of ones.
    ///
    /// # Errors
    ///
    /// As [`zeros`](Ruleset::zeros).
    pub fn ones(
        self,
        shape: &[usize],
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor, ComputeError> {
        self.full(shape, 1, self.real_default(dtype.into())?)
    }

    /// A tensor of one number throughout.
    ///
    /// # Errors
    ///
    /// As [`zeros`](Ruleset::zeros); [`ComputeError::ScalarOutOfRange`] for a number the dtype cannot hold.
    pub fn full(
        self,
        shape: &[usize],
        number: impl Into<Number>,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor, ComputeError> {
        let number = number.into();
        let dtype = self.dtype_of(dtype.into(), &[number])?;
        let element = Single::new(dtype, |out| self.write_number(number, out))?;
        self.as_dtype(&element.raw(), dtype, shape)
    }

    /// The numbers from `start` on, `step` apart, up to but without `stop`.
    ///
    /// # Errors
    ///
    /// As [`zeros`](Ruleset::zeros); [`ComputeError::Creation`] for a step of zero, complex numbers or a
    /// number that is not finite.
    pub fn arange(
        self,
        start: impl Into<Number>,
        stop: impl Into<Number>,
        step: impl Into<Number>,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor, ComputeError> {
        let numbers = [start.into(), stop.into(), step.into()];
        let dtype = self.dtype_of(dtype.into(), &numbers)?;
        let failed = |why: &str| {
            let [start, stop, step] = numbers;
            let message = alloc::format!("arange from {start} to {stop} by {step}: {why}");
            ComputeError::Creation { message }
        };
        // More steps than can be counted.
        let too_large = || ComputeError::TooLarge { dtype, shape: alloc::vec![usize::MAX] };
        if let [Number::Int(start), Number::Int(stop), Number::Int(step)] = numbers {
            let distance = stop.checked_sub(start).ok_or_else(too_large)?;
            if step == 0 {
                return Err(failed("a step of 0 never gets there"));
            }
            let steps = distance.checked_div(step).ok_or_else(too_large)?;
            let steps = steps + i128::from(distance % step != 0);
            let len = usize::try_from(if (distance < 0) == (step < 0) { steps } else { 0 });
            let len = len.map_err(|_| too_large())?;
            return self.counted(dtype, len, |place| Number::Int(start + step * place as i128));
        }
        let [Some(start), Some(stop), Some(step)] = numbers.map(real) else {
            return Err(failed("complex numbers have no order"));
        };
        if ![start, stop, step].into_iter().all(f64::is_finite) {
            return Err(failed("none of them may be infinite or NaN"));
        }
        if step == 0.0 {
            return Err(failed("a step of 0 never gets there"));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is no less than 0, and beyond the greatest length memory is too small anyway"
        )]
        let len = ((stop - start) / step).ceil().max(0.0) as usize;
        self.counted(dtype, len, |place| Number::Float(start + step * place as f64))
    }

    /// `count` numbers evenly spaced from `start` to `stop`; without the last where `endpoint` is false.
    ///
    /// # Errors
    ///
    /// As [`zeros`](Ruleset::zeros).
    pub fn linspace(
        self,
        start: impl Into<Number>,
        stop: impl Into<Number>,
        count: usize,
        endpoint: bool,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor, ComputeError> {
        let (start, stop) = (start.into().complex(), stop.into().complex());
        let is_complex = start.1 != 0.0 || stop.1 != 0.0;
        let example = if is_complex { Number::Complex(0.0, 0.0) } else { Number::Float(0.0) };
        let dtype = self.dtype_of(dtype.into(), &[example])?;
        let steps = if endpoint { count.saturating_sub(1) } else { count };
        let at = |from: f64, to: f64, place: usize| match place {
            // The last is just what was asked for.
            _ if endpoint && place == steps && steps > 0 => to,
            _ => from + (to - from) * (place as f64 / (steps.max(1)) as f64),
        };
        self.counted(dtype, count, |place| match is_complex {
            true => Number::Complex(at(start.0, stop.0, place), at(start.1, stop.1, place)),
            false => Number::Float(at(start.0, stop.0, place)),
        })
    }

    /// A tensor of one axis, each element from its index.
    fn counted(
        self,
        dtype: DType,
        len: usize,
        number: impl Fn(usize) -> Number,
    ) -> Result<Tensor, ComputeError> {
        fresh(dtype, &[len], None, &mut |out| {
            (0..len).try_for_each(|place| self.write_number(number(place), &mut out.element(place)))
        })
    }

    /// A dtype that was asked for and is there, or the default real floating one.
    fn real_default(self, asked: Option<DType>) -> Result<DType, ComputeError> {
        match asked {
            Some(dtype) => Ok(self.require(dtype)?),
            None => Ok(self.default_dtype(DefaultKind::RealFloating)?),
        }
    }

    /// A dtype that was asked for and is there, or the default of the highest kind among some numbers.
    fn dtype_of<T: Into<Number> + Copy>(
        self,
        asked: Option<DType>,
        numbers: &[T],
    ) -> Result<DType, ComputeError> {
        if let Some(dtype) = asked {
            return Ok(self.require(dtype)?);
        }
        let default = match numbers.iter().map(|&number| number.into().kind()).max() {
            Some(Scalar::Bool) => return Ok(self.require(DType::bool())?),
            Some(Scalar::Int) => DefaultKind::Integral,
            // An empty list is a float tensor in every framework.
            Some(Scalar::Float) | None => DefaultKind::RealFloating,
            Some(Scalar::Complex) => DefaultKind::ComplexFloating,
        };
        Ok(self.default_dtype(default)?)
    }
}

/// A number as a float, if it is not a complex one.
fn real(number: Number) -> Option<f64> {
    match number.kind() {
        Scalar::Complex => None,
        Scalar::Bool | Scalar::Int | Scalar::Float => Some(number.complex().0),
    }
}
