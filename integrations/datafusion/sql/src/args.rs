//! The words of the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Parser;

/// Answers a query of SQL on files, with numbers computed as an array framework computes them
#[derive(Clone, Debug, Parser)]
#[command(name = "concord sql", version)]
pub struct Args {
    /// Whose rules operators and casts follow: a ruleset's name, or the spec file of your own
    #[arg(long, default_value = "numpy")]
    pub ruleset: String,

    /// A table: a Parquet, CSV, Arrow or npy file, or a folder of Parquet files, called as the file unless
    /// `name=path` says otherwise
    #[arg(long = "file", value_name = "[NAME=]PATH")]
    pub files: Vec<String>,

    /// Writes the answer to a Parquet, CSV, Arrow or npy file, by its ending, instead of printing it
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,

    /// Prints the plan instead of the answer
    #[arg(long)]
    pub explain: bool,

    /// Leaves operators and casts to DataFusion; functions such as torch_add are there
    #[arg(long)]
    pub functions_only: bool,

    /// How much memory sorts, joins and groups may take before they spill to disk: 512M, 4G
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,

    /// Where they spill to; a folder for temporary files unless given
    #[arg(long, value_name = "PATH")]
    pub spill: Option<PathBuf>,

    /// How many threads compute; all of the machine unless given
    #[arg(long)]
    pub threads: Option<usize>,

    /// How many rows are computed at once
    #[arg(long, default_value_t = 8192)]
    pub batch: usize,

    /// Shows no progress
    #[arg(long)]
    pub quiet: bool,

    /// The query
    pub query: String,
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" => 0,
            "K" | "KB" => 10,
            "M" | "MB" => 20,
            "G" | "GB" => 30,
            unit => return Err(format!("`{unit}` is no unit of memory: use K, M or G")),
        };
        let number: usize =
            digits.parse().map_err(|_| format!("`{text}` is no size such as 512M"))?;
        number.checked_mul(1 << shift).map(Size).ok_or_else(|| format!("{text} is too large"))
    }
}
