//! A scheduler and two executors, one of which is killed in the middle: the query ends with the bytes of one process.
//!
//! `CONCORD_ROWS_PER_PART` asks for more rows in each of the 200 files.

mod support;

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow::array::RecordBatch;
use arrow::compute::concat_batches;
use arrow::ipc::reader::FileReader;
use arrow::ipc::writer::FileWriter;
use support::Process;

const PARTS: usize = 200;

/// A ruleset of one's own, which reaches the executors by the session alone.
const RULESET: &str = "
[framework]
name    = 'House'
edition = '1'
base    = 'torch'
source  = 'rules'
dtypes  = ['bool', 'i8', 'i16', 'i32', 'i64', 'u8', 'u16', 'u32', 'u64', 'f16', 'bf16', 'f32', 'f64', 'c32', 'c64', 'c128']

[[source]]
id      = 'rules'
kind    = 'docs'
title   = 'House rules'
version = '1'
url     = 'https://example.org'
read    = 2026-11-23
";

/// How many files of intermediate results an executor has.
fn results(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.path() {
            path if path.is_dir() => results(&path),
            path => usize::from(path.extension().is_some_and(|ending| ending == "arrow")),
        })
        .sum()
}

/// The answer in a file as the bytes of one batch.
fn bytes(path: &Path) -> (usize, Vec<u8>) {
    let reader =
        FileReader::try_new(File::open(path).expect("the answer"), None).expect("an Arrow file");
    let schema = reader.schema();
    let plain = Arc::new(arrow::datatypes::Schema::new(
        schema
            .fields()
            .iter()
            .map(|field| field.as_ref().clone().with_nullable(true))
            .collect::<Vec<_>>(),
    ));
    let batches: Vec<RecordBatch> = reader.map(|batch| batch.expect("a batch")).collect();
    let whole = concat_batches(&schema, &batches).expect("one batch");
    let whole =
        RecordBatch::try_new(plain.clone(), whole.columns().to_vec()).expect("the same columns");
    let mut writer = FileWriter::try_new(Vec::new(), &plain).expect("a writer");
    writer.write(&whole).expect("it writes");
    (whole.num_rows(), writer.into_inner().expect("it ends"))
}

#[test]
fn a_query_outlives_an_executor() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let rows: usize = std::env::var("CONCORD_ROWS_PER_PART")
        .map_or(2_000, |rows| rows.parse().expect("a number of rows"));
    support::table(&data, PARTS, rows);
    println!("{} rows in {PARTS} Parquet files", rows * PARTS);
    let own = folder.path().join("house.toml");
    std::fs::write(&own, RULESET).expect("the ruleset");
    let query = "select u % 16 as g, house_sum(i + u) as whole, \
                 house_sum(house_tanh(x * y)) as tanh, house_max(x / y) as most, house_var(x) as var, \
                 house_count_nonzero(i) as some from data group by 1 order by 1";
    let words = |out: &Path| {
        let words = [
            "--quiet",
            "--ruleset",
            &own.display().to_string(),
            "--file",
            &format!("data={}", data.display()),
            "--threads",
            "200",
            "--out",
            &out.display().to_string(),
            query,
        ];
        words.map(str::to_owned).to_vec()
    };

    let alone = folder.path().join("alone.arrow");
    let started = Instant::now();
    // The same session as `concord sql`, in this process.
    let args = <concord_sql::Args as clap::Parser>::try_parse_from(
        std::iter::once("concord-sql".to_owned()).chain(words(&alone)),
    );
    let args = args.expect("words that are understood");
    let engine = tokio::runtime::Runtime::new().expect("threads");
    engine.block_on(async {
        let config = concord_sql::config(&args).with_target_partitions(4);
        let ctx = datafusion::prelude::SessionContext::new_with_config(config);
        concord_sql::open(&ctx, &args).unwrap_or_else(|error| panic!("{error}"));
        concord_sql::answer(&ctx, &args).await.unwrap_or_else(|error| panic!("{error}"));
    });
    println!("one process: {:.1} s", started.elapsed().as_secs_f64());

    let works = [folder.path().join("work0"), folder.path().join("work1")];
    let (address, scheduler, mut executors) = support::cluster(&works);

    let together = folder.path().join("together.arrow");
    let started = Instant::now();
    let mut submit = Command::new(env!("CARGO_BIN_EXE_concord-submit"));
    submit.arg("--scheduler").arg(address).args(words(&together));
    let mut submit = Process(submit.spawn().expect("the client starts"));
    println!(
        "scheduler {}, executors {} and {}, client {}",
        scheduler.0.id(),
        executors[0].0.id(),
        executors[1].0.id(),
        submit.0.id()
    );
    let mut killed = None;
    let status = loop {
        if let Some(status) = submit.0.try_wait().expect("its state") {
            break status;
        }
        for Process(executor) in &mut executors {
            let ended = executor.try_wait().expect("its state");
            assert!(ended.is_none(), "executor {} ended by itself: {ended:?}", executor.id());
        }
        let done = [results(&works[0]), results(&works[1])];
        if killed.is_none() && done[0] > 0 && done[0] + done[1] >= PARTS / 4 {
            let victim = executors.remove(0);
            println!(
                "after {:.1} s, with {} and {} files of results: killing executor {}",
                started.elapsed().as_secs_f64(),
                done[0],
                done[1],
                victim.0.id()
            );
            drop(victim);
            std::fs::remove_dir_all(&works[0]).expect("what it had is gone with it");
            killed = Some(done);
        }
        assert!(started.elapsed() < Duration::from_secs(600), "the query hangs: {done:?}");
        std::thread::sleep(Duration::from_millis(20));
    };
    println!("the client ended after {:.1} s: {status}", started.elapsed().as_secs_f64());
    assert!(status.success(), "the query has an answer");
    let done = killed.expect("an executor was killed before the end");
    println!("executor 1 has {} files of results at the end", results(&works[1]));
    assert!(done[0] + done[1] < PARTS * 16, "it was killed in the middle");
    let (alone, together) = (bytes(&alone), bytes(&together));
    assert!(alone == together, "{} rows alone, {} together", alone.0, together.0);
    println!("{} rows, {} bytes: the same as of one process", alone.0, alone.1.len());
}
