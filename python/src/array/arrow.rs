//! Arrays ⇄ Arrow's C data interface: a column of elements as capsules, shared where the layouts agree.
#![expect(unsafe_code, reason = "a capsule is a pointer with a name")]

use std::ffi::{CStr, c_char, c_void};

use arrow_array::Array as _;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::make_array;
use arrow_schema::Field;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use runtime::exchange::arrow::{ArrowArrayError, field, from_arrow, to_arrow};
use runtime::{DType, Ruleset};

use super::{Array, Memory};
use crate::error;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

#[pymethods]
impl Array {
    /// The elements of an array of one axis for a library of Arrow, as two capsules. They are shared, but for bools,
    /// which Arrow has as bits, and for elements that do not lie one after the other.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        slf: &Bound<'py, Self>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The protocol lets who has the elements leave a request aside.
        let _ = requested_schema;
        let (py, own) = (slf.py(), slf.get());
        let array = to_arrow(Array::lent(slf)?).map_err(|error| refused(&error))?;
        let fails = |error: arrow_schema::ArrowError| PyBufferError::new_err(error.to_string());
        let (array, _) = to_ffi(&array.to_data()).map_err(fails)?;
        let schema = FFI_ArrowSchema::try_from(field("", own.dtype, true)).map_err(fails)?;
        Ok((
            PyCapsule::new_with_value(py, schema, SCHEMA)?,
            PyCapsule::new_with_value(py, array, ARRAY)?,
        ))
    }
}

fn refused(error: &ArrowArrayError) -> PyErr {
    PyBufferError::new_err(match error {
        ArrowArrayError::Axes { shape } => format!(
            "Arrow has arrays of one axis, and the shape is {shape:?}: reshape to (-1,) first"
        ),
        ArrowArrayError::Nulls { count } => format!(
            "the array has {count} nulls, and an array here has a number at each place: fill them first"
        ),
        _ => error.to_string(),
    })
}

/// An array of the elements of an object that has ``__arrow_c_array__``, without a copy but of bools.
pub(crate) fn shared(
    object: &Bound<'_, PyAny>,
    ruleset: Ruleset,
    copy: Option<bool>,
) -> PyResult<Array> {
    let py = object.py();
    let capsules = object.call_method0(intern!(py, "__arrow_c_array__"))?;
    let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.extract()?;
    let (schema, array) =
        (pointer(&schema, SCHEMA)?, pointer(&array, ARRAY)?.cast::<FFI_ArrowArray>());
    // SAFETY: the names say what the capsules hold.
    if unsafe { was_taken(schema) || (*array).is_released() } {
        return Err(PyBufferError::new_err(
            "the capsules of __arrow_c_array__ were used: ask for new ones",
        ));
    }
    // SAFETY: likewise; a structure that is moved out leaves an empty one behind.
    let (schema, array) =
        unsafe { (FFI_ArrowSchema::from_raw(schema.cast()), FFI_ArrowArray::from_raw(array)) };
    let field =
        Field::try_from(&schema).map_err(|error| PyTypeError::new_err(error.to_string()))?;
    let dtype = DType::try_from(&field).map_err(|error| PyTypeError::new_err(error.to_string()))?;
    ruleset.require(dtype).map_err(|error| error::of_rule(py, &error))?;
    if copy == Some(false) && dtype == DType::Bool {
        return Err(PyBufferError::new_err(
            "Arrow has bools as bits, which become bytes only in a copy",
        ));
    }
    // SAFETY: the library vouches for what its structures describe.
    let data = unsafe { from_ffi(array, &schema) };
    let data = data.map_err(|error| PyBufferError::new_err(error.to_string()))?;
    let shared = from_arrow(&make_array(data), dtype).map_err(|error| refused(&error))?;
    // SAFETY: a shared tensor's memory is as it says, and its elements are aligned.
    Ok(unsafe { Array::of_memory(ruleset, Memory::of_shared(shared)) })
}

/// The beginning of Arrow's `struct ArrowSchema`.
#[repr(C)]
struct Schema {
    texts: [*const c_char; 3],
    numbers: [i64; 2],
    parts: [*mut c_void; 2],
    release: Option<unsafe extern "C" fn(*mut c_void)>,
}

/// Whether a schema was moved to another owner.
///
/// # Safety
///
/// There is one.
unsafe fn was_taken(schema: *const c_void) -> bool {
    // SAFETY: as the caller vouches.
    unsafe { (*schema.cast::<Schema>()).release.is_none() }
}

/// What a capsule of a name holds.
fn pointer(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<*mut c_void> {
    // SAFETY: a capsule of another name, and what is no capsule, is an error.
    let at = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
    match at.is_null() {
        true => Err(PyErr::fetch(capsule.py())),
        false => Ok(at),
    }
}
