//! `migrate`: every case that changes meaning when code moves from one ruleset to another.

mod cases;
mod cast;
mod change;
mod json;
mod markdown;
mod question;
mod rows;
mod settings;
mod summary;
#[cfg(test)]
mod tests;

use codegen::Catalog;
use codegen::catalog::{DTypeId, Ruleset};
use observed::Evidence;

use crate::args::{self, MigrateFormat};
use crate::page::Page;
use crate::{Answer, Origin, ask};
use settings::Settings;

/// A move from one ruleset to another.
struct Move<'c> {
    catalog: &'c Catalog,
    from: &'c Ruleset,
    to: &'c Ruleset,
    /// The dtypes that are asked of: those that both have, or those of them that were named.
    dtypes: Vec<DTypeId>,
    /// The dtypes that are asked of and that the second does not have.
    lacks: Vec<DTypeId>,
    /// Whether the dtypes were named.
    named: bool,
    /// What runs of the two frameworks say.
    evidence: [&'c Evidence<'c>; 2],
}

impl<'c> Move<'c> {
    /// What runs say of one of the two rulesets.
    fn evidence_of(&self, ruleset: &Ruleset) -> &'c Evidence<'c> {
        self.evidence[usize::from(ruleset.name != self.from.name)]
    }
}

pub(crate) fn run(args: &args::Migrate, catalog: &Catalog, origin: &Origin) -> Answer {
    let from = ask::ruleset(catalog, &args.from)?;
    let to = ask::ruleset(catalog, &args.to)?;
    let named = args.dtypes.iter().map(|name| ask::dtype(catalog, from, name));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let asked = |id: &DTypeId| named.is_empty() || named.contains(id);
    let asked = from.dtypes.iter().copied().filter(asked);
    let (dtypes, lacks) = asked.partition(|id| to.dtypes.contains(id));
    let runs = [origin.runs(catalog, from)?, origin.runs(catalog, to)?];
    let [was, becomes] = [(from, &runs[0]), (to, &runs[1])]
        .map(|(ruleset, runs)| Evidence::new(catalog, ruleset, runs));
    let (named, evidence) = (!named.is_empty(), [&was, &becomes]);
    let moved = Move { catalog, from, to, dtypes, lacks, named, evidence };
    let changes = cases::changes(&moved);
    let settings = Settings::of(&moved);
    Ok(match args.format {
        MigrateFormat::Markdown => Page::Markdown(markdown::text(&moved, &changes, &settings)),
        MigrateFormat::Json => Page::Verbatim(json::text(&moved, &changes, &settings)),
    })
}
