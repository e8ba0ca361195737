//! Catalog → `op.rs`: the enum of operations and a table of their rules.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, Op, OpRule};
use crate::files::File;
use crate::rust_names::{camel, variant};

const PATH: &str = "runtime/src/generated/op.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let count = Literal::usize_unsuffixed(catalog.ops.len());
    let names: Vec<_> = catalog.ops.iter().map(|op| ident(&camel(&op.name))).collect();
    let docs = catalog.ops.iter().map(|op| format!(" `{}`: {}.", op.name, op.doc));
    let doc = format!(" One of the {count} operations.");
    let code = quote! {
        use rules::{Compute::*, Group::*, Kind::*, OpResult};

        use crate::op::facts::{Facts, rule};

        #[doc = #doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Op {
            #(
                #[doc = #docs]
                #names,
            )*
        }

        impl Op {
            /// Every op, in the order of the spec.
            pub const ALL: [Op; #count] = [#(Op::#names),*];
        }
    };
    let facts: Vec<String> = catalog.ops.iter().map(facts).collect();
    let facts = format!(
        "/// What is true of each op where a ruleset does not say otherwise, in the order of [`Op::ALL`].\n\
         pub(crate) const FACTS: [Facts; {count}] = [\n{}];\n",
        facts.concat()
    );
    rust(PATH.to_owned(), vec![Part::Code(code), Part::Drawn(facts)])
}

/// A line of the table.
fn facts(op: &Op) -> String {
    let rule = rule(&op.rule).to_string();
    // Tokens stand apart; a line reads as it would be written.
    let rule =
        rule.replace(" (", "(").replace("& [", "&[").replace(" ,", ",").replace(" :: ", "::");
    format!("    Facts::new(\"{}\", {}, {rule}),\n", op.name, variant(op.group.name()))
}

/// A rule, as code.
pub(super) fn rule(rule: &OpRule) -> TokenStream {
    let on = rule.on.iter().map(|kind| ident(&variant(kind.name())));
    let compute = ident(&variant(rule.compute.name()));
    let result = ident(&variant(rule.result.name()));
    quote!(rule(&[#(#on),*], #compute, OpResult::#result))
}
