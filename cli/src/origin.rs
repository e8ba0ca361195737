//! Where answers come from: the spec and the recorded runs inside the program, or those of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use codegen::catalog::Ruleset;
use codegen::{Catalog, Sources, diagnostic};
use observed::Observation;

use crate::page::{self, Page};

/// A spec and the recorded runs that belong to it.
pub(crate) enum Origin {
    /// Those that the program was built with.
    Inside,
    /// Those below the root of a checkout, as they are now.
    Checkout(PathBuf),
}

impl Origin {
    pub(crate) fn sources(&self) -> Sources {
        match self {
            Origin::Inside => Sources::from_texts("spec", spec::FILES),
            Origin::Checkout(root) => codegen::load(&root.join("spec"), "spec"),
        }
    }

    /// The checked spec, or its mistakes as people read them.
    pub(crate) fn catalog(&self) -> Result<Catalog, Page> {
        if let Origin::Checkout(root) = self {
            check_root(root)?;
        }
        let sources = self.sources();
        codegen::lower(&sources).map_err(|mistakes| {
            let colour = page::colours_mistakes();
            Page::Verbatim(diagnostic::render(&mistakes, &sources, colour))
        })
    }

    /// The recorded runs that speak for a ruleset, but for those that are not there.
    pub(crate) fn runs(
        &self,
        catalog: &Catalog,
        ruleset: &Ruleset,
    ) -> Result<Vec<Observation>, String> {
        let mut names: Vec<&str> = ruleset.observed.iter().map(|run| run.file.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mut runs = Vec::new();
        for name in names {
            if let Some(text) = self.run(name)? {
                let run = Observation::read(name, &text, catalog);
                runs.push(run.map_err(|error| format!("{error}\n"))?);
            }
        }
        Ok(runs)
    }

    /// The text of a recorded run.
    fn run(&self, name: &str) -> Result<Option<String>, String> {
        match self {
            Origin::Inside => {
                let run = observed::FILES.iter().find(|(known, _)| *known == name);
                Ok(run.map(|(_, text)| (*text).to_owned()))
            }
            Origin::Checkout(root) => read(&root.join(format!("conformance/observed/{name}.json"))),
        }
    }
}

/// Whether a folder can be a checkout: it has a spec. What is wrong with that is told when it is read.
fn check_root(root: &Path) -> Result<(), String> {
    let shown = root.display();
    if !root.is_dir() {
        return Err(format!(
            "no checkout: `{shown}` is no folder\n`--root`, or CONCORD_ROOT, names one\n"
        ));
    }
    if !root.join("spec").is_dir() {
        return Err(format!(
            "no checkout: `{shown}` has no folder `spec`\n`--root`, or CONCORD_ROOT, names the root of a checkout\n"
        ));
    }
    Ok(())
}

fn read(path: &Path) -> Result<Option<String>, String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {}: {error}\n", path.display())),
    }
}
