//! A view → which of its elements are the first of their value, and which value each element is.
#![expect(unsafe_code, reason = "elements are sorted through pointers that know no types")]

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{AsView, Number, TensorView, TooLarge};
use crate::generated::codes::*;
use crate::generated::kernels::KERNELS;
use crate::kernel::tables::Kernels;
use crate::{DType, Element, Op};

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
    /// # Errors
    ///
    /// [`TooLarge`] where memory cannot hold the places, or a copy of elements that do not lie in the order of the axes.
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// let unique = Tensor::from([3_i8, 1, 3, 2]).view().unique()?;
    /// assert_eq!(unique.first, [1, 3, 0]);
    /// assert_eq!(unique.inverse, [2, 0, 2, 1]);
    /// assert_eq!(unique.counts, [1, 1, 2]);
    /// # Ok::<(), concord_runtime::TooLarge>(())
    /// ```
    pub fn unique(&self) -> Result<Unique, TooLarge> {
        if !self.raw().is_standard() {
            return self.try_to_tensor()?.view().unique();
        }
        let unique = with_array!(self, array => array.as_slice().and_then(distinct));
        unique.ok_or_else(|| self.too_many())
    }

    /// The places, in the order of the axes, of the elements that do not equal the one before them: of elements in
    /// ascending order, those of the distinct ones.
    ///
    /// # Errors
    ///
    /// As [`unique`](Self::unique).
    ///
    /// ```
    /// use concord_runtime::Tensor;
    ///
    /// assert_eq!(Tensor::from([1_i8, 1, 2, 3, 3]).view().changes()?, [0, 2, 3]);
    /// assert_eq!(Tensor::from([0.0_f32, -0.0, f32::NAN, f32::NAN]).view().changes()?, [0, 2, 3]);
    /// # Ok::<(), concord_runtime::TooLarge>(())
    /// ```
    pub fn changes(&self) -> Result<Vec<usize>, TooLarge> {
        if !self.raw().is_standard() {
            return self.try_to_tensor()?.view().changes();
        }
        let places = with_array!(self, array => array.as_slice().and_then(changes));
        places.ok_or_else(|| self.too_many())
    }

    /// The error where there is no memory for a place of each element.
    fn too_many(&self) -> TooLarge {
        TooLarge { dtype: DType::I64, shape: self.shape().to_vec() }
    }
}

/// So many of one value; `None` where memory cannot hold them.
fn filled<T: Copy>(value: T, len: usize) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(len).ok()?;
    all.resize(len, value);
    Some(all)
}

/// Each of some values; `None` where memory cannot hold them, or where one is `None`.
fn collected<T>(values: impl ExactSizeIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(values.len()).ok()?;
    for value in values {
        all.push(value?);
    }
    Some(all)
}

/// Which elements are distinct; `None` where memory cannot hold their places.
fn distinct<T: Element + Into<Number>>(elements: &[T]) -> Option<Unique> {
    let (mut first, mut counts) = (Vec::new(), Vec::new());
    let mut inverse = filled(0, elements.len())?;
    let mut before = None;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was a usize")]
    for place in ascending(elements)?.into_iter().map(|place| place as usize) {
        let element = elements[place];
        // Equal ones are as they were, so the first of them is the first of its value.
        if before.replace(element).is_none_or(|before: T| before.into() != element.into()) {
            first.try_reserve(1).ok()?;
            first.push(place);
            counts.try_reserve(1).ok()?;
            counts.push(0);
        }
        inverse[place] = first.len() - 1;
        if let Some(count) = counts.last_mut() {
            *count += 1;
        }
    }
    Some(Unique { first, inverse, counts })
}

/// The places of elements in ascending order, those that are equal as they are; `None` where memory cannot hold them.
fn ascending<T: Element + Into<Number>>(elements: &[T]) -> Option<Vec<i64>> {
    // A sort puts every complex number with a NaN last, this order goes by the real part first.
    let is_nan = |&element: &T| matches!(element.into(), Number::Complex(re, im) if re.is_nan() || im.is_nan());
    let sorted = if elements.iter().any(is_nan) { None } else { argsort(elements) };
    let by_keys = || argsort(&collected(elements.iter().map(|&element| key(element.into())))?);
    sorted.or_else(by_keys).or_else(|| {
        #[expect(clippy::cast_possible_wrap, reason = "a slice has fewer")]
        let mut order = collected((0..elements.len()).map(|place| Some(place as i64)))?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it was a usize"
        )]
        let at = |place: i64| elements[place as usize].into();
        order.sort_unstable_by(|&one, &other| compare(at(one), at(other)).then(one.cmp(&other)));
        Some(order)
    })
}

/// The same by the op, if there is a loop for the dtype.
fn argsort<T: Element>(elements: &[T]) -> Option<Vec<i64>> {
    let Kernels::Sorting(table) = KERNELS[Op::Argsort as usize] else { return None };
    let with = table.find(T::DTYPE)?;
    let mut places = filled(0, elements.len())?;
    if !elements.is_empty() {
        let (from, to) = (elements.as_ptr().cast(), places.as_mut_ptr().cast());
        // SAFETY: they are one line of so many, and there is room for as many places.
        unsafe { with.sort(from, (1, elements.len()), false, to) };
    }
    Some(places)
}

/// The places of the elements that do not equal the one before them; `None` where memory cannot hold them.
fn changes<T: Copy + Into<Number>>(elements: &[T]) -> Option<Vec<usize>> {
    // Each place is written, and the next one over it unless it is one: nothing is guessed.
    let mut places = filled(0, elements.len() + 1)?;
    let mut count = usize::from(!elements.is_empty());
    for (place, pair) in (1..).zip(elements.windows(2)) {
        places[count] = place;
        count += usize::from(pair[0].into() != pair[1].into());
    }
    places.truncate(count);
    Some(places)
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
