//! What the dtypes are called in other systems.

use std::fmt;

use super::{DTypeId, Source};

/// A system that has ids of dtypes: an enum, a file format, a protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdSystem {
    /// `onnx`
    pub name: String,
    /// `ONNX`
    pub title: String,
    /// What of it is the id, as a phrase.
    pub what: String,
    /// What an id is.
    pub form: IdForm,
    /// The path of the Rust enum whose variants the ids are: `candle_core::DType`.
    pub rust: Option<String>,
    /// Whether several dtypes have the same id, so that an id does not say which one it is of.
    pub shared: bool,
    /// Where the ids were read.
    pub source: Source,
    /// The ids of each dtype that has any, in the catalog's order; the first is the one to write.
    pub ids: Vec<(DTypeId, Vec<Id>)>,
}

/// What the ids of a system are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdForm {
    /// A number of an enum.
    Number,
    /// A text.
    Text,
    /// A code of a type, and its width.
    CodeAndBits,
}

/// An id of a dtype.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Id {
    /// A number of an enum.
    Number(i32),
    /// A text.
    Text(String),
    /// A code of a type, and its width in bits.
    CodeAndBits(u8, u8),
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => write!(f, "{number}"),
            Id::Text(text) => f.write_str(text),
            Id::CodeAndBits(code, bits) => write!(f, "({code},{bits})"),
        }
    }
}

impl IdForm {
    /// As the spec spells them.
    pub const WORDS: [(&str, IdForm); 3] = [
        ("number", IdForm::Number),
        ("text", IdForm::Text),
        ("code and bits", IdForm::CodeAndBits),
    ];

    /// As the spec spells it.
    pub fn name(self) -> &'static str {
        let word = IdForm::WORDS.iter().find(|(_, form)| *form == self);
        word.map_or("", |(name, _)| name)
    }
}

impl IdSystem {
    /// The id to write for a dtype, if it has one.
    pub fn id(&self, dtype: DTypeId) -> Option<&Id> {
        self.ids.iter().find(|(id, _)| *id == dtype)?.1.first()
    }

    /// The dtype that an id is of, if the system has it and it is of one alone.
    pub fn dtype(&self, id: &Id) -> Option<DTypeId> {
        let found = self.ids.iter().find(|(_, ids)| ids.contains(id));
        found.map(|&(dtype, _)| dtype).filter(|_| !self.shared)
    }
}
