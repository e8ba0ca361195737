//! Running a program, `concord` or `xtask`: on the real spec, or on a copy of it that a test may damage.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::PROGRAM;

/// What a run of the program left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The program that a test is of, which each names as `PROGRAM`.
pub(crate) struct Program {
    pub(crate) path: &'static str,
    /// As a person calls it.
    pub(crate) called: &'static str,
    /// What it reads and writes below the root of a checkout.
    pub(crate) folders: &'static [&'static str],
}

pub(crate) fn run(root: &Path, line: &str) -> Run {
    let output =
        Command::new(PROGRAM.path).args(line.split_whitespace()).arg("--root").arg(root).output();
    let output = output.unwrap_or_else(|error| panic!("{} {line}: {error}", PROGRAM.called));
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Run { code: output.status.code(), stdout, stderr }
}

/// Runs each line on the real spec; the exit code, and all that is printed as one snapshot.
pub(crate) fn session(name: &str, lines: &[(&str, i32)]) {
    session_in(workspace(), name, lines);
}

/// The same on the spec under a root.
pub(crate) fn session_in(root: &Path, name: &str, lines: &[(&str, i32)]) {
    let mut text = String::new();
    for (line, code) in lines {
        let run = run(root, line);
        assert_eq!(
            run.code,
            Some(*code),
            "exit code of `{line}`; it printed:\n{}{}",
            run.stdout,
            run.stderr
        );
        assert!(run.stdout.is_empty() || run.stderr.is_empty(), "`{line}` printed on both streams");
        let stream = if run.stderr.is_empty() { "" } else { "(stderr) " };
        text.push_str(&format!(
            "$ {} {line}\n{stream}{}{}\n",
            PROGRAM.called, run.stdout, run.stderr
        ));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The folders of a checkout that the program uses, to be damaged.
pub(crate) fn copy() -> TempDir {
    let root = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    for folder in PROGRAM.folders {
        copy_all(&workspace().join(folder), &root.path().join(folder));
    }
    root
}

/// A folder and all in it.
fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap_or_else(|error| panic!("{error}"));
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{error}")) {
        let path = entry.unwrap_or_else(|error| panic!("{error}")).path();
        let to = to.join(path.file_name().unwrap_or_default());
        match path.is_dir() {
            true => copy_all(&path, &to),
            false => _ = fs::copy(&path, to).unwrap_or_else(|error| panic!("{error}")),
        }
    }
}

pub(crate) fn edit(root: &Path, file: &str, from: &str, to: &str) {
    let path = root.join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(text.contains(from), "{file} has `{from}`");
    fs::write(path, text.replacen(from, to, 1)).unwrap_or_else(|error| panic!("{file}: {error}"));
}
