//! Catalog → `dtype.rs`: the enum of element types and a table of their facts.

use proc_macro2::Literal;
use quote::quote;

use super::{Part, ident, rust};
use crate::catalog::{Catalog, DType, Format};
use crate::files::File;
use crate::rust_names::variant;

const PATH: &str = "runtime/src/generated/dtype.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let count = Literal::usize_unsuffixed(catalog.dtypes.len());
    let names: Vec<_> = catalog.dtypes.iter().map(|dtype| ident(&variant(&dtype.code))).collect();
    let docs = catalog
        .dtypes
        .iter()
        .map(|dtype| format!(" `{}`: {}.", dtype.name, describe(catalog, dtype)));
    let doc = format!(" One of the {count} element types.");
    let code = quote! {
        use rules::Format;

        use crate::dtype::facts::Facts;

        #[doc = #doc]
        #[doc = ""]
        #[doc = " Ordered as every drawn table is."]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum DType {
            #(
                #[doc = #docs]
                #names,
            )*
        }

        impl DType {
            /// Every dtype, in order.
            pub const ALL: [DType; #count] = [#(DType::#names),*];
        }
    };
    let facts: Vec<String> = catalog.dtypes.iter().map(|dtype| facts(catalog, dtype)).collect();
    let facts = format!(
        "/// What is true of each dtype, in the order of [`DType::ALL`].\n\
         pub(crate) const FACTS: [Facts; {count}] = [\n{}];\n",
        facts.concat()
    );
    rust(PATH.to_owned(), vec![Part::Code(code), Part::Drawn(facts)])
}

fn describe(catalog: &Catalog, dtype: &DType) -> String {
    match dtype.format {
        Format::Bool => "true or false, one byte".to_owned(),
        Format::Int => format!("a signed integer of {} bits", dtype.bits),
        Format::Uint => format!("an unsigned integer of {} bits", dtype.bits),
        Format::Float { exponent, mantissa } => {
            format!(
                "a float of {} bits, {exponent} of them exponent and {mantissa} mantissa",
                dtype.bits
            )
        }
        Format::Complex { part } => {
            format!("two `{}`, real and imaginary", catalog.dtype(part).name)
        }
    }
}

/// A line of the table.
fn facts(catalog: &Catalog, dtype: &DType) -> String {
    let DType { name, code, rust, bits, .. } = dtype;
    let format = match dtype.format {
        Format::Bool => "Format::Bool".to_owned(),
        Format::Int => "Format::Int".to_owned(),
        Format::Uint => "Format::Uint".to_owned(),
        Format::Float { exponent, mantissa } => {
            format!("Format::Float {{ exponent: {exponent}, mantissa: {mantissa} }}")
        }
        Format::Complex { part } => {
            format!(
                "Format::Complex {{ part: DType::{}.id() }}",
                variant(&catalog.dtype(part).code)
            )
        }
    };
    format!("    Facts::new(\"{name}\", \"{code}\", {bits}, {format}, \"{rust}\"),\n")
}
