//! Catalog → `cells.rs`: the words that the drawn tables are written in.

use quote::quote;

use super::{Part, constant, ident, rust, variant};
use crate::catalog::Catalog;
use crate::files::File;

const PATH: &str = "runtime/src/generated/cells.rs";

/// What stands before the code of a weakly typed dtype: `W_F32`.
pub(super) const WEAK: &str = "W_";

/// What stands before the name of a dtype that the spec does not have: `X_INT128`.
pub(super) const FOREIGN: &str = "X_";

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
    let weak = catalog.dtypes.iter().map(|dtype| {
        let doc = format!(" Gives `{}`, weakly typed.", dtype.name);
        let word = ident(&format!("{WEAK}{}", constant(&dtype.code)));
        let variant = ident(&variant(&dtype.code));
        quote! {
            #[doc = #doc]
            pub(super) const #word: Cell = Cell::Weak(DType::#variant);
        }
    });
    let names = &catalog.foreign;
    let foreign = names.iter().enumerate().map(|(place, name)| {
        let place = proc_macro2::Literal::usize_unsuffixed(place);
        let doc = format!(" Gives `{name}`, which is none of the dtypes.");
        let word = ident(&format!("{FOREIGN}{}", constant(name)));
        quote! {
            #[doc = #doc]
            pub(super) const #word: Cell = Cell::Foreign(#place);
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
        #(#weak)*
        #(#foreign)*

        /// The dtypes that frameworks give and that are none of [`DType`].
        pub(crate) const FOREIGN: &[&str] = &[#(#names),*];
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
