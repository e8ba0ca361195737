//! Batches of floats → exact sums of their values, and of their squares, rounded at the end.

use arrow::array::ArrayRef;
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::Accumulator;
use half::{bf16, f16};
use num_bigint::{BigInt, BigUint};
use num_complex::Complex;
use runtime::policy::DefaultCorrection;
use runtime::{DType, Number, Op, Tensor};

use super::{Job, states};
use crate::array::bytes;
use crate::exact::{Exact, rounded};

/// Sums of the real and of the imaginary parts.
#[derive(Debug)]
pub(super) struct Exactly {
    job: Job,
    count: u64,
    parts: [Part; 2],
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
        Exactly { count: 0, parts: [part(), part()], job }
    }

    fn add(&mut self, tensor: &Tensor) {
        self.count += tensor.len() as u64;
        if let Ok(values) = tensor.array::<f64>() {
            values.iter().for_each(|&value| self.parts[0].add(value));
        } else if let Ok(values) = tensor.array::<f32>() {
            values.iter().for_each(|&value| self.parts[0].add(value.into()));
        } else {
            for number in tensor.view().numbers() {
                let (re, im) = match number {
                    Number::Complex(re, im) => (re, Some(im)),
                    Number::Float(value) => (value, None),
                    // Elements of a float dtype are floats.
                    _ => continue,
                };
                self.parts[0].add(re);
                if let Some(im) = im {
                    self.parts[1].add(im);
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

    /// The variance of so many values, rounded to a dtype.
    fn variance(&mut self, count: u64, correction: u64, dtype: DType) -> f64 {
        let Some(squares) = self.squares.as_mut().filter(|_| self.special == 0 && count > 0) else {
            return f64::NAN;
        };
        // Twice the scale of the sum is the scale of squares.
        let scale = squares.scale();
        let sum = self.sum.integer();
        let numerator = BigInt::from(count) * squares.integer() - sum * sum;
        match count.checked_sub(correction) {
            None | Some(0) if numerator == BigInt::ZERO => f64::NAN,
            None | Some(0) => f64::INFINITY,
            Some(left) => {
                let denominator = BigUint::from(count) * BigUint::from(left);
                rounded(&numerator, &denominator, -scale, dtype)
            }
        }
    }
}

/// A value that was rounded to float32 already, or the root of one in float64.
#[expect(clippy::cast_possible_truncation, reason = "the nearest float32 is what is wanted")]
fn single(value: f64) -> f32 {
    value as f32
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
        for part in &mut self.parts {
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
        let Job { op, dtypes, correction, ref rules, .. } = self.job;
        let part_of = dtypes.result.finfo().map_or(DType::F64, |info| info.dtype);
        let default = match rules.ruleset().policies().default_correction {
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
        let [re, im] = self.parts.each_mut().map(|part| match op {
            Op::Sum => part.total(1, part_of),
            Op::Mean => part.total(count, part_of),
            Op::Var => part.variance(count, correction, part_of),
            // The root of the variance in float64.
            _ => part.variance(count, correction, DType::F64).sqrt(),
        });
        let result = match dtypes.result {
            DType::F16 => Tensor::from(vec![f16::from_f64(re)]),
            DType::Bf16 => Tensor::from(vec![bf16::from_f64(re)]),
            DType::F32 => Tensor::from(vec![single(re)]),
            DType::F64 => Tensor::from(vec![re]),
            DType::C32 => Tensor::from(vec![Complex::new(f16::from_f64(re), f16::from_f64(im))]),
            DType::C64 => Tensor::from(vec![Complex::new(single(re), single(im))]),
            DType::C128 => Tensor::from(vec![Complex::new(re, im)]),
            narrow => {
                let cast = rules.ruleset().cast(&Tensor::from(vec![re]), narrow);
                cast.map_err(|error| self.job.refused(error))?
            }
        };
        self.job.scalar(bytes(&result))
    }

    fn size(&self) -> usize {
        let parts = self.parts.iter().flat_map(|part| [Some(&part.sum), part.squares.as_ref()]);
        size_of_val(self) + parts.flatten().map(Exact::size).sum::<usize>()
    }
}

impl Exactly {
    fn merge(&mut self, state: &[u8]) -> Option<()> {
        let (count, mut rest) = state.split_first_chunk::<8>()?;
        self.count += u64::from_le_bytes(*count);
        for part in &mut self.parts {
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
