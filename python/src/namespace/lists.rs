//! Nested lists, and other sequences → their numbers and their shape.

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySequence, PyString, PyTuple};
use runtime::{DType, Number};

use crate::argument;
use crate::array::Array;
use crate::{number, numpy};

/// Any object.
type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// The numbers of nested lists, in their order, and the shape of the lists.
pub(super) struct Lists {
    pub(super) numbers: Vec<Number>,
    pub(super) shape: Vec<usize>,
    /// The dtypes that they have themselves, each once; `None` if one is a number of Python.
    pub(super) own: Option<Vec<DType>>,
}

/// `None` if an array with axes is in them.
pub(super) fn lists(object: Object<'_, '_>) -> PyResult<Option<Lists>> {
    let mut lists = Lists { numbers: Vec::new(), shape: Vec::new(), own: Some(Vec::new()) };
    Ok(collect(object, 0, &mut lists)?.then_some(lists))
}

#[cold]
pub(super) fn ragged() -> PyErr {
    PyValueError::new_err(
        "lists of different lengths, or numbers beside lists: the lists at each level must be of one length",
    )
}

/// Whether an object is an array with axes.
fn has_axes(object: Object<'_, '_>) -> PyResult<bool> {
    match object.cast::<Array>() {
        Ok(array) => Ok(!array.get().shape.is_empty()),
        Err(_) => Ok(numpy::is_array(object)? && object.getattr("ndim")?.extract::<usize>()? > 0),
    }
}

/// Whether an object is a list of elements: a list, a tuple, a range or another sequence, but no text and no bytes.
fn is_list(object: Object<'_, '_>) -> bool {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return true;
    }
    let is_text = || object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>();
    object.cast::<PySequence>().is_ok() && !is_text()
}

/// How deep lists may be nested.
pub(crate) const DEEPEST: usize = 64;

#[cold]
pub(super) fn too_deep() -> PyErr {
    PyValueError::new_err(format!("lists nested more than {DEEPEST} deep"))
}

/// Returns false at an array with axes.
fn collect(object: Object<'_, '_>, depth: usize, lists: &mut Lists) -> PyResult<bool> {
    // The first leaf says how deep all are.
    let is_first = lists.numbers.is_empty();
    let number = number::of_object(object)?;
    if number.is_some() || !is_list(object) {
        if number.is_none() && depth > 0 && has_axes(object)? {
            return Ok(false);
        }
        if depth != lists.shape.len() {
            return Err(ragged());
        }
        let (dtype, number) = match number {
            Some(number) => (None, number),
            None => element(object)?,
        };
        lists.numbers.push(number);
        match (&mut lists.own, dtype) {
            (Some(known), Some(dtype)) if !known.contains(&dtype) => known.push(dtype),
            (own, None) => *own = None,
            (Some(_) | None, Some(_)) => {}
        }
        return Ok(true);
    }
    if depth > DEEPEST {
        return Err(too_deep());
    }
    let items = items(object)?;
    lists.numbers.try_reserve(items.len()).map_err(|_| no_memory(items.len()))?;
    if !enter(items.len(), depth, is_first, &mut lists.shape) {
        return Err(ragged());
    }
    for item in &items {
        if !collect(item, depth + 1, lists)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a list has in it.
fn items<'py>(list: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (mut items, len) = (Vec::new(), list.len()?);
    items.try_reserve_exact(len).map_err(|_| no_memory(len))?;
    for item in list.try_iter()? {
        items.push(item?);
    }
    Ok(items)
}

#[cold]
fn no_memory(len: usize) -> PyErr {
    PyMemoryError::new_err(format!("memory cannot hold the {len} elements of a list"))
}

/// Whether a list of a length may be at a depth; the first one there says which.
fn enter(len: usize, depth: usize, is_first: bool, shape: &mut Vec<usize>) -> bool {
    match shape.get(depth) {
        Some(&known) => known == len,
        None if is_first && shape.len() == depth => {
            shape.push(len);
            true
        }
        None => false,
    }
}

fn element(object: Object<'_, '_>) -> PyResult<(Option<DType>, Number)> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("an element is a number, not a str"));
    }
    argument::typed_number(object, "an element")
}
