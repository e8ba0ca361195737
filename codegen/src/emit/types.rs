//! Catalog → `types.rs`: a marker for each ruleset, and what two Rust types promote to under it.

use std::iter;

use quote::quote;

use super::element::element;
use super::{Part, ident, rust};
use crate::catalog::{Catalog, Cell, DTypeId, Ruleset};
use crate::files::File;
use crate::rust_names::{camel, constant, module, variant};

const PATH: &str = "runtime/src/generated/types.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let markers = catalog.rulesets.iter().map(|ruleset| {
        let constant = constant(&ruleset.name);
        let (marker, title) = (marker(ruleset), ruleset.title());
        format!("    {marker} = {constant}, \"{title}: [`{constant}`](crate::rulesets::{constant}).\";\n")
    });
    let markers = format!("markers! {{\n{}}}\n", markers.collect::<String>());
    let has = |id: &DTypeId| catalog.rulesets.iter().any(|ruleset| ruleset.dtypes.contains(id));
    let aliases = catalog.ids().filter(has).map(|id| {
        let (ty, alias) = (element(catalog.dtype(id)), ident(&variant(&catalog.dtype(id).code)));
        quote!(type #alias = #ty;)
    });
    let code = quote! {
        use crate::types::{markers, promotes};

        #(#aliases)*
    };
    let cells = catalog.rulesets.iter().map(|ruleset| cells_of(catalog, ruleset));
    let drawn = [markers].into_iter().chain(cells).map(Part::Drawn);
    rust(PATH.to_owned(), [Part::Code(code)].into_iter().chain(drawn).collect())
}

/// `jax/x32` → `JaxX32`.
fn marker(ruleset: &Ruleset) -> String {
    camel(&module(&ruleset.name))
}

/// A row of pairs for each dtype on the left: what is on the right, then what they give; or the ruleset whose pairs it has.
fn cells_of(catalog: &Catalog, ruleset: &Ruleset) -> String {
    let name = marker(ruleset);
    let same = |other: &Ruleset| {
        let mut cells = ruleset
            .dtypes
            .iter()
            .flat_map(|&lhs| ruleset.dtypes.iter().map(move |&rhs| (lhs, rhs)));
        other.dtypes == ruleset.dtypes
            && cells.all(|(lhs, rhs)| other.promote(lhs, rhs) == ruleset.promote(lhs, rhs))
    };
    let bases = iter::successors(Some(ruleset), |of| catalog.ruleset(of.base.as_ref()?));
    if let Some(base) = bases.skip(1).take_while(|base| same(base)).last() {
        return format!("promotes! {{ {name} as {} }}\n", marker(base));
    }
    let ty = |id: DTypeId| variant(&catalog.dtype(id).code);
    let rows = ruleset.dtypes.iter().map(|&lhs| {
        let cells = ruleset.dtypes.iter().filter_map(|&rhs| match ruleset.promote(lhs, rhs) {
            Cell::DType(gives) => Some(format!("{} {}", ty(rhs), ty(gives))),
            // A weakly typed result is a tensor's, and a type has no room for it.
            Cell::Weak(_) | Cell::Foreign(_) | Cell::Refused | Cell::NoKernel | Cell::Unknown => {
                None
            }
        });
        let cells: Vec<String> = cells.collect();
        format!("    {}: {};\n", ty(lhs), cells.join(", "))
    });
    format!("promotes! {{ {name}\n{}}}\n", rows.collect::<String>())
}
