//! The elements that lists of indices and masks name, picked out and written.
#![expect(unsafe_code, reason = "indices of int64 that are not negative are read as what they are")]

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use runtime::{DType, Tensor, TensorView, TensorViewMut, TooLarge};
use smallvec::SmallVec;

use super::keys::{Chosen, List, collected};
use crate::array::attributes::permuted;
use crate::array::convert::{broadcast, without_leading_ones};
use crate::array::{Array, Axes};
use crate::error;
use crate::operand::In;

/// How lists pick elements: their indices broadcast to one shape, the view's axes with those of the lists first, and
/// where the lists' shape comes in the result.
struct Picking {
    lists: Vec<Vec<usize>>,
    shape: Vec<usize>,
    order: Vec<usize>,
    at: usize,
}

fn picking(py: Python<'_>, lists: Vec<List>, apart: bool, ndim: usize) -> PyResult<Picking> {
    let mut shape: Vec<usize> = Vec::new();
    for list in &lists {
        let longest = shape.len().max(list.shape.len());
        let from = |shape: &[usize], axis: usize| {
            (axis + shape.len()).checked_sub(longest).map_or(1, |axis| shape[axis])
        };
        let both = (0..longest).map(|axis| match (from(&shape, axis), from(&list.shape, axis)) {
            (one, other) if one == other || other == 1 => Ok(one),
            (1, other) => Ok(other),
            _ => Err(PyIndexError::new_err(format!(
                "indices of shapes {shape:?} and {:?} do not broadcast",
                list.shape
            ))),
        });
        shape = both.collect::<PyResult<_>>()?;
    }
    let spread = |list: List| -> PyResult<Vec<usize>> {
        if list.shape == shape {
            return Ok(list.indices);
        }
        let indices: Vec<i64> = list.indices.iter().map(|&index| index as i64).collect();
        let tensor = runtime::Tensor::from(indices).reshape(&list.shape);
        let tensor = tensor.map_err(|error| PyIndexError::new_err(error.to_string()))?;
        let view = tensor.view();
        let spread = broadcast(&view, &shape)?;
        let indices = spread.array::<i64>();
        let indices = indices.map_err(|error| PyIndexError::new_err(error.to_string()))?;
        collected(indices.iter().map(|&index| index as usize)).ok_or_else(|| {
            error::of_compute(py, &TooLarge { dtype: DType::I64, shape: shape.clone() }.into())
        })
    };
    let listed: Vec<usize> = lists.iter().map(|list| list.axis).collect();
    let first = listed.first().copied().unwrap_or(0);
    let adjacent = listed.iter().enumerate().all(|(place, &axis)| axis == first + place) && !apart;
    let spread = lists.into_iter().map(spread).collect::<PyResult<_>>()?;
    let rest = (0..ndim).filter(|axis| !listed.contains(axis));
    let order = listed.iter().copied().chain(rest).collect();
    Ok(Picking { lists: spread, shape, order, at: if adjacent { first } else { 0 } })
}

impl Array {
    /// The elements that a mask of the array's shape picks, or those of an array of one axis that indices pick none of
    /// which is negative, the shortest way; `None` of any other list or array.
    pub(super) fn picked_of_line(&self, py: Python<'_>, list: &Array) -> PyResult<Option<Array>> {
        let (len, count) = ([self.len()], list.len());
        let Some(own) = self.flat(&len).filter(|_| list.is_contiguous()) else { return Ok(None) };
        let is_large = self.is_large() || list.is_large();
        let of = |picked: Tensor| Array::of(self.ruleset, picked);
        Ok(match list.dtype {
            DType::Bool => self.mask(list).and_then(|mask| {
                self.detached(py, list, is_large, || own.masked_line(mask)).map(of)
            }),
            DType::I64
                if self.shape.len() == 1 && count > 0 && cfg!(target_pointer_width = "64") =>
            {
                // SAFETY: the list has so many int64 one after the other; where one is negative it is an index beyond
                // every axis, which `gather_line` looks for.
                let places = unsafe { std::slice::from_raw_parts(list.at.0.cast(), count) };
                self.detached(py, list, is_large, || own.gather_line(places))
                    .map(|picked| of(picked).with_axes_of(list))
            }
            _ => None,
        })
    }

    /// Writes elements where a mask of the array's shape is true, the shortest way. Returns false where that does not
    /// apply, having written nothing.
    pub(super) fn written_where(
        &self,
        py: Python<'_>,
        list: &Array,
        value: In<'_>,
    ) -> PyResult<bool> {
        let Some(mask) = self.mask(list) else { return Ok(false) };
        if self.shape.is_empty() || !self.is_contiguous() || self.may_overlap(list) {
            return Ok(false);
        }
        let elements = match value {
            In::Array(value) => value.cast(py, self.dtype)?,
            In::Number(number) | In::Typed(_, number) => {
                Array::of(self.ruleset, self.element(py, number, self.dtype)?)
            }
            In::Absent => return Ok(false),
        };
        self.wait_for_readers(py)?;
        let len = [self.len()];
        // SAFETY: as for `view_mut`; there are so many elements, one after the other.
        let mut line = unsafe { TensorViewMut::from_raw_parts(self.dtype, self.at.0, &len, &[1]) };
        Ok(line.scatter_masked(mask, &elements.view()))
    }

    /// The elements of a list that is a mask of the array's shape, one after the other.
    fn mask<'a>(&self, list: &'a Array) -> Option<&'a [bool]> {
        if list.dtype != DType::Bool || list.shape != self.shape || !list.is_contiguous() {
            return None;
        }
        // SAFETY: the list has so many elements of bool one after the other.
        Some(unsafe { std::slice::from_raw_parts(list.at.0.cast(), list.len()) })
    }

    /// Does what reads two arrays; where that takes long, while other threads run.
    fn detached<T: Send>(
        &self,
        py: Python<'_>,
        other: &Array,
        is_large: bool,
        work: impl FnOnce() -> T + Send,
    ) -> T {
        if !is_large {
            return work();
        }
        let _reading = (self.reading(), other.reading());
        py.detach(work)
    }

    /// The elements that lists pick.
    pub(super) fn picked(&self, py: Python<'_>, chosen: Chosen) -> PyResult<Array> {
        let Chosen { offset, shape: lens, strides, lists, apart } = chosen;
        let Picking { lists, shape, order, at } = picking(py, lists, apart, lens.len())?;
        let lens: Axes<usize> = order.iter().map(|&axis| lens[axis]).collect();
        let strides: Axes<isize> = order.iter().map(|&axis| strides[axis]).collect();
        let lists: SmallVec<[&[usize]; 2]> = lists.iter().map(Vec::as_slice).collect();
        let gathered = {
            let _reading = self.reading();
            py.detach(|| self.view_at(offset, &lens, &strides).gather(&lists))
        };
        let gathered = gathered.ok_or_else(error::no_memory)?;
        let (tensor, left) = (gathered.with_weak(self.weak), lens.len() - lists.len());
        let tensor = match shape.len() {
            1 => tensor,
            _ => {
                let all = [&shape[..], &tensor.shape()[1..]].concat();
                let tensor = tensor.reshape(&all);
                tensor.map_err(|error| PyIndexError::new_err(error.to_string()))?
            }
        };
        let array = Array::of(self.ruleset, tensor);
        if at == 0 {
            return Ok(array);
        }
        Ok(permuted(&Bound::new(py, array)?, &moved(shape.len(), left, at)))
    }
}

/// The axes of a result whose lists' axes come first, in the order of the result: so many of the others before them.
fn moved(lists: usize, rest: usize, at: usize) -> Vec<usize> {
    let before = (0..at).map(|axis| lists + axis);
    let after = (at..rest).map(|axis| lists + axis);
    before.chain(0..lists).chain(after).collect()
}

/// Writes elements, which broadcast to what lists pick of a view, there.
pub(super) fn scattered(
    py: Python<'_>,
    view: &Array,
    (lists, apart): (Vec<List>, bool),
    elements: &TensorView<'_>,
) -> PyResult<()> {
    let Picking { lists, shape, order, at } = picking(py, lists, apart, view.shape.len())?;
    let rest: Vec<usize> = order[lists.len()..].iter().map(|&axis| view.shape[axis]).collect();
    let result: Vec<usize> = rest[..at].iter().chain(&shape).chain(&rest[at..]).copied().collect();
    let elements = without_leading_ones(elements.view(), result.len());
    let elements = broadcast(&elements, &result)?;
    // The lists' axes first again.
    let mut back: Vec<usize> = (at..at + shape.len()).collect();
    back.extend((0..at).chain(at + shape.len()..result.len()));
    let elements = elements.permuted(&back);
    let elements = elements.ok_or_else(|| PyIndexError::new_err("no such order of axes"))?;
    let out = view.view_mut(py)?;
    let lists: Vec<&[usize]> = lists.iter().map(Vec::as_slice).collect();
    let written = out.permuted(&order).is_some_and(|mut out| out.scatter(&lists, &elements));
    match written {
        true => Ok(()),
        false => Err(error::of_compute(
            py,
            &runtime::ComputeError::TooLarge { dtype: view.dtype, shape: result },
        )),
    }
}
