//! `prove`: runs the package that compares functions with their exact values over all arguments.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use crate::{Answer, cli};

pub(crate) fn run(args: &cli::Prove, root: &Path) -> Answer {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).current_dir(root).args(arguments(args)).status();
    let status = status.map_err(|error| format!("cannot start cargo: {error}\n"))?;
    match status.success() {
        // What it found, it has printed itself.
        true => Ok(String::new()),
        false => Err(format!("the prover ended with {status}\n")),
    }
}

/// What cargo is told, and after the two dashes what the prover is.
fn arguments(args: &cli::Prove) -> Vec<OsString> {
    let mut all: Vec<OsString> =
        ["run", "--quiet", "--release", "--package", "prove", "--"].map(Into::into).into();
    let flags = [("--halves", args.halves), ("--digests", args.digests), ("--record", args.record)];
    all.extend(flags.iter().filter(|(_, is)| *is).map(|(flag, _)| flag.into()));
    all.extend(
        args.float64.iter().flat_map(|count| ["--float64".into(), count.to_string().into()]),
    );
    all.extend(args.functions.iter().map(Into::into));
    all
}
