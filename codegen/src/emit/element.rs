//! Catalog → `element.rs`: which Rust type holds an element of which dtype.

use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::Catalog;
use crate::files::File;
use crate::rust_names::variant;

const PATH: &str = "runtime/src/generated/element.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let impls = catalog.dtypes.iter().map(|dtype| {
        let ty = syn::parse_str::<syn::Type>(&dtype.rust).expect("lowering has parsed the type");
        let variant = ident(&variant(&dtype.code));
        let cfg = match dtype.needs.as_slice() {
            [] => None,
            [feature] => Some(quote!(#[cfg(feature = #feature)])),
            features => Some(quote!(#[cfg(all(#(feature = #features),*))])),
        };
        quote! {
            #cfg
            impl Element for #ty {
                const DTYPE: DType = DType::#variant;
            }
        }
    });
    let code = quote! {
        use crate::dtype::{DType, Element};

        #(#impls)*
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
