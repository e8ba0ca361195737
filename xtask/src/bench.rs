//! `bench`: runs the package that measures, which is apart from the workspace so that peers never enter it.

mod calls;

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use crate::{Answer, cli};

pub(crate) fn run(args: &cli::Bench, root: &Path) -> Answer {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    if args.calls {
        return calls::run(root, &target);
    }
    let target = target.join("bench");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--release", "--locked", "--manifest-path"]);
    cargo.arg(root.join("conformance/bench/Cargo.toml")).arg("--target-dir").arg(&target);
    let status = cargo.args(arguments(args, root, &target)).status();
    let status = status.map_err(|error| format!("cannot start cargo: {error}\n"))?;
    match status.success() {
        // What it found, it has printed itself.
        true => Ok(String::new()),
        false => Err(format!("the bench ended with {status}\n")),
    }
}

/// What else cargo is told, and after the two dashes what the bench is.
fn arguments(args: &cli::Bench, root: &Path, target: &Path) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    if args.peers {
        all.extend(["--features".into(), "peers".into()]);
    }
    all.extend(["--".into(), "--target".into(), target.into()]);
    let out = args.out.clone().unwrap_or_else(|| root.join("docs"));
    all.extend(["--out".into(), out.into()]);
    // The bench runs where this does, so that a path means the same to it.
    all.extend(args.compare.iter().flat_map(|older| ["--compare".into(), older.into()]));
    let python = args.python.iter().flat_map(|python| ["--python".into(), python.into()]);
    all.extend(python);
    let flags = [("--peers", args.peers), ("--quick", args.quick), ("--matrix", args.matrix)];
    all.extend(flags.iter().filter(|(_, is)| *is).map(|(flag, _)| flag.into()));
    all.extend(args.rest.iter().cloned());
    all
}
