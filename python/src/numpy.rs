//! NumPy's own types → what they are here. NumPy is not imported for it: until it is, nothing is of its types.

use pyo3::ffi::PyTypeObject;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use runtime::{DType, Number};

use crate::dtype;
use crate::number;

/// The types that are recognised by their address alone.
struct Types {
    array: Py<PyType>,
    scalars: Vec<(Py<PyType>, DType)>,
}

/// Whether an object is an array of NumPy itself, whose structure is the quickest way to its elements.
pub(crate) fn is_array(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(types(object.py())?.is_some_and(|types| is_of(object, &types.array)))
}

/// The dtype and the value of a scalar of NumPy; `None` of any other object, those of ml_dtypes among them.
pub(crate) fn scalar(object: &Bound<'_, PyAny>) -> PyResult<Option<(DType, Number)>> {
    let Some(types) = types(object.py())? else { return Ok(None) };
    let Some(&(_, dtype)) = types.scalars.iter().find(|(class, _)| is_of(object, class)) else {
        return Ok(None);
    };
    let value = object.call_method0(pyo3::intern!(object.py(), "item"))?;
    Ok(number::of_object(&value)?.map(|number| (dtype, number)))
}

fn is_of(object: &Bound<'_, PyAny>, class: &Py<PyType>) -> bool {
    object.get_type_ptr() == class.as_ptr().cast::<PyTypeObject>()
}

fn types(py: Python<'_>) -> PyResult<Option<&'static Types>> {
    static TYPES: PyOnceLock<Types> = PyOnceLock::new();
    if let Some(types) = TYPES.get(py) {
        return Ok(Some(types));
    }
    let loaded = py.import("sys")?.getattr("modules")?;
    let Some(numpy) = loaded.cast::<PyDict>()?.get_item("numpy")? else { return Ok(None) };
    let array = numpy.getattr("ndarray")?.cast_into::<PyType>()?.unbind();
    let known = DType::ALL.into_iter().filter(|&dtype| dtype::letter(dtype) != b'V');
    let scalars = known.map(|dtype| {
        let class = numpy.call_method1("dtype", (dtype::type_string(dtype),))?.getattr("type")?;
        Ok((class.cast_into::<PyType>()?.unbind(), dtype))
    });
    let scalars = scalars.collect::<PyResult<_>>()?;
    Ok(Some(TYPES.get_or_init(py, || Types { array, scalars })))
}
