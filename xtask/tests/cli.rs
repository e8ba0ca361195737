//! The command line as a person meets it: what is printed where, and the exit code.

use std::fs;
use std::path::Path;
use std::process::Command;

mod planted;
mod support;

use support::{copy, edit, session, workspace, xtask};

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
            ("show megengine --format json", 0),
            ("show mindspore --table scalars --format json", 0),
            ("show dpctl --table scalars --format csv", 0),
            ("show megengine --format markdown", 0),
            ("show aclnn@2025.09 --table scalars", 0),
            ("show aclnn --table scalars --format csv", 0),
            ("show mindspor", 1),
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
        ],
    );
}

#[test]
fn explain_across_the_field() {
    session(
        "explain_field",
        &[
            ("explain int64 float32", 0),
            ("explain bfloat16 float16", 0),
            ("explain uint8 uint16", 0),
            ("explain int8 scalar:float", 0),
            ("explain scalar:bool scalar:int", 1),
            ("explain dpctl int8", 1),
            ("explain int8 flaot32", 1),
            ("explain int8 scalar:flaot", 1),
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
    session("laws", &[("laws aclnn", 0), ("laws megengine", 0), ("laws nothing", 1)]);
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
        "regen --chek",
        "eval --threads 0",
        "eval --isa",
    ] {
        let run = xtask(workspace(), line);
        assert_eq!(run.code, Some(2), "`{line}`: {}{}", run.stdout, run.stderr);
        assert!(
            run.stderr.contains("--help") || run.stderr.contains("Usage:"),
            "`{line}` does not tell how: {}",
            run.stderr
        );
    }
}

/// What `eval` runs, as `tests/cargo`, which stands in for cargo, tells it.
#[cfg(unix)]
#[test]
fn eval_runs_the_program_that_computes_and_passes_its_exit_code_on() {
    use std::io::Write;
    use std::process::Stdio;

    let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["eval", "--isa", "baseline", "--threads", "3", "--root", "there"])
        .env("CARGO", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cargo"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(b"{}\n").unwrap_or_else(|error| panic!("{error}"));
    drop(stdin);
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()),
        (
            Some(7),
            "run --quiet --release --package conformance --bin eval \
             --manifest-path there/Cargo.toml -- --isa baseline threads=3\n{}\n"
        )
    );
}

#[test]
fn what_is_committed_is_fresh() {
    let run = xtask(workspace(), "regen --check");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
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
    let run = xtask(root.path(), "regen");
    assert_eq!(run.code, Some(1));
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("mistakes", run.stderr));
    let shown = include_str!("../../README.md");
    let shown: Vec<&str> = shown.lines().map(str::trim_start).collect();
    let mistake = run.stderr.lines().skip_while(|line| !line.starts_with("error[unknown_dtype]"));
    for line in mistake.take_while(|line| !line.is_empty()) {
        assert!(shown.contains(&line.trim_start()), "README.md does not show this line: {line}");
    }
    for line in [
        "regen --check",
        "list",
        "show dpctl",
        "promote dpctl int8 int8",
        "explain dpctl int8 int8",
        "diff dpctl dpctl",
        "explain int8 int8",
        "migrate dpctl dpctl",
        "laws dpctl",
    ] {
        let other = xtask(root.path(), line);
        assert_eq!(
            (other.code, &other.stderr, other.stdout.as_str()),
            (Some(1), &run.stderr, ""),
            "{line}"
        );
    }
}

#[test]
fn check_lists_what_is_stale_missing_and_left_over_and_regen_mends_it() {
    let root = copy();
    let generated = root.path().join("runtime/src/generated");
    edit(
        root.path(),
        "runtime/src/generated/rulesets/mindspore.rs",
        "edition: \"2.5\"",
        "edition: \"2.6\"",
    );
    fs::remove_file(generated.join("rulesets/dpctl.rs")).unwrap_or_else(|error| panic!("{error}"));
    fs::write(generated.join("rulesets/stray.rs"), "// stray\n")
        .unwrap_or_else(|error| panic!("{error}"));
    edit(root.path(), MINDSPORE, "u64   u64   -     -", "u64   u64 - -");

    let check = xtask(root.path(), "regen --check");
    assert_eq!((check.code, check.stdout.as_str()), (Some(1), ""));
    for wanted in [
        "stale: runtime/src/generated/rulesets/mindspore.rs\n",
        "-    edition: \"2.6\",\n+    edition: \"2.5\",\n",
        "missing: runtime/src/generated/rulesets/dpctl.rs\n",
        "left over: runtime/src/generated/rulesets/stray.rs\n",
        "-// stray\n",
        "stale: spec/frameworks/mindspore.toml\n",
        "4 generated files are not what the spec says: run `cargo xtask regen`\n",
    ] {
        assert!(check.stderr.contains(wanted), "`{wanted}` is not in:\n{}", check.stderr);
    }
    assert!(generated.join("rulesets/stray.rs").exists(), "--check writes nothing");

    let regen = xtask(root.path(), "regen");
    assert_eq!(regen.code, Some(0), "{}", regen.stderr);
    assert!(regen.stdout.contains("4 changed"), "{}", regen.stdout);
    assert!(!generated.join("rulesets/stray.rs").exists());
    assert_eq!(xtask(root.path(), "regen --check").code, Some(0));
    let again = xtask(root.path(), "regen");
    assert!(again.stdout.contains("0 changed"), "{}", again.stdout);
    for file in [
        MINDSPORE,
        "runtime/src/generated/rulesets/dpctl.rs",
        "runtime/src/generated/rulesets/mindspore.rs",
    ] {
        let [mended, committed] = [root.path(), workspace()]
            .map(|root| fs::read_to_string(root.join(file)).unwrap_or_default());
        assert_eq!(mended, committed, "{file}");
    }
}

#[test]
fn observe_says_what_it_lacks() {
    session("observe", &[("observe dpct", 1)]);
    let root = copy();
    let oracle = root.path().join("conformance/oracles/mine");
    let write = |name: &str, text: &str| {
        fs::create_dir_all(&oracle).and_then(|()| fs::write(oracle.join(name), text))
    };
    let version = "version = \"1\"\npython = [\"1.0\"]\n";
    for (name, text) in [("oracle.toml", version), ("requirements.txt", "mine==1\n")] {
        write(name, text).unwrap_or_else(|error| panic!("{error}"));
    }
    // No machine has it, whatever else it has.
    let run = xtask(root.path(), "observe mine");
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    for wanted in ["no fitting Python: wanted 1.0, found ", "or name one with --python\n"] {
        assert!(run.stderr.contains(wanted), "`{wanted}` is not in:\n{}", run.stderr);
    }
    write("oracle.toml", "version = 1\n").unwrap_or_else(|error| panic!("{error}"));
    let run = xtask(root.path(), "observe mine");
    assert!(run.stderr.contains("oracle.toml: TOML parse error at line 1"), "{}", run.stderr);
}

#[test]
fn report_is_checked_as_generated_code_is() {
    let root = copy();
    let check = xtask(root.path(), "report --check");
    assert_eq!((check.code, check.stdout.as_str()), (Some(1), ""));
    let written = xtask(root.path(), "report");
    assert_eq!((written.code, written.stdout.as_str()), (Some(0), "wrote docs/frameworks.md\n"));
    assert_eq!(xtask(root.path(), "report --check").code, Some(0));
    let report = |root: &Path| fs::read_to_string(root.join("docs/frameworks.md")).ok();
    let fresh = report(root.path()) == report(workspace());
    assert!(fresh, "docs/frameworks.md is not fresh: run `cargo xtask report`");
    // A cell that is not what the framework gave is told with what to write.
    let file = "spec/frameworks/megengine@1.13.toml";
    edit(root.path(), file, "bool = \"i32\", u16 = \"!\"", "bool = \"i32\"");
    let open = xtask(root.path(), "report");
    assert_eq!((open.code, open.stdout.as_str()), (Some(1), ""));
    for wanted in [
        "undeclared difference of megengine@1.13: sum, prod u16\n  the rule gives u16, by ",
        "\n  MegEngine 1.13.0 gave no kernel, in conformance/observed/megengine-1.13.0.json, view run\n",
        "[[divergence]]\ntable   = \"ops\"\nops     = [\"sum\", \"prod\"]\ncells   = [\"u16\"]\n",
    ] {
        assert!(open.stderr.contains(wanted), "`{wanted}` is not in:\n{}", open.stderr);
    }
}
