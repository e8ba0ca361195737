//! `report`: `docs/frameworks.md`, what each ruleset says, holds and differs in, written or only compared.

mod agreement;
mod differences;
mod ruleset;

use std::fs;
use std::path::Path;

use codegen::{Catalog, files};
use observed::Observation;
use observed::conformity::{self, Conformity};

use crate::{Answer, catalog, cli, sources};

const PATH: &str = "docs/frameworks.md";

pub(crate) fn run(args: &cli::Report, root: &Path) -> Answer {
    let catalog = catalog(&sources(root))?;
    let observations = observed::load(&root.join("conformance/observed"), &catalog);
    let observations = observations.map_err(|error| format!("{error}\n"))?;
    let open = open(&catalog, &observations)?;
    if !open.is_empty() {
        return Err(open);
    }
    let text = text(&catalog, &observations)?;
    let path = root.join(PATH);
    let before = fs::read_to_string(&path).unwrap_or_default();
    if before == text {
        return Ok(format!("{PATH} is what the spec and the runs say\n"));
    }
    if args.check {
        return Err(format!(
            "{PATH} is not what the spec and the runs say: run `cargo xtask report`\n"
        ));
    }
    files::replace(&path, &text).map_err(|error| format!("{error}\n"))?;
    Ok(format!("wrote {PATH}\n"))
}

/// The differences between rulesets and runs that no divergence declares, and those declared that
/// are none; of values only the suite knows, which computes.
fn open(catalog: &Catalog, observations: &[Observation]) -> Result<String, String> {
    let mut open = String::new();
    for ruleset in &catalog.rulesets {
        for observed in &ruleset.observed {
            let held = ruleset::held(catalog, ruleset, observed, observations)?;
            let Conformity { undeclared, stale, .. } = held.1;
            open += &conformity::report(catalog, ruleset, observed, &undeclared, &stale);
        }
    }
    Ok(open)
}

fn text(catalog: &Catalog, observations: &[Observation]) -> Result<String, String> {
    let mut text = String::from(
        "<!-- Written by `cargo xtask report` from spec/ and conformance/observed/. Edit those. -->\n\n\
         # The frameworks\n\n\
         What each ruleset says and where from, which laws its promotion keeps, where its sources differ from each other\n\
         and from what the framework does when run, how far all of them agree, and on which cells two of them differ.\n\
         In grids: `-` refused, `!` no kernel, `?` not known.\n\n",
    );
    text += &ruleset::overview(catalog);
    for one in &catalog.rulesets {
        text += &ruleset::section(catalog, one, observations)?;
    }
    text += &agreement::section(catalog);
    text += &differences::section(catalog);
    Ok(text)
}
