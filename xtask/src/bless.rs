//! `bless`: everything that is written from the spec, written anew, and what of it a person must read.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};

use codegen::files;

use crate::{Answer, cli, regen, report};

/// The packages whose tests show the spec in snapshots, and those tests; the one of calls prints the differences to
/// declare that `report` does not know of.
const SNAPSHOTS: [(&str, &[&str]); 4] = [
    (
        "conformance",
        &[
            "snapshots",
            "op_dtypes",
            "numerics_tables",
            "observed_calls",
            "observed_values",
            "numerics_isa",
        ],
    ),
    ("concord-codegen", &["accepts", "rejects"]),
    ("concord-cli", &["answers", "manners"]),
    ("xtask", &["commands"]),
];

/// What a person reads.
const READ: &[&str] = &["spec/*.toml", "docs", "*.snap"];

pub(crate) fn run(root: &Path) -> Answer {
    eprint!("{}", regen::run(&cli::Regen { check: false }, root)?);
    eprint!("{}", report::run(&cli::Report { check: false }, root)?);
    accept(root)?;
    to_read(root)
}

/// Runs these tests so that they write what they get. All at once, as `cargo test --workspace` builds them: one package
/// alone would be built again, with the features that it alone asks for.
fn accept(root: &Path) -> Result<(), String> {
    let packages = SNAPSHOTS.map(|(package, _)| package).join(", ");
    eprintln!("accepting the snapshots of {packages}, which takes some minutes");
    let mut command =
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.args(["test", "--quiet", "--workspace", "--no-fail-fast", "--manifest-path"]);
    command.arg(root.join("Cargo.toml")).env("INSTA_UPDATE", "always");
    for test in SNAPSHOTS.iter().flat_map(|(_, tests)| *tests) {
        command.args(["--test", test]);
    }
    let output = command.output().map_err(|error| format!("cannot start cargo: {error}\n"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{}{}tests fail for another reason than a snapshot\n",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// What differs from what is committed: how much of the generated code, and each other file.
fn to_read(root: &Path) -> Answer {
    let diff = |how, paths: &[&str]| git(root, &[&["diff", how, "HEAD", "--"], paths].concat());
    let new = ["ls-files", "--others", "--exclude-standard", "--"];
    // It repeats the spec: it is enough to see how much of it changed.
    let generated = diff("--shortstat", files::GENERATED)?;
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::SNAPSHOTS;

    #[test]
    fn every_test_with_snapshots_is_accepted() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        let folders = [
            ("conformance", "conformance"),
            ("codegen", "concord-codegen"),
            ("cli", "concord-cli"),
            ("xtask", "xtask"),
            ("rules", "concord-rules"),
            ("runtime", "concord-runtime"),
        ];
        for (folder, package) in folders {
            let known = SNAPSHOTS.iter().find(|(name, _)| *name == package);
            let Ok(files) = fs::read_dir(root.join(folder).join("tests")) else { continue };
            for path in files.filter_map(|file| Some(file.ok()?.path())) {
                let text = fs::read_to_string(&path).unwrap_or_default();
                let asks = ["assert_snapshot!", "session("].iter().any(|call| text.contains(call));
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                let accepted = known.is_some_and(|(_, tests)| tests.contains(&name.as_ref()));
                assert!(!asks || accepted, "`bless` leaves out the test {name} of {package}");
            }
        }
    }
}
