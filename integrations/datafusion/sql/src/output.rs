//! The answer of a query → a table on standard output, or a file.

use std::path::Path;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use arrow::util::pretty::pretty_format_batches;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{DataFrame, SessionContext};
use futures::StreamExt;

use crate::draft::Draft;
use crate::{Args, Failure, npy, progress};

/// Runs the query, or explains it.
pub(crate) async fn write(ctx: &SessionContext, args: &Args) -> Result<(), Failure> {
    let Some(path) = args.out.as_deref().filter(|_| !args.explain) else {
        let frame = ctx.sql(&args.query).await?;
        return match args.explain {
            true => print(frame.explain(false, false)?, true).await,
            false => print(frame, args.quiet).await,
        };
    };
    let format = Format::of(path)?;
    let frame = ctx.sql(&args.query).await?;
    let draft = Draft::of(path)?;
    let written = format.write(frame, &draft.file, args.quiet);
    tokio::select! {
        written = written => written.map_err(|failure| draft.renamed(failure))?,
        // Without a handler of the signal the program would be gone, and the draft would stay.
        _ = tokio::signal::ctrl_c() => {
            let message = format!("interrupted: {} is as it was before", path.display());
            return Err(Failure::Message(message));
        }
    }
    draft.finish()
}

/// What a file's ending says it is.
#[derive(Clone, Copy)]
enum Format {
    Parquet,
    Csv,
    Arrow,
    Npy,
}

impl Format {
    fn of(path: &Path) -> Result<Format, Failure> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("parquet") => Ok(Format::Parquet),
            Some("csv") => Ok(Format::Csv),
            Some("arrow" | "ipc" | "feather") => Ok(Format::Arrow),
            Some("npy") => Ok(Format::Npy),
            _ => Err(Failure::Message(format!(
                "{}: the ending does not say what to write: parquet, csv, arrow or npy",
                path.display()
            ))),
        }
    }

    async fn write(self, frame: DataFrame, path: &Path, quiet: bool) -> Result<(), Failure> {
        let text = path.display().to_string();
        let options = DataFrameWriteOptions::new().with_single_file_output(true);
        match self {
            Format::Parquet => frame.write_parquet(&text, options, None).await.map(drop)?,
            Format::Csv => frame.write_csv(&text, options, None).await.map(drop)?,
            Format::Arrow => arrow(frame, path, quiet).await?,
            Format::Npy => {
                let (schema, batches) = collected(frame, quiet).await?;
                npy::write(path, &schema, &batches)?;
            }
        }
        Ok(())
    }
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
