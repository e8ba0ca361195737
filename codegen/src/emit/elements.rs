//! Catalog → `elements.rs`: the Rust types of elements under the short codes of their dtypes, and a macro from a dtype
//! to its Rust type.

use quote::quote;

use super::element::{cfg, element};
use super::{Part, ident, rust};
use crate::catalog::Catalog;
use crate::files::File;
use crate::rust_names::variant;

const PATH: &str = "runtime/src/generated/elements.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let of_other_name =
        catalog.dtypes.iter().filter(|dtype| dtype.rust.as_ref() != Some(&dtype.code));
    let aliases = of_other_name.map(|dtype| {
        let (code, doc) = (ident(&dtype.code), format!(" An element of `{}`.", dtype.name));
        let (cfg, ty) = (cfg(dtype), element(dtype));
        quote!(#[doc = #doc] #cfg pub type #code = #ty;)
    });
    let variants: Vec<_> =
        catalog.dtypes.iter().map(|dtype| ident(&variant(&dtype.code))).collect();
    let types = catalog.dtypes.iter().map(|dtype| {
        let code = ident(&dtype.code);
        match dtype.rust.as_ref() == Some(&dtype.code) {
            true => quote!(#code),
            false => quote!($crate::elements::#code),
        }
    });
    let code = quote! {
        #![allow(non_camel_case_types, reason = "a dtype is called by its short code")]

        #(#aliases)*

        /// Does the same with the Rust type that holds an element of a dtype, whatever the dtype.
        ///
        /// It needs the features `half` and `num-complex`.
        ///
        /// ```
        /// # #[cfg(all(feature = "half", feature = "num-complex"))] {
        /// use concord_runtime::{DType, with_element};
        ///
        /// let size = |dtype: DType| with_element!(dtype, T => size_of::<T>());
        /// assert_eq!(size(DType::C64), 8);
        /// # }
        /// ```
        #[macro_export]
        macro_rules! with_element {
            ($dtype:expr, $element:ident => $body:expr) => {
                match $dtype {
                    #($crate::DType::#variants => { type $element = #types; $body })*
                }
            };
        }
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
