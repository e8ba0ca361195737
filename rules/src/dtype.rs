//! Dtypes as the rules see them: a place in a list, with a kind, a width and a format.

use core::fmt;

use crate::Float;

/// A dtype, by its place in the list that every table is drawn over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DTypeId(pub u8);

/// What the rules need to know of a dtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Width of one element in bits.
    pub bits: u32,
    /// How the bits are read.
    pub format: Format,
}

/// How the bits of an element are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// True or false.
    Bool,
    /// Two's complement.
    Int,
    /// Unsigned.
    Uint,
    /// Floating point.
    Float(Float),
    /// A real and an imaginary part.
    Complex {
        /// The dtype of each part.
        part: DTypeId,
    },
}

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

/// A set of dtypes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DTypeSet(u64);

/// A set of kinds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KindSet(u8);

impl DTypeId {
    /// The place in the list.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn is(self, other: DTypeId) -> bool {
        self.0 == other.0
    }

    /// The dtype at a place of a list, which has no more than 64.
    #[inline]
    pub const fn at(index: usize) -> DTypeId {
        assert!(index < DTypeSet::MOST, "more dtypes than a set can hold");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        let place = index as u8;
        DTypeId(place)
    }
}

impl Facts {
    /// Which kind of dtype it is.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.format {
            Format::Bool => Kind::Bool,
            Format::Int => Kind::Int,
            Format::Uint => Kind::Uint,
            Format::Float(_) => Kind::Float,
            Format::Complex { .. } => Kind::Complex,
        }
    }

    /// The least and the greatest value of an integer dtype; `None` for any other.
    pub const fn range(self) -> Option<(i128, i128)> {
        match self.format {
            Format::Int => Some((-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1)),
            Format::Uint => Some((0, (1 << self.bits) - 1)),
            Format::Bool | Format::Float(_) | Format::Complex { .. } => None,
        }
    }
}

impl Kind {
    /// All five, in order.
    pub const ALL: [Kind; 5] = [Kind::Bool, Kind::Int, Kind::Uint, Kind::Float, Kind::Complex];

    /// The name: `"uint"`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Uint => "uint",
            Kind::Float => "float",
            Kind::Complex => "complex",
        }
    }

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it is bool or an integer.
    #[inline]
    pub const fn is_exact(self) -> bool {
        match self {
            Kind::Bool | Kind::Int | Kind::Uint => true,
            Kind::Float | Kind::Complex => false,
        }
    }
}

/// The name.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl DTypeSet {
    /// The most dtypes that a list can have.
    pub const MOST: usize = 64;

    /// No dtype.
    pub const EMPTY: DTypeSet = DTypeSet(0);

    /// These dtypes.
    pub const fn of(dtypes: &[DTypeId]) -> DTypeSet {
        let (mut bits, mut place) = (0, 0);
        while place < dtypes.len() {
            bits |= 1 << dtypes[place].0;
            place += 1;
        }
        DTypeSet(bits)
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, dtype: DTypeId) -> DTypeSet {
        DTypeSet(self.0 | 1 << dtype.0)
    }

    /// Whether a dtype is in the set.
    #[inline]
    pub const fn contains(self, dtype: DTypeId) -> bool {
        self.0 & (1 << dtype.0) != 0
    }

    /// The place of the first dtype in the set that is not among so many.
    pub(crate) const fn first_from(self, count: usize) -> Option<usize> {
        match count < DTypeSet::MOST && self.0 >> count != 0 {
            true => Some(count + (self.0 >> count).trailing_zeros() as usize),
            false => None,
        }
    }

    /// Whether no dtype is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The dtypes in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = DTypeId> {
        (0..DTypeSet::MOST).map(DTypeId::at).filter(move |&dtype| self.contains(dtype))
    }
}

/// The dtypes collected.
impl FromIterator<DTypeId> for DTypeSet {
    fn from_iter<I: IntoIterator<Item = DTypeId>>(dtypes: I) -> DTypeSet {
        DTypeSet(dtypes.into_iter().fold(0, |bits, dtype| bits | 1 << dtype.0))
    }
}

/// The kinds collected.
impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        KindSet(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u8))
    }
}

impl KindSet {
    /// These kinds.
    pub const fn of(kinds: &[Kind]) -> KindSet {
        let (mut bits, mut place) = (0, 0);
        while place < kinds.len() {
            bits |= 1 << kinds[place] as u8;
            place += 1;
        }
        KindSet(bits)
    }

    /// Whether a kind is in the set.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// The kinds in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

/// A list of its dtypes.
impl fmt::Debug for DTypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// A list of its kinds.
impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
