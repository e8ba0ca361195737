//! `cargo xtask`: what the repository does to itself.
//!
//! **Regenerating never needs generated code to compile**: no dependency of this crate has any, so that one bad
//! generated file does not keep it from running. Questions about the spec are `concord`'s.

mod bench;
mod bless;
mod cli;
mod new;
mod observe;
mod prove;
mod regen;
mod report;
mod site;

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
        Command::Regen(args) => regen::run(args, root),
        Command::Report(args) => report::run(args, root),
        Command::Bless => bless::run(root),
        Command::New(args) => new::run(args, root),
        Command::Bench(args) => bench::run(args, root),
        Command::Observe(args) => observe::run(args, root),
        Command::Site(args) => site::run(args, root),
        Command::Prove(args) => prove::run(args, root),
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
