//! `show`: a table of a ruleset.

use codegen::catalog::DTypeId;
use codegen::{Catalog, draw};

use crate::args::{self, Format};
use crate::page::Page;
use crate::{Answer, ask};

pub(crate) fn run(args: &args::Show, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let name = args.table.0;
    ask::must_have(ruleset, name)?;
    let named = args.dtypes.iter().map(|name| ask::dtype(catalog, ruleset, name));
    let named: Vec<DTypeId> = named.collect::<Result<_, String>>()?;
    let sheet =
        draw::sheet_of(catalog, ruleset, name, |id| named.is_empty() || named.contains(&id));
    Ok(match args.format {
        Format::Grid => {
            let grid = sheet.grid();
            Page::Grid(ask::note_on_codes(catalog, &[ruleset], &grid) + &grid)
        }
        Format::Json => Page::Verbatim(sheet.json()),
        Format::Csv => Page::Verbatim(sheet.csv()),
        Format::Markdown => Page::Markdown(sheet.markdown()),
    })
}
