//! Python objects → operands of an op, which are arrays and numbers.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use runtime::{Arg, DType, Number, Ruleset};

use crate::array::Array;
use crate::{dtype, number, numpy};

/// An operand of an op.
#[derive(Clone, Copy)]
pub(crate) enum In<'a> {
    Array(&'a Array),
    Number(Number),
    Typed(DType, Number),
    Absent,
}

impl<'a> In<'a> {
    pub(crate) fn arg(&self) -> Arg<'a> {
        match *self {
            In::Array(array) => array.elements().into(),
            In::Number(number) => Arg::Number(number),
            In::Typed(dtype, number) => Arg::Typed(dtype, number),
            In::Absent => Arg::Absent,
        }
    }
}

/// The operand that an object is beside an array of a ruleset: an array that follows it too, a Python number, or a
/// number of NumPy's. `None` if it is anything else.
#[inline]
pub(crate) fn beside<'a>(
    ruleset: Ruleset,
    object: &'a Bound<'_, PyAny>,
) -> PyResult<Option<In<'a>>> {
    if let Ok(array) = object.cast::<Array>() {
        let array = array.get();
        return match array.follows(ruleset) {
            true => Ok(Some(In::Array(array))),
            false => Err(other_ruleset(ruleset, array.ruleset)),
        };
    }
    match number::of_object(object)? {
        Some(number) => Ok(Some(In::Number(number))),
        None => foreign_scalar(object),
    }
}

#[cold]
fn other_ruleset(ruleset: Ruleset, other: Ruleset) -> PyErr {
    let which = match ruleset.name() == other.name() {
        true => format!("{other} as it was before its file was loaded again"),
        false => other.to_string(),
    };
    PyTypeError::new_err(format!(
        "an array of {which} beside one of {ruleset}: make it one of {ruleset} with the namespace's asarray"
    ))
}

/// The operand that a scalar of NumPy, ml_dtypes and the like is, or a subclass of Python's numbers.
#[cold]
pub(crate) fn foreign_scalar<'a>(object: &Bound<'_, PyAny>) -> PyResult<Option<In<'a>>> {
    let py = object.py();
    if let Some((dtype, number)) = numpy::scalar(object)? {
        return Ok(Some(In::Typed(dtype, number)));
    }
    let found = helper(py, "scalar")?.call1((object,))?;
    if found.is_none() {
        return Ok(None);
    }
    let (name, value): (Option<String>, Bound<'_, PyAny>) = found.extract()?;
    let Some(number) = number::of_object(&value)? else { return Ok(None) };
    Ok(Some(match name {
        Some(name) => In::Typed(dtype::of_name(&name)?, number),
        None => In::Number(number),
    }))
}

/// An operand that must be one.
pub(crate) fn required<'a>(
    ruleset: Ruleset,
    object: &'a Bound<'_, PyAny>,
    function: &str,
) -> PyResult<In<'a>> {
    beside(ruleset, object)?.ok_or_else(|| no_operand(object, function))
}

/// An operand that must be an array.
pub(crate) fn array<'a>(
    ruleset: Ruleset,
    object: &'a Bound<'_, PyAny>,
    function: &str,
) -> PyResult<&'a Array> {
    match object.cast::<Array>() {
        Ok(array) if array.get().follows(ruleset) => Ok(array.get()),
        Ok(array) => Err(other_ruleset(ruleset, array.get().ruleset)),
        Err(_) => Err(no_operand(object, function)),
    }
}

#[cold]
pub(crate) fn no_operand(object: &Bound<'_, PyAny>, function: &str) -> PyErr {
    let name = match object.get_type().fully_qualified_name() {
        Ok(name) => name.to_string(),
        Err(error) => return error,
    };
    PyTypeError::new_err(format!(
        "{function} takes arrays of this namespace, not {name}: make one with asarray"
    ))
}

/// A function of `concord._foreign`, which knows the types of other libraries.
pub(crate) fn helper<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("concord._foreign").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}
