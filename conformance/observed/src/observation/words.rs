//! The words of an observation → dtypes, ops and answers that the catalog knows.

use super::Seen;
use codegen::catalog::{Catalog, DTypeId, Kind};

pub(super) type Result<T> = std::result::Result<T, String>;

/// Looks words up in the catalog, and error texts among those of the file.
pub(super) struct Words<'a> {
    catalog: &'a Catalog,
    /// How many error texts the file has.
    errors: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(catalog: &'a Catalog, errors: usize) -> Self {
        Words { catalog, errors }
    }

    pub(super) fn dtype(&self, code: &str) -> Result<DTypeId> {
        let found = self.catalog.ids().find(|&id| self.catalog.dtype(id).code == code);
        found.ok_or_else(|| format!("`{code}` is no dtype of the spec"))
    }

    /// How many hexadecimal digits an element has; a bool is 0 or 1.
    pub(super) fn digits(&self, id: DTypeId) -> usize {
        let dtype = self.catalog.dtype(id);
        if dtype.kind() == Kind::Bool { 1 } else { dtype.bits.div_ceil(4) as usize }
    }

    pub(super) fn op(&self, name: &str) -> Result<usize> {
        let found = self.catalog.ops.iter().position(|op| op.name == name);
        found.ok_or_else(|| format!("`{name}` is no op of the spec"))
    }

    /// A dtype's code, or `-3`, `!3`, `*3` with the place of an error's text.
    pub(super) fn cell(&self, word: &str) -> Result<Seen> {
        let text = |digits: &str| {
            let place = digits.parse().ok().filter(|&place: &usize| place < self.errors);
            place.ok_or_else(|| format!("`{word}` is no error of the file"))
        };
        let mut chars = word.chars();
        match chars.next() {
            Some('-') => text(chars.as_str()).map(Seen::Refused),
            Some('!') => text(chars.as_str()).map(Seen::NoKernel),
            Some('*') => text(chars.as_str()).map(Seen::Crash),
            _ => Ok(self.given(word)),
        }
    }

    /// A dtype that was given: `f32`, `f32*` if it is weakly typed, or by the framework's name.
    fn given(&self, word: &str) -> Seen {
        let weak = word.strip_suffix('*').and_then(|code| self.dtype(code).ok());
        match (weak, self.dtype(word)) {
            (Some(id), _) => Seen::Weak(id),
            (None, Ok(id)) => Seen::DType(id),
            (None, Err(_)) => Seen::Other(word.to_owned()),
        }
    }
}
