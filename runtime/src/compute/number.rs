//! Numbers → elements of a dtype, and the dtypes that hold them.

use rules::{Float, Format};

use super::ComputeError;
use super::cast::copy;
use crate::kernel::call::Kernel;
use crate::kernel::elementwise::run;
use crate::policy::{
    Float16Ties, FloatToInt, Policies, PythonFloats, PythonInts, ScalarDtype, ScalarOutOfRange,
    WhereOutOfRange,
};
use crate::tensor::Number;
use crate::tensor::raw::{RawView, RawViewMut, Single};
use crate::{DType, Element, IInfo, Kind, Op, Operand, Ruleset};

/// A scalar beside a tensor: a Python scalar, or a scalar that has a dtype of its own.
#[derive(Clone, Copy)]
pub(super) struct ScalarOperand {
    pub(super) number: Number,
    pub(super) dtype: Option<DType>,
}

impl ScalarOperand {
    pub(super) fn operand(self) -> Operand {
        match self.dtype {
            Some(dtype) => Operand::TypedScalar(dtype),
            None => self.number.operand(),
        }
    }

    /// The int it is, if it is a Python scalar.
    pub(super) fn int(self) -> Option<i128> {
        match (self.dtype, self.number) {
            (None, Number::Int(value)) => Some(value),
            _ => None,
        }
    }
}

/// Whether a dtype is one of the others that [`PythonInts::Int64BesideOthers`] speaks of.
pub(super) fn is_other(dtype: DType) -> bool {
    const OWN: [Float; 3] = [Float::ieee(5, 10), Float::ieee(8, 23), Float::ieee(11, 52)];
    match dtype.format() {
        Format::Bool | Format::Int | Format::Uint => false,
        Format::Float(float) => !OWN.contains(&float),
        Format::Complex { part } => DType::from_id(part).bits() < 32,
    }
}

impl Ruleset {
    /// A scalar beside a tensor as an element of a dtype, in which an op computes. One that has a dtype of its own is
    /// first of that.
    ///
    /// # Errors
    ///
    /// [`ComputeError::ScalarOutOfRange`] for an integer the dtype cannot hold, by the ruleset's policy.
    pub(super) fn scalar_element(
        self,
        scalar: ScalarOperand,
        (op, tensor): (Op, DType),
        dtype: DType,
    ) -> Result<Single, ComputeError> {
        if scalar.dtype.is_none() && self.refuses_number(scalar.number, dtype) {
            let (number, beside_tensor) = (scalar.number, true);
            return Err(ComputeError::ScalarOutOfRange {
                ruleset: self,
                number,
                dtype,
                beside_tensor,
            });
        }
        let beside = if tensor == DType::bool() { tensor } else { dtype };
        if scalar.int().is_some_and(|value| !self.takes_int(value, Some(beside))) {
            let number = scalar.number;
            let error = ComputeError::ScalarOutOfRange {
                ruleset: self,
                number,
                dtype: beside,
                beside_tensor: true,
            };
            return Err(error);
        }
        let (first, wraps) = self.first_dtype(scalar.number, (op, tensor), dtype);
        let own = scalar.dtype.unwrap_or(first);
        let number = match scalar.dtype {
            None => self.rounded(scalar.number),
            Some(_) => scalar.number,
        };
        let element = Single::new(own, |out| self.write_number(number, out, wraps));
        let element = element.map_err(|error| match error {
            ComputeError::ScalarOutOfRange { ruleset, number, dtype, .. } => {
                ComputeError::ScalarOutOfRange { ruleset, number, dtype, beside_tensor: true }
            }
            other => other,
        })?;
        if own == dtype {
            return Ok(element);
        }
        self.require(own)?;
        self.require(dtype)?;
        Single::new(dtype, |out| {
            copy(self, &element.raw(), out);
            Ok(())
        })
    }

    /// The dtype that a Python number is converted to first, and whether an int wraps around there.
    fn first_dtype(
        self,
        number: Number,
        (op, tensor): (Op, DType),
        compute: DType,
    ) -> (DType, bool) {
        let policies = self.fixed_policies();
        let wraps = policies.scalar_out_of_range == ScalarOutOfRange::Wrap;
        let logical = matches!(op, Op::LogicalAnd | Op::LogicalOr | Op::LogicalXor);
        let (promotes, unchecked) = match policies.scalar_dtype {
            ScalarDtype::Compute | ScalarDtype::SingleBesideHalves => (false, false),
            ScalarDtype::Promoted => (!logical, matches!(tensor, DType::Bool | DType::U64)),
            ScalarDtype::PromotedInLogical => (logical || op == Op::Atan2, false),
        };
        match self.promote_scalar(tensor, number.kind()) {
            Ok(promoted) if promotes => (promoted, wraps || unchecked),
            _ => (compute, wraps),
        }
    }

    /// A Python number as the framework has it before it meets a tensor.
    fn rounded(self, number: Number) -> Number {
        let single = |value: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "it is rounded to float32")]
            let single = value as f32;
            f64::from(single)
        };
        match (self.fixed_policies().python_floats, number) {
            (PythonFloats::Single, Number::Float(value)) => Number::Float(single(value)),
            (PythonFloats::Single, Number::Complex(re, im)) => {
                Number::Complex(single(re), single(im))
            }
            (PythonFloats::Single, Number::Bool(_) | Number::Int(_))
            | (PythonFloats::Double, _) => number,
        }
    }

    /// Whether a Python int can be beside a tensor of a dtype; without one, whether it can be beside some dtype.
    pub(super) fn takes_int(self, value: i128, beside: Option<DType>) -> bool {
        let holders = self.int_holders(beside);
        let holds = |dtype: &DType| {
            dtype.iinfo().is_some_and(|info| (info.min..=info.max).contains(&value))
        };
        holders.is_empty() || holders.iter().any(holds)
    }

    /// The dtypes one of which must hold a Python int that is beside a tensor; none where any int can be.
    pub(super) fn int_holders(self, beside: Option<DType>) -> &'static [DType] {
        match self.fixed_policies().python_ints {
            PythonInts::Any => &[],
            PythonInts::Uint64ButBool if beside == Some(DType::Bool) => &[DType::I64],
            PythonInts::Uint64 | PythonInts::Uint64ButBool => &[DType::I64, DType::U64],
            PythonInts::Int64 => &[DType::I64],
            PythonInts::Int32 => &[DType::I32],
            PythonInts::Int64BesideOthers => match beside.is_some_and(is_other) {
                true => &[DType::I64],
                false => &[],
            },
        }
    }

    /// A scalar that `where` chooses, as [`scalar_element`](Ruleset::scalar_element) but for an integer that the
    /// dtype cannot hold.
    pub(super) fn chosen_element(
        self,
        scalar: ScalarOperand,
        beside: (Op, DType),
        dtype: DType,
    ) -> Result<Single, ComputeError> {
        let (Some(info), Some(value)) = (dtype.iinfo(), scalar.int()) else {
            return self.scalar_element(scalar, beside, dtype);
        };
        let wraps = match self.fixed_policies().where_out_of_range {
            WhereOutOfRange::Scalar => return self.scalar_element(scalar, beside, dtype),
            WhereOutOfRange::Wrap => i64::try_from(value).is_ok() || u64::try_from(value).is_ok(),
            WhereOutOfRange::Magnitude => (info.min.min(-info.max)..=info.max).contains(&value),
        };
        let value = if wraps { wrapped(value, info) } else { value };
        match (info.min..=info.max).contains(&value) {
            true => {
                let scalar = ScalarOperand { number: Number::Int(value), dtype: None };
                self.scalar_element(scalar, beside, dtype)
            }
            false => Err(ComputeError::ScalarOutOfRange {
                ruleset: self,
                number: scalar.number,
                dtype,
                beside_tensor: true,
            }),
        }
    }

    /// Writes a number to every element of an output. An int that its dtype cannot hold is an error, unless it
    /// `wraps` around and int64 can hold it; so is a float, or NaN, that is none of an integer dtype once its fraction is
    /// dropped, unless ints wrap.
    ///
    /// # Errors
    ///
    /// [`ComputeError::ScalarOutOfRange`].
    pub(super) fn write_number(
        self,
        number: Number,
        out: &mut RawViewMut<'_>,
        wraps: bool,
    ) -> Result<(), ComputeError> {
        let policies = self.fixed_policies();
        match number {
            Number::Bool(value) => write(value, out, policies),
            Number::Int(value) => self.write_integer(value, out, (wraps, policies))?,
            Number::Float(value) => {
                if !wraps && out.dtype.iinfo().is_some_and(|info| !holds(info, value)) {
                    return Err(self.out_of_range(number, out.dtype));
                }
                write(value, out, policies);
            }
            Number::Complex(re, im) => write(num_complex::Complex::new(re, im), out, policies),
        }
        Ok(())
    }

    #[cold]
    fn out_of_range(self, number: Number, dtype: DType) -> ComputeError {
        ComputeError::ScalarOutOfRange { ruleset: self, number, dtype, beside_tensor: false }
    }

    fn write_integer(
        self,
        value: i128,
        out: &mut RawViewMut<'_>,
        (wraps, policies): (bool, &Policies),
    ) -> Result<(), ComputeError> {
        let dtype = out.dtype;
        if let Some(info) = dtype.iinfo() {
            let inside = (info.min..=info.max).contains(&value);
            let wide =
                matches!(policies.python_ints, PythonInts::Uint64 | PythonInts::Uint64ButBool);
            let wraps =
                wraps && (i64::try_from(value).is_ok() || (wide && u64::try_from(value).is_ok()));
            if !inside && !wraps {
                return Err(self.out_of_range(Number::Int(value), dtype));
            }
            // The low 64 bits are all that any dtype keeps.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it wraps around"
            )]
            write(value as u64, out, policies);
            return Ok(());
        }
        if dtype.kind() == Kind::Bool {
            write(value != 0, out, policies);
            return Ok(());
        }
        if let Ok(value) = u64::try_from(value) {
            write(value, out, policies);
            return Ok(());
        }
        // To a float by way of as many bits as decide the rounding: the last of them is set if any that is cut
        // off is. They fit in an i64, and for the narrower floats in an f64, so that one rounding is left.
        let narrow = dtype.finfo().is_none_or(|finfo| finfo.bits < 64);
        let bits = if narrow { 52 } else { 63 };
        let magnitude = value.unsigned_abs();
        let cut = (128 - magnitude.leading_zeros()).saturating_sub(bits);
        let sticky = u128::from(magnitude & ((1 << cut) - 1) != 0);
        let kept = i64::try_from((magnitude >> cut) | sticky).unwrap_or(i64::MAX);
        let signed = if value < 0 { -kept } else { kept };
        match cut {
            0 => write(signed, out, policies),
            #[expect(
                clippy::cast_precision_loss,
                reason = "the one rounding; beyond 2^63 float16 is infinite, and bfloat16 has few bits"
            )]
            _ => write(signed as f64 * f64::from(cut).exp2(), out, policies),
        }
        Ok(())
    }
}

/// Whether an integer dtype holds a float without its fraction.
#[expect(clippy::cast_possible_truncation, reason = "what is beyond 128 bits is beyond any dtype")]
fn holds(info: IInfo, value: f64) -> bool {
    !value.is_nan() && (info.min..=info.max).contains(&(value as i128))
}

/// An int wrapped around to the range of an integer dtype.
pub(super) fn wrapped(value: i128, info: IInfo) -> i128 {
    let count = info.max - info.min + 1;
    info.min + (value.rem_euclid(count) - info.min.rem_euclid(count)).rem_euclid(count)
}

/// Writes a value to every element of an output, converted to its dtype: out of an integer's range to the nearest,
/// halfway between two float16 to the even one, else as the policies say.
pub(super) fn write<T: Element>(value: T, out: &mut RawViewMut<'_>, policies: &Policies) {
    let policies = Policies {
        float_to_int: FloatToInt::Saturate,
        float16_ties: Float16Ties::Even,
        ..*policies
    };
    let kernel = Kernel::cast(T::DTYPE, out.dtype, &policies);
    run(&kernel, &[RawView::of_element(&value)], out, &Policies::DEFAULT);
}
