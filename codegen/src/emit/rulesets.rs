//! Catalog → `rulesets.rs`: the list of all rulesets.

use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::Catalog;
use crate::files::File;
use crate::rust_names::{constant, module};

const PATH: &str = "runtime/src/generated/rulesets.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let modules: Vec<_> =
        catalog.rulesets.iter().map(|ruleset| ident(&module(&ruleset.name))).collect();
    let constants: Vec<_> =
        catalog.rulesets.iter().map(|ruleset| ident(&constant(&ruleset.name))).collect();
    let code = quote! {
        #(mod #modules;)*

        use crate::ruleset::Ruleset;

        #(pub use #modules::#constants;)*

        /// Every ruleset, in the order of the spec.
        pub const ALL: &[Ruleset] = &[#(#constants),*];
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
