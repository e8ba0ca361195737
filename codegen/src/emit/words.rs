//! Catalog → `words.rs`: the words that rulesets are drawn in, and all that their files use.

use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, Cell};
use crate::files::File;
use crate::rust_names::{FOREIGN, constant, variant};

const PATH: &str = "runtime/src/generated/words.rs";

/// A cell as a constant, or as a call of `to` or `weak` on a variant of `DType`.
pub(super) fn call(catalog: &Catalog, outcome: Cell) -> String {
    let dtype = |id| variant(&catalog.dtype(id).code);
    match outcome {
        Cell::DType(id) => format!("to({})", dtype(id)),
        Cell::Weak(id) => format!("weak({})", dtype(id)),
        Cell::Foreign(place) => format!("{FOREIGN}{}", constant(catalog.foreign(place))),
        Cell::Refused => "NO".to_owned(),
        Cell::NoKernel => "NK".to_owned(),
        Cell::Unknown => "UN".to_owned(),
    }
}

pub(super) fn emit(catalog: &Catalog) -> File {
    let names = &catalog.foreign;
    let foreign = names.iter().map(|name| ident(&format!("{FOREIGN}{}", constant(name))));
    let places = (0..names.len()).map(proc_macro2::Literal::usize_unsuffixed);
    let code = quote! {
        #![allow(
            dead_code,
            unused_imports,
            reason = "which of the words a ruleset is written in is the spec's to say"
        )]

        pub(super) use rules::{
            Cell, Compute::*, DTypeId, DTypeSet, Kind::{self, Complex, Float, Int, Uint}, Nary, OpCells, OpResult, OpRule, Scalar, Tables,
            TypedScalars,
        };

        pub(super) use crate::drawn::table;
        pub(super) use crate::dtype::DType::{self, *};
        pub(super) use crate::op::Op;
        pub(super) use crate::policy::{self, Policies};
        pub(super) use crate::ruleset::{Ruleset, RulesetData};
        pub(super) use crate::words::*;

        /// Refused by the framework's rule.
        pub(super) const NO: Cell = Cell::Refused;
        /// Allowed by the rule, with no kernel that runs it.
        pub(super) const NK: Cell = Cell::NoKernel;
        /// Not stated by any source.
        pub(super) const UN: Cell = Cell::Unknown;
        #(pub(super) const #foreign: Cell = Cell::Foreign(#places);)*

        /// The dtypes that frameworks give and [`DType`] does not have.
        pub(super) const FOREIGN: &[&str] = &[#(#names),*];
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
