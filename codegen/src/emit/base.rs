//! What a ruleset shares with its base → the path to the base's constant.

use proc_macro2::TokenStream;
use quote::quote;

use super::ident;
use crate::catalog::{Catalog, Ruleset};
use crate::rust_names::module;

/// The path to a constant of the nearest ruleset down the chain of bases that states it, if all are equal.
pub(super) fn base(
    catalog: &Catalog,
    ruleset: &Ruleset,
    constant: &str,
    same: &dyn Fn(&Ruleset) -> bool,
) -> Option<TokenStream> {
    let base = catalog.ruleset(ruleset.base.as_ref()?).filter(|base| same(base))?;
    // If the base shares it with its own base, the path is to that.
    self::base(catalog, base, constant, same).or_else(|| {
        let (module, constant) = (ident(&module(&base.name)), ident(constant));
        Some(quote!(super::#module::#constant))
    })
}
