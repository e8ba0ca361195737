//! Catalog → a Python module without dependencies: the tables as they are drawn, and look-ups in them.

use super::{drawn, quoted, tables, titles};
use crate::catalog::{Catalog, Id, IdForm, Ruleset};

/// What every module begins and ends with.
const TEMPLATE: &str = include_str!("python/template.py");

/// A module for Python 3.8 and later, which imports nothing.
pub fn python(catalog: &Catalog, rulesets: &[&Ruleset]) -> String {
    let names: Vec<String> = catalog.dtypes.iter().map(|dtype| quoted(&dtype.name)).collect();
    let mut grids = String::new();
    for ruleset in rulesets {
        grids += &format!("    {}: {{\n", quoted(&ruleset.name));
        for name in tables(ruleset) {
            let grid = drawn(catalog, ruleset, name);
            grids += &format!("        {}: \"\"\"\n{grid}\"\"\",\n", quoted(name.name()));
        }
        grids += "    },\n";
    }
    let mut spellings = String::new();
    for ruleset in rulesets {
        spellings += &format!("    {}: {{\n", quoted(&ruleset.name));
        for (id, words) in &ruleset.names {
            let name = quoted(&catalog.dtype(*id).name);
            for word in words {
                spellings += &format!("        {}: {name},\n", quoted(word));
            }
        }
        spellings += "    },\n";
    }
    let mut ids = String::new();
    for system in &catalog.id_systems {
        let of = system.ids.iter().flat_map(|(dtype, ids)| {
            let id = match ids.first()? {
                Id::Number(number) => number.to_string(),
                Id::Text(text) => quoted(text),
                Id::CodeAndBits(code, bits) => format!("({code}, {bits})"),
            };
            Some(format!("        {}: {id},\n", quoted(&catalog.dtype(*dtype).name)))
        });
        let note = match system.form {
            IdForm::CodeAndBits => ", as (code, bits)",
            IdForm::Number | IdForm::Text => "",
        };
        ids += &format!(
            "    # {}: {}{note}\n    {}: {{\n{}    }},\n",
            system.title,
            system.what,
            quoted(&system.name),
            of.collect::<String>()
        );
    }
    TEMPLATE
        .replace("TITLES", &titles(rulesets))
        .replace("VERSION", env!("CARGO_PKG_VERSION"))
        .replace("    DTYPE_NAMES,\n", &format!("    {},\n", names.join(", ")))
        .replace("    GRIDS\n", &grids)
        .replace("    SPELLINGS\n", &spellings)
        .replace("    IDENTIFIERS\n", &ids)
}
