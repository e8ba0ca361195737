//! What an array says of itself, and its only element as a Python number.

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyFloat, PyInt, PyList, PyRange, PyTuple};
use runtime::{Kind, Number};

use super::{Array, Axes};
use crate::dtype::{self, Dtype};
use crate::namespace::lists::DEEPEST;
use crate::number;
use crate::ruleset;

#[pymethods]
impl Array {
    /// The dtype of its elements.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> PyResult<Py<Dtype>> {
        Ok(dtype::object(py, self.dtype)?.clone_ref(py))
    }

    /// How many elements it has along each axis.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shape.iter())
    }

    /// How many bytes lie between neighbours along each axis.
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let size = self.dtype.size().cast_signed();
        PyTuple::new(py, self.strides.iter().map(|stride| stride * size).collect::<Vec<_>>())
    }

    /// How many axes it has.
    #[getter]
    fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// How many elements it has.
    #[getter]
    fn size(&self) -> usize {
        self.len()
    }

    /// How many bytes its elements have.
    #[getter]
    fn nbytes(&self) -> usize {
        self.len() * self.dtype.size()
    }

    /// Where its elements are: ``"cpu"``.
    #[getter]
    fn device(&self) -> &'static str {
        "cpu"
    }

    /// The ruleset that its operations follow.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> PyResult<Py<ruleset::Ruleset>> {
        ruleset::object(py, self.ruleset)
    }

    /// Whether it is weakly typed, as JAX's arrays made of Python numbers are.
    #[getter]
    fn weak_type(&self) -> bool {
        self.weak
    }

    /// The same elements, weakly typed.
    fn _weakly(slf: &Bound<'_, Self>) -> Array {
        let own = slf.get();
        Array { weak: true, ..own.arranged(slf, 0, own.shape.clone(), own.strides.clone()) }
    }

    /// The transpose of a matrix; of an array of two axes alone.
    #[getter(T)]
    fn transpose(slf: &Bound<'_, Self>) -> PyResult<Array> {
        match slf.get().shape.len() {
            2 => Ok(permuted(slf, &[1, 0])),
            ndim => Err(PyValueError::new_err(format!(
                "T is of two axes, and there are {ndim}: mT transposes a stack of matrices, permute_dims any axes"
            ))),
        }
    }

    /// The transpose of each matrix of a stack: the last two axes change places.
    #[getter(mT)]
    fn matrix_transpose(slf: &Bound<'_, Self>) -> PyResult<Array> {
        let ndim = slf.get().shape.len();
        if ndim < 2 {
            return Err(PyValueError::new_err(format!(
                "mT is of at least two axes, and there are {ndim}"
            )));
        }
        let mut axes: Vec<usize> = (0..ndim).collect();
        axes.swap(ndim - 2, ndim - 1);
        Ok(permuted(slf, &axes))
    }

    /// The namespace of the array's functions.
    #[pyo3(signature = (/, *, api_version=None))]
    fn __array_namespace__<'py>(
        &self,
        py: Python<'py>,
        api_version: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let namespaces = py.import(intern!(py, "concord._namespace"))?;
        namespaces.getattr(intern!(py, "of_version"))?.call1((self.ruleset.name(), api_version))
    }

    /// The array itself: every array is on the CPU.
    #[pyo3(signature = (device, /, *, stream=None))]
    fn to_device<'py>(
        slf: &Bound<'py, Self>,
        device: &str,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, Self>> {
        match (device, stream) {
            ("cpu", None) => Ok(slf.clone()),
            ("cpu", Some(_)) => {
                Err(PyValueError::new_err("the cpu has no streams: stream is None"))
            }
            _ => Err(PyValueError::new_err(format!("there is no device {device:?}, only \"cpu\""))),
        }
    }

    /// NumPy leaves operators beside its arrays and numbers to this class.
    #[classattr]
    fn __array_ufunc__(py: Python<'_>) -> Py<PyAny> {
        py.None()
    }

    /// The elements as Python numbers, in lists for the axes.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.shape.len() > DEEPEST {
            return Err(PyValueError::new_err(format!(
                "lists nested more than {DEEPEST} deep: the array has {} axes, reshape it first",
                self.shape.len()
            )));
        }
        // Neither the numbers nor the lists ask whether there is room for them.
        let mut room = Vec::<(Number, Bound<'_, PyAny>)>::new();
        room.try_reserve_exact(self.len()).map_err(|_| {
            PyMemoryError::new_err(format!("memory cannot hold {} Python numbers", self.len()))
        })?;
        drop(room);
        let numbers = self.view().numbers();
        nested(py, &numbers, &self.shape)
    }

    /// The only element as a Python number.
    fn item<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.view().number() {
            Some(only) => number::object(py, only),
            None => Err(PyValueError::new_err(format!(
                "item is of an array of one element, and this has {}: index it first",
                self.len()
            ))),
        }
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.view())
    }

    fn __str__(&self) -> String {
        self.view().to_string()
    }

    /// One element as Python formats its number; any array where nothing is asked for.
    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        if spec.is_empty() {
            return Ok(self.__str__().into_pyobject(py)?.into_any());
        }
        number::object(py, self.only("format")?)?.call_method1("__format__", (spec,))
    }

    fn __len__(&self) -> PyResult<usize> {
        let none =
            || PyTypeError::new_err("len() of an array without axes: size says how many elements");
        self.shape.first().copied().ok_or_else(none)
    }

    /// The parts along the first axis, each made when it is asked for.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let Some(&len) = slf.get().shape.first() else {
            return Err(PyTypeError::new_err(
                "an array without axes has no parts to go through: item() is its element",
            ));
        };
        parts(slf, PyRange::new(py, 0, len.cast_signed())?)
    }

    /// The same from the last one to the first.
    fn __reversed__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let last = slf.get().__len__()?.cast_signed() - 1;
        parts(slf, PyRange::new_with_step(slf.py(), last, -1, -1)?)
    }

    fn __bool__(&self) -> PyResult<bool> {
        Ok(match self.only("bool")? {
            Number::Bool(truth) => truth,
            Number::Int(int) => int != 0,
            Number::Float(float) => float != 0.0,
            Number::Complex(re, im) => re != 0.0 || im != 0.0,
            _ => true,
        })
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let only = number::object(py, self.real("int")?)?;
        py.get_type::<PyInt>().call1((only,))
    }

    fn __float__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let only = number::object(py, self.real("float")?)?;
        py.get_type::<PyFloat>().call1((only,))
    }

    fn __complex__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let only = number::object(py, self.only("complex")?)?;
        py.get_type::<PyComplex>().call1((only,))
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.dtype.kind() {
            Kind::Int | Kind::Uint => number::object(py, self.only("index")?),
            Kind::Bool | Kind::Float | Kind::Complex => Err(PyTypeError::new_err(format!(
                "an array of {} is no index: only integers are",
                self.dtype
            ))),
        }
    }
}

impl Array {
    /// The element of an array without axes.
    fn only(&self, to: &str) -> PyResult<Number> {
        let only = self.view().number().filter(|_| self.shape.is_empty());
        only.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "{to} is of an array without axes, and this one has shape {:?}: index it, or reduce it with any or all",
                self.shape
            ))
        })
    }

    fn real(&self, to: &str) -> PyResult<Number> {
        match self.only(to)? {
            Number::Complex(..) => Err(PyTypeError::new_err(format!(
                "{to} of a complex number: take real or abs of it first"
            ))),
            number => Ok(number),
        }
    }
}

/// The parts of an array at some places along its first axis, each made when it is asked for.
fn parts<'py>(
    array: &Bound<'py, Array>,
    places: Bound<'py, PyRange>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let part = array.getattr(intern!(py, "__getitem__"))?;
    py.import(intern!(py, "builtins"))?.getattr(intern!(py, "map"))?.call1((part, places))
}

/// The same elements with the axes in another order.
pub(super) fn permuted(array: &Bound<'_, Array>, axes: &[usize]) -> Array {
    let own = array.get();
    let shape: Axes<usize> = axes.iter().map(|&axis| own.shape[axis]).collect();
    let strides: Axes<isize> = axes.iter().map(|&axis| own.strides[axis]).collect();
    own.arranged(array, 0, shape, strides)
}

/// Numbers in lists, one for each axis.
fn nested<'py>(
    py: Python<'py>,
    numbers: &[Number],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let Some((&len, rest)) = shape.split_first() else {
        return match numbers.first() {
            Some(&only) => number::object(py, only),
            None => Err(PyValueError::new_err("no number for an element")),
        };
    };
    let each: usize = rest.iter().product();
    let parts = (0..len).map(|index| nested(py, &numbers[index * each..][..each], rest));
    Ok(PyList::new(py, parts.collect::<PyResult<Vec<_>>>()?)?.into_any())
}
