//! Arrays ⇄ DLPack: capsules of the runtime's managed tensors, which share the elements with other libraries.
#![expect(unsafe_code, reason = "a capsule is a pointer with a name")]

use std::ffi::CStr;

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use runtime::exchange::SharedTensor;
use runtime::exchange::dlpack::{
    Device, DlpackError, Export, Managed, ManagedTensor, ManagedTensorVersioned, Version,
};

use super::interface::{every_byte_is_an_element, only_copied};
use super::{Array, Axes, Memory, Owner};
use crate::error;
use crate::own;

const OLD: &CStr = c"dltensor";
const OLD_USED: &CStr = c"used_dltensor";
const NEW: &CStr = c"dltensor_versioned";
const NEW_USED: &CStr = c"used_dltensor_versioned";

fn refused(error: &DlpackError) -> PyErr {
    PyBufferError::new_err(error.to_string())
}

/// An array that another library may give back from any thread, with or without an interpreter.
struct Kept(Option<Py<Array>>);

impl Drop for Kept {
    fn drop(&mut self) {
        let given_back = Python::try_attach(|_| drop(self.0.take()));
        if given_back.is_none() {
            // Without an interpreter there is nothing to give back to.
            std::mem::forget(self.0.take());
        }
    }
}

#[pymethods]
impl Array {
    /// The elements for another library, as a capsule; of the array itself unless `copy` is true. Those of bool, of
    /// which not every byte is an element, are copied, since the library may write any.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        slf: &Bound<'py, Self>,
        stream: Option<&Bound<'_, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if stream.is_some() {
            return Err(PyValueError::new_err("the cpu has no streams: stream is None"));
        }
        if dl_device.is_some_and(|(kind, _)| kind != Device::CPU.kind) {
            return Err(PyBufferError::new_err("the elements are on the cpu, device (1, 0)"));
        }
        let is_copy = copy == Some(true) || !every_byte_is_an_element(slf.get().dtype);
        if is_copy && copy == Some(false) {
            return Err(PyBufferError::new_err(only_copied(slf.get().dtype)));
        }
        let array = match is_copy {
            true => Bound::new(py, slf.get().copied(py)?)?,
            false => slf.clone(),
        };
        let shared = Array::lent(&array)?;
        match max_version.is_some_and(|(major, _)| major >= 1) {
            true => {
                let lent = shared.into_dlpack::<ManagedTensorVersioned>();
                let flags = if is_copy { ManagedTensorVersioned::COPIED } else { 0 };
                capsule(py, lent.map_err(|error| refused(&error))?.with_flags(flags), NEW)
            }
            false => {
                let lent = shared.into_dlpack::<ManagedTensor>();
                capsule(py, lent.map_err(|error| refused(&error))?, OLD)
            }
        }
    }

    /// Where the elements are: the CPU.
    fn __dlpack_device__(&self) -> (i32, i32) {
        (Device::CPU.kind, Device::CPU.id)
    }
}

impl Array {
    /// The elements as a tensor that keeps the array, for another library.
    pub(super) fn lent(array: &Bound<'_, Array>) -> PyResult<SharedTensor<'static>> {
        let own = array.get();
        let kept = Kept(Some(array.clone().unbind()));
        // SAFETY: the array keeps its elements, whose address and strides are sound.
        let shared = unsafe {
            let (dtype, at, strides) = (own.dtype, own.at.0, Some(&own.strides[..]));
            SharedTensor::from_raw_parts(dtype, at, &own.shape, strides, own.writable, kept)
        };
        shared.map_err(|error| refused(&error.into()))
    }
}

impl Memory {
    /// The elements of a tensor that another library shares.
    pub(super) fn of_shared(mut shared: SharedTensor<'static>) -> Memory {
        Memory {
            dtype: shared.dtype(),
            at: shared.as_mut_ptr(),
            shape: Axes::from_slice(shared.shape()),
            strides: Axes::from_slice(shared.strides()),
            writable: shared.is_writable(),
            owner: Owner::Shared(Box::new(shared)),
        }
    }
}

/// A capsule of a managed tensor, which it deletes if no one takes it.
fn capsule<'py, M: Managed>(
    py: Python<'py>,
    lent: Export<'static, M>,
    name: &CStr,
) -> PyResult<Bound<'py, PyAny>> {
    let lent = lent.into_raw();
    // SAFETY: the name is static, and says what the pointer is of.
    unsafe {
        let capsule = ffi::PyCapsule_New(lent.cast(), name.as_ptr(), Some(unused));
        if capsule.is_null() {
            drop(Export::from_raw(lent));
        }
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

/// The destructor of a capsule: deletes what no one took.
unsafe extern "C" fn unused(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule is one that `__dlpack__` made, and its name says what it holds.
    unsafe {
        if let Some(lent) = pointer::<ManagedTensor>(capsule, OLD) {
            drop(Export::from_raw(lent));
        } else if let Some(lent) = pointer::<ManagedTensorVersioned>(capsule, NEW) {
            drop(Export::from_raw(lent));
        }
    }
}

/// What a capsule of a name holds; `None` of one of another name.
///
/// # Safety
///
/// A capsule of that name holds that.
unsafe fn pointer<M: Managed>(capsule: *mut ffi::PyObject, name: &CStr) -> Option<*mut M> {
    // SAFETY: as the caller vouches.
    unsafe {
        let is = ffi::PyCapsule_IsValid(capsule, name.as_ptr()) == 1;
        is.then(|| ffi::PyCapsule_GetPointer(capsule, name.as_ptr()).cast())
    }
}

/// An array of the elements of another library's array, through its ``__dlpack__``; of a copy if `copy` is true.
#[pyfunction]
#[pyo3(signature = (object, ruleset, copy=None))]
pub(crate) fn from_dlpack(
    object: &Bound<'_, PyAny>,
    ruleset: &str,
    copy: Option<bool>,
) -> PyResult<Array> {
    let py = object.py();
    if let Ok(array) = object.cast::<Array>() {
        let shared = Array::under(array, ruleset)?;
        return if copy == Some(true) { shared.copied(py) } else { Ok(shared) };
    }
    let ruleset = own::find(ruleset).map_err(|error| error::of_name(py, &error))?;
    let asked =
        [("max_version", (Version::WRITTEN.major, Version::WRITTEN.minor))].into_pyobject(py)?;
    let asked = pyo3::types::PyDict::from_sequence(asked.as_any())?;
    let capsule = match object.call_method("__dlpack__", (), Some(&asked)) {
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            object.call_method0("__dlpack__")?
        }
        result => result?,
    };
    let memory = lent(&capsule)?;
    ruleset.require(memory.dtype).map_err(|error| error::of_rule(py, &error))?;
    if copy == Some(false) && !every_byte_is_an_element(memory.dtype) {
        return Err(PyBufferError::new_err(only_copied(memory.dtype)));
    }
    let is_weak =
        object.getattr(intern!(py, "weak_type")).is_ok_and(|weak| weak.is(PyBool::new(py, true)));
    // SAFETY: the library vouches for what it describes, and `lent` has looked at the alignment.
    let array = unsafe { Array::adopted(ruleset, memory) }?;
    let array = Array { weak: is_weak, ..array };
    if copy == Some(true) { array.copied(py) } else { Ok(array) }
}

/// What a capsule describes.
fn lent(capsule: &Bound<'_, PyAny>) -> PyResult<Memory> {
    let at = capsule.as_ptr();
    // SAFETY: a capsule's name says what its pointer is of, and a capsule that is renamed is its consumer's; the library
    // vouches for what it describes.
    let shared = unsafe {
        if let Some(lent) = pointer::<ManagedTensorVersioned>(at, NEW) {
            ffi::PyCapsule_SetName(at, NEW_USED.as_ptr());
            SharedTensor::from_dlpack(lent)
        } else if let Some(lent) = pointer::<ManagedTensor>(at, OLD) {
            ffi::PyCapsule_SetName(at, OLD_USED.as_ptr());
            SharedTensor::from_dlpack(lent)
        } else {
            return Err(PyBufferError::new_err("__dlpack__ gave no capsule of DLPack"));
        }
    };
    Ok(Memory::of_shared(shared.map_err(|error| refused(&error))?))
}
