//! Arrays ⇄ NumPy's array interface: elements shared without a copy.
#![expect(unsafe_code, reason = "the interface is an address")]

use pyo3::exceptions::{PyBufferError, PyMemoryError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use runtime::exchange::is_disjoint;
use runtime::{DType, Kind, Ruleset, Tensor};

use super::{Array, Axes, Memory, Owner, standard};
use crate::dtype;
use crate::error;
use crate::listed;
use crate::own;

#[pymethods]
impl Array {
    /// Where NumPy finds the elements. bfloat16 and complex32, which NumPy does not have, are raw bytes there.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        facts.set_item(intern!(py, "version"), 3)?;
        facts.set_item(intern!(py, "typestr"), dtype::type_string(self.dtype))?;
        facts.set_item(intern!(py, "shape"), PyTuple::new(py, self.shape.iter())?)?;
        let size = self.dtype.size().cast_signed();
        let strides = self.strides.iter().map(|stride| stride * size).collect::<Vec<_>>();
        facts.set_item(intern!(py, "strides"), PyTuple::new(py, strides)?)?;
        let read_only = !self.may_be_written_by_others();
        facts.set_item(intern!(py, "data"), (self.at.0.expose_provenance(), read_only))?;
        Ok(facts)
    }
}

/// An array of the elements of an object that has ``__array_interface__``; only those of bool and of dtypes of fewer than
/// 8 bits are copied.
#[pyfunction]
pub(crate) fn from_interface(object: &Bound<'_, PyAny>, ruleset: &str) -> PyResult<Array> {
    let py = object.py();
    let ruleset = own::find(ruleset).map_err(|error| error::of_name(py, &error))?;
    let facts = object.getattr(intern!(py, "__array_interface__"))?;
    let facts = facts.cast::<PyDict>()?;
    let fact = |name| {
        let missing =
            || PyBufferError::new_err("an array interface without shape, typestr or data");
        facts.get_item(name)?.filter(|fact: &Bound<'_, PyAny>| !fact.is_none()).ok_or_else(missing)
    };
    let typestr: String = fact("typestr")?.extract()?;
    let dtype = dtype_of(object, &typestr, ruleset)?;
    ruleset.require(dtype).map_err(|error| error::of_rule(py, &error))?;
    let shape: Vec<usize> = listed::of_axes(&fact("shape")?)?;
    let shape = Axes::from_vec(shape);
    let size = dtype.size().cast_signed();
    if bytes_of(&shape, size).is_none() {
        return Err(PyBufferError::new_err(format!(
            "an array interface of shape {shape:?}: no memory has so many elements"
        )));
    }
    let (address, read_only): (usize, bool) = fact("data")?.extract()?;
    let strides = match facts.get_item(intern!(py, "strides"))?.filter(|fact| !fact.is_none()) {
        None => standard(&shape),
        Some(strides) => {
            let bytes: Vec<isize> = listed::of_axes(&strides)?;
            if bytes.iter().any(|step| step % size != 0) {
                return Err(PyBufferError::new_err(
                    "elements that do not lie whole elements apart: copy the array first",
                ));
            }
            if bytes.len() != shape.len() {
                return Err(PyBufferError::new_err(format!(
                    "an array interface of {} axes, and strides of {}: there is one for each axis",
                    shape.len(),
                    bytes.len()
                )));
            }
            bytes.iter().map(|step| step / size).collect()
        }
    };
    let at = aligned(dtype, std::ptr::with_exposed_provenance_mut(address), &shape)?;
    let owner = Owner::Object(object.clone().unbind());
    let memory = Memory { dtype, at, shape, strides, writable: !read_only, owner };
    // SAFETY: the object vouches for its interface, and `aligned` has looked at the alignment.
    unsafe { Array::adopted(ruleset, memory) }
}

/// How many bytes elements of a shape take, an axis of none left aside; `None` of more than there are addresses.
pub(super) fn bytes_of(shape: &[usize], size: isize) -> Option<isize> {
    let lens = shape.iter().filter(|&&len| len > 0);
    lens.copied().try_fold(size, |all, len| all.checked_mul(isize::try_from(len).ok()?))
}

/// The dtype of a type string; of raw bytes, the one that the object's dtype is called.
fn dtype_of(object: &Bound<'_, PyAny>, typestr: &str, ruleset: Ruleset) -> PyResult<DType> {
    let is_raw = typestr.get(1..2) == Some("V");
    let named = || DType::ALL.into_iter().find(|&dtype| dtype::type_string(dtype) == typestr);
    if !is_raw && let Some(dtype) = named() {
        return Ok(dtype);
    }
    match object.getattr(intern!(object.py(), "dtype")) {
        // One byte has no order.
        Ok(dtype) if is_raw || typestr.get(2..) == Some("1") || typestr.starts_with('|') => {
            dtype::of_object(&dtype, Some(ruleset))
        }
        _ => Err(PyTypeError::new_err(format!(
            "no dtype here is NumPy's {typestr}: convert the array to another dtype or byte order first"
        ))),
    }
}

impl Array {
    /// Of elements of another library. They are copied where not every byte is an element of the dtype, since the
    /// library may write any later: those of bool, and of dtypes of fewer than 8 bits. They are not written to where
    /// one may have several places.
    ///
    /// # Safety
    ///
    /// The memory is as it says, but for its bytes, for as long as its owner lives, and its elements are aligned.
    pub(super) unsafe fn adopted(ruleset: Ruleset, memory: Memory) -> PyResult<Array> {
        let writable = memory.writable && is_disjoint(&memory.shape, &memory.strides);
        let memory = Memory { writable, ..memory };
        let dtype = memory.dtype;
        if every_byte_is_an_element(dtype) {
            // SAFETY: as the caller vouches.
            return Ok(unsafe { Array::of_memory(ruleset, memory) });
        }
        // SAFETY: as the caller vouches, and every byte is a uint8.
        let bytes = unsafe { Array::of_memory(ruleset, Memory { dtype: DType::U8, ..memory }) };
        let copy = bytes.view().try_to_tensor();
        let copy = copy.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        let elements = copy.as_bytes().expect("a copy is in the order of the axes");
        let tensor = Tensor::from_bytes(dtype, elements, copy.shape());
        let tensor = tensor.map_err(|error| PyBufferError::new_err(error.to_string()))?;
        Ok(Array::of(ruleset, tensor))
    }

    /// Whether another library may write to the elements, any byte it likes.
    pub(super) fn may_be_written_by_others(&self) -> bool {
        self.writable && every_byte_is_an_element(self.dtype)
    }
}

/// Whether every byte is an element, or a part of one, of a dtype.
pub(super) fn every_byte_is_an_element(dtype: DType) -> bool {
    dtype.kind() != Kind::Bool && dtype.bits() >= 8
}

/// What the error says where a copy is forbidden, and elements of a dtype of which not every byte is one go to or come
/// from another library.
pub(crate) fn only_copied(dtype: DType) -> String {
    format!("copy=False, and elements of {dtype} are copied, since not every byte is one")
}

/// The address of elements, unless they are not where the processor reads them; of none, one where they could be.
pub(super) fn aligned(dtype: DType, at: *mut u8, shape: &[usize]) -> PyResult<*mut u8> {
    let size = match dtype.kind() {
        Kind::Complex => dtype.size() / 2,
        Kind::Bool | Kind::Int | Kind::Uint | Kind::Float => dtype.size(),
    };
    if shape.contains(&0) {
        return Ok(std::ptr::without_provenance_mut(size));
    }
    match !at.is_null() && at.addr().is_multiple_of(size) {
        true => Ok(at),
        false => Err(PyBufferError::new_err(format!(
            "the elements are not aligned for {dtype}: copy the array first"
        ))),
    }
}
