//! `eval`'s arguments → a run of this program built with kernels, with this process's input and output.
//!
//! `cargo concord` is built without kernels, so that the other commands are there soon.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::args::Eval;

/// The exit code of that run; 1 if there is none.
pub(crate) fn run(args: &Eval, root: Option<&Path>) -> u8 {
    let Some(root) = root else {
        eprintln!("this program was built without `eval`: build it with the feature `eval`");
        return 1;
    };
    build(root).and_then(|()| compute(args, root)).unwrap_or_else(|error| {
        eprintln!("{error}");
        1
    })
}

/// Builds it if it is not up to date, and says on stderr that this takes a while.
fn build(root: &Path) -> Result<(), String> {
    let mut command = cargo("build", root);
    let mut child = command.stderr(Stdio::piped()).spawn().map_err(not_started)?;
    let stderr = child.stderr.take().expect("it is piped");
    let (mut said, mut lines) = (false, String::new());
    for line in BufReader::new(stderr).lines().map_while(Result::ok) {
        if !said && line.trim_start().starts_with("Compiling") {
            eprintln!("building `concord eval` with kernels; this takes a minute or two");
            said = true;
        }
        // A person sees how far it is; a program sees only what goes wrong.
        match io::stderr().is_terminal() {
            true if said => eprintln!("{line}"),
            _ => lines += &format!("{line}\n"),
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{lines}the build of `concord eval` ended with {status}")),
        Err(error) => Err(not_started(error)),
    }
}

fn compute(args: &Eval, root: &Path) -> Result<u8, String> {
    let mut command = cargo("run", root);
    command.args(["--quiet", "--", "eval"]);
    if let Some(isa) = &args.isa {
        command.args(["--isa", isa]);
    }
    if let Some(threads) = args.threads {
        command.args(["--threads", &threads.to_string()]);
    }
    let status = command.status().map_err(not_started)?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.unwrap_or(1))
}

/// A command of cargo on this package with all its features, optimised.
fn cargo(what: &str, root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.args([what, "--release", "--package", "concord-cli", "--manifest-path"]);
    command.arg(root.join("Cargo.toml"));
    command
}

fn not_started(error: io::Error) -> String {
    format!("cannot run cargo: {error}")
}
