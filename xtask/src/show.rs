//! `show`: a table of a ruleset.

use codegen::{Catalog, draw};

use crate::cli::{self, Format};
use crate::{Answer, ask};

pub(crate) fn run(args: &cli::Show, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let sheet = draw::sheet(catalog, ruleset, args.table.into());
    Ok(match args.format {
        Format::Grid => sheet.grid(),
        Format::Json => sheet.json(),
        Format::Csv => sheet.csv(),
        Format::Markdown => sheet.markdown(),
    })
}
