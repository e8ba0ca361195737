//! Work of the runtime → its speed as a table and a picture: against the limit of memory, and against others.
//!
//! Run by `cargo xtask bench`. What is measured stands in `cases`, how in `measure`, the limit in `limit`.

mod cases;
mod data;
mod figures;
mod kept;
mod limit;
mod machine;
mod matrix;
mod measure;
mod others;
mod ours;
mod peers;
mod plot;
mod process;
mod progress;
mod report;
mod results;

use std::mem;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use rayon::{ThreadPool, ThreadPoolBuilder};
use runtime::Isa;

use cases::{Case, Contest, QUICK, SIZES, Size};
use kept::Kept;
use measure::Effort;
use peers::Setting;
use progress::Progress;
use results::{Peers, Results};

/// Measures the runtime, and writes `performance.md`, `performance.svg` and `performance.json`.
#[derive(Parser)]
#[command(name = "bench")]
struct Cli {
    /// Measure other libraries too, on the same work
    #[arg(long)]
    peers: bool,
    /// Measure next to nothing, to see that all of it runs
    #[arg(long)]
    quick: bool,
    /// Measure only cases whose name contains this, and nothing that is of no case
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Say what became slower than in an older run, by the JSON that it wrote
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Where the table and the picture are written
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"))]
    out: PathBuf,
    /// Where the Python libraries are installed
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/bench"))]
    target: PathBuf,
    /// The Python that makes their environment, 3.10 or newer
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    #[command(flatten)]
    choice: matrix::Choice,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<String, String> {
    let pool = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| format!("cannot start {threads} threads: {error}"))
    };
    let pools = [pool(1)?, pool(2)?];
    let fault =
        |path: &Path, error: std::io::Error| format!("cannot write {}: {error}", path.display());
    // Before anything is measured that could not be kept, and before an older run is overwritten.
    std::fs::create_dir_all(&cli.out).map_err(|error| fault(&cli.out, error))?;
    let older = cli.compare.as_deref().map(Kept::read).transpose()?;
    if cli.choice.matrix {
        let python = peers::python(&cli.target, cli.python.as_deref())?;
        let matrix = || matrix::run(&cli.choice, cli.quick, &cli.out, &python, older.as_ref());
        return pools[0].install(matrix);
    }
    let results = measured(cli, &pools);
    let causes = report::causes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("causes.toml"))?;
    let kept = kept::kept(&results);
    let files = [
        ("performance.md", report::markdown(&results, &causes)),
        ("performance.svg", plot::svg(&results)?),
        ("performance.json", kept.json()?),
    ];
    for (name, text) in files {
        let path = cli.out.join(name);
        // As `codegen::files::replace` does, which is not worth its dependencies here; `regen` deletes what is left.
        let unfinished = cli.out.join(format!(".{name}.unfinished"));
        std::fs::write(&unfinished, text)
            .and_then(|()| std::fs::rename(&unfinished, &path))
            .map_err(|error| fault(&path, error))?;
    }
    let compared = older.map(|older| kept.slower_than(&older)).unwrap_or_default();
    Ok(format!("written: {}\n{compared}", cli.out.join("performance.md").display()))
}

/// All measurements, one after the other.
fn measured(cli: &Cli, pools: &[ThreadPool; 2]) -> Results {
    let (effort, sizes) = efforts(cli);
    let machine = machine::describe();
    let best = Isa::active();
    let mut classes = cases::classes(best);
    classes.iter_mut().for_each(|class| class.cases = taken(cli, mem::take(&mut class.cases)));
    classes.retain(|class| !class.cases.is_empty());
    let rows = classes.iter().map(|class| class.cases.len() * sizes.len()).sum();
    let progress = Progress::new(rows);
    // Whatever runs on one thread runs inside the pool of one.
    let rows = pools[0].install(|| figures::run(&classes, &sizes, effort, &progress));
    progress.finish();
    best.choose().expect("it was active before");
    let mut results = Results { machine, quick: cli.quick, rows, ..Results::default() };
    if cli.only.is_empty() {
        measure_others(cli, best, pools, &mut results);
    }
    let sums = taken(cli, cases::sums());
    results.sums = pools[0].install(|| figures::sums(&sums, &sizes[1..], effort, best));
    if cli.peers {
        let mut contests = cases::contests(sizes, Size::Order(order(cli)));
        contests.iter_mut().for_each(|all| all.cases = taken(cli, mem::take(&mut all.cases)));
        results.peers = Some(beside_peers(cli, contests, pools));
    }
    results
}

/// The cases that are named.
fn taken(cli: &Cli, mut cases: Vec<Case>) -> Vec<Case> {
    cases.retain(|case| case.key().contains(&cli.only));
    cases
}

/// All that has no limit.
fn measure_others(cli: &Cli, best: Isa, pools: &[ThreadPool; 2], results: &mut Results) {
    let (effort, sizes) = efforts(cli);
    let progress = Progress::new(4);
    progress.step("overheads");
    results.overheads = pools[0].install(|| others::overheads(effort));
    progress.step("two threads");
    results.threads = others::threads(&cases::threaded(), sizes[2], effort, best, pools);
    progress.step("elementary functions");
    results.elementary = pools[0].install(|| {
        let levels = Isa::ALL.into_iter().filter(|isa| isa.is_available());
        levels.flat_map(|isa| others::elementary(isa, 65_536, effort)).collect()
    });
    best.choose().expect("it was active before");
    progress.step("matrix products");
    results.products = others::products(order(cli), effort, pools);
    progress.finish();
}

/// Everything that peers are given too.
fn beside_peers(cli: &Cli, contests: Vec<Contest>, pools: &[ThreadPool; 2]) -> Peers {
    let effort = if cli.quick { Effort::QUICK } else { Effort::PEERS };
    let progress = Progress::new(peers::steps(&contests));
    let (target, python) = (cli.target.clone(), cli.python.clone());
    let setting = Setting { effort, pools, progress: &progress, target, python };
    let found = peers::run(contests, &setting);
    progress.finish();
    found
}

/// The order of matrices.
fn order(cli: &Cli) -> usize {
    if cli.quick { 64 } else { 1024 }
}

fn efforts(cli: &Cli) -> (Effort, [Size; 3]) {
    if cli.quick { (Effort::QUICK, QUICK) } else { (Effort::FULL, SIZES) }
}
