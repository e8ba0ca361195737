//! Seconds of a ruleset's functions in DataFusion, beside DataFusion's own operators with casts written by hand and
//! beside polars, on one core.

mod columns;
mod polars;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use concord_datafusion::register;
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

const ROWS: usize = 8192;
const BATCHES: usize = 2_000;
const TIMES: usize = 7;

/// Times a ruleset's functions beside casts written by hand
#[derive(Parser)]
struct Args {
    /// A Python that has polars and NumPy, to be asked too
    #[arg(long)]
    polars: Option<PathBuf>,

    /// Only the questions about these columns
    only: Option<String>,
}

/// The same columns asked of each: what they are, and the words of Concord, DataFusion and polars.
const QUESTIONS: [[&str; 4]; 18] = [
    [
        "int8 + uint8",
        "torch_add(i, u)",
        "cast(i as smallint) + cast(u as smallint)",
        "col('i').cast(pl.Int16) + col('u').cast(pl.Int16)",
    ],
    ["float32 + float64", "torch_add(s, d)", "cast(s as double) + d", "col('s') + col('d')"],
    ["float16 + float16", "torch_add(h, k)", "h + k", "col('h') + col('k')"],
    ["float32 + float32", "torch_add(s, t)", "s + t", "col('s') + col('t')"],
    ["float64 + float64", "torch_add(d, e)", "d + e", "col('d') + col('e')"],
    ["int32 + int32", "torch_add(m, n)", "m + n", "col('m') + col('n')"],
    ["int64 + int64", "torch_add(l, l)", "l + l", "col('l') + col('l')"],
    ["float32 * float32", "torch_multiply(s, t)", "s * t", "col('s') * col('t')"],
    ["float64 / float64", "torch_divide(d, e)", "d / e", "col('d') / col('e')"],
    ["float32 + 1.5", "torch_add(s, 1.5)", "s + cast(1.5 as float)", "col('s') + 1.5"],
    ["float32 < float32", "torch_less(s, t)", "s < t", "col('s') < col('t')"],
    ["int32 < int32", "torch_less(m, n)", "m < n", "col('m') < col('n')"],
    ["-float64", "torch_negative(d)", "-d", "-col('d')"],
    ["sqrt(float64)", "torch_sqrt(d)", "sqrt(d)", "col('d').sqrt()"],
    ["exp(float32)", "torch_exp(s)", "exp(s)", "col('s').exp()"],
    ["tanh(float64)", "torch_tanh(d)", "tanh(d)", "col('d').tanh()"],
    [
        "tanh(float32 * float32)",
        "torch_tanh(torch_multiply(s, t))",
        "tanh(s * t)",
        "(col('s') * col('t')).tanh()",
    ],
    [
        "int8 + uint8, with nulls",
        "torch_add(x, u)",
        "cast(x as smallint) + cast(u as smallint)",
        "col('x').cast(pl.Int16) + col('u').cast(pl.Int16)",
    ],
];

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
    let args = Args::parse();
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    let one = columns::batch(ROWS)?;
    let table = MemTable::try_new(one.schema(), vec![vec![one; BATCHES]])?;
    ctx.register_table("data", Arc::new(table))?;
    register(&ctx, "torch")?;
    let wanted = |columns: &str| args.only.as_ref().is_none_or(|only| columns.contains(only));
    let asked = QUESTIONS.into_iter().filter(|[columns, ..]| wanted(columns));
    let asked: Vec<_> = asked.collect();
    let words: Vec<_> = asked.iter().map(|[.., polars]| *polars).collect();
    let polars = match &args.polars {
        Some(python) => polars::seconds(python, ROWS, BATCHES, TIMES, &words)?,
        None => vec![None; asked.len()],
    };
    println!(
        "| columns | Concord, s | DataFusion, s | polars, s | DataFusion ÷ Concord | polars ÷ Concord |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    for ([columns, ours, theirs, _], polars) in asked.into_iter().zip(polars) {
        let (ours, theirs) = (seconds(&ctx, ours).await?, seconds(&ctx, theirs).await?);
        let or_none = |number: Option<f64>, digits| {
            number.map_or("–".to_owned(), |number| format!("{number:.digits$}"))
        };
        println!(
            "| {columns} | {ours:.4} | {theirs:.4} | {} | {:.2} | {} |",
            or_none(polars, 4),
            theirs / ours,
            or_none(polars.map(|polars| polars / ours), 2),
        );
    }
    println!(
        "\n{} rows in batches of {ROWS}; reading one column alone takes {:.4} s",
        ROWS * BATCHES,
        seconds(&ctx, "i").await?
    );
    Ok(())
}
