//! `laws`: what holds of a ruleset's promotion, and every counter-example, beside what was run of it.

use codegen::{Catalog, draw};

use crate::{Answer, Origin, args, ask, run_evidence};

pub(crate) fn run(args: &args::Laws, catalog: &Catalog, origin: &Origin) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let laws = catalog.tables(ruleset).laws();
    let title =
        format!("{}: {}, {} dtypes\n\n", ruleset.name, ruleset.title(), ruleset.dtypes.len());
    let observations = origin.runs(catalog, ruleset)?;
    let together = |triple| run_evidence::together(catalog, ruleset, &observations, triple);
    Ok(title + &draw::laws_beside(catalog, &laws, together))
}
