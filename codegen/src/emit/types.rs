//! Catalog → `types.rs`: a marker for each ruleset, and what two Rust types promote to under it.

use quote::quote;

use super::element::element;
use super::{Part, ident, rust};
use crate::catalog::{Catalog, Cell, DTypeId, Ruleset};
use crate::files::File;
use crate::rust_names::{camel, module, variant};

const PATH: &str = "runtime/src/generated/types.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let names: Vec<String> = catalog.rulesets.iter().map(marker).collect();
    let markers = catalog.rulesets.iter().zip(&names).map(|(ruleset, name)| {
        let (name, path) = (ident(name), &ruleset.name);
        let constant = ident(&crate::rust_names::constant(path));
        let doc = format!(" {}: [`{constant}`](crate::rulesets::{constant}).", ruleset.title());
        quote! {
            #[doc = #doc]
            #[derive(Clone, Copy, Debug)]
            pub enum #name {}

            impl Rules for #name {
                const RULESET: Ruleset = crate::rulesets::#constant;
            }
        }
    });
    let has = |id: &DTypeId| catalog.rulesets.iter().any(|ruleset| ruleset.dtypes.contains(id));
    let aliases = catalog.ids().filter(has).map(|id| {
        let (ty, alias) = (element(catalog.dtype(id)), ident(&variant(&catalog.dtype(id).code)));
        quote!(type #alias = #ty;)
    });
    let code = quote! {
        use crate::Ruleset;
        use crate::types::{Rules, promotes};

        #(#markers)*

        #(#aliases)*
    };
    let cells = catalog.rulesets.iter().zip(&names);
    let cells = cells.map(|(ruleset, name)| Part::Drawn(cells_of(catalog, ruleset, name)));
    rust(PATH.to_owned(), [Part::Code(code)].into_iter().chain(cells).collect())
}

/// `jax/x32` → `JaxX32`.
fn marker(ruleset: &Ruleset) -> String {
    camel(&module(&ruleset.name))
}

/// A row of pairs for each dtype on the left: what is on the right, then what they give.
fn cells_of(catalog: &Catalog, ruleset: &Ruleset, name: &str) -> String {
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
