//! Seconds of a query that computes, on one executor and on two.
//!
//! `CONCORD_ROWS_PER_PART` asks for other sizes of the 200 files than 1,500,000 rows.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const PARTS: usize = 200;
const TIMES: usize = 3;

const QUERIES: [&str; 2] = [
    "select torch_max(torch_tanh(x * y)) from data",
    "select torch_max(torch_tanh(torch_tanh(torch_tanh(torch_tanh(x * y) * x) * y) * x)) from data",
];

/// The best time of a query on so many executors.
fn seconds(folder: &Path, executors: usize, query: &str) -> f64 {
    let works = (0..executors).map(|number| folder.join(format!("work-{executors}-{number}")));
    let works: Vec<_> = works.collect();
    let (address, _scheduler, _executors) = support::cluster(&works);
    let data = format!("data={}", folder.join("data").display());
    let mut best = f64::INFINITY;
    for _ in 0..TIMES {
        let started = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_concord-submit"))
            .args(["--scheduler", &address, "--quiet", "--ruleset", "torch", "--file", &data])
            .args(["--threads", "16", query])
            .stdout(Stdio::null())
            .status();
        assert!(status.expect("the client starts").success(), "the query has an answer");
        best = best.min(started.elapsed().as_secs_f64());
    }
    for work in works {
        std::fs::remove_dir_all(work).expect("the results are there");
    }
    best
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: usize = std::env::var("CONCORD_ROWS_PER_PART")
        .map_or(1_500_000, |rows| rows.parse().expect("a number of rows"));
    support::table(&folder.path().join("data"), PARTS, rows);
    println!("{} rows in {PARTS} Parquet files", rows * PARTS);
    for query in QUERIES {
        let [one, two] = [1, 2].map(|executors| seconds(folder.path(), executors, query));
        println!("{query}: one executor {one:.2} s, two {two:.2} s, ratio {:.2}", one / two);
    }
}
