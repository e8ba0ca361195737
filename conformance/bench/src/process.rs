//! A Python script in a process of its own → its answers, a line of JSON for each question.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::results::Outcome;

pub(crate) struct Process {
    /// The library that it runs.
    pub(crate) name: &'static str,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a script of this folder with a library's name and more arguments.
    pub(crate) fn start(
        python: &Path,
        script: &str,
        name: &'static str,
        more: &[String],
    ) -> Outcome<Process> {
        let fault = |error: std::io::Error| format!("{}: {error}", python.display());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
        let mut command = Command::new(python);
        command.arg(script).arg(name).args(more).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().map_err(fault)?;
        let to = child.stdin.take().expect("it is piped");
        let from = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Process { name, child, to, from })
    }

    /// The answer to a question.
    pub(crate) fn ask<T: DeserializeOwned>(&mut self, question: &Value) -> Outcome<T> {
        writeln!(self.to, "{question}").and_then(|()| self.to.flush()).map_err(|_| self.ended())?;
        self.answer()
    }

    /// The next answer.
    pub(crate) fn answer<T: DeserializeOwned>(&mut self) -> Outcome<T> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.from.read_line(&mut line) {
                Ok(1..) => {}
                _ => return Err(self.ended()),
            }
            // A library may print what is no answer.
            if let Ok(answer) = serde_json::from_str(&line) {
                return Ok(answer);
            }
        }
    }

    /// Whether it still runs.
    pub(crate) fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn ended(&mut self) -> String {
        match self.child.wait() {
            Ok(status) => format!("the process of {} ended, {status}", self.name),
            Err(error) => format!("the process of {} ended: {error}", self.name),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
