//! What `eval` does in a program that was built without kernels.
#![cfg(all(unix, not(feature = "eval")))]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `concord eval`; `tests/cargo` stands in for cargo.
fn eval(arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_concord"))
        .arg("eval")
        .args(arguments)
        .env_remove("CONCORD_ROOT")
        .env("CARGO", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cargo"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{error}"));
    // A program that reads nothing is no mistake of whoever writes.
    let _ = child.stdin.take().expect("it is piped").write_all(b"{}\n");
    child.wait_with_output().unwrap_or_else(|error| panic!("{error}"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn it_builds_the_program_that_computes_and_passes_its_exit_code_on() {
    let run = eval(&["--isa", "baseline", "--threads", "3", "--root", "there"]);
    let cargo = "--release --package concord-cli --manifest-path there/Cargo.toml";
    let wanted = format!("run {cargo} --quiet -- eval --isa baseline --threads 3\n{{}}\n");
    assert_eq!((run.status.code(), text(&run.stdout)), (Some(7), wanted.as_str()));
    assert_eq!(
        text(&run.stderr),
        "building `concord eval` with kernels; this takes a minute or two\n"
    );
}

#[test]
fn a_build_that_fails_is_shown() {
    let run = eval(&["--root", "broken"]);
    assert_eq!((run.status.code(), text(&run.stdout)), (Some(1), ""));
    let wanted = "building `concord eval` with kernels; this takes a minute or two\n   \
                  Compiling concord-runtime\nerror: it is broken\n\
                  the build of `concord eval` ended with exit status: 101\n";
    assert_eq!(text(&run.stderr), wanted);
}

#[test]
fn without_a_checkout_it_says_how_to_build_it() {
    let run = eval(&[]);
    assert_eq!((run.status.code(), text(&run.stdout)), (Some(1), ""));
    assert!(text(&run.stderr).contains("with the feature `eval`"));
}
