//! Python objects → operands: of a promotion, which may be dtypes alone, and of an op, which are arrays and numbers.
#![expect(unsafe_code, reason = "a dtype stands for a tensor of one element, which is zero")]

use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyTuple};
use runtime::{Arg, ComputeError, DType, Elements, Group, Number, Op, Options, Ruleset, Tensor};
use smallvec::SmallVec;

use crate::array::Array;
use crate::dtype;
use crate::{error, number, numpy};

/// An operand of :meth:`concord.Ruleset.result_type` that is not a plain tensor, made by :func:`concord.zero_dim`,
/// :func:`concord.weak` and :func:`concord.scalar`.
#[pyclass(frozen, module = "concord")]
pub(crate) struct Operand {
    category: Category,
    of: Py<PyAny>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Category {
    ZeroDim,
    Weak,
    Scalar,
}

impl Category {
    fn name(self) -> &'static str {
        match self {
            Category::ZeroDim => "zero_dim",
            Category::Weak => "weak",
            Category::Scalar => "scalar",
        }
    }
}

#[pymethods]
impl Operand {
    /// ``"zero_dim"``, ``"weak"`` or ``"scalar"``.
    #[getter]
    fn category(&self) -> &'static str {
        self.category.name()
    }

    /// The dtype, as it was named.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> Py<PyAny> {
        self.of.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("{}({})", self.category.name(), self.of.bind(py).repr()?))
    }
}

/// A 0-d tensor of a dtype, as an operand of a promotion.
#[pyfunction]
pub(crate) fn zero_dim(dtype: Py<PyAny>) -> Operand {
    Operand { category: Category::ZeroDim, of: dtype }
}

/// A weakly typed tensor of a dtype, as JAX makes of Python numbers.
#[pyfunction]
pub(crate) fn weak(dtype: Py<PyAny>) -> Operand {
    Operand { category: Category::Weak, of: dtype }
}

/// A scalar that has a dtype of its own, such as an aclScalar or NumPy's ``float32(1)``.
#[pyfunction]
pub(crate) fn scalar(dtype: Py<PyAny>) -> Operand {
    Operand { category: Category::Scalar, of: dtype }
}

/// What an object is as an operand of a promotion.
pub(crate) enum Promoted<'py> {
    Array(Bound<'py, Array>),
    /// A tensor of a dtype: without axes, or weakly typed, if there is a category.
    Of(DType, Option<Category>),
    /// A 0-d tensor whose element is known, since under some rulesets its value counts.
    Element(Tensor),
    Number(Number),
    Typed(DType, Number),
}

static ZERO: u128 = 0;

impl Promoted<'_> {
    pub(crate) fn arg(&self) -> Arg<'_> {
        match self {
            Promoted::Array(array) => array.get().elements().into(),
            Promoted::Number(number) => Arg::Number(*number),
            Promoted::Typed(dtype, number) => Arg::Typed(*dtype, *number),
            Promoted::Element(tensor) => tensor.into(),
            &Promoted::Of(dtype, category) => {
                let (shape, strides): (&'static [usize], &'static [isize]) = match category {
                    Some(Category::ZeroDim) => (&[], &[]),
                    Some(Category::Weak | Category::Scalar) | None => (&[1], &[1]),
                };
                let at = std::ptr::from_ref(&ZERO).cast();
                // SAFETY: zeros are an element of every dtype, aligned for the widest, and never written to.
                let one = unsafe { Elements::from_raw_parts(dtype, at, shape, strides) };
                one.with_weak(category == Some(Category::Weak)).into()
            }
        }
    }
}

/// An operand of a promotion: an array of this package or another, a Python number, a dtype, or an :class:`Operand`.
pub(crate) fn promoted<'py>(
    ruleset: Ruleset,
    object: &Bound<'py, PyAny>,
) -> PyResult<Promoted<'py>> {
    if let Ok(array) = object.cast::<Array>() {
        return Ok(Promoted::Array(array.clone()));
    }
    if let Some(number) = number::of_object(object)? {
        return Ok(Promoted::Number(number));
    }
    if let Ok(operand) = object.cast::<Operand>() {
        let Operand { category, of } = operand.get();
        let dtype = dtype::of_object(of.bind(object.py()), Some(ruleset))?;
        return Ok(match category {
            Category::ZeroDim | Category::Weak => Promoted::Of(dtype, Some(*category)),
            Category::Scalar => Promoted::Typed(dtype, Number::Int(0)),
        });
    }
    if let Some(In::Typed(dtype, number)) = foreign_scalar(object)? {
        return Ok(Promoted::Typed(dtype, number));
    }
    if let Some((category, dtype)) = foreign(object)? {
        if category == Some(Category::ZeroDim)
            && let Some(element) = element_of(ruleset, object, dtype)?
        {
            return Ok(Promoted::Element(element));
        }
        return Ok(Promoted::Of(dtype, category));
    }
    Ok(Promoted::Of(dtype::of_object(object, Some(ruleset))?, None))
}

/// The element of an array of NumPy without axes; `None` of any other object, and of a dtype that the ruleset lacks.
fn element_of(
    ruleset: Ruleset,
    object: &Bound<'_, PyAny>,
    dtype: DType,
) -> PyResult<Option<Tensor>> {
    if !numpy::is_array(object)? || !ruleset.has(dtype) {
        return Ok(None);
    }
    let scalar = object.get_item(PyTuple::empty(object.py()))?;
    let Some(In::Typed(_, number)) = foreign_scalar(&scalar)? else { return Ok(None) };
    Ok(ruleset.full(&[], number, dtype).ok())
}

/// The dtype of an array of another library, if the object is one, and its category unless it is a plain tensor.
fn foreign(object: &Bound<'_, PyAny>) -> PyResult<Option<(Option<Category>, DType)>> {
    let found = helper(object.py(), "operand")?.call1((object,))?;
    if found.is_none() {
        return Ok(None);
    }
    let (category, name): (String, String) = found.extract()?;
    let categories = [Category::ZeroDim, Category::Weak, Category::Scalar];
    let category = categories.into_iter().find(|known| known.name() == category);
    Ok(Some((category, dtype::of_name(&name)?)))
}

fn helper<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("concord._foreign").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

/// An operand of an op.
#[derive(Clone, Copy)]
pub(crate) enum In<'a> {
    Array(&'a Array),
    Number(Number),
    Typed(DType, Number),
    Absent,
}

impl<'a> In<'a> {
    pub(crate) fn arg(&self) -> Arg<'a> {
        match *self {
            In::Array(array) => array.elements().into(),
            In::Number(number) => Arg::Number(number),
            In::Typed(dtype, number) => Arg::Typed(dtype, number),
            In::Absent => Arg::Absent,
        }
    }
}

/// The operand that an object is beside an array of a ruleset: an array that follows it too, a Python number, or a
/// number of NumPy's. `None` if it is anything else.
#[inline]
pub(crate) fn beside<'a>(
    ruleset: Ruleset,
    object: &'a Bound<'_, PyAny>,
) -> PyResult<Option<In<'a>>> {
    if let Ok(array) = object.cast::<Array>() {
        let array = array.get();
        return match array.follows(ruleset) {
            true => Ok(Some(In::Array(array))),
            false => Err(other_ruleset(ruleset, array.ruleset)),
        };
    }
    match number::of_object(object)? {
        Some(number) => Ok(Some(In::Number(number))),
        None => foreign_scalar(object),
    }
}

#[cold]
fn other_ruleset(ruleset: Ruleset, other: Ruleset) -> PyErr {
    let which = match ruleset.name() == other.name() {
        true => format!("{other} as it was before its file was loaded again"),
        false => other.to_string(),
    };
    PyTypeError::new_err(format!(
        "an array of {which} beside one of {ruleset}: make it one of {ruleset} with the namespace's asarray"
    ))
}

/// The operand that a scalar of NumPy, ml_dtypes and the like is, or a subclass of Python's numbers.
#[cold]
pub(crate) fn foreign_scalar<'a>(object: &Bound<'_, PyAny>) -> PyResult<Option<In<'a>>> {
    let py = object.py();
    if let Some((dtype, number)) = numpy::scalar(object)? {
        return Ok(Some(In::Typed(dtype, number)));
    }
    let found = helper(py, "scalar")?.call1((object,))?;
    if found.is_none() {
        return Ok(None);
    }
    let (name, value): (Option<String>, Bound<'_, PyAny>) = found.extract()?;
    let Some(number) = number::of_object(&value)? else { return Ok(None) };
    Ok(Some(match name {
        Some(name) => In::Typed(dtype::of_name(&name)?, number),
        None => In::Number(number),
    }))
}

/// An operand that must be one.
pub(crate) fn required<'a>(
    ruleset: Ruleset,
    object: &'a Bound<'_, PyAny>,
    function: &str,
) -> PyResult<In<'a>> {
    beside(ruleset, object)?.ok_or_else(|| no_operand(object, function))
}

/// An operand that must be an array.
pub(crate) fn array<'a>(
    ruleset: Ruleset,
    object: &'a Bound<'_, PyAny>,
    function: &str,
) -> PyResult<&'a Array> {
    match object.cast::<Array>() {
        Ok(array) if array.get().follows(ruleset) => Ok(array.get()),
        Ok(array) => Err(other_ruleset(ruleset, array.get().ruleset)),
        Err(_) => Err(no_operand(object, function)),
    }
}

#[cold]
pub(crate) fn no_operand(object: &Bound<'_, PyAny>, function: &str) -> PyErr {
    let name = match object.get_type().fully_qualified_name() {
        Ok(name) => name.to_string(),
        Err(error) => return error,
    };
    PyTypeError::new_err(format!(
        "{function} takes arrays of this namespace, not {name}: make one with asarray"
    ))
}

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

/// The axes that an argument names: None, one or several.
pub(crate) fn axes(object: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<isize>>> {
    let Some(object) = object.filter(|object| !object.is_none()) else { return Ok(None) };
    let is_list = object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>();
    if !is_list && let Ok(axis) = object.extract::<isize>() {
        return Ok(Some(vec![axis]));
    }
    object.extract().map(Some).map_err(|error: PyErr| {
        let py = object.py();
        if error.is_instance_of::<PyOverflowError>(py) || object.is_instance_of::<PyInt>() {
            return error::axis(
                py,
                &format!("axis {object} is out of range: no array has so many axes"),
            );
        }
        PyTypeError::new_err(format!(
            "an axis is an int, a tuple of them or None, not {}",
            shown(object)
        ))
    })
}

/// An object as messages show it.
fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "another object".to_owned(), |shown| shown.to_string())
}

/// A number of things that an argument is.
pub(crate) fn count(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<usize> {
    object.extract().map_err(|error: PyErr| {
        let py = object.py();
        match error.is_instance_of::<PyOverflowError>(py) {
            true if object.lt(0).unwrap_or(false) => {
                PyValueError::new_err(format!("{argument} is not negative, and {object} was given"))
            }
            true => PyMemoryError::new_err(format!(
                "{argument} of {object}: no memory has so many elements"
            )),
            false => PyTypeError::new_err(format!("{argument} is an int, not {}", shown(object))),
        }
    })
}
