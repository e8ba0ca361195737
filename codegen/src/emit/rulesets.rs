//! Catalog → `rulesets.rs`: the list of all rulesets.

use super::{Part, filled, rust, set};
use crate::catalog::Catalog;
use crate::files::File;
use crate::rust_names::{constant, module};

const PATH: &str = "runtime/src/generated/rulesets.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let names = || catalog.rulesets.iter().map(|ruleset| ruleset.name.as_str());
    let constants: Vec<String> = names().map(constant).collect();
    let lines = |items: Vec<String>| set(items.iter().map(String::as_str), 0, 0);
    let modules = lines(names().map(|name| format!("mod {};", module(name))).collect());
    let uses = names()
        .zip(&constants)
        .map(|(name, constant)| format!("pub use {}::{constant};", module(name)));
    let all = format!(
        "/// Every ruleset, in the order of the spec.\npub const ALL: &[Ruleset] = &[\n{}];\n",
        filled(4, &constants)
    );
    let import = "use crate::ruleset::Ruleset;\n".to_owned();
    let drawn = [modules, import, lines(uses.collect()), all];
    rust(PATH.to_owned(), drawn.map(Part::Drawn).into())
}
