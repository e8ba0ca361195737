//! The command line as a person meets it: what is printed where, and the exit code.

mod exports;
mod identify;
mod moves;
mod own;
mod planted;
mod support;

use support::{copy, edit, run as concord, session, workspace};

const PROGRAM: support::Program = support::Program {
    path: env!("CARGO_BIN_EXE_concord"),
    called: "concord",
    folders: &["spec", "conformance/observed"],
};

#[test]
fn list() {
    session("list", &[("list", 0)]);
}

#[test]
fn about() {
    session(
        "about",
        &[
            ("about mindspore", 0),
            ("about aclnn", 0),
            ("about aclnn@2025.09", 0),
            ("about megengine", 0),
            ("about dpctl/no-fp64", 0),
            ("about dpctl/fp64", 1),
        ],
    );
}

#[test]
fn show() {
    session(
        "show",
        &[
            ("show megengine", 0),
            ("show megengine --table scalars", 0),
            ("show torch --table zero-dim-pair", 1),
            ("show numpy --table zero-dim-pair", 1),
            ("show megengine --format json", 0),
            ("show mindspore --table scalars --format json", 0),
            ("show dpctl --table scalars --format csv", 0),
            ("show megengine --format markdown", 0),
            ("show aclnn@2025.09 --table scalars", 0),
            ("show aclnn --table scalars --format csv", 0),
            ("show mindspor", 1),
            ("show numpy --dtypes bool,int8,int64,float64", 0),
            // In the order of the table, by any name of the ruleset; the kinds of number all stay.
            ("show jax --dtypes float8_e4m3fn,int4,int8,float32", 0),
            ("show torch --table scalars --dtypes half,float8_e5m2 --format csv", 0),
            ("show numpy --dtypes int8,flaot32", 1),
        ],
    );
}

#[test]
fn promote() {
    session(
        "promote",
        &[
            ("promote aclnn bf16 f16", 0),
            ("promote aclnn f16 bf16", 0),
            ("promote aclnn ACL_BF16 bfloat16 s8", 0),
            ("promote aclnn@2025.09 s8 scalar:f16", 0),
            ("promote mindspore mindspore.byte ubyte", 0),
            ("promote mindspore int8 scalar:float", 0),
            ("promote mindspore scalar:int bool_", 0),
            ("promote mindspore int64", 0),
            ("promote megengine numpy.half int32 scalar:float", 0),
            ("promote dpctl/no-fp64 int64 float32", 0),
            ("promote mindspore uint16 int8", 1),
            ("promote mindspore int8 uint8 uint16", 1),
            ("promote mindspore uint16 scalar:int", 1),
            ("promote mindspore int8 scalar:complex", 1),
            ("promote aclnn f32 scalar:float", 1),
            ("promote aclnn@2025.09 u16 scalar:f32", 1),
            ("promote megengine int64 int8", 1),
            ("promote mindspore complex32 int8", 1),
            ("promote dpctl/no-fp16 float16 int8", 1),
            ("promote mindspore flaot16 int8", 1),
            ("promote mindspore int8 scalar:flaot", 1),
            ("promote mindspore tensor int8", 1),
            ("promote mindspore int8 scalar:numpy", 1),
            ("promote mindspore scalar:int scalar:float", 1),
            ("promote mindsproe int8 int8", 1),
            // A short code that is the framework's name of another dtype.
            ("promote numpy i8 int8", 1),
            ("promote pyarrow int8 u8", 1),
            ("promote numpy weak:i8 int8", 1),
            ("promote aclnn@2025.09 u8 scalar:i8", 0),
            ("promote torch i8 u8", 0),
        ],
    );
}

#[test]
fn explain() {
    session(
        "explain",
        &[
            ("explain mindspore uint16 int8", 0),
            ("explain mindspore int64 float32", 0),
            ("explain mindspore scalar:float uint64", 0),
            ("explain aclnn bf16 f16", 0),
            ("explain aclnn bool scalar:int", 0),
            ("explain aclnn@2025.09 bf16 c32", 0),
            ("explain aclnn@opbase u16 c64", 0),
            ("explain megengine int32 int32", 0),
            ("explain dpctl int64 float32", 0),
            ("explain dpctl/no-fp64 uint64 int8", 0),
            ("explain dpctl int8 uint8", 0),
            ("explain dpctl bool scalar:bool", 0),
            ("explain mindspore scalar:int scalar:int", 1),
            // Functions that take no number; an op that a run asked in another mode only.
            ("explain torch int8 scalar:int", 0),
            ("explain tensorflow/numpy-safe int8 int8", 0),
            ("explain numpy i8 u8", 1),
        ],
    );
}

#[test]
fn explain_across_all_rulesets() {
    session(
        "explain_all_rulesets",
        &[
            ("explain int64 float32", 0),
            ("explain bfloat16 float16", 0),
            ("explain uint8 uint16", 0),
            ("explain int8 scalar:float", 0),
            ("explain scalar:bool scalar:int", 1),
            ("explain dpctl int8", 1),
            ("explain int8 flaot32", 1),
            ("explain int8 scalar:flaot", 1),
            ("explain i8 u8", 1),
        ],
    );
}

#[test]
fn migrate() {
    session(
        "migrate",
        &[
            ("migrate numpy mlx", 0),
            ("migrate megengine megengine@1.13 --dtypes int8,uint16,numpy.half", 0),
            ("migrate mindspore dpctl --dtypes bfloat16", 0),
            ("migrate dpctl dpctl/no-fp64 --dtypes i1,int64,float32,float64 --format json", 1),
            ("migrate array-api@2024.12 dpctl/no-fp64 --dtypes int32,float64 --format json", 0),
            ("migrate mlx mlx", 0),
            ("migrate numpy torch --dtypes uint8,int32", 0),
            ("migrate numpy torch --dtypes uint8 --format json", 0),
            ("migrate numpi mlx", 1),
            ("migrate numpy mxl", 1),
        ],
    );
}

#[test]
fn diff() {
    session(
        "diff",
        &[
            ("diff aclnn aclnn@2025.09", 0),
            ("diff aclnn@2025.09 aclnn@opbase --format json", 0),
            ("diff dpctl dpctl/no-fp64", 0),
            ("diff dpctl/no-fp64 dpctl --table scalars", 0),
            ("diff megengine mindspore", 0),
            ("diff mindspore mindspore", 0),
            ("diff aclnn mindspore --table scalars", 0),
        ],
    );
}

#[test]
fn laws() {
    session(
        "laws",
        &[("laws aclnn", 0), ("laws aclnn --all", 0), ("laws megengine", 0), ("laws nothing", 1)],
    );
}

#[test]
fn ids() {
    session(
        "ids",
        &[
            ("ids", 0),
            ("ids onnx", 0),
            ("ids numpy_kind --format csv", 0),
            ("ids dlpack --format csv", 0),
            ("ids numpy_typestr --format markdown", 0),
            ("ids ml_dtypes --format json", 0),
            ("ids onnx 11", 0),
            ("ids torch 28", 0),
            ("ids dlpack 4,16", 0),
            ("ids numpy_char q", 0),
            ("ids onnx eleven", 1),
            ("ids safetensors F33", 1),
            ("ids dlpack 4", 1),
            ("ids numpy_kind f", 1),
            ("ids onyx", 1),
        ],
    );
}

#[test]
fn export() {
    session(
        "export",
        &[
            ("export --to c megengine --ids onnx", 0),
            ("export --to python megengine megengine", 0),
            ("export --to typescript megengine", 0),
            ("export --to markdown megengine", 0),
            ("export --to csv numpi", 1),
            ("export --to c megengine --ids onyx", 1),
            ("export --to c megengine --ids safetensors", 1),
            ("export --to csv megengine --ids onnx", 1),
        ],
    );
}

#[test]
fn a_root_that_is_no_checkout_is_named() {
    let root = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    for (path, wanted) in [
        (root.path().join("gone"), "is no folder"),
        (root.path().to_owned(), "has no folder `spec`"),
    ] {
        let run = concord(&path, "list");
        let wanted = format!("no checkout: `{}` {wanted}\n", path.display());
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
        assert!(run.stderr.starts_with(&wanted), "{}", run.stderr);
    }
}

#[test]
fn a_new_op_is_assumed_everywhere_until_a_file_says_more() {
    let root = copy();
    let new =
        "mine = { on = [\"int\"], compute = \"promoted\", result = \"compute\", doc = \"mine\" }\n";
    edit(root.path(), "spec/ops.toml", "[binary]\n", &format!("[binary]\n{new}"));
    let assumes = |ruleset: &str| {
        let run = concord(root.path(), &format!("about {ruleset} --format json"));
        let about: serde_json::Value = serde_json::from_str(&run.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}", run.stderr));
        about["assumed"].as_array().into_iter().flatten().any(|op| op == "mine")
    };
    let list = concord(root.path(), "list --format json").stdout;
    let list: serde_json::Value =
        serde_json::from_str(&list).unwrap_or_else(|error| panic!("{error}"));
    for row in list.as_array().into_iter().flatten() {
        let name = row["ruleset"].as_str().unwrap_or_default();
        assert!(assumes(name), "{name} claims an op that nothing speaks of");
    }
    edit(
        root.path(),
        "spec/frameworks/aclnn.toml",
        "ops     = [\"add\",",
        "ops     = [\"mine\", \"add\",",
    );
    assert!(!assumes("aclnn"));
    assert!(assumes("aclnn@opbase"), "a base's documents do not speak of another edition");
}

#[test]
fn bad_usage_exits_with_2() {
    for line in [
        "",
        "prommote",
        "promote",
        "promote aclnn",
        "show aclnn --format xml",
        "show aclnn --table strong",
        "diff aclnn",
        "explain aclnn",
        "explain aclnn int8 int8 int8",
        "migrate aclnn",
        "migrate aclnn numpy --format csv",
        "laws",
        "identify",
        "identify tests/tables/numr.csv --name c64",
        "export torch",
        "generate",
        "generate mine.toml --check",
        "eval --threads 0",
        "eval --isa",
    ] {
        let run = concord(workspace(), line);
        assert_eq!(run.code, Some(2), "`{line}`: {}{}", run.stdout, run.stderr);
        assert!(
            run.stderr.contains("--help") || run.stderr.contains("Usage:"),
            "`{line}` does not tell how: {}",
            run.stderr
        );
    }
}

const MINDSPORE: &str = "spec/frameworks/mindspore.toml";

#[test]
fn planted_mistakes_are_all_shown_by_every_command() {
    let root = copy();
    edit(root.path(), MINDSPORE, "i16   i16   i16   i16 ", "i16   i16   i61   i16 ");
    edit(
        root.path(),
        "spec/frameworks/aclnn.toml",
        "source    = \"table\"",
        "source    = \"tabel\"",
    );
    let sources = codegen::load(&root.path().join("spec"), "spec");
    let mistakes = codegen::lower(&sources).expect_err("two mistakes are planted");
    let mistakes = codegen::diagnostic::render(&mistakes, &sources, false);
    for line in [
        "list",
        "show dpctl",
        "promote dpctl int8 int8",
        "explain dpctl int8 int8",
        "diff dpctl dpctl",
        "explain int8 int8",
        "migrate dpctl dpctl",
        "laws dpctl",
    ] {
        let run = concord(root.path(), line);
        assert_eq!(
            (run.code, &run.stderr, run.stdout.as_str()),
            (Some(1), &mistakes, ""),
            "{line}"
        );
    }
}
