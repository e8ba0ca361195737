//! Python objects → operands of a promotion, which may be dtypes alone.
#![expect(unsafe_code, reason = "a dtype stands for a tensor of one element, which is zero")]

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use runtime::{Arg, DType, Elements, Number, Ruleset, Tensor};

use crate::array::Array;
use crate::operand::{In, foreign_scalar, helper};
use crate::{dtype, number, numpy};

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
pub(crate) fn of_object<'py>(
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
