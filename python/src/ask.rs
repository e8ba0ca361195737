//! The words of a command line → what `concord` answers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::own;

/// The answer to a command line, the name of the command first, as text; raises ValueError with the reason if there
/// is none. Where the words name the table `-`, it is `input`. Rulesets that were loaded are known.
#[pyfunction]
#[pyo3(signature = (words, input=None))]
pub(crate) fn ask(py: Python<'_>, words: Vec<String>, input: Option<&str>) -> PyResult<String> {
    let catalog = own::catalog();
    let answer = py.detach(|| cli::ask_of(words, catalog, input));
    answer.map_err(|why| PyValueError::new_err(why.trim_end().to_owned()))
}

/// Prints the answer to a command line and returns the exit code: the command `concord`.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, words: Vec<String>) -> u8 {
    py.detach(|| cli::run(words))
}
