//! The words of a command line → what `concord` answers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The answer to a command line, the name of the command first, as text; raises ValueError with the reason if there
/// is none.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, words: Vec<String>) -> PyResult<String> {
    py.detach(|| cli::ask(words)).map_err(|why| PyValueError::new_err(why.trim_end().to_owned()))
}

/// Prints the answer to a command line and returns the exit code: the command `concord`.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, words: Vec<String>) -> u8 {
    py.detach(|| cli::run(words))
}
