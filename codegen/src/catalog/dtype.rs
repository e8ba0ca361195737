//! Element types.

use rules::{DTypeId, Facts, Format, Kind};

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
    /// The Rust type that holds one element; `None` of a narrow dtype.
    pub rust: Option<String>,
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

    /// Whether no Rust type of its own holds an element.
    pub fn is_narrow(&self) -> bool {
        self.rust.is_none()
    }

    /// Smallest and largest value of an integer.
    pub fn range(&self) -> Option<(i128, i128)> {
        self.facts().range()
    }
}

/// The dtype that a narrow one is computed by way of, among all: the first of its kind that is not narrow, and has 32
/// bits or more if it is a float.
pub fn carrier(dtypes: &[DType], narrow: &DType) -> Option<DTypeId> {
    let least = if narrow.kind() == Kind::Float { 32 } else { 0 };
    let fits =
        |wide: &DType| wide.kind() == narrow.kind() && !wide.is_narrow() && wide.bits >= least;
    dtypes.iter().position(fits).map(DTypeId::at)
}
