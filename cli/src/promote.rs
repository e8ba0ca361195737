//! `promote`: the dtype that operands promote to.

use codegen::Catalog;

use crate::{Answer, args, ask};

pub(crate) fn run(args: &args::Promote, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let operands = args.operands.iter().map(|word| ask::operand(catalog, ruleset, word));
    let operands = operands.collect::<Result<Vec<_>, _>>()?;
    let result = catalog.tables(ruleset).result_type(&operands);
    let result = result.map_err(|error| ask::failure(catalog, ruleset, error))?;
    let weak = if result.weak { "*" } else { "" };
    Ok(format!("{}{weak}\n", catalog.dtype(result.dtype).name))
}
