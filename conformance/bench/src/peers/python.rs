//! Tasks → `peers.py` in an environment of its own, one process for each library and number of threads.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use runtime::DType;
use serde::Deserialize;
use serde_json::json;

use super::{Setting, Task};
use crate::measure::alternate;
use crate::ours;
use crate::process::Process;
use crate::results::{Outcome, PeerTime, Peers};

/// What is needed of the Python that makes the environment.
const OLDEST: (u32, u32) = (3, 10);

/// The libraries, as Python imports them.
pub(super) const NAMES: [&str; 5] = ["numpy", "torch", "jax", "polars", "pyarrow"];

/// All of them; those that cannot be had are noted, and the rest goes on.
pub(super) fn run(tasks: &[Task], setting: &Setting<'_>, peers: &mut Peers) {
    let say = |line: &str| setting.progress.say(line);
    let environment = match environment(&setting.target, setting.python.as_deref(), &say) {
        Ok(environment) => environment,
        Err(reason) => {
            setting.progress.say(&format!("no Python peers: {reason}"));
            let missing = NAMES.map(|name| (name.to_owned(), reason.clone()));
            peers.missing.extend(missing);
            return;
        }
    };
    let torch = install(&environment, "requirements-torch.txt", &setting.target, &say);
    for name in NAMES {
        if let ("torch", Err(reason)) = (name, &torch) {
            setting.progress.say(&format!("no torch: {reason}"));
            peers.missing.push((name.to_owned(), reason.clone()));
            continue;
        }
        if let Err(reason) = ask(name, &environment, tasks, setting, peers) {
            setting.progress.say(&format!("no {name}: {reason}"));
            peers.missing.push((name.to_owned(), reason));
        }
    }
}

/// The Python that was named, if it has NumPy, else that of the environment.
pub(super) fn with_numpy(target: &Path, named: Option<&Path>) -> Outcome<PathBuf> {
    if let Some(named) = named {
        let output = Command::new(named).args(["-c", "import numpy"]).output();
        if output.is_ok_and(|output| output.status.success()) {
            return Ok(named.to_path_buf());
        }
    }
    environment(target, named, &|line| eprintln!("{line}"))
}

/// The Python of an environment that has the pinned libraries.
fn environment(target: &Path, named: Option<&Path>, say: &dyn Fn(&str)) -> Outcome<PathBuf> {
    let folder = target.join("peers");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.is_file() {
        let found = found(named)?;
        say(&format!("making {} with {}", folder.display(), found.display()));
        done(Command::new(&found).args(["-m", "venv"]).arg(&folder))?;
    }
    install(&python, "requirements.txt", target, say)?;
    Ok(python)
}

/// The Python that was named, or the first one of the path that is new enough.
fn found(named: Option<&Path>) -> Outcome<PathBuf> {
    let usual = ["python3", "python", "python3.13", "python3.12", "python3.11", "python3.10"];
    let candidates: Vec<PathBuf> = match named {
        Some(named) => vec![named.to_path_buf()],
        None => usual.map(PathBuf::from).to_vec(),
    };
    let mut tried = Vec::new();
    for candidate in candidates {
        match version(&candidate) {
            Some(version) if version >= OLDEST => return Ok(candidate),
            Some((major, minor)) => {
                tried.push(format!("{} is {major}.{minor}", candidate.display()))
            }
            None => tried.push(format!("{} does not run", candidate.display())),
        }
    }
    let (major, minor) = OLDEST;
    let tried = tried.join(", ");
    Err(format!("no Python {major}.{minor} or newer ({tried}): name one with --python"))
}

fn version(python: &Path) -> Option<(u32, u32)> {
    let code = "import sys; print(*sys.version_info[:2])";
    let output = Command::new(python).args(["-c", code]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace().map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Installs what a file pins, unless this very file was installed before.
fn install(python: &Path, file: &str, target: &Path, say: &dyn Fn(&str)) -> Outcome<()> {
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let stamp = target.join("peers").join(format!("installed-{file}"));
    let wanted = read(&requirements);
    if read(&stamp) == wanted {
        return Ok(());
    }
    say(&format!("installing {file}"));
    let mut pip = Command::new(python);
    done(pip.args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(&requirements))?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// Runs a command; the last line it complains with, if it fails.
fn done(command: &mut Command) -> Outcome<()> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_error = |line: &&str| line.to_lowercase().contains("error");
    let telling = complaint.lines().rev().find(is_error).or_else(|| complaint.lines().next_back());
    Err(telling.unwrap_or("it failed").to_owned())
}

/// What it says first.
#[derive(Deserialize)]
#[serde(untagged)]
enum Greeting {
    Version { version: String },
    Missing { missing: String },
}

/// Why it has no work like that of a case, if it has none.
#[derive(Deserialize)]
struct Ready {
    reason: Option<String>,
}

#[derive(Deserialize)]
struct Seconds {
    seconds: f64,
}

/// The times of a library on all tasks, on one thread and on two.
fn ask(
    name: &'static str,
    python: &Path,
    tasks: &[Task],
    setting: &Setting<'_>,
    peers: &mut Peers,
) -> Outcome<()> {
    for threads in [1, 2] {
        let (mut process, version) = start(name, threads, python, setting)?;
        if threads == 1 {
            peers.present.push((name.to_owned(), version));
        }
        for task in tasks {
            setting.progress.step(&format!("{name}, {threads} threads: {}", task.case.key()));
            let found = beside(&mut process, task, threads, setting);
            let (seconds, ratio) = match found {
                Ok((seconds, ratio)) => (Ok(seconds), ratio),
                Err(reason) => (Err(reason), None),
            };
            let (peer, work) = (name.to_owned(), task.measure(threads));
            peers.times.push(PeerTime { peer, work, seconds, ratio });
            if !process.runs() {
                process = start(name, threads, python, setting)?.0;
            }
        }
    }
    Ok(())
}

/// A process and the version of its library.
fn start(
    name: &'static str,
    threads: usize,
    python: &Path,
    setting: &Setting<'_>,
) -> Outcome<(Process, String)> {
    let more = [threads.to_string(), setting.effort.sample.as_secs_f64().to_string()];
    let mut process = Process::start(python, "peers.py", name, &more)?;
    match process.answer()? {
        Greeting::Version { version } => Ok((process, version)),
        Greeting::Missing { missing } => Err(missing),
    }
}

/// The seconds of a task, and theirs ÷ ours, in turns.
fn beside(
    process: &mut Process,
    task: &Task,
    threads: usize,
    setting: &Setting<'_>,
) -> Outcome<(f64, Option<f64>)> {
    let case = &task.case;
    let Ready { reason } = process.ask(&json!({
        "op": case.op(), "lhs": case.lhs.code(), "rhs": case.rhs.map(DType::code),
        "out": case.out.code(), "len": task.len, "fresh": case.fresh, "ranges": case.range(),
    }))?;
    if let Some(reason) = reason {
        return Err(reason);
    }
    let mut theirs = |duration: Duration| {
        let Seconds { seconds } = process.ask(&json!({ "seconds": duration.as_secs_f64() }))?;
        Ok(seconds)
    };
    let mut ours = ours::worker(case, task.len).ok();
    setting.pools[threads - 1].install(|| {
        let ours = ours.as_mut().map(|run| &mut **run as &mut dyn FnMut(usize));
        alternate(setting.effort, &mut theirs, ours)
    })
}
