//! `laws`: what holds of a ruleset's promotion, and every counter-example.

use codegen::{Catalog, draw, laws};

use crate::{Answer, ask, cli};

pub(crate) fn run(args: &cli::Laws, catalog: &Catalog) -> Answer {
    let ruleset = ask::ruleset(catalog, &args.ruleset)?;
    let laws = laws::laws(catalog, &ruleset.dtypes, |lhs, rhs| ruleset.promote(lhs, rhs));
    let title =
        format!("{}: {}, {} dtypes\n\n", ruleset.name, ruleset.title(), ruleset.dtypes.len());
    Ok(title + &draw::laws(catalog, &laws))
}
