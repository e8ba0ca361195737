//! What two rulesets choose once and for all: dtypes, defaults, policies, how many operands promote.

use codegen::Catalog;
use codegen::catalog::{
    DEFAULT_KINDS, DTypeId, DifferenceOf, Nary, PolicyValue, Ruleset, TypedScalars, WEAK, ZERO_DIM,
};
use codegen::draw::declared;
use rules::Losses;

use super::Move;
use super::change::Harm;

/// What of it differs.
pub(super) struct Settings<'a> {
    pub(super) lacks: Vec<Lacking>,
    /// The kind of default, and the dtypes; `None` where no source says.
    pub(super) defaults: Vec<(&'static str, [Option<DTypeId>; 2])>,
    pub(super) policies: Vec<Policy<'a>>,
    /// What becomes of more than two operands, in words.
    pub(super) nary: Option<[&'static str; 2]>,
    /// What a scalar that has a dtype counts as, in words.
    pub(super) typed: Option<[&'static str; 2]>,
    /// What each framework computes otherwise than its ruleset, and the ruleset's name.
    pub(super) values: Vec<(&'a str, String)>,
}

/// A dtype that the second ruleset does not have.
pub(super) struct Lacking {
    pub(super) dtype: DTypeId,
    /// What stands best for it, and what that loses.
    pub(super) stand_in: Option<(DTypeId, Losses)>,
}

/// A policy that differs, and its value in each ruleset.
pub(super) struct Policy<'a> {
    pub(super) name: &'a str,
    pub(super) values: [&'a PolicyValue; 2],
}

impl<'a> Settings<'a> {
    pub(super) fn of(moved: &Move<'a>) -> Settings<'a> {
        let Move { catalog, from, to, .. } = *moved;
        let lacks = moved.lacks.iter().map(|&dtype| {
            let stand_in = catalog.tables(to).stand_in(dtype);
            Lacking { dtype, stand_in: stand_in.map(|id| (id, catalog.losses(dtype, id))) }
        });
        let defaults = DEFAULT_KINDS.iter().zip(from.defaults.into_iter().zip(to.defaults));
        let defaults = defaults.filter(|(_, (was, becomes))| was != becomes);
        let values = from.policies.iter().zip(&to.policies);
        let policies = catalog.policies.iter().zip(values);
        let policies = policies.filter(|(_, (was, becomes))| was != becomes);
        let policies = policies.map(|(policy, (&was, &becomes))| {
            let values = [was, becomes].map(|value| &policy.values[value]);
            Policy { name: &policy.name, values }
        });
        let nary = [from, to].map(|ruleset| phrase(ruleset.nary));
        let typed = [from, to].map(|ruleset| phrase_of_typed(ruleset.typed));
        Settings {
            lacks: lacks.collect(),
            defaults: defaults.map(|(kind, (was, becomes))| (*kind, [was, becomes])).collect(),
            policies: policies.collect(),
            nary: (from.nary != to.nary).then_some(nary),
            typed: (from.typed != to.typed).then_some(typed),
            values: other_values(moved),
        }
    }

    /// Whether nothing differs.
    pub(super) fn is_empty(&self) -> bool {
        let Settings { lacks, defaults, policies, nary, typed, values } = self;
        lacks.is_empty()
            && defaults.is_empty()
            && policies.is_empty()
            && nary.is_none()
            && typed.is_none()
            && values.is_empty()
    }
}

/// What another default does to code: one that holds less loses values unasked.
pub(super) fn harm_of_default(catalog: &Catalog, both: [Option<DTypeId>; 2]) -> Harm {
    match both {
        [Some(was), Some(becomes)] if !catalog.losses(was, becomes).is_empty() => Harm::SilentLoss,
        _ => Harm::Defaults,
    }
}

/// The declared differences of values of both frameworks, but those that both have: there they compute alike.
fn other_values<'a>(moved: &Move<'a>) -> Vec<(&'a str, String)> {
    let Move { catalog, from, to, .. } = *moved;
    let asked = |word: &str| {
        let prefixed = [ZERO_DIM, WEAK].iter().find_map(|prefix| word.strip_prefix(prefix));
        let code = prefixed.unwrap_or(word);
        let id = catalog.ids().find(|&id| catalog.dtype(id).code == code);
        id.is_none_or(|id| moved.dtypes.contains(&id))
    };
    let declared_by = |ruleset: &'a Ruleset| {
        let differences = ruleset.observed_differences.iter();
        differences.filter(move |one| one.holds_on(ruleset.device.as_deref()))
    };
    let of = |ruleset: &'a Ruleset, other: &'a Ruleset| {
        let here = declared_by(ruleset).filter(move |one| match &one.of {
            DifferenceOf::Values(_, cells) => {
                cells
                    .iter()
                    .flat_map(|one| &one.cells)
                    .any(|cell| cell.split_whitespace().all(asked))
                    && !declared_by(other).any(|there| there.says_as(one))
            }
            _ => false,
        });
        here.map(|one| (ruleset.name.as_str(), declared::difference(catalog, ruleset, one)))
    };
    of(from, to).chain(of(to, from)).collect()
}

/// What a scalar that has a dtype, such as NumPy's `float32(1)`, counts as on the right of a tensor.
fn phrase_of_typed(rule: TypedScalars) -> &'static str {
    match rule {
        TypedScalars::Table => "what the table of scalars says",
        TypedScalars::Tensor => "a tensor of its dtype",
        TypedScalars::ZeroDim => "a 0-d tensor of its dtype",
        TypedScalars::Kind => "the Python scalar of its kind, whatever its dtype",
        TypedScalars::Converted => "a tensor of the dtype beside it, to which it is converted",
    }
}

/// How more than two operands are promoted.
fn phrase(rule: Nary) -> &'static str {
    match rule {
        Nary::Fold => "from the left, two at a time",
        Nary::Join => "those of the highest kind first, so that the order does not matter",
        Nary::CategoryFold => {
            "tensors, 0-d tensors and Python scalars each by themselves, then the lower beside the higher"
        }
    }
}
