//! Cells → `matrix.py` in a process of the peer's Python, which is asked one question at a time.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::cells::Cell;

/// A library in a process of its own.
pub(super) struct Peer {
    pub(super) name: &'static str,
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    order: usize,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Ready { ready: bool },
    Seconds { seconds: f64 },
}

impl Peer {
    pub(super) fn start(name: &'static str, python: &Path, order: usize) -> Result<Peer, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", python.display());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("matrix.py");
        let mut command = Command::new(python);
        command.arg(script).arg(name).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::null()).spawn().map_err(fault)?;
        let to = process.stdin.take().expect("it is piped");
        let from = BufReader::new(process.stdout.take().expect("it is piped"));
        Ok(Peer { name, process, to, from, order })
    }

    /// Makes the operands of a cell; returns whether the peer has such work.
    pub(super) fn prepare(&mut self, cell: &Cell) -> Result<bool, String> {
        let ranges = [0, 1, 2].map(|place| cell.range(place));
        let request = json!({
            "op": cell.op.name(), "arity": cell.op.arity(), "group": cell.op.group().name(),
            "layout": cell.layout.name(), "dtype": cell.dtype.name(), "ranges": ranges,
            "integer": cell.dtype.iinfo().is_some(), "order": self.order,
        });
        match self.ask(&request)? {
            Answer::Ready { ready } => Ok(ready),
            Answer::Seconds { .. } => Err(format!("{} answered another question", self.name)),
        }
    }

    /// The least time of a call, of as many as take about that long.
    pub(super) fn sample(&mut self, sample: Duration) -> Result<f64, String> {
        match self.ask(&json!({ "sample": sample.as_secs_f64() }))? {
            Answer::Seconds { seconds } => Ok(seconds),
            Answer::Ready { .. } => Err(format!("{} answered another question", self.name)),
        }
    }

    fn ask(&mut self, request: &Value) -> Result<Answer, String> {
        let ended = |error: std::io::Error| format!("{} does not answer: {error}", self.name);
        writeln!(self.to, "{request}").and_then(|()| self.to.flush()).map_err(ended)?;
        let mut line = String::new();
        let ended = |error: std::io::Error| format!("{} does not answer: {error}", self.name);
        self.from.read_line(&mut line).map_err(ended)?;
        serde_json::from_str(&line)
            .map_err(|error| format!("{} ended or gave no answer: {error}", self.name))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
