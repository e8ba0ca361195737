//! `observe`: a framework's dump script, run in an environment of its own, into `conformance/observed/`.

mod dump;
mod environment;
mod python;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rules::nearest;
use serde::Deserialize;

use crate::{Answer, cli};

/// Where observations are written, and those of random questions.
const OBSERVED: &str = "conformance/observed";
const OBSERVED_RANDOM: &str = "conformance/observed/random";

/// `oracle.toml`: how a framework is run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Oracle {
    /// Its version, part of the observation's name.
    version: String,
    /// The Pythons its pinned requirements are for, the preferred one first.
    python: Vec<String>,
    /// Variables of its process; `{venv}` is the environment's folder.
    #[serde(default)]
    environment: BTreeMap<String, String>,
    /// Where its observation is written, a folder of `conformance/observed/`, if not there itself.
    #[serde(default)]
    folder: PathBuf,
}

/// Where everything of one framework is.
struct Places {
    /// `conformance/oracles/`, with what all scripts share under `common/`.
    oracles: PathBuf,
    /// `conformance/oracles/<framework>/`
    own: PathBuf,
    /// `target/observe/<framework>/`
    work: PathBuf,
}

pub(crate) fn run(args: &cli::Observe, root: &Path) -> Answer {
    let places = places(&args.framework, root)?;
    let oracle = oracle(&places.own.join("oracle.toml"))?;
    let began = Instant::now();
    let _alone = alone(&places.work)?;
    let venv = environment::ready(&places, &oracle, args.python.as_deref())?;
    let observed = if args.random.is_some() { OBSERVED_RANDOM } else { OBSERVED };
    let folder = args.out.clone().unwrap_or_else(|| root.join(observed).join(&oracle.folder));
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}\n", folder.display()))?;
    let out = folder.join(format!("{}-{}.json", args.framework, oracle.version));
    let before = fs::read_to_string(&out).ok();
    let asked = dump::run(&places, &oracle, &venv, &out, args.random)?;
    let after = fs::read_to_string(&out)
        .map_err(|error| format!("cannot read {}: {error}\n", out.display()))?;
    let compared = match before {
        None => "new",
        Some(before) if dateless(&before) == dateless(&after) => "as before, the date aside",
        Some(_) => "changed",
    };
    let seconds = began.elapsed().as_secs();
    Ok(format!(
        "{} {}: {asked} answers in {} min {} s\n{}: {} bytes, {compared}\n",
        args.framework,
        oracle.version,
        seconds / 60,
        seconds % 60,
        out.strip_prefix(root).unwrap_or(&out).display(),
        after.len(),
    ))
}

/// Holds the framework's folder until it is dropped, or the process ends.
fn alone(work: &Path) -> Result<File, String> {
    let path = work.join("lock");
    let lock = fs::create_dir_all(work).and_then(|()| File::create(&path));
    let lock = lock.map_err(|error| format!("cannot write {}: {error}\n", path.display()))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(_) => Err(format!("another `observe` is at work in {}: wait for it\n", work.display())),
    }
}

/// All lines but the one that says when.
fn dateless(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("\"date\":")).collect()
}

fn places(framework: &str, root: &Path) -> Result<Places, String> {
    let oracles = root.join("conformance/oracles");
    let mut known: Vec<String> = fs::read_dir(&oracles)
        .map_err(|error| format!("cannot read {}: {error}\n", oracles.display()))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| oracles.join(name).join("oracle.toml").is_file())
        .collect();
    known.sort();
    if !known.iter().any(|name| name == framework) {
        let near = nearest(framework, known.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        return Err(format!(
            "no framework to run is called `{framework}`{near}\nthere are {}\n",
            known.join(", ")
        ));
    }
    let own = oracles.join(framework);
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(Places { oracles, own, work: target.join("observe").join(framework) })
}

fn oracle(path: &Path) -> Result<Oracle, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}\n", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{}: {error}\n", path.display()))
}

/// A line that says what is going on, of something that cannot say how far it is.
fn spinner(what: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed:>4} {spinner} {msg}");
    let bar = ProgressBar::new_spinner()
        .with_style(style.expect("the template is well-formed"))
        .with_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The last lines of a log, for an error.
fn tail(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(15)..];
    format!("{}\nall of it is in {}\n", last.join("\n"), path.display())
}
