//! The interpreter that imports the module → an error for every one but the first.
#![expect(unsafe_code, reason = "only C tells interpreters apart")]

use std::sync::OnceLock;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// Dtypes, rulesets and classes are one object each, which interpreters must not share.
pub(crate) fn check_first(_py: Python<'_>) -> PyResult<()> {
    static FIRST: OnceLock<i64> = OnceLock::new();
    // SAFETY: this thread is attached to an interpreter, which has a state.
    let own = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match *FIRST.get_or_init(|| own) == own {
        true => Ok(()),
        false => Err(PyImportError::new_err(
            "concord is imported by another interpreter of this process, and works in one: use processes for workers",
        )),
    }
}
