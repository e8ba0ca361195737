//! Tensors through other libraries and back, bit for bit, and the table of what came of it.
//!
//! `exchange give <folder>` writes files of every dtype; `ask.py <folder> …` reads them in Python, exchanges by DLPack,
//! and writes files itself; `exchange table <folder>` reads those, asks the libraries of Rust, and writes the table into
//! `docs/exchange.md`, or, with `--check`, fails where the table there is another. `check` runs all three.

mod content;
mod files;
mod libraries;
mod table;
mod trip;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done: Result<(), Box<dyn Error>> = match words[..] {
        ["give", folder] => files::give(Path::new(folder)),
        ["table", folder] => table::write(Path::new(folder)),
        ["table", folder, "--check"] => table::check(Path::new(folder)),
        _ => Err("exchange give <folder> | exchange table <folder> [--check]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
