//! Arrays ⇄ what pickle writes of them: a ruleset, a dtype, a shape and bytes.

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use runtime::Tensor;

use super::Array;
use crate::listed::Listed;
use crate::{dtype, error, own};

#[pymethods]
impl Array {
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let tensor = self.in_order(py)?;
        let bytes =
            PyBytes::new(py, tensor.as_bytes().expect("a copy is in the order of the axes"));
        let make = py.import(intern!(py, "concord._core"))?.getattr(intern!(py, "from_bytes"))?;
        let facts = (self.ruleset.name(), self.dtype.name(), &self.shape[..], bytes, self.weak);
        Ok((make, facts.into_pyobject(py)?))
    }
}

/// The array that pickle wrote.
#[pyfunction]
pub(crate) fn from_bytes(
    py: Python<'_>,
    ruleset: &str,
    dtype: &str,
    shape: Listed<usize>,
    bytes: &[u8],
    weak: bool,
) -> PyResult<Array> {
    let ruleset = own::find(ruleset).map_err(|error| error::of_name(py, &error))?;
    let tensor = Tensor::from_bytes(dtype::of_name(dtype)?, bytes, &shape.0);
    let tensor = tensor.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Array::of(ruleset, tensor.with_weak(weak)))
}
