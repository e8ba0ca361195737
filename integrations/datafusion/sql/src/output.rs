//! The answer of a query → a table on standard output, or a file.

use std::path::Path;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use arrow::util::pretty::pretty_format_batches;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{DataFrame, SessionContext};
use futures::StreamExt;

use crate::{Args, Failure, npy, progress};

/// Runs the query, or explains it.
pub(crate) async fn write(ctx: &SessionContext, args: &Args) -> Result<(), Failure> {
    let frame = ctx.sql(&args.query).await?;
    if args.explain {
        return print(frame.explain(false, false)?, true).await;
    }
    let Some(path) = &args.out else { return print(frame, args.quiet).await };
    let text = path.display().to_string();
    let options = || DataFrameWriteOptions::new().with_single_file_output(true);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("parquet") => {
            frame.write_parquet(&text, options(), None).await?;
        }
        Some("csv") => {
            frame.write_csv(&text, options(), None).await?;
        }
        Some("arrow" | "ipc" | "feather") => return arrow(frame, path, args.quiet).await,
        Some("npy") => {
            let (schema, batches) = collected(frame, args.quiet).await?;
            return npy::write(path, &schema, &batches);
        }
        _ => {
            let message = format!(
                "{text}: the ending does not say what to write: parquet, csv, arrow or npy"
            );
            return Err(Failure::Message(message));
        }
    }
    Ok(())
}

async fn collected(
    frame: DataFrame,
    quiet: bool,
) -> Result<(SchemaRef, Vec<RecordBatch>), Failure> {
    let mut stream = frame.execute_stream().await?;
    let schema = stream.schema();
    let rows = progress::rows(quiet);
    let mut batches = Vec::new();
    while let Some(batch) = stream.next().await {
        let batch = batch?;
        rows.inc(batch.num_rows() as u64);
        batches.push(batch);
    }
    rows.finish_and_clear();
    Ok((schema, batches))
}

async fn print(frame: DataFrame, quiet: bool) -> Result<(), Failure> {
    let (schema, mut batches) = collected(frame, quiet).await?;
    if batches.is_empty() {
        batches.push(RecordBatch::new_empty(schema));
    }
    let table =
        pretty_format_batches(&batches).map_err(|error| Failure::Message(error.to_string()))?;
    use std::io::Write;
    match writeln!(std::io::stdout(), "{table}") {
        // A reader that has read enough is no failure.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Message(format!("cannot print the answer: {error}")))
        }
        _ => Ok(()),
    }
}

/// An Arrow file, batch by batch.
async fn arrow(frame: DataFrame, path: &Path, quiet: bool) -> Result<(), Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::Message(format!("{}: {error}", path.display()));
    let mut stream = frame.execute_stream().await?;
    let file = std::fs::File::create(path).map_err(|error| failed(&error))?;
    let mut writer = arrow::ipc::writer::FileWriter::try_new_buffered(file, &stream.schema())
        .map_err(|error| failed(&error))?;
    let rows = progress::rows(quiet);
    while let Some(batch) = stream.next().await {
        let batch = batch?;
        rows.inc(batch.num_rows() as u64);
        writer.write(&batch).map_err(|error| failed(&error))?;
    }
    rows.finish_and_clear();
    writer.finish().map_err(|error| failed(&error))
}
