//! `laws`: what holds of a ruleset's promotion, and every counter-example, beside what was run of it.

use std::path::Path;

use codegen::{Catalog, draw};

use crate::{Answer, ask, cli, seen};

pub(crate) fn run(args: &cli::Laws, catalog: &Catalog, root: &Path) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let laws = catalog.tables(ruleset).laws();
    let title =
        format!("{}: {}, {} dtypes\n\n", ruleset.name, ruleset.title(), ruleset.dtypes.len());
    let observations = seen::load(catalog, root)?;
    let together = |triple| seen::together(catalog, ruleset, &observations, triple);
    Ok(title + &draw::laws_beside(catalog, &laws, together))
}
