//! Numbers → new tensors of the dtype asked for, or of the ruleset's default for their kind.

use super::ComputeError;
use crate::policy::{
    ArangeDtype, ArrayStrength, CreatedOutOfRange, FullDtype, LinspaceIntegers, WideIntegers,
};
use crate::tensor::fresh::{fresh, zeroed};
use crate::tensor::raw::{RawViewMut, Single};
use crate::tensor::shape::{Shape, element_count};
use crate::tensor::{AsViewMut, Number, Tensor};
use crate::{DType, DefaultKind, Format, Kind, Ruleset, Scalar};

/// A tensor of numbers without a dtype takes the default of the highest kind among them, unless the ruleset's
/// [`wide_integers`](crate::policy::Policies::wide_integers), [`full_dtype`](crate::policy::Policies::full_dtype)
/// or [`arange_dtype`](crate::policy::Policies::arange_dtype) says otherwise. An int that the dtype cannot hold is
/// an error; where the dtype was asked for, by the ruleset's
/// [`created_out_of_range`](crate::policy::Policies::created_out_of_range).
///
/// ```
/// use concord_runtime::{DType, Tensor, rulesets};
///
/// assert_eq!(rulesets::TENSORFLOW.array(&[1])?.dtype(), DType::I32);
/// assert_eq!(rulesets::TENSORFLOW.array(&[1_i64 << 40])?.dtype(), DType::I64);
/// assert_eq!(rulesets::JAX_X32.array(&[1_i64 << 40]).unwrap_err().kind(), "scalar_out_of_range");
/// assert_eq!(rulesets::PADDLE.full(&[2], 1, None)?.dtype(), DType::F32);
///
/// let dpctl = rulesets::DPCTL;
/// assert_eq!(dpctl.array(&[1, 2, 3])?.dtype(), DType::I64);
/// assert_eq!(dpctl.array(&[1.0])?.dtype(), DType::F64);
/// assert_eq!(rulesets::DPCTL_NO_FP64.array(&[1.0])?.dtype(), DType::F32);
/// assert_eq!(dpctl.arange(0, 3, 1, DType::I8)?, Tensor::from(vec![0_i8, 1, 2]));
/// assert_eq!(dpctl.linspace(0, 1, 3, true, None)?, dpctl.array(&[0.0, 0.5, 1.0])?);
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
        let created = self.created(dtype, numbers, Function::Array)?;
        let weak = dtype.is_none()
            && created.dtype.kind() != Kind::Bool
            && match self.fixed_policies().array_strength {
                ArrayStrength::Strong => false,
                ArrayStrength::WeakZeroDim => shape.is_empty(),
                ArrayStrength::Weak => true,
            };
        let dtype = created.dtype;
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
                created.write(number.into(), &mut out.element(place))
            })
        })
        .map(|tensor| tensor.with_weak(weak))
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
        let dtype = self.real_default(dtype.into())?;
        match has_zero(dtype) {
            true => Ok(zeroed(dtype, shape)?),
            false => self.full(shape, 0, dtype),
        }
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

    /// A tensor of one number throughout; weakly typed, if no dtype is asked for, under a ruleset that makes a weak
    /// tensor of a single number, as JAX does.
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
        let dtype = dtype.into();
        let created = self.created(dtype, &[number], Function::Full)?;
        let weak = dtype.is_none()
            && created.dtype.kind() != Kind::Bool
            && match self.fixed_policies().array_strength {
                ArrayStrength::Strong | ArrayStrength::Weak => false,
                ArrayStrength::WeakZeroDim => true,
            };
        let element = Single::new(created.dtype, |out| created.write(number, out))?;
        let tensor = match element.is_zero_bits() {
            true => zeroed(created.dtype, shape)?,
            false => self.as_dtype(&element.raw(), created.dtype, shape)?,
        };
        Ok(tensor.with_weak(weak))
    }

    /// Ones on a diagonal, so far above the main one or below it, and zeros elsewhere; of the default real floating
    /// dtype where none is asked for.
    ///
    /// # Errors
    ///
    /// As [`zeros`](Ruleset::zeros).
    ///
    /// ```
    /// use ndarray::array;
    /// use concord_runtime::{DType, Tensor, rulesets};
    ///
    /// let above = rulesets::NUMPY.eye(2, 3, 1, DType::I8)?;
    /// assert_eq!(above, Tensor::from(array![[0_i8, 1, 0], [0, 0, 1]]));
    /// assert_eq!(rulesets::TORCH.eye(2, 2, 0, None)?.dtype(), DType::F32);
    /// # Ok::<(), concord_runtime::ComputeError>(())
    /// ```
    pub fn eye(
        self,
        rows: usize,
        columns: usize,
        diagonal: isize,
        dtype: impl Into<Option<DType>>,
    ) -> Result<Tensor, ComputeError> {
        let mut tensor = self.zeros(&[rows, columns], dtype)?;
        let mut out = tensor.raw_mut();
        let first = if diagonal < 0 { diagonal.unsigned_abs() } else { 0 };
        for row in first..rows {
            let column = row.checked_add_signed(diagonal).filter(|&column| column < columns);
            let Some(column) = column else { break };
            self.write_number(Number::Int(1), &mut out.element(row * columns + column), false)?;
        }
        Ok(tensor)
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
        let created = self.created(dtype.into(), &numbers, Function::Arange)?;
        let dtype = created.dtype;
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
            if let Some(range) = self.integer_range(dtype, [start, step], len) {
                return range;
            }
            return created.counted(len, |place| Number::Int(start + step * place as i128));
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
        let float = |place| start + step * place as f64;
        match self.float_range(dtype, len, float) {
            Some(range) => range,
            None => created.counted(len, |place| Number::Float(float(place))),
        }
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
        let created = self.created(dtype.into(), &[example], Function::Linspace)?;
        let steps = if endpoint { count.saturating_sub(1) } else { count };
        // Of infinite bounds it depends on the machine which NaN their difference is.
        let quiet = |value: f64| if value.is_nan() { f64::NAN } else { value };
        let floors = created.dtype.iinfo().is_some()
            && self.fixed_policies().linspace_integers == LinspaceIntegers::Floor;
        let at = |from: f64, to: f64, place: usize| match place {
            // The last is just what was asked for.
            _ if endpoint && place == steps && steps > 0 => to,
            _ => quiet(from + (to - from) * (place as f64 / (steps.max(1)) as f64)),
        };
        let float = |place| {
            let number = at(start.0, stop.0, place);
            if floors { number.floor() } else { number }
        };
        if !is_complex && let Some(range) = self.float_range(created.dtype, count, float) {
            return range;
        }
        created.counted(count, |place| match is_complex {
            true => Number::Complex(at(start.0, stop.0, place), at(start.1, stop.1, place)),
            false => Number::Float(float(place)),
        })
    }

    /// A dtype that was asked for and is there, or the default real floating one.
    fn real_default(self, asked: Option<DType>) -> Result<DType, ComputeError> {
        match asked {
            Some(dtype) => Ok(self.require(dtype)?),
            None => Ok(self.default_dtype(DefaultKind::RealFloating)?),
        }
    }

    /// A dtype that was asked for and is there, or the one that a function gives to some numbers.
    fn created<T: Into<Number> + Copy>(
        self,
        asked: Option<DType>,
        numbers: &[T],
        function: Function,
    ) -> Result<Created, ComputeError> {
        let (dtype, out_of_range) = match asked {
            Some(dtype) => (self.require(dtype)?, self.fixed_policies().created_out_of_range),
            // What was not asked for holds its numbers, or is an error.
            None => (self.dtype_of(numbers, function)?, CreatedOutOfRange::Error),
        };
        Ok(Created { ruleset: self, dtype, out_of_range })
    }

    /// The default of the highest kind among some numbers, unless the ruleset has another dtype for the function.
    fn dtype_of<T: Into<Number> + Copy>(
        self,
        numbers: &[T],
        function: Function,
    ) -> Result<DType, ComputeError> {
        let policies = self.fixed_policies();
        let real = || -> Result<DType, ComputeError> {
            Ok(self.default_dtype(DefaultKind::RealFloating)?)
        };
        // An empty list is a float tensor in every framework whose tensors all have a dtype.
        let kind =
            numbers.iter().map(|&number| number.into().kind()).max().unwrap_or(Scalar::Float);
        let floats = match function {
            Function::Full => match policies.full_dtype {
                FullDtype::Number => false,
                FullDtype::Float => kind != Scalar::Complex,
                FullDtype::FloatOfInt => kind == Scalar::Int,
                FullDtype::Integral => return Ok(self.default_dtype(DefaultKind::Integral)?),
            },
            Function::Arange => policies.arange_dtype == ArangeDtype::Float,
            Function::Array | Function::Linspace => false,
        };
        match kind {
            _ if floats => real(),
            Scalar::Bool => Ok(self.require(DType::bool())?),
            Scalar::Int => {
                let integral = self.default_dtype(DefaultKind::Integral)?;
                let ints = numbers.iter().filter_map(|&number| match number.into() {
                    Number::Int(value) => Some(value),
                    Number::Bool(_) | Number::Float(_) | Number::Complex(..) => None,
                });
                let (least, greatest) =
                    ints.fold((0, 0), |(least, greatest), int| (int.min(least), int.max(greatest)));
                self.wide_integral(integral, [least, greatest]).map_or_else(real, Ok)
            }
            Scalar::Float => real(),
            Scalar::Complex => Ok(self.default_dtype(DefaultKind::ComplexFloating)?),
        }
    }

    /// The dtype of ints between two limits, 0 among them; `None` for a float. The default where none holds them,
    /// so that writing them is an error.
    fn wide_integral(self, integral: DType, limits: [i128; 2]) -> Option<DType> {
        let holds = |dtype: DType| {
            let info = dtype.iinfo();
            info.is_some_and(|info| info.min <= limits[0] && limits[1] <= info.max)
        };
        let wider = |kind| {
            let has = |dtype: &&DType| dtype.kind() == kind && dtype.bits() == 64;
            self.dtypes().iter().find(has).copied()
        };
        let [int64, uint64] = [Kind::Int, Kind::Uint].map(wider);
        match self.fixed_policies().wide_integers {
            _ if holds(integral) => Some(integral),
            WideIntegers::Error => Some(integral),
            WideIntegers::Int64 => int64.or(Some(integral)),
            WideIntegers::Uint64 if int64.is_some_and(holds) => int64,
            WideIntegers::Uint64 => match uint64.and_then(|uint64| uint64.iinfo()) {
                Some(info) if limits[1] <= info.max && limits[0] >= i128::from(i64::MIN) => {
                    if limits[0] < 0 {
                        None
                    } else {
                        uint64
                    }
                }
                _ => Some(integral),
            },
        }
    }
}

/// Whether a dtype has a zero, all of whose bits are zero.
fn has_zero(dtype: DType) -> bool {
    match dtype.format() {
        Format::Float(float) => float.zero,
        Format::Bool | Format::Int | Format::Uint | Format::Complex { .. } => true,
    }
}

/// What makes a tensor of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Function {
    Array,
    Full,
    Arange,
    Linspace,
}

/// The dtype of a tensor to be made, and what becomes of ints that it cannot hold.
#[derive(Clone, Copy)]
struct Created {
    ruleset: Ruleset,
    dtype: DType,
    out_of_range: CreatedOutOfRange,
}

impl Created {
    fn write(self, number: Number, out: &mut RawViewMut<'_>) -> Result<(), ComputeError> {
        let wraps = match self.out_of_range {
            CreatedOutOfRange::Error => false,
            CreatedOutOfRange::Wrap => true,
            CreatedOutOfRange::Magnitude => match (number, self.dtype.iinfo()) {
                (Number::Int(value), Some(info)) => (-info.max..0).contains(&value),
                _ => false,
            },
        };
        self.ruleset.write_number(number, out, wraps)
    }

    /// A tensor of one axis, each element from its index.
    fn counted(self, len: usize, number: impl Fn(usize) -> Number) -> Result<Tensor, ComputeError> {
        fresh(self.dtype, &[len], None, &mut |out| {
            (0..len).try_for_each(|place| self.write(number(place), &mut out.element(place)))
        })
    }
}

/// A number as a float, if it is not a complex one.
fn real(number: Number) -> Option<f64> {
    match number.kind() {
        Scalar::Complex => None,
        Scalar::Bool | Scalar::Int | Scalar::Float => Some(number.complex().0),
    }
}
