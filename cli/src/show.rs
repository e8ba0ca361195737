//! `show`: a table of a ruleset.

use codegen::catalog::{DTypeId, TableName};
use codegen::{Catalog, draw};

use crate::args::{self, Format};
use crate::page::Page;
use crate::{Answer, ask};

pub(crate) fn run(args: &args::Show, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let name = args.table.0;
    if !ruleset.has_table(name) {
        let instead = match name.fallback() {
            Some((category, other)) if ruleset.has_table(category) => {
                let weak =
                    if name == TableName::WeakPair { ", every result weakly typed" } else { "" };
                format!("the {other} table holds for such operands{weak}")
            }
            _ => "such operands count as tensors with axes here".to_owned(),
        };
        return Err(Page::Prose(format!(
            "no table: {} has no {name} table: {instead}\n",
            ruleset.title()
        )));
    }
    let named = args.dtypes.iter().map(|name| ask::dtype(catalog, ruleset, name));
    let named: Vec<DTypeId> = named.collect::<Result<_, String>>()?;
    let sheet =
        draw::sheet_of(catalog, ruleset, name, |id| named.is_empty() || named.contains(&id));
    Ok(match args.format {
        Format::Grid => Page::Grid(ask::note_on_codes(catalog, &[ruleset]) + &sheet.grid()),
        Format::Json => Page::Verbatim(sheet.json()),
        Format::Csv => Page::Verbatim(sheet.csv()),
        Format::Markdown => Page::Markdown(sheet.markdown()),
    })
}
