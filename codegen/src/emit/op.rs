//! Catalog → `op.rs`: the enum of operations and a table of their rules.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Part, camel, ident, rust, variant};
use crate::catalog::{Catalog, Op, OpRule};
use crate::files::File;

const PATH: &str = "runtime/src/generated/op.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let count = Literal::usize_unsuffixed(catalog.ops.len());
    let names: Vec<_> = catalog.ops.iter().map(|op| ident(&camel(&op.name))).collect();
    let docs = catalog.ops.iter().map(|op| format!(" `{}`: {}.", op.name, op.doc));
    let facts = catalog.ops.iter().map(facts);
    let doc = format!(" One of the {count} operations.");
    let code = quote! {
        use crate::dtype::Kind;
        use crate::op::{Compute, Facts, Group, OpResult, OpRule};

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

        /// What is true of each op where a ruleset does not say otherwise, in the order of [`Op::ALL`].
        pub(crate) const FACTS: [Facts; #count] = [#(#facts),*];
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}

fn facts(op: &Op) -> TokenStream {
    let name = &op.name;
    let group = ident(&variant(op.group.name()));
    let rule = rule(&op.rule);
    quote!(Facts { name: #name, group: Group::#group, rule: #rule })
}

/// A rule, as code.
pub(super) fn rule(rule: &OpRule) -> TokenStream {
    let on = rule.on.iter().map(|kind| ident(&variant(kind.name())));
    let compute = ident(&variant(rule.compute.name()));
    let result = ident(&variant(rule.result.name()));
    quote!(OpRule::new(&[#(Kind::#on),*], Compute::#compute, OpResult::#result))
}
