//! Catalog → `dtype.rs`: the enum of element types and a table of their facts.

use proc_macro2::Literal;
use quote::quote;
use rules::{Float, Nan};

use super::{Part, ident, rust};
use crate::catalog::{Catalog, DType, Format, carrier};
use crate::files::File;
use crate::float_code;
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
        use rules::{Float, Format, Nan};

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
        Format::Int => format!("a signed integer of {}", bits(dtype.bits)),
        Format::Uint => format!("an unsigned integer of {}", bits(dtype.bits)),
        Format::Float(float) => {
            let Float { exponent, mantissa, tapered, .. } = float;
            let stored = match tapered {
                true => format!("up to {exponent} of them exponent and {mantissa} mantissa"),
                false => format!("{exponent} of them exponent and {mantissa} mantissa"),
            };
            format!("a float of {} bits, {stored}{}", dtype.bits, peculiar(float))
        }
        Format::Complex { part } => {
            format!("two `{}`, real and imaginary", catalog.dtype(part).name)
        }
    }
}

fn bits(count: u32) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} bit{plural}")
}

/// A line of the table.
fn facts(catalog: &Catalog, dtype: &DType) -> String {
    let DType { name, code, rust, bits, .. } = dtype;
    let format = match dtype.format {
        Format::Bool => "Format::Bool".to_owned(),
        Format::Int => "Format::Int".to_owned(),
        Format::Uint => "Format::Uint".to_owned(),
        Format::Float(float) => format!("Format::Float({})", float_code::of(float)),
        Format::Complex { part } => {
            format!(
                "Format::Complex {{ part: DType::{}.id() }}",
                variant(&catalog.dtype(part).code)
            )
        }
    };
    match rust {
        Some(rust) => {
            format!("    Facts::new(\"{name}\", \"{code}\", {bits}, {format}, \"{rust}\"),\n")
        }
        None => {
            let carrier = carrier(&catalog.dtypes, dtype).expect("lowering has found one");
            let carrier = variant(&catalog.dtype(carrier).code);
            format!(
                "    Facts::narrow(\"{name}\", \"{code}\", {bits}, {format}, \
                 \"concord_runtime::elements::{code}\", DType::{carrier}),\n"
            )
        }
    }
}

/// What a format has and lacks beside IEEE 754, in words.
fn peculiar(float: Float) -> String {
    let Float { exponent, mantissa, bias, sign, zero, infinity, nan, tapered } = float;
    let own = [
        tapered.then(|| "as a prefix says".to_owned()),
        (!tapered && bias != Float::ieee(exponent, mantissa).bias)
            .then(|| format!("biased by {bias}")),
        (!sign).then(|| "without a sign".to_owned()),
        (!zero).then(|| "without zero".to_owned()),
        (!infinity).then(|| "without infinity".to_owned()),
        match nan {
            Nan::Ieee => None,
            Nan::Ones => Some("with ones as NaN".to_owned()),
            Nan::NegativeZero => Some("with NaN in place of -0".to_owned()),
            Nan::None => Some("without NaN".to_owned()),
        },
    ];
    own.into_iter().flatten().map(|own| format!(", {own}")).collect()
}
