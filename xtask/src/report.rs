//! `report`: `docs/frameworks/`, a page for each framework and one on how they agree, written or only compared.

mod agreement;
mod differences;
mod index;
mod links;
mod page;
mod picture;
mod ruleset;
mod runs;

use std::path::Path;

use codegen::Catalog;
use codegen::files::{self, Change, File};
use observed::conformity;

use crate::{Answer, catalog, cli, regen, sources};
use runs::Held;

/// The folder of the pages, which is wholly generated.
const FOLDER: &str = "docs/frameworks";

/// What every page begins with.
const WRITTEN: &str = "<!-- Written by `cargo xtask report` from spec/ and conformance/observed/. Edit those. -->\n\n";

pub(crate) fn run(args: &cli::Report, root: &Path) -> Answer {
    let catalog = catalog(&sources(root))?;
    let observations = observed::load(&root.join("conformance/observed"), &catalog);
    let observations = observations.map_err(|error| format!("{error}\n"))?;
    let held = runs::all(&catalog, &observations)?;
    let open = open(&catalog, &held);
    if !open.is_empty() {
        return Err(open);
    }
    let changes = files::compare(root, &[FOLDER], &pages(&catalog, &held))
        .map_err(|error| format!("{error}\n"))?;
    let line = |what: &str, change: &Change| format!("{what:9} {}\n", change.path);
    match changes.as_slice() {
        [] => Ok(format!("{FOLDER}/ is what the spec and the runs say\n")),
        changes if args.check => {
            let stale: String = changes.iter().map(|change| line("stale:", change)).collect();
            Err(format!(
                "{stale}{FOLDER}/ is not what the spec and the runs say: run `cargo xtask report`\n"
            ))
        }
        changes => {
            files::write(root, changes).map_err(|error| format!("{error}\n"))?;
            Ok(changes.iter().map(|change| line(regen::done(change.kind), change)).collect())
        }
    }
}

/// The differences between rulesets and runs that no divergence declares, and those declared that
/// are none; of values only the suite knows, which computes.
fn open(catalog: &Catalog, held: &[Held<'_>]) -> String {
    let mut open = String::new();
    for one in held {
        for run in &one.runs {
            let conformity::Conformity { undeclared, stale, .. } = &run.conformity;
            open += &conformity::report(catalog, one.ruleset, run.observed, undeclared, stale);
        }
    }
    open
}

/// Every page, the index first.
fn pages(catalog: &Catalog, held: &[Held<'_>]) -> Vec<File> {
    let families = page::families(held);
    let file = |name: &str, text| File { path: format!("{FOLDER}/{name}.md"), text };
    let picture = picture::svg(catalog, &families);
    let mut files = vec![
        File { path: format!("{FOLDER}/answers.svg"), text: picture },
        file("README", index::page(&families)),
        file("agreement", agreement::page(catalog)),
    ];
    files.extend(families.iter().map(|family| file(family.name, family.page(catalog))));
    files
}
