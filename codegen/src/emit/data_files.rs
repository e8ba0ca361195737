//! Catalog → the lists of files that data-only crates have as text: the spec, and the recorded runs.

use quote::quote;

use super::{Part, rust};
use crate::catalog::Catalog;
use crate::files::File;

const SPEC: &str = "spec/src/generated/files.rs";
const OBSERVED: &str = "conformance/observed/src/generated/files.rs";

/// Every file of the spec, by its path from the spec folder.
pub(super) fn spec(catalog: &Catalog) -> File {
    let files = catalog.files.iter().map(|name| (name.clone(), name.clone()));
    list(SPEC, " Each file's path from the spec folder, and what is in it.", files.collect())
}

/// Every recorded run that speaks for a ruleset, by its name.
pub(super) fn observed(catalog: &Catalog) -> File {
    let runs = catalog.rulesets.iter().flat_map(|ruleset| &ruleset.observed);
    let mut names: Vec<String> = runs.map(|run| run.file.clone()).collect();
    names.sort();
    names.dedup();
    let files = names.into_iter().map(|name| (name.clone(), format!("{name}.json")));
    list(OBSERVED, " Each recorded run by its name, and what is in it.", files.collect())
}

fn list(to: &str, doc: &str, files: Vec<(String, String)>) -> File {
    let count = proc_macro2::Literal::usize_unsuffixed(files.len());
    let files = files.iter().map(|(name, path)| {
        let path = format!("../../{path}");
        quote!((#name, include_str!(#path)))
    });
    let code = quote! {
        #[doc = #doc]
        pub const FILES: [(&str, &str); #count] = [#(#files),*];
    };
    rust(to.to_owned(), vec![Part::Code(code)])
}
