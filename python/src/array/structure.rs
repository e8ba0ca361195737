//! Arrays ⇄ NumPy's array interface as a C structure, the quickest way there and back.
#![expect(unsafe_code, reason = "the interface is a structure of pointers")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use runtime::{DType, Ruleset};

use super::interface::aligned;
use super::{Array, Axes, Memory, Owner};
use crate::dtype;
use crate::error;

const CONTIGUOUS: c_int = 0x1;
const ALIGNED: c_int = 0x100;
const NOT_SWAPPED: c_int = 0x200;
const WRITEABLE: c_int = 0x400;

#[repr(C)]
struct Structure {
    two: c_int,
    ndim: c_int,
    kind: c_char,
    itemsize: c_int,
    flags: c_int,
    shape: *mut isize,
    strides: *mut isize,
    data: *mut c_void,
    descr: *mut ffi::PyObject,
}

/// A structure, which comes first, with its shape and strides.
#[repr(C)]
struct Export {
    structure: Structure,
    shape: Axes<isize>,
    strides: Axes<isize>,
}

#[pymethods]
impl Array {
    /// Where NumPy finds the elements, as a capsule.
    #[getter]
    fn __array_struct__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.dtype.size();
        let writeable = if self.may_be_written_by_others() { WRITEABLE } else { 0 };
        let contiguous = if self.is_contiguous() { CONTIGUOUS } else { 0 };
        let letter = dtype::letter(self.dtype);
        let mut export = Box::new(Export {
            structure: Structure {
                two: 2,
                ndim: c_int::try_from(self.shape.len()).unwrap_or(c_int::MAX),
                kind: letter.cast_signed(),
                itemsize: c_int::try_from(size).unwrap_or(c_int::MAX),
                flags: ALIGNED | NOT_SWAPPED | writeable | contiguous,
                shape: ptr::null_mut(),
                strides: ptr::null_mut(),
                data: self.at.0.cast(),
                descr: ptr::null_mut(),
            },
            shape: self.shape.iter().map(|len| len.cast_signed()).collect(),
            strides: self.strides.iter().map(|stride| stride * size.cast_signed()).collect(),
        });
        export.structure.shape = export.shape.as_mut_ptr();
        export.structure.strides = export.strides.as_mut_ptr();
        let export = Box::into_raw(export);
        // SAFETY: the structure is the first of what the destructor takes back; NumPy keeps the array meanwhile.
        unsafe {
            let capsule = ffi::PyCapsule_New(export.cast(), ptr::null(), Some(delete));
            if capsule.is_null() {
                drop(Box::from_raw(export));
            }
            Bound::from_owned_ptr_or_err(py, capsule)
        }
    }
}

unsafe extern "C" fn delete(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule is one that `__array_struct__` made.
    unsafe {
        drop(Box::from_raw(ffi::PyCapsule_GetPointer(capsule, ptr::null()).cast::<Export>()));
    }
}

/// An array of the elements of an object that has ``__array_struct__``; only those of bool and of dtypes of fewer than 8
/// bits are copied.
pub(crate) fn shared(object: &Bound<'_, PyAny>, ruleset: Ruleset) -> PyResult<Array> {
    let py = object.py();
    let capsule = object.getattr(intern!(py, "__array_struct__"))?;
    // SAFETY: the protocol says that the capsule has no name and holds a structure, as long as it lives.
    let structure = unsafe {
        let at: *const Structure = ffi::PyCapsule_GetPointer(capsule.as_ptr(), ptr::null()).cast();
        if at.is_null() {
            return Err(PyErr::fetch(py));
        }
        &*at
    };
    let letter = structure.kind.cast_unsigned();
    let itemsize = usize::try_from(structure.itemsize).unwrap_or(0);
    let dtype = dtype_of(object, letter, itemsize, structure.flags, ruleset)?;
    if structure.two != 2 || itemsize != dtype.size() {
        return Err(PyBufferError::new_err(format!(
            "an array interface whose elements take {itemsize} bytes, and those of {dtype} take {}",
            dtype.size()
        )));
    }
    ruleset.require(dtype).map_err(|error| error::of_rule(py, &error))?;
    let ndim = usize::try_from(structure.ndim).unwrap_or(0);
    let size = dtype.size().cast_signed();
    // SAFETY: there are a length and a stride for each axis.
    let (shape, bytes): (Axes<usize>, Axes<isize>) = unsafe {
        let shape = (0..ndim).map(|axis| (*structure.shape.add(axis)).cast_unsigned());
        (shape.collect(), (0..ndim).map(|axis| *structure.strides.add(axis)).collect())
    };
    if bytes.iter().any(|step| step % size != 0) {
        return Err(PyBufferError::new_err(
            "elements that do not lie whole elements apart: copy the array first",
        ));
    }
    let strides = bytes.iter().map(|step| step / size).collect();
    let at = aligned(dtype, structure.data.cast(), &shape)?;
    let writable = structure.flags & WRITEABLE != 0;
    let owner = Owner::Object(object.clone().unbind());
    let memory = Memory { dtype, at, shape, strides, writable, owner };
    // SAFETY: the object vouches for its interface, and `aligned` has looked at the alignment.
    unsafe { Array::adopted(ruleset, memory) }
}

/// The dtype of a letter and a size; of raw bytes, the one that the object's dtype is called.
fn dtype_of(
    object: &Bound<'_, PyAny>,
    letter: u8,
    itemsize: usize,
    flags: c_int,
    ruleset: Ruleset,
) -> PyResult<DType> {
    let is = |dtype: &DType| dtype.size() == itemsize && dtype::letter(*dtype) == letter;
    let found = DType::ALL.into_iter().find(is).filter(|_| flags & NOT_SWAPPED != 0);
    // ml_dtypes registers its dtypes as raw bytes, but float8_e5m2 as a float of one and complex32 by a letter of its own.
    let registered = !b"biufcmMOSUT".contains(&letter) || itemsize == 1;
    if letter == b'V' || (found.is_none() && registered) {
        return dtype::of_object(&object.getattr(intern!(object.py(), "dtype"))?, Some(ruleset));
    }
    found.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "no dtype here is NumPy's {}{itemsize} in this byte order: convert the array to another dtype or byte order first",
            char::from(letter)
        ))
    })
}
