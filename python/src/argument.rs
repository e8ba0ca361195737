//! Python objects → arguments that are no operands: axes, counts, shapes, single numbers.

use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};
use runtime::{DType, Number};
use smallvec::smallvec;

use crate::array::{Array, Axes};
use crate::operand::{In, foreign_scalar};
use crate::{error, listed, number, numpy};

/// Whether an error says that an object is no such thing, which can be said better. Any other is the object's own, such
/// as an interrupt.
fn is_of_type(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyOverflowError>(py)
}

/// The axes that an argument names: None, one or several.
pub(crate) fn axes(object: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<isize>>> {
    let Some(object) = object.filter(|object| !object.is_none()) else { return Ok(None) };
    let py = object.py();
    let is_list = object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>();
    if !is_list {
        match object.extract::<isize>() {
            Ok(axis) => return Ok(Some(vec![axis])),
            Err(error) if !is_of_type(py, &error) => return Err(error),
            Err(_) => {}
        }
    }
    listed::of_axes(object).map(Some).map_err(|error| {
        if error.is_instance_of::<PyOverflowError>(py) || object.is_instance_of::<PyInt>() {
            return error::axis(
                py,
                &format!("axis {object} is out of range: no array has so many axes"),
            );
        }
        match is_of_type(py, &error) {
            true => PyTypeError::new_err(format!(
                "an axis is an int, a tuple of them or None, not {}",
                shown(object)
            )),
            false => error,
        }
    })
}

/// A number of things that an argument is.
pub(crate) fn count(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<usize> {
    object.extract().map_err(|error: PyErr| {
        let py = object.py();
        match error.is_instance_of::<PyOverflowError>(py) {
            true if object.lt(0).unwrap_or(false) => {
                PyValueError::new_err(format!("{argument} is not negative, and {object} was given"))
            }
            true => PyMemoryError::new_err(format!(
                "{argument} of {object}: no memory has so many elements"
            )),
            false if is_of_type(py, &error) => {
                PyTypeError::new_err(format!("{argument} is an int, not {}", shown(object)))
            }
            false => error,
        }
    })
}

/// A shape that an argument is: an int or a sequence of them.
pub(crate) fn shape(object: &Bound<'_, PyAny>) -> PyResult<Axes<usize>> {
    let what = "a length of a shape";
    let py = object.py();
    match object.extract::<isize>() {
        Ok(_) => return Ok(smallvec![count(object, what)?]),
        Err(error) if !is_of_type(py, &error) => return Err(error),
        Err(_) if object.is_instance_of::<PyInt>() => return Ok(smallvec![count(object, what)?]),
        Err(_) => {}
    }
    match listed::of_axes::<Bound<'_, PyAny>>(object) {
        Ok(lens) => lens.iter().map(|len| count(len, what)).collect(),
        Err(error) if is_of_type(py, &error) => Err(PyTypeError::new_err(format!(
            "a shape is an int or a tuple of ints, not {}",
            shown(object)
        ))),
        Err(error) => Err(error),
    }
}

/// A number that an argument must be.
pub(crate) fn number(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Number> {
    typed_number(object, argument).map(|(_, number)| number)
}

/// A number that an argument must be, with its dtype if it has one: as an array without axes, or a scalar of NumPy.
pub(crate) fn typed_number(
    object: &Bound<'_, PyAny>,
    argument: &str,
) -> PyResult<(Option<DType>, Number)> {
    if let Some(number) = number::of_object(object)? {
        return Ok((None, number));
    }
    if let Ok(array) = object.cast::<Array>()
        && let Some(number) = array.get().view().number()
    {
        return Ok((Some(array.get().dtype), number));
    }
    // Of an array of NumPy without axes its element, which is a scalar.
    let scalar = match numpy::is_array(object)? && object.getattr("ndim")?.extract::<usize>()? == 0
    {
        true => foreign_scalar(&object.get_item(PyTuple::empty(object.py()))?)?,
        false => foreign_scalar(object)?,
    };
    match scalar {
        Some(In::Number(number)) => Ok((None, number)),
        Some(In::Typed(dtype, number)) => Ok((Some(dtype), number)),
        Some(In::Array(_) | In::Absent) | None => Err(PyTypeError::new_err(format!(
            "{argument} is a number, not {}",
            object.get_type().name()?
        ))),
    }
}

/// An object as messages show it.
fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "another object".to_owned(), |shown| shown.to_string())
}
