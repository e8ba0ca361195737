//! Rulesets of one's own, written as Rust and held against their spec, and how two states of a spec differ.

use crate::MINDSPORE;
use crate::support::{copy, edit, run as concord, workspace};

/// An example of a ruleset of one's own.
const NPU: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/npu/npu.toml");

/// A copy of it with a word replaced, in a folder of its own.
fn npu(from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let text = std::fs::read_to_string(NPU).unwrap_or_else(|error| panic!("{error}"));
    assert!(text.contains(from), "npu.toml has `{from}`");
    std::fs::write(folder.path().join("npu.toml"), text.replacen(from, to, 1))
        .unwrap_or_else(|error| panic!("{error}"));
    folder
}

#[test]
fn the_example_of_an_own_ruleset_is_fresh() {
    let promotion = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/npu/src/promotion.rs");
    let line = format!("generate {NPU} --for rules --out {promotion} --test --check");
    let run = concord(workspace(), &line);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
}

#[test]
fn own_rulesets_are_written_and_compared() {
    let folder = npu("", "");
    let [spec, out] =
        ["npu.toml", "rules.rs"].map(|name| folder.path().join(name).display().to_string());
    let stale = concord(workspace(), &format!("generate {spec} --out {out} --check"));
    assert!(stale.stderr.starts_with("stale: "), "{}", stale.stderr);
    for _ in 0..2 {
        let wrote = concord(workspace(), &format!("generate {spec} --out {out} --test"));
        assert_eq!((wrote.code, wrote.stderr.as_str()), (Some(0), ""));
    }
    let fresh = concord(workspace(), &format!("generate {spec} --out {out} --test --check"));
    assert_eq!(fresh.code, Some(0), "{}", fresh.stderr);
    let printed = concord(workspace(), &format!("generate {spec}"));
    let written = std::fs::read_to_string(&out).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(printed.stdout, written);
    let built = codegen::Build::new().spec(&spec).out_dir(folder.path()).compile();
    let built = built.unwrap_or_else(|error| panic!("{error}"));
    let built = std::fs::read_to_string(built).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(built, written, "a build script makes the same file");
    std::fs::write(&out, "fn mine() {}\n").unwrap_or_else(|error| panic!("{error}"));
    let other = concord(workspace(), &format!("generate {spec} --out {out}"));
    assert!(other.stderr.starts_with("not written: "), "{}", other.stderr);
}

#[test]
fn mistakes_in_an_own_ruleset_are_shown_under_their_words() {
    for (from, to, wanted) in [
        ("\"i8 × i8\" = \"i32\"", "\"i8 × i8\" = \"i23\"", "^^^^^ did you mean `i32`?"),
        ("base    = \"torch\"", "base    = \"touch\"", "did you mean `torch`?"),
        ("[policies]", "[polices]", "did you mean `policies`?"),
        ("\"u8\", \"f16\"", "\"u8\", \"q8\", \"f16\"", "CONTRIBUTING.md says how to add it"),
    ] {
        let folder = npu(from, to);
        let spec = folder.path().join("npu.toml").display().to_string();
        let run = concord(workspace(), &format!("generate {spec}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{to}");
        assert!(run.stderr.contains(wanted), "`{wanted}` is not in:\n{}", run.stderr);
        assert!(run.stderr.contains(&format!("{spec}:")), "{}", run.stderr);
        let built = codegen::Build::new().spec(&spec).out_dir(folder.path()).compile();
        let built = built.map_err(|error| error.to_string());
        assert_eq!(built, Err(format!("\n{}", run.stderr)), "a build script says the same");
    }
}

#[test]
fn two_files_of_one_name_are_refused_and_so_is_the_name_of_a_ruleset() {
    let [one, other] = [npu("", ""), npu("", "")];
    let [first, second] =
        [&one, &other].map(|folder| folder.path().join("npu.toml").display().to_string());
    let run = concord(workspace(), &format!("generate {first} {second} --for rules"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("two files are the ruleset `npu`"), "{}", run.stderr);
    for path in [&first, &second] {
        assert!(run.stderr.contains(&format!("{path}:")), "{path} is not in:\n{}", run.stderr);
    }
    let torch = one.path().join("torch.toml").display().to_string();
    std::fs::rename(&first, &torch).unwrap_or_else(|error| panic!("{error}"));
    let run = concord(workspace(), &format!("generate {torch} --for rules"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("Concord has a ruleset `torch` of its own"), "{}", run.stderr);
    assert!(run.stderr.ends_with("\n1 mistake in the spec\n"), "{}", run.stderr);
}

#[test]
fn what_is_no_name_of_a_crate_is_refused() {
    for name in ["fn", "1x", "a.b", ""] {
        let run = concord(workspace(), &format!("generate {NPU} --for rules --crate={name}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{name}");
        assert!(
            run.stderr.contains(&format!("`{name}` is no name of one in Rust")),
            "{}",
            run.stderr
        );
    }
    let run = concord(workspace(), &format!("generate {NPU} --for rules --crate my-rules"));
    assert!(run.stdout.contains("my_rules"), "{}", run.stderr);
}

#[test]
fn changes_are_told_as_a_changelog_tells_them() {
    let new = copy();
    for (from, to) in [
        ("i8    i8    i8    i16   i32   i64   i16 ", "i8    i8    i8    i16   i32   i64   i32 "),
        ("u8    u8    i16   i16   i32   i64   u8 ", "u8    u8    i32   i16   i32   i64   u8 "),
    ] {
        edit(new.path(), MINDSPORE, from, to);
    }
    edit(new.path(), "spec/frameworks/torch.toml", "median_of_even           = \"lower\"\n", "");
    edit(new.path(), "spec/frameworks/numpy.toml", "i16  = \"f32\"", "i16  = \"f64\"");
    edit(new.path(), "spec/frameworks/torch.toml", "typed  = \"kind\"", "typed  = \"tensor\"");
    edit(new.path(), "spec/frameworks/megengine.toml", ", \"numpy.half\"", "");
    edit(new.path(), "spec/ids.toml", "i16        = 5\n", "i16        = 55\n");
    edit(new.path(), "spec/ops.toml", "swaps = true", "swaps = false");
    edit(new.path(), "spec/dtypes.toml", "bias = 16, ", "bias = 15, ");
    edit(new.path(), "spec/frameworks/megengine.toml", "= \"guide\"", "= \"new guide\"");
    std::fs::remove_file(new.path().join("spec/frameworks/mlx.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    let (old, new) = (workspace().display().to_string(), new.path().display().to_string());
    let run = concord(workspace(), &format!("changes {old} {new}"));
    let wanted = "Removed

- ruleset mlx
- megengine calls float16 numpy.half

Cells

- dtypes: bias of float8_e5m2fnuz was 16, is 15
- ops: swaps of add was true, is false
- megengine: the edition was guide, is new guide
- mindspore: int8 × uint8, uint8 × int8 was int16, is int32
- numpy, numpy@1.26: the float of inexact ops of int16 was float32, is float64
- torch, torch/bfloat16, torch/float16, torch/float64: policy of median_of_even was lower, is mean
- torch, torch/bfloat16, torch/float16, torch/float64: a scalar with a dtype was a Python scalar of its kind, is a tensor
- ids onnx: id of int16 was 5, is 55

A major release, at the least; before 1.0, a minor one.
";
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), wanted), "{}", run.stderr);
    let back = concord(workspace(), &format!("changes {new}"));
    assert!(back.stdout.starts_with("Added\n\n- ruleset mlx\n"), "{}", back.stdout);
    assert!(back.stdout.ends_with("A minor release, at the least.\n"), "{}", back.stdout);
    let none = concord(workspace(), &format!("changes {old} --format json"));
    assert!(none.stdout.starts_with("{\"release\":\"no\""), "{}", none.stdout);
    let no_spec = concord(workspace(), &format!("changes {old}/docs"));
    assert!(no_spec.stderr.contains("has no dtypes.toml"), "{}", no_spec.stderr);
}
