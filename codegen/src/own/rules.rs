//! Own rulesets → Rust that depends on `concord-rules`: an enum of their dtypes, and a static for each ruleset.

use super::draw::{Drawn, imports};
use super::name_of;
use crate::catalog::{Catalog, DTypeId, Format, Ruleset};
use crate::float_code;
use crate::rust_names::variant;

/// The part that is the same for all rulesets.
const TEMPLATE: &str = include_str!("rules/template.rs");

/// Items of the rule engine that the code may use.
const RULES: [&str; 16] = [
    "Cell",
    "DTypeId",
    "DTypeSet",
    "Facts",
    "Float",
    "Format",
    "Nan",
    "Nary",
    "Operand",
    "PromotionError",
    "ResultType",
    "Scalar",
    "Tables",
    "TypedScalars",
    "Column",
    "TableName",
];

pub(super) fn rust(catalog: &Catalog, rulesets: &[&Ruleset], crate_name: &str) -> String {
    let drawn = Drawn { catalog, rulesets, dtypes: dtypes(catalog, rulesets) };
    let mut text = head(&drawn);
    for ruleset in rulesets {
        text += &data(&drawn, ruleset);
    }
    for ruleset in rulesets {
        text += &drawn.tables(ruleset);
    }
    text += &drawn.words(false);
    format!("{}\n{text}", imports(crate_name, &RULES, &text))
}

/// The dtypes of the rulesets and of their cells, and the parts of complex ones, in the catalog's order.
fn dtypes(catalog: &Catalog, rulesets: &[&Ruleset]) -> Vec<DTypeId> {
    let mut all: Vec<DTypeId> = Vec::new();
    for ruleset in rulesets {
        all.extend(&ruleset.dtypes);
        all.extend(ruleset.names.iter().map(|(id, _)| *id));
    }
    let part = |id: &DTypeId| match catalog.dtype(*id).format {
        Format::Complex { part } => Some(part),
        _ => None,
    };
    let parts: Vec<DTypeId> = all.iter().filter_map(part).collect();
    all.extend(parts);
    all.sort();
    all.dedup();
    all
}

/// The enum of dtypes, and the type of a ruleset.
fn head(drawn: &Drawn<'_>) -> String {
    let [mut variants, mut list, mut facts, mut names]: [String; 4] = Default::default();
    let place = |id: DTypeId| drawn.dtypes.iter().position(|&one| one == id).unwrap_or(0);
    for &id in &drawn.dtypes {
        let dtype = drawn.catalog.dtype(id);
        let (name, own) = (&dtype.name, variant(&dtype.code));
        let format = match dtype.format {
            Format::Complex { part } => {
                format!("Format::Complex {{ part: DTypeId({}) }}", place(part))
            }
            Format::Float(float) => format!("Format::Float({})", float_code::of(float)),
            Format::Bool | Format::Int | Format::Uint => format!("Format::{:?}", dtype.format),
        };
        variants += &format!("    /// `{name}`\n    {own},\n");
        list += &format!("DType::{own}, ");
        facts += &format!("    Facts {{ bits: {}, format: {format} }},\n", dtype.bits);
        names += &format!("            DType::{own} => \"{name}\",\n");
    }
    TEMPLATE
        .replace("COUNT", &drawn.dtypes.len().to_string())
        .replace("    VARIANTS\n", &variants)
        .replace("LIST", list.trim_end_matches(", "))
        .replace("    FACTS\n", &facts)
        .replace("            NAMES\n", &names)
}

fn data(drawn: &Drawn<'_>, ruleset: &Ruleset) -> String {
    let constant = name_of(ruleset);
    let mut names = String::new();
    for (id, words) in &ruleset.names {
        for word in words {
            names += &format!("        ({word:?}, {}),\n", drawn.dtype(*id));
        }
    }
    let fields = drawn.fields(ruleset).into_iter().map(|line| format!("        {line}\n"));
    format!(
        "{docs}pub static {constant}: Ruleset = Ruleset {{\n    \
         name: {name:?},\n    title: {title:?},\n    names: &[\n{names}    ],\n    tables: Tables {{\n\
         {fields}        ..Tables::new(&DType::FACTS, {has})\n    }}\n    .checked(),\n}};\n\n",
        docs = drawn.docs(ruleset),
        name = ruleset.name,
        title = ruleset.title(),
        fields = fields.collect::<String>(),
        has = drawn.set(&ruleset.dtypes),
    )
}
