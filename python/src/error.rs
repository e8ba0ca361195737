//! Errors of the runtime → Python exceptions.

use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use runtime::{ComputeError, NameError, RuleError};

pyo3::create_exception!(
    concord,
    PromotionError,
    PyTypeError,
    "A ruleset has no dtype for these operands: it refuses them, lacks one of their dtypes, or no source says what it \
     gives. The message says what to do about it, and `kind` is its name for programs: \"refused\", \"unknown\"."
);

pyo3::create_exception!(
    concord,
    SpecError,
    PyValueError,
    "A spec file that is no ruleset: the message shows every mistake, each under the word that it is in."
);

/// The exception of a promotion that has no result.
pub(crate) fn of_rule(py: Python<'_>, error: &RuleError) -> PyErr {
    promotion(py, error.to_string(), error.kind())
}

/// The exception of an operation that has no result.
#[cold]
pub(crate) fn of_compute(py: Python<'_>, error: &ComputeError) -> PyErr {
    let message = error.to_string();
    match error {
        ComputeError::Rule { .. }
        | ComputeError::OutputDType { .. }
        | ComputeError::NoLoop { .. } => promotion(py, message, error.kind()),
        ComputeError::ScalarOutOfRange { .. } | ComputeError::Conversion { .. } => {
            PyOverflowError::new_err(message)
        }
        ComputeError::Axis { .. } | ComputeError::OneAxis { .. } => axis(py, &message),
        ComputeError::Index { .. } => PyIndexError::new_err(message),
        ComputeError::TooLarge { .. } => PyMemoryError::new_err(message),
        ComputeError::Operands { .. }
        | ComputeError::Options { .. }
        | ComputeError::Correction { .. } => PyTypeError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// The exception of elements at valid indices that memory cannot hold.
#[cold]
pub(crate) fn no_memory() -> PyErr {
    PyMemoryError::new_err("memory cannot hold the elements")
}

/// The exception of an axis that there is not, which is an error of Python's both as a value and as an index.
#[cold]
pub(crate) fn axis(py: Python<'_>, message: &str) -> PyErr {
    let class = py.import("concord._errors").and_then(|module| module.getattr("AxisError"));
    match class.and_then(|class| class.call1((message,))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The exception of a name: of a dtype that a ruleset lacks, or one that nothing has.
pub(crate) fn of_name(py: Python<'_>, error: &NameError) -> PyErr {
    match error {
        NameError::Unsupported { .. } => promotion(py, error.to_string(), "unsupported"),
        NameError::UnknownDType { .. } => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

fn promotion(py: Python<'_>, message: String, kind: &str) -> PyErr {
    let error = PromotionError::new_err(message);
    // An exception of ours has room for attributes; without this one it still says all.
    let _ = error.value(py).setattr("kind", kind);
    error
}
