//! Own rulesets → Rust that depends on `concord-runtime`: a constant `Ruleset` for each.

use super::draw::{Drawn, imports};
use super::name_of;
use crate::catalog::{Catalog, Column, OpRule, Operands, Ruleset, SourceKind};
use crate::rust_names::{camel, variant};

/// Items of the rule engine that the code may use.
const RULES: [&str; 13] = [
    "Cell",
    "Compute",
    "DTypeSet",
    "Kind",
    "Nary",
    "OpCells",
    "OpResult",
    "OpRow",
    "OpRule",
    "Others",
    "Scalars",
    "Tables",
    "TypedScalars",
];

/// Items of the runtime that it may use.
const RUNTIME: [&str; 7] =
    ["DType", "Op", "Ruleset", "RulesetData", "Scalar", "Source", "SourceKind"];

pub(super) fn rust(catalog: &Catalog, rulesets: &[&Ruleset], crate_name: &str) -> String {
    let drawn = Drawn { catalog, rulesets, dtypes: catalog.ids().collect() };
    let mut text = String::new();
    for ruleset in rulesets {
        text += &data(&drawn, ruleset);
    }
    for ruleset in rulesets {
        text += &drawn.tables(ruleset);
        text += &op_rules(ruleset);
        text += &op_cells(&drawn, ruleset);
    }
    text += &drawn.words(true);
    let policy = imports(crate_name, &["policy"], &text);
    let runtime = imports(crate_name, &RUNTIME, &text);
    let rules = imports(&format!("{crate_name}::rules"), &RULES, &text);
    format!("{policy}{rules}{runtime}\n{text}")
}

fn data(drawn: &Drawn<'_>, ruleset: &Ruleset) -> String {
    let catalog = drawn.catalog;
    let constant = name_of(ruleset);
    let list = |ids: &[crate::catalog::DTypeId]| {
        let ids: Vec<String> = ids.iter().map(|&id| drawn.dtype(id)).collect();
        format!("&[{}]", ids.join(", "))
    };
    let mut lines = vec![
        format!("name: {:?},", ruleset.name),
        format!("framework: {:?},", ruleset.framework),
        format!("edition: {:?},", ruleset.edition),
    ];
    lines.extend(ruleset.device.as_ref().map(|device| format!("device: Some({device:?}),")));
    lines.push("sources: &[".to_owned());
    for source in &ruleset.sources {
        let kind = match source.kind {
            SourceKind::Docs => "Docs",
            SourceKind::Code => "Code",
            SourceKind::Observed => "Observed",
        };
        lines.push("    Source {".to_owned());
        lines.push(format!("        kind: SourceKind::{kind},"));
        let facts = [
            ("title", &source.title),
            ("version", &source.version),
            ("url", &source.url),
            ("read", &source.read),
        ];
        lines.extend(facts.map(|(key, fact)| format!("        {key}: {fact:?},")));
        lines.push("    },".to_owned());
    }
    lines.push("],".to_owned());
    lines.push(format!("dtypes: {},", list(&ruleset.dtypes)));
    if !ruleset.lacks.is_empty() {
        lines.push(format!("lacks: {},", list(&ruleset.lacks)));
    }
    if !ruleset.unsupported.is_empty() {
        lines.push(format!("not_supported: {},", list(&ruleset.unsupported)));
    }
    if !ruleset.names.is_empty() {
        lines.push("names: &[".to_owned());
        for (id, names) in &ruleset.names {
            lines.push(format!("    ({}, &{names:?}),", drawn.dtype(*id)));
        }
        lines.push("],".to_owned());
    }
    if !ruleset.abstract_types.is_empty() {
        lines.push("abstract_types: &[".to_owned());
        for (name, ids) in &ruleset.abstract_types {
            lines.push(format!("    ({name:?}, {}),", list(ids)));
        }
        lines.push("],".to_owned());
    }
    lines.push("tables: Tables {".to_owned());
    lines.push(format!("    has: {},", drawn.set(&ruleset.dtypes)));
    lines.extend(drawn.fields(ruleset).into_iter().map(|line| format!("    {line}")));
    if let Some(op) = &ruleset.result_type {
        lines.push(format!("    result_type: Some(Op::{}.id()),", camel(op)));
    }
    if !ruleset.op_overrides.is_empty() {
        lines.push(format!("    op_rules: &{constant}_OP_RULES,"));
    }
    if !ruleset.op_cells.is_empty() {
        let cells = format!("{constant}_OP_CELLS");
        lines.push(format!(
            "    op_rows: &OpCells::rows::<{{ OpCells::count(&[{cells}]) }}>(&[{cells}]),"
        ));
        lines.push(format!("    op_rows_of: &OpCells::ranges::<{{ Op::ALL.len() }}>(&[{cells}]),"));
    }
    if !ruleset.inexact.is_empty() {
        let pairs = ruleset.inexact.iter();
        let pairs = pairs.map(|&(from, to)| format!("({}, {})", drawn.id(from), drawn.id(to)));
        lines.push(format!("    inexact: &[{}],", pairs.collect::<Vec<_>>().join(", ")));
    }
    lines.push("    ..RulesetData::EMPTY.tables".to_owned());
    lines.push("},".to_owned());
    if !catalog.foreign.is_empty() {
        lines.push(format!("foreign: &{:?},", catalog.foreign));
    }
    let values = catalog.policies.iter().zip(&ruleset.policies);
    let own = values.filter(|(policy, value)| policy.default != **value).map(|(policy, &value)| {
        let (name, value) = (camel(&policy.name), camel(&policy.values[value].name));
        format!("    {}: policy::{name}::{value},", policy.name)
    });
    let own: Vec<String> = own.collect();
    if !own.is_empty() {
        lines.push("policies: policy::Policies {".to_owned());
        lines.extend(own);
        lines.push("    ..policy::Policies::DEFAULT".to_owned());
        lines.push("},".to_owned());
    }
    lines.push("..RulesetData::EMPTY".to_owned());
    let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!(
        "{}pub const {constant}: Ruleset = Ruleset::new(&{constant}_DATA);\n\n\
         static {constant}_DATA: RulesetData = RulesetData {{\n{lines}}};\n\n",
        drawn.docs(ruleset)
    )
}

/// The usual rules with the ruleset's own in place of some.
fn op_rules(ruleset: &Ruleset) -> String {
    if ruleset.op_overrides.is_empty() {
        return String::new();
    }
    let own = ruleset.op_overrides.iter();
    let own = own
        .map(|own| format!("    rules[Op::{} as usize] = {};\n", camel(&own.op), rule(&own.rule)));
    format!(
        "const {}_OP_RULES: [OpRule; Op::ALL.len()] = {{\n    \
         let usual = RulesetData::EMPTY.tables.op_rules;\n    \
         let (mut rules, mut place) = ([usual[0]; Op::ALL.len()], 0);\n    \
         while place < rules.len() {{\n        rules[place] = usual[place];\n        place += 1;\n    }}\n\
         {}    rules\n}};\n\n",
        name_of(ruleset),
        own.collect::<String>()
    )
}

fn rule(rule: &OpRule) -> String {
    let on: Vec<String> =
        rule.on.iter().map(|kind| format!("Kind::{}", variant(kind.name()))).collect();
    let (compute, result) = (variant(rule.compute.name()), variant(rule.result.name()));
    let zero_dim = if rule.zero_dim_as_tensor { ".with_zero_dim_as_tensor()" } else { "" };
    let strong = if rule.strong_result { ".with_strong_result()" } else { "" };
    let on = on.join(", ");
    format!("OpRule::new(&[{on}], Compute::{compute}, OpResult::{result}){zero_dim}{strong}")
}

/// What ops give in place of the tables, a row for each cell.
fn op_cells(drawn: &Drawn<'_>, ruleset: &Ruleset) -> String {
    if ruleset.op_cells.is_empty() {
        return String::new();
    }
    let mut text = format!("const {}_OP_CELLS: &[OpCells<'static>] = &[\n", name_of(ruleset));
    for op in &drawn.catalog.ops {
        let cells = ruleset.op_cells.iter().filter(|cell| cell.op == op.name);
        let rows = cells.map(|cell| {
            let (lhs, rhs) = match cell.operands {
                Operands::One(id) => (id, "Others::Nothing".to_owned()),
                Operands::Two(lhs, Column::DType(rhs)) => {
                    (lhs, format!("Others::Tensors({})", drawn.set(&[rhs])))
                }
                Operands::Two(lhs, Column::Scalar(kind)) => {
                    let kind = variant(kind.name());
                    (lhs, format!("Others::Scalars(Scalars::of(&[Scalar::{kind}]))"))
                }
            };
            let (lhs, gives) = (drawn.set(&[lhs]), drawn.word(cell.outcome));
            format!("            OpRow {{ lhs: {lhs}, rhs: {rhs}, gives: {gives} }},\n")
        });
        let rows: String = rows.collect();
        if !rows.is_empty() {
            let op = camel(&op.name);
            text += &format!(
                "    OpCells {{\n        ops: &[Op::{op}.id()],\n        rows: &[\n{rows}        ],\n    }},\n"
            );
        }
    }
    text + "];\n\n"
}
