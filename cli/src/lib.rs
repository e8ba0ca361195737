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
mod json;
mod laws;
mod lines;
mod list;
mod migrate;
mod origin;
mod page;
mod promote;
mod run_evidence;
mod show;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
#[cfg(not(feature = "eval"))]
use eval_apart as eval;
use origin::Origin;
use page::Page;

/// What a command prints, or why it has no answer; both are shown, the second ends with exit code 1.
type Answer = Result<Page, Page>;

/// Answers the question on the command line.
///
/// Exits with 0 if there is an answer, with 1 if there is none, and with 2 if the question is not understood.
pub fn main() -> ExitCode {
    let Args { command, root } = Args::parse();
    if let Command::Eval(args) = &command {
        return eval::run(args, root.as_deref());
    }
    let origin = root.map_or(Origin::Inside, Origin::Checkout);
    let (printed, code) = match answer(&command, &origin) {
        Ok(page) => (page::print(&page), ExitCode::SUCCESS),
        Err(page) => (page::print_failure(&page), ExitCode::FAILURE),
    };
    match printed {
        Ok(()) => code,
        Err(error) => {
            eprintln!("cannot print the answer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(command: &Command, origin: &Origin) -> Answer {
    if let Command::Completions(args) = command {
        return Ok(completions(args));
    }
    let catalog = origin.catalog()?;
    match command {
        Command::List(args) => Ok(list::run(args, &catalog)),
        Command::About(args) => about::run(args, &catalog, origin),
        Command::Show(args) => show::run(args, &catalog),
        Command::Promote(args) => promote::run(args, &catalog),
        Command::Explain(args) => explain::run(args, &catalog, origin),
        Command::Diff(args) => diff::run(args, &catalog),
        Command::Migrate(args) => migrate::run(args, &catalog, origin),
        Command::Laws(args) => laws::run(args, &catalog, origin),
        Command::Completions(_) | Command::Eval(_) => unreachable!("answered without the catalog"),
    }
}

fn completions(args: &args::Completions) -> Page {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "concord", &mut script);
    Page::Verbatim(String::from_utf8(script).expect("names and help are UTF-8"))
}
