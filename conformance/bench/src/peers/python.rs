//! Tasks → `peers.py` in an environment of its own, one process for each library and number of threads.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use runtime::DType;
use serde::Deserialize;
use serde_json::json;

use super::{Setting, Task};
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

/// A line of the answer.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Version { version: String },
    Missing { missing: String },
    Time { place: usize, seconds: f64 },
    Unsupported { place: usize, reason: String },
}

/// Asks a library for the times of all tasks, on one thread and on two.
fn ask(
    name: &str,
    python: &Path,
    tasks: &[Task],
    setting: &Setting<'_>,
    peers: &mut Peers,
) -> Outcome<()> {
    for threads in [1, 2] {
        let mut times: Vec<Option<Outcome<f64>>> = tasks.iter().map(|_| None).collect();
        let mut version = None;
        let status = converse(name, threads, python, tasks, setting, &mut |line| match line {
            Line::Version { version: found } => version = Some(found),
            Line::Missing { missing } => version = version.take().or(Some(format!("!{missing}"))),
            Line::Time { place, seconds } => times[place] = Some(Ok(seconds)),
            Line::Unsupported { place, reason } => times[place] = Some(Err(reason)),
        })?;
        let version = version.ok_or_else(|| format!("its process ended at once, {status}"))?;
        if let Some(missing) = version.strip_prefix('!') {
            return Err(missing.to_owned());
        }
        if threads == 1 {
            peers.present.push((name.to_owned(), version));
        }
        for (task, time) in tasks.iter().zip(times) {
            let crashed = || Err(format!("its process ended before, {status}"));
            let seconds = time.unwrap_or_else(crashed);
            let work = task.measure(threads);
            peers.times.push(PeerTime { peer: name.to_owned(), work, seconds, ratio: None });
        }
    }
    Ok(())
}

/// Sends the tasks and reads the answers; how the process ended.
fn converse(
    name: &str,
    threads: usize,
    python: &Path,
    tasks: &[Task],
    setting: &Setting<'_>,
    read: &mut dyn FnMut(Line),
) -> Outcome<String> {
    let fault = |error: std::io::Error| format!("{}: {error}", python.display());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers.py");
    let mut command = Command::new(python);
    command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().map_err(fault)?;
    let request = request(name, threads, tasks, setting).to_string();
    let mut input = process.stdin.take().ok_or("its input cannot be written")?;
    input.write_all(request.as_bytes()).map_err(fault)?;
    drop(input);
    let output = process.stdout.take().ok_or("its output cannot be read")?;
    for line in BufReader::new(output).lines() {
        let line = line.map_err(fault)?;
        // A library may print what is no answer.
        if let Ok(line) = serde_json::from_str(&line) {
            if let Line::Time { place, .. } | Line::Unsupported { place, .. } = &line {
                let key = tasks.get(*place).map_or(String::new(), |task| task.case.key());
                setting.progress.step(&format!("{name}, {threads} threads: {key}"));
            }
            read(line);
        }
    }
    process.wait().map(|status| status.to_string()).map_err(fault)
}

fn request(name: &str, threads: usize, tasks: &[Task], setting: &Setting<'_>) -> serde_json::Value {
    let case = |task: &Task| {
        let case = &task.case;
        json!({
            "op": case.op(), "lhs": case.lhs.code(), "rhs": case.rhs.map(DType::code),
            "out": case.out.code(), "len": task.len, "fresh": case.fresh, "ranges": case.range(),
        })
    };
    let cases: Vec<serde_json::Value> = tasks.iter().map(case).collect();
    let effort = setting.effort;
    json!({
        "peer": name, "threads": threads, "cases": cases, "rounds": effort.rounds,
        "sample": effort.sample.as_secs_f64(), "total": effort.total.as_secs_f64(),
    })
}
