//! Catalog → `policy.rs`: an enum for every policy, a struct of them all, and its default.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, Policy};
use crate::files::File;
use crate::rust_names::camel;

const PATH: &str = "runtime/src/generated/policy.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let policies = &catalog.policies;
    let fields: Vec<_> = policies.iter().map(|policy| ident(&policy.name)).collect();
    let types: Vec<_> = policies.iter().map(|policy| ident(&camel(&policy.name))).collect();
    let docs = policies.iter().map(|policy| sentence(&policy.doc));
    let defaults = policies.iter().map(|policy| ident(&camel(&policy.values[policy.default].name)));
    let arms = policies.iter().flat_map(|policy| {
        policy.values.iter().map(move |value| {
            let (name, field, ty) =
                (&policy.name, ident(&policy.name), ident(&camel(&policy.name)));
            let (word, value) = (&value.name, ident(&camel(&value.name)));
            quote!((#name, #word) => all.#field = #ty::#value,)
        })
    });
    let enums = policies.iter().map(choices);
    let code = quote! {
        /// A ruleset's choice in each of the things that frameworks choose each in its own way.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Policies {
            #(
                #[doc = #docs]
                pub #fields: #types,
            )*
        }

        impl Policies {
            /// What holds where a ruleset states nothing.
            pub const DEFAULT: Policies = Policies { #(#fields: #types::#defaults),* };

            /// The same with one policy chosen, by the names in the spec; `None` if there is no such policy or value.
            #[must_use]
            pub fn with(self, policy: &str, value: &str) -> Option<Policies> {
                let mut all = self;
                match (policy, value) {
                    #(#arms)*
                    _ => return None,
                }
                Some(all)
            }
        }

        #(#enums)*
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}

/// The enum of a policy's values.
fn choices(policy: &Policy) -> TokenStream {
    let name = ident(&camel(&policy.name));
    let doc = sentence(&policy.doc);
    let values = policy.values.iter().map(|value| ident(&camel(&value.name)));
    let docs = policy.values.iter().map(|value| sentence(&value.doc));
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum #name {
            #(
                #[doc = #docs]
                #values,
            )*
        }
    }
}

/// A phrase of the spec as a sentence of docs.
fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    format!(" {}{}.", first.collect::<String>(), letters.as_str())
}
