//! Seconds of `torch_add` in DataFusion beside DataFusion's own `+` with casts written by hand, on one core.

use std::sync::Arc;
use std::time::Instant;

use arrow::array::{
    ArrayRef, Float16Array, Float32Array, Float64Array, Int8Array, RecordBatch, UInt8Array,
};
use concord_datafusion::register;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

const ROWS: usize = 8192;
const BATCHES: usize = 2_000;
const TIMES: usize = 7;

fn batch() -> Result<RecordBatch> {
    let number = |row: usize, by: usize| u8::try_from((row * by) >> 3 & 0xff).unwrap_or_default();
    let rows = || 0..ROWS;
    let columns: [(&str, ArrayRef); 6] = [
        (
            "i",
            Arc::new(rows().map(|row| Some(number(row, 31).cast_signed())).collect::<Int8Array>()),
        ),
        ("u", Arc::new(rows().map(|row| Some(number(row, 17))).collect::<UInt8Array>())),
        (
            "s",
            Arc::new(
                rows().map(|row| Some(f32::from(number(row, 13)) / 7.0)).collect::<Float32Array>(),
            ),
        ),
        (
            "d",
            Arc::new(
                rows().map(|row| Some(f64::from(number(row, 11)) / 3.0)).collect::<Float64Array>(),
            ),
        ),
        (
            "h",
            Arc::new(
                rows().map(|row| Some(half::f16::from(number(row, 7)))).collect::<Float16Array>(),
            ),
        ),
        (
            "k",
            Arc::new(
                rows().map(|row| Some(half::f16::from(number(row, 5)))).collect::<Float16Array>(),
            ),
        ),
    ];
    Ok(RecordBatch::try_from_iter(columns)?)
}

/// The best time of a query whose rows are thrown away but for their count.
async fn seconds(ctx: &SessionContext, expression: &str) -> Result<f64> {
    let query = format!("select {expression} as r from data");
    let plan = ctx.sql(&query).await?.create_physical_plan().await?;
    let mut best = f64::INFINITY;
    for _ in 0..TIMES {
        let started = Instant::now();
        let mut stream =
            datafusion::physical_plan::execute_stream(Arc::clone(&plan), ctx.task_ctx())?;
        let mut rows = 0;
        while let Some(batch) = futures::StreamExt::next(&mut stream).await {
            rows += batch?.num_rows();
        }
        assert_eq!(rows, ROWS * BATCHES, "every row is there");
        best = best.min(started.elapsed().as_secs_f64());
    }
    Ok(best)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    let one = batch()?;
    let table = datafusion::datasource::MemTable::try_new(one.schema(), vec![vec![one; BATCHES]])?;
    ctx.register_table("data", Arc::new(table))?;
    register(&ctx, "torch")?;
    println!("| columns | torch_add | DataFusion | with | ratio |\n|---|---|---|---|---|");
    let scan = seconds(&ctx, "i").await?;
    for (columns, ours, theirs) in [
        ("int8, uint8", "torch_add(i, u)", "cast(i as smallint) + cast(u as smallint)"),
        ("float32, float64", "torch_add(s, d)", "cast(s as double) + d"),
        ("float16, float16", "torch_add(h, k)", "h + k"),
        ("float32, float32", "torch_add(s, s)", "s + s"),
        ("float64, float64", "torch_add(d, d)", "d + d"),
    ] {
        let (ours_s, theirs_s) = (seconds(&ctx, ours).await?, seconds(&ctx, theirs).await?);
        println!(
            "| {columns} | {ours_s:.4} s | {theirs_s:.4} s | `{theirs}` | {:.2} |",
            theirs_s / ours_s
        );
    }
    println!(
        "\n{} rows in batches of {ROWS}; reading one column alone takes {scan:.4} s",
        ROWS * BATCHES
    );
    Ok(())
}
