//! The command line as a person meets it: what is printed where, and the exit code.

mod exports;
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
fn changes_are_told_as_a_changelog_tells_them() {
    let new = copy();
    for (from, to) in [
        ("i8    i8    i8    i16   i32   i64   i16 ", "i8    i8    i8    i16   i32   i64   i32 "),
        ("u8    u8    i16   i16   i32   i64   u8 ", "u8    u8    i32   i16   i32   i64   u8 "),
    ] {
        edit(new.path(), MINDSPORE, from, to);
    }
    edit(new.path(), "spec/frameworks/torch.toml", "median_of_even           = \"lower\"\n", "");
    std::fs::remove_file(new.path().join("spec/frameworks/mlx.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    let (old, new) = (workspace().display().to_string(), new.path().display().to_string());
    let run = concord(workspace(), &format!("changes {old} {new}"));
    let wanted = "Removed

- ruleset mlx

Cells

- mindspore: int8 × uint8, uint8 × int8 was int16, is int32
- torch, torch/bfloat16, torch/float16, torch/float64: policy of median_of_even was lower, is mean

A major release, at the least.
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

/// Tables of crates that promote by themselves, and what their words mean where that is not plain.
const TABLES: [(&str, &str); 5] = [
    ("numr.csv", ""),
    ("maidenx.csv", ""),
    ("rstsr.csv", " --name c32=complex64 --name c64=complex128"),
    ("hpt.csv", " --name Complex32=complex64 --name Complex64=complex128"),
    ("tract.csv", ""),
];

#[test]
fn identify() {
    let lines = TABLES.map(|(table, names)| format!("identify tests/tables/{table}{names}"));
    let mut lines: Vec<(&str, i32)> = lines.iter().map(|line| (line.as_str(), 0)).collect();
    lines.extend([
        ("identify tests/tables/rstsr.csv --against dpctl", 0),
        ("identify tests/tables/tract.csv --against array-api@2024.12", 0),
        ("identify tests/tables/maidenx.csv --name BOOL=uint8", 1),
        ("identify tests/tables/maidenx.csv --name BOOL=boolean", 1),
        ("identify tests/tables/maidenx.csv --against numpi", 1),
        ("identify tests/tables/nothing.csv", 1),
        ("identify tests/answers.rs", 1),
    ]);
    session("identify", &lines);
    let shown = concord(workspace(), "identify tests/tables/numr.csv").stdout;
    let shown = shown.split("\n\n").skip(1).take(2).collect::<Vec<_>>().join("\n\n");
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&shown), "README.md does not show this:\n{shown}");
}

#[test]
fn an_identified_table_becomes_a_spec_file() {
    for (table, names) in TABLES {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let path = folder.path().join("mine.toml");
        let line = format!("identify tests/tables/{table}{names} --as {}", path.display());
        let run = concord(workspace(), &line);
        assert_eq!(run.code, Some(0), "{line}: {}", run.stderr);
        let mine = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
        let texts = spec::FILES.into_iter().take(2).chain([("frameworks/mine.toml", &*mine)]);
        let sources = codegen::Sources::from_texts("spec", texts);
        let catalog = codegen::lower(&sources).unwrap_or_else(|mistakes| {
            panic!("{}", codegen::diagnostic::render(&mistakes, &sources, false))
        });
        let table = format!("{}/tests/tables/{table}", env!("CARGO_MANIFEST_DIR"));
        let table = std::fs::read_to_string(table).unwrap_or_else(|error| panic!("{error}"));
        let called = names.split_whitespace().filter_map(|word| word.split_once('='));
        let called = called.map(|(word, name)| (word.to_owned(), name.to_owned()));
        let called: Vec<(String, String)> = called.collect();
        let given = codegen::identify::Given::read(&catalog, &table, &called);
        let given = given.unwrap_or_else(|error| panic!("{error}"));
        let found = codegen::identify::identify(&catalog, &given);
        let [own] = &found.nearest[..] else { panic!("{} rulesets", found.nearest.len()) };
        let counts = (own.agree, own.differing.different(), own.apart);
        assert_eq!(counts, (given.known().count(), 0, 0), "{line}");
        let again = concord(workspace(), &line);
        assert_eq!(again.code, Some(1), "{line} writes over a file");
    }
}

#[test]
fn identify_has_all_in_json() {
    let run = concord(workspace(), "identify tests/tables/maidenx.csv --format json");
    let report: serde_json::Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}"));
    let text = concord(workspace(), "identify tests/tables/maidenx.csv --all").stdout;
    let nearest = &report["nearest"][0];
    assert_eq!(report["cells"], 169);
    assert!(text.contains(&format!("{} agree, {} differ", nearest["agree"], nearest["differ"])));
    assert_eq!(
        nearest["cells"].as_array().map(Vec::len),
        nearest["differ"].as_u64().and_then(|count| usize::try_from(count).ok())
    );
    let alone = report["alone"].as_array().into_iter().flatten();
    let bool_with_itself = alone
        .clone()
        .any(|one| one["row"] == "bool" && one["column"] == "bool" && one["table"] == "uint8");
    assert!(bool_with_itself, "{report}");
    assert!(text.contains("bool × bool = uint8: bool in"), "{text}");
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

/// The sections of a move's Markdown, in order.
fn headings(line: &str) -> Vec<String> {
    let run = concord(workspace(), line);
    run.stdout.lines().filter_map(|line| line.strip_prefix("## ").map(str::to_owned)).collect()
}

#[test]
fn migrate_tells_silent_loss_before_errors() {
    let headings = headings("migrate numpy torch");
    let place = |title: &str| {
        let found = headings.iter().position(|heading| heading == title);
        found.unwrap_or_else(|| panic!("no section `{title}` in {headings:?}"))
    };
    let wanted = [
        "Default dtypes that hold less",
        "A result that holds less",
        "Policies",
        "A wider result",
        "Newly refused, or without a kernel",
        "Newly legal",
    ];
    assert!(wanted.map(place).is_sorted(), "{headings:?}");
    assert_eq!(place(wanted[0]), 0);
}

#[test]
fn migrate_counts_what_runs_are_declared_to_give() {
    let run = concord(workspace(), "migrate numpy torch --format json");
    let report: serde_json::Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}"));
    let find = |op: &str, operands: &[&str]| {
        let all = report["changes"].as_array().into_iter().flatten();
        let found =
            all.filter(|one| one["op"] == op && one["operands"] == serde_json::json!(operands));
        found
            .map(|one| (one["was"].clone(), one["becomes"].clone(), one["harm"].clone()))
            .collect::<Vec<_>>()
    };
    for (op, operands, was, becomes, harm) in [
        ("reciprocal", &["int32"][..], "int32", "float32", "silent_loss"),
        ("all", &["uint8"], "bool", "uint8", "other_values"),
        ("maximum", &["int8", "Python int"], "int8", "!", "error"),
        // The run asked of powers of 1, which any tensor has.
        ("pow", &["uint16", "Python int"], "uint16", "!", "error"),
    ] {
        let wanted = (was.into(), becomes.into(), harm.into());
        assert_eq!(find(op, operands), [wanted], "{op} of {operands:?}");
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
