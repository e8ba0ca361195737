//! Catalog → a TypeScript module without dependencies: the tables as they are drawn, and look-ups in them.
//!
//! Types stand on lines of their own, `export type …;`, and between a constant's name and its `=`, so that they can be
//! erased line by line.

use super::{drawn, quoted, tables, titles};
use crate::catalog::{Catalog, Id, Ruleset};

/// What every module begins and ends with.
const TEMPLATE: &str = include_str!("typescript/template.ts");

/// A module of ECMAScript 2020 and types.
pub fn typescript(catalog: &Catalog, rulesets: &[&Ruleset]) -> String {
    let union = |words: Vec<String>| words.join(" | ");
    let list = |words: &[String]| words.join(", ");
    let names: Vec<String> = catalog.dtypes.iter().map(|dtype| quoted(&dtype.name)).collect();
    let rulesets_quoted: Vec<String> = rulesets.iter().map(|one| quoted(&one.name)).collect();
    let mut grids = String::new();
    for ruleset in rulesets {
        grids += &format!("  {}: {{\n", quoted(&ruleset.name));
        for name in tables(ruleset) {
            let grid = drawn(catalog, ruleset, name);
            grids += &format!("    {}: `\n{grid}`,\n", quoted(name.name()));
        }
        grids += "  },\n";
    }
    let mut ids = String::new();
    for system in &catalog.id_systems {
        let of = system.ids.iter().flat_map(|(dtype, ids)| {
            let id = match ids.first()? {
                Id::Number(number) => number.to_string(),
                Id::Text(text) => quoted(text),
                Id::CodeAndBits(code, bits) => format!("[{code}, {bits}]"),
            };
            Some(format!("    {}: {id},\n", quoted(&catalog.dtype(*dtype).name)))
        });
        ids += &format!(
            "  // {}: {}\n  {}: {{\n{}  }},\n",
            system.title,
            system.what,
            quoted(&system.name),
            of.collect::<String>()
        );
    }
    TEMPLATE
        .replace("TITLES", &titles(rulesets))
        .replace("VERSION", env!("CARGO_PKG_VERSION"))
        .replace("DTYPE_UNION", &union(names.clone()))
        .replace("DTYPE_LIST", &list(&names))
        .replace("RULESET_UNION", &union(rulesets_quoted))
        .replace("  GRIDS\n", &grids)
        .replace("  IDENTIFIERS\n", &ids)
}
