//! The functions of a namespace that promote: each is an op of the runtime under the namespace's ruleset.
//!
//! `concord/_namespace.py` has those that only arrange, and those that are made of others.

mod along_axis;
mod create;
mod elementwise;
pub(crate) mod lists;
mod over_axes;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use runtime::{DType, Op, Options};

use crate::array::Array;
use crate::compute;
use crate::dtype;
use crate::error;
use crate::operand::{self, In};
use crate::own;
use crate::ruleset;

/// What a namespace computes with: its ruleset, and its ops as functions.
#[pyclass(frozen, subclass, name = "Core", module = "concord._core")]
pub(crate) struct Namespace {
    pub(crate) ruleset: runtime::Ruleset,
}

#[pymethods]
impl Namespace {
    #[new]
    fn new(py: Python<'_>, ruleset: &str) -> PyResult<Namespace> {
        let ruleset = own::find(ruleset).map_err(|error| error::of_name(py, &error))?;
        Ok(Namespace { ruleset })
    }

    /// The ruleset that its functions follow.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> PyResult<Py<ruleset::Ruleset>> {
        ruleset::object(py, self.ruleset)
    }

    /// Refuses what is no array of the namespace and was given to a function of this name.
    fn _check(&self, x: &Bound<'_, PyAny>, function: &str) -> PyResult<()> {
        operand::array(self.ruleset, x, function).map(drop)
    }

    /// The second operand where the first is true, the third elsewhere.
    #[pyo3(signature = (condition, x1, x2, /))]
    fn r#where(
        &self,
        condition: &Bound<'_, PyAny>,
        x1: &Bound<'_, PyAny>,
        x2: &Bound<'_, PyAny>,
    ) -> PyResult<Array> {
        self.ternary(Op::Where, [condition, x1, x2])
    }

    /// The first operand moved towards the second by the third's share of the way.
    #[pyo3(signature = (start, end, weight, /))]
    fn lerp(
        &self,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        weight: &Bound<'_, PyAny>,
    ) -> PyResult<Array> {
        self.ternary(Op::Lerp, [start, end, weight])
    }

    /// The elements, but not below `min` nor above `max`; a bound that is None is none.
    #[pyo3(signature = (x, /, min=None, max=None))]
    fn clip(
        &self,
        x: &Bound<'_, PyAny>,
        min: Option<&Bound<'_, PyAny>>,
        max: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Array> {
        let py = x.py();
        let own = operand::array(self.ruleset, x, "clip")?;
        if min.is_none() && max.is_none() {
            return own.copied(py);
        }
        let bound = |bound| match bound {
            Some(bound) => operand::required(self.ruleset, bound, "clip"),
            None => Ok(In::Absent),
        };
        let (low, high) = (bound(min)?, bound(max)?);
        compute::apply(
            py,
            self.ruleset,
            Op::Clip,
            &[In::Array(own), low, high],
            &Options::default(),
        )
    }
}

impl Namespace {
    fn ternary(&self, op: Op, operands: [&Bound<'_, PyAny>; 3]) -> PyResult<Array> {
        let [one, two, three] = operands;
        let ins = [
            operand::required(self.ruleset, one, op.name())?,
            operand::required(self.ruleset, two, op.name())?,
            operand::required(self.ruleset, three, op.name())?,
        ];
        compute::apply(one.py(), self.ruleset, op, &ins, &Options::default())
    }

    fn single(&self, op: Op, x: &Bound<'_, PyAny>, options: &Options) -> PyResult<Array> {
        let own = operand::array(self.ruleset, x, op.name())?;
        compute::apply(x.py(), self.ruleset, op, &[In::Array(own)], options)
    }

    fn pair(
        &self,
        op: Op,
        x1: &Bound<'_, PyAny>,
        x2: &Bound<'_, PyAny>,
        options: &Options,
    ) -> PyResult<Array> {
        let operands = [
            In::Array(operand::array(self.ruleset, x1, op.name())?),
            In::Array(operand::array(self.ruleset, x2, op.name())?),
        ];
        compute::apply(x1.py(), self.ruleset, op, &operands, options)
    }

    fn dtype(&self, named: Option<&Bound<'_, PyAny>>) -> PyResult<Option<DType>> {
        named.map(|named| dtype::of_object(named, Some(self.ruleset))).transpose()
    }
}

/// Refuses a device that there is not.
fn check_device(device: Option<&str>) -> PyResult<()> {
    match device {
        None | Some("cpu") => Ok(()),
        Some(device) => {
            Err(PyValueError::new_err(format!("there is no device {device:?}, only \"cpu\"")))
        }
    }
}
