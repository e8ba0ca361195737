//! `x[key]` → a view, or a copy where indices or masks are among the key; `x[key] = value` → the elements there.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use runtime::{DType, Kind, Number};

use self::keys::Chosen;
use self::lists::scattered;
use super::Array;
use crate::operand::{self, In};

mod keys;
mod lists;

#[pymethods]
impl Array {
    fn __getitem__(slf: &Bound<'_, Self>, key: &Bound<'_, PyAny>) -> PyResult<Array> {
        let own = slf.get();
        if let Ok(list) = key.cast_exact::<Array>()
            && let Some(picked) = own.picked_of_line(slf.py(), list.get())?
        {
            return Ok(picked);
        }
        let chosen = own.named(key)?;
        if !chosen.lists.is_empty() {
            return own.picked(slf.py(), chosen);
        }
        let Chosen { offset, shape, strides, .. } = chosen;
        Ok(own.arranged(slf, offset, shape, strides))
    }

    fn __setitem__(
        slf: &Bound<'_, Self>,
        key: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (py, own) = (slf.py(), slf.get());
        let value = operand::required(own.ruleset, value, "x[key] = value")?;
        if let In::Number(number) = value {
            holds(own.dtype, number)?;
        }
        // A scalar of another dtype is cast as an array of it is.
        let element = match value {
            In::Typed(dtype, number) if dtype != own.dtype && own.ruleset.has(dtype) => {
                Some(Array::of(own.ruleset, own.element(py, number, dtype)?))
            }
            In::Array(_) | In::Number(_) | In::Typed(..) | In::Absent => None,
        };
        let cast = element.as_ref().map_or(value, In::Array);
        if let Ok(list) = key.cast_exact::<Array>()
            && own.written_where(py, list.get(), cast)?
        {
            return Ok(());
        }
        let Chosen { offset, shape, strides, lists, apart } = own.named(key)?;
        let view = own.arranged(slf, offset, shape, strides);
        // As in NumPy, whose own signed integers refuse a scalar that they cannot hold unless lists are among the key.
        let refuses =
            lists.is_empty() && own.dtype.kind() == Kind::Int && own.dtype.bits() >= u8::BITS;
        match (lists.is_empty(), if refuses { value } else { cast }) {
            (true, In::Array(value)) => view.write(py, value),
            (true, In::Number(number) | In::Typed(_, number)) => view.write_number(py, number),
            (_, In::Absent) => Ok(()),
            (false, In::Array(value)) => {
                let cast = value.cast(py, own.dtype)?;
                scattered(py, &view, (lists, apart), &cast.view())
            }
            (false, In::Number(number) | In::Typed(_, number)) => {
                scattered(py, &view, (lists, apart), &own.element(py, number, own.dtype)?.view())
            }
        }
    }
}

/// Whether a dtype can hold a Python number, if not to its last digits: an integer out of range is for the ruleset to
/// judge.
#[expect(clippy::cast_possible_truncation, reason = "what is beyond 128 bits is beyond any dtype")]
fn holds(dtype: DType, number: Number) -> PyResult<()> {
    match (number, dtype.iinfo()) {
        (Number::Complex(..), _) if !matches!(dtype.kind(), Kind::Complex | Kind::Bool) => {
            Err(PyTypeError::new_err(format!(
                "x[key] = value: {dtype} holds no complex number; write its real part"
            )))
        }
        (Number::Float(value), Some(info))
            if value.is_nan() || !(info.min..=info.max).contains(&(value as i128)) =>
        {
            Err(PyOverflowError::new_err(format!(
                "x[key] = value: {dtype} holds no {value}; its integers go from {} to {}",
                info.min, info.max
            )))
        }
        _ => Ok(()),
    }
}
