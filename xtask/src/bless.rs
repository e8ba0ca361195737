//! `bless`: everything that is written from the spec, written anew, and what of it a person must read.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};

use crate::{Answer, cli, regen, report};

/// The packages whose tests show the spec in snapshots, and those tests.
const SNAPSHOTS: [(&str, &[&str]); 4] = [
    ("conformance", &["snapshots", "op_dtypes", "numerics_tables", "observed_values"]),
    ("concord-codegen", &["accepts", "rejects"]),
    ("concord-cli", &["answers"]),
    ("xtask", &["commands"]),
];

/// Generated code, which repeats the spec: it is enough to see how much of it changed.
const GENERATED: &[&str] =
    &["runtime/src/generated", "spec/src/generated", "conformance/observed/src/generated"];

/// What a person reads.
const READ: &[&str] = &["spec/*.toml", "docs", "*.snap"];

pub(crate) fn run(root: &Path) -> Answer {
    eprint!("{}", regen::run(&cli::Regen { check: false }, root)?);
    eprint!("{}", report::run(&cli::Report { check: false }, root)?);
    for (package, tests) in SNAPSHOTS {
        accept(package, tests, root)?;
    }
    to_read(root)
}

/// Runs the tests of a package so that they write what they get.
fn accept(package: &str, tests: &[&str], root: &Path) -> Result<(), String> {
    eprintln!("accepting the snapshots of {package}");
    let mut command =
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.args(["test", "--quiet", "--package", package, "--manifest-path"]);
    command.arg(root.join("Cargo.toml")).env("INSTA_UPDATE", "always");
    for test in tests {
        command.args(["--test", test]);
    }
    let output = command.output().map_err(|error| format!("cannot start cargo: {error}\n"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{}{}the tests of {package} fail for another reason than a snapshot\n",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// What differs from what is committed: how much of the generated code, and each other file.
fn to_read(root: &Path) -> Answer {
    let diff = |how, paths: &[&str]| git(root, &[&["diff", how, "HEAD", "--"], paths].concat());
    let new = ["ls-files", "--others", "--exclude-standard", "--"];
    let generated = diff("--shortstat", GENERATED)?;
    let changed = diff("--stat", READ)?;
    let new = git(root, &[&new[..], READ].concat())?;
    let mut text = match generated.as_str() {
        "" => "generated code: unchanged\n".to_owned(),
        count => format!("generated code:{count}"),
    };
    if !changed.is_empty() {
        text += &format!("\nread these changes, `git diff` shows them:\n{changed}");
    }
    if !new.is_empty() {
        text += "\nread these new files as a whole:\n";
        text.extend(new.lines().map(|path| format!(" {path}\n")));
    }
    Ok(text)
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output();
    match output {
        Ok(Output { status, stdout, .. }) if status.success() => {
            Ok(String::from_utf8_lossy(&stdout).into_owned())
        }
        Ok(Output { status, stderr, .. }) => {
            Err(format!("git ended with {status}: {}", String::from_utf8_lossy(&stderr)))
        }
        Err(error) => Err(format!("cannot start git: {error}\n")),
    }
}
