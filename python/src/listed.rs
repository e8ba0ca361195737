//! Sequences of Python → vectors: an error where a sequence says that it is longer than memory, of which pyo3's abort.

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use pyo3::{Borrowed, conversion::FromPyObjectOwned, intern};

/// What a sequence has in it; an error where memory cannot hold as much.
pub(crate) struct Listed<T>(pub(crate) Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Listed<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if !is_sequence(&object)? {
            return Err(PyTypeError::new_err("no sequence"));
        }
        let len = object.len()?;
        let mut items = Vec::new();
        items.try_reserve_exact(len).map_err(|_| no_memory(len))?;
        for item in object.try_iter()? {
            // It may have more than it says.
            items.try_reserve(1).map_err(|_| no_memory(items.len()))?;
            items.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Listed(items))
    }
}

/// More than the axes of any array.
pub(crate) const MOST_AXES: usize = 1 << 24;

/// The same of a sequence with one item for each axis.
pub(crate) fn of_axes<'py, T: FromPyObjectOwned<'py>>(
    object: &Bound<'py, PyAny>,
) -> PyResult<Vec<T>> {
    match object.len() {
        Ok(len) if len > MOST_AXES => {
            Err(PyValueError::new_err(format!("a sequence of {len} axes: no array has so many")))
        }
        Ok(_) | Err(_) => object.extract().map(|Listed(items)| items),
    }
}

/// Whether an object has items in an order, other than the letters of a text.
fn is_sequence(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
        return Ok(true);
    }
    let is_other = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyDict>();
    Ok(!is_other && object.hasattr(intern!(object.py(), "__getitem__"))?)
}

#[cold]
fn no_memory(len: usize) -> PyErr {
    PyMemoryError::new_err(format!("memory cannot hold the {len} items of a sequence"))
}
