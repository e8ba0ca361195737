//! `eval`'s arguments → a run of the program that computes, with this process's input and output.
//!
//! The program is of `conformance`, which knows the runtime; here it is only started.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::cli::Eval;

/// Builds and runs it; its exit code, or why it could not be run.
pub(crate) fn run(args: &Eval, root: &Path) -> Result<ExitCode, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(&cargo);
    command.arg("run");
    // A person sees on stderr how far the build is; a program sees only what goes wrong.
    if !io::stderr().is_terminal() {
        command.arg("--quiet");
    }
    command.args(["--release", "--package", "conformance", "--bin", "eval"]);
    command.arg("--manifest-path").arg(root.join("Cargo.toml")).arg("--");
    if let Some(isa) = &args.isa {
        command.args(["--isa", isa]);
    }
    if let Some(threads) = args.threads {
        command.env("RAYON_NUM_THREADS", threads.to_string());
    }
    let status = command
        .status()
        .map_err(|error| format!("cannot run {}: {error}\n", cargo.to_string_lossy()))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
