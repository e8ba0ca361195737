//! Python's numbers ⇄ the runtime's.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyFloat, PyInt};
use runtime::Number;

/// The number that an object is, if it is one of Python's own: bool, int, float or complex.
#[inline]
pub(crate) fn of_object(object: &Bound<'_, PyAny>) -> PyResult<Option<Number>> {
    if let Ok(float) = object.cast_exact::<PyFloat>() {
        return Ok(Some(Number::Float(float.value())));
    }
    if let Ok(int) = object.cast_exact::<PyInt>() {
        if let Ok(small) = int.extract::<i64>() {
            return Ok(Some(Number::Int(small.into())));
        }
        return match int.extract::<i128>() {
            Ok(int) => Ok(Some(Number::Int(int))),
            Err(_) => Err(PyOverflowError::new_err(
                "a Python int of more than 128 bits: no dtype holds it, give a float",
            )),
        };
    }
    if let Ok(truth) = object.cast_exact::<PyBool>() {
        return Ok(Some(Number::Bool(truth.is_true())));
    }
    if let Ok(complex) = object.cast_exact::<PyComplex>() {
        return Ok(Some(Number::Complex(complex.real(), complex.imag())));
    }
    Ok(None)
}

/// A number as an object.
pub(crate) fn object(py: Python<'_>, number: Number) -> PyResult<Bound<'_, PyAny>> {
    Ok(match number {
        Number::Bool(truth) => PyBool::new(py, truth).to_owned().into_any(),
        Number::Int(int) => int.into_pyobject(py)?.into_any(),
        Number::Float(float) => PyFloat::new(py, float).into_any(),
        Number::Complex(re, im) => PyComplex::from_doubles(py, re, im).into_any(),
        _ => return Err(PyOverflowError::new_err("a number that Python does not have")),
    })
}
