//! `concord`: answers questions about dtype promotion.

use std::process::ExitCode;

fn main() -> ExitCode {
    concord_cli::main()
}
