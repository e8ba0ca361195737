//! `export`: rulesets for programs in other languages.

use codegen::Catalog;
use codegen::catalog::{IdSystem, Ruleset};
use codegen::export;
use observed::Observation;

use crate::args::{self, ExportFormat};
use crate::page::Page;
use crate::{Answer, Origin, ask, ids, json};

pub(crate) fn run(args: &args::Export, catalog: &Catalog, origin: &Origin) -> Answer {
    let rulesets: Vec<&Ruleset> = match args.rulesets.as_slice() {
        [] => catalog.rulesets.iter().collect(),
        names => {
            let found = names.iter().map(|name| ask::ruleset(catalog, name));
            let mut found: Vec<&Ruleset> = found.collect::<Result<_, _>>()?;
            // A name that is given twice is one table.
            let mut names = Vec::new();
            found.retain(|one| {
                let new = !names.contains(&one.name.as_str());
                names.push(one.name.as_str());
                new
            });
            found
        }
    };
    let system = args.ids.as_deref().map(|name| ids::system(catalog, name)).transpose()?;
    if system.is_some() && args.to != ExportFormat::C {
        return Err(Page::Prose(
            "no look-ups by ids: only a C header has them; the other formats have every id\n"
                .to_owned(),
        ));
    }
    Ok(match args.to {
        ExportFormat::Json => {
            let runs = runs(catalog, &rulesets, origin)?;
            json::page(&observed::export::json(catalog, &rulesets, &runs))
        }
        ExportFormat::C => Page::Verbatim(c(catalog, &rulesets, system)?),
        ExportFormat::Python => Page::Verbatim(export::python(catalog, &rulesets)),
        ExportFormat::Typescript => Page::Verbatim(export::typescript(catalog, &rulesets)),
        ExportFormat::Markdown => Page::Verbatim(export::markdown(catalog, &rulesets)),
        ExportFormat::Csv => Page::Verbatim(export::csv(catalog, &rulesets)),
    })
}

/// The recorded runs that speak for any of some rulesets.
pub(crate) fn runs(
    catalog: &Catalog,
    rulesets: &[&Ruleset],
    origin: &Origin,
) -> Result<Vec<Observation>, String> {
    let mut all: Vec<Observation> = Vec::new();
    for ruleset in rulesets {
        let new = |name: &str| !all.iter().any(|known| known.name == name);
        if ruleset.observed.iter().any(|observed| new(&observed.file)) {
            let runs = origin.runs(catalog, ruleset)?;
            let runs = runs.into_iter().filter(|run| new(&run.name)).collect::<Vec<_>>();
            all.extend(runs);
        }
    }
    Ok(all)
}

fn c(
    catalog: &Catalog,
    rulesets: &[&Ruleset],
    system: Option<&IdSystem>,
) -> Result<String, String> {
    export::c(catalog, rulesets, system).map_err(|error| format!("no look-ups by ids: {error}\n"))
}
