//! `sql`'s arguments → a run of the program `concord-sql`, which is built apart: its engine takes minutes to build.

use std::io::ErrorKind;
use std::process::Command;

use crate::args::Sql;

/// The exit code of that program; 1 if there is none.
pub(crate) fn run(args: &Sql) -> u8 {
    match Command::new("concord-sql").args(&args.words).status() {
        // A program that a signal ended has no code.
        Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!(
                "error: `concord sql` is the program concord-sql, which is not on the PATH: in a checkout of Concord, \
                 cargo install --locked --path integrations/datafusion/sql"
            );
            1
        }
        Err(error) => {
            eprintln!("error: cannot start concord-sql: {error}");
            1
        }
    }
}
