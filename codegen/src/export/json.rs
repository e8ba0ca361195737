//! Catalog → JSON of the schema `concord-export/2`: all that is stated of the rulesets, with its sources.
//!
//! `docs/export.md` describes the schema. A key may be added without a new number; what a key means may not change.

mod declared;
mod op_cells;

use std::borrow::Cow;

use rules::{Float, Format, Nan, Nary, OpRule, TypedScalars};
use serde::Serialize;

use super::{Keys, tables};
use crate::catalog::{
    Catalog, Cell, DEFAULT_KINDS, DTypeId, Divergence, Id, Ruleset, Source, Table, TableName,
};

/// The name and number of the schema.
pub const SCHEMA: &str = "concord-export/2";

/// All that the catalog states of these rulesets.
pub fn json<'a>(catalog: &'a Catalog, rulesets: &[&'a Ruleset]) -> impl Serialize + use<'a> {
    Export {
        schema: SCHEMA,
        concord: env!("CARGO_PKG_VERSION"),
        dtypes: catalog.ids().map(|id| dtype(catalog, id)).collect(),
        id_systems: Keys(
            catalog
                .id_systems
                .iter()
                .map(|system| {
                    let told = IdSystem {
                        title: &system.title,
                        what: &system.what,
                        shared: system.shared,
                        source: source(&system.source),
                    };
                    (system.name.as_str(), told)
                })
                .collect(),
        ),
        ops: Keys(
            catalog
                .ops
                .iter()
                .map(|op| {
                    let told = Op {
                        doc: &op.doc,
                        group: op.group.name(),
                        swaps: op.swaps,
                        rule: rule(&op.rule),
                    };
                    (op.name.as_str(), told)
                })
                .collect(),
        ),
        policies: Keys(
            catalog
                .policies
                .iter()
                .map(|policy| {
                    let values = policy.values.iter();
                    let told = Policy {
                        doc: &policy.doc,
                        default: &policy.values[policy.default].name,
                        values: Keys(
                            values.map(|value| (value.name.as_str(), value.doc.as_str())).collect(),
                        ),
                    };
                    (policy.name.as_str(), told)
                })
                .collect(),
        ),
        foreign: &catalog.foreign,
        rulesets: Keys(
            rulesets.iter().map(|one| (one.name.as_str(), ruleset(catalog, one))).collect(),
        ),
    }
}

#[derive(Serialize)]
struct Export<'a> {
    schema: &'a str,
    concord: &'a str,
    dtypes: Vec<DType<'a>>,
    id_systems: Keys<'a, IdSystem<'a>>,
    ops: Keys<'a, Op<'a>>,
    policies: Keys<'a, Policy<'a>>,
    foreign: &'a [String],
    rulesets: Keys<'a, Rules<'a>>,
}

#[derive(Serialize)]
struct DType<'a> {
    name: &'a str,
    code: &'a str,
    kind: &'a str,
    bits: u32,
    narrow: bool,
    #[serde(flatten)]
    float: Option<FloatFacts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a str>,
    ids: Keys<'a, IdWord<'a>>,
}

#[derive(Serialize)]
struct FloatFacts<'a> {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    sign: bool,
    zero: bool,
    infinity: bool,
    nan: &'a str,
    tapered: bool,
}

/// An id as JSON: a number, a text, or a list of a code and a width.
#[derive(Serialize)]
#[serde(untagged)]
enum IdWord<'a> {
    Number(i32),
    Text(&'a str),
    CodeAndBits(u8, u8),
}

#[derive(Serialize)]
struct IdSystem<'a> {
    title: &'a str,
    what: &'a str,
    shared: bool,
    source: SourceFacts<'a>,
}

#[derive(Serialize)]
struct SourceFacts<'a> {
    id: &'a str,
    kind: &'a str,
    title: &'a str,
    version: &'a str,
    url: &'a str,
    read: &'a str,
}

#[derive(Serialize)]
struct Op<'a> {
    doc: &'a str,
    group: &'a str,
    swaps: bool,
    #[serde(flatten)]
    rule: Rule<'a>,
}

#[derive(Serialize)]
struct Rule<'a> {
    on: Vec<&'a str>,
    compute: &'a str,
    result: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_dim: Option<&'a str>,
}

#[derive(Serialize)]
struct Policy<'a> {
    doc: &'a str,
    default: &'a str,
    values: Keys<'a, &'a str>,
}

#[derive(Serialize)]
struct Rules<'a> {
    title: String,
    framework: &'a str,
    edition: &'a str,
    device: Option<&'a str>,
    base: Option<&'a str>,
    sources: Vec<SourceFacts<'a>>,
    dtypes: Vec<&'a str>,
    unsupported: Vec<&'a str>,
    lacks: Vec<&'a str>,
    names: Keys<'a, &'a [String]>,
    abstract_types: Keys<'a, Vec<&'a str>>,
    defaults: Keys<'a, Option<&'a str>>,
    nary: &'a str,
    result_type: Option<&'a str>,
    typed_scalars: &'a str,
    tables: Keys<'a, Drawn<'a>>,
    op_cells: Vec<op_cells::Cells<'a>>,
    op_rules: Keys<'a, OwnRule<'a>>,
    inexact: Keys<'a, &'a str>,
    output: Option<Keys<'a, Vec<&'a str>>>,
    policies: Keys<'a, &'a str>,
    divergences: Vec<Diverging<'a>>,
    stated_ops: &'a [String],
    observed: Vec<declared::Run<'a>>,
    observed_differences: Vec<declared::Difference<'a>>,
    slips: Vec<declared::Mistake<'a>>,
    ranges: Keys<'a, &'a str>,
}

/// A table; a cell is null where refused, and `"?"`, `"!"`, `"<Int128>"` or `"float32*"` as in a drawing.
#[derive(Serialize)]
struct Drawn<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    cells: Vec<Vec<Option<Cow<'a, str>>>>,
    /// Sets of sources, by their ids.
    source_sets: Vec<Vec<&'a str>>,
    /// Of each cell, which set says so.
    cell_sources: Vec<Vec<usize>>,
}

#[derive(Serialize)]
struct OwnRule<'a> {
    #[serde(flatten)]
    rule: Rule<'a>,
    sources: Vec<&'a str>,
}

#[derive(Serialize)]
struct Diverging<'a> {
    table: &'a str,
    cells: Vec<[&'a str; 2]>,
    says: Keys<'a, Option<Cow<'a, str>>>,
    runtime: Option<Cow<'a, str>>,
    why: &'a str,
}

fn dtype(catalog: &Catalog, id: DTypeId) -> DType<'_> {
    let dtype = catalog.dtype(id);
    let (float, part) = match dtype.format {
        Format::Float(Float { exponent, mantissa, bias, sign, zero, infinity, nan, tapered }) => {
            let word = Nan::WORDS.iter().find(|(_, known)| *known == nan);
            let nan = word.map_or("", |(word, _)| word);
            let facts = FloatFacts { exponent, mantissa, bias, sign, zero, infinity, nan, tapered };
            (Some(facts), None)
        }
        Format::Complex { part } => (None, Some(name(catalog, part))),
        Format::Bool | Format::Int | Format::Uint => (None, None),
    };
    let ids = catalog.id_systems.iter().filter_map(|system| {
        let id = match system.id(id)? {
            Id::Number(number) => IdWord::Number(*number),
            Id::Text(text) => IdWord::Text(text),
            Id::CodeAndBits(code, bits) => IdWord::CodeAndBits(*code, *bits),
        };
        Some((system.name.as_str(), id))
    });
    DType {
        name: &dtype.name,
        code: &dtype.code,
        kind: dtype.kind().name(),
        bits: dtype.bits,
        narrow: dtype.is_narrow(),
        float,
        part,
        ids: Keys(ids.collect()),
    }
}

fn name(catalog: &Catalog, id: DTypeId) -> &str {
    &catalog.dtype(id).name
}

fn names<'a>(catalog: &'a Catalog, ids: &[DTypeId]) -> Vec<&'a str> {
    ids.iter().map(|&id| name(catalog, id)).collect()
}

fn outcome(catalog: &Catalog, cell: Cell) -> Option<Cow<'_, str>> {
    (cell != Cell::Refused).then(|| catalog.outcome_name(cell))
}

fn source(source: &Source) -> SourceFacts<'_> {
    let Source { id, kind, title, version, url, read } = source;
    SourceFacts { id, kind: kind.name(), title, version, url, read }
}

fn rule(rule: &OpRule) -> Rule<'_> {
    Rule {
        on: rule.on.iter().map(|kind| kind.name()).collect(),
        compute: rule.compute.name(),
        result: rule.result.name(),
        zero_dim: rule.zero_dim_as_tensor.then_some("tensor"),
    }
}

fn ruleset<'a>(catalog: &'a Catalog, ruleset: &'a Ruleset) -> Rules<'a> {
    let ids = |places: &[usize]| -> Vec<&'a str> {
        places.iter().map(|&place| ruleset.sources[place].id.as_str()).collect()
    };
    let policies = catalog.policies.iter().zip(&ruleset.policies);
    Rules {
        title: ruleset.title(),
        framework: &ruleset.framework,
        edition: &ruleset.edition,
        device: ruleset.device.as_deref(),
        base: ruleset.base.as_deref(),
        sources: ruleset.sources.iter().map(source).collect(),
        dtypes: names(catalog, &ruleset.dtypes),
        unsupported: names(catalog, &ruleset.unsupported),
        lacks: names(catalog, &ruleset.lacks),
        names: Keys(
            ruleset.names.iter().map(|(id, names)| (name(catalog, *id), &names[..])).collect(),
        ),
        abstract_types: Keys(
            ruleset
                .abstract_types
                .iter()
                .map(|(word, ids)| (word.as_str(), names(catalog, ids)))
                .collect(),
        ),
        defaults: Keys(
            DEFAULT_KINDS
                .into_iter()
                .zip(ruleset.defaults)
                .map(|(kind, id)| (kind, id.map(|id| name(catalog, id))))
                .collect(),
        ),
        nary: nary(ruleset.nary),
        result_type: ruleset.result_type.as_deref(),
        typed_scalars: typed(ruleset.typed),
        tables: Keys(
            tables(ruleset).map(|table| (table.name(), drawn(catalog, ruleset, table))).collect(),
        ),
        op_cells: op_cells::cells(catalog, ruleset),
        op_rules: Keys(
            ruleset
                .op_overrides
                .iter()
                .map(|own| {
                    let told = OwnRule { rule: rule(&own.rule), sources: ids(&own.sources) };
                    (own.op.as_str(), told)
                })
                .collect(),
        ),
        inexact: Keys(
            ruleset
                .inexact
                .iter()
                .map(|&(from, to)| (name(catalog, from), name(catalog, to)))
                .collect(),
        ),
        output: ruleset.output.as_ref().map(|output| {
            Keys(output.iter().map(|(id, to)| (name(catalog, *id), names(catalog, to))).collect())
        }),
        policies: Keys(
            policies
                .map(|(policy, &value)| (policy.name.as_str(), policy.values[value].name.as_str()))
                .collect(),
        ),
        divergences: ruleset
            .divergences
            .iter()
            .map(|one| diverging(catalog, ruleset, one))
            .collect(),
        stated_ops: &ruleset.stated_ops,
        observed: declared::runs(ruleset),
        observed_differences: declared::differences(catalog, ruleset),
        slips: declared::slips(catalog, ruleset),
        ranges: Keys(
            ruleset.ranges.iter().map(|(id, range)| (name(catalog, *id), range.as_str())).collect(),
        ),
    }
}

fn drawn<'a>(catalog: &'a Catalog, ruleset: &'a Ruleset, table: TableName) -> Drawn<'a> {
    let Table { rows, columns, cells } = ruleset.table(table);
    let mut sets: Vec<&[usize]> = Vec::new();
    let set_of: Vec<usize> = cells
        .iter()
        .map(|cell| {
            let known = sets.iter().position(|set| *set == cell.sources);
            known.unwrap_or_else(|| {
                sets.push(&cell.sources);
                sets.len() - 1
            })
        })
        .collect();
    let width = columns.len().max(1);
    let id = |&place: &usize| ruleset.sources[place].id.as_str();
    Drawn {
        rows: names(catalog, rows),
        columns: columns.iter().map(|&column| catalog.column_name(column)).collect(),
        cells: cells
            .chunks(width)
            .map(|row| row.iter().map(|cell| outcome(catalog, cell.outcome)).collect())
            .collect(),
        source_sets: sets.iter().map(|set| set.iter().map(id).collect()).collect(),
        cell_sources: set_of.chunks(width).map(<[usize]>::to_vec).collect(),
    }
}

fn diverging<'a>(catalog: &'a Catalog, ruleset: &'a Ruleset, one: &'a Divergence) -> Diverging<'a> {
    let Divergence { table, cells, says, runtime, why } = one;
    let drawn = ruleset.table(*table);
    let cells = cells.iter().map(|&(row, column)| {
        let row = drawn.rows.get(row).map_or("", |&row| name(catalog, row));
        let column = drawn.columns.get(column).map_or("", |&column| catalog.column_name(column));
        [row, column]
    });
    let says = says
        .iter()
        .map(|&(source, cell)| (ruleset.sources[source].id.as_str(), outcome(catalog, cell)));
    Diverging {
        table: table.name(),
        cells: cells.collect(),
        says: Keys(says.collect()),
        runtime: outcome(catalog, *runtime),
        why,
    }
}

fn nary(nary: Nary) -> &'static str {
    match nary {
        Nary::Fold => "fold",
        Nary::Join => "join",
        Nary::CategoryFold => "category-fold",
    }
}

fn typed(typed: TypedScalars) -> &'static str {
    match typed {
        TypedScalars::Table => "table",
        TypedScalars::Tensor => "tensor",
        TypedScalars::ZeroDim => "zero-dim",
        TypedScalars::Kind => "kind",
        TypedScalars::Converted => "converted",
    }
}
