//! Questions about dtype promotion on the command line → answers on standard output.
//!
//! `concord` holds the spec and the recorded runs, so that it answers without a checkout. Inside the
//! checkout `cargo concord` answers from the files on disk.
//!
//! **Asking does not wait for kernels**: all commands but `eval` need the catalog alone. `eval` computes with
//! the runtime, and is a feature of this crate.

mod about;
mod args;
mod ask;
mod diff;
#[cfg(feature = "eval")]
mod eval;
#[cfg(not(feature = "eval"))]
mod eval_apart;
mod explain;
mod laws;
mod lines;
mod list;
mod migrate;
mod origin;
mod promote;
mod run_evidence;
mod show;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
#[cfg(not(feature = "eval"))]
use eval_apart as eval;
use origin::Origin;

/// What a command prints, or why it has no answer; both are shown, the second ends with exit code 1.
type Answer = Result<String, String>;

/// Answers the question on the command line.
///
/// Exits with 0 if there is an answer, with 1 if there is none, and with 2 if the question is not understood.
pub fn main() -> ExitCode {
    let Args { command, root } = Args::parse();
    if let Command::Eval(args) = &command {
        return eval::run(args, root.as_deref());
    }
    let origin = root.map_or(Origin::Inside, Origin::Checkout);
    let answer = answer(&command, &origin);
    let (mut stream, text, code): (Box<dyn Write>, String, ExitCode) = match answer {
        Ok(text) => (Box::new(io::stdout()), text, ExitCode::SUCCESS),
        Err(text) => (Box::new(io::stderr()), text, ExitCode::FAILURE),
    };
    // A reader that has read enough, such as `head`, is no failure.
    match stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("cannot print the answer: {error}");
            ExitCode::FAILURE
        }
        _ => code,
    }
}

fn answer(command: &Command, origin: &Origin) -> Answer {
    let catalog = origin.catalog()?;
    match command {
        Command::List => Ok(list::run(&catalog)),
        Command::About(args) => about::run(args, &catalog),
        Command::Show(args) => show::run(args, &catalog),
        Command::Promote(args) => promote::run(args, &catalog),
        Command::Explain(args) => explain::run(args, &catalog, origin),
        Command::Diff(args) => diff::run(args, &catalog),
        Command::Migrate(args) => migrate::run(args, &catalog),
        Command::Laws(args) => laws::run(args, &catalog, origin),
        Command::Eval(_) => unreachable!("answered before the catalog is needed"),
    }
}
