//! An op on operands → an array, in the fewest instructions where they have few elements.

use pyo3::prelude::*;
use runtime::{Arg, ComputeError, Group, Number, Op, Options, Ruleset, Tensor};
use smallvec::SmallVec;

use crate::array::Array;
use crate::error;
use crate::operand::{In, array, required};

/// An op on operands, of which large ones are computed on while other threads run.
#[inline]
pub(crate) fn apply(
    py: Python<'_>,
    ruleset: Ruleset,
    op: Op,
    operands: &[In<'_>],
    options: &Options,
) -> PyResult<Array> {
    let is_large = |operand: &In<'_>| matches!(operand, In::Array(array) if array.is_large());
    let result = match operands.iter().any(is_large) {
        false => applied(ruleset, op, operands, options),
        true => {
            let arrays = operands.iter().filter_map(|operand| match *operand {
                In::Array(array) => Some(array),
                In::Number(_) | In::Typed(..) | In::Absent => None,
            });
            let _reading: Vec<_> = arrays.map(Array::reading).collect();
            py.detach(|| applied(ruleset, op, operands, options))
        }
    };
    made(py, ruleset, result)
}

/// A unary op of a namespace on an object, which must be an array; of few elements in the fewest instructions.
#[inline(always)]
pub(crate) fn single(ruleset: Ruleset, op: Op, x: &Bound<'_, PyAny>) -> PyResult<Array> {
    if let Ok(operand) = x.cast_exact::<Array>() {
        let operand = operand.get();
        if operand.follows(ruleset) && !operand.is_large() {
            return small_unary(x.py(), ruleset, op, operand);
        }
    }
    any_single(ruleset, op, x)
}

/// The same of any object.
#[inline(never)]
fn any_single(ruleset: Ruleset, op: Op, x: &Bound<'_, PyAny>) -> PyResult<Array> {
    unary(x.py(), ruleset, op, array(ruleset, x, op.name())?)
}

/// A unary op.
#[inline]
pub(crate) fn unary(py: Python<'_>, ruleset: Ruleset, op: Op, array: &Array) -> PyResult<Array> {
    if !array.is_large() {
        return small_unary(py, ruleset, op, array);
    }
    let _reading = array.reading();
    made(py, ruleset, py.detach(|| ruleset.apply_unary(op, &array.elements())))
}

/// The same of few elements.
#[inline(always)]
fn small_unary(py: Python<'_>, ruleset: Ruleset, op: Op, array: &Array) -> PyResult<Array> {
    let elements = array.elements();
    if array.shape.len() == 1 {
        return match ruleset.unary_line(op, &elements) {
            Some(line) => Ok(Array::of(ruleset, line)),
            None => made(py, ruleset, ruleset.apply_unary(op, &elements)),
        };
    }
    let len = [array.len()];
    match array.flat(&len).and_then(|elements| ruleset.unary_line(op, &elements)) {
        Some(line) => Ok(Array::of(ruleset, line).with_axes_of(array)),
        None => made(py, ruleset, ruleset.apply_unary(op, &elements)),
    }
}

/// A binary op of a namespace on two objects, which must be operands; of two arrays in the fewest instructions.
#[inline(always)]
pub(crate) fn pair(
    ruleset: Ruleset,
    op: Op,
    x1: &Bound<'_, PyAny>,
    x2: &Bound<'_, PyAny>,
) -> PyResult<Array> {
    if let (Ok(lhs), Ok(rhs)) = (x1.cast_exact::<Array>(), x2.cast_exact::<Array>()) {
        let (lhs, rhs) = (lhs.get(), rhs.get());
        let is_small = !lhs.is_large() && !rhs.is_large();
        if is_small && lhs.follows(ruleset) && rhs.follows(ruleset) {
            return small_binary(x1.py(), ruleset, op, lhs, rhs);
        }
    }
    any_pair(ruleset, op, x1, x2)
}

/// The same of any objects.
#[inline(never)]
fn any_pair(
    ruleset: Ruleset,
    op: Op,
    x1: &Bound<'_, PyAny>,
    x2: &Bound<'_, PyAny>,
) -> PyResult<Array> {
    let operands = [required(ruleset, x1, op.name())?, required(ruleset, x2, op.name())?];
    binary(x1.py(), ruleset, op, &operands)
}

/// A binary op or a product, without options.
#[inline]
pub(crate) fn binary(
    py: Python<'_>,
    ruleset: Ruleset,
    op: Op,
    operands: &[In<'_>; 2],
) -> PyResult<Array> {
    match operands {
        [In::Array(lhs), In::Array(rhs)]
            if op.group() == Group::Binary && !lhs.is_large() && !rhs.is_large() =>
        {
            small_binary(py, ruleset, op, lhs, rhs)
        }
        &[In::Array(array), In::Number(number)] => {
            with_number(py, ruleset, op, array, number, false)
        }
        &[In::Number(number), In::Array(array)] => {
            with_number(py, ruleset, op, array, number, true)
        }
        _ => apply(py, ruleset, op, operands, &Options::default()),
    }
}

/// A binary op on two arrays of few elements.
#[inline(always)]
fn small_binary(
    py: Python<'_>,
    ruleset: Ruleset,
    op: Op,
    lhs: &Array,
    rhs: &Array,
) -> PyResult<Array> {
    let (left, right) = (lhs.elements(), rhs.elements());
    let made = |result| made(py, ruleset, result);
    if lhs.shape.len() == 1 && rhs.shape.len() == 1 {
        return match ruleset.binary_line(op, &left, &right) {
            Some(line) => Ok(Array::of(ruleset, line)),
            None => made(ruleset.apply_binary(op, &left, &right)),
        };
    }
    let len = [lhs.len()];
    let line = match lhs.shape == rhs.shape {
        true => lhs.flat(&len).zip(rhs.flat(&len)),
        false => None,
    };
    match line.and_then(|(lhs, rhs)| ruleset.binary_line(op, &lhs, &rhs)) {
        Some(line) => Ok(Array::of(ruleset, line).with_axes_of(lhs)),
        None => made(ruleset.apply_binary(op, &left, &right)),
    }
}

/// A binary op on an array and a Python number, which is on the left if it is `reversed`.
#[inline]
fn with_number(
    py: Python<'_>,
    ruleset: Ruleset,
    op: Op,
    array: &Array,
    number: Number,
    reversed: bool,
) -> PyResult<Array> {
    let len = [array.len()];
    if !array.is_large()
        && let Some(elements) = array.flat(&len)
        && let Some(line) = ruleset.scalar_line(op, &elements, number, reversed)
    {
        return Ok(Array::of(ruleset, line).with_axes_of(array));
    }
    let own = In::Array(array);
    let operands = match reversed {
        false => [own, In::Number(number)],
        true => [In::Number(number), own],
    };
    apply(py, ruleset, op, &operands, &Options::default())
}

#[inline(always)]
fn made(py: Python<'_>, ruleset: Ruleset, result: Result<Tensor, ComputeError>) -> PyResult<Array> {
    match result {
        Ok(tensor) => Ok(Array::of(ruleset, tensor)),
        Err(error) => Err(error::of_compute(py, &error)),
    }
}

/// The shortest way to the op for these operands.
#[inline]
fn applied(
    ruleset: Ruleset,
    op: Op,
    operands: &[In<'_>],
    options: &Options,
) -> Result<Tensor, ComputeError> {
    match (op.group(), operands) {
        (Group::Binary, [In::Array(lhs), In::Array(rhs)]) => {
            ruleset.apply_binary(op, &lhs.elements(), &rhs.elements())
        }
        (Group::Binary, [In::Array(lhs), In::Number(rhs)]) => {
            ruleset.apply_scalar(op, &lhs.elements(), *rhs, false)
        }
        (Group::Binary, [In::Number(lhs), In::Array(rhs)]) => {
            ruleset.apply_scalar(op, &rhs.elements(), *lhs, true)
        }
        (Group::Unary, [In::Array(operand)]) => ruleset.apply_unary(op, &operand.elements()),
        _ => {
            let args: SmallVec<[Arg<'_>; 3]> = operands.iter().map(In::arg).collect();
            ruleset.apply(op, &args, options)
        }
    }
}
