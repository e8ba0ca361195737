//! Catalog → `policy.rs`: every policy with its default and its values.

use super::{Part, rust};
use crate::catalog::{Catalog, Policy};
use crate::files::File;
use crate::rust_names::camel;

const PATH: &str = "runtime/src/generated/policy.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let policies: String = catalog.policies.iter().map(policy).collect();
    let head = "use crate::policy::policies;\n".to_owned();
    let drawn = format!("policies! {{\n{policies}}}\n");
    rust(PATH.to_owned(), vec![Part::Drawn(head), Part::Drawn(drawn)])
}

/// A policy, and a line for each of its values.
fn policy(policy: &Policy) -> String {
    let Policy { name, doc, values, default, .. } = policy;
    let (ty, usual) = (camel(name), camel(&values[*default].name));
    let lines = values.iter().map(|value| {
        format!("        {:?} {}, {:?};\n", value.name, camel(&value.name), sentence(&value.doc))
    });
    let lines: String = lines.collect();
    format!("    {name}: {ty} = {usual}, {:?} {{\n{lines}    }}\n", sentence(doc))
}

/// A phrase of the spec as a sentence of docs.
fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    format!("{}{}.", first.collect::<String>(), letters.as_str())
}
