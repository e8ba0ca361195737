//! A framework at an edition on a device: what it promotes to what, and what it calls its dtypes.

use core::fmt;

use crate::op::{Op, OpRule};
use crate::op_cells::OpCell;
use crate::policy::Policies;
use crate::table::{Grid, ROWS, Table};
use crate::{DType, RuleError};

/// A framework, at an edition, on a device profile.
///
/// A value is a pointer to constant data: copy it freely. All of them are in [`crate::rulesets`].
#[derive(Clone, Copy)]
pub struct Ruleset(&'static Rules);

/// All that a ruleset is; generated.
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    pub(crate) framework: &'static str,
    pub(crate) edition: &'static str,
    pub(crate) device: Option<&'static str>,
    pub(crate) sources: &'static [Source],
    pub(crate) dtypes: &'static [DType],
    pub(crate) presence: [Presence; ROWS],
    pub(crate) names: &'static [(DType, &'static [&'static str])],
    pub(crate) abstract_types: &'static [(&'static str, &'static [DType])],
    pub(crate) defaults: [Option<DType>; 4],
    pub(crate) promotion: Grid<ROWS>,
    pub(crate) scalars: Option<Grid<4>>,
    pub(crate) typed_scalars: Option<Grid<ROWS>>,
    pub(crate) zero_dim: Option<&'static Table<ROWS>>,
    pub(crate) zero_dim_pair: Option<&'static Table<ROWS>>,
    pub(crate) zero_dim_scalars: Option<&'static Table<4>>,
    pub(crate) weak: Option<&'static Table<ROWS>>,
    pub(crate) weak_pair: Option<&'static Table<ROWS>>,
    pub(crate) output: Option<[&'static [DType]; ROWS]>,
    pub(crate) nary: Nary,
    pub(crate) own_ops: &'static [(Op, OpRule)],
    /// Sorted; see [`sorted`](crate::op_cells::sorted).
    pub(crate) op_cells: &'static [OpCell],
    /// The float that bool and each integer become in an inexact op, where it is not the default.
    pub(crate) inexact: [Option<DType>; ROWS],
    pub(crate) policies: Policies,
}

/// Whether a ruleset has a dtype, and if not, which one stands best for it.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "which of them occur is the spec's to say")]
pub(crate) enum Presence {
    Here,
    /// The framework has it, this device does not.
    DeviceLacks(Option<DType>),
    /// Its documents name it as not supported.
    NotSupported(Option<DType>),
    /// Its documents do not name it.
    Absent(Option<DType>),
}

/// Where a ruleset's facts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Documents, code, or a run.
    pub kind: SourceKind,
    /// What it is called.
    pub title: &'static str,
    /// Which version of it.
    pub version: &'static str,
    /// Where it is.
    pub url: &'static str,
    /// The day it was read: `2026-11-21`.
    pub read: &'static str,
}

/// What sort of source it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceKind {
    /// Documentation.
    Docs,
    /// Source code.
    Code,
    /// Seen by running it.
    Observed,
}

/// How more than two operands are promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Nary {
    /// From the left, two at a time, in the order given.
    Fold,
    /// Those of the highest kind first, then as in a fold, numbers last: the order given does not matter.
    Join,
    /// Tensors with axes, those without, and numbers each by themselves; then numbers beside tensors
    /// without axes, and these beside tensors with axes.
    CategoryFold,
}

/// What a default dtype is for, by the keys of the Array API's `default_dtypes()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultKind {
    /// Integers without a dtype.
    Integral,
    /// Indices, such as `argmax` gives.
    Indexing,
    /// Floats without a dtype.
    RealFloating,
    /// Complex numbers without a dtype.
    ComplexFloating,
}

impl DefaultKind {
    /// All four.
    pub const ALL: [DefaultKind; 4] = [
        DefaultKind::Integral,
        DefaultKind::Indexing,
        DefaultKind::RealFloating,
        DefaultKind::ComplexFloating,
    ];

    /// The Array API's key: `"real floating"`.
    pub const fn name(self) -> &'static str {
        match self {
            DefaultKind::Integral => "integral",
            DefaultKind::Indexing => "indexing",
            DefaultKind::RealFloating => "real floating",
            DefaultKind::ComplexFloating => "complex floating",
        }
    }
}

impl Ruleset {
    pub(crate) const fn new(rules: &'static Rules) -> Ruleset {
        Ruleset(rules)
    }

    pub(crate) const fn rules(self) -> &'static Rules {
        self.0
    }

    /// The name it is found by: `"dpctl/no-fp64"`.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The framework: `"MindSpore"`.
    pub const fn framework(self) -> &'static str {
        self.0.framework
    }

    /// Which documents or release it states: `"2.5"`.
    pub const fn edition(self) -> &'static str {
        self.0.edition
    }

    /// The device profile, `"no-fp64"`; `None` for a device that has every dtype of the framework.
    pub const fn device(self) -> Option<&'static str> {
        self.0.device
    }

    /// Where its facts come from.
    pub const fn sources(self) -> &'static [Source] {
        self.0.sources
    }

    /// The dtypes it has, in order.
    pub const fn dtypes(self) -> &'static [DType] {
        self.0.dtypes
    }

    /// Whether it has this dtype.
    pub const fn has(self, dtype: DType) -> bool {
        matches!(self.0.presence[dtype as usize], Presence::Here)
    }

    /// The dtype, if the ruleset has it.
    ///
    /// # Errors
    ///
    /// [`RuleError::Unsupported`]: what creating a tensor of a dtype that the framework or the device
    /// lacks must answer.
    ///
    /// ```
    /// use runtime::{DType, rulesets};
    ///
    /// let error = rulesets::DPCTL_NO_FP64.require(DType::F64).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "dpctl 0.21 (no-fp64) lacks float64: cast to float32, its nearest dtype (which can lose values)",
    /// );
    /// ```
    pub const fn require(self, dtype: DType) -> Result<DType, RuleError> {
        match self.has(dtype) {
            true => Ok(dtype),
            false => Err(RuleError::Unsupported { ruleset: self, dtype }),
        }
    }

    /// How more than two operands are promoted.
    pub const fn nary(self) -> Nary {
        self.0.nary
    }

    /// The dtype chosen where none is given.
    ///
    /// # Errors
    ///
    /// [`RuleError::NoDefault`] where no source of the ruleset states one.
    ///
    /// ```
    /// use runtime::{DType, DefaultKind, rulesets};
    ///
    /// let real = DefaultKind::RealFloating;
    /// assert_eq!(rulesets::DPCTL.default_dtype(real), Ok(DType::F64));
    /// assert_eq!(rulesets::DPCTL_NO_FP64.default_dtype(real), Ok(DType::F32));
    /// ```
    pub const fn default_dtype(self, kind: DefaultKind) -> Result<DType, RuleError> {
        match self.0.defaults[kind as usize] {
            Some(dtype) => Ok(dtype),
            None => Err(RuleError::NoDefault { ruleset: self, kind }),
        }
    }
}

impl PartialEq for Ruleset {
    fn eq(&self, other: &Ruleset) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Ruleset {}

impl core::hash::Hash for Ruleset {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({})", self.name())
    }
}

/// The name.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
