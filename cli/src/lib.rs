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
mod changes;
mod diff;
#[cfg(feature = "eval")]
mod eval;
#[cfg(not(feature = "eval"))]
mod eval_apart;
mod explain;
mod export;
mod generate;
mod identify;
mod ids;
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

#[cfg(feature = "eval")]
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
#[cfg(not(feature = "eval"))]
use eval_apart as eval;
use origin::Origin;
use page::Page;

/// What a command prints, or why it has no answer; both are shown, the second ends with exit code 1.
type Answer = Result<Page, Page>;

/// What `concord eval` does: reads questions, a line of JSON each, and writes a line of JSON for each.
///
/// The questions are described in the README. Whatever a line says, it gets one line back and the next one is read.
///
/// # Errors
///
/// What keeps questions from being read or answers from being written.
///
/// ```
/// let question = r#"{"ruleset":"numpy","op":"promote","operands":[{"dtype":"int8"},{"dtype":"uint8"}]}"#;
/// let mut answers = Vec::new();
/// concord_cli::eval(question.as_bytes(), &mut answers)?;
/// assert_eq!(answers, b"{\"dtype\":\"int16\"}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "eval")]
pub fn eval(questions: impl Read, answers: impl Write) -> io::Result<()> {
    eval::answer_lines(BufReader::new(questions), BufWriter::new(answers))
}

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
    if let Command::Generate(args) = command {
        return generate::run(args, origin);
    }
    if let Command::Changes(args) = command {
        return changes::run(args, origin);
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
        Command::Export(args) => export::run(args, &catalog),
        Command::Ids(args) => ids::run(args, &catalog),
        Command::Identify(args) => identify::run(args, &catalog),
        Command::Changes(_) | Command::Completions(_) | Command::Eval(_) | Command::Generate(_) => {
            unreachable!("answered without the catalog")
        }
    }
}

fn completions(args: &args::Completions) -> Page {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "concord", &mut script);
    Page::Verbatim(String::from_utf8(script).expect("names and help are UTF-8"))
}
