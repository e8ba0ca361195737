//! Rulesets: what a framework promotes to what and what it calls its dtypes, as constant data.

use core::fmt;

use rules::{DTypeSet, Kind, Nary, OpRule, Places, Tables};

use crate::policy::Policies;
use crate::{DType, Op};

/// The promotion rules of a framework at an edition, on a device profile or in a mode.
///
/// A value is a reference to constant data, which costs nothing to copy. Those of the spec are in
/// [`crate::rulesets`]; [`Ruleset::new`] makes one of data of your own. Two of the same name are equal, whatever they
/// state: give your own a name of its own.
#[derive(Clone, Copy)]
pub struct Ruleset(&'static RulesetData);

/// The data of a ruleset.
///
/// All fields are public and `const`, so that a `static` can hold it; struct update syntax takes what is not
/// stated from [`RulesetData::EMPTY`].
///
/// ```
/// use concord_runtime::rules::{Cell, DTypeSet, Tables};
/// use concord_runtime::{DType, Ruleset, RulesetData};
///
/// /// int8 and uint8 give int16, and every other pair is unknown.
/// const PROMOTION: [[Cell; DType::ALL.len()]; DType::ALL.len()] = {
///     let mut cells = [[Cell::Unknown; DType::ALL.len()]; DType::ALL.len()];
///     cells[DType::I8 as usize][DType::U8 as usize] = Cell::DType(DType::I16.id());
///     cells[DType::U8 as usize][DType::I8 as usize] = Cell::DType(DType::I16.id());
///     cells
/// };
///
/// static MINE: RulesetData = RulesetData {
///     name: "mine",
///     framework: "Mine",
///     edition: "1",
///     dtypes: &[DType::I8, DType::I16, DType::U8],
///     tables: Tables {
///         has: DTypeSet::of(&[DType::I8.id(), DType::I16.id(), DType::U8.id()]),
///         promotion: PROMOTION.as_flattened(),
///         ..RulesetData::EMPTY.tables
///     },
///     ..RulesetData::EMPTY
/// };
///
/// let mine = Ruleset::new(&MINE);
/// assert_eq!(mine.promote(DType::I8, DType::U8), Ok(DType::I16));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RulesetData {
    /// The name it is found by: `"dpctl/no-fp64"`.
    pub name: &'static str,
    /// The framework: `"MindSpore"`.
    pub framework: &'static str,
    /// Which documents or release it states: `"2.5"`.
    pub edition: &'static str,
    /// The device profile; `None` for a device that has every dtype of the framework.
    pub device: Option<&'static str>,
    /// Where its facts come from.
    pub sources: &'static [Source],
    /// The dtypes it has, in order: those of `tables.has`.
    pub dtypes: &'static [DType],
    /// The dtypes that the framework has and this device lacks.
    pub lacks: &'static [DType],
    /// The dtypes that its documents name as not supported.
    pub not_supported: &'static [DType],
    /// The framework's own names of its dtypes, the one it prints first.
    pub names: &'static [(DType, &'static [&'static str])],
    /// Its abstract types: names for sets of dtypes, such as `"number"`.
    pub abstract_types: &'static [(&'static str, &'static [DType])],
    /// What it promotes to what. [`Tables::dtypes`] are the dtypes of [`DType::ALL`] and
    /// [`Tables::op_rules`] are the ops of [`Op::ALL`], in order.
    pub tables: Tables<'static>,
    /// The names of the dtypes that its cells give and [`DType`] does not have.
    pub foreign: &'static [&'static str],
    /// Its policies: what its ops do where frameworks differ in more than dtypes.
    pub policies: Policies,
}

impl RulesetData {
    /// A ruleset that states nothing: no dtype, no cell, every op by its usual rule, and the usual
    /// policies.
    pub const EMPTY: RulesetData = RulesetData {
        name: "",
        framework: "",
        edition: "",
        device: None,
        sources: &[],
        dtypes: &[],
        lacks: &[],
        not_supported: &[],
        names: &[],
        abstract_types: &[],
        tables: Tables {
            op_rules: &crate::op::RULES,
            ..Tables::new(crate::dtype::RULES, DTypeSet::EMPTY)
        },
        foreign: &[],
        policies: Policies::DEFAULT,
    };
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

/// The kind of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceKind {
    /// Documentation.
    Docs,
    /// Source code.
    Code,
    /// A run of the framework.
    Observed,
}

/// The names of [`DType::ALL`], in order.
const DTYPE_NAMES: [&str; DType::ALL.len()] = {
    let mut names = [""; DType::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = DType::ALL[place].name();
        place += 1;
    }
    names
};

impl Ruleset {
    /// Makes a ruleset from its data.
    ///
    /// # Panics
    ///
    /// If a table does not have a cell for every pair of dtypes, or an op has no rule; or if a cell gives a dtype that
    /// there is not, or a foreign one that `foreign` does not name: the sentence names the table and the cell. It is a
    /// compile error in a `const`.
    pub const fn new(data: &'static RulesetData) -> Ruleset {
        let places = Places { dtypes: &DTYPE_NAMES, foreign: Some(data.foreign.len()) };
        let tables = data.tables.checked_as(places);
        assert!(tables.dtypes.len() == DType::ALL.len(), "tables have a row for every dtype");
        assert!(tables.op_rules.len() == Op::ALL.len(), "every op has a rule");
        Ruleset(data)
    }

    /// The data that it is made of, from which another one can be made.
    ///
    /// ```
    /// use concord_runtime::policy::{Policies, ShiftOutOfRange};
    /// use concord_runtime::{Ruleset, RulesetData, rulesets};
    ///
    /// static MASKED: RulesetData = {
    ///     let numpy = *rulesets::NUMPY.data();
    ///     let shift_out_of_range = ShiftOutOfRange::Masked;
    ///     RulesetData { name: "masked", policies: Policies { shift_out_of_range, ..numpy.policies }, ..numpy }
    /// };
    /// let masked = Ruleset::new(&MASKED);
    /// assert_eq!(masked.name(), "masked");
    /// ```
    #[inline]
    pub const fn data(self) -> &'static RulesetData {
        self.0
    }

    /// Its tables, for the rule engine.
    #[inline]
    pub const fn tables(self) -> &'static Tables<'static> {
        &self.0.tables
    }

    /// The name of a dtype that a cell gives and [`DType`] does not have.
    pub(crate) const fn foreign(self, place: u8) -> &'static str {
        self.0.foreign[place as usize]
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
        self.0.tables.has.contains(dtype.id())
    }

    /// How more than two operands are promoted.
    pub const fn nary(self) -> Nary {
        self.0.tables.nary
    }

    #[inline]
    pub(crate) const fn op_rule(self, op: Op) -> OpRule {
        self.tables().op_rule(op.id())
    }

    /// The kinds that an op is defined on under this ruleset.
    pub(crate) fn op_kinds(self, op: Op) -> impl Iterator<Item = Kind> {
        self.op_rule(op).on.iter()
    }

    /// What this ruleset chooses where frameworks differ in more than dtypes.
    pub const fn policies(self) -> Policies {
        self.data().policies
    }

    /// The policies by reference, which kernels take.
    #[cfg(feature = "kernels")]
    #[inline]
    pub(crate) const fn fixed_policies(self) -> &'static Policies {
        &self.data().policies
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
