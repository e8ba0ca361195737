//! Python's operators on arrays → the runtime's ops, which the ruleset promotes.
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "pyo3's wrappers of operators, where a macro names the methods"
)]

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyNotImplemented, PyString, PyTuple};
use runtime::{Arg, Op};

use super::Array;
use crate::compute;
use crate::error;
use crate::operand::{self, In};

/// An operator; NotImplemented if the other operand is nothing that an array computes with.
#[inline]
fn operator(
    array: &Bound<'_, Array>,
    other: &Bound<'_, PyAny>,
    op: Op,
    reversed: bool,
) -> PyResult<Py<PyAny>> {
    let py = array.py();
    let own = array.get();
    let Some(other) = operand::beside(own.ruleset, other)? else {
        // These have no operator for arrays of other libraries, and would say less.
        let listed = other.is_instance_of::<PyList>() || other.is_instance_of::<PyTuple>();
        // Python would ask a text to repeat itself so many times as an array says.
        let repeats = other.is_instance_of::<PyString>() && !matches!(op, Op::Equal | Op::NotEqual);
        if listed || repeats || other.get_type().fully_qualified_name()? == "numpy.ndarray" {
            return Err(operand::no_operand(other, op.name()));
        }
        return Ok(PyNotImplemented::get(py).to_owned().into_any().unbind());
    };
    let own = In::Array(own);
    let operands = if reversed { [other, own] } else { [own, other] };
    let result = compute::binary(py, array.get().ruleset, op, &operands)?;
    Ok(Bound::new(py, result)?.into_any().unbind())
}

fn unary(array: &Bound<'_, Array>, op: Op) -> PyResult<Array> {
    let own = array.get();
    compute::unary(array.py(), own.ruleset, op, own)
}

/// An operator in place.
fn assign(array: &Bound<'_, Array>, other: &Bound<'_, PyAny>, op: Op) -> PyResult<()> {
    let (py, own) = (array.py(), array.get());
    let Some(other) = operand::beside(own.ruleset, other)? else {
        return Err(operand::no_operand(other, op.name()));
    };
    // What it reads must not be what it writes.
    let copy = match other {
        In::Array(other) if own.may_overlap(other) => Some(other.in_order(py)?),
        _ => None,
    };
    let other = copy.as_ref().map_or_else(|| other.arg(), Arg::from);
    let mut out = own.elements_mut(py)?;
    let done = own.ruleset.apply_assign(op, &mut out, &other);
    done.map_err(|error| error::of_compute(py, &error))
}

/// Refuses the third argument of Python's ``pow``.
fn without_modulo(modulo: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match modulo.filter(|modulo| !modulo.is_none()) {
        None => Ok(()),
        Some(_) => Err(PyTypeError::new_err(
            "pow of an array takes no modulus: take the remainder of the power, x ** y % z",
        )),
    }
}

macro_rules! operators {
    ($($op:ident: $plain:ident $reversed:ident $in_place:ident;)*) => {
        #[pymethods]
        impl Array {
            $(
                fn $plain(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                    operator(slf, other, Op::$op, false)
                }

                fn $reversed(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                    operator(slf, other, Op::$op, true)
                }

                fn $in_place(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<()> {
                    assign(slf, other, Op::$op)
                }
            )*
        }
    };
}

operators! {
    Add: __add__ __radd__ __iadd__;
    Subtract: __sub__ __rsub__ __isub__;
    Multiply: __mul__ __rmul__ __imul__;
    Divide: __truediv__ __rtruediv__ __itruediv__;
    FloorDivide: __floordiv__ __rfloordiv__ __ifloordiv__;
    Remainder: __mod__ __rmod__ __imod__;
    Matmul: __matmul__ __rmatmul__ __imatmul__;
    BitwiseAnd: __and__ __rand__ __iand__;
    BitwiseOr: __or__ __ror__ __ior__;
    BitwiseXor: __xor__ __rxor__ __ixor__;
    BitwiseLeftShift: __lshift__ __rlshift__ __ilshift__;
    BitwiseRightShift: __rshift__ __rrshift__ __irshift__;
}

#[pymethods]
impl Array {
    fn __pow__(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        without_modulo(modulo)?;
        operator(slf, other, Op::Pow, false)
    }

    fn __rpow__(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        without_modulo(modulo)?;
        operator(slf, other, Op::Pow, true)
    }

    fn __ipow__(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        without_modulo(modulo)?;
        assign(slf, other, Op::Pow)
    }

    fn __neg__(slf: &Bound<'_, Self>) -> PyResult<Array> {
        unary(slf, Op::Negative)
    }

    fn __pos__(slf: &Bound<'_, Self>) -> PyResult<Array> {
        unary(slf, Op::Positive)
    }

    fn __abs__(slf: &Bound<'_, Self>) -> PyResult<Array> {
        unary(slf, Op::Abs)
    }

    fn __invert__(slf: &Bound<'_, Self>) -> PyResult<Array> {
        unary(slf, Op::BitwiseInvert)
    }

    fn __richcmp__(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        how: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let op = match how {
            CompareOp::Lt => Op::Less,
            CompareOp::Le => Op::LessEqual,
            CompareOp::Eq => Op::Equal,
            CompareOp::Ne => Op::NotEqual,
            CompareOp::Gt => Op::Greater,
            CompareOp::Ge => Op::GreaterEqual,
        };
        operator(slf, other, op, false)
    }
}
