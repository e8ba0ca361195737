//! One file of `frameworks/` → one ruleset, without its device profiles.

use crate::catalog::{Compute, DenseTables, Nary, Ruleset, TableName, TypedScalars};
use crate::diagnostic::Mistake;
use crate::poison::{Checked, Once};
use crate::spec::Framework;

use super::lowered::{Base, Lowered};
use super::ruleset_names::check_name;
use super::scope::{Scope, World};
use super::sources::Sources;
use super::words::one_of;
use super::{
    assertions, checks, listing, observed_differences, op_overrides, policies, repeats, supported,
    tables,
};

/// Lowers a framework; sections that it does not have are its base's.
pub(super) fn lower(framework: &Framework, base: Base<'_>, world: &World<'_>) -> Lowered {
    check_name(&framework.ruleset, framework.at, "file", world.sink);
    let sources = Sources::new(framework, world.sink);
    let supported = supported::supported(framework, base, world);
    let foreign = supported::foreign(framework, base);
    let scope = Scope {
        world,
        framework,
        base,
        sources: &sources,
        supported: &supported,
        foreign: &foreign,
        undeclared: Once::new(),
        lacking: Once::new(),
    };
    repeats::check(&scope);
    let drawn = tables::lower(&scope);
    let observed = observed_differences::observed(&scope);
    let op_rules = op_overrides::ops(&drawn, &scope);
    checks::check_categories(&drawn, &scope);
    let places = drawn.all().map(|(name, drawn)| (name, drawn.places.clone())).collect();
    let stated_base = framework.base.as_ref().ok().and_then(Option::as_ref);
    let mut ruleset = Ruleset {
        name: framework.ruleset.clone(),
        framework: framework.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
        edition: framework.edition.as_ref().map_or_else(String::new, |name| name.value.clone()),
        device: None,
        base: stated_base.map(|base| base.value.clone()),
        names: listing::names(&scope),
        abstract_types: listing::abstract_types(&scope),
        defaults: listing::defaults(&scope),
        ranges: listing::ranges(&scope),
        output: listing::output(&scope),
        nary: nary(&scope),
        result_type: result_type(&scope),
        typed: typed(&scope),
        op_cells: op_rules.cells,
        op_overrides: op_rules.own,
        stated_ops: op_overrides::stated(&scope),
        inexact: op_overrides::inexact(&scope),
        policies: policies::chosen(&scope),
        divergences: assertions::divergences(&drawn, &scope),
        observed_differences: observed_differences::observed_differences(&observed, &scope),
        observed,
        slips: assertions::slips(&drawn.promotion, &scope),
        promotion: drawn.promotion.table,
        scalars: drawn.scalars.table,
        further: drawn.further.into_iter().map(|(name, drawn)| (name, drawn.table)).collect(),
        lacks: Vec::new(),
        sources: Vec::new(),
        dtypes: supported.ids.items.clone(),
        unsupported: supported.unsupported.items.clone(),
        tables: DenseTables::default(),
    };
    let device_sources = framework.devices.iter().map(|device| sources.of(&device.source));
    let device_sources = device_sources.collect();
    ruleset.sources = sources.finish(framework.rest);
    Lowered { ruleset, foreign, supported, places, device_sources }
}

const NARY: [(&str, Nary); 3] =
    [("fold", Nary::Fold), ("join", Nary::Join), ("category-fold", Nary::CategoryFold)];

fn nary(scope: &Scope<'_>) -> Nary {
    let section = scope.framework.table(TableName::Promotion).ok().flatten();
    let word = section.and_then(|section| section.nary.as_ref());
    let what = "a rule for more than two operands";
    let stated = word.map(|word| one_of(word, &NARY, what, scope.world.sink));
    let inherited = scope.inherited().map(|base| base.nary);
    stated.and_then(Checked::ok).or(inherited).unwrap_or(Nary::Fold)
}

/// The op whose cells `result_type` goes by: one of two operands that promote.
fn result_type(scope: &Scope<'_>) -> Option<String> {
    let section = scope.framework.table(TableName::Promotion).ok().flatten();
    let Some(word) = section.and_then(|section| section.result_type.as_ref()) else {
        return scope.inherited().and_then(|base| base.result_type.clone());
    };
    let op = scope.world.op(word, &[]).ok()?;
    if op.group.promotes() != 2 || op.rule.compute == Compute::First {
        let message = format!("`{}` does not promote two operands", op.name);
        let label = "needs an op that does, such as `where`";
        scope.world.sink.report(word.at.mistake(Mistake::UnknownValue, message, label));
    }
    Some(op.name.clone())
}

const TYPED: [(&str, TypedScalars); 4] = [
    ("tensor", TypedScalars::Tensor),
    ("zero-dim", TypedScalars::ZeroDim),
    ("kind", TypedScalars::Kind),
    ("converted", TypedScalars::Converted),
];

fn typed(scope: &Scope<'_>) -> TypedScalars {
    let section = scope.framework.table(TableName::Scalars).ok().flatten();
    let word = section.and_then(|section| section.typed.as_ref());
    let what = "what a scalar that has a dtype counts as";
    let stated = word.map(|word| one_of(word, &TYPED, what, scope.world.sink));
    let inherited = scope.inherited().map(|base| base.typed);
    stated.and_then(Checked::ok).or(inherited).unwrap_or(TypedScalars::Table)
}
