//! Catalog → `ids.rs`: the systems that have ids of dtypes, and their tables.

use super::{Part, filled, rust};
use crate::catalog::{Catalog, Id, IdForm, IdSystem};
use crate::files::File;
use crate::rust_names::{camel, constant, variant};

const PATH: &str = "runtime/src/generated/ids.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let head = "use crate::dtype::DType::{self, *};\n\
                use crate::ids::CodeAndBits;\n\
                use crate::ids::facts::systems;\n";
    let systems: String = catalog.id_systems.iter().map(system).collect();
    let systems = format!("systems! {{\n{systems}}}\n");
    let tables = catalog.id_systems.iter().map(|system| table(catalog, system));
    let drawn = [head.to_owned(), systems].into_iter().chain(tables);
    rust(PATH.to_owned(), drawn.map(Part::Drawn).collect())
}

/// A system: its variant and its name, its table, the functions that look up in it, and what is said of it.
fn system(system: &IdSystem) -> String {
    let IdSystem { name, title, what, form, shared, source, .. } = system;
    let form = match form {
        IdForm::Number => "Numbers",
        IdForm::Text => "Texts",
        IdForm::CodeAndBits => "CodesAndBits",
    };
    // There is no dtype of an id that several share.
    let from = if *shared { String::new() } else { format!(" from_{name}") };
    format!(
        "    {} {name:?}, {} {form}, {name}{from}:\n        {title:?}, {what:?},\n        {:?},\n        {:?};\n",
        camel(name),
        constant(name),
        format!("{}, {}", source.title, source.version),
        source.url,
    )
}

/// The ids of a system, by dtype.
fn table(catalog: &Catalog, system: &IdSystem) -> String {
    let ty = match system.form {
        IdForm::Number => "i32",
        IdForm::Text => "&str",
        IdForm::CodeAndBits => "CodeAndBits",
    };
    let pairs = system.ids.iter().flat_map(|(dtype, ids)| {
        let dtype = variant(&catalog.dtype(*dtype).code);
        ids.iter().map(move |id| format!("({dtype}, {})", literal(id)))
    });
    let lines = filled(4, &pairs.collect::<Vec<_>>());
    format!("const {}: &[(DType, {ty})] = &[\n{lines}];\n", constant(&system.name))
}

fn literal(id: &Id) -> String {
    match id {
        Id::Number(number) => number.to_string(),
        Id::Text(text) => format!("{text:?}"),
        Id::CodeAndBits(code, bits) => format!("CodeAndBits {{ code: {code}, bits: {bits} }}"),
    }
}
