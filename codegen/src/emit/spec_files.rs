//! Catalog → the `spec` crate's list of its own files.

use quote::quote;

use super::{Part, rust};
use crate::catalog::Catalog;
use crate::files::File;

const PATH: &str = "spec/src/generated/files.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let names = &catalog.files;
    let count = proc_macro2::Literal::usize_unsuffixed(names.len());
    let paths = names.iter().map(|name| format!("../../{name}"));
    let code = quote! {
        /// Each file's name from the spec folder, and what is in it.
        pub const FILES: [(&str, &str); #count] = [#((#names, include_str!(#paths))),*];
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
