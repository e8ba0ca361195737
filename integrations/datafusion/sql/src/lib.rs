//! Files and a query → its answer under a ruleset, printed or written to a file.

mod args;
mod draft;
mod npy;
mod output;
mod progress;
mod session;
mod tables;

pub use args::{Args, Size};
pub use session::{config, open, rules, runtime};
pub use tables::register;

use std::fmt;

use datafusion::common::{DataFusionError, Diagnostic};
use datafusion::prelude::SessionContext;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The engine's error, with the query that it is about.
    Engine(Box<DataFusionError>, String),
    /// A file or an argument.
    Message(String),
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Failure {
        Failure::Engine(Box::new(error), String::new())
    }
}

impl From<concord_datafusion::Error> for Failure {
    fn from(error: concord_datafusion::Error) -> Failure {
        DataFusionError::from(error).into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Message(message) => f.write_str(message),
            Failure::Engine(error, query) => {
                match concord_datafusion::Error::of(error) {
                    Some(own) => write!(f, "{own}")?,
                    None => write!(f, "{}", error.strip_backtrace())?,
                }
                match error.diagnostic() {
                    Some(diagnostic) => underlined(f, query, diagnostic),
                    None => Ok(()),
                }
            }
        }
    }
}

/// The line of the query that a diagnostic is about, the words under a line of marks.
fn underlined(f: &mut fmt::Formatter<'_>, query: &str, diagnostic: &Diagnostic) -> fmt::Result {
    let Some(span) = diagnostic.span else { return Ok(()) };
    let place = |number: u64| usize::try_from(number).unwrap_or(1).max(1);
    let (line, start) = (place(span.start.line), place(span.start.column));
    let Some(text) = query.lines().nth(line - 1) else { return Ok(()) };
    let end =
        if span.end.line == span.start.line { place(span.end.column) } else { text.len() + 1 };
    let marks = "^".repeat(end.saturating_sub(start).max(1));
    write!(f, "\n  {text}\n  {:width$}{marks}", "", width = start - 1)?;
    for help in &diagnostic.helps {
        write!(f, "\nhelp: {}", help.message)?;
    }
    Ok(())
}

/// Answers the query in a session, which runs here or on a cluster.
///
/// # Errors
///
/// Files that cannot be read, a query that cannot be planned or ends with an error, an output that cannot be written.
pub async fn answer(ctx: &SessionContext, args: &Args) -> Result<(), Failure> {
    for file in &args.files {
        tables::register(ctx, file).await?;
    }
    let done = output::write(ctx, args).await;
    done.map_err(|failure| match failure {
        Failure::Engine(error, _) => Failure::Engine(error, args.query.clone()),
        message @ Failure::Message(_) => message,
    })
}
