//! The same columns and questions in polars, which a Python is asked for.

use std::path::Path;
use std::process::Command;

use datafusion::error::{DataFusionError, Result};

/// The columns of `columns.rs` once more, whole and in pieces as DataFusion has them, whichever polars is faster on.
const PROGRAM: &str = "
import sys, time
import numpy as np, polars as pl
from polars import col

rows, batches, times, *words = sys.argv[1:]
rows, batches, times = int(rows), int(batches), int(times)

def numbers(by):
    return ((np.arange(rows) * by) >> 3).astype(np.uint8)

def f32(by):
    return numbers(by).astype(np.float32) / np.float32(700)

def f64(by):
    return numbers(by) / 300.0

some = [None if row % 11 == 0 else int(x) for row, x in enumerate(numbers(29).view(np.int8))]
one = pl.DataFrame({
    'i': numbers(31).view(np.int8), 'x': pl.Series(some, dtype=pl.Int8), 'u': numbers(17),
    's': f32(13), 't': f32(19), 'd': f64(11), 'e': f64(23),
    'm': numbers(37).astype(np.int32), 'n': numbers(41).astype(np.int32), 'l': numbers(43).astype(np.int64),
    'h': pl.Series(numbers(7).astype(np.float32)).cast(pl.Float16),
    'k': pl.Series(numbers(5).astype(np.float32)).cast(pl.Float16),
})
pieces = pl.concat([one] * batches, rechunk=False)
whole = pieces.rechunk()
for word in words:
    query, best = eval(word), float('inf')
    for frame in (pieces, whole):
        for engine in ('in-memory', 'streaming'):
            for _ in range(times):
                started = time.perf_counter()
                frame.lazy().select(query).collect(engine=engine)
                best = min(best, time.perf_counter() - started)
    print(best)
";

/// The best time of each question on one thread.
pub(crate) fn seconds(
    python: &Path,
    rows: usize,
    batches: usize,
    times: usize,
    words: &[&str],
) -> Result<Vec<Option<f64>>> {
    let mut command = Command::new(python);
    command.env("POLARS_MAX_THREADS", "1").arg("-c").arg(PROGRAM);
    command.args([rows, batches, times].map(|number| number.to_string())).args(words);
    let output = command.output()?;
    let failed = |what: &str| DataFusionError::External(format!("polars: {what}").into());
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let times: Vec<Option<f64>> = text.lines().map(|line| line.parse().ok()).collect();
    match times.len() == words.len() {
        true => Ok(times),
        false => Err(failed(&format!("{} answers for {} questions", times.len(), words.len()))),
    }
}
