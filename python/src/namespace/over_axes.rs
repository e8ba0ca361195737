//! Ops over axes: sums, extremes, counts and running results, as methods.

use pyo3::prelude::*;
use runtime::{Op, Reduce};

use super::Namespace;
use crate::argument;
use crate::array::Array;

/// Any object.
type Object<'a, 'py> = &'a Bound<'py, PyAny>;

#[pymethods]
impl Namespace {
    /// The sum over axes, or over all.
    #[pyo3(signature = (x, /, *, axis=None, dtype=None, keepdims=false))]
    fn sum(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        dtype: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Sum, x, axis, dtype, keepdims)
    }

    /// The product over axes, or over all.
    #[pyo3(signature = (x, /, *, axis=None, dtype=None, keepdims=false))]
    fn prod(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        dtype: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Prod, x, axis, dtype, keepdims)
    }

    /// The arithmetic mean over axes, or over all.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn mean(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Mean, x, axis, None, keepdims)
    }

    /// The greatest element over axes, or over all.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn max(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Max, x, axis, None, keepdims)
    }

    /// The least element over axes, or over all.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn min(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Min, x, axis, None, keepdims)
    }

    /// Where the greatest element along an axis, or of all, first occurs.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn argmax(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Argmax, x, axis, None, keepdims)
    }

    /// Where the least element along an axis, or of all, first occurs.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn argmin(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Argmin, x, axis, None, keepdims)
    }

    /// Whether every element over axes, or over all, is other than zero.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn all(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::All, x, axis, None, keepdims)
    }

    /// Whether some element over axes, or over all, is other than zero.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn any(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Any, x, axis, None, keepdims)
    }

    /// How many elements over axes, or over all, are other than zero.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn count_nonzero(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::CountNonzero, x, axis, None, keepdims)
    }

    /// The median over axes, or over all.
    #[pyo3(signature = (x, /, *, axis=None, keepdims=false))]
    fn median(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.reduced(Op::Median, x, axis, None, keepdims)
    }

    /// The variance over axes, or over all: divided by the count less the correction, which is the ruleset's own if
    /// none is given.
    #[pyo3(signature = (x, /, *, axis=None, correction=None, keepdims=false))]
    fn var(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        correction: Option<f64>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.spread(Op::Var, x, axis, correction, keepdims)
    }

    /// The square root of the variance.
    #[pyo3(signature = (x, /, *, axis=None, correction=None, keepdims=false))]
    fn std(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        correction: Option<f64>,
        keepdims: bool,
    ) -> PyResult<Array> {
        self.spread(Op::Std, x, axis, correction, keepdims)
    }

    /// The sums of the elements up to each along an axis.
    #[pyo3(signature = (x, /, axis=None, dtype=None))]
    fn _cumulative_sum(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        dtype: Option<Object<'_, '_>>,
    ) -> PyResult<Array> {
        self.reduced(Op::CumulativeSum, x, axis, dtype, false)
    }

    /// The products of the elements up to each along an axis.
    #[pyo3(signature = (x, /, axis=None, dtype=None))]
    fn _cumulative_prod(
        &self,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        dtype: Option<Object<'_, '_>>,
    ) -> PyResult<Array> {
        self.reduced(Op::CumulativeProd, x, axis, dtype, false)
    }
}

impl Namespace {
    fn reduced(
        &self,
        op: Op,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        dtype: Option<Object<'_, '_>>,
        keepdims: bool,
    ) -> PyResult<Array> {
        let reduce = over(axis)?.keepdims(keepdims);
        let reduce = match self.dtype(dtype)? {
            Some(dtype) => reduce.dtype(dtype),
            None => reduce,
        };
        self.single(op, x, &reduce.into())
    }

    fn spread(
        &self,
        op: Op,
        x: Object<'_, '_>,
        axis: Option<Object<'_, '_>>,
        correction: Option<f64>,
        keepdims: bool,
    ) -> PyResult<Array> {
        let reduce = over(axis)?.keepdims(keepdims);
        let reduce = match correction {
            Some(correction) => reduce.correction(correction),
            None => reduce,
        };
        self.single(op, x, &reduce.into())
    }
}

/// Over which axes.
fn over(axis: Option<Object<'_, '_>>) -> PyResult<Reduce> {
    Ok(argument::axes(axis)?.map_or_else(Reduce::all, |axes| Reduce::axes(&axes)))
}
