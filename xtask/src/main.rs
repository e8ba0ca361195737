//! `cargo xtask`: regenerates the code, answers questions about the spec, runs frameworks, starts the bench.
//!
//! **It never depends on `runtime`**: what it shows comes from the catalog, and one bad generated
//! file does not keep it from running. `eval`, which computes, runs a program of `conformance`.

mod about;
mod ask;
mod bench;
mod cli;
mod diff;
mod eval;
mod explain;
mod laws;
mod lines;
mod list;
mod markdown;
mod migrate;
mod observe;
mod promote;
mod regen;
mod report;
mod seen;
mod show;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use codegen::{Catalog, Sources, diagnostic};

use cli::{Cli, Command};

/// What a command prints, or why it has no answer; both are shown, the second ends with exit code 1.
type Answer = Result<String, String>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let root = root(cli.root.as_deref());
    if let (Command::Eval(args), Ok(root)) = (&cli.command, &root) {
        return eval::run(args, root).unwrap_or_else(|error| {
            eprint!("{error}");
            ExitCode::FAILURE
        });
    }
    let answer = root.and_then(|root| run(&cli.command, &root));
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

fn run(command: &Command, root: &Path) -> Answer {
    match command {
        Command::Regen(args) => return regen::run(args, root),
        // It runs even where the spec has mistakes.
        Command::Bench(args) => return bench::run(args, root),
        Command::Observe(args) => return observe::run(args, root),
        _ => {}
    }
    let catalog = catalog(&sources(root))?;
    match command {
        Command::Regen(_) | Command::Eval(_) | Command::Bench(_) | Command::Observe(_) => {
            unreachable!("answered above")
        }
        Command::List => Ok(list::run(&catalog)),
        Command::About(args) => about::run(args, &catalog),
        Command::Show(args) => show::run(args, &catalog),
        Command::Promote(args) => promote::run(args, &catalog),
        Command::Explain(args) => explain::run(args, &catalog, root),
        Command::Report(args) => report::run(args, &catalog, root),
        Command::Diff(args) => diff::run(args, &catalog),
        Command::Migrate(args) => migrate::run(args, &catalog),
        Command::Laws(args) => laws::run(args, &catalog, root),
    }
}

fn sources(root: &Path) -> Sources {
    codegen::load(&root.join("spec"), "spec")
}

/// The checked spec, or its mistakes as people read them.
fn catalog(sources: &Sources) -> Result<Catalog, String> {
    let color = io::stderr().is_terminal();
    codegen::lower(sources).map_err(|mistakes| diagnostic::render(&mistakes, sources, color))
}

/// The root of the workspace: as given, or the one cargo runs this from, or the nearest folder
/// upwards that has a spec.
fn root(given: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(root) = given {
        return Ok(root.to_path_buf());
    }
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = std::env::current_dir().ok();
    let above = |folder: PathBuf| folder.ancestors().map(Path::to_path_buf).collect::<Vec<_>>();
    let mut folders = manifest.into_iter().chain(here).flat_map(above);
    folders.find(|folder| folder.join("spec/dtypes.toml").is_file()).ok_or_else(|| {
        "no folder from here upwards has a spec/dtypes.toml: name one with --root\n".to_owned()
    })
}
