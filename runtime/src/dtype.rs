//! Element types: their kinds, sizes, names and numerical limits.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

pub use crate::generated::dtype::DType;
use crate::generated::dtype::FACTS;
use crate::lookup::nearest;

/// The five kinds of dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `bool`.
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

impl Kind {
    /// All five, in order.
    pub const ALL: [Kind; 5] = [Kind::Bool, Kind::Int, Kind::Uint, Kind::Float, Kind::Complex];

    /// As the spec spells it: `"uint"`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Uint => "uint",
            Kind::Float => "float",
            Kind::Complex => "complex",
        }
    }
}

/// The name.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A Rust type that holds one element of a dtype.
///
/// ```
/// use runtime::{DType, Element};
///
/// fn dtype_of<T: Element>(_: &[T]) -> DType {
///     T::DTYPE
/// }
/// assert_eq!(dtype_of(&[1.0_f32, 2.0]), DType::F32);
/// ```
pub trait Element: Copy + Send + Sync + 'static {
    /// The dtype.
    const DTYPE: DType;
}

/// Limits of a floating-point dtype, all exact; of a complex one, those of its parts.
///
/// The fields are those of NumPy's `finfo`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FInfo {
    /// The real dtype the limits are of: a complex dtype's part, otherwise the dtype itself.
    pub dtype: DType,
    /// Width of that dtype in bits.
    pub bits: u32,
    /// Distance from 1 to the next greater value.
    pub eps: f64,
    /// The greatest finite value.
    pub max: f64,
    /// The least finite value, `-max`.
    pub min: f64,
    /// The smallest positive value with a full mantissa.
    pub smallest_normal: f64,
    /// The smallest positive value.
    pub smallest_subnormal: f64,
    /// Ten to the minus number of decimal digits that every value keeps.
    pub resolution: f64,
}

/// Limits of an integer dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IInfo {
    /// Width in bits.
    pub bits: u32,
    /// The least value.
    pub min: i128,
    /// The greatest value.
    pub max: i128,
}

/// What the spec says of a dtype.
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) code: &'static str,
    pub(crate) kind: Kind,
    pub(crate) bits: u32,
    pub(crate) rust: &'static str,
    pub(crate) finfo: Option<FInfo>,
    pub(crate) iinfo: Option<IInfo>,
}

impl DType {
    const fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The public name: `"int8"`, `"bfloat16"`, `"complex64"` (two float32).
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The short code, Rust's own name with the width in bits: `"i8"`, `"bf16"`, `"c64"`.
    pub const fn code(self) -> &'static str {
        self.facts().code
    }

    /// Which kind of dtype it is.
    pub const fn kind(self) -> Kind {
        self.facts().kind
    }

    /// Width of one element in bits; 8 for `bool`, which takes a byte.
    pub const fn bits(self) -> u32 {
        self.facts().bits
    }

    /// Width of one element in bytes.
    pub const fn size(self) -> usize {
        self.facts().bits as usize / 8
    }

    /// The Rust type that holds one element, as its path: `"half::bf16"`. See [`Element`].
    pub const fn rust_type(self) -> &'static str {
        self.facts().rust
    }

    /// Limits of a floating-point or complex dtype; `None` for any other.
    ///
    /// ```
    /// use runtime::DType;
    ///
    /// let bf16 = DType::Bf16.finfo().unwrap();
    /// assert_eq!(bf16.eps, 0.0078125);
    /// assert_eq!(DType::C64.finfo(), DType::F32.finfo());
    /// assert_eq!(DType::I8.finfo(), None);
    /// ```
    pub const fn finfo(self) -> Option<FInfo> {
        self.facts().finfo
    }

    /// Limits of an integer dtype; `None` for any other.
    ///
    /// ```
    /// use runtime::DType;
    ///
    /// assert_eq!(DType::U64.iinfo().unwrap().max, 18_446_744_073_709_551_615);
    /// assert_eq!(DType::Bool.iinfo(), None);
    /// ```
    pub const fn iinfo(self) -> Option<IInfo> {
        self.facts().iinfo
    }
}

/// The public name.
impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is neither a public name nor a short code of a dtype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDType {
    /// The text.
    pub name: String,
    /// The public name that comes near.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownDType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no dtype is called `{}`", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, ": did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for UnknownDType {}

/// A public name or a short code. What a framework calls its dtypes is
/// [`Ruleset::dtype`](crate::Ruleset::dtype)'s to know.
///
/// ```
/// use runtime::DType;
///
/// assert_eq!("bfloat16".parse(), Ok(DType::Bf16));
/// assert_eq!("bf16".parse(), Ok(DType::Bf16));
/// let unknown = "blfoat16".parse::<DType>().unwrap_err();
/// assert_eq!(unknown.to_string(), "no dtype is called `blfoat16`: did you mean `bfloat16`?");
/// ```
impl FromStr for DType {
    type Err = UnknownDType;

    fn from_str(text: &str) -> Result<DType, UnknownDType> {
        let known = |dtype: &DType| dtype.name() == text || dtype.code() == text;
        DType::ALL.into_iter().find(known).ok_or_else(|| UnknownDType {
            name: text.to_owned(),
            nearest: nearest(text, DType::ALL.into_iter().map(DType::name)),
        })
    }
}
