//! `x[key]` → a view, or a copy where indices or masks are among the key; `x[key] = value` → the elements there.

use pyo3::prelude::*;

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
        if let Ok(list) = key.cast_exact::<Array>()
            && own.written_where(py, list.get(), value)?
        {
            return Ok(());
        }
        let Chosen { offset, shape, strides, lists } = own.named(key)?;
        let view = own.arranged(slf, offset, shape, strides);
        match (lists.is_empty(), value) {
            (true, In::Array(value)) => view.write(py, value),
            (true, In::Number(number) | In::Typed(_, number)) => view.write_number(py, number),
            (_, In::Absent) => Ok(()),
            (false, In::Array(value)) => {
                let cast = value.cast(py, own.dtype)?;
                scattered(py, &view, lists, &cast.view())
            }
            (false, In::Number(number) | In::Typed(_, number)) => {
                scattered(py, &view, lists, &own.element(py, number)?.view())
            }
        }
    }
}
