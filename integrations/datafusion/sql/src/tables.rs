//! `name=path` → a table of the session.

use std::path::{Path, PathBuf};

use datafusion::execution::options::ArrowReadOptions;
use datafusion::prelude::{CsvReadOptions, ParquetReadOptions, SessionContext};

use crate::{Failure, npy};

/// Registers a file as a table, by its ending; a folder holds Parquet files, whose extension types are kept.
///
/// # Errors
///
/// An ending that says nothing, a file that cannot be read or has no bytes.
pub async fn register(ctx: &SessionContext, file: &str) -> Result<(), Failure> {
    let (name, path) = match file.split_once('=') {
        Some((name, path)) => (Some(name.to_owned()), Path::new(path)),
        None => (None, Path::new(file)),
    };
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = name.or(stem).unwrap_or_default();
    if !path.exists() {
        return Err(Failure::Message(format!("there is no file {}", path.display())));
    }
    if let Some(empty) = empty(path) {
        let message = format!(
            "{}: the file has no bytes, and is no Parquet or Arrow file: write it anew, or remove it",
            empty.display()
        );
        return Err(Failure::Message(message));
    }
    let text = path.display().to_string();
    match path.extension().and_then(|ending| ending.to_str()) {
        _ if path.is_dir() => {
            let folder = format!("{}/", text.trim_end_matches('/'));
            ctx.register_parquet(&name, folder, ParquetReadOptions::default().skip_metadata(false))
                .await?;
        }
        Some("parquet") => {
            ctx.register_parquet(&name, text, ParquetReadOptions::default().skip_metadata(false))
                .await?;
        }
        Some("csv") => ctx.register_csv(&name, text, CsvReadOptions::new()).await?,
        Some("arrow" | "ipc" | "feather") => {
            let ending = format!(".{}", path.extension().unwrap_or_default().to_string_lossy());
            let options =
                ArrowReadOptions { file_extension: &ending, ..ArrowReadOptions::default() };
            ctx.register_arrow(&name, text, options).await?;
        }
        Some("npy") => {
            ctx.register_batch(&name, npy::read(path)?)?;
        }
        _ => {
            let message = format!(
                "{}: the ending does not say what file it is: parquet, csv, arrow or npy",
                path.display()
            );
            return Err(Failure::Message(message));
        }
    }
    Ok(())
}

/// A Parquet or Arrow file of no bytes, at a path or in a folder: the engine would take it for a table of no rows.
fn empty(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).ok()?;
        return entries.flatten().find_map(|entry| empty(&entry.path()));
    }
    let ending = path.extension()?;
    let binary = ["parquet", "arrow", "ipc", "feather"].iter().any(|binary| ending == *binary);
    let bytes = path.metadata().ok()?.len();
    (binary && bytes == 0).then(|| path.to_owned())
}
