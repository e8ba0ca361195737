//! Catalog → `enums.rs`: conversions between dtypes and the enums of other crates, each behind its feature.

use super::{Part, filled, rust};
use crate::catalog::{Catalog, Id, IdSystem};
use crate::files::File;
use crate::rust_names::{camel, variant};

const PATH: &str = "runtime/src/generated/enums.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let head = "use crate::ids::enums::conversions;\n".to_owned();
    let conversions = catalog.id_systems.iter().filter_map(|system| {
        let path = system.rust.as_ref()?;
        Some(conversions(catalog, system, path))
    });
    rust(PATH.to_owned(), [head].into_iter().chain(conversions).map(Part::Drawn).collect())
}

/// There and back, for the enum of a system: each dtype with the variants that are of it.
fn conversions(catalog: &Catalog, system: &IdSystem, path: &str) -> String {
    let variants = |ids: &[Id]| -> Vec<String> {
        let texts = ids.iter().filter_map(|id| match id {
            Id::Text(text) => Some(text.clone()),
            Id::Number(_) | Id::CodeAndBits(..) => None,
        });
        texts.collect()
    };
    let pairs = system.ids.iter().map(|(dtype, ids)| {
        format!("{} = {}", variant(&catalog.dtype(*dtype).code), variants(ids).join(" | "))
    });
    let IdSystem { name, title, .. } = system;
    let lines = filled(4, &pairs.collect::<Vec<_>>());
    format!("conversions! {{ {name:?}, {path}, {}, {title:?}:\n{lines}}}\n", camel(name))
}
