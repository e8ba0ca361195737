//! Names of the spec → names of Rust: variants, types, methods, modules and constants.

/// The prefix of the constant of a weakly typed dtype in drawn tables: `W_F32`.
pub(crate) const WEAK: &str = "W_";

/// The prefix of the constant of a dtype that the spec does not have: `X_INT128`.
pub(crate) const FOREIGN: &str = "X_";

/// The constants of generated code that share a module with the rulesets' constants.
const WORDS: [&str; 18] = [
    "ALL",
    "DATA",
    "DTYPES",
    "FOREIGN",
    "NAMES",
    "OP_CELLS",
    "OUTPUT",
    "PROMOTION",
    "SCALARS",
    "TYPED_SCALARS",
    "ZERO_DIM",
    "ZERO_DIM_PAIR",
    "ZERO_DIM_SCALARS",
    "WEAK",
    "WEAK_PAIR",
    "NO",
    "NK",
    "UN",
];

/// The variant for a short code: `bf16` → `Bf16`.
pub(crate) fn variant(code: &str) -> String {
    let mut letters = code.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// The type for an op: `bitwise_and` → `BitwiseAnd`.
pub(crate) fn camel(name: &str) -> String {
    name.split('_').map(variant).collect()
}

/// The method or module for an op: its own name, or `where` → `where_` if it is a keyword.
pub(crate) fn rust_name(name: &str) -> String {
    match is_keyword(name) {
        true => format!("{name}_"),
        false => name.to_owned(),
    }
}

/// The constant for a short code or a ruleset's name: `mine/no-f64` → `MINE_NO_F64`.
pub(crate) fn constant(name: &str) -> String {
    module(name).to_ascii_uppercase()
}

/// The module for a ruleset's name: `mine/no-f64` → `mine_no_f64`.
pub(crate) fn module(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Whether Rust does not accept this as an identifier.
pub(crate) fn is_keyword(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_err()
}

/// Whether generated code has a constant of this name for something other than a ruleset.
pub(crate) fn is_taken(constant: &str) -> bool {
    let prefixed = [WEAK, FOREIGN].iter().any(|prefix| constant.starts_with(prefix));
    prefixed || WORDS.contains(&constant)
}
