//! The command as other programs and terminals meet it: outside a checkout, as JSON, in colours, cut off.

use std::process::{Command, Output, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lzma_rust2::LzmaReader;
use serde_json::Value;

#[expect(dead_code, reason = "damaged copies are for other tests")]
mod support;

use support::{run as concord, session, workspace};

const PROGRAM: support::Program = support::Program {
    path: env!("CARGO_BIN_EXE_concord"),
    called: "concord",
    folders: &["spec", "conformance/observed"],
};

/// Runs it where there is no checkout, with a variable set perhaps.
fn elsewhere(line: &str, variable: Option<(&str, &str)>) -> Output {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_concord"));
    command.args(line.split_whitespace()).current_dir(folder.path()).env_remove("CONCORD_ROOT");
    for known in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(known);
    }
    command.envs(variable).output().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn without_a_checkout_it_answers_what_a_checkout_answers() {
    for line in [
        "list",
        "about dpctl",
        "show numpy --table scalars",
        "promote torch uint8 int8",
        "explain dpctl int64 float32",
        "explain int64 float32",
        "diff numpy torch",
        "migrate numpy torch",
        "laws torch",
        "show nump",
    ] {
        let (here, there) = (concord(workspace(), line), elsewhere(line, None));
        assert_eq!(there.status.code(), here.code, "{line}");
        let both = [text(&there.stdout), text(&there.stderr)];
        assert_eq!(both, [here.stdout.as_str(), here.stderr.as_str()], "{line}");
    }
}

#[test]
fn every_table_is_there_as_json() {
    session(
        "json",
        &[
            ("promote numpy int8 uint8 scalar:float --format json", 0),
            ("explain megengine int32 uint8 --format json", 0),
            ("explain complex32 bool --format json", 0),
            ("laws megengine --format json", 0),
            ("promote torch uint16 int8 --format json", 1),
        ],
    );
}

#[test]
fn json_has_what_the_text_has() {
    let json = |line: &str| -> Value {
        let run = concord(workspace(), &format!("{line} --format json"));
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    let list = json("list");
    let names: Vec<&str> =
        list.as_array().into_iter().flatten().filter_map(|row| row["ruleset"].as_str()).collect();
    let text = concord(workspace(), "list").stdout;
    let lines: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, lines);
    for name in names {
        let about = json(&format!("about {name}"));
        assert_eq!(about["ruleset"], *name);
        let text = concord(workspace(), &format!("about {name}")).stdout;
        // A label takes twelve columns.
        for line in text.lines().skip(2).filter(|line| !line.starts_with(' ')) {
            let label = line[..12].trim_end().replace(' ', "_");
            assert!(!about[&label].is_null(), "{name} has no {label}");
        }
    }
}

#[test]
fn it_tells_its_version() {
    let run = elsewhere("--version", None);
    assert_eq!(text(&run.stdout), concat!("concord ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = elsewhere(&format!("completions {shell}"), None).stdout;
        for command in [
            "list", "about", "show", "promote", "explain", "diff", "migrate", "laws", "identify",
            "explore", "ids", "export", "generate", "changes", "eval",
        ] {
            assert!(text(&script).contains(command), "{shell} does not complete {command}");
        }
    }
}

#[test]
fn the_explorer_is_one_page_with_the_data_inside() {
    let run = elsewhere("explore --print", None);
    let page = text(&run.stdout);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    let (_, data) =
        page.split_once("<script type=\"application/x-lzma\" id=\"data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    let data = STANDARD.decode(data).expect("the data is base64");
    let data = LzmaReader::new_mem_limit(&*data, u32::MAX, None).expect("the data is LZMA");
    let data: Value = serde_json::from_reader(data).expect("the data is JSON");
    let shown = elsewhere("show numpy --format json", None).stdout;
    let shown: Value = serde_json::from_slice(&shown).expect("JSON");
    assert!(shown["cells"].is_array());
    assert_eq!(data["rulesets"]["numpy"]["tables"]["promotion"]["cells"], shown["cells"]);
    assert!(data["runs"]["torch-2.15.0"]["views"]["run"]["ops"]["add"].is_u64());

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("of/page.html");
    let run = elsewhere(&format!("explore --out {}", path.display()), None);
    assert_eq!(text(&run.stdout), format!("{}\n", path.display()));
    assert_eq!(std::fs::read_to_string(path).expect("the page is written"), page);
}

#[test]
fn only_terminals_get_colours() {
    let coloured = |variable| {
        let [answer, failure] = ["show numpy", "show nump"].map(|line| elsewhere(line, variable));
        [answer.stdout, failure.stderr].map(|bytes| text(&bytes).contains('\u{1b}'))
    };
    assert_eq!(coloured(None), [false; 2]);
    assert_eq!(coloured(Some(("NO_COLOR", "1"))), [false; 2]);
    assert_eq!(coloured(Some(("CLICOLOR_FORCE", "1"))), [true; 2]);
}

#[test]
fn a_word_that_is_not_known_gets_the_nearest_one() {
    for (line, wanted) in [
        ("promot numpy int8 int8", "'promote'"),
        ("show numpy --table scalers", "'scalars'"),
        ("show numpy --tabel scalars", "'--table'"),
        ("show numpi", "did you mean `numpy`?"),
        ("promote numpy flaot32 int8", "did you mean `float32`?"),
        ("explain numpy int8 scalar:flaot", "did you mean `scalar:float`?"),
    ] {
        let stderr = elsewhere(line, None).stderr;
        assert!(text(&stderr).contains(wanted), "`{wanted}` is not in:\n{}", text(&stderr));
    }
}

#[test]
fn a_reader_that_has_read_enough_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_concord"))
        .args(["migrate", "numpy", "torch"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    drop(child.stdout.take());
    let run = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((run.status.code(), text(&run.stderr)), (Some(0), ""));
}
