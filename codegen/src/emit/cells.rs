//! Catalog → `cells.rs`: the words that the drawn tables are written in.

use quote::quote;

use super::{Part, constant, ident, rust, variant};
use crate::catalog::Catalog;
use crate::files::File;

const PATH: &str = "runtime/src/generated/cells.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let words = catalog.dtypes.iter().map(|dtype| {
        let doc = format!(" Gives `{}`.", dtype.name);
        let word = ident(&constant(&dtype.code));
        let variant = ident(&variant(&dtype.code));
        quote! {
            #[doc = #doc]
            pub(super) const #word: Cell = Cell::To(DType::#variant);
        }
    });
    let code = quote! {
        #![allow(dead_code, reason = "which of the words occur is the spec's to say")]

        use crate::dtype::DType;
        use crate::table::Cell;

        /// Refused by the framework's rule.
        pub(super) const NO: Cell = Cell::Refused;
        /// Allowed by the rule, with nothing that runs it.
        pub(super) const NK: Cell = Cell::NoKernel;
        /// Said by no source.
        pub(super) const UN: Cell = Cell::Unknown;
        /// A dtype the ruleset does not have.
        pub(super) const __: Cell = Cell::Unsupported;
        #(#words)*
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
