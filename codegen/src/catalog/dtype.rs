//! Element types and their kinds.

/// An element type, as its place in [`Catalog::dtypes`](super::Catalog::dtypes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DTypeId(pub usize);

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

/// How the bits of an element are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Zero or one.
    Bool,
    /// Two's complement.
    Int,
    /// Unsigned.
    Uint,
    /// IEEE 754 style: one sign bit, then these.
    Float {
        /// Stored exponent bits.
        exponent: u32,
        /// Stored mantissa bits.
        mantissa: u32,
    },
    /// Two floats of this dtype.
    Complex {
        /// The dtype of each part.
        part: DTypeId,
    },
}

/// The five kinds of dtype.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `bool`
    Bool,
    /// Signed integers.
    Int,
    /// Unsigned integers.
    Uint,
    /// Real floating point.
    Float,
    /// Complex floating point.
    Complex,
}

/// The kinds of a Python number, which has a kind but no dtype.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScalarKind {
    /// `True`
    Bool,
    /// `1`
    Int,
    /// `1.0`
    Float,
    /// `1j`
    Complex,
}

impl DType {
    /// Which of the five kinds it is of.
    pub fn kind(&self) -> Kind {
        match self.format {
            Format::Bool => Kind::Bool,
            Format::Int => Kind::Int,
            Format::Uint => Kind::Uint,
            Format::Float { .. } => Kind::Float,
            Format::Complex { .. } => Kind::Complex,
        }
    }

    /// Smallest and largest value of an integer.
    pub fn range(&self) -> Option<(i128, i128)> {
        match self.format {
            Format::Int => Some((-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1)),
            Format::Uint => Some((0, (1 << self.bits) - 1)),
            _ => None,
        }
    }
}

impl Kind {
    /// All five, in order.
    pub const ALL: [Kind; 5] = [Kind::Bool, Kind::Int, Kind::Uint, Kind::Float, Kind::Complex];

    /// As the spec spells it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Uint => "uint",
            Kind::Float => "float",
            Kind::Complex => "complex",
        }
    }

    /// The kind the spec spells so.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl ScalarKind {
    /// All four, in order.
    pub const ALL: [ScalarKind; 4] =
        [ScalarKind::Bool, ScalarKind::Int, ScalarKind::Float, ScalarKind::Complex];

    /// As Python and the spec spell it.
    pub fn name(self) -> &'static str {
        match self {
            ScalarKind::Bool => "bool",
            ScalarKind::Int => "int",
            ScalarKind::Float => "float",
            ScalarKind::Complex => "complex",
        }
    }

    /// The kind Python spells so.
    pub fn parse(name: &str) -> Option<ScalarKind> {
        ScalarKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
