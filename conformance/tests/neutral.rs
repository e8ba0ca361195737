//! No framework is special to the code: none is named in an emitter or in the runtime's hand-written files, but for the
//! ids that one gave to the world, as `numpy_typestr`, which `.npy` files are written in.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use conformance::catalog;
use proc_macro2::{TokenStream, TokenTree};

/// What identifiers would call the frameworks: `array_api` of `array-api@2024.12`.
fn names() -> BTreeSet<String> {
    let catalog = catalog();
    let names = catalog.rulesets.iter().map(|ruleset| ruleset.name.split(['@', '/']).next());
    names.flatten().map(|name| name.replace('-', "_")).collect()
}

/// The Rust files of a folder and of all below; not what is generated, nor unit tests, which need examples.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.unwrap_or_else(|error| panic!("{folder:?}: {error}")).path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match path.is_dir() {
            true if name != "generated" => files(&path, all),
            false if name.ends_with(".rs") && name != "tests.rs" => all.push(path),
            _ => {}
        }
    }
}

/// Every identifier; comments are none, and neither are texts.
fn identifiers(tokens: TokenStream, all: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => identifiers(group.stream(), all),
            TokenTree::Ident(ident) => all.push(ident.to_string()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// `NumpyView` and `numpy_view` as `_numpy_view_`, so that `_numpy_` is found and `_view_`, but no part of a word.
fn words(ident: &str) -> String {
    let mut words = String::from("_");
    let mut lower = false;
    for letter in ident.chars() {
        if lower && letter.is_uppercase() {
            words.push('_');
        }
        lower = !letter.is_uppercase();
        words.extend(letter.to_lowercase());
    }
    words + "_"
}

#[test]
fn no_code_names_a_framework() {
    let names = names();
    let ids: BTreeSet<String> =
        catalog().id_systems.iter().map(|system| system.name.clone()).collect();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut paths = vec![root.join("codegen/src/emit.rs")];
    for folder in ["codegen/src/emit", "runtime/src"] {
        files(&root.join(folder), &mut paths);
    }
    let mut named = Vec::new();
    for path in &paths {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let tokens = text.parse().unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let mut found = Vec::new();
        identifiers(tokens, &mut found);
        found.retain(|ident| !ids.contains(ident));
        found.retain(|ident| names.iter().any(|name| words(ident).contains(&format!("_{name}_"))));
        named.extend(found.iter().map(|ident| format!("{}: {ident}", path.display())));
    }
    assert_eq!(words("NumpyView"), words("numpy_view"));
    assert_eq!(words("MINDSPORE"), "_mindspore_");
    assert!(paths.len() > 80, "only {} files were read", paths.len());
    assert!(named.is_empty(), "code that names a framework: {named:#?}");
}
