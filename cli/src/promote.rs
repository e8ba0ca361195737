//! `promote`: the dtype that operands promote to.

use codegen::Catalog;
use codegen::draw::words;
use serde::Serialize;

use crate::args::{self, TextFormat};
use crate::page::Page;
use crate::{Answer, ask, json};

/// What `--format json` prints.
#[derive(Serialize)]
struct Promoted<'a> {
    ruleset: &'a str,
    operands: Vec<String>,
    dtype: &'a str,
    weak: bool,
}

pub(crate) fn run(args: &args::Promote, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let operands = args.operands.iter().map(|word| ask::operand(catalog, ruleset, word));
    let operands = operands.collect::<Result<Vec<_>, _>>()?;
    let result = catalog.tables(ruleset).promote_all(&operands);
    let result = result.map_err(|error| ask::failure(catalog, ruleset, error))?;
    let dtype = &catalog.dtype(result.dtype).name;
    Ok(match args.format {
        TextFormat::Text => {
            let weak = if result.weak { "*" } else { "" };
            Page::Prose(format!("{dtype}{weak}\n"))
        }
        TextFormat::Json => {
            let operands = operands.iter().map(|&operand| words::operand(catalog, operand));
            let operands: Vec<String> = operands.collect();
            let (ruleset, weak) = (&ruleset.name, result.weak);
            json::page(&Promoted { ruleset, operands, dtype, weak })
        }
    })
}
