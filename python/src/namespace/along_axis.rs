//! Products, and ops on the places of elements: order, look-ups, differences and joins, as methods.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};
use runtime::{Op, Options};
use smallvec::{SmallVec, smallvec};

use super::Namespace;
use crate::array::Array;
use crate::compute;
use crate::listed::Listed;
use crate::operand::{self, In};

/// Any object.
type Object<'a, 'py> = &'a Bound<'py, PyAny>;

#[pymethods]
impl Namespace {
    /// The matrix product.
    #[pyo3(signature = (x1, x2, /))]
    fn matmul(&self, x1: Object<'_, '_>, x2: Object<'_, '_>) -> PyResult<Array> {
        self.pair(Op::Matmul, x1, x2, &Options::default())
    }

    /// The sum of products over the last axis of the first and the last but one of the second.
    #[pyo3(signature = (x1, x2, /))]
    fn dot(&self, x1: Object<'_, '_>, x2: Object<'_, '_>) -> PyResult<Array> {
        self.pair(Op::Dot, x1, x2, &Options::default())
    }

    /// The sum of products along an axis, of complex numbers with the conjugate of the first.
    #[pyo3(signature = (x1, x2, /, *, axis=-1))]
    fn vecdot(&self, x1: Object<'_, '_>, x2: Object<'_, '_>, axis: isize) -> PyResult<Array> {
        self.pair(Op::Vecdot, x1, x2, &Options::axis(axis))
    }

    /// The sum of products over so many axes, the last of the first operand, or over two lists of axes.
    #[pyo3(signature = (x1, x2, /, *, axes=None))]
    fn tensordot(
        &self,
        x1: Object<'_, '_>,
        x2: Object<'_, '_>,
        axes: Option<Object<'_, '_>>,
    ) -> PyResult<Array> {
        let options = match axes {
            None => Options::last_axes(2),
            Some(axes) => {
                match (axes.extract::<usize>(), axes.extract::<(Listed<isize>, Listed<isize>)>()) {
                    (Ok(count), _) => Options::last_axes(count),
                    (_, Ok((Listed(lhs), Listed(rhs)))) => Options::axis_pairs(&lhs, &rhs),
                    _ => {
                        return Err(PyValueError::new_err(
                            "axes is an int, or two sequences of ints",
                        ));
                    }
                }
            }
        };
        self.pair(Op::Tensordot, x1, x2, &options)
    }

    /// The elements in order along an axis.
    #[pyo3(signature = (x, /, *, axis=-1, descending=false, stable=true))]
    fn sort(
        &self,
        x: Object<'_, '_>,
        axis: isize,
        descending: bool,
        stable: bool,
    ) -> PyResult<Array> {
        self.ordered(Op::Sort, x, axis, descending, stable)
    }

    /// The indices of the elements in order along an axis.
    #[pyo3(signature = (x, /, *, axis=-1, descending=false, stable=true))]
    fn argsort(
        &self,
        x: Object<'_, '_>,
        axis: isize,
        descending: bool,
        stable: bool,
    ) -> PyResult<Array> {
        self.ordered(Op::Argsort, x, axis, descending, stable)
    }

    /// The elements at the indices along an axis; of an array of one axis, along it.
    #[pyo3(signature = (x, indices, /, *, axis=None))]
    fn take(
        &self,
        x: Object<'_, '_>,
        indices: Object<'_, '_>,
        axis: Option<isize>,
    ) -> PyResult<Array> {
        let axes = operand::array(self.ruleset, x, "take")?.shape.len();
        let options = match axis {
            Some(axis) => Options::axis(axis),
            None if axes == 1 => Options::axis(0),
            None => {
                return Err(PyValueError::new_err(format!(
                    "take along which of {axes} axes: name one"
                )));
            }
        };
        self.pair(Op::Take, x, indices, &options)
    }

    /// The elements at the indices, of each line along an axis by itself.
    #[pyo3(signature = (x, indices, /, *, axis=-1))]
    fn take_along_axis(
        &self,
        x: Object<'_, '_>,
        indices: Object<'_, '_>,
        axis: isize,
    ) -> PyResult<Array> {
        self.pair(Op::TakeAlongAxis, x, indices, &Options::axis(axis))
    }

    /// Where in the first operand, in ascending order, the elements of the second belong.
    #[pyo3(signature = (x1, x2, /, right=false))]
    fn _searchsorted(
        &self,
        x1: Object<'_, '_>,
        x2: Object<'_, '_>,
        right: bool,
    ) -> PyResult<Array> {
        let options = Options::default();
        let options = if right { options.right() } else { options };
        self.pair(Op::Searchsorted, x1, x2, &options)
    }

    /// Each element along an axis less the one before it, `n` times.
    #[pyo3(signature = (x, /, axis=-1, n=1))]
    fn _diff(&self, x: Object<'_, '_>, axis: isize, n: usize) -> PyResult<Array> {
        self.single(Op::Diff, x, &Options::axis(axis).times(n))
    }

    /// The elements of matrices on a diagonal and below it, zero elsewhere.
    #[pyo3(signature = (x, /, *, k=0))]
    fn tril(&self, x: Object<'_, '_>, k: isize) -> PyResult<Array> {
        self.single(Op::Tril, x, &Options::diagonal(k))
    }

    /// The elements of matrices on a diagonal and above it, zero elsewhere.
    #[pyo3(signature = (x, /, *, k=0))]
    fn triu(&self, x: Object<'_, '_>, k: isize) -> PyResult<Array> {
        self.single(Op::Triu, x, &Options::diagonal(k))
    }

    /// The indices of the elements other than zero, an array for each axis.
    #[pyo3(signature = (x, /))]
    fn nonzero<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let mut rows = self.single(Op::Nonzero, x, &Options::default())?;
        if let &[1, len] = &rows.shape[..] {
            (rows.shape, rows.strides) = (smallvec![len], smallvec![1]);
            return PyTuple::new(x.py(), [Bound::new(x.py(), rows)?]);
        }
        let rows = Bound::new(x.py(), rows)?;
        let count = rows.get().shape.first().copied().unwrap_or(0);
        let rows = (0..count).map(|row| rows.get_item(row));
        PyTuple::new(x.py(), rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// Arrays one after the other along an axis that they have; as if each had one axis if `axis` is None.
    #[pyo3(signature = (arrays, /, *, axis=Some(0)))]
    fn concat(&self, arrays: Object<'_, '_>, axis: Option<isize>) -> PyResult<Array> {
        let options = axis.map_or_else(Options::flattened, Options::axis);
        self.joined(Op::Concat, arrays, &options)
    }

    /// Arrays one after the other along a new axis.
    #[pyo3(signature = (arrays, /, *, axis=0))]
    fn stack(&self, arrays: Object<'_, '_>, axis: isize) -> PyResult<Array> {
        self.joined(Op::Stack, arrays, &Options::axis(axis))
    }
}

impl Namespace {
    fn ordered(
        &self,
        op: Op,
        x: Object<'_, '_>,
        axis: isize,
        descending: bool,
        _stable: bool,
    ) -> PyResult<Array> {
        let options = Options::axis(axis);
        let options = if descending { options.descending() } else { options };
        self.single(op, x, &options)
    }

    fn joined(&self, op: Op, arrays: Object<'_, '_>, options: &Options) -> PyResult<Array> {
        if arrays.is_instance_of::<Array>()
            || arrays.is_instance_of::<PyInt>()
            || arrays.is_instance_of::<PyFloat>()
        {
            return Err(PyTypeError::new_err(format!(
                "{} takes a tuple or a list of arrays",
                op.name()
            )));
        }
        let arrays: SmallVec<[Bound<'_, PyAny>; 4]> = match arrays.cast_exact::<PyList>() {
            Ok(list) => list.iter().collect(),
            Err(_) => arrays.try_iter()?.collect::<PyResult<_>>()?,
        };
        let operands = arrays
            .iter()
            .map(|array| operand::array(self.ruleset, array, op.name()).map(In::Array))
            .collect::<PyResult<SmallVec<[In<'_>; 4]>>>()?;
        let Some(first) = arrays.first() else {
            return Err(PyValueError::new_err(format!("{} takes at least one array", op.name())));
        };
        compute::apply(first.py(), self.ruleset, op, &operands, options)
    }
}
