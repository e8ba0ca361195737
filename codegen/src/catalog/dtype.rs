//! Element types.

use rules::{Facts, Format, Kind};

/// What is true of an element type wherever it is used.
#[derive(Debug, Clone, PartialEq)]
pub struct DType {
    /// The short code of grids: `bf16`.
    pub code: String,
    /// The public name: `bfloat16`.
    pub name: String,
    /// Width of one element in bits.
    pub bits: u32,
    /// How the bits are read.
    pub format: Format,
    /// The Rust type that holds one element.
    pub rust: String,
    /// The features of `runtime` without which that type is not there.
    pub needs: Vec<String>,
}

impl DType {
    /// What the rules need to know of it.
    pub fn facts(&self) -> Facts {
        Facts { bits: self.bits, format: self.format }
    }

    /// Which of the five kinds it is of.
    pub fn kind(&self) -> Kind {
        self.facts().kind()
    }

    /// Smallest and largest value of an integer.
    pub fn range(&self) -> Option<(i128, i128)> {
        self.facts().range()
    }
}
