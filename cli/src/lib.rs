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
mod explore;
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
mod sql;

use std::ffi::OsString;
#[cfg(feature = "eval")]
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{CommandFactory, Parser};
/// The checked spec, which answers come from.
pub use codegen::Catalog;

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
    run(std::env::args_os()).into()
}

/// Answers a command line, its first word the name of the command, on standard output, as [`main`] does; returns
/// the exit code.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    let Args { command, root } = match Args::try_parse_from(words) {
        Ok(args) => args,
        Err(error) => {
            // What cannot be printed cannot be reported either.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    if let Command::Eval(args) = &command {
        return eval::run(args, root.as_deref());
    }
    if let Command::Sql(args) = &command {
        return sql::run(args);
    }
    let origin = root.map_or(Origin::Inside, Origin::Checkout);
    let (printed, code) = match answer(&command, &origin) {
        Ok(page) => (page::print(&page), 0),
        Err(page) => (page::print_failure(&page), 1),
    };
    match printed {
        Ok(()) => code,
        Err(error) => {
            eprintln!("cannot print the answer: {error}");
            1
        }
    }
}

/// The answer to a command line from the spec inside, its first word the name of the command: as text without
/// colours, or as JSON where the words ask for that.
///
/// The catalog is made once for all questions of a process.
///
/// # Errors
///
/// Why there is no answer, as [`main`] prints it; also for words that are no command, and for `eval`, which
/// [`eval()`] answers.
///
/// ```
/// let answer = concord_cli::ask(["concord", "promote", "numpy", "int8", "uint8"]);
/// assert_eq!(answer.as_deref(), Ok("int16\n"));
/// ```
pub fn ask(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<String, String> {
    ask_of(words, None, None)
}

/// The same from another catalog than that of the spec inside, if one is given, and with a text in place of standard
/// input, which `identify -` reads.
///
/// # Errors
///
/// As [`ask`].
pub fn ask_of(
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    catalog: Option<&Catalog>,
    input: Option<&str>,
) -> Result<String, String> {
    static INSIDE: OnceLock<Catalog> = OnceLock::new();
    let Args { command, root } = Args::try_parse_from(words).map_err(|error| error.to_string())?;
    let origin = root.map_or(Origin::Inside, Origin::Checkout);
    let from = |catalog: &Catalog| match (&command, input) {
        (Command::Identify(args), Some(text)) => identify::of_text(args, catalog, text),
        _ => answer_from(catalog, &command, &origin),
    };
    let answer = match (&command, &origin, catalog.or(INSIDE.get())) {
        (Command::Eval(_), ..) => {
            Err(Page::from("eval answers lines of JSON, not a command line\n".to_owned()))
        }
        (Command::Sql(_), ..) => {
            Err(Page::from("sql is the program concord-sql, which answers on its own\n".to_owned()))
        }
        (Command::Identify(_), Origin::Checkout(_), _) => {
            origin.catalog().and_then(|catalog| from(&catalog))
        }
        (_, Origin::Checkout(_), _) => answer(&command, &origin),
        (_, Origin::Inside, Some(catalog)) => from(catalog),
        (_, Origin::Inside, None) => {
            origin.catalog().and_then(|catalog| from(INSIDE.get_or_init(|| catalog)))
        }
    };
    match answer {
        Ok(page) => Ok(page::plain(&page)),
        Err(page) => Err(page::plain(&page)),
    }
}

fn answer(command: &Command, origin: &Origin) -> Answer {
    match command {
        Command::Completions(args) => Ok(completions(args)),
        Command::Generate(args) => generate::run(args, origin),
        Command::Changes(args) => changes::run(args, origin),
        command => answer_from(&origin.catalog()?, command, origin),
    }
}

fn answer_from(catalog: &Catalog, command: &Command, origin: &Origin) -> Answer {
    match command {
        Command::List(args) => Ok(list::run(args, catalog)),
        Command::About(args) => about::run(args, catalog, origin),
        Command::Show(args) => show::run(args, catalog),
        Command::Promote(args) => promote::run(args, catalog),
        Command::Explain(args) => explain::run(args, catalog, origin),
        Command::Diff(args) => diff::run(args, catalog),
        Command::Migrate(args) => migrate::run(args, catalog, origin),
        Command::Laws(args) => laws::run(args, catalog, origin),
        Command::Explore(args) => explore::run(args, catalog, origin),
        Command::Export(args) => export::run(args, catalog, origin),
        Command::Ids(args) => ids::run(args, catalog),
        Command::Identify(args) => identify::run(args, catalog),
        Command::Completions(_) | Command::Generate(_) | Command::Changes(_) => {
            answer(command, origin)
        }
        Command::Eval(_) | Command::Sql(_) => unreachable!("answered without the catalog"),
    }
}

fn completions(args: &args::Completions) -> Page {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "concord", &mut script);
    Page::Verbatim(String::from_utf8(script).expect("names and help are UTF-8"))
}
