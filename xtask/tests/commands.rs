//! The tasks as a person meets them: what is printed where, what is written, and the exit code.

use std::fs;
use std::process::Command;

mod files;
#[path = "../../cli/tests/support/mod.rs"]
mod support;

use support::{copy, edit, run as xtask, session, workspace};

const PROGRAM: support::Program = support::Program {
    path: env!("CARGO_BIN_EXE_xtask"),
    called: "cargo xtask",
    folders: &["spec", "runtime/src/generated", "conformance/observed"],
};

#[test]
fn bad_usage_exits_with_2() {
    for line in ["", "regne", "regen --chek", "observe", "bench --python"] {
        let run = xtask(workspace(), line);
        assert_eq!(run.code, Some(2), "`{line}`: {}{}", run.stdout, run.stderr);
        assert!(
            run.stderr.contains("--help") || run.stderr.contains("Usage:"),
            "`{line}` does not tell how: {}",
            run.stderr
        );
    }
}

#[test]
fn what_is_committed_is_fresh() {
    let run = xtask(workspace(), "regen --check");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
}

const MINDSPORE: &str = "spec/frameworks/mindspore.toml";

#[test]
fn planted_mistakes_are_all_shown() {
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
    for line in ["regen --check", "report"] {
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
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    assert!(
        written.stdout.starts_with("wrote     docs/frameworks/answers.svg\n"),
        "{}",
        written.stdout
    );
    assert_eq!(xtask(root.path(), "report --check").code, Some(0));
    let check = xtask(workspace(), "report --check");
    assert_eq!(check.stderr, "", "docs/frameworks/ is not fresh");
    // A page of a framework that is gone goes too.
    let left = root.path().join("docs/frameworks/gone.md");
    fs::write(&left, "").unwrap_or_else(|error| panic!("{error}"));
    let check = xtask(root.path(), "report --check");
    assert!(check.stderr.starts_with("stale:    docs/frameworks/gone.md\n"), "{}", check.stderr);
    assert_eq!(xtask(root.path(), "report").stdout, "deleted   docs/frameworks/gone.md\n");
    assert!(!left.exists());
    // Cells that are not what the framework gave are told with what to write, once for all dtypes.
    let file = "spec/frameworks/megengine@1.13.toml";
    edit(root.path(), file, "bool = \"i32\", \"u16 c64\" = \"!\"", "bool = \"i32\"");
    let open = xtask(root.path(), "report");
    assert_eq!((open.code, open.stdout.as_str()), (Some(1), ""));
    for wanted in [
        "undeclared difference of megengine@1.13: sum, prod u16 c64\n  the rule gives something, by ",
        "\n  MegEngine 1.13.0 gave no kernel, in conformance/observed/megengine-1.13.0.json, view run\n",
        "[[divergence]]\ntable   = \"ops\"\nops     = [\"sum\", \"prod\"]\ncells   = [\"u16 c64\"]\nsays    = { rule = \"*\", run = \"!\" }\n",
    ] {
        assert!(open.stderr.contains(wanted), "`{wanted}` is not in:\n{}", open.stderr);
    }
}

#[test]
fn rulesets_that_are_alike_are_reported_as_near() {
    let root = copy();
    let frameworks = root.path().join("spec/frameworks");
    fs::copy(frameworks.join("jax.toml"), frameworks.join("jax@1.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    let run = xtask(root.path(), "report");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let report = fs::read_to_string(root.path().join("docs/frameworks/agreement.md"));
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    for wanted in ["\n| `jax` | `jax@1` in none of ", "\n| `jax@1` | `jax` in none of "] {
        assert!(report.contains(wanted), "`{wanted}` is not in the report");
    }
}

#[test]
fn new_begins_a_ruleset_and_regen_tells_what_is_missing() {
    let root = copy();
    let run = xtask(root.path(), "new mine/no-f64");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let file = "spec/frameworks/mine/no-f64.toml";
    assert!(run.stdout.starts_with(&format!("wrote {file}\n")), "{}", run.stdout);
    let text = fs::read_to_string(root.path().join(file)).unwrap_or_default();
    assert!(text.starts_with("# mine/no-f64: "), "{text}");
    let regen = xtask(root.path(), "regen");
    assert_eq!(regen.code, Some(1));
    let mistakes: Vec<&str> =
        regen.stderr.lines().filter(|line| line.starts_with("error")).collect();
    assert!(!mistakes.is_empty());
    for mistake in mistakes {
        assert!(mistake.starts_with("error[key_missing]: ["), "{mistake}");
    }
}

#[test]
fn new_refuses_names_that_exist_or_that_no_ruleset_can_have() {
    let root = copy();
    let letters = "  lower-case letters, digits, `-`, `_`, `@` and `.`, with a letter first on either side of a `/`\n";
    for (name, wanted) in [
        ("numpy", "there is a ruleset `numpy` already: spec/frameworks/numpy.toml\n".to_owned()),
        ("Mine", format!("a ruleset cannot be called `Mine`:\n{letters}")),
        ("../mine", format!("a ruleset cannot be called `../mine`:\n{letters}")),
        ("mine/", format!("a ruleset cannot be called `mine/`:\n{letters}")),
        (
            "type",
            "a ruleset cannot be called `type`:\n  `type` is not a valid name of a ruleset: lower-case letters, digits, `-`, \
             `_`, `@` and `.`, a letter first, and not a keyword of Rust\n"
                .to_owned(),
        ),
        (
            "numpy-1.26",
            "a ruleset cannot be called `numpy-1.26`:\n  \
             `numpy@1.26` and `numpy-1.26` would be one Rust module\n"
                .to_owned(),
        ),
        (
            "dpctl/no-fp64",
            "there is a ruleset `dpctl/no-fp64` already: spec/frameworks/dpctl.toml\n"
                .to_owned(),
        ),
    ] {
        let run = xtask(root.path(), &format!("new {name}"));
        assert_eq!((run.code, run.stdout.as_str(), run.stderr), (Some(1), "", wanted), "{name}");
    }
    assert_eq!(xtask(root.path(), "regen --check").code, Some(0), "no file was written");
}

/// `tests/cargo` stands in for cargo.
#[cfg(unix)]
#[test]
fn bless_regenerates_reports_accepts_snapshots_and_tells_what_to_read() {
    let root = copy();
    let git = |line: &str| {
        let status = Command::new("git").arg("-C").arg(root.path()).args(line.split(' ')).status();
        assert!(status.is_ok_and(|status| status.success()), "git {line}");
    };
    assert_eq!(xtask(root.path(), "report").code, Some(0));
    for line in [
        "init --quiet",
        "add --all",
        "-c user.name=me -c user.email=me@example.org commit --quiet --message before",
    ] {
        git(line);
    }
    edit(root.path(), MINDSPORE, "\"2.5\"", "\"2.6\"");
    let run = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["bless", "--root"])
        .arg(root.path())
        .env("CARGO", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cargo"))
        .output()
        .unwrap_or_else(|error| panic!("{error}"));
    let [stdout, stderr] =
        [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!(run.status.code(), Some(0), "{stderr}");
    for wanted in [
        "rewrote   runtime/src/generated/rulesets/mindspore.rs\n",
        "rewrote   docs/frameworks/mindspore.md\n",
    ] {
        assert!(stderr.contains(wanted), "`{wanted}` is not in:\n{stderr}");
    }
    for wanted in [
        "generated code: 2 files changed",
        "\nread these changes, `git diff` shows them:\n docs/frameworks/README.md ",
        "\n spec/frameworks/mindspore.toml ",
        "\nread these new files as a whole:\n docs/accepted.snap\n",
    ] {
        assert!(stdout.contains(wanted), "`{wanted}` is not in:\n{stdout}");
    }
}
