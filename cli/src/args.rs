//! The commands and their arguments.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use codegen::catalog::TableName;
#[cfg(feature = "eval")]
use runtime::Isa;

/// The name of an instruction set; the program built with `eval` checks it.
#[cfg(not(feature = "eval"))]
type Isa = String;

/// What array and ML frameworks promote dtypes to.
#[derive(Debug, Parser)]
#[command(name = "concord", bin_name = "concord", version)]
pub(crate) struct Args {
    /// A checkout of Concord to answer from, in place of the spec inside this program
    #[arg(
        long,
        global = true,
        value_name = "FOLDER",
        env = "CONCORD_ROOT",
        hide_env_values = true
    )]
    pub(crate) root: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Every ruleset: edition, device, dtypes, refused and unknown cells
    List(List),
    /// All that a ruleset says besides its tables: sources, names, defaults, divergences, slips
    About(About),
    /// A table of a ruleset
    Show(Show),
    /// The dtype that operands promote to
    Promote(Promote),
    /// Why a pair gives what it gives, in a ruleset or in all of them: source, loss, reverse, way out
    Explain(Explain),
    /// The cells on which two rulesets differ
    Diff(Diff),
    /// Every case that changes meaning when code moves from one ruleset to another, and the cast that keeps it
    Migrate(Migrate),
    /// The algebraic laws a ruleset's promotion keeps, and every counter-example
    Laws(Laws),
    /// The rulesets nearest to a promotion table of unknown origin, where it differs from them, and the laws it breaks
    Identify(Identify),
    /// What the dtypes are called in other systems: DLPack, ONNX, torch and so on; or the dtype of an id
    Ids(Ids),
    /// The explorer: a page in the browser with every table, its sources and runs, and answers to what is typed in
    Explore(Explore),
    /// Rulesets for programs in other languages: JSON, a C header, a Python or TypeScript module, Markdown, CSV
    Export(Export),
    /// One Rust file of your own rulesets, which depends on `concord-runtime` or on `concord-rules` alone
    Generate(Generate),
    /// What a newer spec answers otherwise than an older one, for a changelog, and which release that is
    Changes(Changes),
    /// A script that completes commands, options and names of tables in a shell
    Completions(Completions),
    /// Queries of SQL on files by a ruleset's arithmetic: what the program `concord-sql` does, if it is installed
    Sql(Sql),
    /// Answer questions, a line of JSON each, by computing them; the README says what a line may ask
    Eval(Eval),
}

#[derive(Debug, clap::Args)]
pub(crate) struct List {
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct About {
    /// Its name, as `list` shows it
    pub(crate) ruleset: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// Its name, as `list` shows it
    pub(crate) ruleset: String,
    /// Which table
    #[arg(long, value_enum, default_value_t = Table(TableName::Promotion))]
    pub(crate) table: Table,
    /// Only the rows and columns of these dtypes, as the ruleset calls them
    #[arg(long, value_name = "DTYPES", value_delimiter = ',')]
    pub(crate) dtypes: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Promote {
    /// Its name, as `list` shows it
    pub(crate) ruleset: String,
    /// Any name the ruleset knows, or `scalar:int` for a Python number, in order
    #[arg(required = true, value_name = "OPERAND")]
    pub(crate) operands: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
}

#[derive(Debug, clap::Args)]
#[command(override_usage = "concord explain [OPTIONS] [RULESET] <LEFT> <RIGHT>")]
pub(crate) struct Explain {
    /// A ruleset, as `list` shows it, and two operands by any name it knows; or two operands alone by public
    /// name or code, of which every ruleset is asked. `scalar:int` is a Python number
    #[arg(required = true, num_args = 2..=3, value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// The one ruleset
    pub(crate) left: String,
    /// The other
    pub(crate) right: String,
    /// Which table
    #[arg(long, value_enum, default_value_t = Table(TableName::Promotion))]
    pub(crate) table: Table,
    /// How to print it
    #[arg(long, value_enum, default_value_t = DiffFormat::Grid)]
    pub(crate) format: DiffFormat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Migrate {
    /// The ruleset that the code was written for
    pub(crate) from: String,
    /// The one it moves to
    pub(crate) to: String,
    /// Only these dtypes, as the first ruleset calls them
    #[arg(long, value_name = "DTYPES", value_delimiter = ',')]
    pub(crate) dtypes: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = MigrateFormat::Markdown)]
    pub(crate) format: MigrateFormat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Laws {
    /// Its name, as `list` shows it
    pub(crate) ruleset: String,
    /// Every counter-example, not only the first few; JSON always has all
    #[arg(long)]
    pub(crate) all: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Identify {
    /// A file with the table, as CSV or JSON; `-` is standard input
    pub(crate) table: PathBuf,
    /// What a word of the table means, by public name: `c64=complex128`
    #[arg(long = "name", value_name = "WORD=DTYPE", value_parser = word_and_dtype)]
    pub(crate) names: Vec<(String, String)>,
    /// A pair that is given in one order only gives the same in the other
    #[arg(long)]
    pub(crate) symmetric: bool,
    /// Draw the differences from this ruleset, in place of those from the nearest
    #[arg(long, value_name = "RULESET")]
    pub(crate) against: Option<String>,
    /// Write the table as the spec file of a ruleset, which must not be there yet
    #[arg(long = "as", value_name = "FILE")]
    pub(crate) spec_file: Option<PathBuf>,
    /// Every ruleset, lonely cell and counter-example, not only the first few; JSON always has all
    #[arg(long)]
    pub(crate) all: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
}

fn word_and_dtype(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((word, dtype)) if !word.is_empty() && !dtype.is_empty() => {
            Ok((word.to_owned(), dtype.to_owned()))
        }
        _ => {
            Err("a word and a public name with `=` between them, as in `c64=complex128`".to_owned())
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Ids {
    /// One system, such as `onnx`; all of them if none is named
    pub(crate) system: Option<String>,
    /// An id, of which the dtype is asked: `concord ids onnx 11`, `concord ids dlpack 4,16`
    pub(crate) id: Option<String>,
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Explore {
    /// Write the page to this file, and do not open it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write the page on standard output
    #[arg(long, conflicts_with = "out")]
    pub(crate) print: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// What to write, on standard output
    #[arg(long, value_enum)]
    pub(crate) to: ExportFormat,
    /// Rulesets, as `list` shows them; all of them if none is named
    pub(crate) rulesets: Vec<String>,
    /// Look-ups of a C header also take these numbers, such as `onnx`; `concord ids` names the systems
    #[arg(long, value_name = "SYSTEM")]
    pub(crate) ids: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// All that is stated, of the schema that docs/export.md describes
    Json,
    /// A header of tables and inline functions, for C99 and C++11 and later
    C,
    /// A module without dependencies
    Python,
    /// A module without dependencies
    Typescript,
    /// A section for each ruleset, a table for each of its tables
    Markdown,
    /// A line for each cell of each table
    Csv,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Generate {
    /// Spec files: `mine.toml` is the ruleset `mine`, which may have one of `list` as its `base`
    #[arg(required = true, value_name = "SPEC")]
    pub(crate) specs: Vec<PathBuf>,
    /// The file to write, such as `src/rules.rs`; standard output if it is not given
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// What the code depends on
    #[arg(long = "for", value_enum, default_value_t = GenerateFor::Runtime)]
    pub(crate) target: GenerateFor,
    /// What `Cargo.toml` calls that package, if it is renamed
    #[arg(long = "crate", value_name = "NAME")]
    pub(crate) crate_name: Option<String>,
    /// Write nothing, and fail if a file is not what the spec gives
    #[arg(long, requires = "out")]
    pub(crate) check: bool,
    /// Also write a test of every cell beside it, `src/rules_test.rs`
    #[arg(long, requires = "out")]
    pub(crate) test: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GenerateFor {
    /// `concord-runtime`: rulesets beside its own, under which tensors compute
    Runtime,
    /// `concord-rules`: promotion, with an enum of the dtypes
    Rules,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Changes {
    /// The older checkout, or its folder `spec`
    pub(crate) old: PathBuf,
    /// The newer one; what other commands answer from, if it is not given
    pub(crate) new: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = ChangesFormat::Markdown)]
    pub(crate) format: ChangesFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChangesFormat {
    /// Lists for CHANGELOG.md
    Markdown,
    /// One object
    Json,
}

#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct Sql {
    /// What `concord-sql` is given; `concord sql --help` says what it takes
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORDS")]
    pub(crate) words: Vec<std::ffi::OsString>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// Which shell
    pub(crate) shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Eval {
    /// The instruction set to compute with: baseline, avx2 or avx512; the best there is if not given
    #[arg(long, value_name = "LEVEL")]
    pub(crate) isa: Option<Isa>,
    /// How many threads large tensors are computed on; one for each processor if not given
    #[arg(long, value_name = "COUNT")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The name of a table on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Table(pub(crate) TableName);

impl Table {
    const ALL: [Table; TableName::ALL.len()] = {
        let mut all = [Table(TableName::Promotion); TableName::ALL.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = Table(TableName::ALL[place]);
            place += 1;
        }
        all
    };
}

impl ValueEnum for Table {
    fn value_variants<'a>() -> &'a [Table] {
        &Table::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.title()))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// Lines for people
    Text,
    /// One object or list for programs, with public names
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Short codes in columns
    Grid,
    /// Public names, null where refused, "?" where not known, "!" where nothing computes it
    Json,
    /// Public names between commas
    Csv,
    /// A Markdown table of public names
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// The differing cells as left/right, a dot where both agree
    Grid,
    /// A list of the differing cells, with public names
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MigrateFormat {
    /// A table for each kind of change, those that say the same in one row
    Markdown,
    /// One object, with every case by itself
    Json,
}
