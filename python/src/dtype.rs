//! Dtypes as Python objects, one for each, and whatever names a dtype in Python → that.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};
use runtime::{DType, Kind};

use crate::error;

/// An element type. There is one object for each, found by :func:`concord.dtype`, and by its name in ``concord``
/// and in every namespace that has it.
#[pyclass(frozen, name = "DType", module = "concord")]
pub(crate) struct Dtype(pub(crate) DType);

static ALL: PyOnceLock<Vec<Py<Dtype>>> = PyOnceLock::new();

/// The object of a dtype.
pub(crate) fn object(py: Python<'_>, dtype: DType) -> PyResult<&Py<Dtype>> {
    let all = ALL.get_or_try_init(py, || {
        DType::ALL.into_iter().map(|dtype| Py::new(py, Dtype(dtype))).collect::<PyResult<_>>()
    })?;
    Ok(&all[dtype as usize])
}

/// The dtype that an object names: a dtype of this package or of NumPy, ml_dtypes, torch, JAX and others, or a name
/// that the ruleset knows.
pub(crate) fn of_object(
    named: &Bound<'_, PyAny>,
    ruleset: Option<runtime::Ruleset>,
) -> PyResult<DType> {
    if let Ok(dtype) = named.cast::<Dtype>() {
        return Ok(dtype.get().0);
    }
    let py = named.py();
    if let Ok(name) = named.cast::<PyString>() {
        let name = name.to_string();
        return match ruleset {
            Some(ruleset) => ruleset.dtype(&name).map_err(|error| error::of_name(py, &error)),
            None => of_name(&name),
        };
    }
    static NAME: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let name = NAME.get_or_try_init(py, || {
        py.import("concord._foreign")?.getattr("dtype_name").map(Bound::unbind)
    })?;
    let name: String = name.bind(py).call1((named,))?.extract()?;
    of_name(&name)
}

/// The dtype of a public name or a short code.
pub(crate) fn of_name(name: &str) -> PyResult<DType> {
    name.parse().map_err(|error: runtime::UnknownDType| PyTypeError::new_err(error.to_string()))
}

/// The dtype that something names: a public name (``"int8"``), a short code (``"i8"``), or a dtype of NumPy,
/// ml_dtypes, torch, JAX and others.
#[pyfunction]
pub(crate) fn dtype(py: Python<'_>, named: &Bound<'_, PyAny>) -> PyResult<Py<Dtype>> {
    Ok(object(py, of_object(named, None)?)?.clone_ref(py))
}

#[pymethods]
impl Dtype {
    /// The public name: ``"int8"``, ``"complex64"`` (two float32).
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The short code: ``"i8"``, ``"c64"``.
    #[getter]
    fn code(&self) -> &'static str {
        self.0.code()
    }

    /// ``"bool"``, ``"int"``, ``"uint"``, ``"float"`` or ``"complex"``.
    #[getter]
    fn kind(&self) -> String {
        self.0.kind().to_string()
    }

    /// The width of one element in bits; 8 for bool.
    #[getter]
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    /// The width of one element in bytes.
    #[getter]
    fn itemsize(&self) -> usize {
        self.0.size()
    }

    /// The limits of a float or complex dtype as (eps, max, min, smallest_normal, bits, name); None of any other.
    fn _finfo<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(info) = self.0.finfo() else { return Ok(None) };
        let facts =
            (info.eps, info.max, info.min, info.smallest_normal, info.bits, info.dtype.name());
        facts.into_pyobject(py).map(Some)
    }

    /// The limits of an integer dtype as (min, max); None of any other.
    fn _iinfo(&self) -> Option<(i128, i128)> {
        self.0.iinfo().map(|info| (info.min, info.max))
    }

    fn __repr__(&self) -> String {
        format!("dtype('{}')", self.0.name())
    }

    fn __str__(&self) -> &'static str {
        self.0.name()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Dtype>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("concord")?.getattr("dtype")?, (self.0.name(),)))
    }
}

/// The letter that NumPy's array interface has for a dtype; of a dtype that it does not know, that of raw bytes.
pub(crate) fn letter(dtype: DType) -> u8 {
    let is_ieee = |bits| dtype.finfo().is_some_and(|info| info.dtype.code() == bits);
    match dtype.kind() {
        _ if dtype.is_narrow() => b'V',
        Kind::Bool => b'b',
        Kind::Int => b'i',
        Kind::Uint => b'u',
        Kind::Float if ["f16", "f32", "f64"].into_iter().any(is_ieee) => b'f',
        Kind::Complex if ["f32", "f64"].into_iter().any(is_ieee) => b'c',
        Kind::Float | Kind::Complex => b'V',
    }
}

/// The same with the byte order and the size, as the interface spells it.
pub(crate) fn type_string(dtype: DType) -> String {
    let letter = char::from(letter(dtype));
    let order = if dtype.size() == 1 || letter == 'V' { '|' } else { '<' };
    format!("{order}{letter}{}", dtype.size())
}
