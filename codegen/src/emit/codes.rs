//! Catalog → `codes.rs`: the Rust types under their short codes, and a macro over all of them.

use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::Catalog;
use crate::files::File;
use crate::rust_names::variant;

const PATH: &str = "runtime/src/generated/codes.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let of_other_name = catalog.dtypes.iter().filter(|dtype| dtype.rust != dtype.code);
    let aliases = of_other_name.map(|dtype| {
        let (code, doc) = (ident(&dtype.code), format!(" An element of `{}`.", dtype.name));
        let ty = syn::parse_str::<syn::Type>(&dtype.rust).expect("lowering has parsed the type");
        quote!(#[doc = #doc] #[allow(non_camel_case_types, reason = "a dtype is called by its short code")] pub(crate) type #code = #ty;)
    });
    let (variants, codes): (Vec<_>, Vec<_>) = catalog
        .dtypes
        .iter()
        .map(|dtype| (ident(&variant(&dtype.code)), ident(&dtype.code)))
        .unzip();
    let code = quote! {
        #(#aliases)*

        /// Calls a macro with every dtype: its variant, and the Rust type of an element by its code.
        macro_rules! each_dtype {
            ($callback:ident $($before:tt)*) => {
                $callback! { $($before)* #(#variants #codes),* }
            };
        }
        pub(crate) use each_dtype;
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
