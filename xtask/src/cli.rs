//! The commands and their arguments.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// What the repository does to itself.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) struct Cli {
    /// The folder that holds `spec/` and `runtime/`; found by itself in a checkout
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the generated code anew from the spec, and align the spec's grids
    Regen(Regen),
    /// After a change of the spec: regenerate, report, accept the snapshots, and tell what to read
    Bless,
    /// Begin a ruleset: a file with every section as a template
    New(New),
    /// Run a real framework and record what it does: its dtypes, its errors, its values
    Observe(Observe),
    /// Write `docs/frameworks/`: a page for each framework, with tables, laws, divergences and runs
    Report(Report),
    /// Build the explorer: `target/site/`, for any static host, and the page without data in `concord`
    Site(Site),
    /// How fast the runtime is: against the limit of memory, and against other libraries
    Bench(Bench),
    /// Prove over all arguments that functions of float32 and the half types are correctly rounded; minutes each
    Prove(Prove),
}

#[derive(Debug, Args)]
pub(crate) struct Regen {
    /// Write nothing; list what is stale, missing or left over, and exit 1 if anything is
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// The functions, such as `exp`; all of them if none is named
    pub(crate) functions: Vec<String>,
    /// Only the half types, which takes a second
    #[arg(long)]
    pub(crate) halves: bool,
    /// Only compare digests of all results of float32 with the recorded ones, which takes seconds each
    #[arg(long)]
    pub(crate) digests: bool,
    /// Instead of a proof, look for the largest error of float64 over so many random arguments
    #[arg(long, value_name = "COUNT")]
    pub(crate) float64: Option<u64>,
    /// Write digests and hard cases, or the largest errors, to `conformance/prove/`
    #[arg(long)]
    pub(crate) record: bool,
}

#[derive(Debug, Args)]
pub(crate) struct New {
    /// Its name, as users will ask for it: `torch`, an edition `torch@2.16`, a mode `torch/float64`
    pub(crate) ruleset: String,
}

#[derive(Debug, Args)]
pub(crate) struct Observe {
    /// A folder of `conformance/oracles/`
    pub(crate) framework: String,
    /// The Python that its environment is made of; found by itself on the path and under pyenv
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,
    /// Where the observation is written; `conformance/observed/` unless said, its folder `random` of random questions
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Ask of values alone, of elements and numbers drawn from this seed
    #[arg(long, value_name = "SEED")]
    pub(crate) random: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Write nothing; exit 1 if it is not what the spec and the runs say
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Site {
    /// Exit 1 if the page in `cli/assets/` is not what `site/` gives, instead of writing it
    #[arg(long)]
    pub(crate) check: bool,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve the page on this machine until interrupted
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8000")]
    pub(crate) serve: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Measure other libraries too, on the same work; installs them into `target/`
    #[arg(long)]
    pub(crate) peers: bool,
    /// Measure next to nothing, to see that all of it runs
    #[arg(long)]
    pub(crate) quick: bool,
    /// Measure every op on every layout, dtype and ruleset beside NumPy, and nothing else; what follows two dashes
    /// picks a part: `-- --ops add,where --dtypes int8 --layouts same --rulesets torch`
    #[arg(long)]
    pub(crate) matrix: bool,
    /// Count the instructions of one call under each ruleset and of ops on many elements, and nothing else; exit 1 if
    /// one takes more than it may
    #[arg(long, conflicts_with_all = ["peers", "quick", "matrix"])]
    pub(crate) calls: bool,
    /// Say what became slower than in an older run, by the JSON that it wrote
    #[arg(long, value_name = "FILE", conflicts_with = "calls")]
    pub(crate) compare: Option<PathBuf>,
    /// Where `performance.md`, `.svg` and `.json` are written, or the matrix; `docs/` unless said
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// The Python that installs the Python peers, 3.10 or newer, found by itself on the path; for the matrix one that
    /// has NumPy
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,
    /// What else the bench is told
    #[arg(last = true)]
    pub(crate) rest: Vec<OsString>,
}
