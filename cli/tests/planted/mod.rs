//! What no ruleset of the real spec shows yet, planted: operands of further categories, and triples that
//! were run.

use std::fs;

use crate::support::{copy, edit, run, session_in};

/// A ruleset that tells tensors without axes from others, and gives way to them.
const MINE: &str = "
[framework]
name    = 'Mine'
edition = '1'
source  = 'me'
dtypes  = ['i8', 'i64', 'f32', 'f64']

[[source]]
id      = 'me'
kind    = 'docs'
title   = 'Mine'
version = '1'
url     = 'https://example.org'
read    = 2026-11-21

[defaults]
integral        = 'i64'
indexing        = 'i64'
\"real floating\" = 'f32'

[promotion]
symmetric = true
nary      = 'category-fold'
grid = '''
      i8    i64   f32   f64
i8    i8    i64   f32   f64
i64   i64   i64   f32   f64
f32   f32   f32   f32   f64
f64   f64   f64   f64   f64
'''

[scalars]
by   = 'kind'
grid = '''
      int   float
i8    i8    f32
i64   i64   f32
f32   f32   f32
f64   f64   f64
'''

[zero-dim]
grid = '''
      i8    i64   f32   f64
i8    i8    i8    f32   f32
i64   i64   i64   f32   f32
f32   f32   f32   f32   f32
f64   f64   f64   f64   f64
'''
";

/// A ruleset that has weakly typed tensors, a refusal, a missing kernel, and nothing of float64.
const YOURS: &str = "
[framework]
name    = 'Yours'
edition = '2'
source  = 'you'
dtypes  = ['i8', 'i64', 'f32']

[[source]]
id      = 'you'
kind    = 'docs'
title   = 'Yours'
version = '2'
url     = 'https://example.org'
read    = 2026-11-21

[defaults]
integral        = 'i64'
indexing        = 'i64'
\"real floating\" = 'f32'

[promotion]
symmetric = false
nary      = 'join'
grid = '''
      i8    i64   f32
i8    i8    i8    f32
i64   i64   i64   -
f32   i64   !     f32
'''

[scalars]
by   = 'kind'
grid = '''
      int   float
i8    i64   ?
i64   i64   f32
f32   f32   f32
'''

[weak]
grid = '''
      i8    i64   f32
i8    i8    i8    f32*
i64   i64   i64   f32*
f32   f32   f32   f32
'''

[ops]
subtract = { cells = { \"i8 × i8\" = \"-\" } }
abs      = { cells = { i8 = \"i64\" } }

[policies]
round_halves = 'away'
";

#[test]
fn every_kind_of_change_is_told() {
    let root = copy();
    for (name, text) in [("mine", MINE), ("yours", YOURS)] {
        let path = root.path().join(format!("spec/frameworks/{name}.toml"));
        fs::write(path, text).unwrap_or_else(|error| panic!("{error}"));
    }
    session_in(
        root.path(),
        "migrate_planted",
        &[("migrate mine yours", 0), ("migrate yours mine", 0)],
    );
}

/// Orders of three dtypes that were run, as a dump script writes them.
const TRIPLES: &str = r#""tables": [
{"view": "run", "ops": ["result_type", "stack"], "form": "triple", "columns": "f16 f32", "rows": [["i8 u16", "f32 f32"], ["u16 i8", "f32 f64"]]},
{"view": "run", "ops": ["result_type"], "form": "triple", "columns": "u16", "rows": [["i8 f16", "f32"], ["f16 i8", "!0"]]},
{"view": "run", "ops": ["concat"], "form": "triple", "columns": "f16", "rows": [["i8 u8", "f16"], ["u8 i8", "f16"]]},
{"view": "run", "ops": ["concat"], "form": "triple", "columns": "u8", "rows": [["i8 f16", "f16"], ["f16 i8", "f16"]]},
{"view": "run", "ops": ["concat"], "form": "triple", "columns": "i8", "rows": [["u8 f16", "f16"], ["f16 u8", "f16"]]},
"#;

#[test]
fn laws_tell_what_was_run_of_a_triple_in_each_order() {
    let root = copy();
    edit(root.path(), "conformance/observed/dpctl-0.21.1.json", "\"tables\": [\n", TRIPLES);
    let run = run(root.path(), "laws dpctl --all");
    for wanted in [
        "    (i8 × u16) × f16 = f64, i8 × (u16 × f16) = f32; \
         result_type(i8, u16, f16), (u16, i8, f16), (i8, f16, u16) = f32, (f16, i8, u16) = !; \
         stack(i8, u16, f16), (u16, i8, f16) = f32",
        "    (f32 × u16) × i8 = f32, f32 × (u16 × i8) = f64; \
         result_type and stack(i8, u16, f32) = f32, (u16, i8, f32) = f64",
    ] {
        assert!(run.stdout.contains(wanted), "`{wanted}` is not in:\n{}", run.stdout);
    }
}
