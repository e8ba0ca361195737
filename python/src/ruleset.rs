//! Rulesets as Python objects: what operands promote to, and what may be cast.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use runtime::{Arg, Casting, DefaultKind, Op, Options, ResultType, RuleError, rulesets as all};

use crate::dtype::{self, Dtype};
use crate::error;
use crate::own;
use crate::promoted::{self, Promoted};

/// The promotion rules of a framework at an edition, on a device profile or in a mode; :func:`concord.ruleset` finds
/// one by its name.
#[pyclass(frozen, name = "Ruleset", module = "concord")]
pub(crate) struct Ruleset(pub(crate) runtime::Ruleset);

/// A question of a ruleset that several operands answer to.
type Gives = fn(runtime::Ruleset, &[Arg<'_>]) -> Result<ResultType, RuleError>;

static ALL: PyOnceLock<Vec<Py<Ruleset>>> = PyOnceLock::new();

fn objects(py: Python<'_>) -> PyResult<&Vec<Py<Ruleset>>> {
    ALL.get_or_try_init(py, || all::ALL.iter().map(|&one| Py::new(py, Ruleset(one))).collect())
}

/// The object of a ruleset: one of Concord's has always the same.
pub(crate) fn object(py: Python<'_>, ruleset: runtime::Ruleset) -> PyResult<Py<Ruleset>> {
    let found = objects(py)?.iter().find(|object| object.get().0 == ruleset);
    found.map_or_else(|| Py::new(py, Ruleset(ruleset)), |object| Ok(object.clone_ref(py)))
}

/// The ruleset of a name: ``"torch"``, ``"numpy@1.26"``, ``"dpctl/no-fp64"``, or that of a file that was loaded.
#[pyfunction]
pub(crate) fn ruleset(py: Python<'_>, name: &str) -> PyResult<Py<Ruleset>> {
    object(py, own::find(name).map_err(|error| error::of_name(py, &error))?)
}

/// The ruleset of a spec file's text, which mistakes show under `path`.
#[pyfunction]
pub(crate) fn load_text(py: Python<'_>, path: &str, text: &str) -> PyResult<Ruleset> {
    own::load(py, path, text).map(Ruleset)
}

/// The names of all rulesets.
#[pyfunction]
pub(crate) fn rulesets() -> Vec<&'static str> {
    all::ALL.iter().map(|ruleset| ruleset.name()).collect()
}

/// The names of all ops.
#[pyfunction]
pub(crate) fn ops() -> Vec<&'static str> {
    Op::ALL.into_iter().map(Op::name).collect()
}

#[pymethods]
impl Ruleset {
    /// The name it is found by: ``"dpctl/no-fp64"``.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The framework: ``"PyTorch"``.
    #[getter]
    fn framework(&self) -> &'static str {
        self.0.framework()
    }

    /// Which documents or release it states: ``"2.15"``.
    #[getter]
    fn edition(&self) -> &'static str {
        self.0.edition()
    }

    /// The device profile: ``"no-fp64"``; None of a device that has every dtype of the framework.
    #[getter]
    fn device(&self) -> Option<&'static str> {
        self.0.device()
    }

    /// The dtypes it has, in order.
    #[getter]
    fn dtypes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let dtypes = self.0.dtypes().iter().map(|&dtype| dtype::object(py, dtype));
        PyTuple::new(py, dtypes.collect::<PyResult<Vec<_>>>()?)
    }

    /// The dtype that the framework calls by a name.
    fn dtype(&self, py: Python<'_>, named: &Bound<'_, PyAny>) -> PyResult<Py<Dtype>> {
        let dtype = dtype::of_object(named, Some(self.0))?;
        let dtype = self.0.require(dtype).map_err(|error| error::of_rule(py, &error))?;
        Ok(dtype::object(py, dtype)?.clone_ref(py))
    }

    /// The framework's own names of a dtype, the one it prints first.
    fn names(&self, dtype: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
        Ok(self.0.names(dtype::of_object(dtype, Some(self.0))?).to_vec())
    }

    /// The dtype of a new array where none is given: of ``"integral"``, ``"indexing"``, ``"real floating"`` or
    /// ``"complex floating"``.
    fn default_dtype(&self, py: Python<'_>, kind: &str) -> PyResult<Py<Dtype>> {
        let kinds = DefaultKind::ALL;
        let kind = kinds.into_iter().find(|known| known.name() == kind).ok_or_else(|| {
            let names = kinds.map(|kind| kind.name()).join(", ");
            PyValueError::new_err(format!("no default is called {kind:?}: there are {names}"))
        })?;
        let dtype = self.0.default_dtype(kind).map_err(|error| error::of_rule(py, &error))?;
        Ok(dtype::object(py, dtype)?.clone_ref(py))
    }

    /// The dtype that operators promote operands to, in their order: dtypes, arrays, Python numbers, and what
    /// :func:`concord.zero_dim`, :func:`concord.weak` and :func:`concord.scalar` make.
    #[pyo3(signature = (*operands))]
    fn promote(&self, operands: &Bound<'_, PyTuple>) -> PyResult<Py<Dtype>> {
        let py = operands.py();
        let result = self.promoted(operands, runtime::Ruleset::promote_all_of)?;
        Ok(dtype::object(py, result.dtype)?.clone_ref(py))
    }

    /// The dtype that the framework's own ``result_type`` gives: what operands promote to, but under NumPy the dtype
    /// that all can be stored in.
    #[pyo3(signature = (*operands))]
    fn result_type(&self, operands: &Bound<'_, PyTuple>) -> PyResult<Py<Dtype>> {
        let py = operands.py();
        let result = self.promoted(operands, runtime::Ruleset::result_type_of)?;
        Ok(dtype::object(py, result.dtype)?.clone_ref(py))
    }

    /// Whether what operands promote to is weakly typed.
    #[pyo3(signature = (*operands))]
    fn is_weak(&self, operands: &Bound<'_, PyTuple>) -> PyResult<bool> {
        Ok(self.promoted(operands, runtime::Ruleset::promote_all_of)?.weak)
    }

    /// The dtypes that an op computes in and returns, without computing it.
    #[pyo3(signature = (op, /, *operands))]
    fn op_dtypes(
        &self,
        op: &str,
        operands: &Bound<'_, PyTuple>,
    ) -> PyResult<(Py<Dtype>, Py<Dtype>)> {
        let py = operands.py();
        let op: Op = op
            .parse()
            .map_err(|error: runtime::UnknownOp| PyValueError::new_err(error.to_string()))?;
        let operands = self.operands(operands)?;
        let args: Vec<Arg<'_>> = operands.iter().map(Promoted::arg).collect();
        let dtypes = self.0.apply_dtypes(op, &args, &Options::default(), None);
        let dtypes = dtypes.map_err(|error| error::of_compute(py, &error))?;
        let object = |dtype| Ok::<_, PyErr>(dtype::object(py, dtype)?.clone_ref(py));
        Ok((object(dtypes.compute)?, object(dtypes.result)?))
    }

    /// Whether a dtype may be cast to another: ``"no"``, ``"equiv"``, ``"safe"``, ``"same_kind"``, ``"unsafe"`` as
    /// NumPy's, or ``"output"``, what the framework lets a result be converted to.
    #[pyo3(signature = (from_, to, casting="safe"))]
    fn can_cast(
        &self,
        from_: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
        casting: &str,
    ) -> PyResult<bool> {
        let casting = match casting {
            "no" => Casting::No,
            "equiv" => Casting::Equiv,
            "safe" => Casting::Safe,
            "same_kind" => Casting::SameKind,
            "unsafe" => Casting::Unsafe,
            "output" => Casting::Output,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "no casting is called {casting:?}: there are no, equiv, safe, same_kind, unsafe and output"
                )));
            }
        };
        let dtype = |named| dtype::of_object(named, Some(self.0));
        let may = self.0.can_cast(dtype(from_)?, dtype(to)?, casting);
        may.map_err(|error| error::of_rule(to.py(), &error))
    }

    /// Why a pair gives what it gives: :func:`concord.explain` in this ruleset.
    fn explain<'py>(
        &self,
        left: &Bound<'py, PyAny>,
        right: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = PyDict::new(left.py());
        asked.set_item("ruleset", self.0.name())?;
        left.py().import("concord")?.getattr("explain")?.call((left, right), Some(&asked))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Ruleset>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("concord.ruleset('{}')", self.0.name())
    }

    fn __str__(&self) -> &'static str {
        self.0.name()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("concord")?.getattr("ruleset")?, (self.0.name(),)))
    }
}

impl Ruleset {
    fn operands<'py>(&self, operands: &Bound<'py, PyTuple>) -> PyResult<Vec<Promoted<'py>>> {
        operands.iter().map(|operand| promoted::of_object(self.0, &operand)).collect()
    }

    /// What operands give by one of the ruleset's two questions.
    fn promoted(&self, operands: &Bound<'_, PyTuple>, gives: Gives) -> PyResult<ResultType> {
        let py = operands.py();
        let operands = self.operands(operands)?;
        let args: Vec<Arg<'_>> = operands.iter().map(Promoted::arg).collect();
        gives(self.0, &args).map_err(|error| error::of_rule(py, &error))
    }
}
