//! An array → the same elements over other axes, as a view where strides can say it.
#![expect(unsafe_code, reason = "strides are computed so that every element is one of the array's")]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use runtime::{
    DType, DefaultKind, Number, Options, Tensor, TensorView, TooLarge, Unique, rulesets,
};

use super::attributes::permuted;
use super::interface::bytes_of;
use super::{Array, Axes, standard};
use crate::error;
use crate::listed::Listed;

impl Array {
    /// The view of elements at other strides: every place that they lead to must be one of this array's elements.
    pub(super) fn arranged(
        &self,
        base: &Bound<'_, Array>,
        offset: isize,
        shape: Axes<usize>,
        strides: Axes<isize>,
    ) -> Array {
        // SAFETY: those of this crate that call this see to it: they give each axis a stride and a length of the array's
        // or a part of those, a stride of 0, or what splits or joins axes of elements that follow one another.
        unsafe { Array::part(base, offset, shape, strides) }
    }

    /// An axis that may be counted from the last, of so many.
    fn axis_of(py: Python<'_>, axis: isize, ndim: usize) -> PyResult<usize> {
        let place = if axis < 0 { axis.checked_add_unsigned(ndim) } else { Some(axis) };
        let place = place.and_then(|place| usize::try_from(place).ok());
        place.filter(|&place| place < ndim).ok_or_else(|| {
            let there = match ndim {
                0 => "the array has none".to_owned(),
                _ => format!("there are axes 0 to {} (or -{ndim} to -1)", ndim - 1),
            };
            error::axis(py, &format!("axis {axis} is out of range: {there}"))
        })
    }

    fn axes_of(py: Python<'_>, axes: &[isize], ndim: usize) -> PyResult<Vec<usize>> {
        let mut places = Vec::with_capacity(axes.len());
        for &axis in axes {
            let place = Array::axis_of(py, axis, ndim)?;
            if places.contains(&place) {
                return Err(error::axis(py, &format!("axis {axis} is named twice")));
            }
            places.push(place);
        }
        Ok(places)
    }

    /// A copy in the order of the axes.
    pub(crate) fn copied(&self, py: Python<'_>) -> PyResult<Array> {
        Ok(Array::of(self.ruleset, self.in_order(py)?))
    }

    /// The elements in the order of the axes, in a new tensor.
    pub(super) fn in_order(&self, py: Python<'_>) -> PyResult<Tensor> {
        // A cast to the same dtype copies whole rows.
        let copy = self.ruleset.cast(&self.elements(), self.dtype);
        let copy = copy.map_err(|error| error::of_compute(py, &error))?;
        Ok(copy.with_weak(self.weak))
    }
}

#[pymethods]
impl Array {
    /// A copy whose elements lie in the order of the axes.
    fn _copy(slf: &Bound<'_, Self>) -> PyResult<Array> {
        slf.get().copied(slf.py())
    }

    fn __copy__(slf: &Bound<'_, Self>) -> PyResult<Array> {
        slf.get().copied(slf.py())
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Array> {
        slf.get().copied(slf.py())
    }

    /// The axes in the order given.
    fn _permuted(slf: &Bound<'_, Self>, axes: Listed<isize>) -> PyResult<Array> {
        let ndim = slf.get().shape.len();
        let places = Array::axes_of(slf.py(), &axes.0, ndim)?;
        match places.len() == ndim {
            true => Ok(permuted(slf, &places)),
            false => Err(PyValueError::new_err(format!(
                "axes {:?} name {} of the {ndim} axes: name each once",
                axes.0,
                places.len()
            ))),
        }
    }

    /// With axes of length 1 at these places of the result.
    fn _expanded(slf: &Bound<'_, Self>, axes: Listed<isize>) -> PyResult<Array> {
        let own = slf.get();
        let ndim = own.shape.len() + axes.0.len();
        let places = Array::axes_of(slf.py(), &axes.0, ndim)?;
        let mut old = own.shape.iter().zip(&own.strides);
        let (mut shape, mut strides) = (Axes::new(), Axes::new());
        for place in 0..ndim {
            let one = (&1, &0);
            let (&len, &stride) =
                if places.contains(&place) { one } else { old.next().unwrap_or(one) };
            shape.push(len);
            strides.push(stride);
        }
        Ok(own.arranged(slf, 0, shape, strides))
    }

    /// Without these axes, which are of length 1.
    fn _squeezed(slf: &Bound<'_, Self>, axes: Listed<isize>) -> PyResult<Array> {
        let own = slf.get();
        let places = Array::axes_of(slf.py(), &axes.0, own.shape.len())?;
        if let Some(&place) = places.iter().find(|&&place| own.shape[place] != 1) {
            return Err(PyValueError::new_err(format!(
                "axis {place} has length {}: only an axis of length 1 goes",
                own.shape[place]
            )));
        }
        let kept = || (0..own.shape.len()).filter(|place| !places.contains(place));
        let shape = kept().map(|place| own.shape[place]).collect();
        let strides = kept().map(|place| own.strides[place]).collect();
        Ok(own.arranged(slf, 0, shape, strides))
    }

    /// From the last element to the first along these axes, or along all.
    fn _flipped(slf: &Bound<'_, Self>, axes: Option<Listed<isize>>) -> PyResult<Array> {
        let own = slf.get();
        let places = match axes {
            Some(Listed(axes)) => Array::axes_of(slf.py(), &axes, own.shape.len())?,
            None => (0..own.shape.len()).collect(),
        };
        let (mut offset, mut strides) = (0, own.strides.clone());
        for place in places {
            if own.len() > 0 {
                offset += strides[place] * (own.shape[place].cast_signed() - 1);
            }
            strides[place] = -strides[place];
        }
        Ok(own.arranged(slf, offset, own.shape.clone(), strides))
    }

    /// Standing for the elements of a greater shape.
    fn _broadcast(slf: &Bound<'_, Self>, shape: Listed<usize>) -> PyResult<Array> {
        let (own, Listed(shape)) = (slf.get(), shape);
        let fails = || {
            PyValueError::new_err(format!(
                "shape {:?} does not broadcast to {shape:?}: each axis, from the last, must be equal or 1",
                own.shape
            ))
        };
        let new = shape.len().checked_sub(own.shape.len()).ok_or_else(fails)?;
        let mut strides: Axes<isize> = shape.iter().map(|_| 0).collect();
        for (axis, (&len, &stride)) in own.shape.iter().zip(&own.strides).enumerate() {
            match shape[new + axis] {
                to if to == len => strides[new + axis] = stride,
                _ if len == 1 => {}
                _ => return Err(fails()),
            }
        }
        if bytes_of(&shape, 1).is_none() {
            return Err(error::of_compute(slf.py(), &TooLarge { dtype: own.dtype, shape }.into()));
        }
        let mut part = own.arranged(slf, 0, Axes::from_vec(shape), strides);
        // An element that stands for several is not written to.
        part.writable = part.writable && part.len() == own.len();
        Ok(part)
    }

    /// The same elements in their order over another shape: a view if they lie in that order and `copy` does not
    /// forbid it, an error if `copy` forbids one.
    #[pyo3(signature = (shape, copy=None))]
    fn _reshaped(
        slf: &Bound<'_, Self>,
        shape: Listed<isize>,
        copy: Option<bool>,
    ) -> PyResult<Array> {
        let (py, own) = (slf.py(), slf.get());
        let shape = own.shape_of(&shape.0)?;
        let kept = if copy == Some(true) { None } else { own.strides_over(&shape) };
        if let Some(strides) = kept {
            return Ok(own.arranged(slf, 0, shape, strides));
        }
        if copy == Some(false) {
            return Err(PyValueError::new_err(
                "the elements do not lie in the order of this shape: copy=False cannot reshape them",
            ));
        }
        let tensor = own.in_order(py)?.reshape(&shape);
        let tensor = tensor.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Array::of(own.ruleset, tensor))
    }

    /// For each element of a shape that is this array repeated along its axes.
    fn _tiled(slf: &Bound<'_, Self>, times: Listed<usize>) -> PyResult<Array> {
        let (own, Listed(times)) = (slf.get(), times);
        let ndim = own.shape.len().max(times.len());
        let (missing, once) = (ndim - own.shape.len(), ndim - times.len());
        let (mut shape, mut result, mut strides) = (Vec::new(), Vec::new(), Axes::new());
        for axis in 0..ndim {
            let times = axis.checked_sub(once).map_or(1, |axis| times[axis]);
            let (len, stride) = axis
                .checked_sub(missing)
                .map_or((1, 0), |axis| (own.shape[axis], own.strides[axis]));
            shape.extend([times, len]);
            strides.extend([0, stride]);
            let product = times.checked_mul(len).and_then(|product| isize::try_from(product).ok());
            result.push(product.ok_or_else(|| {
                let shape = vec![times.saturating_mul(len)];
                error::of_compute(slf.py(), &TooLarge { dtype: own.dtype, shape }.into())
            })?);
        }
        if bytes_of(&shape, 1).is_none() {
            let shape = result.into_iter().map(isize::cast_unsigned).collect();
            return Err(error::of_compute(slf.py(), &TooLarge { dtype: own.dtype, shape }.into()));
        }
        let repeated = own.arranged(slf, 0, Axes::from_vec(shape), strides);
        let repeated = Bound::new(slf.py(), repeated)?;
        Array::_reshaped(&repeated, Listed(result), Some(true))
    }

    /// Each element along an axis, or of all in their order, so many times.
    fn _repeated(slf: &Bound<'_, Self>, axis: Option<isize>, times: isize) -> PyResult<Array> {
        let py = slf.py();
        let Some(axis) = axis else {
            let flat = Bound::new(py, Array::_reshaped(slf, Listed(vec![-1]), None)?)?;
            return Array::_repeated(&flat, Some(0), times);
        };
        let axis = Array::axis_of(py, axis, slf.get().shape.len())?;
        let times = usize::try_from(times).map_err(|_| {
            PyValueError::new_err(format!("repeat {times} times: a count is not negative"))
        })?;
        slf.get().moved(py, axis, |view| view.repeated(times, axis))
    }

    /// Each element along an axis as often as its count says.
    fn _repeated_by(slf: &Bound<'_, Self>, axis: usize, counts: Listed<usize>) -> PyResult<Array> {
        let (own, Listed(counts)) = (slf.get(), counts);
        let len = counts.iter().try_fold(0_usize, |len, &count| len.checked_add(count));
        let mut indices = Vec::new();
        if len.is_none_or(|len| indices.try_reserve_exact(len).is_err()) {
            let mut shape = own.shape.to_vec();
            shape[axis] = len.unwrap_or(usize::MAX);
            return Err(error::of_compute(slf.py(), &TooLarge { dtype: own.dtype, shape }.into()));
        }
        for (index, &count) in counts.iter().enumerate() {
            indices.extend(std::iter::repeat_n(index, count));
        }
        Array::_taken(slf, axis, Listed(indices))
    }

    /// The elements moved on by so many places along an axis, those beyond its end back at its beginning.
    fn _rolled(&self, py: Python<'_>, axis: usize, shift: isize) -> PyResult<Array> {
        self.moved(py, axis, |view| view.rolled(shift, axis))
    }

    /// The elements at indices of an axis, each from 0 to its length.
    fn _taken(slf: &Bound<'_, Self>, axis: usize, indices: Listed<usize>) -> PyResult<Array> {
        let (py, own) = (slf.py(), slf.get());
        let mut order: Vec<usize> = (0..own.shape.len()).collect();
        order.remove(axis);
        order.insert(0, axis);
        let first = permuted(slf, &order);
        let taken = first.view().gather(&[&indices.0]);
        let taken = taken.ok_or_else(error::no_memory)?;
        let mut back: Vec<usize> = (1..own.shape.len()).collect();
        back.insert(axis, 0);
        Ok(permuted(&Bound::new(py, Array::of(own.ruleset, taken))?, &back))
    }

    /// The distinct elements in ascending order.
    fn _values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Array>> {
        match self.distinct(py) {
            Some((values, _)) => Bound::new(py, values),
            None => Ok(self._unique(py)?.get_item(0)?.cast_into()?),
        }
    }

    /// The distinct elements in ascending order, and how often each occurs.
    fn _distinct<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, Array>, Bound<'py, Array>)> {
        let Some((values, places)) = self.distinct(py) else {
            let unique = self._unique(py)?;
            return Ok((unique.get_item(0)?.cast_into()?, unique.get_item(3)?.cast_into()?));
        };
        let ends = places.iter().skip(1).copied().chain([self.len()]);
        let counts = places.iter().zip(ends).map(|(&place, end)| end - place).collect();
        Ok((Bound::new(py, values)?, self.indices(py, counts)?))
    }

    /// The distinct elements in ascending order; where each first occurs, for each element which one it is, and how
    /// often each occurs.
    fn _unique<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let _reading = self.reading();
        let unique = py.detach(|| self.view().unique());
        let unique = unique.map_err(|error| error::of_compute(py, &error.into()))?;
        let len = [self.len()];
        let copy = match self.strides_over(&len) {
            Some(strides) => Ok(strides),
            None => Err(self.in_order(py)?.reshape(&len)),
        };
        let flat = match &copy {
            Ok(strides) => self.view_at(0, &len, strides),
            Err(copy) => {
                copy.as_ref().map_err(|error| PyValueError::new_err(error.to_string()))?.view()
            }
        };
        let values = flat.gather(&[&unique.first]);
        let values = values.ok_or_else(error::no_memory)?;
        let values = Bound::new(py, Array::of(self.ruleset, values.with_weak(self.weak)))?;
        let Unique { first, inverse, counts } = unique;
        let [first, inverse, counts] = [first, inverse, counts].map(|all| self.indices(py, all));
        PyTuple::new(py, [values, first?, inverse?, counts?])
    }
}

impl Array {
    /// The elements moved along an axis, in a new array.
    fn moved(
        &self,
        py: Python<'_>,
        axis: usize,
        make: impl FnOnce(TensorView<'_>) -> Option<Result<Tensor, TooLarge>> + Send,
    ) -> PyResult<Array> {
        let moved = {
            let _reading = self.reading();
            py.detach(|| make(self.view()))
        };
        match moved {
            Some(Ok(tensor)) => Ok(Array::of(self.ruleset, tensor)),
            Some(Err(error)) => Err(error::of_compute(py, &error.into())),
            None => Err(error::axis(py, &format!("axis {axis} is out of range"))),
        }
    }

    /// The distinct elements in ascending order, and where each first is once all are; `None` where a sort has another
    /// order.
    fn distinct(&self, py: Python<'_>) -> Option<(Array, Vec<usize>)> {
        let _reading = self.reading();
        let (values, places) = py.detach(|| {
            let sorted = rulesets::NUMPY.sort(&self.elements(), Options::flattened());
            let sorted = sorted.ok().filter(|sorted| sorted.dtype() == self.dtype)?;
            let sorted = sorted.view();
            // A sort puts every complex number with a NaN last, `unique` goes by the real part first.
            let last = self.len().checked_sub(1).and_then(|last| sorted.gather(&[&[last]]));
            let last = last.and_then(|last| last.view().number());
            if matches!(last, Some(Number::Complex(re, im)) if re.is_nan() || im.is_nan()) {
                return None;
            }
            let places = sorted.changes().ok()?;
            Some((sorted.gather(&[&places])?, places))
        })?;
        Some((Array::of(self.ruleset, values.with_weak(self.weak)), places))
    }

    /// Indices, in the dtype that the ruleset has for them.
    fn indices<'py>(&self, py: Python<'py>, all: Vec<usize>) -> PyResult<Bound<'py, Array>> {
        let dtype = self.ruleset.default_dtype(DefaultKind::Indexing);
        let dtype = dtype.or_else(|_| self.ruleset.default_dtype(DefaultKind::Integral));
        let dtype = dtype.map_err(|error| error::of_rule(py, &error))?;
        let all: Vec<i64> = all.into_iter().map(|one| one as i64).collect();
        let tensor = Tensor::from(all);
        let tensor = match dtype {
            DType::I64 => Ok(tensor),
            _ => rulesets::NUMPY.cast(&tensor, dtype),
        };
        let tensor = tensor.map_err(|error| error::of_compute(py, &error))?;
        Bound::new(py, Array::of(self.ruleset, tensor))
    }

    /// A shape of as many elements, in which one length may be -1.
    fn shape_of(&self, shape: &[isize]) -> PyResult<Axes<usize>> {
        let fails = || {
            PyValueError::new_err(format!(
                "an array of shape {:?} cannot be reshaped to {shape:?}: it has {} elements",
                self.shape,
                self.len()
            ))
        };
        let known = shape.iter().filter(|&&len| len != -1);
        let mut known = known.map(|&len| usize::try_from(len).ok());
        let known = known.try_fold(1_usize, |all, len| all.checked_mul(len?)).ok_or_else(fails)?;
        let inferred = match shape.iter().filter(|&&len| len == -1).count() {
            0 if known == self.len() => 0,
            1 if known > 0 && self.len().is_multiple_of(known) => self.len() / known,
            _ => return Err(fails()),
        };
        Ok(shape.iter().map(|&len| usize::try_from(len).unwrap_or(inferred)).collect())
    }

    /// The strides of the elements over a shape of as many, in the order of the axes; `None` if there are none.
    fn strides_over(&self, shape: &[usize]) -> Option<Axes<isize>> {
        if self.len() == 0 || self.is_contiguous() {
            return Some(standard(shape));
        }
        // Axes of length 1 may be anywhere; the others must stay as they are.
        let long =
            |shape: &[usize]| shape.iter().copied().filter(|&len| len != 1).collect::<Vec<_>>();
        if long(&self.shape) != long(shape) {
            return None;
        }
        let mut own = self.shape.iter().zip(&self.strides).filter(|&(&len, _)| len != 1);
        let stride = |&len: &usize| match len {
            1 => Some(0),
            _ => own.next().map(|(_, &stride)| stride),
        };
        shape.iter().map(stride).collect()
    }
}
