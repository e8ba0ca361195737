//! Catalog → `dtype.rs`: the enum of element types and a table of their facts.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Part, ident, option, rust, variant};
use crate::catalog::{Catalog, DType, DTypeId, Format};
use crate::files::File;

const PATH: &str = "runtime/src/generated/dtype.rs";

pub(super) fn emit(catalog: &Catalog) -> File {
    let count = Literal::usize_unsuffixed(catalog.dtypes.len());
    let names: Vec<_> = catalog.dtypes.iter().map(|dtype| ident(&variant(&dtype.code))).collect();
    let docs = catalog
        .dtypes
        .iter()
        .map(|dtype| format!(" `{}`: {}.", dtype.name, describe(catalog, dtype)));
    let facts = catalog.ids().map(|id| facts(catalog, id));
    let doc = format!(" One of the {count} element types.");
    let code = quote! {
        use crate::dtype::{FInfo, Facts, IInfo, Kind};

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

        /// What is true of each dtype, in the order of [`DType::ALL`].
        pub(crate) const FACTS: [Facts; #count] = [#(#facts),*];
    };
    rust(PATH.to_owned(), vec![Part::Code(code)])
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

fn facts(catalog: &Catalog, id: DTypeId) -> TokenStream {
    let dtype = catalog.dtype(id);
    let DType { name, code, rust, .. } = dtype;
    let kind = ident(&variant(dtype.kind().name()));
    let bits = Literal::u32_unsuffixed(dtype.bits);
    let real = match dtype.format {
        Format::Complex { part } => part,
        _ => id,
    };
    let finfo = option(finfo(catalog, real));
    let iinfo = option(dtype.range().map(|(min, max)| {
        let (min, max) = (Literal::i128_unsuffixed(min), Literal::i128_unsuffixed(max));
        quote!(IInfo { bits: #bits, min: #min, max: #max })
    }));
    quote! {
        Facts {
            name: #name,
            code: #code,
            kind: Kind::#kind,
            bits: #bits,
            rust: #rust,
            finfo: #finfo,
            iinfo: #iinfo,
        }
    }
}

/// The limits of a float, every one of them exact in float64.
fn finfo(catalog: &Catalog, id: DTypeId) -> Option<TokenStream> {
    let dtype = catalog.dtype(id);
    let Format::Float { exponent, mantissa } = dtype.format else {
        return None;
    };
    let bias = (1_i32 << (exponent - 1)) - 1;
    let mantissa = mantissa.cast_signed();
    let eps = power_of_two(-mantissa);
    let max = (2.0 - eps) * power_of_two(bias);
    let limits = [
        eps,
        max,
        -max,
        power_of_two(1 - bias),
        power_of_two(1 - bias - mantissa),
        10.0_f64.powi(-digits(eps)),
    ];
    let [eps, max, min, normal, subnormal, resolution] = limits.map(|limit| {
        // The shortest decimal that reads back as the same float.
        format!("{limit:e}").parse::<TokenStream>().expect("a float is a token")
    });
    let real = ident(&variant(&dtype.code));
    let bits = Literal::u32_unsuffixed(dtype.bits);
    Some(quote! {
        FInfo {
            dtype: DType::#real,
            bits: #bits,
            eps: #eps,
            max: #max,
            min: #min,
            smallest_normal: #normal,
            smallest_subnormal: #subnormal,
            resolution: #resolution,
        }
    })
}

/// How many decimal digits every value keeps: the most for which a unit in the last is not below `eps`.
fn digits(eps: f64) -> i32 {
    (0..).take_while(|&digits| 10.0_f64.powi(-digits) >= eps).last().unwrap_or(0)
}

/// Exact down to the smallest subnormal of float64, which `powi` of 2 is not.
fn power_of_two(exponent: i32) -> f64 {
    let shift = |by: i32| u64::try_from(by).expect("lowering lets no float be wider than float64");
    match exponent >= -1022 {
        true => f64::from_bits(shift(exponent + 1023) << 52),
        false => f64::from_bits(1 << shift(exponent + 1074)),
    }
}
