//! A row of the generated table of systems, and look-ups in their tables of ids.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::{CodeAndBits, IdSystem, NoId, UnknownId};
use crate::DType;

/// What the spec says of a system.
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) what: &'static str,
    pub(crate) source: &'static str,
    pub(crate) shared: bool,
    pub(crate) ids: Ids,
}

/// The ids of a system, in the order of the dtypes; of several ids of a dtype the one to write comes first.
#[derive(Clone, Copy)]
pub(crate) enum Ids {
    Numbers(&'static [(DType, i32)]),
    Texts(&'static [(DType, &'static str)]),
    CodesAndBits(&'static [(DType, CodeAndBits)]),
}

/// The id to write for a dtype.
pub(crate) const fn first<T: Copy>(
    system: IdSystem,
    ids: &[(DType, T)],
    dtype: DType,
) -> Result<T, NoId> {
    let mut place = 0;
    while place < ids.len() {
        if ids[place].0 as u8 == dtype as u8 {
            return Ok(ids[place].1);
        }
        place += 1;
    }
    Err(NoId { system, dtype })
}

/// The dtype of a number.
pub(crate) const fn number(
    system: IdSystem,
    ids: &[(DType, i32)],
    id: i32,
) -> Result<DType, UnknownId<i32>> {
    let mut place = 0;
    while place < ids.len() {
        if ids[place].1 == id {
            return Ok(ids[place].0);
        }
        place += 1;
    }
    Err(UnknownId { system, id })
}

/// The dtype of a code and a width.
pub(crate) const fn code_and_bits(
    system: IdSystem,
    ids: &[(DType, CodeAndBits)],
    id: CodeAndBits,
) -> Result<DType, UnknownId<CodeAndBits>> {
    let mut place = 0;
    while place < ids.len() {
        let CodeAndBits { code, bits } = ids[place].1;
        if code == id.code && bits == id.bits {
            return Ok(ids[place].0);
        }
        place += 1;
    }
    Err(UnknownId { system, id })
}

/// The dtype of a text.
pub(crate) fn text(
    system: IdSystem,
    ids: &[(DType, &str)],
    id: &str,
) -> Result<DType, UnknownId<String>> {
    let found = ids.iter().find(|(_, known)| *known == id);
    found.map(|&(dtype, _)| dtype).ok_or_else(|| UnknownId { system, id: id.to_owned() })
}
