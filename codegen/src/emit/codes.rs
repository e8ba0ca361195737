//! Catalog → `codes.rs`: macros over all dtypes, over those that Rust types hold, and over the narrow ones.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, DType};
use crate::files::File;
use crate::rust_names::variant;

const PATH: &str = "runtime/src/generated/codes.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let all = each(catalog, "each_dtype", "every dtype", |_| true);
    let wide = each(catalog, "each_wide_dtype", "every dtype that is not narrow", |dtype| {
        !dtype.is_narrow()
    });
    let narrow = each(catalog, "each_narrow_dtype", "every narrow dtype", DType::is_narrow);
    let code = quote! {
        pub(crate) use super::elements::*;

        #all
        #wide
        #narrow
        pub(crate) use {each_dtype, each_narrow_dtype, each_wide_dtype};
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}

/// A macro over some dtypes.
fn each(catalog: &Catalog, name: &str, what: &str, wanted: fn(&DType) -> bool) -> TokenStream {
    let (variants, codes): (Vec<_>, Vec<_>) = catalog
        .dtypes
        .iter()
        .filter(|dtype| wanted(dtype))
        .map(|dtype| (ident(&variant(&dtype.code)), ident(&dtype.code)))
        .unzip();
    let doc = format!(
        " Calls a macro with {what}: its variant, and the Rust type of an element by its code."
    );
    let name = ident(name);
    quote! {
        #[doc = #doc]
        macro_rules! #name {
            ($callback:ident $($before:tt)*) => {
                $callback! { $($before)* #(#variants #codes),* }
            };
        }
    }
}
