//! Every op on every layout of every dtype → how long NumPy takes ÷ how long we take, the one beside the other.
//!
//! Run by `cargo xtask bench --matrix`. Which cells there are stands in `cells`, what we do for one in `ours`, what
//! the peer does in `matrix.py`.

mod cells;
mod ours;
mod page;
mod theirs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use runtime::{Ruleset, rulesets};

use crate::kept::Kept;
use crate::machine;
use crate::progress::Progress;
use cells::Cell;
use theirs::Peer;

/// Which part of the matrix is measured; all of it unless something is named.
#[derive(Args)]
pub(crate) struct Choice {
    /// Measure the matrix of ops, layouts, dtypes and rulesets against NumPy, and nothing else
    #[arg(long)]
    pub(crate) matrix: bool,
    /// Only these ops: `add,where`
    #[arg(long, value_delimiter = ',', value_name = "NAMES", requires = "matrix")]
    ops: Vec<String>,
    /// Only these layouts: `same,in-place`
    #[arg(long, value_delimiter = ',', value_name = "NAMES", requires = "matrix")]
    layouts: Vec<String>,
    /// Only these dtypes: `int8,float32`
    #[arg(long, value_delimiter = ',', value_name = "NAMES", requires = "matrix")]
    dtypes: Vec<String>,
    /// Only these rulesets: `numpy,torch`
    #[arg(long, value_delimiter = ',', value_name = "NAMES", requires = "matrix")]
    rulesets: Vec<String>,
    /// The Python that has torch, which is measured for dtypes that NumPy lacks
    #[arg(long, value_name = "PATH", requires = "matrix")]
    torch: Option<PathBuf>,
}

/// What is measured unless other rulesets are named.
const RULESETS: [Ruleset; 4] =
    [rulesets::NUMPY, rulesets::TORCH, rulesets::JAX, rulesets::MINDSPORE];

/// A cell under a ruleset.
struct Entry {
    op: &'static str,
    layout: &'static str,
    dtype: &'static str,
    ruleset: &'static str,
    peer: &'static str,
    /// The least time of a call of ours and of theirs, in seconds.
    ours: f64,
    theirs: f64,
}

impl Entry {
    /// Theirs ÷ ours: below 1 the peer is faster.
    fn ratio(&self) -> f64 {
        self.theirs / self.ours
    }
}

struct Results {
    machine: Vec<(&'static str, String)>,
    order: usize,
    entries: Vec<Entry>,
}

impl Results {
    /// Of each cell the ratio of the slowest ruleset, as on the page.
    fn kept(&self) -> Kept {
        let mut least: BTreeMap<String, f64> = BTreeMap::new();
        for entry in &self.entries {
            let Entry { op, layout, dtype, peer, .. } = entry;
            let name = format!("{op}, {layout}, {dtype}, beside {peer}");
            let ratio = least.entry(name).or_insert(f64::INFINITY);
            *ratio = ratio.min(entry.ratio());
        }
        Kept::new(&self.machine, least.into_iter().map(|(name, ratio)| (name, ratio, None)))
    }
}

/// How often each is measured in turn, and for how long: the least time counts, which what else runs on the machine
/// changes least.
const ROUNDS: usize = 3;
/// How often those are measured once more of which the peer was faster.
const AGAIN: usize = 5;
const SAMPLE: Duration = Duration::from_millis(2);

/// Measures the matrix; writes a page of ratios, and the same as JSON.
pub(crate) fn run(
    choice: &Choice,
    quick: bool,
    out: &Path,
    python: &Path,
    older: Option<&Kept>,
) -> Result<String, String> {
    let order = if quick { 32 } else { cells::ORDER };
    let taken = |named: &[String], name: &str| named.is_empty() || named.iter().any(|n| n == name);
    let mut cells = cells::all();
    cells.retain(|cell| {
        taken(&choice.ops, cell.op.name())
            && taken(&choice.layouts, cell.layout.name())
            && taken(&choice.dtypes, cell.dtype.name())
    });
    let mut all: Vec<Ruleset> = Vec::new();
    for name in &choice.rulesets {
        all.push(Ruleset::find(name).map_err(|error| error.to_string())?);
    }
    if all.is_empty() {
        all = RULESETS.to_vec();
    }
    let mut numpy = Peer::start("numpy", python, order)?;
    let mut torch = choice.torch.as_deref().map(|torch| Peer::start("torch", torch, order));
    let progress = Progress::new(cells.len());
    let mut entries = Vec::new();
    for cell in &cells {
        progress.step(&cell.to_string());
        let peers = match &mut torch {
            Some(Ok(torch)) => vec![&mut numpy, torch],
            _ => vec![&mut numpy],
        };
        // The second peer is asked for what the first does not have.
        for peer in peers {
            if peer.prepare(cell)? {
                entries.extend(measured(cell, &all, peer, order)?);
                break;
            }
        }
    }
    progress.finish();
    let results = Results { machine: machine::describe(), order, entries };
    let text = page::markdown(&results);
    let kept = results.kept();
    for (name, text) in
        [("performance-matrix.md", &text), ("performance-matrix.json", &kept.json()?)]
    {
        let path = out.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let compared = older.map(|older| kept.slower_than(older)).unwrap_or_default();
    Ok(page::summary(&results) + &compared)
}

/// A cell under every ruleset that defines it, each in turn with the peer.
fn measured(
    cell: &Cell,
    rulesets: &[Ruleset],
    peer: &mut Peer,
    order: usize,
) -> Result<Vec<Entry>, String> {
    let mut works = Vec::new();
    for &ruleset in rulesets {
        let mut work = ours::prepared(cell, ruleset, order);
        if work() {
            works.push((ruleset, work, f64::INFINITY));
        }
    }
    let mut theirs = f64::INFINITY;
    for round in 0..ROUNDS + AGAIN {
        // What seems slow is measured again: something else may have run.
        if round >= ROUNDS && !works.iter().any(|(_, _, ours)| theirs < *ours) {
            break;
        }
        theirs = theirs.min(peer.sample(SAMPLE)?);
        for (_, work, least) in &mut works {
            let begin = Instant::now();
            while begin.elapsed() < SAMPLE {
                let call = Instant::now();
                work();
                *least = least.min(call.elapsed().as_secs_f64());
            }
        }
    }
    let entry = |(ruleset, _, ours): &(Ruleset, ours::Work, f64)| Entry {
        op: cell.op.name(),
        layout: cell.layout.name(),
        dtype: cell.dtype.name(),
        ruleset: ruleset.name(),
        peer: peer.name(),
        ours: *ours,
        theirs,
    };
    Ok(works.iter().map(entry).collect())
}
