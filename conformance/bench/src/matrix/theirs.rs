//! Cells → `matrix.py` in a process of the peer's Python, which is asked one question at a time.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::cells::Cell;
use crate::process::Process;
use crate::results::Outcome;

/// A library in a process of its own.
pub(super) struct Peer {
    process: Process,
    order: usize,
}

#[derive(Deserialize)]
struct Ready {
    ready: bool,
}

#[derive(Deserialize)]
struct Seconds {
    seconds: f64,
}

impl Peer {
    pub(super) fn start(name: &'static str, python: &Path, order: usize) -> Outcome<Peer> {
        Ok(Peer { process: Process::start(python, "matrix.py", name, &[])?, order })
    }

    pub(super) fn name(&self) -> &'static str {
        self.process.name
    }

    /// Makes the operands of a cell; returns whether the peer has such work.
    pub(super) fn prepare(&mut self, cell: &Cell) -> Outcome<bool> {
        let ranges = [0, 1, 2].map(|place| cell.range(place));
        let Ready { ready } = self.process.ask(&json!({
            "op": cell.op.name(), "arity": cell.op.arity(), "group": cell.op.group().name(),
            "layout": cell.layout.name(), "dtype": cell.dtype.name(), "ranges": ranges,
            "integer": cell.dtype.iinfo().is_some(), "order": self.order,
        }))?;
        Ok(ready)
    }

    /// The least time of a call, of as many as take about that long.
    pub(super) fn sample(&mut self, sample: Duration) -> Outcome<f64> {
        let Seconds { seconds } = self.process.ask(&json!({ "sample": sample.as_secs_f64() }))?;
        Ok(seconds)
    }
}
