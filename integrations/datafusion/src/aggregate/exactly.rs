//! Batches of floats → exact sums of their values, and of their squares, rounded at the end.

use arrow::array::ArrayRef;
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::Accumulator;
use half::{bf16, f16};
use num_bigint::{BigInt, BigUint};
use num_complex::Complex;
use runtime::policy::DefaultCorrection;
use runtime::{DType, Kind, Number, Op, Tensor};

use super::{Job, states};
use crate::array::bytes;
use crate::exact::{Exact, rounded};

/// Sums of the real parts and, of complex numbers, of the imaginary parts.
#[derive(Debug)]
pub(super) struct Exactly {
    job: Job,
    count: u64,
    re: Part,
    im: Option<Box<Part>>,
}

#[derive(Debug)]
struct Part {
    sum: Exact,
    /// Only `var` and `std` need them.
    squares: Option<Exact>,
    /// Which of NaN, infinity and minus infinity were among the values, as bits 0 to 2.
    special: u8,
}

impl Exactly {
    pub(super) fn new(job: Job) -> Exactly {
        let squares = matches!(job.op, Op::Var | Op::Std).then(Exact::of_squares);
        let part = || Part { sum: Exact::of_values(), squares: squares.clone(), special: 0 };
        let complex = job.dtypes.compute.kind() == Kind::Complex;
        Exactly { count: 0, re: part(), im: complex.then(|| Box::new(part())), job }
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        std::iter::once(&self.re).chain(self.im.as_deref())
    }

    fn parts_mut(&mut self) -> impl Iterator<Item = &mut Part> {
        std::iter::once(&mut self.re).chain(self.im.as_deref_mut())
    }

    fn add(&mut self, tensor: &Tensor) {
        self.count += tensor.len() as u64;
        if let Ok(values) = tensor.array::<f64>() {
            values.iter().for_each(|&value| self.re.add(value));
        } else if let Ok(values) = tensor.array::<f32>() {
            values.iter().for_each(|&value| self.re.add(value.into()));
        } else {
            for number in tensor.view().numbers() {
                let (re, im) = match number {
                    Number::Complex(re, im) => (re, im),
                    Number::Float(value) => (value, 0.0),
                    // Elements of a float dtype are floats.
                    _ => continue,
                };
                self.re.add(re);
                if let Some(part) = &mut self.im {
                    part.add(im);
                }
            }
        }
    }
}

impl Part {
    fn add(&mut self, value: f64) {
        if !value.is_finite() {
            self.special |= match value {
                f64::INFINITY => 2,
                f64::NEG_INFINITY => 4,
                _ => 1,
            };
            return;
        }
        self.sum.add(value);
        if let Some(squares) = &mut self.squares {
            squares.add_square(value);
        }
    }

    /// The sum of values that are not all finite.
    fn special(&self) -> Option<f64> {
        match self.special {
            0 => None,
            2 => Some(f64::INFINITY),
            4 => Some(f64::NEG_INFINITY),
            _ => Some(f64::NAN),
        }
    }

    fn total(&mut self, divisor: u64, dtype: DType) -> f64 {
        if let Some(special) = self.special() {
            return special;
        }
        let scale = self.sum.scale();
        match divisor {
            0 => f64::NAN,
            _ => rounded(self.sum.integer(), &BigUint::from(divisor), -scale, dtype),
        }
    }

    /// The count times the sum of squares less the square of the sum, in units of 2 to the power of minus the scale;
    /// `None` of values that are not all finite.
    fn spread(&mut self, count: u64) -> Option<(BigInt, i64)> {
        let squares = self.squares.as_mut().filter(|_| self.special == 0)?;
        // Twice the scale of the sum is the scale of squares.
        let scale = squares.scale();
        let sum = self.sum.integer();
        Some((BigInt::from(count) * squares.integer() - sum * sum, scale))
    }
}

/// A value that was rounded to float32 already, or the root of one in float64.
#[expect(clippy::cast_possible_truncation, reason = "the nearest float32 is what is wanted")]
fn single(value: f64) -> f32 {
    value as f32
}

impl Exactly {
    /// The variance, that of complex numbers being the sum of their parts' variances, rounded once to a dtype.
    fn variance(&mut self, correction: u64, dtype: DType) -> f64 {
        let count = self.count;
        let mut numerator = BigInt::ZERO;
        let mut exponent = 0;
        for part in self.parts_mut() {
            let Some((spread, scale)) = part.spread(count) else { return f64::NAN };
            numerator += spread;
            exponent = -scale;
        }
        match count.checked_sub(correction) {
            None | Some(0) if numerator == BigInt::ZERO => f64::NAN,
            None | Some(0) => f64::INFINITY,
            Some(left) => {
                let denominator = BigUint::from(count) * BigUint::from(left);
                rounded(&numerator, &denominator, exponent, dtype)
            }
        }
    }
}

impl Accumulator for Exactly {
    fn update_batch(&mut self, batch: &[ArrayRef]) -> Result<()> {
        let [batch, ..] = batch else { return Ok(()) };
        let values = self.job.values(batch)?;
        let cast = self.job.rules.ruleset().cast(&values.elements(), self.job.dtypes.compute);
        self.add(&cast.map_err(|error| self.job.refused(error))?);
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let mut state = self.count.to_le_bytes().to_vec();
        for part in self.parts_mut() {
            state.push(part.special);
            for exact in [Some(&mut part.sum), part.squares.as_mut()] {
                let digits = exact.map(|exact| exact.integer().to_signed_bytes_le());
                let digits = digits.unwrap_or_default();
                let len = u16::try_from(digits.len()).unwrap_or_default();
                state.extend_from_slice(&len.to_le_bytes());
                state.extend_from_slice(&digits);
            }
        }
        Ok(vec![ScalarValue::Binary(Some(state))])
    }

    fn merge_batch(&mut self, batch: &[ArrayRef]) -> Result<()> {
        for state in states(batch) {
            let Some(()) = self.merge(state) else {
                return exec_err!("{}: a partial state is cut short", self.job.function);
            };
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let Job { op, dtypes, correction, .. } = self.job;
        let ruleset = self.job.rules.ruleset();
        let part_of = dtypes.result.finfo().map_or(DType::F64, |info| info.dtype);
        let default = match ruleset.policies().default_correction {
            DefaultCorrection::Zero => 0.0,
            DefaultCorrection::One => 1.0,
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small integer of 0 or more"
        )]
        let correction = correction.unwrap_or(default) as u64;
        let count = self.count;
        let [re, im] = match op {
            Op::Sum | Op::Mean => {
                let divisor = if op == Op::Sum { 1 } else { count };
                let mut totals = self.parts_mut().map(|part| part.total(divisor, part_of));
                [(); 2].map(|()| totals.next().unwrap_or(0.0))
            }
            Op::Var => [self.variance(correction, part_of), 0.0],
            // The root of the variance in float64.
            _ => [self.variance(correction, DType::F64).sqrt(), 0.0],
        };
        let result = match dtypes.result {
            DType::F16 => Tensor::from(vec![f16::from_f64(re)]),
            DType::Bf16 => Tensor::from(vec![bf16::from_f64(re)]),
            DType::F32 => Tensor::from(vec![single(re)]),
            DType::F64 => Tensor::from(vec![re]),
            DType::C32 => Tensor::from(vec![Complex::new(f16::from_f64(re), f16::from_f64(im))]),
            DType::C64 => Tensor::from(vec![Complex::new(single(re), single(im))]),
            DType::C128 => Tensor::from(vec![Complex::new(re, im)]),
            narrow => {
                let cast = ruleset.cast(&Tensor::from(vec![re]), narrow);
                cast.map_err(|error| self.job.refused(error))?
            }
        };
        self.job.scalar(bytes(&result))
    }

    fn size(&self) -> usize {
        let parts = self.parts().flat_map(|part| [Some(&part.sum), part.squares.as_ref()]);
        size_of_val(self) + parts.flatten().map(Exact::size).sum::<usize>()
    }
}

impl Exactly {
    fn merge(&mut self, state: &[u8]) -> Option<()> {
        let (count, mut rest) = state.split_first_chunk::<8>()?;
        self.count += u64::from_le_bytes(*count);
        for part in self.parts_mut() {
            let (special, left) = rest.split_first()?;
            part.special |= special;
            rest = left;
            for exact in [Some(&mut part.sum), part.squares.as_mut()] {
                let (len, left) = rest.split_first_chunk::<2>()?;
                let (digits, left) =
                    left.split_at_checked(usize::from(u16::from_le_bytes(*len)))?;
                rest = left;
                if let Some(exact) = exact {
                    exact.add_integer(&BigInt::from_signed_bytes_le(digits));
                }
            }
        }
        Some(())
    }
}
