//! One file of `frameworks/` → one ruleset, without its device profiles.

use std::cell::RefCell;

use crate::catalog::{DenseTables, Nary, Ruleset, TableName};
use crate::diagnostic::Sink;
use crate::spec::Framework;

use super::drawn::{Drawn, Tables};
use super::lowered::{Base, Lowered};
use super::ruleset_names::check_name;
use super::scope::{Scope, World};
use super::sources::Sources;
use super::words::one_of;
use super::{
    assertions, checks, listing, observed_differences, op_overrides, policies, supported, tables,
};

pub(super) fn lower(framework: &Framework, base: Base<'_>, world: &World<'_>) -> Lowered {
    check_name(&framework.ruleset, framework.at, "file", world.sink);
    let sources = Sources::new(framework, world.sink);
    let supported = supported::supported(framework, base, world);
    let unsupported = supported::unsupported(framework, base, &supported, world);
    let foreign = supported::foreign(framework, base);
    let scope = Scope {
        world,
        sources: &sources,
        supported: &supported,
        unsupported: &unsupported.ids,
        foreign: &foreign,
        foreign_certain: framework.unsupported_whole,
        foreign_missed: &RefCell::default(),
        unsupported_certain: unsupported.certain,
    };
    let promotion = tables::promotion(framework, base, &scope);
    let scalars = tables::scalars(framework, base, &scope);
    let further = TableName::OF_CATEGORIES
        .into_iter()
        .filter_map(|name| Some((name, tables::further(name, framework, base, &scope)?)));
    let further: Vec<(TableName, Drawn)> = further.collect();
    let inherited = match base {
        Base::Ruleset(base) => Some(&base.ruleset),
        _ => None,
    };
    let observed = observed_differences::observed(framework, &scope);
    let drawn = Tables { promotion, scalars, further };
    let op_rules = op_overrides::ops(framework, inherited, &drawn, &scope);
    checks::check_sorts(framework, &drawn, &scope);
    let places = drawn.all().map(|(name, drawn)| (name, drawn.places.clone())).collect();
    let mut ruleset = Ruleset {
        name: framework.ruleset.clone(),
        framework: framework.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
        edition: framework.edition.as_ref().map_or_else(String::new, |name| name.value.clone()),
        device: None,
        base: framework.base.as_ref().map(|base| base.value.clone()),
        names: listing::names(framework, inherited, &scope),
        abstract_types: listing::abstract_types(framework, inherited, &scope),
        defaults: listing::defaults(framework, inherited, &scope),
        ranges: listing::ranges(framework, inherited, &scope),
        output: listing::output(framework, inherited, &scope),
        nary: nary(framework, inherited, world.sink),
        op_cells: op_rules.cells,
        own_ops: op_rules.own,
        inexact: op_overrides::inexact(framework, inherited, &scope),
        policies: policies::chosen(framework, inherited, &scope),
        divergences: assertions::divergences(framework, &drawn, &scope),
        departures: observed_differences::observed_differences(framework, &observed, &scope),
        observed,
        slips: assertions::slips(framework, &drawn.promotion, &scope),
        promotion: drawn.promotion.table,
        scalars: drawn.scalars.table,
        further: drawn.further.into_iter().map(|(name, drawn)| (name, drawn.table)).collect(),
        lacks: Vec::new(),
        sources: Vec::new(),
        dtypes: supported.ids.clone(),
        unsupported: unsupported.ids.clone(),
        tables: DenseTables::default(),
    };
    let device_sources = framework.devices.iter().map(|device| sources.of(&device.source));
    let device_sources = device_sources.collect();
    ruleset.sources = sources.finish(framework.whole);
    Lowered { ruleset, supported, foreign, places, device_sources }
}

const NARY: [(&str, Nary); 3] =
    [("fold", Nary::Fold), ("join", Nary::Join), ("category-fold", Nary::CategoryFold)];

fn nary(framework: &Framework, base: Option<&Ruleset>, sink: &Sink) -> Nary {
    let word = framework.promotion.as_ref().and_then(|section| section.nary.as_ref());
    let stated =
        word.and_then(|word| one_of(word, &NARY, "a rule for more than two operands", sink));
    stated.or(base.map(|base| base.nary)).unwrap_or(Nary::Fold)
}
