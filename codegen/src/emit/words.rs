//! Catalog → `words.rs`: the words that rulesets are drawn in, and all that their files use.

use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, Cell};
use crate::files::File;
use crate::rust_names::{FOREIGN, WEAK, constant, variant};

const PATH: &str = "runtime/src/generated/words.rs";

/// The word of a cell in a drawn table.
pub(super) fn word(catalog: &Catalog, outcome: Cell) -> String {
    match outcome {
        Cell::DType(id) => constant(&catalog.dtype(id).code),
        Cell::Weak(id) => format!("{WEAK}{}", constant(&catalog.dtype(id).code)),
        Cell::Foreign(place) => format!("{FOREIGN}{}", constant(catalog.foreign(place))),
        Cell::Refused => "NO".to_owned(),
        Cell::NoKernel => "NK".to_owned(),
        Cell::Unknown => "UN".to_owned(),
    }
}

/// The same cell as a call of `to` or `weak` on a variant of `DType`.
pub(super) fn call(catalog: &Catalog, outcome: Cell) -> String {
    let dtype = |id| variant(&catalog.dtype(id).code);
    match outcome {
        Cell::DType(id) => format!("to({})", dtype(id)),
        Cell::Weak(id) => format!("weak({})", dtype(id)),
        Cell::Foreign(_) | Cell::Refused | Cell::NoKernel | Cell::Unknown => word(catalog, outcome),
    }
}

pub(super) fn emit(catalog: &Catalog) -> File {
    let codes = catalog.dtypes.iter().map(|dtype| dtype.code.as_str());
    let words: Vec<_> = codes.clone().map(|code| ident(&constant(code))).collect();
    let weak = codes.clone().map(|code| ident(&format!("{WEAK}{}", constant(code))));
    let variants: Vec<_> = codes.map(|code| ident(&variant(code))).collect();
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
            Cell, Compute::*, DTypeSet, Kind::*, Nary, OpCells, OpResult, OpRule, Scalar, Tables,
            TypedScalars,
        };

        pub(super) use crate::dtype::DType;
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
        /// Of a dtype the ruleset does not have.
        pub(super) const __: Cell = Cell::Unknown;

        #(pub(super) const #words: Cell = to(DType::#variants);)*

        #(pub(super) const #weak: Cell = weak(DType::#variants);)*

        #(pub(super) const #foreign: Cell = Cell::Foreign(#places);)*

        /// The dtypes that frameworks give and [`DType`] does not have.
        pub(super) const FOREIGN: &[&str] = &[#(#names),*];
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
}
