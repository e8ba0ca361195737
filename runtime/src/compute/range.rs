//! Evenly spaced numbers, of which none is out of a dtype's range → a new tensor, by one loop.

use alloc::vec::Vec;

use super::ComputeError;
use crate::tensor::{AsView, Tensor};
use crate::{DType, Kind, Ruleset};

/// Fewer are made one by one, which needs no room for them in another dtype.
const FEW: usize = 16;

impl Ruleset {
    /// The integers from `start` on, `step` apart; `None` where there are few, or int64 or the dtype cannot hold one.
    pub(super) fn integer_range(
        self,
        dtype: DType,
        [start, step]: [i128; 2],
        len: usize,
    ) -> Option<Result<Tensor, ComputeError>> {
        let info = dtype.iinfo().filter(|_| len > FEW)?;
        let last = step.checked_mul(len as i128 - 1)?.checked_add(start)?;
        let holds = |value: i128| info.min <= value && value <= info.max;
        let [Ok(start), Ok(step), Ok(_)] = [start, step, last].map(i64::try_from) else {
            return None;
        };
        if !holds(start.into()) || !holds(last) {
            return None;
        }
        let mut numbers: Vec<i64> = Vec::new();
        numbers.try_reserve_exact(len).ok()?;
        // No number between the first and the last is beyond them; a sum takes less than a product.
        let mut next = start;
        numbers.extend((0..len).map(|_| {
            let number = next;
            next = next.wrapping_add(step);
            number
        }));
        Some(self.of_dtype(Tensor::from(numbers), dtype))
    }

    /// A float for each place; `None` where there are few, or the dtype is no real float of 32 bits or more.
    pub(super) fn float_range(
        self,
        dtype: DType,
        len: usize,
        float: impl Fn(usize) -> f64,
    ) -> Option<Result<Tensor, ComputeError>> {
        if len <= FEW || dtype.kind() != Kind::Float || dtype.bits() < 32 {
            return None;
        }
        let mut numbers: Vec<f64> = Vec::new();
        numbers.try_reserve_exact(len).ok()?;
        numbers.extend((0..len).map(float));
        Some(self.of_dtype(Tensor::from(numbers), dtype))
    }

    fn of_dtype(self, tensor: Tensor, dtype: DType) -> Result<Tensor, ComputeError> {
        match tensor.dtype() == dtype {
            true => Ok(tensor),
            false => self.as_dtype(&tensor.raw(), dtype, tensor.shape()),
        }
    }
}
