//! Names of the spec → names of Rust: variants, types, methods, modules and constants.

/// The prefix of the constant of a weakly typed dtype in drawn tables: `W_F32`.
pub(crate) const WEAK: &str = "W_";

/// The prefix of the constant of a dtype that the spec does not have: `X_INT128`.
pub(crate) const FOREIGN: &str = "X_";

/// The constants of generated code that share a module with the rulesets' constants.
const WORDS: [&str; 20] = [
    "ALL",
    "DATA",
    "DTYPES",
    "FOREIGN",
    "NAMES",
    "OP_CELLS",
    "OP_RULES",
    "OUTPUT",
    "POLICIES",
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

/// The words that Rust keeps for itself, in any edition.
const KEYWORDS: [&str; 53] = [
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
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
    KEYWORDS.contains(&name)
}

/// Whether it is a path to a type: `half::f16`, `num_complex::Complex<f32>`.
pub(crate) fn is_type_path(text: &str) -> bool {
    let generic = text.strip_suffix('>').and_then(|text| text.split_once('<'));
    let (path, argument) = generic.map_or((text, None), |(path, of)| (path, Some(of)));
    path.split("::").all(is_identifier) && argument.is_none_or(is_type_path)
}

/// Whether it is a variant of an enum, by itself or with a path as its only field: `F32`, `Bool(Store::Native)`.
pub(crate) fn is_variant(text: &str) -> bool {
    let field = text.strip_suffix(')').and_then(|text| text.split_once('('));
    let (name, field) = field.map_or((text, None), |(name, field)| (name, Some(field)));
    is_identifier(name) && field.is_none_or(|path| path.split("::").all(is_identifier))
}

fn is_identifier(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begins = word.starts_with(|c: char| !c.is_ascii_digit());
    begins && word.chars().all(fits) && !is_keyword(word)
}

/// Whether generated code has a constant of this name for something other than a ruleset.
pub(crate) fn is_taken(constant: &str) -> bool {
    let prefixed = [WEAK, FOREIGN].iter().any(|prefix| constant.starts_with(prefix));
    prefixed || WORDS.contains(&constant)
}

#[cfg(all(test, feature = "emit"))]
mod tests {
    use super::{KEYWORDS, is_type_path, is_variant};

    #[test]
    fn keywords_are_no_identifiers() {
        // syn does not count `gen`, which the edition of generated code keeps for itself.
        for word in KEYWORDS.into_iter().filter(|word| *word != "gen") {
            assert!(syn::parse_str::<syn::Ident>(word).is_err(), "`{word}` is an identifier");
        }
    }

    #[test]
    fn type_paths_are_types() {
        for text in ["f32", "half::f16", "num_complex::Complex<half::f16>", "A<B<C>>"] {
            assert!(is_type_path(text) && syn::parse_str::<syn::Type>(text).is_ok(), "`{text}`");
        }
        for text in
            ["", "half::", "::f16", "a<", "a<>", "a>", "1f", "a b", "&a", "a<b>c", "type", "a<b>>"]
        {
            assert!(!is_type_path(text), "`{text}`");
        }
    }

    #[test]
    fn variants_are_expressions_and_patterns() {
        for text in ["F32", "F8_E4M3", "Bool(Store::Native)"] {
            let arm = format!("match x {{ E::{text} => E::{text} }}");
            assert!(is_variant(text) && syn::parse_str::<syn::Expr>(&arm).is_ok(), "`{text}`");
        }
        for text in ["", "f32 ", "1F", "A(", "A()", "A)", "A(B(C))", "A::B", "Self", "A(B, C)"] {
            assert!(!is_variant(text), "`{text}`");
        }
    }
}
