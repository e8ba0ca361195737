//! Element types: their kinds, sizes, names and numerical limits.

pub(crate) mod facts;

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

pub use rules::Format;
pub use rules::Kind;
use rules::{DTypeId, Float, nearest};

use self::facts::Facts;
pub use crate::generated::dtype::DType;
use crate::generated::dtype::FACTS;

/// A Rust type that holds one element of a dtype.
///
/// ```
/// use concord_runtime::{DType, Element};
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

/// The limits of a floating-point dtype, or of the parts of a complex dtype; all exact.
///
/// The fields are those of NumPy's `finfo`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FInfo {
    /// The floating-point dtype: a complex dtype's part, otherwise the dtype itself.
    pub dtype: DType,
    /// Width of that dtype in bits.
    pub bits: u32,
    /// The difference between 1 and the next greater value.
    pub eps: f64,
    /// The greatest finite value.
    pub max: f64,
    /// The least finite value: `-max`, or of a dtype without a sign the smallest one.
    pub min: f64,
    /// The smallest positive value with a full mantissa; of hifloat8, whose mantissas are shorter away from 1, with one
    /// of its shortest.
    pub smallest_normal: f64,
    /// The smallest positive value.
    pub smallest_subnormal: f64,
    /// `10**-digits`, where `digits` decimal digits survive a round trip through the dtype.
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

/// What the rules need to know of every dtype, in the order of [`DType::ALL`].
pub(crate) const RULES: &[rules::Facts] = &{
    let mut all = [FACTS[0].rules; FACTS.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] = FACTS[place].rules;
        place += 1;
    }
    all
};

impl DType {
    const fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The dtype's place in [`DType::ALL`], as [`Tables`](crate::Tables) name it.
    #[inline]
    pub const fn id(self) -> DTypeId {
        DTypeId(self as u8)
    }

    /// The dtype at a place of [`DType::ALL`].
    ///
    /// # Panics
    ///
    /// If there is no such place.
    #[inline]
    pub const fn from_id(id: DTypeId) -> DType {
        DType::ALL[id.index()]
    }

    /// The dtype of truth values: the first of kind bool.
    #[cfg(feature = "kernels")]
    #[inline]
    pub(crate) const fn bool() -> DType {
        const BOOL: DType = {
            let mut place = 0;
            while !matches!(DType::ALL[place].kind(), Kind::Bool) {
                place += 1;
            }
            DType::ALL[place]
        };
        BOOL
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
        self.facts().rules.kind()
    }

    /// Width of one element in bits; 8 for `bool`, which takes a byte.
    pub const fn bits(self) -> u32 {
        self.facts().rules.bits
    }

    /// How the bits of an element are read.
    pub const fn format(self) -> Format {
        self.facts().rules.format
    }

    /// Width of one element in bytes; a narrow dtype takes one.
    pub const fn size(self) -> usize {
        self.facts().rules.bits.div_ceil(8) as usize
    }

    /// Whether it has 8 bits or fewer and no Rust type of its own, such as float8 and int4: an element is a
    /// [`Narrow`](crate::Narrow).
    ///
    /// ```
    /// use concord_runtime::DType;
    ///
    /// assert!(DType::F8e4m3fn.is_narrow() && DType::I4.is_narrow());
    /// assert!(!DType::I8.is_narrow());
    /// ```
    #[inline]
    pub const fn is_narrow(self) -> bool {
        self.facts().carrier.is_some()
    }

    /// The dtype that a narrow one is computed by way of, which holds all its values; of any other, itself.
    ///
    /// ```
    /// use concord_runtime::DType;
    ///
    /// assert_eq!(DType::F8e5m2.carrier(), DType::F32);
    /// assert_eq!(DType::U4.carrier(), DType::U8);
    /// assert_eq!(DType::F16.carrier(), DType::F16);
    /// ```
    #[inline]
    pub const fn carrier(self) -> DType {
        match self.facts().carrier {
            Some(carrier) => carrier,
            None => self,
        }
    }

    /// The Rust type that holds one element, as its path: `"half::bf16"`. See [`Element`].
    pub const fn rust_type(self) -> &'static str {
        self.facts().rust
    }

    /// Limits of a floating-point or complex dtype; `None` for any other.
    ///
    /// ```
    /// use concord_runtime::DType;
    ///
    /// let bf16 = DType::Bf16.finfo().unwrap();
    /// assert_eq!(bf16.eps, 0.0078125);
    /// assert_eq!(DType::C64.finfo(), DType::F32.finfo());
    /// assert_eq!(DType::I8.finfo(), None);
    /// ```
    pub const fn finfo(self) -> Option<FInfo> {
        match self.facts().rules.format {
            Format::Float(float) => Some(FInfo::of(self, float)),
            Format::Complex { part } => DType::from_id(part).finfo(),
            Format::Bool | Format::Int | Format::Uint => None,
        }
    }

    /// Limits of an integer dtype; `None` for any other.
    ///
    /// ```
    /// use concord_runtime::DType;
    ///
    /// assert_eq!(DType::U64.iinfo().unwrap().max, 18_446_744_073_709_551_615);
    /// assert_eq!(DType::Bool.iinfo(), None);
    /// ```
    pub const fn iinfo(self) -> Option<IInfo> {
        match self.facts().rules.range() {
            Some((min, max)) => Some(IInfo { bits: self.bits(), min, max }),
            None => None,
        }
    }
}

impl FInfo {
    /// The limits that follow from a float's format. Every one of them is a value of float64.
    const fn of(dtype: DType, float: Float) -> FInfo {
        let mantissa = float.mantissa.cast_signed();
        let stored = float.precision(float.greatest_exponent()) - 1;
        let ones = float.greatest() & ((1 << stored) - 1);
        let significand = 1.0 + ones as f64 * power_of_two(-stored.cast_signed());
        let max = significand * power_of_two(float.greatest_exponent());
        FInfo {
            dtype,
            bits: dtype.bits(),
            eps: power_of_two(-mantissa),
            max,
            min: if float.sign { -max } else { power_of_two(float.least_exponent()) },
            smallest_normal: power_of_two(float.least_exponent()),
            smallest_subnormal: power_of_two(float.last_exponent()),
            resolution: resolution(power_of_two(-mantissa)),
        }
    }
}

/// A power of two that float64 has, the subnormal ones too.
const fn power_of_two(exponent: i32) -> f64 {
    match exponent >= -1022 {
        true => f64::from_bits(((exponent + 1023).cast_unsigned() as u64) << 52),
        false => f64::from_bits(1 << (exponent + 1074).cast_unsigned()),
    }
}

/// The least power of ten that is not below `eps`.
const fn resolution(eps: f64) -> f64 {
    // Powers of ten up to 10^22 are exact, and so the quotient is rounded once.
    let mut power = 1.0;
    while 1.0 / (power * 10.0) >= eps {
        power *= 10.0;
    }
    1.0 / power
}

/// The public name.
impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of parsing a text that is neither a public name nor a short code of a dtype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDType {
    /// The text.
    pub name: String,
    /// The nearest public name.
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
/// use concord_runtime::DType;
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
