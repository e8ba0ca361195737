//! What operands of every category promote to.

use concord_rules::{Tables, TypedScalars};

use crate::made_up::*;

/// Python scalars are `abool aint afloat acomplex`.
#[test]
fn operands_promote_by_tables_and_rule() {
    let cases: &[(&Tables<'_>, &str, &str)] = &[
        (&PLAIN, "i8 u8", "i32"),
        (&PLAIN, "i8", "i8"),
        (&PLAIN, "i32 f16", "- i32 × f16"),
        (&PLAIN, "c64 u8", "! c64 × u8"),
        (&PLAIN, "f64 i8", "no f64"),
        (&PLAIN, "i8 f64", "no f64"),
        (&PLAIN, "f64", "no f64"),
        (&PLAIN, "aint afloat", "no tensor"),
        (&PLAIN, "aint", "no tensor"),
        (&PLAIN, "i8 aint", "i8"),
        (&PLAIN, "afloat i8", "f32"),
        (&PLAIN, "u8 acomplex", "- u8 × Python complex"),
        (&PLAIN, "i8 scalar:u8", "? i8 × u8 scalar"),
        // From the left, the first tensor before the scalars that precede it.
        (&PLAIN, "i32 i8 f16", "- i32 × f16"),
        (&PLAIN, "f16 i8 i32", "- f16 × i32"),
        (&PLAIN, "afloat bool i8", "f32"),
        (&PLAIN, "bool aint i8", "i32"),
        // Categories that are not distinguished.
        (&PLAIN, "i8 zero:u8", "i32"),
        (&PLAIN, "weak:i8", "i8"),
        // The highest kind first.
        (&JOIN, "i32 i8 f32", "f32"),
        // None may be refused beside another.
        (&JOIN, "i32 i8 f32 f16", "- i32 × f16"),
        (&JOIN, "f16 f32 i32", "- f16 × i32"),
        (&JOIN, "u8 f16 i8", "f16"),
        (&JOIN, "aint i8 afloat f16", "f16"),
        (&JOIN, "i8 c64 u8", "! c64 × u8"),
        // But two in their order.
        (&ORDERED, "u8 f16", "u8"),
        (&ORDERED, "f16 u8", "f16"),
        (&ORDERED, "u8 f16 u8", "f16"),
        // Each category by itself, then the lower ones with the higher.
        (&CATEGORIES, "i8 zero:i32 u8", "i32"),
        (&CATEGORIES, "i8 zero:i32", "i8"),
        (&CATEGORIES, "zero:i32 i8", "i8"),
        (&CATEGORIES, "zero:i8 zero:u8", "i32"),
        (&CATEGORIES, "zero:i8 zero:u8 i8", "i8"),
        (&CATEGORIES, "aint zero:f16 i32", "- i32 × 0-d f16"),
        (&CATEGORIES, "i8 aint zero:u8 afloat", "f32"),
        (&CATEGORIES, "zero:i8 afloat", "f32"),
        (&CATEGORIES, "weak:i8 zero:i32", "i8"),
        // Weakly typed tensors.
        (&WEAKLY, "weak:i8", "i8*"),
        (&WEAKLY, "i8 weak:i32", "i8"),
        (&WEAKLY, "weak:i32 i8", "i8"),
        (&WEAKLY, "weak:i8 weak:u8", "i32*"),
        (&WEAKLY, "weak:i8 aint", "i32*"),
        (&WEAKLY, "weak:i8 abool", "i8"),
        (&WEAKLY, "afloat weak:i8", "f32*"),
        (&WEAKLY, "weak:i8 weak:u8 f16", "- weak i32 × f16"),
        (&WEAKLY, "scalar:i8 weak:i32", "i8"),
        (&WEAKLY, "zero:i8 weak:i32", "i8"),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|&(tables, words, wanted)| (words, promoted(tables, words), wanted))
        .filter(|(_, got, wanted)| got != wanted)
        .map(|(words, got, wanted)| format!("{words}: got {got}, wanted {wanted}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn result_type_goes_by_the_cells_of_an_op() {
    let cases: &[(&Tables<'_>, &str, &str)] = &[
        (&JOIN, "i8 u8", "i32"),
        (&AS_CLIP, "i8 u8", "f16"),
        (&AS_CLIP, "u8 i8", "i32"),
        (&AS_CLIP, "i8", "i8"),
        (&AS_CLIP, "i32 aint", "- i32 × Python int"),
        (&AS_CLIP, "i8 i32 aint", "- i32 × Python int"),
        (&AS_CLIP, "f32 i8 u8", "f32"),
        (&AS_CLIP, "f64 i8", "no f64"),
        (&AS_CLIP, "aint", "no tensor"),
    ];
    for &(tables, words, wanted) in cases {
        assert_eq!(shown(tables.result_type(&operands(words))), wanted, "{words}");
        assert_eq!(promoted(tables, words), promoted(&JOIN, words), "{words}");
    }
}

#[test]
fn a_typed_scalar_counts_as_the_ruleset_says() {
    let of = |tables: &'static Tables<'_>, typed| Tables { typed, ..*tables };
    let cases = [
        (of(&PLAIN, TypedScalars::Table), "i8 scalar:f16", "? i8 × f16 scalar"),
        (of(&PLAIN, TypedScalars::Tensor), "i8 scalar:f16", "f16"),
        (of(&PLAIN, TypedScalars::Tensor), "scalar:f16 i32", "- f16 scalar × i32"),
        (of(&CATEGORIES, TypedScalars::ZeroDim), "i8 scalar:i32", "i8"),
        (of(&CATEGORIES, TypedScalars::ZeroDim), "zero:u8 scalar:i8 i8", "i8"),
        // A 0-d tensor is any tensor to this one.
        (of(&PLAIN, TypedScalars::ZeroDim), "i8 scalar:u8", "i32"),
        (of(&PLAIN, TypedScalars::Kind), "i8 scalar:f16", "f32"),
        (of(&PLAIN, TypedScalars::Kind), "scalar:u8 i8", "i8"),
        (of(&PLAIN, TypedScalars::Kind), "u8 scalar:c64", "- u8 × c64 scalar"),
        (of(&PLAIN, TypedScalars::Converted), "i8 scalar:f16", "i8"),
        (of(&PLAIN, TypedScalars::Converted), "scalar:c64 bool", "bool"),
        (of(&PLAIN, TypedScalars::Converted), "f64 scalar:i8", "no f64"),
        (of(&PLAIN, TypedScalars::Tensor), "scalar:i8 scalar:u8", "i32"),
        (of(&PLAIN, TypedScalars::Kind), "scalar:i8 scalar:u8", "no tensor"),
    ];
    for (tables, words, wanted) in cases {
        assert_eq!(promoted(&tables, words), wanted, "{words} of {:?}", tables.typed);
    }
}
