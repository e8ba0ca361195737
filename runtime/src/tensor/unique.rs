//! A view → which of its elements are the first of their value, and which value each element is.
#![expect(unsafe_code, reason = "elements are sorted through pointers that know no types")]

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Number, TensorView};
use crate::generated::codes::*;
use crate::generated::kernels::KERNELS;
use crate::kernel::tables::Kernels;
use crate::{Element, Op};

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
        with_array!(self, array => match array.as_slice() {
            Some(elements) => distinct(elements),
            None => distinct(&array.iter().copied().collect::<Vec<_>>()),
        })
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
        with_array!(self, array => match array.as_slice() {
            Some(elements) => changes(elements),
            None => changes(&array.iter().copied().collect::<Vec<_>>()),
        })
    }
}

/// Which elements are distinct.
fn distinct<T: Element + Into<Number>>(elements: &[T]) -> Unique {
    let (mut first, mut counts) = (Vec::new(), Vec::new());
    let mut inverse = vec![0; elements.len()];
    let mut before = None;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was a usize")]
    for place in ascending(elements).into_iter().map(|place| place as usize) {
        let element = elements[place];
        // Equal ones are as they were, so the first of them is the first of its value.
        if before.replace(element).is_none_or(|before: T| before.into() != element.into()) {
            first.push(place);
            counts.push(0);
        }
        inverse[place] = first.len() - 1;
        if let Some(count) = counts.last_mut() {
            *count += 1;
        }
    }
    Unique { first, inverse, counts }
}

/// The places of elements in ascending order, those that are equal as they are.
fn ascending<T: Element + Into<Number>>(elements: &[T]) -> Vec<i64> {
    // A sort puts every complex number with a NaN last, this order goes by the real part first.
    let is_nan = |&element: &T| matches!(element.into(), Number::Complex(re, im) if re.is_nan() || im.is_nan());
    let sorted = if elements.iter().any(is_nan) { None } else { argsort(elements) };
    let by_keys = || {
        let keys = elements.iter().map(|&element| key(element.into()));
        argsort(&keys.collect::<Option<Vec<i64>>>()?)
    };
    sorted.or_else(by_keys).unwrap_or_else(|| {
        let mut order: Vec<usize> = (0..elements.len()).collect();
        order.sort_by(|&one, &other| compare(elements[one].into(), elements[other].into()));
        order.into_iter().map(|place| place.cast_signed() as i64).collect()
    })
}

/// The same by the op, if there is a loop for the dtype.
fn argsort<T: Element>(elements: &[T]) -> Option<Vec<i64>> {
    let Kernels::Sorting(table) = KERNELS[Op::Argsort as usize] else { return None };
    let with = table.find(T::DTYPE)?;
    let mut places = vec![0; elements.len()];
    if !elements.is_empty() {
        let (from, to) = (elements.as_ptr().cast(), places.as_mut_ptr().cast());
        // SAFETY: they are one line of so many, and there is room for as many places.
        unsafe { with.sort(from, (1, elements.len()), false, to) };
    }
    Some(places)
}

/// The places of the elements that do not equal the one before them.
fn changes<T: Copy + Into<Number>>(elements: &[T]) -> Vec<usize> {
    // Each place is written, and the next one over it unless it is one: nothing is guessed.
    let mut places = vec![0; elements.len() + 1];
    let mut count = usize::from(!elements.is_empty());
    for (place, pair) in (1..).zip(elements.windows(2)) {
        places[count] = place;
        count += usize::from(pair[0].into() != pair[1].into());
    }
    places.truncate(count);
    places
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
