//! Catalog → `element.rs`: which Rust type holds an element of which dtype.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, DType};
use crate::files::File;
use crate::rust_names::variant;

const PATH: &str = "runtime/src/generated/element.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let impls = catalog.dtypes.iter().filter(|dtype| !dtype.is_narrow()).map(|dtype| {
        let (cfg, ty, variant) = (cfg(dtype), element(dtype), ident(&variant(&dtype.code)));
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

/// The Rust type that holds an element.
pub(super) fn element(dtype: &DType) -> TokenStream {
    match &dtype.rust {
        Some(path) => {
            let ty = syn::parse_str::<syn::Type>(path).expect("lowering has parsed the type");
            quote!(#ty)
        }
        None => {
            let variant = ident(&variant(&dtype.code));
            quote!(crate::Narrow<{ crate::DType::#variant as u8 }>)
        }
    }
}

/// The features without which that type is not there, as an attribute.
pub(super) fn cfg(dtype: &DType) -> Option<TokenStream> {
    match dtype.needs.as_slice() {
        [] => None,
        [feature] => Some(quote!(#[cfg(feature = #feature)])),
        features => Some(quote!(#[cfg(all(#(feature = #features),*))])),
    }
}
