//! What real frameworks did, as `cargo xtask observe` recorded it, and the rulesets it speaks for.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use codegen::catalog::{Catalog, Observed, Ruleset};
use observed::Observation;

/// Every recorded observation, by name. `CONCORD_RANDOM=<folder>` is where random questions are instead of those
/// that are kept: `cargo xtask observe <framework> --random <seed> --out <folder>` writes them.
///
/// # Panics
///
/// Where a file cannot be read, with the reason.
pub fn all(catalog: &Catalog) -> Vec<Observation> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("observed");
    let random = std::env::var_os("CONCORD_RANDOM");
    let random = random.map_or_else(|| folder.join("random"), PathBuf::from);
    observed::load_with(&folder, &random, catalog).unwrap_or_else(|error| panic!("{error}"))
}

/// Each ruleset and each run that its file says speaks for it.
///
/// # Panics
///
/// Where a file names an observation that is not recorded.
pub fn held<'a>(
    catalog: &'a Catalog,
    observations: &'a [Observation],
) -> Vec<(&'a Ruleset, &'a Observed, &'a Observation)> {
    let mut held = Vec::new();
    for ruleset in &catalog.rulesets {
        for observed in &ruleset.observed {
            let found = observations.iter().find(|one| one.name == observed.file);
            let found = found.unwrap_or_else(|| {
                panic!("{}: conformance/observed/{}.json is not there", ruleset.name, observed.file)
            });
            held.push((ruleset, observed, found));
        }
    }
    held
}

/// Prints a line that a test that passes shows too: the harness keeps what `println!` says to itself.
pub fn tell(line: &str) {
    // Where nobody reads, nothing is lost.
    _ = writeln!(io::stdout(), "{line}");
}
