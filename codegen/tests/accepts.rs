//! What a spec may say, one notation each → the rulesets it makes, drawn in a snapshot.

mod cases;

use concord_codegen::catalog::{Catalog, Cell, DEFAULT_KINDS, DTypeId, Ruleset, TableName};
use concord_codegen::{diagnostic, draw};

#[test]
fn every_notation_means_what_was_read() {
    for case in cases::cases("accepts") {
        let catalog = concord_codegen::lower(&case.sources).unwrap_or_else(|mistakes| {
            panic!("{}:\n{}", case.name, diagnostic::render(&mistakes, &case.sources, false))
        });
        let drawn: Vec<String> =
            catalog.rulesets.iter().map(|ruleset| describe(&catalog, ruleset)).collect();
        let mut settings = insta::Settings::clone_current();
        settings.set_description(case.header.join(" "));
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(case.name.as_str(), drawn.join("\n")));
    }
}

/// All that a ruleset says, with the sources of its promotion table as a second table.
fn describe(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let codes = |ids: &[DTypeId]| {
        let codes: Vec<&str> = ids.iter().map(|&id| catalog.dtype(id).code.as_str()).collect();
        codes.join(" ")
    };
    let mut text = format!("== {}: {}\n", ruleset.name, ruleset.title());
    let mut add = |what: &str, said: String| {
        if !said.is_empty() {
            text.push_str(&format!("{what:<12}{said}\n"));
        }
    };
    add("unsupported", codes(&ruleset.unsupported));
    add("lacks", codes(&ruleset.lacks));
    for (id, names) in &ruleset.names {
        add("names", format!("{}: {}", catalog.dtype(*id).code, names.join(" ")));
    }
    for (name, members) in &ruleset.abstract_types {
        add("abstract", format!("{name}: {}", codes(members)));
    }
    for (kind, id) in DEFAULT_KINDS.iter().zip(ruleset.defaults) {
        add("default", id.map_or_else(String::new, |id| format!("{kind}: {}", codes(&[id]))));
    }
    for (id, range) in &ruleset.ranges {
        add("range", format!("{}: {range}", catalog.dtype(*id).code));
    }
    for (from, to) in ruleset.output.iter().flatten() {
        add("output", format!("{} → {}", catalog.dtype(*from).code, codes(to)));
    }
    add("speaks of", ruleset.stated_ops.join(" "));
    for own in &ruleset.op_overrides {
        add("op", format!("{}: {:?}", own.op, own.rule));
    }
    for cell in &ruleset.op_cells {
        let ids = cell.sources.iter().map(|&source| ruleset.sources[source].id.as_str());
        let (operands, gives) =
            (catalog.operands_name(cell.operands), catalog.outcome_code(cell.outcome));
        let says = ids.collect::<Vec<_>>().join("+");
        add("op cell", format!("{}: {operands} = {gives} ({says})", cell.op));
    }
    text.push_str(&draw::sheet(catalog, ruleset, TableName::Promotion).grid());
    text.push_str(&sources(catalog, ruleset));
    let known = |name: TableName| {
        ruleset.table(name).cells.iter().any(|cell| cell.outcome != Cell::Unknown)
    };
    if known(TableName::Scalars) {
        text.push_str(&draw::sheet(catalog, ruleset, TableName::Scalars).grid());
    }
    for name in TableName::OF_CATEGORIES.into_iter().filter(|&name| ruleset.has_table(name)) {
        text.push_str(&format!("{name}\n{}", draw::sheet(catalog, ruleset, name).grid()));
    }
    text
}

/// Who says each cell of the promotion table.
fn sources(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let mut sheet = draw::sheet(catalog, ruleset, TableName::Promotion);
    for (row, cells) in sheet.cells.iter_mut().enumerate() {
        for (column, label) in cells.iter_mut().enumerate() {
            let sources = &ruleset.promotion.at(row, column).sources;
            let ids: Vec<&str> =
                sources.iter().map(|&source| ruleset.sources[source].id.as_str()).collect();
            label.code = if ids.is_empty() { "·".to_owned() } else { ids.join("+") };
        }
    }
    sheet.grid()
}
