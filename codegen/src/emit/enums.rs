//! Catalog → `enums.rs`: conversions between dtypes and the enums of other crates, each behind its feature.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, DTypeId, Id, IdSystem};
use crate::files::File;
use crate::rust_names::{camel, variant};

const PATH: &str = "runtime/src/generated/enums.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let conversions = catalog.id_systems.iter().filter_map(|system| {
        let path = system.rust.as_ref()?;
        Some(conversions(catalog, system, path))
    });
    let code = quote! {
        #![allow(unused_imports, reason = "no feature that needs them may be on")]

        use alloc::format;
        use alloc::string::String;

        use crate::dtype::DType;
        use crate::ids::{IdSystem, NoId, UnknownId};

        #(#conversions)*
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}

/// There and back, for the enum of a system.
fn conversions(catalog: &Catalog, system: &IdSystem, path: &str) -> TokenStream {
    let feature = &system.name;
    let this = ident(&camel(&system.name));
    let path: TokenStream = path.parse().expect("`lower` has checked the path");
    let of_dtype = |dtype: DTypeId| ident(&variant(&catalog.dtype(dtype).code));
    let variants = |ids: &[Id]| -> Vec<TokenStream> {
        let texts =
            ids.iter().filter_map(|id| if let Id::Text(text) = id { Some(text) } else { None });
        let variant = |text: &String| text.parse().expect("`lower` has checked the variants");
        texts.map(variant).collect()
    };
    let there = system.ids.iter().filter_map(|(dtype, ids)| {
        let (dtype, first) = (of_dtype(*dtype), variants(ids).into_iter().next()?);
        Some(quote!(DType::#dtype => #path::#first))
    });
    let back = system.ids.iter().map(|(dtype, ids)| {
        let (dtype, variants) = (of_dtype(*dtype), variants(ids));
        quote!(#(#path::#variants)|* => DType::#dtype)
    });
    let none = format!(" If {} has no such variant.", system.title);
    let unknown = " If it is of no dtype of [`DType::ALL`].";
    quote! {
        #[cfg(feature = #feature)]
        impl TryFrom<DType> for #path {
            type Error = NoId;

            #[doc = #none]
            fn try_from(dtype: DType) -> Result<Self, NoId> {
                Ok(match dtype {
                    #(#there,)*
                    _ => return Err(NoId { system: IdSystem::#this, dtype }),
                })
            }
        }

        #[cfg(feature = #feature)]
        impl TryFrom<#path> for DType {
            type Error = UnknownId<String>;

            #[doc = #unknown]
            fn try_from(other: #path) -> Result<DType, UnknownId<String>> {
                Ok(match other {
                    #(#back,)*
                    _ => return Err(UnknownId { system: IdSystem::#this, id: format!("{other:?}") }),
                })
            }
        }
    }
}
