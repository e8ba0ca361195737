//! Numbers, lists and arrays of other libraries → arrays of the namespace, as methods.

use pyo3::exceptions::{PyBufferError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use runtime::{ComputeError, DType, Kind, Number, Op, Operand, Options, Scalar, Tensor};

use super::lists::{DEEPEST, Lists, lists, ragged, too_deep};
use super::{Namespace, check_device};
use crate::argument;
use crate::array::dlpack::from_dlpack;
use crate::array::interface::{from_interface, only_copied};
use crate::array::structure;
use crate::array::{Array, arrow};
use crate::compute;
use crate::error;
use crate::operand::{self, In};
use crate::{number, numpy};

/// Any object.
type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// What an array is made of.
enum Found<'py> {
    /// An array with the elements of the object.
    Array(Bound<'py, Array>),
    /// A number, with its dtype if it has one of its own.
    Scalar(Option<DType>, Number),
    /// Lists of numbers, nested as they may be, or an object that is nothing of all this.
    Elements,
}

#[pymethods]
impl Namespace {
    /// An array of a number, of nested lists of numbers, or of another array. The elements of arrays are shared
    /// where that is possible, unless `copy` is true; if it is false, it is an error where they cannot be.
    #[pyo3(signature = (obj, /, *, dtype=None, device=None, copy=None))]
    fn asarray<'py>(
        &self,
        obj: &Bound<'py, PyAny>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, Array>> {
        check_device(device)?;
        self.array_of(obj, self.dtype(dtype)?, copy, 0)
    }

    /// The elements converted to a dtype; the array itself if it has it and `copy` is false.
    #[pyo3(signature = (x, dtype, /, *, copy=true, device=None))]
    fn astype<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        dtype: Object<'_, '_>,
        copy: bool,
        device: Option<&str>,
    ) -> PyResult<Bound<'py, Array>> {
        check_device(device)?;
        operand::array(self.ruleset, x, "astype")?;
        Array::cast_to(x.cast()?, dtype, copy)
    }

    /// An array of zeros.
    #[pyo3(signature = (shape, *, dtype=None, device=None))]
    fn zeros(
        &self,
        shape: Object<'_, '_>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
    ) -> PyResult<Array> {
        check_device(device)?;
        self.made(shape.py(), self.ruleset.zeros(&argument::shape(shape)?, self.dtype(dtype)?))
    }

    /// An array of ones.
    #[pyo3(signature = (shape, *, dtype=None, device=None))]
    fn ones(
        &self,
        shape: Object<'_, '_>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
    ) -> PyResult<Array> {
        check_device(device)?;
        self.made(shape.py(), self.ruleset.ones(&argument::shape(shape)?, self.dtype(dtype)?))
    }

    /// An array of any elements: of zeros.
    #[pyo3(signature = (shape, *, dtype=None, device=None))]
    fn empty(
        &self,
        shape: Object<'_, '_>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
    ) -> PyResult<Array> {
        self.zeros(shape, dtype, device)
    }

    /// An array of one number throughout, of the number's dtype if it has one.
    #[pyo3(signature = (shape, fill_value, *, dtype=None, device=None))]
    fn full(
        &self,
        shape: Object<'_, '_>,
        fill_value: Object<'_, '_>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
    ) -> PyResult<Array> {
        check_device(device)?;
        let (own, number) = argument::typed_number(fill_value, "fill_value")?;
        let dtype = self.dtype(dtype)?;
        holds(dtype, &[number])?;
        let dtype = dtype.or(self.known(own));
        self.made(shape.py(), self.ruleset.full(&argument::shape(shape)?, number, dtype))
    }

    /// The numbers from `start` on, `step` apart, up to but without `stop`.
    #[pyo3(signature = (start, /, stop=None, step=None, *, dtype=None, device=None))]
    fn arange(
        &self,
        start: Object<'_, '_>,
        stop: Option<Object<'_, '_>>,
        step: Option<Object<'_, '_>>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
    ) -> PyResult<Array> {
        check_device(device)?;
        let first = argument::number(start, "start")?;
        let (first, last) = match stop {
            Some(stop) => (first, argument::number(stop, "stop")?),
            None => (Number::Int(0), first),
        };
        let step = step.map_or(Ok(Number::Int(1)), |step| argument::number(step, "step"))?;
        self.made(start.py(), self.ruleset.arange(first, last, step, self.dtype(dtype)?))
    }

    /// So many numbers evenly spaced from `start` to `stop`. If one has a dtype, theirs is what the two promote to beside
    /// a float.
    #[pyo3(signature = (start, stop, /, num, *, dtype=None, device=None, endpoint=true))]
    fn linspace(
        &self,
        start: Object<'_, '_>,
        stop: Object<'_, '_>,
        num: Object<'_, '_>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
        endpoint: bool,
    ) -> PyResult<Array> {
        check_device(device)?;
        let (py, num) = (start.py(), argument::count(num, "num")?);
        let ((one, first), (other, last)) =
            (argument::typed_number(start, "start")?, argument::typed_number(stop, "stop")?);
        let (one, other) = (self.known(one), self.known(other));
        let dtype = match self.dtype(dtype)? {
            None if one.or(other).is_some() => {
                let operand = |own: Option<DType>, number: Number| {
                    own.map_or(Operand::Scalar(number.kind()), Operand::Tensor)
                };
                let operands = [operand(one, first), operand(other, last), Scalar::Float.into()];
                let promoted = self.ruleset.promote_all(&operands);
                Some(promoted.map_err(|error| error::of_rule(py, &error))?.dtype)
            }
            dtype => dtype,
        };
        self.made(py, self.ruleset.linspace(first, last, num, endpoint, dtype))
    }

    /// Ones on a diagonal and zeros elsewhere.
    #[pyo3(signature = (n_rows, n_cols=None, /, *, k=None, dtype=None, device=None))]
    fn eye(
        &self,
        py: Python<'_>,
        n_rows: Object<'_, '_>,
        n_cols: Option<Object<'_, '_>>,
        k: Option<Object<'_, '_>>,
        dtype: Option<Object<'_, '_>>,
        device: Option<&str>,
    ) -> PyResult<Array> {
        check_device(device)?;
        // Beyond every matrix there are no more diagonals.
        let k = k.map_or(Ok(0), |k| match k.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                Ok(if k.lt(0)? { isize::MIN } else { isize::MAX })
            }
            diagonal => diagonal,
        })?;
        let rows = argument::count(n_rows, "n_rows")?;
        let columns = n_cols.map_or(Ok(rows), |count| argument::count(count, "n_cols"))?;
        self.made(py, self.ruleset.eye(rows, columns, k, self.dtype(dtype)?))
    }
}

impl Namespace {
    fn made(&self, py: Python<'_>, tensor: Result<Tensor, ComputeError>) -> PyResult<Array> {
        let tensor = tensor.map_err(|error| error::of_compute(py, &error))?;
        Ok(Array::of(self.ruleset, tensor))
    }

    /// An array of an object, which is in so many lists.
    fn array_of<'py>(
        &self,
        obj: &Bound<'py, PyAny>,
        dtype: Option<DType>,
        copy: Option<bool>,
        depth: usize,
    ) -> PyResult<Bound<'py, Array>> {
        let py = obj.py();
        let found = self.found(obj, copy)?;
        if !matches!(found, Found::Array(_)) && copy == Some(false) {
            return Err(PyValueError::new_err(
                "copy=False, and the elements of Python numbers and lists are always copied",
            ));
        }
        let made = match found {
            Found::Array(shared) => return self.converted(shared, dtype, copy),
            Found::Scalar(own, number) => {
                holds(dtype, &[number])?;
                self.ruleset.array_of(&[number], &[], dtype.or(self.known(own)))
            }
            Found::Elements => {
                let Some(Lists { numbers, shape, own }) = lists(obj)? else {
                    return self.stacked(obj, dtype, depth);
                };
                holds(dtype, &numbers)?;
                let dtype = dtype
                    .map_or_else(|| self.common(py, own.as_deref()), |dtype| Ok(Some(dtype)))?;
                self.ruleset.array_of(&numbers, &shape, dtype)
            }
        };
        Bound::new(py, self.made(py, made)?)
    }

    /// An array of a list that has arrays with axes in it: they are stacked.
    fn stacked<'py>(
        &self,
        list: &Bound<'py, PyAny>,
        dtype: Option<DType>,
        depth: usize,
    ) -> PyResult<Bound<'py, Array>> {
        let py = list.py();
        if depth >= DEEPEST {
            return Err(too_deep());
        }
        let parts = list.try_iter()?.map(|part| self.array_of(&part?, None, None, depth + 1));
        let parts = parts.collect::<PyResult<Vec<_>>>()?;
        if parts.iter().any(|part| part.get().shape != parts[0].get().shape) {
            return Err(ragged());
        }
        let operands: Vec<In<'_>> = parts.iter().map(|part| In::Array(part.get())).collect();
        let options = Options::axis(0);
        let stacked = compute::apply(py, self.ruleset, Op::Stack, &operands, &options)?;
        match dtype.filter(|&dtype| dtype != stacked.dtype) {
            Some(dtype) => Bound::new(py, stacked.cast(py, dtype)?),
            None => Bound::new(py, stacked),
        }
    }

    /// A dtype that an object has, if the ruleset has it, too; else its elements count as Python's numbers.
    fn known(&self, own: Option<DType>) -> Option<DType> {
        own.filter(|&own| self.ruleset.has(own))
    }

    /// The dtype of elements that have these dtypes of their own; `None` if one has none, or one that the ruleset lacks.
    fn common(&self, py: Python<'_>, own: Option<&[DType]>) -> PyResult<Option<DType>> {
        let Some(dtypes) = own else { return Ok(None) };
        if dtypes.is_empty() || !dtypes.iter().all(|&own| self.ruleset.has(own)) {
            return Ok(None);
        }
        let operands: Vec<Operand> = dtypes.iter().map(|&own| own.into()).collect();
        let result = self.ruleset.result_type(&operands);
        Ok(Some(result.map_err(|error| error::of_rule(py, &error))?.dtype))
    }

    /// What an object is as the source of an array, which shares the elements of another one.
    fn found<'py>(&self, obj: &Bound<'py, PyAny>, copy: Option<bool>) -> PyResult<Found<'py>> {
        let (py, name) = (obj.py(), self.ruleset.name());
        if numpy::is_array(obj)? {
            let shared = structure::shared(obj, self.ruleset);
            return self.or_copied(obj, shared, copy).map(Found::Array);
        }
        if let Ok(array) = obj.cast::<Array>() {
            if array.get().follows(self.ruleset) {
                return Ok(Found::Array(array.clone()));
            }
            return Ok(Found::Array(Bound::new(py, Array::under(array, name)?)?));
        }
        if obj.is_instance_of::<PyList>() || obj.is_instance_of::<PyTuple>() {
            return Ok(Found::Elements);
        }
        if let Some(number) = number::of_object(obj)? {
            return Ok(Found::Scalar(None, number));
        }
        match operand::foreign_scalar(obj)? {
            Some(In::Typed(dtype, number)) => return Ok(Found::Scalar(Some(dtype), number)),
            Some(In::Number(number)) => return Ok(Found::Scalar(None, number)),
            Some(In::Array(_) | In::Absent) | None => {}
        }
        // A class has the methods of its objects, and no elements.
        if obj.is_instance_of::<PyType>() {
            return Ok(Found::Elements);
        }
        let shared = if obj.hasattr(intern!(py, "__arrow_c_array__"))? {
            arrow::shared(obj, self.ruleset, copy)
        } else if obj.hasattr(intern!(py, "__dlpack__"))? {
            from_dlpack(obj, name, None)
        } else if obj.hasattr(intern!(py, "__array_interface__"))? {
            from_interface(obj, name)
        } else if obj.hasattr(intern!(py, "__array__"))? {
            return self.of_numpy(obj, copy).map(Found::Array);
        } else {
            let buffer = py.import("concord._foreign")?.getattr("of_buffer")?.call1((obj, copy))?;
            if buffer.is_none() {
                return Ok(Found::Elements);
            }
            from_interface(&buffer, name)
        };
        self.or_copied(obj, shared, copy).map(Found::Array)
    }

    /// An array of the elements of the array of NumPy that an object makes of itself, as those of pandas do.
    fn of_numpy<'py>(
        &self,
        obj: &Bound<'py, PyAny>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, Array>> {
        let py = obj.py();
        let asked = PyDict::new(py);
        if copy == Some(false) {
            asked.set_item(intern!(py, "copy"), false)?;
        }
        let made = obj.call_method(intern!(py, "__array__"), (), Some(&asked))?;
        let shared = match numpy::is_array(&made)? {
            true => structure::shared(&made, self.ruleset),
            false => from_interface(&made, self.ruleset.name()),
        };
        self.or_copied(&made, shared, copy)
    }

    /// An array of shared elements, or, where they cannot be shared, of a copy by who has them.
    fn or_copied<'py>(
        &self,
        obj: &Bound<'py, PyAny>,
        shared: PyResult<Array>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, Array>> {
        let (py, name) = (obj.py(), self.ruleset.name());
        match shared {
            Ok(array) if copy == Some(false) && array.owns() => {
                Err(PyValueError::new_err(only_copied(array.dtype)))
            }
            Err(error) if error.is_instance_of::<PyBufferError>(py) && copy != Some(false) => {
                match obj.call_method0(intern!(py, "copy")) {
                    Ok(copied) => Bound::new(py, from_interface(&copied, name)?),
                    Err(_) => Err(error),
                }
            }
            Err(error) if error.is_instance_of::<PyBufferError>(py) => {
                Err(PyValueError::new_err(format!("copy=False: {}", error.value(py))))
            }
            shared => Bound::new(py, shared?),
        }
    }

    /// An array of a dtype, copied if that is asked for.
    fn converted<'py>(
        &self,
        array: Bound<'py, Array>,
        dtype: Option<DType>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, Array>> {
        let (py, own) = (array.py(), array.get());
        match dtype.filter(|&dtype| dtype != own.dtype) {
            Some(dtype) if copy == Some(false) => Err(PyValueError::new_err(format!(
                "copy=False, and elements of {} become {dtype} only in a copy",
                own.dtype
            ))),
            Some(dtype) => Bound::new(py, own.cast(py, dtype)?),
            None if copy == Some(true) => Bound::new(py, own.copied(py)?),
            None => Ok(array),
        }
    }
}

/// Refuses complex numbers for a dtype that would lose their imaginary parts.
fn holds(dtype: Option<DType>, numbers: &[Number]) -> PyResult<()> {
    let Some(dtype) = dtype else { return Ok(()) };
    if matches!(dtype.kind(), Kind::Complex | Kind::Bool) {
        return Ok(());
    }
    match numbers.iter().find(|number| matches!(number, Number::Complex(_, im) if *im != 0.0)) {
        None => Ok(()),
        Some(_) => Err(PyTypeError::new_err(format!(
            "{dtype} holds no complex number: give its real part, or name a complex dtype"
        ))),
    }
}
