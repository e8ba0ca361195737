//! The Python package's core: rulesets, questions and arrays as Python objects.
//!
//! **Nothing is decided here**: dtypes, values and errors are `runtime`'s, answers in words the command's. What is
//! here turns Python objects into theirs and back. The names users see are those of `concord/`, which is Python.

mod argument;
mod array;
mod ask;
mod compute;
mod dtype;
mod error;
mod interpreter;
mod listed;
mod namespace;
mod number;
mod numpy;
mod operand;
mod own;
mod promoted;
mod ruleset;

/// What the package `concord` is made of; import that instead.
#[pyo3::pymodule(gil_used = true)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::interpreter::check_first(module.py())?;
        module.add("MOST_AXES", crate::listed::MOST_AXES)
    }

    #[pymodule_export]
    use crate::array::Array;
    #[pymodule_export]
    use crate::array::dlpack::from_dlpack;
    #[pymodule_export]
    use crate::array::interface::from_interface;
    #[pymodule_export]
    use crate::array::pickle::from_bytes;
    #[pymodule_export]
    use crate::ask::{ask, run};
    #[pymodule_export]
    use crate::dtype::{Dtype, dtype};
    #[pymodule_export]
    use crate::error::{PromotionError, SpecError};
    #[pymodule_export]
    use crate::namespace::Namespace;
    #[pymodule_export]
    use crate::promoted::{Operand, scalar, weak, zero_dim};
    #[pymodule_export]
    use crate::ruleset::{Ruleset, load_text, ops, ruleset, rulesets};
}
