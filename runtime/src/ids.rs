//! Dtypes ⇄ their ids in other systems: numbers of enums, codes and names in files, headers and protocols.

pub(crate) mod enums;
pub(crate) mod facts;

use alloc::string::String;
use core::fmt;

use rules::nearest;

use self::facts::{Facts, Ids, first};
use crate::DType;
use crate::generated::ids::FACTS;
pub use crate::generated::ids::IdSystem;

/// A code of a type, and its width, as DLPack tells dtypes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeAndBits {
    /// The code of the type: 0 of signed integers, 2 of floats.
    pub code: u8,
    /// The width of an element in bits.
    pub bits: u8,
}

/// The id of a dtype in any system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Id {
    /// A number of an enum.
    Number(i32),
    /// A text.
    Text(&'static str),
    /// A code of a type, and its width.
    CodeAndBits(CodeAndBits),
}

/// A system has no id of a dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoId {
    /// The system.
    pub system: IdSystem,
    /// The dtype.
    pub dtype: DType,
}

/// An id is of no dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownId<T> {
    /// The system.
    pub system: IdSystem,
    /// The id.
    pub id: T,
}

/// ```
/// use concord_runtime::{DType, Id, IdSystem};
///
/// assert_eq!(DType::F64.onnx()?, 11);
/// assert_eq!(DType::from_onnx(11).unwrap(), DType::F64);
/// assert_eq!(DType::from_safetensors("BF16").unwrap(), DType::Bf16);
///
/// let none = DType::C32.onnx().unwrap_err();
/// assert_eq!(none.to_string(), "ONNX has no id of complex32");
/// let unknown = DType::from_safetensors("F33").unwrap_err();
/// assert_eq!(unknown.to_string(), "safetensors has no dtype `F33` among those here: did you mean `F32`?");
///
/// for system in IdSystem::ALL {
///     let id: Option<Id> = system.id(DType::F32).ok();
///     assert!(id.is_some() || system == IdSystem::MlDtypes, "{system}");
/// }
/// # Ok::<(), concord_runtime::NoId>(())
/// ```
impl IdSystem {
    const fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The name in the spec: `"onnx"`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// What people call it: `"ONNX"`.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// What of it is the id, as a phrase.
    pub const fn what(self) -> &'static str {
        self.facts().what
    }

    /// Where the ids were read: a title, a version and an address.
    pub const fn source(self) -> &'static str {
        self.facts().source
    }

    /// Whether several dtypes have the same id, so that there is no way back.
    pub const fn is_shared(self) -> bool {
        self.facts().shared
    }

    /// The id of a dtype.
    ///
    /// # Errors
    ///
    /// If the system has none.
    pub const fn id(self, dtype: DType) -> Result<Id, NoId> {
        macro_rules! of {
            ($ids:ident, $id:ident => $made:expr) => {
                match first(self, $ids, dtype) {
                    Ok($id) => Ok($made),
                    Err(none) => Err(none),
                }
            };
        }
        match self.facts().ids {
            Ids::Numbers(ids) => of!(ids, id => Id::Number(id)),
            Ids::Texts(ids) => of!(ids, id => Id::Text(id)),
            Ids::CodesAndBits(ids) => of!(ids, id => Id::CodeAndBits(id)),
        }
    }
}

/// What people call it.
impl fmt::Display for IdSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}

/// The number, the text, or the code and the bits between parentheses.
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => write!(f, "{number}"),
            Id::Text(text) => f.pad(text),
            Id::CodeAndBits(both) => write!(f, "{both}"),
        }
    }
}

/// The code and the bits between parentheses.
impl fmt::Display for CodeAndBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.code, self.bits)
    }
}

impl fmt::Display for NoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no id of {}", self.system, self.dtype)
    }
}

impl core::error::Error for NoId {}

impl fmt::Display for UnknownId<i32> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no dtype {} among those here", self.system, self.id)
    }
}

impl fmt::Display for UnknownId<CodeAndBits> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CodeAndBits { code, bits } = self.id;
        write!(f, "{} has no dtype of code {code} and {bits} bits among those here", self.system)
    }
}

impl fmt::Display for UnknownId<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no dtype `{}` among those here", self.system, self.id)?;
        let Ids::Texts(ids) = self.system.facts().ids else { return Ok(()) };
        match nearest(&self.id, ids.iter().map(|(_, id)| *id)) {
            Some(near) => write!(f, ": did you mean `{near}`?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for UnknownId<i32> {}
impl core::error::Error for UnknownId<CodeAndBits> {}
impl core::error::Error for UnknownId<String> {}
