//! A dump script's process: its progress shown, its death by its framework noted and outlived.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use codegen::files;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Oracle, Places, environment, tail};

/// What the script prints before how far it is.
const PROGRESS: &str = "progress ";

/// Runs the script until it has written its file; how many answers that took.
///
/// A script that its framework kills is started again, and told to note that as the answer.
pub(super) fn run(
    places: &Places,
    oracle: &Oracle,
    venv: &Path,
    out: &Path,
    seed: Option<u32>,
) -> Result<u64, String> {
    let journal = journal(places, seed)?;
    let style = ProgressStyle::with_template("{elapsed:>4} {bar:30} {pos}/{len} {msg}");
    let bar = ProgressBar::new(0).with_style(style.expect("the template is well-formed"));
    let mut crashed: Option<String> = None;
    loop {
        let size = |path: &Path| fs::metadata(path).map_or(0, |meta| meta.len());
        let before = size(&journal);
        let log = places.work.join("dump.log");
        let mut command = command(places, oracle, venv, &log)?;
        command.arg("--out").arg(out).arg("--journal").arg(&journal);
        if let Some(seed) = seed {
            command.arg("--random").arg(seed.to_string());
        }
        if let Some(signal) = &crashed {
            command.args(["--crashed", signal]);
        }
        let mut child =
            command.spawn().map_err(|error| format!("cannot run {command:?}: {error}\n"))?;
        let status = watch(&mut child, &bar)?;
        if status.success() {
            break;
        }
        crashed = signal(status).filter(|_| size(&journal) > before);
        match &crashed {
            Some(signal) => {
                let asked = last_line(&journal);
                bar.suspend(|| eprintln!("{signal} when asked {asked}"));
            }
            None => {
                return Err(format!(
                    "the dump ended with {status}; run it again and it goes on from there:\n{}",
                    tail(&log)
                ));
            }
        }
    }
    bar.finish_and_clear();
    // The next dump asks everything anew.
    files::remove(&journal).map_err(|error| format!("{error}\n"))?;
    Ok(bar.length().unwrap_or_default())
}

fn command(places: &Places, oracle: &Oracle, venv: &Path, log: &Path) -> Result<Command, String> {
    let log =
        File::create(log).map_err(|error| format!("cannot write {}: {error}\n", log.display()))?;
    let mut command = Command::new(environment::interpreter(venv));
    command.args(["-W", "ignore"]).arg(places.own.join("dump.py"));
    command.env("PYTHONPATH", places.oracles.join("common"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    for (name, value) in &oracle.environment {
        command.env(name, value.replace("{venv}", &venv.to_string_lossy()));
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    Ok(command)
}

/// Shows how far it is until it ends.
fn watch(child: &mut Child, bar: &ProgressBar) -> Result<ExitStatus, String> {
    let lines = child.stdout.take().map(BufReader::new);
    // What a framework prints besides may be in any encoding.
    for line in lines.into_iter().flat_map(|lines| lines.split(b'\n')).map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        let Some(progress) = line.strip_prefix(PROGRESS) else { continue };
        let mut words = progress.splitn(3, ' ');
        let mut number = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let (done, all) = (number(), number());
        bar.set_length(all);
        bar.set_position(done);
        bar.set_message(words.next().unwrap_or_default().to_owned());
    }
    child.wait().map_err(|error| format!("cannot wait for the dump: {error}\n"))
}

/// What a journal ends with: the question that has no answer yet.
fn last_line(journal: &Path) -> String {
    let text = fs::read_to_string(journal).unwrap_or_default();
    text.lines().next_back().unwrap_or_default().to_owned()
}

/// The answers so far; forgotten where the scripts that asked have changed.
fn journal(places: &Places, seed: Option<u32>) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    let common = places.oracles.join("common");
    let shared = fs::read_dir(&common)
        .map_err(|error| format!("cannot read {}: {error}\n", common.display()))?;
    let mut files: Vec<PathBuf> = shared.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files.extend(["dump.py", "requirements.txt"].map(|name| places.own.join(name)));
    files.push(places.oracles.join("../../spec/ops.toml"));
    for file in files {
        let text = fs::read(&file)
            .map_err(|error| format!("cannot read {}: {error}\n", file.display()))?;
        text.hash(&mut hasher);
    }
    let journal = places.work.join(format!("{:016x}.journal", hasher.finish()));
    let others = fs::read_dir(&places.work).into_iter().flatten().flatten();
    for other in others.map(|entry| entry.path()) {
        if other.extension().is_some_and(|end| end == "journal") && other != journal {
            files::remove(&other).map_err(|error| format!("{error}\n"))?;
        }
    }
    Ok(journal)
}

/// The signal that ended a process, where it was the framework's doing and not a person's.
#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    let names = [
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (11, "SIGSEGV"),
        (14, "SIGALRM: no answer in time"),
    ];
    let number = status.signal()?;
    names.iter().find(|(known, _)| *known == number).map(|(_, name)| (*name).to_owned())
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<String> {
    None
}
