//! A view → which of its elements are the first of their value, and which value each element is.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Number, TensorView};
use crate::generated::codes::*;
use crate::kernel::sorting::places;

/// The distinct elements of a tensor.
///
/// Elements go by their place in the order of the axes. Zeros of both signs are equal, and no NaN equals another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unique {
    /// Where each value first occurs, the values in ascending order, NaN last; complex numbers by the real part, then
    /// the imaginary one.
    pub first: Vec<usize>,
    /// For each element the place of its value in `first`.
    pub inverse: Vec<usize>,
    /// How often each value occurs.
    pub counts: Vec<usize>,
}

impl TensorView<'_> {
    /// The distinct elements.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let unique = Tensor::from([3_i8, 1, 3, 2]).view().unique();
    /// assert_eq!(unique.first, [1, 3, 0]);
    /// assert_eq!(unique.inverse, [2, 0, 2, 1]);
    /// assert_eq!(unique.counts, [1, 1, 2]);
    /// ```
    pub fn unique(&self) -> Unique {
        let numbers = self.numbers();
        // Few bits say the same as a number, and are compared in one instruction.
        let keys: Option<Vec<i64>> = numbers.iter().map(|&number| key(number)).collect();
        let order = keys.map(|keys| places::order(&keys)).unwrap_or_else(|| {
            let mut order: Vec<usize> = (0..numbers.len()).collect();
            order.sort_by(|&one, &other| compare(numbers[one], numbers[other]));
            order
        });
        let (mut first, mut counts) = (Vec::new(), Vec::new());
        let mut inverse = alloc::vec![0; numbers.len()];
        for place in order {
            match (first.last(), counts.last_mut()) {
                // The order is stable, so the first of them is the first of its value.
                (Some(&last), Some(count)) if numbers[last] == numbers[place] => *count += 1,
                _ => {
                    first.push(place);
                    counts.push(1);
                }
            }
            inverse[place] = first.len() - 1;
        }
        Unique { first, inverse, counts }
    }

    /// The places, in the order of the axes, of the elements that do not equal the one before them: of elements in
    /// ascending order, those of the distinct ones.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// assert_eq!(Tensor::from([1_i8, 1, 2, 3, 3]).view().changes(), [0, 2, 3]);
    /// assert_eq!(Tensor::from([0.0_f32, -0.0, f32::NAN, f32::NAN]).view().changes(), [0, 2, 3]);
    /// ```
    pub fn changes(&self) -> Vec<usize> {
        with_array!(self, array => {
            let mut before = None;
            let numbers = array.iter().map(|&element| Number::from(element)).enumerate();
            let changes = numbers.filter(|&(_, number)| before.replace(number) != Some(number));
            changes.map(|(place, _)| place).collect()
        })
    }
}

/// An integer in the order of the numbers of one dtype; `None` where there is none of 64 bits.
fn key(number: Number) -> Option<i64> {
    match number {
        Number::Bool(value) => Some(value.into()),
        Number::Int(value) => i64::try_from(value).ok(),
        // Zeros of both signs are equal, and every NaN is last.
        Number::Float(value) if value.is_nan() => Some(i64::MAX),
        Number::Float(value) => {
            let bits = (value + 0.0).to_bits().cast_signed();
            Some(if bits < 0 { bits ^ i64::MAX } else { bits })
        }
        Number::Complex(..) => None,
    }
}

/// The order of two elements of one dtype.
fn compare(one: Number, other: Number) -> Ordering {
    match (one, other) {
        (Number::Int(one), Number::Int(other)) => one.cmp(&other),
        _ => {
            let (one, other) = (one.complex(), other.complex());
            nan_last(one.0, other.0).then_with(|| nan_last(one.1, other.1))
        }
    }
}

fn nan_last(one: f64, other: f64) -> Ordering {
    one.partial_cmp(&other).unwrap_or_else(|| one.is_nan().cmp(&other.is_nan()))
}
