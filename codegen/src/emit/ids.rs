//! Catalog → `ids.rs`: the systems that have ids of dtypes, their tables, and two functions for each.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Part, ident, rust};
use crate::catalog::{Catalog, Id, IdForm, IdSystem};
use crate::files::File;
use crate::rust_names::{camel, constant, variant};

const PATH: &str = "runtime/src/generated/ids.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let systems = &catalog.id_systems;
    let count = Literal::usize_unsuffixed(systems.len());
    let names: Vec<_> = systems.iter().map(|system| ident(&camel(&system.name))).collect();
    let docs = systems.iter().map(|system| format!(" {}: {}.", system.title, system.what));
    let functions = systems.iter().map(functions);
    let code = quote! {
        use alloc::string::String;

        use crate::dtype::DType;
        use crate::ids::facts::{Facts, Ids, code_and_bits, first, number, text};
        use crate::ids::{CodeAndBits, NoId, UnknownId};

        /// A system that has ids of dtypes.
        ///
        /// Where each was read is [`IdSystem::source`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum IdSystem {
            #(
                #[doc = #docs]
                #names,
            )*
        }

        impl IdSystem {
            /// Every system, in the order of the spec.
            pub const ALL: [IdSystem; #count] = [#(IdSystem::#names),*];
        }

        impl DType {
            #(#functions)*
        }
    };
    let facts: String = systems.iter().map(facts).collect();
    let facts = format!(
        "/// What is true of each system, in the order of [`IdSystem::ALL`].\n\
         pub(crate) static FACTS: [Facts; {count}] = [\n{facts}];\n"
    );
    let tables = systems.iter().map(|system| Part::Drawn(table(catalog, system)));
    let parts = [Part::Code(code), Part::Drawn(facts)].into_iter().chain(tables);
    rust(PATH.to_owned(), parts.collect())
}

/// The id of a dtype, and the dtype of an id.
fn functions(system: &IdSystem) -> TokenStream {
    let (name, table) = (ident(&system.name), ident(&constant(&system.name)));
    let from = format_ident!("from_{}", system.name);
    let this = ident(&camel(&system.name));
    let IdSystem { title, what, form, shared, source, .. } = system;
    let to_doc = format!(" {title}: {what}.");
    let source = format!(" Source: {}, {}, <{}>.", source.title, source.version, source.url);
    let none = format!(" If {title} has no such id of the dtype.");
    let from_doc = format!(" The dtype that an id of {title} is of: {what}.");
    let unknown = " If it is of no dtype of [`DType::ALL`].";
    let id = match form {
        IdForm::Number => quote!(i32),
        IdForm::Text => quote!(&'static str),
        IdForm::CodeAndBits => quote!(CodeAndBits),
    };
    let to = quote! {
        #[doc = #to_doc]
        #[doc = ""]
        #[doc = #source]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = ""]
        #[doc = #none]
        pub const fn #name(self) -> Result<#id, NoId> {
            first(IdSystem::#this, #table, self)
        }
    };
    let back = match form {
        IdForm::Number => quote! {
            pub const fn #from(id: i32) -> Result<DType, UnknownId<i32>> {
                number(IdSystem::#this, #table, id)
            }
        },
        IdForm::CodeAndBits => quote! {
            pub const fn #from(code: u8, bits: u8) -> Result<DType, UnknownId<CodeAndBits>> {
                code_and_bits(IdSystem::#this, #table, CodeAndBits { code, bits })
            }
        },
        IdForm::Text => quote! {
            pub fn #from(id: &str) -> Result<DType, UnknownId<String>> {
                text(IdSystem::#this, #table, id)
            }
        },
    };
    if *shared {
        return to;
    }
    quote! {
        #to

        #[doc = #from_doc]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = ""]
        #[doc = #unknown]
        #back
    }
}

/// A line of the table of systems.
fn facts(system: &IdSystem) -> String {
    let IdSystem { name, title, what, shared, source, .. } = system;
    let (table, form) = (constant(name), form(system.form));
    format!(
        "    Facts {{\n        name: {name:?},\n        title: {title:?},\n        what: {what:?},\n        \
         source: {:?},\n        shared: {shared},\n        ids: Ids::{form}({table}),\n    }},\n",
        format!("{}, {}, {}", source.title, source.version, source.url),
    )
}

fn form(form: IdForm) -> &'static str {
    match form {
        IdForm::Number => "Numbers",
        IdForm::Text => "Texts",
        IdForm::CodeAndBits => "CodesAndBits",
    }
}

/// The ids of a system, a line for each dtype.
fn table(catalog: &Catalog, system: &IdSystem) -> String {
    let ty = match system.form {
        IdForm::Number => "i32",
        IdForm::Text => "&str",
        IdForm::CodeAndBits => "CodeAndBits",
    };
    let lines = system.ids.iter().map(|(dtype, ids)| {
        let dtype = variant(&catalog.dtype(*dtype).code);
        let ids: Vec<String> =
            ids.iter().map(|id| format!("(DType::{dtype}, {})", literal(id))).collect();
        format!("    {},\n", ids.join(", "))
    });
    let lines: String = lines.collect();
    format!("const {}: &[(DType, {ty})] = &[\n{lines}];\n", constant(&system.name))
}

fn literal(id: &Id) -> String {
    match id {
        Id::Number(number) => number.to_string(),
        Id::Text(text) => format!("{text:?}"),
        Id::CodeAndBits(code, bits) => format!("CodeAndBits {{ code: {code}, bits: {bits} }}"),
    }
}
