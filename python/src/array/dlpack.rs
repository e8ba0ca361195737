//! Arrays ⇄ DLPack: elements shared with other libraries, without a copy.
//!
//! The structures are those of DLPack 1.1; a consumer of versions before 1.0 gets those of 0.8.
#![expect(unsafe_code, reason = "DLPack is a protocol of pointers")]

use std::ffi::{CStr, c_void};
use std::ptr;

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use runtime::{DType, Kind};

use super::{Array, Axes, Memory, Owner};
use crate::error;
use crate::own;

const OLD: &CStr = c"dltensor";
const OLD_USED: &CStr = c"used_dltensor";
const NEW: &CStr = c"dltensor_versioned";
const NEW_USED: &CStr = c"used_dltensor_versioned";
const VERSION: (u32, u32) = (1, 1);
const CPU: i32 = 1;
const READ_ONLY: u64 = 1;
const IS_COPIED: u64 = 2;

#[repr(C)]
struct Device {
    kind: i32,
    id: i32,
}

#[repr(C)]
struct Type {
    code: u8,
    bits: u8,
    lanes: u16,
}

#[repr(C)]
struct Described {
    data: *mut c_void,
    device: Device,
    ndim: i32,
    dtype: Type,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

#[repr(C)]
struct Old {
    tensor: Described,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Old)>,
}

#[repr(C)]
struct New {
    version: (u32, u32),
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut New)>,
    flags: u64,
    tensor: Described,
}

/// What keeps an exported array, in both forms; one of them is handed out.
struct Export {
    old: Old,
    new: New,
    shape: Axes<i64>,
    strides: Axes<i64>,
    array: Option<Py<Array>>,
}

/// Elements that another library lent, given back when dropped.
pub(crate) enum Managed {
    #[expect(private_interfaces, reason = "only this file looks inside")]
    Old(*mut Old),
    #[expect(private_interfaces, reason = "only this file looks inside")]
    New(*mut New),
}

// SAFETY: a deleter may be called from any thread, and nothing else is done with the pointer.
unsafe impl Send for Managed {}
// SAFETY: likewise.
unsafe impl Sync for Managed {}

impl Drop for Managed {
    fn drop(&mut self) {
        // SAFETY: the structure is the library's until its deleter is called, which happens once.
        unsafe {
            match *self {
                Managed::Old(lent) => {
                    if let Some(delete) = (*lent).deleter {
                        delete(lent);
                    }
                }
                Managed::New(lent) => {
                    if let Some(delete) = (*lent).deleter {
                        delete(lent);
                    }
                }
            }
        }
    }
}

/// DLPack's code and bits of a dtype.
fn type_of(dtype: DType) -> Option<(u8, u8)> {
    let code = match dtype.kind() {
        Kind::Int => 0,
        Kind::Uint => 1,
        Kind::Float if dtype.name() == "bfloat16" => 4,
        Kind::Float if dtype.bits() >= 16 => 2,
        Kind::Complex => 5,
        Kind::Bool => 6,
        Kind::Float => return None,
    };
    Some((code, u8::try_from(dtype.bits()).ok()?))
}

#[pymethods]
impl Array {
    /// The elements for another library, as a capsule; of the array itself unless `copy` is true.
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
        if dl_device.is_some_and(|(kind, _)| kind != CPU) {
            return Err(PyBufferError::new_err("the elements are on the cpu, device (1, 0)"));
        }
        let array = match copy {
            Some(true) => Bound::new(py, slf.get().copied(py)?)?,
            _ => slf.clone(),
        };
        let own = array.get();
        let Some((code, bits)) = type_of(own.dtype) else {
            return Err(PyBufferError::new_err(format!(
                "DLPack has no {}: cast it to a wider dtype first",
                own.dtype
            )));
        };
        let is_new = max_version.is_some_and(|(major, _)| major >= 1);
        if !is_new && !own.writable {
            return Err(PyBufferError::new_err(
                "the array is read-only, which DLPack before 1.0 cannot say: ask for max_version=(1, 0) or a copy",
            ));
        }
        let read_only = if own.writable { 0 } else { READ_ONLY };
        let flags = if copy == Some(true) { IS_COPIED } else { read_only };
        let described = || Described {
            data: own.at.0.cast(),
            device: Device { kind: CPU, id: 0 },
            ndim: i32::try_from(own.shape.len()).unwrap_or(i32::MAX),
            dtype: Type { code, bits, lanes: 1 },
            shape: ptr::null_mut(),
            strides: ptr::null_mut(),
            byte_offset: 0,
        };
        let export = Box::into_raw(Box::new(Export {
            old: Old { tensor: described(), context: ptr::null_mut(), deleter: Some(delete_old) },
            new: New {
                version: VERSION,
                context: ptr::null_mut(),
                deleter: Some(delete_new),
                flags,
                tensor: described(),
            },
            shape: own.shape.iter().map(|&len| len as i64).collect(),
            strides: own.strides.iter().map(|&stride| stride as i64).collect(),
            array: Some(array.clone().unbind()),
        }));
        // SAFETY: the box was just made, and it stays where it is until a deleter takes it back.
        unsafe {
            let (shape, strides) = ((*export).shape.as_mut_ptr(), (*export).strides.as_mut_ptr());
            for tensor in [&raw mut (*export).old.tensor, &raw mut (*export).new.tensor] {
                (*tensor).shape = shape;
                (*tensor).strides = strides;
            }
            (*export).old.context = export.cast();
            (*export).new.context = export.cast();
            let (at, name): (*mut c_void, &CStr) = match is_new {
                true => ((&raw mut (*export).new).cast(), NEW),
                false => ((&raw mut (*export).old).cast(), OLD),
            };
            let capsule = ffi::PyCapsule_New(at, name.as_ptr(), Some(unused));
            if capsule.is_null() {
                drop(Box::from_raw(export));
            }
            Bound::from_owned_ptr_or_err(py, capsule)
        }
    }

    /// Where the elements are: the CPU.
    fn __dlpack_device__(&self) -> (i32, i32) {
        (CPU, 0)
    }
}

unsafe extern "C" fn delete_old(lent: *mut Old) {
    // SAFETY: the context is the box that the structure is in, and it is deleted once.
    unsafe { delete((*lent).context) }
}

unsafe extern "C" fn delete_new(lent: *mut New) {
    // SAFETY: likewise.
    unsafe { delete((*lent).context) }
}

/// # Safety
///
/// The context is of an export that nobody uses any more.
unsafe fn delete(context: *mut c_void) {
    // SAFETY: as the caller vouches.
    let mut export = unsafe { Box::from_raw(context.cast::<Export>()) };
    let array = export.array.take();
    // Without an interpreter there is nothing to give back to.
    if Python::try_attach(|_| ()).is_some() {
        Python::attach(|_| drop(array));
    } else {
        std::mem::forget(array);
    }
}

/// The destructor of a capsule: deletes what no one took.
unsafe extern "C" fn unused(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule is one that `__dlpack__` made, and its name says what it holds.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, OLD.as_ptr()) == 1 {
            delete_old(ffi::PyCapsule_GetPointer(capsule, OLD.as_ptr()).cast());
        } else if ffi::PyCapsule_IsValid(capsule, NEW.as_ptr()) == 1 {
            delete_new(ffi::PyCapsule_GetPointer(capsule, NEW.as_ptr()).cast());
        }
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
    let ruleset = own::find(ruleset).map_err(|error| error::of_name(py, &error))?;
    let asked = [("max_version", VERSION)].into_pyobject(py)?;
    let asked = pyo3::types::PyDict::from_sequence(asked.as_any())?;
    let capsule = match object.call_method("__dlpack__", (), Some(&asked)) {
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            object.call_method0("__dlpack__")?
        }
        result => result?,
    };
    let memory = lent(&capsule)?;
    ruleset.require(memory.dtype).map_err(|error| error::of_rule(py, &error))?;
    // SAFETY: the library vouches for what it describes, and `lent` has looked at the alignment.
    let array = unsafe { Array::of_memory(ruleset, memory) };
    if copy == Some(true) { array.copied(py) } else { Ok(array) }
}

/// What a capsule describes.
fn lent(capsule: &Bound<'_, PyAny>) -> PyResult<Memory> {
    let at = capsule.as_ptr();
    // SAFETY: a capsule's name says what its pointer is of, and a capsule that is renamed is its consumer's.
    let (managed, described, writable) = unsafe {
        if ffi::PyCapsule_IsValid(at, NEW.as_ptr()) == 1 {
            let lent: *mut New = ffi::PyCapsule_GetPointer(at, NEW.as_ptr()).cast();
            if (*lent).version.0 != VERSION.0 {
                return Err(PyBufferError::new_err("DLPack of another major version than 1"));
            }
            ffi::PyCapsule_SetName(at, NEW_USED.as_ptr());
            (Managed::New(lent), &(*lent).tensor, (*lent).flags & READ_ONLY == 0)
        } else if ffi::PyCapsule_IsValid(at, OLD.as_ptr()) == 1 {
            let lent: *mut Old = ffi::PyCapsule_GetPointer(at, OLD.as_ptr()).cast();
            ffi::PyCapsule_SetName(at, OLD_USED.as_ptr());
            (Managed::Old(lent), &(*lent).tensor, true)
        } else {
            return Err(PyBufferError::new_err("__dlpack__ gave no capsule of DLPack"));
        }
    };
    if described.device.kind != CPU {
        return Err(PyBufferError::new_err(
            "the elements are on another device: bring them to the cpu first",
        ));
    }
    let Type { code, bits, lanes } = described.dtype;
    let named = DType::ALL.into_iter().find(|&dtype| type_of(dtype) == Some((code, bits)));
    let Some(dtype) = named.filter(|_| lanes == 1) else {
        return Err(PyBufferError::new_err(format!(
            "no dtype here is DLPack's code {code} of {bits} bits: cast it to another first"
        )));
    };
    let ndim = usize::try_from(described.ndim).unwrap_or(0);
    // SAFETY: there is a length for each axis, and a stride unless they are left out.
    let (shape, strides): (Axes<usize>, Option<Axes<isize>>) = unsafe {
        let shape = (0..ndim).map(|axis| usize::try_from(*described.shape.add(axis)).unwrap_or(0));
        let has_strides = !described.strides.is_null();
        let strides = has_strides
            .then(|| (0..ndim).map(|axis| *described.strides.add(axis) as isize).collect());
        (shape.collect(), strides)
    };
    let strides = strides.unwrap_or_else(|| standard(&shape));
    let offset = usize::try_from(described.byte_offset).unwrap_or(0);
    let at: *mut u8 = described.data.cast::<u8>().wrapping_add(offset);
    let at = aligned(dtype, at, &shape)?;
    Ok(Memory { dtype, at, shape, strides, writable, owner: Owner::DlPack(managed) })
}

/// The strides of elements that lie in the order of the axes.
pub(super) fn standard(shape: &[usize]) -> Axes<isize> {
    let mut stride = 1_isize;
    let mut strides: Axes<isize> = shape
        .iter()
        .rev()
        .map(|&len| {
            let own = stride;
            stride = stride.saturating_mul(len.max(1).cast_signed());
            own
        })
        .collect();
    strides.reverse();
    strides
}

/// The address of elements, unless they are not where the processor reads them; of none, one where they could be.
pub(super) fn aligned(dtype: DType, at: *mut u8, shape: &[usize]) -> PyResult<*mut u8> {
    let size = match dtype.kind() {
        Kind::Complex => dtype.size() / 2,
        Kind::Bool | Kind::Int | Kind::Uint | Kind::Float => dtype.size(),
    };
    if shape.contains(&0) {
        return Ok(ptr::without_provenance_mut(size));
    }
    match !at.is_null() && at.addr().is_multiple_of(size) {
        true => Ok(at),
        false => Err(PyBufferError::new_err(format!(
            "the elements are not aligned for {dtype}: copy the array first"
        ))),
    }
}
