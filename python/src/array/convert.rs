//! Elements of an array → another dtype, another array's memory, bytes.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use runtime::{AsView, DType, Number, Tensor, TensorView};

use super::Array;
use crate::dtype;
use crate::error;
use crate::own;

impl Array {
    /// The elements converted to a dtype, in a new array.
    pub(crate) fn cast(&self, py: Python<'_>, dtype: DType) -> PyResult<Array> {
        let len = [self.len()];
        let line = self.flat(&len).and_then(|flat| self.ruleset.cast_line(&flat, dtype));
        if let Some(line) = line {
            return Ok(Array::of(self.ruleset, line).with_axes_of(self));
        }
        let cast = match self.is_large() {
            false => self.ruleset.cast(&self.elements(), dtype),
            true => {
                let _reading = self.reading();
                py.detach(|| self.ruleset.cast(&self.elements(), dtype))
            }
        };
        let tensor = cast.map_err(|error| error::of_compute(py, &error))?;
        Ok(Array::of(self.ruleset, tensor.with_weak(false)))
    }

    /// Writes the elements of another array, which broadcast to these, converted to this array's dtype.
    pub(crate) fn write(&self, py: Python<'_>, from: &Array) -> PyResult<()> {
        let copy = match self.may_overlap(from) {
            true => Some(from.copied(py)?),
            false => None,
        };
        let from = copy.as_ref().unwrap_or(from);
        if from.shape != self.shape {
            return self.write_view(py, &from.view());
        }
        self.converted(py, &from.elements())
    }

    /// Writes a number into every element.
    pub(crate) fn write_number(&self, py: Python<'_>, number: Number) -> PyResult<()> {
        self.write_view(py, &self.element(py, number, self.dtype)?.view())
    }

    /// A number as an element of a dtype, under this array's ruleset.
    pub(super) fn element(&self, py: Python<'_>, number: Number, dtype: DType) -> PyResult<Tensor> {
        let element = self.ruleset.full(&[], number, dtype);
        element.map_err(|error| error::of_compute(py, &error))
    }

    fn write_view(&self, py: Python<'_>, from: &TensorView<'_>) -> PyResult<()> {
        let from = without_leading_ones(from.view(), self.shape.len());
        self.converted(py, &broadcast(&from, &self.shape)?)
    }

    /// Writes elements of this array's shape.
    fn converted(&self, py: Python<'_>, from: &impl AsView) -> PyResult<()> {
        let mut out = self.elements_mut(py)?;
        let done = self.ruleset.cast_into(from, &mut out);
        done.map_err(|error| error::of_compute(py, &error))
    }
}

/// Without the axes of length 1 that come before so many: what is written may have them, as in NumPy.
pub(super) fn without_leading_ones(mut view: TensorView<'_>, ndim: usize) -> TensorView<'_> {
    while view.ndim() > ndim && view.shape()[0] == 1 {
        view = view.index_axis(0, 0).expect("an axis of one element");
    }
    view
}

/// A view that stands for the elements of a shape.
pub(super) fn broadcast<'a>(view: &'a TensorView<'_>, shape: &[usize]) -> PyResult<TensorView<'a>> {
    view.broadcast(shape).ok_or_else(|| {
        PyValueError::new_err(format!(
            "elements of shape {:?} do not broadcast to shape {shape:?}: each axis, from the last, must be equal or 1",
            view.shape()
        ))
    })
}

#[pymethods]
impl Array {
    /// The elements converted to a dtype, in a new array unless they have it and `copy` is false.
    #[pyo3(signature = (dtype, copy=true))]
    #[pyo3(name = "_cast")]
    pub(crate) fn cast_to<'py>(
        slf: &Bound<'py, Self>,
        dtype: &Bound<'_, PyAny>,
        copy: bool,
    ) -> PyResult<Bound<'py, Array>> {
        let (py, own) = (slf.py(), slf.get());
        let dtype = dtype::of_object(dtype, Some(own.ruleset))?;
        match dtype == own.dtype && !copy && !own.weak {
            true => Ok(slf.clone()),
            false => Bound::new(py, own.cast(py, dtype)?),
        }
    }

    /// The same elements under the ruleset of another name.
    #[pyo3(name = "_under")]
    pub(crate) fn under(slf: &Bound<'_, Self>, ruleset: &str) -> PyResult<Array> {
        let (py, own) = (slf.py(), slf.get());
        let ruleset = own::find(ruleset).map_err(|error| error::of_name(py, &error))?;
        ruleset.require(own.dtype).map_err(|error| error::of_rule(py, &error))?;
        let part = own.arranged(slf, 0, own.shape.clone(), own.strides.clone());
        Ok(Array { ruleset, ..part })
    }
}
